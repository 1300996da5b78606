"""Tables drawn with little white: labels beside two rows, figures close to words, titles over three columns without rules."""

from __future__ import annotations

from chunkstudio.layout.model import Line, TableGrid, union
from chunkstudio.layout.tables import build_table
from tests.layout.made_pages import line


def grid_of(lines: list[Line]) -> TableGrid:
    """The grid of some lines, all in one table."""
    grid = build_table(lines, union([one.rect for one in lines]), ())
    assert grid is not None
    return grid


def ending(text: str, x: float, y: float) -> Line:
    """A line that ends at ``x``."""
    return line(text, x - 5.0 * len(text), y)


def test_that_labels_in_the_middle_of_two_rows_leave_the_columns_of_figures_apart() -> None:
    lines = [line("Quay", 72, 100), ending("Dues", 170, 100), ending("Fees", 230, 100)]
    for y, label in ((116, "Upper gate"), (130, "Lower gate"), (152, "Tide lock"), (184, "Sea"), (208, "Locks")):
        lines.append(line(label, 72, y))
    for number, y in enumerate((116, 130, 144, 160, 176, 192, 208)):
        lines += [ending(text, x, y) for text, x in ((f"{number + 1},345", 170), (f"{number}.5", 230))]
    grid = grid_of(lines)
    assert grid.columns == 3
    assert {row[1] for row in grid.grid()} >= {f"{number},345" for number in range(1, 8)}


def test_that_words_close_behind_a_column_of_figures_are_a_column() -> None:
    words = ["Dredged in the spring of the year", "Shut", "Open to all boats but colliers", "Sold to the town", "Let"]
    lines = [line("Berth", 72, 100), ending("Depth", 160, 100), line("State", 167, 100)]
    for number, text in enumerate(words):
        y = 114.0 + 14 * number
        lines += [line(f"No {number}", 72, y), ending(f"{number + 1},2{number}0", 160, y), line(text, 167, y)]
    assert [row[2] for row in grid_of(lines).grid()] == ["State", *words]


def test_that_a_column_parts_where_no_label_reaches() -> None:
    labels = ["Lock", "Quay", "Lamp", "Gate", "Ferry pilot and his mate", "Rope", "Tide", "Coal", "Wool"]
    lines = [line("Trade", 72, 100), ending("Crowns", 240, 100)]
    for number, label in enumerate(labels):
        lines += [line(label, 72, 114.0 + 14 * number), ending("12,345", 240, 114.0 + 14 * number)]
    assert [row for row in grid_of(lines).grid() if row[0].startswith("Ferry")] == [["Ferry pilot and his mate", "12,345"]]


def test_that_a_title_right_over_the_middle_one_of_three_spans_them_without_a_rule() -> None:
    lines = [
        line("Dues", 252, 86),
        *(line(text, x, 100) for text, x in (("Pier", 72), ("Low", 172), ("Mid", 252), ("Top", 332))),
    ]
    for number in range(4):
        y = 114.0 + 14 * number
        lines += [line(f"Pier {number}", 72, y), *(ending(f"{n}{number}5", x, y) for n, x in enumerate((187, 267, 347), 1))]
    grid = grid_of(lines)
    assert grid.header_rows == 2
    assert grid.grid()[:2] == [["Pier", "Dues", "Dues", "Dues"], ["Pier", "Low", "Mid", "Top"]]


def test_that_titles_wrapped_side_by_side_do_not_span_the_columns_between_them() -> None:
    lines = [line(text, x, 93) for text, x in (("Pier", 72), ("Low", 152), ("Mid", 252), ("Top", 352))]
    lines += [line("Margin", 197, 86), line("of low", 197, 98), line("Margin", 297, 86), line("of mid", 297, 98)]
    for number in range(4):
        y = 114.0 + 14 * number
        lines += [line(f"Pier {number}", 72, y), *(ending(f"{n}{number}5", x, y) for n, x in enumerate(range(167, 400, 50), 1))]
    titles = {text for row in grid_of(lines).grid()[:2] for text in row}
    assert {"Margin of low", "Margin of mid"} <= titles
