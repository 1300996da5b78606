"""Running text is told from rows of tables by its lines alone, and parts what stands above it from what stands below."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chunkstudio.layout import table_align
from chunkstudio.layout.model import Line
from chunkstudio.layout.table_align import aligned_areas
from chunkstudio.layout.table_prose import parts_without_prose
from tests.layout.made_pages import FILLER, block
from tests.layout.made_pages import line as unmeasured
from tests.layout.test_fast import table_lines

_GAP = 1.1


def measured(line: Line) -> Line:
    """A line that says where its words end, as lines of a file do."""
    words = line.text.split(" ")
    return replace(line, ends=tuple(x + 0.5 * line.size * len(word) for word, (_, x) in zip(words, line.stops, strict=True)))


def prose(y: float, lines: int = 5) -> list[Line]:
    return [measured(one) for one in block([FILLER] * lines, 72, y)]


def cells(y: float) -> list[Line]:
    return [measured(one) for one in table_lines(y=y)]


def test_that_a_page_of_running_text_is_done_without_looking_at_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked_at(lines: object) -> None:
        raise AssertionError(lines)

    monkeypatch.setattr(table_align, "words_of", looked_at)
    assert aligned_areas(prose(100, lines=40)) == []


def test_that_tables_between_paragraphs_are_parts_of_their_own_and_keep_their_place() -> None:
    first, second = cells(200), cells(400)
    page = [*prose(100), *first, *prose(300), *second, *prose(500)]
    assert parts_without_prose(page, _GAP, 3) == [first, second]
    assert aligned_areas(page) == aligned_areas(first) + aligned_areas(second)
    assert len(aligned_areas(page)) == 2


@pytest.mark.parametrize("kind", ["wide gap", "beside another", "unmeasured", "leaders", "short"])
def test_that_a_line_which_may_be_part_of_a_row_is_no_running_text(kind: str) -> None:
    [one] = prose(250, lines=1)
    doubtful = {
        "wide gap": [replace(one, stops=(*one.stops[:-1], (one.stops[-1][0], one.stops[-1][1] + 12.0)), ends=one.ends)],
        "beside another": [one, measured(unmeasured("4,711", 500, 251))],
        "unmeasured": [unmeasured(FILLER, 72, 250)],
        "leaders": [measured(unmeasured(f"{FILLER} ..... 7", 72, 250))],
        "short": [measured(unmeasured("Wages of the crew", 72, 250))],
    }[kind]
    table = cells(200)
    assert parts_without_prose([*table, *doubtful], _GAP, 3) == [[*table, *doubtful]]


def test_that_a_line_as_high_as_a_page_has_all_lines_looked_at() -> None:
    [tall] = prose(100, lines=1)
    lines = [*prose(300), replace(tall, rect=(72.0, 100.0, 80.0, 700.0), baseline=0.0)]
    assert parts_without_prose(lines, _GAP, 3) == [lines]
