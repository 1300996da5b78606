"""Coordinates along and across the direction of writing, so that sideways and rotated text needs no code of its own.

A frame has ``u`` growing in reading direction and ``v`` growing from line to line (downward for upright text).
Angles are counter-clockwise as displayed, in degrees: 0, 90, 180 or 270.
"""

from __future__ import annotations

import math

from chunkstudio.layout.model import Rect


def angle_of(direction: tuple[float, float]) -> int:
    """The multiple of 90 degrees nearest to a direction vector (x right, y down)."""
    if direction == (1.0, 0.0):
        return 0
    return round(math.degrees(math.atan2(-direction[1], direction[0])) / 90) * 90 % 360


def to_frame(angle: int, x: float, y: float) -> tuple[float, float]:
    """Page coordinates (points, y down) as ``(u, v)``."""
    if angle == 0:
        return x, y
    if angle == 90:
        return -y, x
    return (-x, -y) if angle == 180 else (y, -x)


def extent(angle: int, rect: Rect) -> tuple[float, float, float, float]:
    """A page rectangle as ``(u0, v0, u1, v1)``."""
    x0, y0, x1, y1 = rect
    if angle == 0:
        return rect
    if angle == 90:
        return -y1, x0, -y0, x1
    return (-x1, -y1, -x0, -y0) if angle == 180 else (y0, -x1, y1, -x0)


def page_rect(angle: int, u0: float, v0: float, u1: float, v1: float) -> Rect:
    """The way back from :func:`extent`."""
    if angle == 0:
        return u0, v0, u1, v1
    if angle == 90:
        return v0, -u1, v1, -u0
    return (-u1, -v1, -u0, -v0) if angle == 180 else (-v1, u0, -v0, u1)


def axis_position(angle: int, u: float) -> float:
    """Where ``u`` lies on the page: x for angles 0 and 180, y for 90 and 270."""
    return u if angle in (0, 270) else -u
