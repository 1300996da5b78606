from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from chunkstudio.layout.fast import fast_regions
from chunkstudio.layout.model import BoxClass, LayoutDocument, Line, ParsedPage
from chunkstudio.layout.options import LayoutOptions
from tests.layout.made_pages import BOLD, FILLER, HEIGHT, WIDTH, block, body, document, line, of_class, page, rule_ids


def _book(pages: int = 6, head: str = "text", options: LayoutOptions | None = None) -> LayoutDocument:
    """Pages with a running head (left and right ones differ), text that differs, and a page number."""
    made = []
    for number in range(1, pages + 1):
        running = line("The harbour book" if number % 2 else f"{number} of gates and tides", 72, 30, 9)
        foot = line(str(number), 300, HEIGHT - 40, 9)
        text = block([f"Page {number} tells of {word}. {FILLER}" for word in ("gates", "tides", "locks")], 72, 90)
        made.append(page([(head, [running]), ("text", text), ("text", [foot])], number))  # type: ignore[list-item]
    return document(*made, options=options)


def test_that_repeated_heads_and_rising_numbers_are_furniture_whatever_the_parser_called_them() -> None:
    layout = _book()
    assert [box.text for box in of_class(layout, "page-header")][:2] == ["The harbour book", "2 of gates and tides"]
    assert [box.text for box in of_class(layout, "page-footer")] == ["1", "2", "3", "4", "5", "6"]
    assert all(box.excluded == box.box_class for box in of_class(layout, "page-header", "page-footer"))


def test_that_page_numbers_are_kept_as_metadata() -> None:
    layout = _book()
    assert [p.printed_number for p in layout.pages] == ["1", "2", "3", "4", "5", "6"]
    assert [p.label for p in layout.pages] == ["1", "2", "3", "4", "5", "6"]


def test_that_roman_page_numbers_are_read() -> None:
    pages = [
        page([("text", body(72, 90)), ("text", [line(n, 300, HEIGHT - 40, 9)])], i) for i, n in enumerate(("iv", "v", "vi"), 1)
    ]
    assert [p.printed_number for p in document(*pages).pages] == ["iv", "v", "vi"]


def test_that_position_alone_makes_no_furniture() -> None:
    pages = []
    for number, word in enumerate(("Gates", "Tides", "Locks"), 1):
        text = block([f"{word} and {FILLER}"] * 4, 72, 90)
        pages.append(page([("text", [line(f"{word} are told of first here", 72, 30, 10)]), ("text", text)], number))
    assert of_class(document(*pages), "page-header", "page-footer") == []


def _fast_book(tops: Sequence[Sequence[Line]], foot: str = "{}") -> LayoutDocument:
    """Pages read by the fast parser: what is given at their tops, text that differs, and a page number."""
    made = []
    for number, (top, word) in enumerate(zip(tops, ("gates", "tides", "locks", "ice", "winds"), strict=False), 1):
        text = block([f"This tells of {word}. {FILLER}"] * 4, 72, 120)
        lines = (*top, *text, line(foot.format(number), 300, HEIGHT - 30, 9))
        page_ = ParsedPage(number, WIDTH, HEIGHT, 0, "fast", lines=lines)
        made.append(replace(page_, regions=fast_regions(page_)))
    return document(*made)


def _chapters(*openings: list[Line]) -> LayoutDocument:
    """Six pages with the running head "Preface" in 9 points; what is given stands below it on the first ones."""
    made = []
    for number in range(1, 7):
        opening = [("section-header", [one]) for one in (openings[number - 1] if number <= len(openings) else [])]
        word = ("gates", "tides", "locks", "ice", "winds", "boats")[number - 1]
        text = block([f"This page tells of {word}. {FILLER}"] * 3, 72, 160)
        made.append(page([("text", [line("Preface", 72, 30, 9)]), *opening, ("text", text)], number))  # type: ignore[list-item]
    return document(*made)


def test_that_a_chapters_title_that_its_running_head_repeats_stays_a_heading() -> None:
    layout = _chapters([line("Preface", 72, 100, 20)])
    assert [(box.text, box.page) for box in of_class(layout, "title", "section-header")] == [("Preface", 1)]
    assert len(of_class(layout, "page-header")) == 6


def test_that_a_journals_name_above_the_title_is_furniture_like_its_running_head() -> None:
    layout = _chapters([line("Preface", 72, 60, 24), line("On the gates of harbours", 72, 110, 17, **BOLD)])
    assert [box.text for box in of_class(layout, "title", "section-header")] == ["On the gates of harbours"]


def test_that_a_papers_title_that_its_running_head_repeats_stays_above_its_authors_and_sections() -> None:
    layout = _chapters([line("Preface", 72, 60, 17), line("Ada Keeper", 72, 90, 13), line("1 Gates", 72, 130, 12, **BOLD)])
    assert [box.text for box in of_class(layout, "title")] == ["Preface"]
    assert {box.text for box in of_class(layout, "page-header")} == {"Preface"}


def test_that_the_large_title_of_a_single_page_is_no_page_header() -> None:
    one = page([("page-header", [line("Annual survey of harbours", 72, 40, 18)]), ("text", body(72, 100))])
    [box] = of_class(document(one), "title", "section-header")
    assert box.excluded is None and "furniture.unrepeated-heading" in rule_ids(box)


def _head() -> Line:
    return line("The harbour book", 72, 24, 9)


def test_that_a_line_at_a_pages_top_that_stands_once_in_the_document_is_content() -> None:
    once = line("Statement of gates at 31 December", 72, 52)
    layout = _fast_book([[_head()], [_head(), once], [_head()], [_head()]])
    assert [box.text for box in of_class(layout, "page-header")] == ["The harbour book"] * 4
    [box] = [box for box in layout.boxes() if box.text.startswith("Statement")]
    assert box.excluded is None
    assert {"fast.furniture.top-band", "furniture.unrepeated"} <= rule_ids(box)


def test_that_the_fast_parser_excludes_nothing_by_its_place_on_a_single_page() -> None:
    layout = _fast_book([[line("Dear keeper of the gates", 72, 40)]])
    assert [box.text for box in layout.boxes() if box.excluded] == ["1"]


def test_that_a_note_in_the_lowest_band_is_a_footnote() -> None:
    page_ = ParsedPage(
        1, WIDTH, HEIGHT, 0, "fast", lines=(*body(72, 120, 20), line("2 Reviewed each January by the keeper.", 72, 740, 7.5))
    )
    layout = document(replace(page_, regions=fast_regions(page_)))
    assert [box.text for box in of_class(layout, "footnote")] == ["2 Reviewed each January by the keeper."]


def test_that_a_lone_number_out_of_sequence_is_content() -> None:
    layout = _fast_book([[], [line("1931", 300, 30, 9)], [], []])
    assert [box.excluded for box in layout.boxes() if box.text == "1931"] == [None]
    assert [box.text for box in of_class(layout, "page-footer")] == ["1", "2", "3", "4"]
    single = _fast_book([[line("1931", 300, 30, 9)]])
    assert [box.text for box in single.boxes() if box.excluded] == ["1"]


def test_that_a_running_title_that_changes_keeps_the_place_of_those_that_repeat() -> None:
    other = line("Of ice and of winds", 72, 24, 9)
    layout = _fast_book([[_head()], [_head()], [_head()], [other]])
    assert [box.text for box in of_class(layout, "page-header")][-1] == "Of ice and of winds"
    beside = _fast_book([[], [], [], [line("Of ice and of winds", 72, HEIGHT - 30, 9)]])
    assert [box.excluded for box in beside.boxes() if box.text == "Of ice and of winds"] == ["page-footer"]


@pytest.mark.parametrize(
    ("text", "given_back"),
    [
        ("Note: all figures are those of the year before", True),
        ("20 March 2026", False),
        ("HB-1931-07", False),
        ("harbour.example/gates", False),
        ("Draft", False),
    ],
)
def test_that_a_models_word_without_repetition_is_enough_for_labels_only(text: str, given_back: bool) -> None:
    told = [("text", block([f"{word} and {FILLER}"] * 4, 72, 90)) for word in ("Gates", "Tides", "Locks")]
    foot = page([told[0], ("page-footer", [line(text, 72, 740, 9)])], 1)
    layout = document(foot, page(told[1:2], 2), page(told[2:], 3))
    [box] = [box for box in layout.boxes() if box.text == text]
    assert (box.excluded is None) == given_back


@pytest.mark.parametrize(
    ("text", "y", "size", "given"),
    [
        ("1 See the old ledger of the mill", 740, 8, "footnote"),
        ("The board meets at seven in the mill.", 740, 10, "text"),
        ("Copyright the harbour. All rights reserved.", 740, 10, "page-footer"),
        ("Harbour of the north", 740, 10, "page-footer"),
        ("Harbour of the north", 660, 10, "text"),  # something stands below it
    ],
)
def test_that_in_a_short_document_a_model_takes_no_sentence_note_or_inner_text_for_a_foot(
    text: str, y: float, size: float, given: str
) -> None:
    foot = page([("text", body(72, 90)), ("page-footer", [line(text, 72, y, size)]), ("text", body(72, 690, 2))], 1)
    if y > 700:
        foot = page([("text", body(72, 90)), ("page-footer", [line(text, 72, y, size)])], 1)
    [box] = [box for box in document(foot).boxes() if box.text == text]
    assert box.box_class == given


def test_that_sentences_and_large_titles_which_differ_in_a_number_are_no_furniture() -> None:
    made = []
    for n in (1, 2, 3, 4):
        title = [line(f"Ledger {n}", 72, 60, 16)]
        text = block([f"The crew came {n} times and"] * 2 + [f"took {n} lamps from lot 000{n} to the mill."], 72, 90)
        made.append(page([("section-header", title), ("text", text)], n))
    layout = document(*made)
    assert [box.text for box in layout.boxes() if box.excluded] == []
    assert len(of_class(layout, "section-header", "title")) == 4


def test_that_pages_which_are_all_alike_keep_their_text() -> None:
    notes = [line("Notes", 72, 60, 16), line("This sheet says the same as the last.", 72, 90, 10)]
    alike = [page([("section-header", notes[:1]), ("text", notes[1:])], n) for n in (1, 2, 3)]
    layout = document(*alike, page([("section-header", [line("End", 72, 60, 16)]), ("text", body(72, 120))], 4))
    assert [box.excluded for box in layout.boxes() if box.text.startswith("This sheet")] == [None] * 3


def test_that_one_line_at_the_top_of_both_pages_of_two_is_their_running_head() -> None:
    style = {"bold": True, "font": "Made-Bold"}
    head = [line("Annual survey", 72, 24, 14, **style)]
    pages = [page([("section-header", head), ("text", block([f"{word} and {FILLER}"] * 4, 72, 90))], n + 1)
             for n, word in enumerate(("Gates", "Tides"))]  # fmt: skip
    assert [box.text for box in of_class(document(*pages), "page-header")] == ["Annual survey"] * 2
    smaller = page(
        [("section-header", [line("Annual survey", 72, 24, 9)]), ("text", block([f"Ice and {FILLER}"] * 4, 72, 90))], 2
    )
    assert of_class(document(pages[0], smaller), "page-header") == []


def test_that_a_pages_only_content_stays() -> None:
    first = page([("page-header", [line("Left blank on purpose", 200, 40, 10)])])
    layout = document(first, page([("text", body(72, 90))], 2))
    assert layout.pages[0].boxes[0].excluded is None


def test_that_a_running_title_called_a_heading_is_no_heading() -> None:
    layout = _book(head="section-header")
    assert of_class(layout, "section-header", "title") == []


def test_that_a_running_head_glued_to_the_text_is_split_off() -> None:
    pages = []
    for number, word in enumerate(("gates", "tides", "locks", "ice", "winds"), 1):
        text = [line("The harbour book", 72, 30), *block([f"This tells of {word}. {FILLER}"] * 3, 72, 44)]
        pages.append(page([("text", text)], number))
    layout = document(*pages)
    assert [box.text for box in of_class(layout, "page-header")] == ["The harbour book"] * 5
    assert all("harbour book" not in box.text for box in of_class(layout, "text"))


def test_that_the_large_title_of_a_chapter_is_no_page_header() -> None:
    pages = [page([("text", body(72, 90))], n) for n in (1, 2)]
    pages.append(page([("page-header", [line("Introduction", 72, 40, 18)]), ("text", body(72, 90))], 3))
    assert [box.text for box in of_class(document(*pages), "title", "section-header")] == ["Introduction"]


def test_that_a_bold_unrepeated_head_is_a_heading() -> None:
    style = {"bold": True, "font": "Made-Bold"}
    pages = [page([("text", body(72, 90))], n) for n in (1, 2)]
    pages.append(page([("page-header", [line("Statements of cash flows", 72, 40, 10, **style)]), ("text", body(72, 90))], 3))
    found = of_class(document(*pages), "section-header")
    assert [box.text for box in found] == ["Statements of cash flows"]
    assert "furniture.unrepeated-heading" in rule_ids(found[0])


def test_that_a_bold_chapters_name_beside_the_page_number_in_the_foot_is_no_heading() -> None:
    made = []
    for number in range(1, 6):
        feet = [("text", [line(str(number), 72, HEIGHT - 40, 10)])]
        if number == 4:
            feet.append(("page-footer", [line("Chapter 2. Gates and locks", 300, HEIGHT - 40, 10, **BOLD)]))
        text = line(f"The {'abcde'[number - 1]} gates. {FILLER}", 72, 90)
        made.append(page([("text", [text]), *feet], number))  # type: ignore[list-item]
    layout = document(*made)
    assert not of_class(layout, "section-header")
    assert [box.excluded for box in layout.boxes() if box.text.startswith("Chapter")] == ["page-footer"]


def test_that_a_profile_may_keep_furniture_or_drop_only_what_repeats() -> None:
    assert all(box.excluded is None for box in _book(options=LayoutOptions(headers_footers="include")).boxes())
    single = page([("page-header", [line("Draft of May", 72, 30, 9)]), ("text", body(72, 90))])
    assert document(single, options=LayoutOptions(headers_footers="auto")).boxes()[0].excluded is None
    assert document(single).boxes()[0].excluded == "page-header"


def test_that_line_numbers_in_the_margin_are_taken_out_of_the_text() -> None:
    numbers = [line(str(n), 40, 60 + 20 * n, 10) for n in range(1, 11)]
    text = [line(f"and the counsel said word {'abc'[n % 3]} to the court", 90, 60 + 20 * n, 10) for n in range(1, 11)]
    layout = document(page([("text", [*numbers, *text])]))
    assert [box.text for box in of_class(layout, "page-header")] == ["1 2 3 4 5 6 7 8 9 10"]
    assert all(not any(ch.isdigit() for ch in box.text) for box in of_class(layout, "text"))


def test_that_small_line_numbers_at_an_even_pitch_are_taken_out_beside_formulas() -> None:
    numbers = [line(str(n), 40, 60 + 14 * n, 7) for n in range(1, 31)]
    text = [line("a + b = c", 200, 63 + 42 * n, 10) for n in range(1, 9)]
    layout = document(page([("text", numbers), *[("text", [one]) for one in text]]))
    assert [box.text.split()[-1] for box in of_class(layout, "page-header")] == ["30"]
    assert {box.text for box in of_class(layout, "text")} == {"a + b = c"}


def _small_numbers(last: int, step: int = 1) -> list[Line]:
    return [line(str(step * n), 60, 100 + 14 * n, 7) for n in range(1, last + 1)]


def test_that_ranks_beside_a_column_of_names_stay_in_the_text() -> None:
    names = [line(f"Harbour town {n}", 90, 98 + 14 * n, 10) for n in range(1, 26)]
    layout = document(page([("text", [*_small_numbers(25), *names])]))
    assert of_class(layout, "page-header") == []


def test_that_the_numbers_of_a_scale_stay_in_the_text() -> None:
    soils = [line("sandy clay", 120, 150 + 60 * n, 10) for n in range(5)]
    assert of_class(document(page([("text", _small_numbers(25, 5)), ("text", soils)])), "page-header") == []


@pytest.mark.parametrize(("below", "counted"), [(20, 0), (0, 1)], ids=["a drawing amid text", "a page that is one drawing"])
def test_that_numbers_in_a_picture_are_its_own_where_the_page_holds_more(below: int, counted: int) -> None:
    soils = [line("sandy clay", 120, 150 + 60 * n, 10) for n in range(5)]
    text = [line("Clay lies deep.", 120, 480 + 12 * n, 10) for n in range(below)]
    layout = document(page([("picture", [*_small_numbers(25), *soils])] + [("text", text)] * bool(text)))
    assert len(of_class(layout, "page-header")) == counted


def test_that_contents_pages_are_toc_and_no_parents() -> None:
    style = {"bold": True, "font": "Made-Bold"}
    entries = [f"{n} {word} {'.' * 40} {n + 2}" for n, word in enumerate(("Tides", "Winds", "Ice"), 1)]
    first = page([("section-header", [line("Contents", 72, 60, 18, **style)]), ("text", block(entries, 72, 90))])
    second = page([("section-header", [line("1 Tides", 72, 60, 14, **style)]), ("text", body(72, 90))], 2)
    layout = document(first, second)
    assert [box.text for box in of_class(layout, "section-header", "title")] == ["1 Tides"]
    assert {box.excluded for box in layout.pages[0].boxes} == {"toc"}
    assert [box.level for box in layout.pages[0].boxes] == [1, None]
    kept = document(first, second, options=LayoutOptions(toc="include"))
    assert {box.excluded for box in kept.pages[0].boxes} == {None}


def _contents(numbers: Sequence[int], title: str = "Contents") -> LayoutDocument:
    """A list of bold titles with their page numbers in boxes of their own, below a title and above a section."""
    parts: list[tuple[BoxClass, list[Line]]] = [("section-header", [line(title, 72, 60, 14, **BOLD)])]
    for k, (number, name) in enumerate(zip(numbers, ("Gates", "Tides of spring", "Locks", "Winds"), strict=True)):
        parts.append(("section-header", [line(f"{k + 1} {name}", 72, 90 + 22 * k, 10, **BOLD)]))
        parts.append(("text", [line(f"{number:2}".strip(), 500 + 5 * (number < 10), 90 + 22 * k, 10, **BOLD)]))
    parts += [("section-header", [line("1 Gates", 72, 220, 14, **BOLD)]), ("text", body(72, 250))]
    return document(page(parts))


def test_that_page_numbers_in_boxes_of_their_own_belong_to_the_contents() -> None:
    layout = _contents((1, 3, 9, 12))
    assert [box.text for box in of_class(layout, "toc")] == [
        "Contents",
        "1 Gates 1",
        "2 Tides of spring 3",
        "3 Locks 9",
        "4 Winds 12",
    ]
    assert [box.text for box in of_class(layout, "title", "section-header")] == ["1 Gates"]


@pytest.mark.parametrize(
    ("numbers", "title"), [((4, 3, 2, 1), "Contents"), ((1, 3, 9, 12), "Catches")], ids=["fall", "untitled"]
)
def test_that_other_numbers_beside_titles_stay_in_their_boxes(numbers: Sequence[int], title: str) -> None:
    layout = _contents(numbers, title)
    assert not of_class(layout, "toc")
    assert [box.text for box in layout.boxes() if box.text.isdigit()] == [str(n) for n in numbers]


def test_that_the_title_of_the_next_list_on_a_page_of_contents_is_one_of_contents() -> None:
    lists = []
    for number, title in enumerate(("Contents", "Lists of gates"), 1):
        rows = block(
            [f"{name} {'. ' * 30}{k + 3 * number}" for k, name in enumerate(("North", "South", "West", "East"))], 72, 100
        )
        lists.append(page([("section-header", [line(title, 72, 60, 16, **BOLD)]), ("text", rows)], number))
    layout = document(*lists, page([("text", body(72, 90))], 3))
    assert [box.text for box in layout.boxes() if "toc.title" in rule_ids(box)] == ["Contents", "Lists of gates"]


def test_that_the_title_of_a_list_within_the_text_has_the_level_of_headings_that_look_alike() -> None:
    small = {"bold": True, "font": "Made-Bold"}
    entries = [f"{n} {word} {'.' * 40} {n + 2}" for n, word in enumerate(("Ebb", "Flood", "Slack"), 1)]
    parts: list[tuple[BoxClass, list[Line]]] = [
        ("section-header", [line("1 Tides", 72, 60, 16, **small)]),
        ("text", body(72, 90)),
        ("section-header", [line("1.1 Ebb", 72, 160, 12, **small)]),
        ("text", body(72, 180)),
        ("section-header", [line("List of figures", 72, 260, 12, **small)]),
        ("text", block(entries, 72, 280)),
    ]
    assert [box.level for box in document(page(parts)).boxes() if box.excluded == "toc"] == [2, None]


def test_that_numbered_divisions_at_the_top_of_pages_are_no_furniture() -> None:
    style = {"bold": True, "font": "Made-Bold"}
    pages = []
    for number, word in enumerate(("gates", "tides", "locks", "ice"), 1):
        text = block([f"This tells of {word}. {FILLER}"] * 3, 72, 90)
        pages.append(page([("section-header", [line(f"Item {number}.", 72, 60, 12, **style)]), ("text", text)], number))
    assert [box.text for box in of_class(document(*pages), "section-header")] == ["Item 1.", "Item 2.", "Item 3.", "Item 4."]
