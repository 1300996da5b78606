"""Statements of figures by the fast parser: labels far from their figures, groups, stripes, and several on one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chunkstudio.layout.fast import fast_regions
from chunkstudio.layout.model import Line, ParsedPage, Rect, Region
from tests.layout.made_pages import FILLER, HEIGHT, WIDTH, block, line

ROWS = [
    ["Gates and locks", "812", "783"],
    ["Tide tables", "432", "412"],
    ["Ropes", "388", "365"],
    ["Lamps and oil", "1,632", "1,560"],
]
FIGURES = (400.0, 480.0)


def row(cells: Sequence[str], y: float) -> list[Line]:
    """A label at the left edge and figures far to the right, those of one column ending under each other."""
    label = [line(cells[0], 72, y)] if cells[0] else []
    return label + [line(text, x - 5.0 * len(text), y) for text, x in zip(cells[1:], FIGURES, strict=False) if text]


def rows(table: Sequence[Sequence[str]], y: float, step: float = 14.0) -> list[Line]:
    """Rows from top to bottom."""
    return [one for number, cells in enumerate(table) for one in row(cells, y + number * step)]


def tables(lines: Sequence[Line], rules: Sequence[Rect] = (), drawings: Sequence[Rect] = ()) -> list[Region]:
    """The tables on a page with these lines below some text."""
    text = block([FILLER] * 4, 72, 60)
    page = ParsedPage(2, WIDTH, HEIGHT, 0, "fast", lines=(*text, *lines), rules=tuple(rules), drawings=tuple(drawings))
    return [region for region in fast_regions(page) if region.table is not None]


def grids(found: Sequence[Region]) -> list[list[list[str]]]:
    """Their cell texts."""
    return [region.table.grid() for region in found if region.table is not None]


def under_figures(*heights: float) -> list[Rect]:
    """Rules over the columns of figures alone."""
    return [(370.0, y, 482.0, y + 0.5) for y in heights]


def test_that_rules_under_the_figures_alone_leave_no_label_outside_the_table() -> None:
    found = tables(rows(ROWS, 200), under_figures(198.0, 240.0, 254.5))
    assert grids(found) == [ROWS]


def test_that_text_beside_bare_figures_is_not_taken_for_their_labels() -> None:
    prose = block([FILLER[:45].lower(), FILLER[3:48].strip(), FILLER[11:56].strip(), FILLER[20:65].strip()] * 3, 72, 196)
    figures = [one for number, cells in enumerate(ROWS * 2) for one in row(["", *cells[1:]], 200 + number * 14)]
    [table] = tables([*prose, *figures], under_figures(198.0, 254.0, 310.0))
    assert table.rect[0] > 360


def test_that_the_titles_of_columns_are_found_above_names_of_groups() -> None:
    lines = [*row(["Crowns", "2025", "2024"], 200), *row(["Goods"], 214), *row(["In store:"], 228), *rows(ROWS, 242)]
    [grid] = grids(tables(lines))
    assert grid == [["Crowns", "2025", "2024"], ["Goods", "", ""], ["In store:", "", ""], *ROWS]
    [table] = tables(lines)
    assert table.table is not None and table.table.header_rows == 1


def test_that_a_title_over_all_columns_of_figures_parts_no_column_from_the_next() -> None:
    over = replace(
        line("Years ended June 30,", 372, 200),
        stops=((0, 372.0), (6, 402.0), (12, 432.0), (17, 457.0)),
        ends=(399.5, 429.5, 454.5, 472.0),
    )
    lines = [over, *row(["Crowns", "2025", "2024"], 214), *rows(ROWS, 228)]
    [grid] = grids(tables(lines))
    assert grid[1:] == [["Crowns", "2025", "2024"], *ROWS]
    assert grid[0][1:] == ["Years ended June 30,", "Years ended June 30,"]


def test_that_a_long_label_over_two_lines_does_not_part_a_table() -> None:
    long = line("Share of the harbour dues that the three towns have agreed", 72, 256)
    lines = [*row(["Crowns", "2025", "2024"], 186), *rows(ROWS, 200), long, *rows([["to pay", "14", "13"], *ROWS], 270)]
    [grid] = grids(tables(lines))
    assert [cells[1] for cells in grid if cells[1] != cells[0]] == [
        "2025",
        "812",
        "432",
        "388",
        "1,632",
        "14",
        "812",
        "432",
        "388",
        "1,632",
    ]


def test_that_rows_of_a_table_may_stand_two_lines_apart() -> None:
    lines = [*row(["Crowns", "2025", "2024"], 178), *rows(ROWS, 200, step=30.0)]
    assert grids(tables(lines)) == [[["Crowns", "2025", "2024"], *ROWS]]


def test_that_a_sentence_between_parts_the_figures_of_two_tables() -> None:
    sentence = line("The dues of the year before stand here for comparison:", 72, 280)
    first = [*row(["Crowns", "2025", "2024"], 186), *rows(ROWS, 200)]
    second = [*row(["Crowns", "2023", "2022"], 300), *rows(ROWS, 314)]
    rules = under_figures(197.5, 242.0, 255.0, 311.5, 356.0, 369.0)
    found = tables([*first, sentence, *second], rules)
    assert [grid[0] for grid in grids(found)] == [["Crowns", "2025", "2024"], ["Crowns", "2023", "2022"]]


def test_that_a_line_of_text_across_parts_two_tables_between_rules_of_one_width() -> None:
    sentence = line(FILLER, 72, 266)
    first = [*row(["Crowns", "2025", "2024"], 186), *rows(ROWS, 200)]
    second = [*row(["Crowns", "2023", "2022"], 280), *rows(ROWS, 294)]
    rules = [(70.0, y, 482.0, y + 0.5) for y in (197.5, 291.5)]
    found = tables([*first, sentence, *second], rules)
    assert [grid[0] for grid in grids(found)] == [["Crowns", "2025", "2024"], ["Crowns", "2023", "2022"]]


def test_that_rows_on_shaded_stripes_are_a_table_and_not_a_picture() -> None:
    stripes = [(70.0, 198.0, 490.0, 256.0)]
    lines = [*row(["Crowns", "2025", "2024"], 184), *rows(ROWS, 200)]
    assert grids(tables(lines, drawings=stripes)) == [[["Crowns", "2025", "2024"], *ROWS]]
