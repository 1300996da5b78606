"""The one dispatch from layout boxes to their canonical text: Markdown for people, and plain text without markup.

A group is a box together with the boxes that continue it on later pages or columns; it gives one run of units.
Nothing here changes its input or keeps state, so a box reads the same alone and in the whole document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from chunkstudio.chunking.model import UnitKind
from chunkstudio.chunking.sentence_rules import Splitter, sentence_spans
from chunkstudio.layout.model import LayoutBox, TableGrid

PARAGRAPH = "\n\n"
LINE = "\n"
_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_SPACE = re.compile(r"\s+")
_BULLETS = frozenset("•◦▪▫‣⁃∙·●○■□◆◇➢➤►▶✓✔★–—-*o\uf0b7\uf0a7")


class Part(NamedTuple):
    """Where a unit's text comes from: characters [start, end) of box ``box`` of its group, or row ``end`` if start is -1."""

    box: int
    start: int
    end: int


class UnitText(NamedTuple):
    """One unit before it has its place: its Markdown, its plain text, and the white space between it and the one before.

    ``gap`` of a group's first unit is ignored: what stands between groups is the builder's choice.
    """

    text: str
    plain: str
    kind: UnitKind
    parts: tuple[Part, ...]
    gap: str = PARAGRAPH
    plain_gap: str = PARAGRAPH
    level: int | None = None
    row: int | None = None


class TableContent(NamedTuple):
    """A table as rows of clean cell texts, with the names of its columns (empty where layout marked no header cells).

    ``rows`` holds every row, header rows first; a text that spans columns stands once, one that spans rows in each row.
    In ``grid`` it stands in every place that it covers. ``headers`` are the whole names of the columns; in ``titles``, the
    header line as it reads, a text over several columns stands once, where it begins.
    """

    rows: tuple[tuple[str, ...], ...]
    headers: tuple[str, ...]
    header_rows: int
    grid: tuple[tuple[str, ...], ...] = ()
    titles: tuple[str, ...] = ()


def table_content(table: TableGrid | None) -> TableContent | None:
    """The only reader of a table's cells; None where layout gave no grid."""
    if table is None or table.rows == 0 or table.columns == 0:
        return None
    header_rows = min(table.header_rows, table.rows)
    once = [[""] * table.columns for _ in range(table.rows)]
    grid = [[""] * table.columns for _ in range(table.rows)]
    names: list[list[str]] = [[] for _ in range(table.columns)]
    titles: list[list[str]] = [[] for _ in range(table.columns)]
    for cell in table.cells:
        text = " ".join(cell.text.split())
        if not text or cell.column >= table.columns:
            continue
        if cell.row_span == 1 and cell.column_span == 1 and header_rows <= cell.row < table.rows:
            once[cell.row][cell.column] = grid[cell.row][cell.column] = text
            continue
        across = range(cell.column, min(cell.column + cell.column_span, table.columns))
        for r in range(cell.row, min(cell.row + cell.row_span, table.rows)):
            once[r][cell.column] = text
            for c in across:
                grid[r][c] = text
        if cell.row < header_rows:
            titles[cell.column] += [] if text in names[cell.column] else [text]
            for c in across:
                names[c] += [] if text in names[c] else [text]
    headers, printed = (tuple(" ".join(parts) for parts in some) if header_rows else () for some in (names, titles))
    return TableContent(tuple(map(tuple, once)), headers, header_rows, tuple(map(tuple, grid)), printed)


def row_markdown(cells: Sequence[str]) -> str:
    """One table row in compact pipes, without blanks around them; pipes inside cells are escaped.

    A blank before a number is a token of its own, so that the blanks alone take a tenth of a table of figures.
    """
    line = "|".join(cells)
    if "\\" in line or line.count("|") >= max(len(cells), 1):
        return row_line([cell.replace("|", "\\|") for cell in cells])
    return f"|{line}|"


def row_line(cells: Iterable[str]) -> str:
    """The same of cells whose pipes are escaped; a backslash at a cell's end must not escape the pipe behind it."""
    return "|" + "|".join([f"{cell} " if cell.endswith("\\") else cell for cell in cells]) + "|"


def header_markdown(names: Sequence[str]) -> str:
    """The header line of a table with its rule."""
    return row_markdown(names) + LINE + "|" + "---|" * len(names)


def row_plain(cells: Sequence[str]) -> str:
    """One row without markup: its first cell, a colon, and the other cells; empty cells are left out."""
    filled = [cell for cell in cells if cell]
    if not filled:
        return ""
    if not cells[0] or len(filled) == 1:
        return "; ".join(filled)
    return f"{filled[0]}: {'; '.join(filled[1:])}"


def figure_label(number: int, box: LayoutBox) -> str:
    """What stands for a picture in the Markdown: its id and its size in points."""
    width, height = box.rect[2] - box.rect[0], box.rect[3] - box.rect[1]
    return f"[Figure f{number}: {width:.0f}x{height:.0f}]"


def group_units(boxes: Sequence[LayoutBox], *, splitter: Splitter = "auto", figure: int = 0) -> list[UnitText]:
    """The units of a group in order; ``figure`` is the number of a picture in the document."""
    head = boxes[0]
    if head.box_class == "picture":
        return _figure(head, figure)
    return _DISPATCH.get(head.box_class, _paragraph)(boxes, splitter)


def group_markdown(boxes: Sequence[LayoutBox], *, splitter: Splitter = "auto", figure: int = 0) -> str:
    """The Markdown of a group alone: the same characters that it has in the whole document."""
    units = group_units(boxes, splitter=splitter, figure=figure)
    return "".join((unit.gap if i else "") + unit.text for i, unit in enumerate(units))


def _joined(boxes: Sequence[LayoutBox]) -> tuple[str, list[int]]:
    """The paragraph that runs over the boxes, and where in it each box begins."""
    text, starts = boxes[0].text, [0]
    for box in boxes[1:]:
        cjk = bool(text and box.text and _CJK.match(text[-1]) and _CJK.match(box.text[0]))
        text += "" if cjk or not text else " "
        starts.append(len(text))
        text += box.text
    return text, starts


def _parts(boxes: Sequence[LayoutBox], starts: Sequence[int], start: int, end: int) -> tuple[Part, ...]:
    """The pieces of the boxes' texts that make up characters [start, end) of their paragraph."""
    if len(boxes) == 1:
        return (Part(0, start, end),)
    found = []
    for k, box in enumerate(boxes):
        a, b = max(start - starts[k], 0), min(end - starts[k], len(box.text))
        if a < b:
            found.append(Part(k, a, b))
    return tuple(found)


def _paragraph(boxes: Sequence[LayoutBox], splitter: Splitter) -> list[UnitText]:
    text, starts = _joined(boxes)
    kind: UnitKind = "sentence"
    out: list[UnitText] = []
    before = 0
    for start, end in sentence_spans(text, splitter):
        gap = text[before:start]
        piece = text[start:end]
        out.append(UnitText(piece, piece, kind, _parts(boxes, starts, start, end), gap, gap))
        before = end
    return out


def _whole(kind: UnitKind) -> Callable[[Sequence[LayoutBox], Splitter], list[UnitText]]:
    """A group that is one unit, such as a caption or a footnote."""

    def one(boxes: Sequence[LayoutBox], splitter: Splitter) -> list[UnitText]:
        del splitter
        text, starts = _joined(boxes)
        clean = text.strip()
        if not clean:
            return []
        start = text.index(clean)
        return [UnitText(clean, clean, kind, _parts(boxes, starts, start, start + len(clean)))]

    return one


def _heading(boxes: Sequence[LayoutBox], splitter: Splitter) -> list[UnitText]:
    units = _whole("heading")(boxes, splitter)
    level = boxes[0].level if boxes[0].level is not None else (0 if boxes[0].box_class == "title" else 1)
    marks = "#" * min(level + 1, 6)
    return [u._replace(text=f"{marks} {_SPACE.sub(' ', u.plain)}", plain=_SPACE.sub(" ", u.plain), level=level) for u in units]


def _list_item(boxes: Sequence[LayoutBox], splitter: Splitter) -> list[UnitText]:
    units = _whole("list_item")(boxes, splitter)
    marker = boxes[0].marker.strip()
    bullet = not marker or marker in _BULLETS
    out = []
    for unit in units:
        body = unit.text
        if marker and body.startswith(marker):
            body = body[len(marker) :].lstrip()
        plain = body if bullet else f"{marker} {body}".rstrip()
        out.append(unit._replace(text=f"- {body}" if bullet else plain, plain=plain))
    return out


def _code(boxes: Sequence[LayoutBox], splitter: Splitter) -> list[UnitText]:
    del splitter
    lines: list[tuple[str, Part, str]] = []
    for k, box in enumerate(boxes):
        at, gap = 0, LINE
        for line in box.text.split("\n"):
            if line.strip():
                lines.append((line.rstrip(), Part(k, at, at + len(line.rstrip())), gap))
                gap = LINE
            else:
                gap += LINE
            at += len(line) + 1
    fence = code_fence(box.text for box in boxes)
    out = []
    for i, (line, part, gap) in enumerate(lines):
        text = (fence + LINE if i == 0 else "") + line + (LINE + fence if i == len(lines) - 1 else "")
        out.append(UnitText(text, line, "code_line", (part,), gap, gap))
    return out


def code_fence(texts: object) -> str:
    """A fence that is longer than any run of backticks inside the code."""
    longest = max((len(run) for text in texts for run in re.findall(r"`{3,}", text)), default=2)  # type: ignore[attr-defined]
    return "`" * (longest + 1)


def _table(boxes: Sequence[LayoutBox], splitter: Splitter) -> list[UnitText]:
    contents = [table_content(box.table) for box in boxes]
    if contents[0] is None:
        return _loose_lines(boxes, splitter)
    first = next((k for k, content in enumerate(contents) if content is not None and any(map(any, content.rows))), len(boxes))
    titles: Sequence[str] = ()
    out: list[UnitText] = []
    at = 0
    for k, content in enumerate(contents):
        if content is None or k < first:  # an empty grid gives no unit, so that the table begins with the next part
            continue
        titles = content.titles if k == first else titles
        skip = 0
        if not out:
            skip = max(content.header_rows, 1)
            names = titles or content.rows[0]
            if any(names):
                out.append(_header_unit(names, k))
        for r in range(skip, len(content.rows)):
            cells = content.rows[r]
            if any(cells):
                out.append(
                    UnitText(row_markdown(cells), row_plain(cells), "table_row", (Part(k, -1, r),), LINE, LINE, None, at + r)
                )
        at += len(content.rows)
    return out


def _header_unit(names: Sequence[str], box: int) -> UnitText:
    return UnitText(header_markdown(names), row_plain(names), "table_row", (Part(box, -1, 0),), LINE, LINE, None, 0)


def _loose_lines(boxes: Sequence[LayoutBox], splitter: Splitter) -> list[UnitText]:
    """A table without a grid still keeps its words: one unit a line."""
    del splitter
    out = []
    for k, box in enumerate(boxes):
        at = 0
        for line in box.text.split("\n"):
            clean = line.strip()
            if clean:
                start = at + line.index(clean)
                out.append(UnitText(clean, clean, "sentence", (Part(k, start, start + len(clean)),), LINE, LINE))
            at += len(line) + 1
    return out


def _figure(box: LayoutBox, number: int) -> list[UnitText]:
    label, inner = figure_label(number, box), box.text.strip()
    text = f"{label}{LINE}{inner}" if inner else label
    return [UnitText(text, inner, "figure", (Part(0, 0, len(box.text)),))]


_DISPATCH: dict[str, Callable[[Sequence[LayoutBox], Splitter], list[UnitText]]] = {
    "title": _heading,
    "section-header": _heading,
    "list-item": _list_item,
    "table": _table,
    "caption": _whole("caption"),
    "formula": _whole("formula"),
    "footnote": _whole("footnote"),
    "code": _code,
    "toc": _loose_lines,
}
