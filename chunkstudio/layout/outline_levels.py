"""Headings and levels by the file's outline: only where the profile asks for it (``headings.use_outline``)."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.layout.agreement import title_key
from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_rules import HEADING_CLASSES, HeadingContext
from chunkstudio.layout.model import OutlineEntry

_MOST_LINES = 4


def apply_outline(
    outline: Sequence[OutlineEntry], pages: Sequence[Sequence[DraftBox]], context: HeadingContext, max_level: int
) -> None:
    """Each box whose text is a bookmark of its page (or of one beside it) becomes a heading of the bookmark's level."""
    by_page: dict[int, list[DraftBox]] = {page[0].page: [*page] for page in pages if page}
    for entry in outline:
        key = title_key(entry.title)
        box = next(
            (b for n in (entry.page, entry.page + 1, entry.page - 1) for b in by_page.get(n, ()) if _is_entry(b, key)), None
        )
        if box is None:
            continue
        if box.box_class not in HEADING_CLASSES:
            box.turn_into("section-header", "outline.title", title=entry.title[:60])
            context.forget(box)
        box.level = max(1, min(entry.level, max_level))
        box.note("level", "outline.level", level=entry.level)


def _is_entry(box: DraftBox, key: str) -> bool:
    usable = box.box_class in HEADING_CLASSES or box.box_class in ("text", "list-item")
    return bool(key) and usable and box.level is None and 0 < len(box.lines) <= _MOST_LINES and title_key(box.plain) == key
