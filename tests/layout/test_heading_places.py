"""Headings told by where they stand: on covers, at page edges, amid numbered sections."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

import pytest

from chunkstudio.layout.model import BoxClass, LayoutDocument, Line, ParsedPage
from tests.layout.made_pages import (
    BOLD,
    FILLER,
    block,
    body,
    document,
    headings,
    levels,
    line,
    of_class,
    page,
    rule_ids,
    sections,
)


def test_that_a_heading_called_a_caption_or_formula_is_found_by_the_look_of_others() -> None:
    parts = []
    for n, title in enumerate(("1.1 Gate", "1.2 Lock", "Tides", "Winds")):
        parts += [("section-header", [line(title, 72, 60 + 60 * n, 12, **BOLD)]), ("text", body(72, 76 + 60 * n, 2))]
    parts += [("formula", [line("1.3 Quay", 72, 310, 12, **BOLD)]), ("text", body(72, 326, 2))]
    parts += [("caption", [line("Lamps", 72, 370, 12, **BOLD)]), ("text", body(72, 386, 2))]
    parts += [("picture", [line("north", 72, 440)]), ("caption", [line("Gates", 72, 480, 12, **BOLD)])]
    parts += [("picture", [line("south", 72, 500)])]
    layout = document(page(parts))  # type: ignore[arg-type]
    found = [box.text for box in of_class(layout, "section-header")]
    assert found == ["1.1 Gate", "1.2 Lock", "Tides", "Winds", "1.3 Quay", "Lamps"]
    assert [box.text for box in of_class(layout, "caption")] == ["Gates"]


def test_that_a_running_title_with_its_number_is_none_though_the_heading_comes_later_on_the_page() -> None:
    opened = [
        ("text", body(72, 90)),
        ("section-header", [line("1 Gates and locks", 72, 200, 12, **BOLD)]),
        ("text", body(72, 230)),
    ]
    head = ("section-header", [line("1. Gates and locks", 72, 50, 11, **BOLD)])
    found = headings(page([head, *opened]), page([head, ("text", body(72, 90))], 2))  # type: ignore[list-item]
    assert [box.text for box in found] == ["1 Gates and locks"]


def test_that_a_centred_abstract_stands_beside_the_numbered_sections() -> None:
    parts = [("title", [line("Of gates", 280, 30, 18, **BOLD)])]
    parts += [("section-header", [line("Abstract", 286, 60, 12, **BOLD)]), ("text", body(72, 80, 3))]
    for n in (1, 2, 3):
        parts += [("section-header", [line(f"{n} Gates", 72, 60 + 90 * n, 12, **BOLD)]), ("text", body(72, 80 + 90 * n, 3))]
    assert [level for _, level in levels(page(parts))] == [0, 1, 1, 1, 1]  # type: ignore[arg-type]


def test_that_the_many_headings_of_a_front_matter_stand_beside_the_few_chapters_that_look_like_them() -> None:
    titles = ["Thanks", "Preface", "List of gates", "Chapter 1 Gates", "1.1 Locks", "Chapter 2 Tides", "Index"]
    found = levels(sections(*[(title, 12.0, BOLD) for title in titles]))
    assert [level for _, level in found] == [1, 1, 1, 1, 2, 1, 1]


def test_that_a_lone_word_called_a_page_header_is_a_heading_where_it_has_the_look_of_others() -> None:
    def chapter(number: int, title: str, box_class: BoxClass, **style: object) -> ParsedPage:
        return page([(box_class, [line(title, 250, 50, 12, **style)]), ("text", body(72, 80))], number)

    called = [("Thanks", "section-header"), ("Preface", "section-header"), ("Abstract", "page-header")]
    pages = [chapter(n, title, box_class, **BOLD) for n, (title, box_class) in enumerate(called, 1)]  # type: ignore[arg-type]
    layout = document(*pages, chapter(4, "Draft", "page-header"))
    assert [box.text for box in of_class(layout, "section-header")] == ["Thanks", "Preface", "Abstract"]
    assert [box.text for box in of_class(layout, "page-header")] == ["Draft"]


def test_that_a_long_question_with_a_deep_number_in_larger_type_is_a_heading() -> None:
    asked = "3.1.1 I was told to take the upper lock. But the upper lock is closed when the ice comes down. What then?"
    short = sections(("3.1 Locks", 12.0, BOLD), ("3.1.2 And in summer?", 11.0, BOLD))
    parts = [("section-header", block(textwrap.wrap(asked, 60), 72, 60, 11, **BOLD)), ("text", body(72, 120))]
    again = asked.replace("3.1.1", "3.1.3")
    parts += [("list-item", block(textwrap.wrap(again, 60), 72, 200, 11, **BOLD)), ("text", body(72, 260))]
    found = headings(short, page(parts, 2))  # type: ignore[arg-type]
    assert [box.text[:5] for box in found] == ["3.1 L", "3.1.2", "3.1.1", "3.1.3"]


def test_that_a_line_in_italics_above_text_is_a_heading_where_four_of_its_look_are() -> None:
    def part(titles: Sequence[str], box_class: BoxClass, number: int) -> ParsedPage:
        parts = []
        for n, title in enumerate(titles):
            parts += [(box_class, [line(title, 72, 60 + 90 * n, 10, italic=True)]), ("text", body(72, 74 + 90 * n))]
        return page(parts, number)  # type: ignore[arg-type]

    known = part(["Gates", "Locks", "Tides", "Winds"], "section-header", 1)
    assert [box.text for box in headings(known, part(["Ice", "Boats"], "text", 2))][4:] == ["Ice", "Boats"]
    fewer = part(["Gates", "Locks", "Tides"], "section-header", 1)
    assert len(headings(fewer, part(["Ice", "Boats"], "text", 2))) == 3


def _numbered_paragraphs(*openings: str) -> LayoutDocument:
    """Section 5 with numbered paragraphs, each of an opening and a line of running text."""
    parts: list[tuple[BoxClass, list[Line]]] = [("section-header", [line("5 Duties", 72, 60, 14, **BOLD)])]
    for n, opening in enumerate(openings, 1):
        parts.append(("text", block([f"5.{n} {opening}", FILLER], 72, 50 + 50 * n)))
    return document(page(parts))


def test_that_short_titles_that_open_all_paragraphs_with_a_deep_number_are_headings() -> None:
    layout = _numbered_paragraphs("Gates. Every gate", "Upper locks. A lock", "Tides and ice. When ice")
    found = [(box.text, box.level) for box in of_class(layout, "section-header")]
    assert found == [("5 Duties", 1), ("5.1 Gates.", 2), ("5.2 Upper locks.", 2), ("5.3 Tides and ice.", 2)]
    texts = of_class(layout, "text")
    assert [box.text for box in texts] == [f"{opened} {FILLER}" for opened in ("Every gate", "A lock", "When ice")]
    assert texts[0].rect[1] < texts[0].lines[1].rect[1] and texts[0].lines[0].rect[0] > 72


def test_that_numbered_paragraphs_of_which_few_have_a_title_stay_whole() -> None:
    said = "The keeper of a gate opens it when a boat has waited for a quarter of an hour. He closes it"
    layout = _numbered_paragraphs("Gates. Every gate", "Upper locks. A lock", said, "Tides and ice. When ice")
    assert [box.text for box in of_class(layout, "section-header")] == ["5 Duties"]


@pytest.mark.parametrize(
    "openings",
    [
        ("Approx. 20 percent of the lamps", "Dept. heads keep the gate", "Under Sec. 4 of the act"),
        ("Fees acc. to annex B are due", "Boats approx. ten metres long", "Gates incl. locks shall be"),
        (
            "The tenant pays the rent monthly. It is due",
            "The landlord keeps the roof in repair. Gutters",
            "No pets are kept. Dogs",
        ),
    ],
    ids=["abbreviations before numbers", "abbreviations before small letters", "sentences"],
)
def test_that_abbreviations_and_plain_sentences_after_a_number_are_no_headings(openings: tuple[str, ...]) -> None:
    assert [box.text for box in of_class(_numbered_paragraphs(*openings), "section-header")] == ["5 Duties"]


def test_that_long_titles_in_italics_before_their_paragraph_are_headings() -> None:
    titles = ("Fees of boats at the upper piers.", "Duties of all keepers of locks.", "Lamps on gates and on the piers.")
    parts: list[tuple[BoxClass, list[Line]]] = [("section-header", [line("5 Duties", 72, 60, 14, **BOLD)])]
    for n, title in enumerate(titles, 1):
        top = 50 + 50 * n
        parts.append(("text", [line(f"5.{n} {title} Every keeper", 72, top, italic=True), line(FILLER, 72, top + 12)]))
    assert [box.text[4:] for box in of_class(document(page(parts)), "section-header")[1:]] == list(titles)


def test_that_a_lone_large_heading_amid_sections_that_count_on_holds_none_of_them() -> None:
    opened = sections(("Harbours", 24.0, BOLD), ("1 Scope", 12.0, BOLD))
    parts = []
    for n, (title, size) in enumerate((("2 Duties", 12.0), ("Image", 20.0), ("3 Fees", 12.0), ("4 Berths", 12.0))):
        top = 60.0 + 170 * n
        parts += [("section-header", [line(title, 72, top, size, **BOLD)]), ("text", body(72, top + 30, 10))]
    assert [level for _, level in levels(opened, page(parts, 2))] == [0, 1, 1, 2, 1, 1]  # type: ignore[arg-type]


def test_that_lines_of_a_cover_open_no_section() -> None:
    cover = [("title", [line("Rules of the harbour", 180, 200, 24, **BOLD)])]
    cover += [
        ("section-header", [line(text, 220, 300 + 60 * n, 14, **BOLD)]) for n, text in enumerate(("Ada Keeper", "Release"))
    ]
    cover += [("section-header", [line("Part I Gates", 220, 500, 18, **BOLD)])]
    text = sections(("Opening", 14.0, BOLD), ("Closing", 14.0, BOLD), ("Mending", 14.0, BOLD))
    layout = document(page(cover), replace(text, number=2))  # type: ignore[arg-type]
    found = [box.text for box in of_class(layout, "title", "section-header")]
    assert found == ["Rules of the harbour", "Part I Gates", "Opening", "Closing", "Mending"]
    assert [box.text for box in layout.boxes() if "heading.cover-line" in rule_ids(box)] == ["Ada Keeper", "Release"]


def test_that_titles_of_slides_with_few_words_stay_and_the_list_of_parts_beside_them_does_not() -> None:
    slides = []
    for n, title in enumerate(("Gates", "Tides", "Winds", "Lamps", "Piers"), 1):
        parts = [("section-header", [line(text, 10, 90 + 30 * k, 12, **BOLD)]) for k, text in enumerate(("Aims", "Means"))]
        parts += [("section-header", [line(title, 200, 40, 24)]), ("picture", [line("north", 220, 300)])]
        parts += [("text", body(200, 400, 8))] if n == 5 else []
        slides.append(replace(page(parts, n), width=960.0))  # type: ignore[arg-type]
    layout = document(*slides)
    assert [box.text for box in of_class(layout, "title", "section-header")] == ["Gates", "Tides", "Winds", "Lamps", "Piers"]
    assert {box.text for box in layout.boxes() if box.excluded} == {"Aims Means"}


def _centred(text: str, y: float, size: float, **style: object) -> Line:
    return line(text, 306 - 0.25 * size * len(text), y, size, **style)


@pytest.mark.parametrize(
    ("below", "kept"),
    [
        (("R. Keeper", "12 May 1931"), []),
        (("R. Keeper", "1 Gates"), ["1 Gates"]),
        (("R. Keeper", "Summary of the harbour book"), ["Summary of the harbour book"]),
    ],
    ids=["author and date", "a number", "what opens text"],
)
def test_that_what_is_centred_below_the_title_and_opens_nothing_is_no_heading(below: tuple[str, str], kept: list[str]) -> None:
    parts = [("section-header", [_centred("The harbour book", 60, 24)])]
    parts += [("section-header", [_centred(text, 100 + 30 * k, 14)]) for k, text in enumerate(below)]
    parts += [] if kept else [("section-header", [line("Gates", 72, 170, 12, **BOLD)])]
    found = headings(page([*parts, ("text", body(72, 190, 12))], 1), page([("text", body(72, 90, 20))], 2))  # type: ignore[list-item]
    assert [box.text for box in found] == ["The harbour book", *(kept or ["Gates"])]


def test_that_headings_flush_with_their_title_stay_also_without_text() -> None:
    parts = [("section-header", [line("The harbour book", 72, 60, 24)])]
    parts += [("section-header", [line(text, 72, 100 + 30 * k, 14)]) for k, text in enumerate(("Gates", "Opening"))]
    found = headings(page([*parts, ("text", body(72, 190, 12))], 1), page([("text", body(72, 90, 20))], 2))  # type: ignore[list-item]
    assert [box.text for box in found] == ["The harbour book", "Gates", "Opening"]


def test_that_a_numbered_section_named_like_its_document_is_no_running_title() -> None:
    first = page([("section-header", [line("The harbour book", 72, 60, 24)]), ("text", body(72, 100, 12))])
    parts = [("section-header", [line("2.4 The harbour book", 72, 80, 12, **BOLD)]), ("text", body(72, 110, 12))]
    assert [box.text for box in headings(first, page(parts, 2))] == ["The harbour book", "2.4 The harbour book"]  # type: ignore[arg-type]


def test_that_a_document_of_nothing_but_headings_has_no_cover() -> None:
    words = ("Gates of the north", "Tides in spring")
    slides = []
    for n, text in enumerate(words, 1):
        parts = [("section-header", [line(text, 72, 300, 24, **BOLD)]), ("text", [line("north and south", 72, 400)])]
        slides.append(page(parts, n))  # type: ignore[arg-type]
    assert [box.text for box in headings(*slides)] == list(words)


def test_that_points_inside_a_section_open_no_chapter() -> None:
    titles = [
        "Chapter 2 Harbours",
        "2.1 Gates",
        "1. Opening",
        "2. Closing",
        "2.2 Tides",
        "3. Ebb",
        "2.3 Winds",
        "Chapter 3 Fees",
        "3.1 Berths",
    ]
    found = levels(sections(("Rules", 24.0, BOLD)), replace(sections(*[(t, 12.0, BOLD) for t in titles]), number=2))
    assert [level for _, level in found] == [0, 1, 2, 3, 3, 2, 3, 2, 1, 2]


def test_that_a_chapters_word_number_and_title_in_three_boxes_are_one_heading() -> None:
    parts = [
        ("section-header", [line("CHAPTER", 480, 92, 10, **BOLD)]),
        ("section-header", [line("TWO", 500, 110, 14, **BOLD)]),
    ]
    parts += [("section-header", [line("THE HARBOUR", 420, 160, 14, **BOLD)]), ("text", body(72, 230))]
    assert [text for text, _ in levels(page([("text", body(72, 90))]), page(parts, 2))] == ["CHAPTER TWO THE HARBOUR"]  # type: ignore[arg-type]


def test_that_a_running_foot_with_a_sections_number_is_no_heading() -> None:
    parts = [
        ("text", body(72, 90)),
        ("section-header", [line("1.4 Gates and locks", 72, 200, 14, **BOLD)]),
        ("text", body(72, 230)),
    ]
    parts += [("page-footer", [line("1.4. Gates and locks", 72, 742, 9, **BOLD)])]
    others = [page([("text", body(72, 90))], n) for n in (2, 3)]
    assert [text for text, _ in levels(page(parts), *others)] == ["1.4 Gates and locks"]  # type: ignore[arg-type]
