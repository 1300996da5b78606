"""Whether suspicious text can be seen after all: the page is painted and the pixels decide.

Text of the colour of its ground, or under a painted area, is suspicious; but shadings, patterns and clip paths are not in
the list of painted areas, so white text on a gradient would be suspected as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chunkstudio.layout.fragments import Fragment
from chunkstudio.layout.hidden_text import color_distance, is_clip
from chunkstudio.layout.model import Rect, union

_SCALE = 1.5
_MOST_PIXELS = 3_000_000
_MOST_SAMPLES = 3000
_NEAR_INK, _OFF_INK = 100, 24
_INK_SHARE, _GROUND_SHARE = 0.01, 0.3


def seen_fragments(page: Any, suspects: Sequence[Fragment], matrix: Any) -> list[bool]:
    """For each fragment whether pixels of its ink's colour stand on a ground of another colour.

    ``matrix`` makes a PyMuPDF matrix from a scale. The page is painted once, and no larger than three million pixels.
    """
    if not suspects:
        return []
    area = union([f.rect for f in suspects])
    width, height = max(area[2] - area[0], 1.0), max(area[3] - area[1], 1.0)
    scale = min(_SCALE, (_MOST_PIXELS / (width * height)) ** 0.5)
    pixmap = page.get_pixmap(matrix=matrix(scale), clip=area, alpha=False)
    return [_is_seen(pixmap, f, scale) for f in suspects]


def _is_seen(pixmap: Any, fragment: Fragment, scale: float) -> bool:
    counts = _pixels(pixmap, fragment.rect, scale)
    total = sum(counts.values())
    if total == 0:
        return False
    color = fragment.style.color
    if is_clip(fragment):  # what is painted through the letters may have any colour
        color = max(counts, key=lambda pixel: counts[pixel])
        return sum(n for pixel, n in counts.items() if color_distance(pixel, color) >= _OFF_INK) >= _INK_SHARE * total
    ink = sum(n for pixel, n in counts.items() if color_distance(pixel, color) < _NEAR_INK)
    ground = sum(n for pixel, n in counts.items() if color_distance(pixel, color) >= _OFF_INK)
    return ink >= _INK_SHARE * total and ground >= _GROUND_SHARE * total


def _pixels(pixmap: Any, rect: Rect, scale: float) -> dict[int, int]:
    """How often each colour (0xRRGGBB) is met in a rectangle of the page, sampled evenly."""
    columns = range(max(int(rect[0] * scale) - pixmap.x, 0), min(int(rect[2] * scale) - pixmap.x + 1, pixmap.width))
    rows = range(max(int(rect[1] * scale) - pixmap.y, 0), min(int(rect[3] * scale) - pixmap.y + 1, pixmap.height))
    total = len(columns) * len(rows)
    if total == 0:
        return {}
    step = max(1, round((total / _MOST_SAMPLES) ** 0.5))
    samples, stride, n = pixmap.samples_mv, pixmap.stride, pixmap.n
    counts: dict[int, int] = {}
    for y in rows[::step]:
        for x in columns[::step]:
            at = y * stride + x * n
            pixel = samples[at] << 16 | samples[at + 1] << 8 | samples[at + 2]
            counts[pixel] = counts.get(pixel, 0) + 1
    return counts
