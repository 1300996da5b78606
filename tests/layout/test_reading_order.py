from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.model import BoxClass, Line, ParsedPage, TableGrid
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_pass import page_boxes
from tests.layout.made_pages import FILLER, WIDTH, block, body, document, info, line, of_class, page

BOLD: dict[str, object] = {"bold": True, "font": "Made-Bold"}


def _order(parsed: ParsedPage) -> list[str]:
    return [box.plain.split(" ", 1)[0] for box in page_boxes(parsed, LayoutOptions()).boxes]


def _named(name: str, x: float, y: float, lines: int = 4, wide: int = 38) -> tuple[BoxClass, list[Line]]:
    return ("text", block([f"{name} {FILLER}"[:wide]] * lines, x, y))


def test_that_columns_are_read_one_after_the_other_with_a_gutter_of_ten_points() -> None:
    made = page([_named("c", 272, 60), _named("a", 72, 60), _named("d", 272, 120), _named("b", 72, 120)])
    assert _order(made) == ["a", "b", "c", "d"]


def test_that_three_columns_are_read_left_to_right() -> None:
    parts = [
        _named(name, x, y, wide=30)
        for name, x, y in (("e", 400, 60), ("a", 40, 60), ("c", 220, 60), ("b", 40, 130), ("d", 220, 130), ("f", 400, 130))
    ]
    assert _order(page(parts)) == ["a", "b", "c", "d", "e", "f"]


def test_that_a_wide_table_with_its_caption_separates_what_is_above_from_what_is_below() -> None:
    parts: list[tuple[BoxClass, list[Line]]] = [
        ("section-header", [line("top", 72, 30, 16, **BOLD)]),
        _named("a", 72, 60),
        _named("b", 318, 60),
        ("caption", [line("Table 3: Heights", 72, 130)]),
        ("picture", [line("t" * 80, 76, 150)]),
        _named("c", 72, 200),
        _named("d", 318, 200),
    ]
    assert _order(page(parts[::-1])) == ["top", "a", "b", "Table", "t" * 80, "c", "d"]


def test_that_labels_and_values_are_read_row_by_row() -> None:
    parts: list[tuple[BoxClass, list[Line]]] = []
    for n in range(4):
        parts.append(("text", [line(f"label{n}", 72, 60 + 30 * n)]))
        parts.append(("text", [line(f"value{n}", 250, 60 + 30 * n)]))
    assert _order(page(parts[::-1])) == [f"{kind}{n}" for n in range(4) for kind in ("label", "value")]


def test_that_footnotes_come_after_the_columns_that_they_interrupt() -> None:
    parts = [_named("a", 72, 60, 6), ("footnote", block(["1 note of the left"] * 2, 72, 700)), _named("b", 318, 60, 6)]
    assert _order(page(parts)) == ["a", "b", "1"]  # type: ignore[arg-type]


def test_that_a_sparse_sidebar_is_read_after_the_text_beside_it() -> None:
    parts = [("text", [line("term", 30, 100, 9)]), ("text", body(150, 60, 20))]
    assert _order(page(parts))[-1] == "term"  # type: ignore[arg-type]


def test_that_right_to_left_pages_begin_with_the_right_column() -> None:
    def turned(name: str, x: float, y: float) -> tuple[BoxClass, list[Line]]:
        return ("text", [replace(one, rtl=True) for one in block([f"{name} ספינה הגיעה לנמל בשעה מאוחרת"] * 4, x, y)])

    assert _order(page([turned("b", 72, 60), turned("a", 340, 60)])) == ["a", "b"]


def test_that_vertical_columns_are_read_from_right_to_left() -> None:
    columns = [
        Line(text, (x, 80, x + 14, 300), 14, angle=270, vertical=True) for text, x in (("三", 400), ("一", 480), ("二", 440))
    ]
    layout = document(page([("table", columns)]))
    assert "".join(box.text for box in layout.boxes()) == "一二三"


def test_that_a_stamp_in_the_margin_does_not_tear_the_text_apart() -> None:
    stamp = Line("Preprint of a paper, 12 Jan", (16, 100, 30, 400), 14, angle=90)
    made = page([("text", [stamp, *body(72, 90, 10)])])
    boxes = page_boxes(made, LayoutOptions()).boxes
    assert [len(box.lines) for box in boxes] == [10, 1]


def test_that_lines_outside_all_regions_become_boxes_in_their_place() -> None:
    lost = line("Lost line of a new look", 72, 200, 12, italic=True)
    layout = document(page([("text", body(72, 60)), ("text", body(72, 300))], free=[lost]))
    assert [box.text[:4] for box in layout.boxes()] == ["The ", "Lost", "The "]
    assert layout.coverage == 1.0


def test_that_a_line_that_a_tight_region_left_out_joins_its_paragraph() -> None:
    lines = body(72, 60, 4)
    made = page([("text", lines[:3])], free=lines[3:])
    assert [len(box.lines) for box in page_boxes(made, LayoutOptions()).boxes] == [4]


def test_that_a_line_across_two_regions_is_cut_between_its_words() -> None:
    left, right = block(["left words stand here now"] * 3, 72, 60), block(["right words stand there"] * 3, 260, 60)
    joined = line("left words stand here now" + " " * 12 + "right words stand there", 72, 60)
    stops = tuple(
        (joined.text.index(w), 72 + 5 * joined.text.index(w))
        for w in ("left", "words", "stand", "here", "now", "right", "there")
    )
    made = page([("text", left), ("text", right)])
    made = replace(made, lines=(replace(joined, stops=stops), *left[1:], *right[1:]))
    assert [box.lines[0].text for box in page_boxes(made, LayoutOptions()).boxes] == [
        "left words stand here now",
        "right words stand there",
    ]


def test_that_prose_in_a_picture_is_text_and_labels_stay_with_the_picture() -> None:
    inside = [line("x axis", 300, 320, 8), *block([f"{FILLER} And more of it."] * 4, 80, 200), line("y axis", 90, 330, 8)]
    layout = document(page([("picture", inside)]))
    assert {(box.box_class, len(box.lines)) for box in layout.boxes()} == {("picture", 2), ("text", 4)}


places = st.tuples(st.integers(0, 50), st.integers(0, 70), st.integers(1, 30), st.integers(1, 5))


@given(st.lists(places, min_size=1, max_size=14))
def test_that_no_line_is_lost_or_doubled_whatever_the_regions(spots: list[tuple[int, int, int, int]]) -> None:
    parts = [("text", block([f"w{i} " + "x" * wide] * tall, 10.0 * x, 10.0 * y)) for i, (x, y, wide, tall) in enumerate(spots)]
    made = page(parts[::2], free=[one for _, part in parts[1::2] for one in part])  # type: ignore[arg-type]
    boxes = page_boxes(made, LayoutOptions()).boxes
    placed = sorted(one.text for box in boxes for one in box.lines)
    whole = sorted(one.text for one in made.lines)
    assert "".join(placed).replace(" ", "") == "".join(whole).replace(" ", "")
    assert all(box.rect[0] <= WIDTH + 400 for box in boxes)


def test_that_boxes_are_numbered_in_reading_order() -> None:
    layout = document(page([_named("b", 318, 60), _named("a", 72, 60)]))
    assert [(box.id, box.text[0]) for box in of_class(layout, "text")] == [("p1.b0", "a"), ("p1.b1", "b")]


def test_that_a_table_without_cells_keeps_its_lines_as_text() -> None:
    made = page([("table", [line("x", 80, 60), line("Lost words", 80, 80)])])
    made = replace(made, regions=(replace(made.regions[0], table=TableGrid(0, 0, ())),))
    layout = document(made)
    assert layout.coverage == 1.0
    assert "table" not in {box.box_class for box in layout.boxes()}


def test_that_an_empty_document_and_a_failed_page_are_no_error() -> None:
    assert assemble(info(0), [], LayoutOptions()).pages == ()
    failed = document(ParsedPage(1, 0.0, 0.0, 0, "fast", failed=True))
    assert [w.code for w in failed.warnings] == ["page_failed"]


def test_that_terms_are_read_with_the_paragraphs_beside_them_below_their_heading() -> None:
    parts: list[tuple[BoxClass, list[Line]]] = [
        ("text", block([FILLER] * 3, 72, 40)),
        ("section-header", block(["2 Terms"], 72, 90)),
    ]
    for i, term in enumerate(("Berth", "Dolphin", "Fairway", "Gangway")):
        parts.append(("section-header" if i % 2 else "text", [line(term, 72, 104 + 40 * i)]))
        parts.append(("text", block([f"{term} is said of {FILLER[:40]}", "and more of it."], 190, 104 + 40 * i)))
    parts += [("section-header", block(["3 Duties"], 72, 270)), ("text", block([FILLER] * 3, 72, 290))]
    found = [box.text.split(" ")[0] for box in document(page(parts)).boxes()]
    assert found[2:10] == ["Berth", "Berth", "Dolphin", "Dolphin", "Fairway", "Fairway", "Gangway", "Gangway"]


def test_that_headings_of_three_columns_on_one_row_stay_with_their_columns() -> None:
    parts: list[tuple[BoxClass, list[Line]]] = []
    for column, word in enumerate(("Gates", "Tides", "Locks")):
        x = 40 + 185 * column
        parts.append(("section-header", [line(word, x, 60, 14)]))
        for i in range(4):
            parts.append(("text", block([f"{word} {FILLER[:26]}"] * (2 + (i + column) % 3), x, 84 + (52 + 9 * column) * i)))
    found = [box.text.split(" ")[0] for box in document(page(parts)).boxes()]
    assert found == ["Gates"] * 5 + ["Tides"] * 5 + ["Locks"] * 5
