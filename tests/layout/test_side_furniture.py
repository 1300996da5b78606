"""What stands beside the text on page after page, and stamps in the margin of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.fast import fast_regions
from chunkstudio.layout.model import LayoutDocument, Line, ParsedPage
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_pass import forget_pages
from tests.layout.made_pages import BOLD, FILLER, HEIGHT, WIDTH, block, body, document, info, line, of_class, page, rule_ids

WORDS = ("gates", "tides", "locks", "winds", "lamps")
PARTS = ("Aims", "What tides are", "Neap tides", "Spring tides", "What locks are", "Summary")


def sideways(text: str, x: float, y: float, size: float = 10.0) -> Line:
    """A line that runs up the page."""
    return Line(text, (x, y, x + size, y + 0.5 * size * len(text)), size, angle=90, baseline=x + 0.8 * size)


def _slides(parser: str, bar: Sequence[Line], x: float = 40) -> list[ParsedPage]:
    """Wide pages with a bar of parts at one edge, and a title and lines that differ."""
    made = []
    for number, word in enumerate(WORDS, 1):
        title = line(f"On {word} in the harbour", x, 20, 12, **BOLD)
        text = [line(f"{word} {k} {FILLER[: 4 + 4 * k]}", x, 86 + 24 * k, 11) for k in range(4)]
        parts = [("section-header", [title]), *[("text", [one]) for one in text], ("text", list(bar))]
        shown = replace(page(parts, number), width=480.0, height=320.0, parser=parser)  # type: ignore[arg-type]
        made.append(replace(shown, regions=fast_regions(shown)) if parser == "fast" else shown)
    return made


@pytest.mark.parametrize("parser", ["fast", "neural"])
@pytest.mark.parametrize("at", [400, 10], ids=["right", "left"])
def test_that_a_bar_of_parts_beside_all_slides_is_furniture(parser: str, at: float) -> None:
    layout = document(*_slides(parser, block(PARTS, at, 60, 6, 24), x=140 if at < 100 else 40))
    assert [box.text for box in of_class(layout, "page-footer")] == [" ".join(PARTS)] * 5
    assert all(box.excluded == "page-footer" for box in of_class(layout, "page-footer"))
    assert not of_class(layout, "table")
    assert not any(part in box.text for box in layout.boxes() if box.excluded is None for part in PARTS)


def test_that_a_bar_is_told_alike_while_slides_arrive() -> None:
    slides = _slides("fast", block(PARTS, 400, 60, 6, 24))
    for count in (2, 5):
        kept = assemble(info(5), slides[:count], LayoutOptions(), provisional=True)
        again = assemble(info(5), slides[:count], LayoutOptions())
        assert [(box.text, box.excluded) for box in kept.boxes()] == [(box.text, box.excluded) for box in again.boxes()]
        assert bool(_beside(kept)) == (count == 5)
    forget_pages(slides)


def _beside(layout: LayoutDocument) -> list[str]:
    return [box.text for box in layout.boxes() if "furniture.beside-text" in rule_ids(box)]


def wide(parsed: ParsedPage) -> ParsedPage:
    """The page as a slide."""
    return replace(parsed, width=960.0)


def _first(word: str) -> Line:
    return line(f"{word} {FILLER}", 72, 60)


def test_that_names_of_rows_that_repeat_on_each_page_stay() -> None:
    made = []
    for number, word in enumerate(WORDS, 1):
        names = block(PARTS, 40, 200, 10, 30)
        values = [line(f"{word} number {k}", 250, 200 + 30 * k, 10) for k in range(len(PARTS))]
        made.append(wide(page([("text", [one]) for one in (_first(word), *names, *values)], number)))
    assert not _beside(document(*made))


def test_that_what_repeats_on_a_few_pages_only_is_no_bar() -> None:
    made = []
    for number in range(1, 10):
        first = _first("abcdefghi"[number - 1])
        notes = block(PARTS, 40, 300, 10, 30) if number > 5 else []
        made.append(wide(page([("text", [one]) for one in (first, *body(200, 150), *notes)], number)))
    assert not _beside(document(*made))


def test_that_labels_above_values_in_one_strip_stay() -> None:
    made = []
    for number, word in enumerate(WORDS, 1):
        labels = block(PARTS, 40, 200, 10, 60)
        values = [line(f"{word} {part}", 40, 220 + 60 * k, 10) for k, part in enumerate(("a", "b", "c", "d", "e", "f"))]
        made.append(wide(page([("text", [one]) for one in (_first(word), *labels, *values)], number)))
    assert not _beside(document(*made))


def test_that_a_list_which_is_all_that_its_pages_hold_stays() -> None:
    assert not _beside(document(*[wide(page([("text", block(PARTS, 40, 200, 10, 30))], n)) for n in range(1, 6)]))


def test_that_a_strip_into_which_text_runs_is_no_bar() -> None:
    made = []
    for number, word in enumerate(WORDS, 1):
        text = [line(f"{word} {k} {FILLER}", 60, 215 + 31 * k, 10) for k in range(4)]
        made.append(wide(page([("text", [one]) for one in (_first(word), *block(PARTS, 40, 200, 10, 30), *text)], number)))
    assert not _beside(document(*made))


def test_that_the_names_of_a_forms_fields_stay_wherever_their_values_stand() -> None:
    made = []
    for number, word in enumerate(WORDS, 1):
        values = [line(f"{word} number {k}", 250, 206 + 30 * k, 10) for k in range(len(PARTS))]
        made.append(page([("text", [one]) for one in (_first(word), *block(PARTS, 40, 200, 10, 30), *values)], number))
    assert not _beside(document(*made))


def test_that_a_sideways_note_in_the_margin_of_each_page_is_furniture_and_a_scale_beside_a_chart_is_none() -> None:
    note = sideways("Copied from the harbour library by a reader", 580, 250, 7)
    made = []
    for number, word in enumerate(WORDS, 1):
        text = block([f"{word} {k} {FILLER}" for k in range(4)], 72, 90)
        scale = sideways("Height of the tide", 80, 300)
        made.append(page([("text", text), ("text", [scale]), ("text", [note])], number))
    layout = document(*made)
    assert {box.text for box in layout.boxes() if box.excluded} == {note.text}
    assert all("furniture.beside-text" in rule_ids(box) for box in layout.boxes() if box.excluded)


def _stamped(stamp: Line, options: LayoutOptions | None = None) -> LayoutDocument:
    """A page whose last sentence goes on on the next one, with a sideways line in its margin."""
    first = block([FILLER] * 6 + ["In spring the keeper opens the"], 72, 90)
    after = ParsedPage(2, WIDTH, HEIGHT, 0, "neural", lines=tuple(body(72, 90)))
    lines = (line("upper gates before the tide turns.", 72, 90), *block([FILLER] * 2, 72, 102))
    return document(page([("text", first)], free=[stamp]), replace(after, lines=lines), options=options)


@pytest.mark.parametrize("text", ["paper:1601.03642v1  [gates]  12 Jan 2016", "Draft", "Copy 14 of 2019"])
def test_that_a_label_in_the_margin_of_one_page_is_left_out_with_a_reason(text: str) -> None:
    layout = _stamped(sideways(text, 16, 260, 20))
    (stamp,) = of_class(layout, "page-footer")
    assert (stamp.text.split(), stamp.excluded) == (text.split(), "page-footer")
    assert "furniture.margin-stamp" in rule_ids(stamp)
    kept = _stamped(sideways(text, 16, 260, 20), LayoutOptions(headers_footers="auto"))
    assert [box.excluded for box in of_class(kept, "page-footer")] == [None]


def test_that_a_sideways_sentence_in_the_margin_stays_and_interrupts_no_sentence() -> None:
    layout = _stamped(sideways("See the keeper for the key to the upper gate", 16, 260, 10))
    first, aside, *rest = layout.boxes()
    assert (aside.text[:3], aside.excluded) == ("See", None)
    assert rest[0].continues == first.id


def test_that_a_sideways_label_within_the_text_stays() -> None:
    assert not of_class(_stamped(sideways("12 Jan 2016", 300, 260, 20)), "page-footer")
