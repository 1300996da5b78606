"""Contents pages: lists of titles with page numbers at the line's end, whatever class the parser gave them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from chunkstudio.layout.breaks import with_a_break_each
from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_rules import HEADING_CLASSES
from chunkstudio.layout.model import TableGrid
from chunkstudio.layout.page_numbers import roman_value
from chunkstudio.layout.toc_numbers import with_numbers

CONTENTS_TITLE = re.compile(
    r"^\W*(?:table\s+of\s+contents|contents|index|list\s+of\s+(?:figures|tables|illustrations)|inhalt(?:sverzeichnis|sübersicht)?|"
    r"(?:abbildungs|tabellen)verzeichnis|table\s+des\s+mati[èe]res|sommaire|[íi]ndice(?:\s+general)?|contenido|indice|sommario|"
    r"inhoud(?:sopgave)?|spis\s+treści|目\s*[录錄次]|차\s*례|목\s*차)\W*$",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"^(?P<title>.*?\S)(?P<leader>\s*(?:[.·…_]\s?){3,}\s*|\s{2,}|\s+)(?P<page>\d{1,4}|[ivxlc]{1,7}|[A-Z]-\d{1,3})\s*$",
    re.DOTALL,
)
_LEADING = re.compile(r"^(\d{1,4})\s+\S*[^\W\d_]{2}")
_LEADERS = re.compile(r"(?:[.·…]\s?){4,}")
_LED_TO = re.compile(r"(?:[.·…_]\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]?\d*-\d{1,3})\s*$")
_LAST = re.compile(r"(?P<apart>[\s.·…_](?:\d{1,4}|[ivxlc]{1,7}|[A-Z]-\d{1,3})$)?(?<=[\divxlc])$")
"""How a row ends that may be an entry: asked first, for most rows of text and tables are none and the others take long."""
_LONGEST_LAST = 8
_LONG = 200
_FIRST_PAGES = 12
_TITLE_RULE = "toc.title"
_CONTENT = frozenset({"text", "list-item", "table", "section-header", "title", "toc", "code", "footnote", "caption", "picture"})


def mark_contents(pages: Sequence[list[DraftBox]], page_count: int) -> None:
    """Set class ``toc`` on the boxes of contents pages, their heading included. ``page_count`` is the whole document's.

    Page numbers in boxes of their own join their titles, so pages may shrink.
    """
    opened = False
    for boxes in with_a_break_each(pages):
        joined = with_numbers(boxes)
        if joined and (marked := _mark_page(_body(joined), opened, page_count)):
            boxes[:], opened = joined, marked
        else:
            opened = _mark_page(_body(boxes), opened, page_count)


def _body(boxes: Sequence[DraftBox]) -> list[DraftBox]:
    return [box for box in boxes if box.box_class not in ("page-header", "page-footer")]


def titles_of(pages: Sequence[Sequence[DraftBox]]) -> list[DraftBox]:
    """The boxes that name contents pages."""
    every = (box for boxes in pages for box in boxes if box.box_class == "toc")
    return [box for box in every if any(note.rule == _TITLE_RULE for note in box.notes)]


def _mark_page(body: Sequence[DraftBox], opened: bool, page_count: int) -> bool:
    """Mark one page; ``opened`` says that the page before was one of contents. True if this one is, too."""
    title = next((i for i, box in enumerate(body) if CONTENTS_TITLE.match(_short(box))), None)
    entries = [_entry_share(box) for box in body]
    found = [i for i, share in enumerate(entries) if share >= 0.5 and body[i].box_class in _CONTENT]
    if title is not None:
        after = [i for i, share in enumerate(entries) if i > title and share >= 0.3 and body[i].box_class in _CONTENT]
        entries = [max(share, 0.5) if i in after else share for i, share in enumerate(entries)]
        if not _enough(body, after):
            entries = _number_first(body, title)
            if not any(entries):
                return False
        body[title].turn_into("toc", _TITLE_RULE, text=body[title].plain[:60])
        _mark_run(body, title + 1, entries)
        return True
    if not found:
        return False
    led = sum(bool(_LED_TO.search(row)) for i in found for row in _rows(body[i]))
    most = _weight(body, found) >= 0.5 * _weight(body, range(len(body))) or led >= 5
    untitled = bool(body) and body[0].page <= _FIRST_PAGES and _points_into(body, found, page_count)
    if not most or not (led >= 3 or untitled or (opened and _ascending(body, found))):
        return False
    _mark_run(body, 0 if opened else found[0], entries)
    return True


def _number_first(body: Sequence[DraftBox], title: int) -> list[float]:
    """Entry shares for contents that print the page number before the title: five or more that rise; else all 0."""
    places: list[tuple[int, int]] = []
    for i in range(title + 1, len(body)):
        rows = _rows(body[i])
        matches = [m for row in rows if (m := _LEADING.match(row))]
        if len(matches) >= 0.5 * len(rows) and body[i].box_class in _CONTENT:
            places += [(i, int(m.group(1))) for m in matches]
    numbers = [number for _, number in places]
    rising = sum(b > a for a, b in pairwise(numbers))
    out = [0.0] * len(body)
    if len(numbers) >= 5 and rising >= 0.85 * (len(numbers) - 1) and any(b - a > 1 for a, b in pairwise(numbers)):
        for i, _ in places:
            out[i] = 1.0
    return out


def _short(box: DraftBox) -> str:
    if box.table is not None or len(box.lines) > 3:
        return ""
    return box.plain


def _rows(box: DraftBox) -> list[str]:
    if box.table is not None:
        return [" ".join(cell for cell in row if cell) for row in _unspanned(box.table)]
    return _printed_rows(box)


def _printed_rows(box: DraftBox) -> list[str]:
    """Lines of a box, those on one row joined by two blanks (as a leader would stand there)."""
    rows: list[str] = []
    last = None
    for line in box.lines:
        if (
            last is not None
            and abs(line.baseline - last.baseline) < 0.4 * max(1.0, line.size)
            and line.rect[0] > last.rect[0]
            and not line.angle
        ):
            rows[-1] += "  " + line.text.strip()
        else:
            rows.append(line.text.strip())
        last = line
    return rows


def _unspanned(grid: TableGrid) -> list[list[str]]:
    out = [[""] * grid.columns for _ in range(grid.rows)]
    for cell in grid.cells:
        if cell.row < grid.rows and cell.column < grid.columns:
            out[cell.row][cell.column] = cell.text
    return out


def _entry_share(box: DraftBox) -> float:
    """Share of a box's rows that end in a page number and have a leader or a clear gap; wrapped titles count half."""
    rows = [row for row in _rows(box) if row.strip()]
    if not rows:
        return 0.0
    return sum(_is_entry(row, box) for row in rows) / len(rows)


def _is_entry(row: str, box: DraftBox) -> float:
    last = _LAST.search(row.rstrip()[-_LONGEST_LAST:])
    if last is not None and _LED_TO.search(row):
        return 1.0
    if _LEADERS.search(row):
        return 0.5
    found = _ENTRY.match(row) if last is not None and last["apart"] is not None else None
    if found is None or len(found["title"]) > 160 or not re.search(r"[^\W\d_]{2,}", found["title"]):
        return 0.0
    page = found["page"]
    if not page[0].isdigit() and roman_value(page) is None and "-" not in page:
        return 0.0
    clear = len(found["leader"]) >= 2 or box.table is not None
    return 1.0 if clear else 0.6


def _ascending(body: Sequence[DraftBox], found: Sequence[int]) -> bool:
    """The page numbers of four entries or more rise from entry to entry, as those of a table of figures would not."""
    numbers = [int(m["page"]) for i in found for row in _rows(body[i]) if (m := _ENTRY.match(row)) and m["page"].isdigit()]
    rising = sum(b >= a for a, b in pairwise(numbers))
    return len(numbers) >= 4 and rising >= 0.85 * (len(numbers) - 1)


def _points_into(body: Sequence[DraftBox], found: Sequence[int], page_count: int) -> bool:
    """Eight entries or more whose numbers rise and are all pages of this document."""
    rows = [m for i in found for row in _rows(body[i]) if (m := _ENTRY.match(row)) and m["page"].isdigit()]
    return len(rows) >= 8 and all(0 < int(m["page"]) <= page_count for m in rows) and _ascending(body, found)


def _led(box: DraftBox) -> bool:
    return any(_LED_TO.search(row) for row in _rows(box))


def _enough(body: Sequence[DraftBox], found: Sequence[int]) -> bool:
    rows = sum(len(_rows(body[i])) for i in found)
    return any(_led(body[i]) for i in found) or (rows >= 3 and (rows <= 4 or _ascending(body, found)))


def _weight(body: Sequence[DraftBox], which: Sequence[int] | range) -> int:
    return sum(len(_rows(body[i])) for i in which)


def _mark_run(body: Sequence[DraftBox], first: int, entries: Sequence[float]) -> None:
    """From ``first`` to the last entry: entries, and the short pieces between them (names of groups, wrapped titles)."""
    marked = [i for i in range(first, len(body)) if entries[i] >= 0.4]
    if not marked:
        return
    for i in range(first, marked[-1] + 1):
        box = body[i]
        if entries[i] < 0.4 and len(box.plain) > _LONG and box.box_class in ("text", "list-item"):
            return
        if i == 0 and entries[i] < 0.4 and box.box_class in HEADING_CLASSES:
            box.turn_into("toc", _TITLE_RULE, text=box.plain[:60])  # another list begins where the one before ended
        elif entries[i] >= 0.4 or (len(box.plain) <= _LONG and box.box_class not in ("picture", "table", "formula")):
            box.turn_into("toc", "toc.entries", share=entries[i])
