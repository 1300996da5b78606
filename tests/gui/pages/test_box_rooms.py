from __future__ import annotations

import random

from chunkstudio.gui.pages.box_rooms import BoxRooms
from chunkstudio.layout.model import Rect


def _looking_at_all(rects: list[Rect], rect: Rect, width: float) -> tuple[float, float, float]:
    x0, y0, x1, y1 = rect
    left, above, right = 0.0, 0.0, width
    for a0, b0, a1, b1 in rects:
        beside = b0 < min(y1, y0 + 14) and b1 > y0
        if beside and a1 <= x0 + 1:
            left = max(left, a1)
        elif beside and a0 >= x1 - 1:
            right = min(right, a0)
        elif b1 <= y0 + 1 and a0 < x0 + 20 and a1 > x0:
            above = max(above, b1)
    return x0 - left, y0 - above, right - x1


def _scattered(seed: int) -> list[Rect]:
    draw = random.Random(seed)
    out: list[Rect] = []
    for _ in range(draw.randrange(1, 60)):
        x, y = draw.randrange(0, 500, 5), draw.randrange(0, 760, 3)
        out.append((x, y, x + draw.choice((4, 30, 200, 500)), y + draw.choice((0, 1, 9, 12, 40, 300))))
    return out


def test_that_the_room_of_a_box_is_what_looking_at_every_other_box_tells() -> None:
    for seed in range(200):
        rects = _scattered(seed)
        rooms = BoxRooms(rects, 612)
        assert [rooms.around(r) for r in rects] == [_looking_at_all(rects, r, 612) for r in rects]


class _CountedEdge(float):
    """An edge that counts how often it is compared."""

    compared = 0

    def __le__(self, other: float) -> bool:
        _CountedEdge.compared += 1
        return float(self) <= other

    def __gt__(self, other: float) -> bool:
        _CountedEdge.compared += 1
        return float(self) > other


def test_that_boxes_of_a_long_page_of_text_do_not_each_look_at_all_others() -> None:
    rects: list[Rect] = [(0.0, 12.0 * k, _CountedEdge(612), 12.0 * k + 12) for k in range(2000)]
    rooms = BoxRooms(rects, 612)
    assert [rooms.around(r) for r in rects] == [(0.0, 0.0, 0.0)] * len(rects)
    assert _CountedEdge.compared < 20 * len(rects)
