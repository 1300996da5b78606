"""Slides: their titles, and the running titles above them."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.layout.model import BoxClass, LayoutDocument, Line
from tests.layout.made_pages import BOLD, FILLER, block, document, line, of_class, page, rule_ids

TITLES = ("The keeper opens the gates.", "What are tides?", "We know the winds, but . . .", "Lamps are lit at dusk.")


def _slides(*, high: bool = False, style: dict[str, object] | None = None) -> LayoutDocument:
    made = []
    for number, title in enumerate(TITLES, 1):
        head: list[tuple[BoxClass, list[Line]]] = [("text", [line(title, 20, 30, **(style or BOLD))])]
        text = block([f"{number} {FILLER[: 30 + number]}", FILLER], 40, 90, 10, 20)
        made.append(replace(page([*head, ("text", text)], number), width=480.0, height=640.0 if high else 320.0))
    return document(*made)


def test_that_what_stands_first_on_slides_in_one_type_is_their_title_also_as_a_sentence() -> None:
    layout = _slides()
    assert [box.text for box in of_class(layout, "title", "section-header")] == list(TITLES)


def test_that_a_bold_sentence_at_the_top_of_high_pages_is_no_heading() -> None:
    assert not of_class(_slides(high=True), "title", "section-header")


def test_that_what_looks_like_text_is_no_title_of_a_slide() -> None:
    assert not of_class(_slides(style={"size": 10.0}), "title", "section-header")


def test_that_a_running_title_of_few_pages_in_the_place_and_type_of_those_that_repeat_is_furniture() -> None:
    made = []
    for number in range(1, 10):
        part = "On gates" if number < 6 else "On tides" if number < 8 else f"On ships {'abc'[number - 8]}"
        head = line(part, 20, 20, 6)
        text = block([f"{'abcdefghi'[number - 1]} {FILLER}"] * 4, 20, 90)
        made.append(page([("text", [head]), ("text", text)], number))
    layout = document(*made)
    assert [box.text for box in of_class(layout, "page-header")] == ["On gates"] * 5 + ["On tides"] * 2 + [
        "On ships a",
        "On ships b",
    ]
    assert all(box.excluded for box in of_class(layout, "page-header"))


def test_that_a_line_of_one_page_in_the_place_and_type_of_running_titles_as_large_as_text_stays() -> None:
    made = []
    for number in range(1, 7):
        head = line("On ships and their masters" if number == 6 else "On gates", 20, 20, 10)
        text = block([f"{'abcdefghi'[number - 1]} {FILLER}"] * 4, 20, 45)
        made.append(page([("text", [head]), ("text", text)], number))
    assert [box.excluded for box in document(*made).boxes() if box.text.startswith("On ships")] == [None]


def test_that_pieces_of_running_titles_in_one_box_are_furniture_as_they_are_apart() -> None:
    made = []
    for number in range(1, 7):
        heads = [line("Gates", 20, 20, 8), line("Tides", 300, 20, 8)]
        parts: list[tuple[BoxClass, list[Line]]] = [("text", heads)] if number == 4 else [("text", [one]) for one in heads]
        made.append(page([*parts, ("text", block([f"{'abcdef'[number - 1]} {FILLER}"] * 4, 20, 90))], number))
    layout = document(*made)
    joined = next(box for box in layout.boxes() if box.text == "Gates Tides")
    assert joined.excluded == "page-header" and "furniture.repeated" in rule_ids(joined)
