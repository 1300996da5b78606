"""The fast parser's regions: classes by look, tables by rules and alignment, pictures, and every line in one region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkstudio.layout.fast import fast_regions
from chunkstudio.layout.geometry import share_inside
from chunkstudio.layout.model import BoxClass, Line, ParsedPage, Rect, Region
from tests.layout.made_pages import FILLER, HEIGHT, WIDTH, block, line


def page_of(lines: Sequence[Line], rules: Sequence[Rect] = (), images: Sequence[Rect] = (), number: int = 2) -> ParsedPage:
    """A parsed page without regions."""
    return ParsedPage(number, WIDTH, HEIGHT, 0, "fast", lines=tuple(lines), rules=tuple(rules), images=tuple(images))


def holder(regions: Sequence[Region], one: Line) -> Region:
    """The region that holds a line."""
    return max(regions, key=lambda r: share_inside(one.rect, r.rect))


def class_of(text: str, y: float = 200.0, number: int = 2, **style: object) -> tuple[BoxClass, str]:
    """Class and rule of a line set apart between two paragraphs."""
    probe = line(text, 72, y, **style)  # type: ignore[arg-type]
    lines = [*block([FILLER] * 3, 72, y - 60), probe, *block([FILLER] * 3, 72, y + 40)]
    region = holder(fast_regions(page_of(lines, number=number)), probe)
    return region.box_class, region.rule


@pytest.mark.parametrize(
    ("text", "style", "expected", "rule"),
    [
        ("Closing the lock gates", {"size": 14.0}, "section-header", "fast.heading.size"),
        ("Closing the lock gates", {"bold": True}, "section-header", "fast.heading.bold"),
        ("1.2.1 Rowing boats", {}, "section-header", "fast.heading.numbered"),
        ("Annex A Forms", {}, "section-header", "fast.heading.numbered"),
        ("GENERAL PROVISIONS", {}, "section-header", "fast.heading.capitals"),
        ("1. Check that the lower gate is shut.", {}, "list-item", "fast.list.number"),
        ("• Lift the lever slowly", {}, "list-item", "fast.list.bullet"),
        ("Figure 1: The red lamp", {}, "caption", "fast.caption.label"),
        ("total += port.value()", {"mono": True}, "code", "fast.code.typewriter"),
        ("The keeper closes both gates.", {}, "text", "fast.text"),
        ("The keeper closes both gates.", {"bold": True}, "text", "fast.text"),
    ],
)
def test_that_the_look_of_a_block_gives_its_class_and_names_the_rule(
    text: str, style: dict[str, object], expected: str, rule: str
) -> None:
    assert class_of(text, **style) == (expected, rule)


def _above_text(text: str, gap: float) -> tuple[BoxClass, int]:
    """Class of the region of a line that stands ``gap`` points above a paragraph, and how many lines it holds."""
    title = line(text, 72, 200)
    lines = [*block([FILLER] * 3, 72, 140), title, *block([FILLER] * 3, 72, 210 + gap)]
    found = holder(fast_regions(page_of(lines)), title)
    return found.box_class, sum(share_inside(one.rect, found.rect) > 0.5 for one in lines)


def test_that_capitals_above_a_paragraph_are_its_title_where_the_white_between_is_more_than_between_lines() -> None:
    assert _above_text("HARBOUR OFFICE", 6.0) == ("section-header", 1)
    assert _above_text("HARBOUR OFFICE", 2.0)[1] > 1
    assert _above_text("Harbour office", 6.0)[1] > 1
    assert _above_text("VW = V x W", 6.0)[0] != "section-header"


def _numbered_title(gap: float, pages_font: str = "Serif", **style: object) -> tuple[BoxClass, int]:
    """Class of the region of "(2) ..." right above the indented first line of a paragraph, and how many lines it holds."""
    title = line("(2) Duties of the keeper", 72, 200, **style)  # type: ignore[arg-type]
    below = [line(FILLER, 82, title.rect[3] + gap, font=pages_font), *block([FILLER] * 3, 72, 226 + gap, font=pages_font)]
    lines = [*block([FILLER] * 8, 72, 90, font=pages_font), title, *below]
    found = holder(fast_regions(page_of(lines)), title)
    return found.box_class, sum(share_inside(one.rect, found.rect) > 0.5 for one in lines)


def test_that_a_number_in_larger_type_of_another_font_opens_a_section_and_no_item() -> None:
    assert _numbered_title(4.0, size=10.7, font="Sans") == ("section-header", 1)
    assert _numbered_title(4.0, size=10.7, font="Serif-Italic")[0] == "list-item"
    assert _numbered_title(4.0, size=10.0, font="Sans")[0] == "list-item"


def test_that_a_number_set_apart_from_the_paragraph_below_holds_nothing_of_it() -> None:
    assert _numbered_title(7.0, font="Serif") == ("list-item", 1)
    assert _numbered_title(2.0, font="Serif")[1] > 1


def test_that_a_row_of_files_in_typewriter_stays_in_its_sentence_and_a_command_below_a_colon_does_not() -> None:
    files = line("/usr/share/harbour /var/lib/gates and /etc/harbour.conf", 72, 212, mono=True)
    for above, together in (
        ("The crew moved the rules of the harbour into", True),
        ("The crew then types into the desk:", False),
    ):
        rows = [line(above, 72, 200), files, line("and opened the upper gates then.", 72, 224)]
        found = holder(fast_regions(page_of([*block([FILLER] * 4, 72, 90), *rows, *block([FILLER] * 4, 72, 300)])), files)
        assert (found.box_class == "text") == together
        assert (share_inside(rows[0].rect, found.rect) > 0.5) == together


def test_that_the_largest_line_at_the_top_of_the_first_page_is_the_title() -> None:
    assert class_of("Harbour manual", number=1, size=20.0) == ("title", "fast.title.largest")
    assert class_of("Harbour manual", number=2, size=20.0)[0] == "section-header"


def test_that_small_numbered_text_at_the_foot_is_a_footnote() -> None:
    note = line("1 See the harbour rules of 1931, part two.", 72, 660, 7.5)
    regions = fast_regions(page_of([*block([FILLER] * 30, 72, 100), note]))
    assert holder(regions, note).box_class == "footnote"


def test_that_paragraphs_part_at_gaps_and_indents_and_columns_never_mix() -> None:
    left, right = block([FILLER[:40]] * 6, 72, 100), block([FILLER[:40]] * 6, 320, 100)
    left += block([FILLER[:40]] * 4, 72, 190)
    regions = fast_regions(page_of([*left, *right]))
    assert len(regions) == 3
    assert all(r.rect[2] < 300 or r.rect[0] > 300 for r in regions)


def test_that_a_marker_apart_from_its_text_makes_one_item_each() -> None:
    rows = [
        line("1.", 72, 100),
        line("Turn the wheel four times", 90, 100),
        line("2.", 72, 114),
        line("Lift the lever", 90, 114),
    ]
    regions = fast_regions(page_of([*block([FILLER] * 4, 72, 300), *rows]))
    items = [r for r in regions if r.box_class == "list-item"]
    assert len(items) == 2
    assert holder(regions, rows[0]) == holder(regions, rows[1]) != holder(regions, rows[3])


def test_that_short_lines_in_the_outer_bands_are_only_candidates_for_running_heads() -> None:
    head, foot = line("Harbour rules", 250, 30), line("17", 300, 760)
    regions = fast_regions(page_of([head, *block([FILLER] * 8, 72, 100), foot]))
    assert holder(regions, head).box_class == "page-header"
    assert holder(regions, foot).box_class == "page-footer"
    assert {r.box_class for r in fast_regions(page_of([head]))} == {"text"}


def test_that_lines_with_leaders_are_a_contents_list() -> None:
    entries = block([f"{n} Chapter {n} ........................ {n + 3}" for n in range(1, 7)], 72, 120)
    [region] = [r for r in fast_regions(page_of([*entries, *block([FILLER] * 4, 72, 400)])) if r.box_class == "toc"]
    assert all(share_inside(one.rect, region.rect) > 0.9 for one in entries)


TABLE = [["Trade", "Junior", "Senior"], ["Cooper", "14", "22"], ["Sailmaker", "16", "27"], ["Shipwright", "19", "31"]]


def table_lines(step: float = 100.0, y: float = 300.0) -> list[Line]:
    """The cells of a small table."""
    return [line(t, 72 + c * step, y + r * 16.0) for r, row in enumerate(TABLE) for c, t in enumerate(row)]


def test_that_aligned_columns_without_rules_are_a_table() -> None:
    [table] = [r for r in fast_regions(page_of([*block([FILLER] * 5, 72, 100), *table_lines()])) if r.table]
    assert table.rule == "fast.table.aligned"
    assert table.table is not None and table.table.grid() == TABLE
    assert table.table.source == "aligned"


def test_that_a_frame_of_rules_is_a_table_and_a_single_box_is_not() -> None:
    ys, xs = [297.0, 312.5, 328.5, 344.5, 362.0], [66.0, 165.0, 265.0, 330.0]
    rules = [(xs[0], y, xs[-1], y + 0.5) for y in ys] + [(x, ys[0], x + 0.5, ys[-1]) for x in xs]
    [table] = [r for r in fast_regions(page_of(table_lines(), rules)) if r.table]
    assert table.rule == "fast.table.ruled"
    assert table.table is not None and table.table.grid() == TABLE
    boxed = [(60.0, 90.0, 550.0, 90.5), (60.0, 180.0, 550.0, 180.5), (60.0, 90.0, 60.5, 180.0), (550.0, 90.0, 550.5, 180.0)]
    assert not [r for r in fast_regions(page_of(block([FILLER] * 5, 72, 100), boxed)) if r.table]


STATEMENT = [
    ["Crowns", "2025", "2024"],
    ["Gates", "812", "783"],
    ["Locks", "432", "412"],
    ["Tides", "388", "365"],
    ["All", "1,632", "1,560"],
]


def statement_lines(rows: Sequence[Sequence[str]] = STATEMENT, y: float = 300.0) -> list[Line]:
    """The cells of a statement whose first and last rows are bold."""
    ends = (0, len(rows) - 1)
    return [
        line(t, 72 + c * 150, y + r * 16.0, bold=r in ends, font="Made-Bold" if r in ends else "Made")
        for r, row in enumerate(rows)
        for c, t in enumerate(row)
    ]


def test_that_bold_titles_above_the_first_rule_and_a_total_below_the_last_are_rows_of_the_table() -> None:
    rules = [(66.0, y, 460.0, y + 0.5) for y in (312.5, 344.5, 360.5)]
    regions = fast_regions(page_of([*block([FILLER] * 3, 72, 230), *statement_lines(), *block([FILLER] * 3, 72, 400)], rules))
    [table] = [r for r in regions if r.table]
    assert table.table is not None and table.table.grid() == STATEMENT
    assert table.table.header_rows == 1
    assert {r.box_class for r in regions} == {"text", "table"}


def test_that_titles_of_columns_without_a_figure_are_a_row_above_the_first_rule() -> None:
    rows = [["Place", "Before", "After"], *STATEMENT[1:]]
    rules = [(66.0, y, 460.0, y + 0.5) for y in (312.5, 360.5)]
    [table] = [r for r in fast_regions(page_of([*statement_lines(rows), *block([FILLER] * 5, 72, 420)], rules)) if r.table]
    assert table.table is not None and table.table.grid() == rows


def test_that_text_near_a_table_that_stands_in_no_column_stays_outside() -> None:
    rules = [(66.0, y, 460.0, y + 0.5) for y in (312.5, 360.5)]
    title = line("Statement of the year 2025", 72, 284)
    prose = block([FILLER, FILLER], 72, 378)
    [table] = [r for r in fast_regions(page_of([title, *statement_lines(), *prose], rules)) if r.table]
    assert table.table is not None and table.table.grid() == STATEMENT


def test_that_a_sentence_about_a_table_right_below_it_is_no_caption() -> None:
    sentence = line("Table 1 gives the wages of three trades at the harbour, and they rose.", 72, 372)
    caption = line("Table 1 Wages of three trades", 72, 280)
    regions = fast_regions(page_of([*block([FILLER] * 5, 72, 100), caption, *table_lines(), sentence]))
    assert holder(regions, sentence).box_class == "text"
    assert holder(regions, caption).box_class == "caption"


def test_that_two_tables_between_rules_of_one_width_stay_two() -> None:
    rules = [(66.0, y, 330.0, y + 0.5) for y in (297.0, 312.0, 362.0, 447.0, 462.0, 512.0)]
    prose = block([FILLER[:50], FILLER[:50]], 72, 390)
    lines = [*table_lines(), *prose, *table_lines(y=450.0)]
    assert len([r for r in fast_regions(page_of(lines, rules)) if r.table]) == 2


def test_that_a_title_set_off_between_two_tables_parts_them_where_their_outer_rows_have_no_rules() -> None:
    rules = [(66.0, y, 460.0, y + 0.5) for y in (312.5, 360.5, 452.5, 500.5)]
    title = line("Statement of cash flows", 72, 408)
    lines = [*block([FILLER] * 3, 72, 200), *statement_lines(), title, *statement_lines(y=440.0)]
    regions = fast_regions(page_of(lines, rules))
    assert [r.table.grid() for r in regions if r.table] == [STATEMENT, STATEMENT]
    assert holder(regions, title).box_class == "text"


def test_that_two_columns_of_prose_are_no_table() -> None:
    left = block([FILLER[:42], FILLER[8:50].strip(), FILLER[20:62].strip()] * 4, 72, 100)
    right = block([FILLER[6:48].strip(), FILLER[:42], FILLER[17:59].strip()] * 4, 320, 100)
    assert not [r for r in fast_regions(page_of([*left, *right])) if r.table]


def test_that_images_are_pictures_and_a_background_is_not() -> None:
    lines = block([FILLER] * 5, 72, 100)
    [picture] = [
        r for r in fast_regions(page_of(lines, images=[(100, 300, 300, 380), (100, 381, 300, 460)])) if r.box_class == "picture"
    ]
    assert picture.rect == (100, 300, 300, 460)
    assert not [r for r in fast_regions(page_of(lines, images=[(0, 0, WIDTH, HEIGHT)])) if r.box_class == "picture"]


@pytest.mark.parametrize(
    ("words", "bar", "style", "box_class"),
    [
        ("2 Duties of the keeper", (60, 296, 300, 322), {"size": 13.0}, "section-header"),
        ("Duties of the keeper", (60, 296, 300, 322), {"bold": True}, "section-header"),
        ("12.5", (60, 296, 300, 322), {"size": 13.0}, "picture"),
        ("Duties of the keeper", (60, 240, 300, 380), {"size": 13.0}, "picture"),
        ("north", (60, 296, 110, 322), {"size": 13.0}, "picture"),
    ],
    ids=["larger", "bold", "a figure", "a high area", "a short area"],
)
@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "an image"])
def test_that_a_title_printed_over_a_bar_is_a_heading(
    drawn: bool, words: str, bar: Rect, style: dict[str, object], box_class: BoxClass
) -> None:
    title = line(words, 70, 302, **style)  # type: ignore[arg-type]
    lines = [*block([FILLER] * 6, 72, 90), title, *block([FILLER] * 6, 72, 420)]
    page = replace(page_of(lines, images=() if drawn else (bar,)), drawings=(bar,) if drawn else ())
    assert holder(fast_regions(page), title).box_class == box_class


def test_that_an_empty_page_has_no_regions() -> None:
    assert fast_regions(page_of(())) == ()


PLACES = st.lists(
    st.tuples(
        st.sampled_from(["Gate", "12", "1. Turn it", FILLER, "A. B"]),
        st.integers(0, 5),
        st.integers(0, 40),
        st.sampled_from([8.0, 10.0, 16.0]),
    ),
    min_size=1,
    max_size=25,
    unique_by=lambda item: (item[1] // 6, item[2]),
)


@settings(max_examples=50, deadline=None)
@given(PLACES)
def test_that_every_line_lies_in_a_region_and_each_region_names_a_rule(places: list[tuple[str, int, int, float]]) -> None:
    lines = [line(text, 40 + 80 * column, 20 + 18 * row, size) for text, column, row, size in places]
    regions = fast_regions(page_of(lines))
    assert all(r.rule.startswith("fast.") for r in regions)
    assert all(any(share_inside(one.rect, r.rect) >= 0.5 for r in regions) for one in lines)
    assert fast_regions(page_of(lines)) == regions
