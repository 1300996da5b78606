"""Lines of a page grouped into blocks of one paragraph, heading or list item each, by gaps, indents, sizes and markers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from chunkstudio.layout.geometry import Frame, common_x, height, same_row, share_of_width, to_frame, width
from chunkstudio.layout.heading_styles import font_family
from chunkstudio.layout.line_order import sentence_runs_on, usual_white
from chunkstudio.layout.list_markers import is_bullet, printed_marker
from chunkstudio.layout.model import Line, Rect, union

_END = re.compile(r"[.!?:;。！？][\"'”’)\]]*$")
_OPENER = re.compile(r"^[\"'“‘(\[]?[A-ZÀ-ÖØ-Þ0-9]")
_WORD = re.compile(r"[^\W\d_]{3}")
LARGER = 1.04
"""A line in another font and larger by so much than the next is a title above it."""
_FURTHEST = 0.95
_USUAL = 0.3
"""White between lines of text, in font sizes, where the page does not tell."""
_DOUBLE = 1.8
_LONG = 40
_NOWHERE: Rect = (0.0, 0.0, 0.0, 0.0)


@dataclass(slots=True)
class Block:
    """Lines that belong together, one at least.

    ``rect`` and ``places`` are in the reading frame ``frame``; ``page_rect`` and ``lines`` keep displayed coordinates.
    """

    frame: Frame
    lines: list[Line] = field(default_factory=list)
    places: list[Rect] = field(default_factory=list)
    marker: str | None = None
    rect: Rect = _NOWHERE
    page_rect: Rect = _NOWHERE

    def add(self, line: Line, place: Rect) -> None:
        """Take in a line whose rectangle in the reading frame is ``place``."""
        if not self.lines:
            self.marker = printed_marker(line.text)
        self.rect = union((self.rect, place)) if self.lines else place
        self.page_rect = union((self.page_rect, line.rect)) if self.lines else line.rect
        self.lines.append(line)
        self.places.append(place)

    @property
    def text(self) -> str:
        """Its lines joined by blanks."""
        return " ".join(line.text.strip() for line in self.lines)

    @property
    def size(self) -> float:
        """The font size of most of its characters, in points."""
        weights: dict[float, int] = {}
        for line in self.lines:
            weights[line.size] = weights.get(line.size, 0) + len(line.text)
        return max(weights, key=lambda s: (weights[s], s))

    @property
    def bold(self) -> bool:
        """True if all of its lines are bold."""
        return all(line.bold for line in self.lines)

    @property
    def mono(self) -> bool:
        """True if most of its characters are in a typewriter font."""
        return sum(len(x.text) for x in self.lines if x.mono) * 2 > sum(len(x.text) for x in self.lines)


def blocks_of(lines: Sequence[Line], frame: Frame) -> list[Block]:
    """Blocks of the lines, which all read in ``frame``, in the order of their first lines."""
    placed = _in_order([(to_frame(line.rect, frame), line) for line in lines])
    blocks: list[Block] = []
    active: list[Block] = []
    white = usual_white(placed)
    for place, line in placed:
        active = [b for b in active if place[1] - b.places[-1][3] < 3.0 * height(b.places[-1]) + 2.0]
        host = _host(active, line, place, white)
        if host is None:
            host = Block(frame)
            blocks.append(host)
            active.append(host)
        host.add(line, place)
    return blocks


def _in_order(placed: list[tuple[Rect, Line]]) -> list[tuple[Rect, Line]]:
    """From top to bottom; a marker that is a line of its own comes right before the text that it stands in front of."""
    height_of = {id(line): place[1] for place, line in placed}
    for place, line in placed:
        if len(line.text.strip()) > 4 or not _is_marker(line):
            continue
        texts = [(p, t) for p, t in placed if t is not line and same_row(place, p) and 0 <= p[0] - place[2] <= 3.6 * t.size]
        if texts:
            text_place, text = min(texts, key=lambda item: item[0][0])
            top = min(place[1], text_place[1])
            height_of[id(line)], height_of[id(text)] = top - 0.002, top - 0.001
    return sorted(placed, key=lambda item: (height_of[id(item[1])], item[0][0]))


def _is_marker(line: Line) -> bool:
    return printed_marker(line.text.strip() + " x") is not None


def _host(active: Sequence[Block], line: Line, place: Rect, white: float) -> Block | None:
    """The block that this line continues: the nearest one above it, or the one on its own row right before it."""
    best: tuple[float, Block] | None = None
    for block in active:
        last = block.places[-1]
        if same_row(place, last):
            gap = place[0] - last[2]
            if -1.0 <= gap <= 3.6 * line.size and _goes_on_in_row(block, line, gap):
                return block
            continue
        above = place[1] - last[3]
        if above < -0.6 * height(last) or share_of_width(place, block.rect) < 0.3:
            continue
        if best is None or above < best[0]:
            best = (above, block)
    if best is None or not _continues(best[1], line, place, white):
        return None
    return best[1]


def _goes_on_in_row(block: Block, line: Line, gap: float) -> bool:
    last = block.lines[-1]
    if gap <= 0.45 * line.size and abs(last.size - line.size) < 0.3 * line.size:
        return True
    return len(block.lines) == 1 and _is_marker(last) and len(last.text.strip()) <= 4


def _continues(block: Block, line: Line, place: Rect, white: float) -> bool:
    """Whether the line is part of the paragraph, heading or item of the block right above it (``white``: see usual_white)."""
    last, last_place = block.lines[-1], block.places[-1]
    if line.mono and last.mono and block.mono and abs(last.size - line.size) <= 0.08 * last.size:
        return place[1] - last_place[3] <= 1.6 * height(last_place)
    if abs(last.size - line.size) > 0.08 * max(last.size, line.size) or (
        last.bold != line.bold and not _within_run(block, line)
    ):
        return False
    double = white <= _DOUBLE * line.size and len(last.text) >= _LONG
    furthest = max(_FURTHEST * max(line.size, 1.0), 1.15 * white if double else 0.0)
    typed = last.mono != line.mono and (block.mono or line.mono) and not sentence_runs_on([last], [line])
    if typed or place[1] - last_place[3] > furthest:
        return False
    if len(block.lines) == 1 and _is_title_above(last, last_place, line, place, white):
        return False
    step = place[1] - last_place[1]
    steps = [b[1] - a[1] for a, b in zip(block.places, block.places[1:], strict=False) if b[1] - a[1] > 2.0]
    if steps and step > 1.3 * median(steps):
        return False
    if printed_marker(line.text) is not None and (block.marker is not None or _fresh_line(block, place)):
        return False
    return not _new_paragraph(block, line, place)


def _is_title_above(title: Line, title_place: Rect, line: Line, place: Rect, white: float) -> bool:
    """A line in another, larger type than the next; a number set apart from text that does not hang from it; or capitals
    above text that opens a sentence, shorter than its line. The last two have more white below than lines have."""
    if title.size >= LARGER * line.size and font_family(title.font) != font_family(line.font):
        return True
    marker = printed_marker(title.text)
    apart = white > 0 and place[1] - title_place[3] > white + _USUAL * line.size
    if apart and marker is not None and not is_bullet(marker) and place[0] <= title_place[0] + line.size:
        return True
    if not title.text.isupper() or line.text.isupper() or not line.text[:1].isupper() or not _WORD.search(title.text):
        return False
    return width(title_place) < 0.8 * width(place) and place[1] - title_place[3] > 1.3 * (white or _USUAL * line.size)


def _within_run(block: Block, line: Line) -> bool:
    """Bold changes inside a paragraph: a lead-in or an emphasised line amid full lines of one look."""
    return len(block.text) > 80 and not _END.search(block.lines[-1].text) and line.text[:1].islower()


def _fresh_line(block: Block, place: Rect) -> bool:
    """True unless a marker-like start is only a wrapped word: the line above ends well before the block's edge."""
    return (
        block.places[-1][2] < block.rect[2] - 0.12 * width(block.rect)
        or _END.search(block.lines[-1].text) is not None
        or (place[0] > block.rect[0] + 3.0)
    )


def _new_paragraph(block: Block, line: Line, place: Rect) -> bool:
    last, last_place, em = block.lines[-1], block.places[-1], max(line.size, 1.0)
    ended = _END.search(last.text.strip()) is not None
    fresh = _OPENER.match(line.text.strip()) is not None
    if block.marker is not None:
        text_start = block.places[1][0] if len(block.places) > 1 else block.places[0][0] + 0.6 * em
        if place[0] < text_start - 0.6 * em and place[0] <= block.places[0][0] + 1.0 and len(block.places) > 1:
            return True
        return ended and place[0] <= block.places[0][0] + 1.0 and fresh and last_place[2] < block.rect[2] - 2 * em
    indented = place[0] - block.rect[0] > 0.8 * em and abs(last_place[0] - block.rect[0]) < 1.5
    if indented and (ended or len(block.lines) > 1) and fresh and not _centred(block, place):
        return True
    short = last_place[2] < max(block.rect[2], place[2]) - max(3.0 * em, 0.12 * width(block.rect))
    return short and ended and fresh and common_x(place, last_place) > 0


def _centred(block: Block, place: Rect) -> bool:
    middle = (block.rect[0] + block.rect[2]) / 2
    return abs((place[0] + place[2]) / 2 - middle) < 3.0
