from __future__ import annotations

from chunkstudio.gui.evaluation.evidence_pick import pick_between, picks_of_box
from chunkstudio.layout.model import LayoutBox, LayoutPage, Line, TableCell, TableGrid


def line(text: str, top: float) -> Line:
    stops, ends, at = [], [], 0
    for word in text.split(" "):
        stops.append((at, 100.0 + 6 * at))
        ends.append(100.0 + 6 * (at + len(word)))
        at += len(word) + 1
    return Line(text, (100.0, top, 100.0 + 6 * len(text), top + 10), 10, stops=tuple(stops), ends=tuple(ends))


def paragraph(name: str, top: float, *texts: str) -> LayoutBox:
    lines = tuple(line(t, top + 12 * k) for k, t in enumerate(texts))
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    rect = (100.0, top, max(one.rect[2] for one in lines), lines[-1].rect[3])
    return LayoutBox(name, 1, rect, "text", " ".join(texts), lines, tuple(starts))


def table(top: float) -> LayoutBox:
    words = [["Pump", "Flow"], ["north", "12"], ["south", "14"]]
    cells = tuple(
        TableCell(r, c, words[r][c], header=r == 0, rect=(100.0 + 80 * c, top + 20 * r, 180.0 + 80 * c, top + 20 * r + 20))
        for r in range(3)
        for c in range(2)
    )
    rows = tuple((100.0, top + 20 * r, 260.0, top + 20 * r + 20) for r in range(3))
    return LayoutBox("p1.b9", 1, (100.0, top, 260.0, top + 60), "table", table=TableGrid(3, 2, cells, 1, rows))


PAGE = LayoutPage(
    1,
    600,
    800,
    0,
    "1",
    "fast",
    (
        paragraph("p1.b0", 100, "The pumps run at night", "and rest by day."),
        paragraph("p1.b1", 140, "Valves are closed."),
        table(200),
    ),
)


def test_that_a_drag_within_a_line_takes_whole_words() -> None:
    pick = pick_between(PAGE, (130, 105), (170, 105))
    assert pick is not None
    assert pick.quote == "pumps run"
    assert len(pick.rects) == 1


def test_that_a_drag_backwards_over_boxes_takes_the_text_between() -> None:
    pick = pick_between(PAGE, (110, 145), (215, 105))
    assert pick is not None
    assert pick.quote == "night and rest by day. Valves"


def test_that_a_drag_in_a_table_takes_the_cells_that_it_touches() -> None:
    pick = pick_between(PAGE, (110, 225), (230, 235))
    assert pick is not None
    assert (pick.quote, pick.kind) == ("north 12", "table")
    assert pick.rects == ((100.0, 220.0, 180.0, 240.0), (180.0, 220.0, 260.0, 240.0))


def test_that_a_rectangle_from_the_margin_takes_everything_in_it() -> None:
    pick = pick_between(PAGE, (50, 135), (300, 255))
    assert pick is not None
    assert pick.quote == "Valves are closed. Pump Flow north 12 south 14"


def test_that_a_rectangle_over_nothing_takes_nothing() -> None:
    assert pick_between(PAGE, (400, 400), (500, 500)) is None


def test_that_a_table_box_offers_itself_and_each_row() -> None:
    picks = picks_of_box(PAGE.boxes[2], [])
    assert [p.quote for p in picks] == ["Pump Flow north 12 south 14", "Pump Flow", "north 12", "south 14"]
    assert picks[2].rects == ((100.0, 220.0, 260.0, 240.0),)
