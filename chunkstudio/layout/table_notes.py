"""Notes printed below a table: "(1) Includes ropes" reads as a list to a parser, but belongs to the cells with that mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import common_x, height

_MARK = re.compile(r"\s*(?P<mark>\((?:\d{1,2}|[a-z])\)|(?:\d{1,2}|[a-z])\)|[*†‡§¶#]{1,3})\s*(?=[^\W\d_])")
_NOTES = frozenset({"text", "list-item"})
_FIRST_GAP = 2.6
_NEXT_GAP = 1.3


def mark_table_notes(pages: Sequence[Sequence[DraftBox]]) -> None:
    """Set class ``footnote`` on the texts right below a table that open with a mark which stands behind words or figures of
    one of its cells, and on those with the next marks below them."""
    for page in pages:
        for place, table in enumerate(page):
            if table.box_class != "table" or table.table is None:
                continue
            before = table
            for box in page[place + 1 :]:
                if box.box_class == "caption" and box.rect[1] < table.rect[1]:
                    continue
                mark = _mark_of(box, before, table)
                if mark is None or (before is table and not _is_in_cells(mark, table)):
                    break
                if box.box_class != "footnote":
                    box.turn_into("footnote", "table.note", mark=mark)
                before = box


def _mark_of(box: DraftBox, before: DraftBox, table: DraftBox) -> str | None:
    """The mark with which a text right below a table or one of its notes opens, or None."""
    if box.box_class not in _NOTES and box.box_class != "footnote":
        return None
    found = _MARK.match(box.plain)
    if found is None or not box.lines or common_x(box.rect, table.rect) <= 0:
        return None
    gap = box.rect[1] - before.rect[3]
    limit = (_FIRST_GAP if before is table else _NEXT_GAP) * max(1.0, height(box.lines[0].rect))
    return found["mark"] if -2.0 <= gap <= limit else None


def _is_in_cells(mark: str, table: DraftBox) -> bool:
    """True if the mark stands behind something in a cell: "(1)" alone may be a loss of one."""
    assert table.table is not None
    bare = mark.strip("()")
    if not bare.isalnum():
        return any(mark in cell.text for cell in table.table.cells)
    before = [cell.text.rpartition(f"({bare})")[0] for cell in table.table.cells]
    return any(any(map(str.isalnum, text)) for text in before)
