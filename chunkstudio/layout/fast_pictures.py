"""Pictures on a page: raster images, and charts and diagrams made of lines and shapes, with the labels at their edges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.captions import caption_label
from chunkstudio.layout.geometry import area, common_x, common_y, height, same_row, share_inside, width
from chunkstudio.layout.model import Line, ParsedPage, Rect, union
from chunkstudio.layout.table_words import bands_of, is_value, words_of

_SMALLEST_SHARE = 0.002
_BACKGROUND_SHARE = 0.6
_TILE_GAP = 3.0
_LABEL_GAP = 10.0
_LONGEST_LABEL = 40
_LONGEST_NUMBER = 12
_MOST_LETTERS = 200
_LEAST_ROWS = 3
_ROW_GAP = 1.5
_LARGER = 1.1
_FLAT = 3.0
_LONG = 4.0


def picture_areas(page: ParsedPage) -> list[Rect]:
    """Areas of images on the displayed page, tiles of one image joined. What lies under text or a title is no picture."""
    whole = page.width * page.height or 1.0
    usual = usual_size(page.lines)
    drawn = _charts(page, usual)
    joined = _joined([image for image in page.images if area(image) > 0])
    out: list[Rect] = []
    for rect in joined:
        share = area(rect) / whole
        if share < _SMALLEST_SHARE:
            continue
        inside = [line for line in page.lines if share_inside(line.rect, rect) > 0.6]
        if (share >= _BACKGROUND_SHARE and len(inside) >= 3) or _is_title_bar(rect, inside, usual):
            continue
        out.append(rect)
    free = [rect for rect in drawn if not any(share_inside(rect, other) > 0.5 for other in out)]
    return [*out, *free]


def _charts(page: ParsedPage, usual: float) -> list[Rect]:
    """Drawings with little text in them, and their labels: the numbers and words of an axis, short lines at an edge."""
    loose = _outside_captions(page.lines) if page.drawings else []
    out: list[Rect] = []
    for drawing in page.drawings:
        inside = [line for line in page.lines if share_inside(line.rect, drawing) > 0.6]
        letters = sum(ch.isalpha() for line in inside for ch in line.text)
        if letters > _MOST_LETTERS or any(len(line.text) > _LONGEST_LABEL for line in inside) or _are_rows(inside):
            continue
        if _is_title_bar(drawing, inside, usual):
            continue
        out.append(_with_labels(drawing, loose, usual))
    return _joined(out) if out else []


def _are_rows(lines: Sequence[Line]) -> bool:
    """True for rows of figures on shaded stripes: three or more that follow closely, as the numbers of two axes do not."""
    bands = bands_of(words_of(lines)) if len(lines) >= _LEAST_ROWS else []
    figures = [band for band in bands if sum(is_value(word.text) for word in band.words) >= 2]
    if len(figures) < _LEAST_ROWS or 2 * len(figures) < len(bands):
        return False
    return median(b.y0 - a.y1 for a, b in pairwise(figures)) < _ROW_GAP * median(band.y1 - band.y0 for band in figures)


def _is_title_bar(drawing: Rect, inside: Sequence[Line], usual: float) -> bool:
    """A bar or frame around one row of words in type that is larger than text (``usual``), or bold: the title of a section."""
    if not inside or any(not same_row(line.rect, inside[0].rect) for line in inside):
        return False
    size = max(line.size for line in inside)
    strong = size >= _LARGER * usual or (size >= usual and any(line.bold for line in inside))
    worded = sum(ch.isalpha() for line in inside for ch in line.text) >= 2
    flat = height(drawing) <= _FLAT * size and width(drawing) >= _LONG * height(drawing)
    return strong and worded and flat


def _outside_captions(lines: Sequence[Line]) -> list[Line]:
    """The lines that neither open a caption nor go on with one right below, in its look."""
    captions = [line for line in lines if caption_label(line.text) is not None]
    for line in lines:
        if any(_goes_on(line, head) for head in captions):
            captions.append(line)
    return [line for line in lines if line not in captions]


def _goes_on(line: Line, head: Line) -> bool:
    look = (line.size, line.font, line.bold, line.italic) == (head.size, head.font, head.bold, head.italic)
    return look and 0.0 < line.rect[1] - head.rect[1] < 1.6 * head.size and common_x(line.rect, head.rect) > 0


def usual_size(lines: Sequence[Line]) -> float:
    """The font size of most characters, in points (10 without text)."""
    weights: dict[float, int] = {}
    for line in lines:
        weights[line.size] = weights.get(line.size, 0) + len(line.text)
    return max(weights, key=lambda size: (weights[size], size)) if weights else 10.0


def _with_labels(drawing: Rect, lines: Sequence[Line], usual: float) -> Rect:
    """The drawing grown by labels at its edges, twice: the numbers of an axis, then the name below them."""
    rect = drawing
    for _ in range(2):
        near = [line.rect for line in lines if _is_label(line, usual) and _touches(line.rect, rect)]
        rect = union([rect, *near])
    return rect


def _is_label(line: Line, usual: float) -> bool:
    short = len(line.text) <= (_LONGEST_LABEL if line.size <= 0.92 * usual else _LONGEST_NUMBER)
    return short and line.size <= 1.02 * usual and caption_label(line.text) is None


def _touches(label: Rect, rect: Rect) -> bool:
    across, down = common_x(label, rect), common_y(label, rect)
    return (across > 0 and down > -_LABEL_GAP) or (down > 0 and across > -_LABEL_GAP)


def _joined(rects: Sequence[Rect]) -> list[Rect]:
    out: list[Rect] = []
    for rect in sorted(rects, key=lambda r: (r[1], r[0]))[:400]:
        touching = [o for o in out if common_x(rect, o) > -_TILE_GAP and common_y(rect, o) > -_TILE_GAP]
        for other in touching:
            out.remove(other)
        out.append(union([rect, *touching]))
    return out
