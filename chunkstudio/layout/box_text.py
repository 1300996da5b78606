"""The text of every box: paragraphs joined over line ends, listings as printed, table rows one below the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from chunkstudio.layout.code_blocks import code_text
from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.hyphens import WordEvidence, join_lines
from chunkstudio.layout.model import TableGrid


class _AnyOf:
    """Membership in any of several word counts, without copying them into one."""

    def __init__(self, counts: Sequence[Counter[str]]) -> None:
        self._counts = counts
        self._known: dict[str, bool] = {}

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = any(word in count for count in self._counts)
        return found


def document_evidence(pages: Sequence[PageBoxes]) -> WordEvidence:
    """The words of all pages, as evidence for or against a hyphen at a line's end."""
    hyphened: set[str] = set()
    for page in pages:
        hyphened |= page.hyphened
    return WordEvidence(_AnyOf([page.words for page in pages]), frozenset(hyphened))


def set_text(box: DraftBox, evidence: WordEvidence) -> None:
    """Write ``text`` and ``line_starts`` of one box. A table has no line starts: its rows have rectangles of their own."""
    if box.table is not None:
        box.text, box.line_starts = table_text(box.table), ()
    elif box.box_class == "code":
        box.text, box.line_starts = code_text(box.lines) if box.lines else ("", ())
    else:
        box.text, box.line_starts = join_lines(box.lines, evidence)


def table_text(grid: TableGrid) -> str:
    """Cells of a row with blanks between, rows on lines of their own; a spanning cell stands once."""
    rows: list[list[str]] = [[] for _ in range(grid.rows)]
    for cell in sorted(grid.cells, key=lambda c: (c.row, c.column)):
        if cell.text.strip() and cell.row < grid.rows:
            rows[cell.row].append(" ".join(cell.text.split()))
    return "\n".join(" ".join(row) for row in rows if row)
