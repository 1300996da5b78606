"""Rectangles of a page: overlaps, gaps, and the turn of a page into its reading frame.

A reading frame is the page turned or mirrored such that its lines run from left to right and follow each other
from top to bottom. Sideways text, top-to-bottom writing and right-to-left columns are then ordered by one routine.
These functions are asked thousands of times a page, so they compare without calls.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from chunkstudio.layout.model import Line, Rect
from chunkstudio.layout.reading_frame import extent

Frame = Literal["upright", "mirrored", "down", "up", "turned"]
_FRAMES: dict[int, Frame] = {90: "up", 180: "turned", 270: "down"}
_ANGLES = {frame: angle for angle, frame in _FRAMES.items()}


def width(rect: Rect) -> float:
    """Extent in x in points, never negative."""
    return rect[2] - rect[0] if rect[2] > rect[0] else 0.0


def height(rect: Rect) -> float:
    """Extent in y in points, never negative."""
    return rect[3] - rect[1] if rect[3] > rect[1] else 0.0


def area(rect: Rect) -> float:
    """Width times height in square points."""
    return width(rect) * height(rect)


def clamped(rect: Rect, page: Rect) -> Rect:
    """The part of a rectangle that lies on the page (without area where none does)."""
    x0, y0 = min(max(rect[0], page[0]), page[2]), min(max(rect[1], page[1]), page[3])
    return x0, y0, max(x0, min(rect[2], page[2])), max(y0, min(rect[3], page[3]))


def common_x(a: Rect, b: Rect) -> float:
    """How far two rectangles overlap in x (negative: the gap between them)."""
    return (a[2] if a[2] < b[2] else b[2]) - (a[0] if a[0] > b[0] else b[0])


def common_y(a: Rect, b: Rect) -> float:
    """How far two rectangles overlap in y (negative: the gap between them)."""
    return (a[3] if a[3] < b[3] else b[3]) - (a[1] if a[1] > b[1] else b[1])


def share_inside(inner: Rect, outer: Rect) -> float:
    """The share 0..1 of ``inner`` that lies in ``outer``; a rectangle without area counts by its extent in each direction."""
    x = (inner[2] if inner[2] < outer[2] else outer[2]) - (inner[0] if inner[0] > outer[0] else outer[0])
    if x < 0:
        return 0.0
    y = (inner[3] if inner[3] < outer[3] else outer[3]) - (inner[1] if inner[1] > outer[1] else outer[1])
    if y < 0:
        return 0.0
    wide, tall = inner[2] - inner[0], inner[3] - inner[1]
    return (min(1.0, x / wide) if wide > 0 else 1.0) * (min(1.0, y / tall) if tall > 0 else 1.0)


def share_of_width(a: Rect, b: Rect) -> float:
    """Overlap in x as a share of the narrower of both."""
    wide, other = a[2] - a[0], b[2] - b[0]
    narrow = wide if wide < other else other
    common = (a[2] if a[2] < b[2] else b[2]) - (a[0] if a[0] > b[0] else b[0])
    return common / narrow if narrow > 0 and common > 0 else 0.0


def same_row(a: Rect, b: Rect) -> bool:
    """True if two line rectangles stand on one printed row: the lower one's middle lies within the other, and back."""
    common = (a[3] if a[3] < b[3] else b[3]) - (a[1] if a[1] > b[1] else b[1])
    if common <= 0:
        return False
    tall, other = a[3] - a[1], b[3] - b[1]
    low = tall if tall < other else other
    return low > 0 and common > 0.55 * low


def to_frame(rect: Rect, frame: Frame) -> Rect:
    """A rectangle in the coordinates of a reading frame (signs may be negative; only order and distances matter)."""
    if frame == "mirrored":
        return (-rect[2], rect[1], -rect[0], rect[3])
    return rect if frame == "upright" else extent(_ANGLES[frame], rect)


def line_frame(line: Line) -> Frame:
    """The frame in which this line runs from left to right."""
    if line.vertical:
        return "down"
    if line.angle:
        return _FRAMES.get(line.angle, "upright")
    return "mirrored" if line.rtl else "upright"


def main_frame(lines: Iterable[Line]) -> Frame:
    """The frame of most characters; ties go to upright text."""
    weight: dict[Frame, int] = {"upright": 0}
    for line in lines:
        frame = line_frame(line) if line.angle or line.vertical or line.rtl else "upright"
        weight[frame] = weight.get(frame, 0) + len(line.text)
    return max(weight, key=lambda f: (weight[f], f == "upright"))
