"""A table region and its words become a grid: columns, rows, spans, headers, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunkstudio.layout.model import Line, ParsedPage, Rect, TableCell, TableGrid, union
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.table_kinds import are_headings, is_degenerate, item_rects, kind_of
from chunkstudio.layout.tables import build_table, build_tables
from tests.layout.made_pages import document, line, of_class, page, region

STUB, STEP, PITCH = 72.0, 80.0, 14.0


def rows_of_text(
    rows: Sequence[Sequence[str]], y: float = 100.0, x: float = STUB, step: float = STEP, **style: object
) -> list[Line]:
    """One line for each non-empty cell, columns ``step`` points apart."""
    return [
        line(text, x + column * step, y + index * PITCH, **style)
        for index, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    ]


def grid_of(lines: Sequence[Line], rules: Sequence[Rect] = (), **more: object) -> TableGrid:
    """The grid of some lines, all in one table."""
    grid = build_table(lines, union([one.rect for one in lines]), rules, **more)  # type: ignore[arg-type]
    assert grid is not None
    return grid


def rule(x0: float, y: float, x1: float) -> Rect:
    """A horizontal hairline."""
    return (x0, y, x1, y + 0.5)


FIGURES = [["Pier", "2021", "2022"], ["North", "120", "1,300"], ["South", "95", "1,210"], ["East", "77", "980"]]


def test_that_aligned_figures_become_rows_and_columns_with_the_years_as_header() -> None:
    grid = grid_of(rows_of_text(FIGURES))
    assert grid.grid() == FIGURES
    assert grid.header_rows == 1
    assert [c.text for c in grid.cells if c.header] == FIGURES[0]
    assert len(grid.row_rects) == 4
    assert all(a[3] <= b[1] for a, b in zip(grid.row_rects, grid.row_rects[1:], strict=False))


def test_that_a_title_over_two_columns_spans_them_and_the_first_column_spans_both_header_rows() -> None:
    lines = [line("Fees", STUB + 1.5 * STEP - 2, 86.0), *rows_of_text([["Pier", "Winter", "Summer"], *FIGURES[1:]])]
    grid = grid_of(lines, [rule(STUB + STEP, 98.0, STUB + 2 * STEP + 40)])
    rows = grid.grid()
    assert rows[0] == ["Pier", "Fees", "Fees"]
    assert rows[1] == ["Pier", "Winter", "Summer"]
    assert grid.header_rows == 2
    fees = next(c for c in grid.cells if c.text == "Fees")
    assert (fees.column, fees.column_span, fees.row_span) == (1, 2, 1)


def test_that_a_date_over_several_columns_is_a_title_and_no_figures() -> None:
    figures = [["North", "120", "1,300", "7"], ["South", "95", "1,210", "8"], ["East", "77", "980", "9"]]
    day = line("June 30, 2022 (1)", STUB + STEP, 86.0)
    for titles in (["", "2020", "2021", "2022"], ["", "Low", "Middle", "High"]):
        grid = grid_of([day, *rows_of_text([titles, *figures])], [rule(STUB + STEP, 98.0, STUB + 3 * STEP + 40)])
        assert grid.header_rows == 2
        assert grid.grid()[1:] == [titles, *figures]


def test_that_a_wrapped_title_is_one_cell() -> None:
    lines = [line("Margin", STUB + STEP, 89.0), *rows_of_text([["Pier", "of error", "Total"], *FIGURES[1:]])]
    grid = grid_of(lines)
    assert grid.header_rows == 1
    assert grid.grid()[0] == ["Pier", "Margin of error", "Total"]


def test_that_currency_signs_and_brackets_in_columns_of_their_own_join_their_figures() -> None:
    lines = rows_of_text([["Pier", "", "2021"], ["North", "", "120"], ["South", "", "(95"], ["East", "", "77"]])
    lines += [
        line("$", STUB + 1.7 * STEP, 100 + 14),
        line("$", STUB + 1.7 * STEP, 100 + 42),
        line(")", STUB + 2 * STEP + 18, 100 + 28),
    ]
    assert grid_of(lines).grid() == [["Pier", "2021"], ["North", "$120"], ["South", "(95)"], ["East", "$77"]]


def test_that_a_wrong_cut_of_the_parser_moves_into_the_gap_and_one_through_words_is_dropped() -> None:
    lines = rows_of_text(FIGURES)
    cuts = [STUB + 12.0, STUB + STEP - 8.0, STUB + 2 * STEP - 30.0]
    grid = grid_of(lines, row_lines=[113.0, 127.0, 141.0], column_lines=cuts)
    assert grid.grid() == FIGURES


def test_that_figures_in_one_column_part_rows_which_the_parser_took_for_one() -> None:
    assert grid_of(rows_of_text(FIGURES), row_lines=[113.0], column_lines=[140.0, 220.0]).rows == 4


def test_that_a_cell_that_wraps_stays_in_its_row() -> None:
    lines = rows_of_text([["Pier", "Use", "Fee"], ["North", "grain and", "120"], ["", "timber", ""], ["South", "fish", "95"]])
    assert grid_of(lines).grid()[1] == ["North", "grain and timber", "120"]


def padded(rows: Sequence[Sequence[Sequence[str]]], padding: float, pitch: float = 11.0, **style: object) -> list[Line]:
    """Rows of printed lines of cells: lines of one row ``pitch`` points apart, rows further apart by ``padding``."""
    out, y = [], 100.0
    for row in rows:
        out += rows_of_text(row[:1], y=y, **style)
        for printed in row[1:]:
            y += pitch
            out += rows_of_text([printed], y=y, **style)
        y += pitch + padding
    return out


LOW_FIGURES = [
    [["Pier", "2021", "2022"]],
    [["North of", "", ""], ["the lock", "120", "1,300"]],
    [["South", "95", "1,210"]],
    [["East and", "", ""], ["all small", "", ""], ["jetties", "77", "980"]],
]


def test_that_a_label_is_one_with_its_figures_beside_its_last_line_where_rows_stand_further_apart() -> None:
    grid = grid_of(padded(LOW_FIGURES, 4.0))
    assert [row[0] for row in grid.grid()] == ["Pier", "North of the lock", "South", "East and all small jetties"]
    assert [row[1] for row in grid.grid()] == ["2021", "120", "95", "77"]
    assert grid_of(padded(LOW_FIGURES, 0.0)).rows > grid.rows


def test_that_row_lines_of_a_parser_between_the_lines_of_one_cell_are_dropped() -> None:
    whole = grid_of(padded(LOW_FIGURES, 4.0))
    lines = [110.5 + step for step in (0.0, 12.0, 27.0, 42.0, 54.0, 65.0)]
    assert grid_of(padded(LOW_FIGURES, 4.0), row_lines=lines).grid() == whole.grid()


def test_that_the_heading_of_some_rows_stays_a_row_however_close_its_first_row_stands() -> None:
    rows = [LOW_FIGURES[0], [["Open to all", "", ""], ["North", "120", "1,300"]], *LOW_FIGURES[1:]]
    assert [row[0] for row in grid_of(padded(rows, 4.0)).grid()][1:3] == ["Open to all", "North"]


def test_that_lines_which_fill_all_columns_are_rows_though_groups_of_them_stand_apart() -> None:
    rows = [[["Oak", "Hard wood"], ["Elm", "Tough wood"]], [["Fir", "Soft wood"], ["Yew", "Dense wood"]]]
    assert grid_of(padded(rows, 5.0), column_lines=[140.0]).rows == 4


def test_that_rows_with_labels_of_their_own_stay_apart_though_they_fill_not_all_columns_and_groups_stand_apart() -> None:
    groups = [[["Item", "Held", "Due"]], [["Lamps", "yes", ""], ["Ropes", "", "no"]], [["Nets", "yes", ""], ["Oars", "", "no"]]]
    lines = padded(groups, 5.0, pitch=14.0)
    ends = sorted({one.rect[3] for one in lines})[:-1]
    assert grid_of(lines).rows == 5
    assert grid_of(lines, row_lines=[end + 2.0 for end in ends]).rows == 5
    small = [[["timeout", "seconds to wait"], ["retries", "attempts"]], [["port", "number used"], ["user", "who logs in"]]]
    assert grid_of(padded(small, 5.0, pitch=14.0), column_lines=[140.0]).rows == 4


def test_that_the_first_row_of_data_is_no_title_though_a_parser_joined_it_with_the_titles() -> None:
    rows = [["Program", "Budget"], ["Open records", "$1.1M"], ["Printed papers", "$3.9M"], ["Call centres", "$8.6M"]]
    grid = grid_of(rows_of_text(rows), row_lines=[126.0, 140.0])
    assert grid.header_rows == 1 and grid.grid() == rows


def test_that_a_wrapped_day_of_a_title_is_no_figure() -> None:
    titles = [[["", "January", "January"], ["", "28,", "29,"]], [["In crowns", "2023", "2022"]]]
    grid = grid_of(padded([*titles, [["Net sales", "3,226", "2,729"]], [["Net loss", "12", "15"]]], 4.0))
    assert grid.grid()[0] == ["In crowns", "January 28, 2023", "January 29, 2022"]
    assert grid.header_rows == 1 and grid.grid()[1] == ["Net sales", "3,226", "2,729"]


def test_that_leader_dots_are_no_text() -> None:
    lines = rows_of_text([["Pier", "2021", "2022"], ["North . . . . .", "120", "130"], ["South......", "95", "121"]])
    assert [row[0] for row in grid_of(lines).grid()] == ["Pier", "North", "South"]


def test_that_a_unit_above_and_a_note_below_are_not_of_the_table() -> None:
    lines = [line("[In thousands of crowns]", 110.0, 84.0), *rows_of_text(FIGURES)]
    lines.append(line("Note: Piers closed for repair are left out of this table.", STUB, 100 + 5 * PITCH))
    whole = union([one.rect for one in lines])
    [(rect, grid)] = build_tables(lines, whole, ())
    assert grid.grid() == FIGURES
    assert rect[1] > 95 and rect[3] < 100 + 5 * PITCH


def test_that_parts_side_by_side_with_one_header_are_tables_of_their_own() -> None:
    rows = [["Age", "People", "Age", "People"], ["1 year", "120", "3 years", "95"], ["2 years", "110", "4 years", "77"]]
    parts = build_tables(rows_of_text(rows), (60, 90, 500, 160), ())
    assert [grid.grid() for _, grid in parts] == [
        [["Age", "People"], ["1 year", "120"], ["2 years", "110"]],
        [["Age", "People"], ["3 years", "95"], ["4 years", "77"]],
    ]
    assert parts[0][0][2] < parts[1][0][0]


def test_that_a_label_between_rules_spans_the_rows_that_the_other_columns_part() -> None:
    lines = rows_of_text(
        [["Year", "Group", "Share"], ["", "Men", "40"], ["1991", "Women", "16"], ["", "All", "28"], ["1996", "Men", "39"]]
    )
    rules = [rule(60, y, 330) for y in (98.0, 111.5, 153.5, 168.0)] + [rule(140, y, 330) for y in (125.5, 139.5)]
    column = [row[0] for row in grid_of(lines, rules).grid()]
    assert column == ["Year", "1991", "1991", "1991", "1996"]


def test_that_a_table_of_words_has_a_header_only_if_its_first_row_stands_out() -> None:
    rows = [["Signal", "Meaning of it"], ["two blasts", "turn to the left side"], ["one blast", "keep to the right side"]]
    bold = rows_of_text(rows[:1], bold=True) + rows_of_text(rows[1:], y=100 + PITCH)
    assert grid_of(bold, row_lines=[112.0, 126.0], column_lines=[145.0]).header_rows == 1
    long = [[f"{a} and this first cell goes on for a good while more", b] for a, b in rows]
    assert grid_of(rows_of_text(long, step=300), row_lines=[112.0, 126.0], column_lines=[370.0]).header_rows == 0


def test_that_a_second_row_of_titles_is_header_where_it_names_the_columns_under_one_title() -> None:
    titles = [["Substance", "Hazard", "", "Kept"], ["", "to persons", "to water", ""]]
    rows = [["Chlorine gas", "toxic", "high", "outside"], ["Lime", "irritant", "low", "in the shed"]]
    cuts = {"column_lines": [STUB + column * STEP - 12.0 for column in (1, 2, 3)], "row_lines": [112.0, 126.0, 140.0]}
    ruled = [rule(STUB + STEP, 112.0, STUB + 3 * STEP - 20.0)]
    grid = grid_of([*rows_of_text(titles, bold=True), *rows_of_text(rows, y=100 + 2 * PITCH)], ruled, **cuts)
    assert grid.header_rows == 2
    assert grid.grid()[0][1:3] == ["Hazard", "Hazard"] and grid.grid()[1][1:3] == ["to persons", "to water"]
    assert grid.grid()[2:] == rows
    labelled = [*rows_of_text(titles[:1], bold=True), *rows_of_text([["Acid", "burns", "low", "inside"], *rows], y=100 + PITCH)]
    assert grid_of(labelled, **cuts).header_rows == 1


def test_that_a_glossary_has_no_header_but_a_row_ruled_off_is_one() -> None:
    rows = [["MPP", "Medicines patent pool"], ["NAT", "Nucleic acid testing"], ["NGO", "Private body at work"]]
    lines = rows_of_text(rows, step=120)
    cuts = {"row_lines": [112.0, 126.0], "column_lines": [160.0]}
    assert grid_of(lines, **cuts).header_rows == 0
    assert grid_of(lines, [rule(60, 111.5, 330)], **cuts).header_rows == 1


def test_that_sideways_tables_read_along_their_lines() -> None:
    turned = [
        replace(one, angle=90, rect=(one.rect[1], 500 - one.rect[2], one.rect[3], 500 - one.rect[0]))
        for one in rows_of_text(FIGURES)
    ]
    assert grid_of(turned).grid() == FIGURES


@pytest.mark.parametrize(
    ("numbers", "headings"),
    [
        (("2", "2.1", "2.1.1"), True),
        (("3", "3.1", "3.2", "4."), True),
        (("2.1", "2.2", "2.3"), False),
        (("2", "2.1", "2.4"), False),
        (("2.5", "3.75", "4"), False),
        (("2", "2.1", "first"), False),
    ],
)
def test_that_rows_that_count_divisions_are_headings_one_below_the_other(numbers: tuple[str, ...], headings: bool) -> None:
    cells = [TableCell(row, column, text) for row, n in enumerate(numbers) for column, text in enumerate((n, "Gates at dawn"))]
    assert are_headings(TableGrid(len(numbers), 2, tuple(cells))) == headings


def test_that_one_row_or_one_column_is_degenerate() -> None:
    assert is_degenerate(grid_of(rows_of_text([["only", "one", "row"]])))
    assert is_degenerate(grid_of(rows_of_text([["a line of prose"], ["and one more"]])))
    assert not is_degenerate(grid_of(rows_of_text(FIGURES)))


def test_that_markers_and_sentences_are_a_list_and_typewriter_text_is_code() -> None:
    lines = rows_of_text([[f"[{n}]", "a title of a book that somebody wrote long ago"] for n in range(1, 4)], step=40)
    whole = union([one.rect for one in lines])
    grid = grid_of(lines, row_lines=[112.0, 126.0], column_lines=[105.0])
    assert kind_of(grid, lines, whole, ()) == "list"
    assert len(item_rects(grid)) == 3
    code = rows_of_text(
        [["def read(port):", "# opens it"], ["n = port.value()", "# reads it"], ["return n", "# hands it on"]], mono=True
    )
    assert kind_of(grid_of(code), code, whole, ()) == "code"
    assert kind_of(grid_of(rows_of_text(FIGURES)), rows_of_text(FIGURES, mono=True), whole, ()) == "table"


def test_that_numbers_at_even_distances_name_columns() -> None:
    rows = [
        ["Site", "Percentile", "", ""],
        ["", "10", "20", "30"],
        ["North", "4.1", "5.2", "7.7"],
        ["South", "3.3", "4.0", "6.1"],
    ]
    grid = grid_of(rows_of_text(rows))
    assert [c.text for c in grid.cells if c.column == 0 and not c.header] == ["North", "South"]
    assert [row[3] for row in grid.grid() if row[3]] == ["30", "7.7", "6.1"]


def test_that_no_text_gives_no_table() -> None:
    assert build_tables((), (0, 0, 10, 10), ()) == []


WORDS = st.text("abcdefgh", min_size=1, max_size=8)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.one_of(WORDS, st.integers(0, 99999).map(str)), min_size=3, max_size=3), min_size=2, max_size=8))
@example([["a", "a", "a"], ["a", "a", "a"], ["0", "a", "0"]])
def test_that_every_word_is_in_exactly_one_cell_and_cells_do_not_overlap(rows: list[list[str]]) -> None:
    lines = rows_of_text(rows)
    parts = build_tables(lines, union([one.rect for one in lines]), ())
    words = sorted(word for _, grid in parts for cell in grid.cells for word in cell.text.split())
    assert words == sorted(word for row in rows for cell in row for word in cell.split())
    for _, grid in parts:
        places = [
            (r, c)
            for cell in grid.cells
            for r in range(cell.row, cell.row + cell.row_span)
            for c in range(cell.column, cell.column + cell.column_span)
        ]
        assert len(places) == len(set(places))
        assert all(r < grid.rows and c < grid.columns for r, c in places)


def test_that_the_first_column_of_a_table_is_the_rightmost_on_a_page_read_from_the_right() -> None:
    cells = [TableCell(0, 0, "Fees", column_span=2, header=True), TableCell(0, 2, "Pier", header=True)]
    cells += [TableCell(1, 0, "9"), TableCell(1, 1, "7"), TableCell(1, 2, "North")]
    grid = TableGrid(2, 3, tuple(cells), header_rows=1)
    table = [line(text, x, 300.0) for text, x in (("9", 100.0), ("7", 200.0), ("North", 300.0))]
    table += [line("Fees", 150.0, 286.0), line("Pier", 300.0, 286.0)]
    found = {}
    for rtl in (False, True):
        text = [line("the crew moved the crates", 200, 100.0 + 14 * i, rtl=rtl) for i in range(8)]
        parsed = ParsedPage(
            1, 612, 792, 0, "neural", lines=(*text, *table), regions=(region(text, "text"), region(table, "table", grid))
        )
        [box] = of_class(document(parsed), "table")
        assert box.table is not None
        found[rtl] = box.table.grid()
    assert found[False] == [["Fees", "Fees", "Pier"], ["9", "7", "North"]]
    assert found[True] == [["Pier", "Fees", "Fees"], ["North", "7", "9"]]


def test_that_markdown_tables_have_neither_spans_nor_header_cells_and_say_so() -> None:
    cells = (TableCell(0, 0, "Fees", column_span=2, header=True), TableCell(1, 0, "Pier"), TableCell(1, 1, "3"))
    lines = rows_of_text([["Fees", ""], ["Pier", "3"]])
    made = replace(
        page([("text", [line("A harbour.", STUB, 60.0)])], free=lines),
        regions=(region(lines, "table", TableGrid(2, 2, cells, header_rows=1)),),
    )
    kept, plain = document(made), document(made, options=LayoutOptions(table_output="markdown"))
    assert [box.table.grid() for box in of_class(kept, "table") if box.table] == [[["Fees", "Fees"], ["Pier", "3"]]]
    [table] = [box.table for box in of_class(plain, "table") if box.table]
    assert table.grid() == [["Fees", ""], ["Pier", "3"]] and table.header_rows == 0
    assert not any(cell.header for cell in table.cells)
    [warning] = [w for w in plain.warnings if w.code == "tables_as_markdown"]
    assert warning.ids == tuple(box.id for box in of_class(plain, "table"))
    assert not any(w.code == "tables_as_markdown" for w in kept.warnings)
    assert plain.layout_hash != kept.layout_hash
