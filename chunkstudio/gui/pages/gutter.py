"""Words beside the pages: which labels hang in the gutters, and where. Pure: frozen values in, frozen values out.

All places are logical pixels of the view. A gutter that left the view keeps its labels at the edge of the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from chunkstudio.gui.overlay_colors import CHANGE_STYLES, chunk_name
from chunkstudio.gui.pages.label_spread import Wish, spread
from chunkstudio.gui.pages.marks import BandMark, PageMarks, SideMark, bounds
from chunkstudio.gui.pages.page_look import CUT_ZOOM, SENTENCE_ZOOM, TAG_ZOOM
from chunkstudio.gui.pages.page_stack import GUTTER_LEFT, GUTTER_RIGHT

RAIL = 8.0
RAIL_GAP = 4.0
LABEL_HEIGHT = 20.0
LABEL_WIDTH = 97.0
LINE = 15.0
TICK = 12.0

LabelStyle = Literal["chunk", "cut", "candidate", "change", "evidence"]


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """A page's marks and where it is seen: upper left corner in the view, pixels a point."""

    marks: PageMarks
    x: float
    y: float
    scale: float

    @property
    def right(self) -> float:
        return self.x + self.marks.width * self.scale


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its middle at ``y``: right aligned at ``x`` in the left gutter, left aligned in the right one.

    ``left`` tells in which one it hangs. ``strong`` and ``weak`` are its words, ``above`` a line over them. ``target`` is
    the height to which its leader points. ``kind`` and ``id`` name what it selects, ``tone`` the reason, change or chunk
    position that decides its colours. ``on_page`` labels lie over the page because the gutter left the view.
    """

    style: LabelStyle
    kind: str
    id: str
    index: int
    x: float
    y: float
    height: float
    strong: str
    weak: str = ""
    above: str = ""
    target: float = 0.0
    page_edge: float = 0.0
    tone: str = ""
    on_page: bool = False
    left: bool = False
    access: str = ""


@dataclass(frozen=True, slots=True)
class Rail:
    """The solid bar of a chunk band."""

    chunk: int
    id: str
    x: float
    top: float
    bottom: float
    width: float
    acl: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class GutterState:
    """What decides the labels besides the pages: zoom, size of the view, layers, and what is chosen or hovered."""

    zoom: float
    width: float
    height: float
    layers: frozenset[str]
    chosen_row: int = -1
    hovered_row: int = -1


def rails(pages: Sequence[PlacedPage], state: GutterState) -> list[Rail]:
    """Rails of all bands in view: left of the page, right of it for its last column, in the gap for columns between."""
    out = []
    for page in pages:
        for band in page.marks.bands if "chunks" in state.layers else ():
            top, bottom = page.y + band.rect[1] * page.scale, page.y + band.rect[3] * page.scale
            if bottom < -4 or top > state.height + 4:
                continue
            x, width = _rail_place(page, band, state.width)
            out.append(Rail(band.chunk, band.id, x, top, bottom, width, band.acl))
    return out


def _rail_place(page: PlacedPage, band: BandMark, view_width: float) -> tuple[float, float]:
    if _at_right(page, band):
        return min(page.right + RAIL_GAP, view_width - RAIL), RAIL
    if page.marks.compared:
        return page.x + band.rect[2] * page.scale - 4.0, 4.0
    if band.at_edge:
        return max(page.x - RAIL_GAP - RAIL, 0.0), RAIL
    return page.x + band.rect[0] * page.scale, 4.0


def _at_right(page: PlacedPage, band: BandMark) -> bool:
    """Whether a band's rail and name stand right of the page: in a last column, or where A has the left side."""
    return (page.marks.compared or not band.at_edge) and band.rect[2] >= page.marks.width * 0.98


def left_labels(pages: Sequence[PlacedPage], state: GutterState) -> list[Label]:
    """Names and tokens of the chunks; a name stays in view as long as a part of its band does."""
    if "chunks" not in state.layers or state.zoom < CUT_ZOOM:
        return []
    bands = [(p, b) for p in pages for b in p.marks.bands if not _at_right(p, b) and not p.marks.compared]
    return _chunk_labels(bands, state, right=False) + side_labels(pages, state)


def side_rails(pages: Sequence[PlacedPage], state: GutterState) -> list[Rail]:
    """Rails of the other side of a comparison: left of the page, or at the left of their column."""
    out = []
    for page in pages:
        for mark in page.marks.side if "chunks" in state.layers else ():
            top, bottom = page.y + mark.rect[1] * page.scale, page.y + mark.rect[3] * page.scale
            if bottom >= -4 and top <= state.height + 4:
                edge = max(page.x - RAIL_GAP - RAIL, 0.0)
                x, width = (edge, RAIL) if mark.at_edge else (page.x + mark.rect[0] * page.scale - 5.0, 4.0)
                out.append(Rail(mark.number, "", x, top, bottom, width))
    return out


def side_labels(pages: Sequence[PlacedPage], state: GutterState) -> list[Label]:
    """Names of the other side's chunks where they begin, or at the upper edge of the view while they go on."""
    shown: dict[int, tuple[PlacedPage, SideMark]] = {}
    for page in pages:
        for mark in page.marks.side:
            if page.y + mark.rect[3] * page.scale >= LINE and page.y + mark.rect[1] * page.scale <= state.height - LINE:
                shown.setdefault(mark.number, (page, mark))
    tall = LINE * (2 if state.zoom >= TAG_ZOOM else 1)
    wishes = [Wish(max(p.y + m.rect[1] * p.scale + 1, 4.0) + tall / 2, tall) for p, m in shown.values()]
    out = []
    for (page, mark), y in zip(shown.values(), spread(wishes, 0.0, state.height, 0.0), strict=True):
        if y is not None:
            x = max(page.x - RAIL_GAP - RAIL - 9, 56.0)
            weak = f"{mark.tokens:,} tok" if tall > LINE and mark.tokens else ""
            over = page.x < GUTTER_LEFT - 10
            name = mark.name[-9:] + ("" if mark.at_edge else " ›")
            out.append(Label("chunk", "", "", -2, x, y, tall, name, weak, "", y, page.x, "", over, True))
    return out


def _chunk_labels(bands: Sequence[tuple[PlacedPage, BandMark]], state: GutterState, *, right: bool) -> list[Label]:
    detailed = state.zoom >= TAG_ZOOM
    shown: list[tuple[PlacedPage, BandMark, float, float]] = []
    seen: set[int] = set()
    readers = _new_readers(bands) if "access" in state.layers and detailed and not right else {}
    for page, band in bands:
        top, bottom = page.y + band.rect[1] * page.scale, page.y + band.rect[3] * page.scale
        if bottom < 6 or top > state.height - LINE or band.chunk in seen:
            continue
        seen.add(band.chunk)
        shown.append((page, band, top, bottom))
    wishes = []
    for _, band, top, bottom in shown:
        height = LINE * (2 if detailed and not right and top + 2 * LINE <= state.height else 1)
        height += LINE if band.chunk in readers and height > LINE else 0.0
        first = max(top + 1, min(4.0, bottom - height))
        rise = LINE if detailed and band.from_page and not right and first > LINE else 0.0
        wishes.append(Wish(first - rise + (height + rise) / 2, height + rise))
    places = spread(wishes, 0.0, state.height, 0.0)
    out = []
    for (page, band, top, _), wish, y in zip(shown, wishes, places, strict=True):
        if y is not None:
            label = _chunk_label(page, band, y, wish.height, max(top, 0.0), state, right=right, detailed=detailed)
            tall = wish.height > 2 * LINE
            out.append(replace(label, access=readers[band.chunk]) if tall and band.chunk in readers else label)
    return out


def _new_readers(bands: Sequence[tuple[PlacedPage, BandMark]]) -> dict[int, str]:
    """Access labels of the chunks at which they change, and of the first one in view."""
    out: dict[int, str] = {}
    before: tuple[str, ...] | None = None
    for _, band in bands:
        if band.acl is not None and band.acl != before:
            out[band.chunk] = ", ".join(band.acl) or "nobody"
        before = band.acl
    return out


def _chunk_label(
    page: PlacedPage, band: BandMark, y: float, height: float, top: float, state: GutterState, *, right: bool, detailed: bool
) -> Label:
    x = min(page.right + RAIL_GAP + RAIL + 6, state.width - LABEL_WIDTH) if right else max(page.x - RAIL_GAP - RAIL - 9, 56.0)
    lines = round(height / LINE)
    first = max(page.y + band.rect[1] * page.scale + 1, 4.0)
    weak = f"{'' if band.exact else '~'}{band.tokens:,} tok" if detailed and (right or lines > 1) else ""
    above = f"↑ p {band.from_page}" if band.from_page and lines > 2 and detailed and first > LINE else ""
    name = chunk_name(band.chunk)
    if right and not _at_right(page, band):
        name = f"‹{name}"
    elif not right and not band.at_edge:
        name = f"{name} ›"
    sticky = page.x < GUTTER_LEFT - 10 if not right else page.right + GUTTER_RIGHT > state.width + 10
    return Label(
        "chunk", "chunk", band.id, band.chunk, x, y, height, name, weak, above, top,
        page.right if right else page.x, str(band.chunk), sticky, not right,
    )  # fmt: skip


def right_labels(pages: Sequence[PlacedPage], state: GutterState) -> list[Label]:
    """Cuts (loud), differences, evidence, names of chunks in a last column, and places not cut (quiet).

    Where A has the left side all names stand here.
    """
    labels: list[Label] = []
    for page in pages:
        labels += _evidence_labels(page, state)
        labels += _change_labels(page, state)
        labels += _boundary_labels(page, state)
    if "chunks" in state.layers and state.zoom >= CUT_ZOOM:
        labels += _chunk_labels(
            [(p, b) for p in pages for b in p.marks.bands if _at_right(p, b) or p.marks.compared], state, right=True
        )
    wishes = [
        Wish(c.y, c.height, c.style == "candidate" and c.index not in (state.chosen_row, state.hovered_row)) for c in labels
    ]
    places = spread(wishes, 2.0, state.height - 2.0)
    return [replace(label, y=y) for label, y in zip(labels, places, strict=True) if y is not None]


def _right_x(page: PlacedPage, state: GutterState) -> tuple[float, bool]:
    """Left end of labels in the right gutter, and whether they lie over the page."""
    wish = page.right + (RAIL_GAP + RAIL + 2 if any(_at_right(page, b) for b in page.marks.bands) else 10)
    limit = state.width - LABEL_WIDTH - 2
    return min(wish, limit), wish > limit + 4


def _boundary_labels(page: PlacedPage, state: GutterState) -> list[Label]:
    if "boundaries" not in state.layers or state.zoom < CUT_ZOOM:
        return []
    x, over = _right_x(page, state)
    changed = {c.index for c in page.marks.changes} if "differences" in state.layers else set()
    out = []
    for mark in page.marks.boundaries:
        y = page.y + mark.y * page.scale
        named = mark.index in (state.chosen_row, state.hovered_row)
        if y < -1 or y > state.height + 1 or mark.index in changed:
            continue
        if not mark.cut and not named and (state.zoom < TAG_ZOOM or (mark.inside and state.zoom <= SENTENCE_ZOOM)):
            continue
        inner = "" if mark.at_edge else "‹"
        style: LabelStyle = "cut" if mark.cut else "candidate"
        height = LABEL_HEIGHT if mark.cut else LINE - 1
        word = mark.reason if mark.cut else ("" if not named else "not cut")
        out.append(
            Label(
                style,
                "boundary",
                mark.id,
                mark.index,
                x,
                y,
                height,
                f"{inner}{mark.score:.2f}",
                word,
                "",
                y,
                page.right,
                mark.reason,
                over,
            )
        )
    return out


def _change_labels(page: PlacedPage, state: GutterState) -> list[Label]:
    if "differences" not in state.layers or state.zoom < CUT_ZOOM:
        return []
    x, over = _right_x(page, state)
    names = {m.index: m for m in page.marks.boundaries}
    out = []
    for change in page.marks.changes:
        y = page.y + change.y * page.scale
        if y < -1 or y > state.height + 1:
            continue
        sign = CHANGE_STYLES[change.kind].sign
        name = names[change.index].id if change.index in names else ""
        why = names[change.index].reason if change.kind == "added" and change.index in names else ""
        words = why or change.text  # the sign says "added"; both words have no room in the gutter
        out.append(
            Label(
                "change",
                "boundary",
                name,
                change.index,
                x,
                y,
                LABEL_HEIGHT,
                sign,
                words,
                "",
                y,
                page.right,
                change.kind,
                over,
            )
        )
    return out


def _evidence_labels(page: PlacedPage, state: GutterState) -> list[Label]:
    if "evidence" not in state.layers or state.zoom < CUT_ZOOM:
        return []
    x, over = _right_x(page, state)
    out = []
    for mark in page.marks.evidence:
        _, top, _, bottom = bounds(tuple((x, y) for r in mark.rects for x, y in ((r[0], r[1]), (r[2], r[3]))))
        y = page.y + (top + bottom) / 2 * page.scale
        if -1 <= y <= state.height + 1:
            words = mark.word or (f"rank {mark.rank}" if mark.rank else "not found")
            sign = "" if mark.word else "✓" if mark.found else "✕"
            tone = "found" if mark.found else "missed"
            out.append(Label("evidence", "", "", -1, x, y, LABEL_HEIGHT, sign, words, "", y, page.right, tone, over))
    return out


def label_area(label: Label) -> tuple[float, float, float, float]:
    """Where a click means this label."""
    top, bottom = label.y - label.height / 2, label.y + label.height / 2
    if label.left:
        return (label.x - 60, top, label.x, bottom)
    return (label.x, top, label.x + LABEL_WIDTH, bottom)
