"""All units of a document as columns, and the same seen as a sequence of :class:`SentenceUnit` values.

Columns keep the engine fast (24,000 units are a few numpy arrays); the values are made when somebody looks at one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args, overload

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.model import SectionNode, SentenceUnit, UnitKind
from chunkstudio.layout.model import LayoutBox, Rect, union

Ints = npt.NDArray[np.int64]
KINDS: tuple[UnitKind, ...] = get_args(UnitKind)
KIND_CODE: Mapping[str, int] = {kind: i for i, kind in enumerate(KINDS)}
SENTENCE, HEADING, LIST_ITEM, TABLE_ROW = (KIND_CODE[kind] for kind in ("sentence", "heading", "list_item", "table_row"))
CAPTION, CODE, FIGURE, FORMULA, FOOTNOTE = (
    KIND_CODE[kind] for kind in ("caption", "code_line", "figure", "formula", "footnote")
)
BoxSlice = tuple[int, int, int]
"""(box index, start, end): characters of that box's text; start -1 means row ``end`` of its table."""


@dataclass(frozen=True, slots=True, eq=False)
class UnitColumns:
    """Row i is unit i. ``start``/``end`` are characters of ``markdown``, ``plain_start``/``plain_end`` of ``plain``.

    ``box`` indexes ``boxes``, ``section`` the document's sections; ``table``, ``row`` and ``figure`` are -1 where there is
    none, ``level`` -1 for what is no heading. ``index`` counts units within their box,
    ``group`` numbers the runs of boxes that continue each other. ``parts`` holds, for each unit,
    the slices of boxes that it was made from (more than one where a sentence runs over a page or column).
    """

    markdown: str
    plain: str
    boxes: tuple[LayoutBox, ...]
    sections: tuple[SectionNode, ...]
    box: Ints
    kind: Ints
    start: Ints
    end: Ints
    plain_start: Ints
    plain_end: Ints
    section: Ints
    level: Ints
    table: Ints
    row: Ints
    figure: Ints
    index: Ints
    group: Ints
    parts: tuple[tuple[BoxSlice, ...], ...]

    def __len__(self) -> int:
        return len(self.start)

    def text(self, i: int) -> str:
        """Markdown of unit i."""
        return self.markdown[self.start[i] : self.end[i]]

    def plain_text(self, i: int) -> str:
        """Text of unit i without markup; empty for a picture without text."""
        return self.plain[self.plain_start[i] : self.plain_end[i]]

    def unit_id(self, i: int) -> str:
        """Public id of unit i, such as ``p3.b5.u2``."""
        return f"{self.boxes[self.box[i]].id}.u{self.index[i]}"

    def page(self, i: int) -> int:
        """Page on which unit i begins."""
        return self.boxes[int(self.box[i])].page

    def rects(self, i: int) -> tuple[tuple[int, Rect], ...]:
        """(page, rectangle) pairs of unit i from its lines, in points."""
        found: list[tuple[int, Rect]] = []
        for b, start, end in self.parts[i]:
            box = self.boxes[b]
            found += [(box.page, rect) for rect in slice_rects(box, start, end)]
        return tuple(found)


def slice_rects(box: LayoutBox, start: int, end: int) -> tuple[Rect, ...]:
    """Rectangles of characters [start, end) of a box: its first line's part, the full lines between, its last line's part.

    ``start`` -1 means row ``end`` of the box's table. Without lines the box itself is the answer.
    """
    if start < 0:
        rows = box.table.row_rects if box.table else ()
        return (rows[end],) if end < len(rows) else (box.rect,)
    if not box.lines or (start <= 0 and end >= len(box.text.rstrip())):
        return (box.rect,)
    rects = [rect for k in range(len(box.lines)) if (rect := _line_part(box, k, start, end)) is not None]
    return tuple(_blocks(rects)) or (box.rect,)


def _line_part(box: LayoutBox, k: int, start: int, end: int) -> Rect | None:
    """The part of line k that characters [start, end) of the box cover; None if they don't touch it."""
    line = box.lines[k]
    first = box.line_starts[k] if k < len(box.line_starts) else 0
    last = box.line_starts[k + 1] if k + 1 < len(box.line_starts) else len(box.text)
    a, b = max(start, first), min(end, last)
    if a >= b or not box.text[a:b].strip():
        return None
    x0, y0, x1, y1 = line.rect
    if not line.stops or line.angle or line.vertical or (a <= first and b >= last):
        return line.rect
    low = _position(line.stops, a - first, x0) if a > first else None
    high = _position(line.stops, b - first, x1) if b < last else None
    if line.rtl:
        return (high if high is not None else x0, y0, low if low is not None else x1, y1)
    left, right = (low if low is not None else x0), (high if high is not None else x1)
    return (min(left, right), y0, max(left, right), y1)


def _position(stops: Sequence[tuple[int, float]], offset: int, otherwise: float) -> float:
    """Where along the line the word at ``offset`` begins."""
    for at, where in stops:
        if at >= offset:
            return where
    return otherwise


def _blocks(rects: Sequence[Rect]) -> list[Rect]:
    """Lines that follow each other with much the same width become one block."""
    out: list[Rect] = []
    for rect in rects:
        if out and abs(out[-1][0] - rect[0]) < 2 and abs(out[-1][2] - rect[2]) < 2 and rect[1] >= out[-1][1]:
            out[-1] = union((out[-1], rect))
        else:
            out.append(rect)
    return out


class UnitSequence(Sequence[SentenceUnit]):
    """The units as values, made on demand; ``tokens`` are their own counts in Markdown."""

    __slots__ = ("_columns", "_made", "_tokens")

    def __init__(self, columns: UnitColumns, tokens: Ints) -> None:
        self._columns = columns
        self._tokens = tokens
        self._made: dict[int, SentenceUnit] = {}

    def __len__(self) -> int:
        return len(self._columns)

    @overload
    def __getitem__(self, index: int) -> SentenceUnit: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[SentenceUnit, ...]: ...
    def __getitem__(self, index: int | slice) -> SentenceUnit | tuple[SentenceUnit, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        i = index + len(self) if index < 0 else index
        if not 0 <= i < len(self):
            raise IndexError(f"no unit {index}")
        unit = self._made.get(i)
        if unit is None:
            unit = self._made[i] = self._make(i)
        return unit

    def __iter__(self) -> Iterator[SentenceUnit]:
        return (self[i] for i in range(len(self)))

    def _make(self, i: int) -> SentenceUnit:
        c = self._columns
        table, figure, row, level = int(c.table[i]), int(c.figure[i]), int(c.row[i]), int(c.level[i])
        return SentenceUnit(
            id=c.unit_id(i),
            box_id=c.boxes[c.box[i]].id,
            page=c.page(i),
            index=i,
            kind=KINDS[c.kind[i]],
            text=c.text(i),
            plain=c.plain_text(i),
            rects=c.rects(i),
            tokens=int(self._tokens[i]),
            start=int(c.start[i]),
            end=int(c.end[i]),
            section=int(c.section[i]),
            level=None if level < 0 else level,
            table=None if table < 0 else f"t{table + 1}",
            figure=None if figure < 0 else f"f{figure + 1}",
            row=None if row < 0 else row,
        )
