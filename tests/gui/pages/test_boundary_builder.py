from __future__ import annotations

from chunkstudio.gui.pages.boundary_builder import boundary_seams
from chunkstudio.gui.pages.unit_places import UnitPlace
from chunkstudio.layout.model import Rect


class _CountedEdge(float):
    """A right edge that counts how often another edge is held against it."""

    compared = 0

    def __gt__(self, other: float) -> bool:
        _CountedEdge.compared += 1
        return float(self) > other


def _places(count: int, right: float) -> list[UnitPlace]:
    lines: list[Rect] = [(0.0, 12.0 * k, right, 12.0 * k + 10) for k in range(count)]
    return [UnitPlace(k, f"p1.b{k}", (line,), (0.0, 612.0), True) for k, line in enumerate(lines)]


def test_that_a_seam_lies_below_the_nearest_line_above_its_unit() -> None:
    left = UnitPlace(5, "p1.b5", ((50.0, 100.0, 250.0, 112.0),), (50.0, 300.0), True)
    right = UnitPlace(6, "p1.b6", ((320.0, 40.0, 560.0, 52.0),), (310.0, 560.0), True)
    head = UnitPlace(4, "p1.b4", ((50.0, 10.0, 560.0, 30.0),), (50.0, 560.0), True)
    seams = boundary_seams([head, left, right])
    assert 30.0 <= seams[4].middle <= 100.0
    assert 30.0 <= seams[5].middle <= 40.0


def test_that_units_of_a_long_page_of_text_do_not_each_look_at_all_others() -> None:
    places = _places(2000, _CountedEdge(612))
    seams = boundary_seams(places)
    assert [round(seams[k].middle) for k in range(3)] == [11, 23, 35]
    assert _CountedEdge.compared < 20 * len(places)
