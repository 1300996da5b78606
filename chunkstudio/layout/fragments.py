"""Text of one page as PyMuPDF yields it, cut into fragments of one direction: the raw material of lines.

Input is the mapping of ``TextPage.extractRAWDICT`` (blocks, lines, spans, characters with boxes), in the unrotated page.
A fragment's coordinates are in the reading frame of the page as displayed (see ``reading_frame``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from chunkstudio.layout.model import Rect
from chunkstudio.layout.reading_frame import angle_of, extent, page_rect, to_frame
from chunkstudio.layout.symbol_fonts import printed_symbols, prints_symbols

SUPERSCRIPT, ITALIC, SERIF, MONO, BOLD = 1, 2, 4, 8, 16
CHAR_BOLD, CHAR_FILLED, CHAR_STROKED, CHAR_CLIPPING, CHAR_NO_UNICODE = 8, 16, 32, 64, 128
_ASCENT, _DESCENT = 0.8, 0.22
_WIDE_GAP = 2.0
_FIRST_RTL = "\u0590"
_MONO_NAME = re.compile(
    r"courier|mono(?!type)|consol|typewriter|letter ?gothic|lucida ?(?:sans ?typewriter|console)|menlo|andale|ocr-?[ab]\b|fixed"
)

Glyph = tuple[str, float, float]
"""Character, start and end in points along the reading direction."""


@dataclass(frozen=True, slots=True)
class Style:
    """What all characters of a span share. ``alpha`` is 0..255, ``paint`` PyMuPDF's character flags."""

    font: str
    size: float
    bold: bool
    italic: bool
    mono: bool
    superscript: bool
    color: int
    alpha: int
    paint: int


@dataclass(slots=True)
class Fragment:
    """A run of characters on one baseline, in the order of the file; ``runs`` says from which glyph on a style holds.

    ``start`` and ``end`` bound its ink along the reading direction, ``top`` and ``bottom`` across it, ``base`` is its
    baseline (points). ``text`` is as extracted, not yet sanitised; ``style`` is that of most characters.
    ``covered`` says that a picture painted later, or a clip path, may hide it.
    ``rect`` is its rectangle on the displayed page (points).
    Glyphs are replaced through :meth:`set_glyphs` only, which keeps the rest true.
    """

    angle: int
    vertical: bool
    block: int
    base: float
    top: float
    bottom: float
    glyphs: list[Glyph]
    runs: list[tuple[int, Style]]
    ocr: bool = False
    struck_twice: bool = False
    covered: bool = False
    order: int = 0
    start: float = 0.0
    end: float = 0.0
    text: str = ""
    style: Style = field(init=False)
    rect: Rect = field(init=False)

    def __post_init__(self) -> None:
        self.set_glyphs(self.glyphs, self.runs)

    def set_glyphs(self, glyphs: list[Glyph], runs: list[tuple[int, Style]]) -> None:
        """Replace the characters and where their styles begin."""
        self.glyphs, self.runs = glyphs, runs
        self.text = "".join([g[0] for g in glyphs])
        if self.text.isascii() or max(self.text) < _FIRST_RTL:
            first, last = _outer_ink(glyphs)
            self.start = first[1] if first[1] < last[1] else last[1]
            self.end = last[2] if last[2] > first[2] else first[2]
        else:  # Latin words within a line from right to left: its last sign is not its outermost
            ink = glyphs if glyphs[0][0] > " " and glyphs[-1][0] > " " else [g for g in glyphs if g[0] > " "] or glyphs
            self.start, self.end = min([g[1] for g in ink]), max([g[2] for g in ink])
        self.style = runs[0][1] if len(runs) == 1 else max(self.styles(), key=lambda pair: pair[1])[0]
        self.rect = page_rect(self.angle, self.start, self.top, self.end, self.bottom)

    @property
    def size(self) -> float:
        """Font size in points of most of its characters."""
        return self.style.size

    def part(self, start: int, stop: int) -> Fragment:
        """The characters from ``start`` up to ``stop`` as a fragment of their own."""
        if start == 0 and stop == len(self.glyphs):
            return self
        inside = [(max(at - start, 0), style) for at, style in self.runs if at < stop]
        first = max((i for i, (at, _) in enumerate(self.runs) if at <= start), default=0)
        return replace(self, glyphs=self.glyphs[start:stop], runs=inside[first:])

    def styles(self) -> list[tuple[Style, int]]:
        """Each style with the number of characters that have it."""
        if len(self.runs) == 1:
            return [(self.runs[0][1], len(self.glyphs))]
        ends = [start for start, _ in self.runs[1:]] + [len(self.glyphs)]
        return [(style, end - start) for (start, style), end in zip(self.runs, ends, strict=True)]


def _outer_ink(glyphs: list[Glyph]) -> tuple[Glyph, Glyph]:
    """The first and the last glyph that is no blank, or of all where none is."""
    first, last = 0, len(glyphs) - 1
    while first <= last and glyphs[first][0] <= " ":
        first += 1
    if first > last:
        return glyphs[0], glyphs[-1]
    while glyphs[last][0] <= " ":
        last -= 1
    return glyphs[first], glyphs[last]


def page_fragments(raw: Mapping[str, Any], rotation: int, width: float, height: float) -> list[Fragment]:
    """All fragments of a page in the file's order. ``width`` and ``height`` are of the unrotated page, in points."""
    out: list[Fragment] = []
    for number, block in enumerate(raw["blocks"]):
        for line in block.get("lines", ()):
            out += _line_fragments(line, number, rotation, width, height)
    for order, fragment in enumerate(out):
        fragment.order = order
    return out


def _line_fragments(line: Mapping[str, Any], block: int, rotation: int, width: float, height: float) -> list[Fragment]:
    """The spans of one extracted line, joined while they belong to one layer of text."""
    vertical = bool(line["wmode"])
    raw_angle = 270 if vertical else angle_of(line["dir"])
    angle = (raw_angle - rotation) % 360
    shift_u, shift_v = _rotation_shift(raw_angle, angle, rotation, width, height)
    plain = raw_angle == 0 and rotation == 0  # the frame is the page, as for most text
    out: list[Fragment] = []
    pieces: list[_Piece] = []
    for span in line["spans"]:
        if not span["chars"]:
            continue
        style = _style(span)
        base = span["origin"][1] if plain else to_frame(raw_angle, *span["origin"])[1] + shift_v
        top, bottom = _heights(span["bbox"], style.size, raw_angle, shift_v, base, vertical)
        if pieces and pieces[-1][0] is not style and not _same_layer(pieces[-1][0], style):
            out += _fragments_of(pieces, angle, vertical, block)
            pieces = []
        if plain:
            glyphs = [(c["c"], (at := c["bbox"])[0], at[2]) for c in span["chars"]]
        else:
            glyphs = _turned_glyphs(span["chars"], raw_angle, shift_u)
        if prints_symbols(style.font):
            glyphs = [(printed_symbols(style.font, c), u0, u1) for c, u0, u1 in glyphs]
        pieces.append((style, glyphs, base, top, bottom))
    if pieces:
        out += _fragments_of(pieces, angle, vertical, block)
    return out


_Piece = tuple[Style, list[Glyph], float, float, float]
"""One span in the reading frame: its style, its glyphs, its baseline, its top and its bottom."""


def _fragments_of(pieces: list[_Piece], angle: int, vertical: bool, block: int) -> Sequence[Fragment]:
    if len(pieces) == 1:
        style, glyphs, base, top, bottom = pieces[0]
        return _split_at_wide_gaps(Fragment(angle, vertical, block, base, top, bottom, glyphs, [(0, style)]))
    joined: list[Glyph] = []
    runs: list[tuple[int, Style]] = []
    for style, glyphs, _, _, _ in pieces:
        if not runs or runs[-1][1] is not style:
            runs.append((len(joined), style))
        joined += glyphs
    base = pieces[0][2]
    if len({p[2] for p in pieces}) > 1:
        base = max(pieces, key=lambda p: (p[0].size, len(p[1])))[2]
    top, bottom = min([p[3] for p in pieces]), max([p[4] for p in pieces])
    return _split_at_wide_gaps(Fragment(angle, vertical, block, base, top, bottom, joined, runs))


def _same_layer(a: Style, b: Style) -> bool:
    """Visible and invisible text never share a fragment; neither do readable fonts and ones without a Unicode map."""
    return (
        a is b
        or (
            (a.alpha == b.alpha or min(a.alpha, b.alpha) > 25)
            and a.color == b.color
            and not (a.paint ^ b.paint) & CHAR_NO_UNICODE
            and min(a.size, b.size) * 3 > max(a.size, b.size)
        )
        or (a.color != b.color and _same_layer_but_color(a, b))
    )


def _same_layer_but_color(a: Style, b: Style) -> bool:
    """Coloured words within a line belong to it, unless one of the colours is so light that it may be hidden."""
    return (
        not _light(a.color) and not _light(b.color) and min(a.alpha, b.alpha) > 25 and not (a.paint ^ b.paint) & CHAR_NO_UNICODE
    )


def _light(color: int) -> bool:
    return min(color >> 16 & 255, color >> 8 & 255, color & 255) > 200


def _style(span: Mapping[str, Any]) -> Style:
    return shared_style(span["font"], span["size"], span["flags"], span["char_flags"], span["color"], span["alpha"])


@lru_cache(maxsize=2048)
def shared_style(name: str, size: float, flags: int, paint: int, color: int, alpha: int) -> Style:
    """The style of a span: bold, italic and typewriter by PyMuPDF's flags or by what the font is called."""
    lowered = name.lower()
    mono = bool(flags & MONO) or _MONO_NAME.search(lowered) is not None
    italic = bool(flags & ITALIC) or "italic" in lowered or "oblique" in lowered
    outlined = paint & CHAR_FILLED and paint & CHAR_STROKED  # filled and stroked: fake bold
    bold = bool(flags & BOLD or paint & CHAR_BOLD or outlined) or "bold" in lowered or "black" in lowered or "heavy" in lowered
    return Style(name, round(size, 2), bold, italic, mono, bool(flags & SUPERSCRIPT), color, alpha, paint)


def _turned_glyphs(chars: list[Mapping[str, Any]], raw_angle: int, shift_u: float) -> list[Glyph]:
    out = []
    for char in chars:
        u0, _, u1, _ = extent(raw_angle, char["bbox"])
        out.append((char["c"], u0 + shift_u, u1 + shift_u))
    return out


def _heights(rect: Rect, size: float, raw_angle: int, shift_v: float, base: float, vertical: bool) -> tuple[float, float]:
    """Top and bottom of the letters; the boxes of the file are far too tall for many fonts, so the em square is used."""
    _, v0, _, v1 = extent(raw_angle, rect)
    v0, v1 = v0 + shift_v, v1 + shift_v
    if vertical or size <= 0 or not 0.6 <= (v1 - v0) / size <= 2.2:
        return v0, v1
    above, below = base - _ASCENT * size, base + _DESCENT * size
    return above if above > v0 else v0, below if below < v1 else v1


def _rotation_shift(raw_angle: int, angle: int, rotation: int, width: float, height: float) -> tuple[float, float]:
    """How far the frame's origin moves when the page is turned for display (rotation in degrees, clockwise)."""
    if rotation == 0:
        return 0.0, 0.0
    displayed = {90: (height, 0.0), 180: (width, height), 270: (0.0, width)}[rotation]
    u, v = to_frame(angle, *displayed)
    u0, v0 = to_frame(raw_angle, 0.0, 0.0)
    return u - u0, v - v0


def _split_at_wide_gaps(fragment: Fragment) -> Sequence[Fragment]:
    """Cut where blanks are so wide that they part columns of a table; code keeps its blanks."""
    style = fragment.style
    if style.mono or ("   " not in fragment.text and "\t" not in fragment.text):
        return (fragment,)
    limit = _WIDE_GAP * max(style.size, 1.0)
    cuts, last_ink, end = [0], -1, 0.0
    for index, (char, u0, u1) in enumerate(fragment.glyphs):
        if char.isspace():
            continue
        if last_ink >= 0 and u0 - end > limit:
            cuts.append(index)
        last_ink, end = index, u1
    return [fragment.part(start, stop) for start, stop in zip(cuts, [*cuts[1:], len(fragment.glyphs)], strict=True)]
