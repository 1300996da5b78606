"""Text struck twice is found by place, on pages that hold one word thousands of times as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chunkstudio.layout import double_strike
from chunkstudio.layout.double_strike import remove_double_strikes
from chunkstudio.layout.fragments import Fragment, Style
from tests.layout.made_pdfs import make_pdf, pymupdf, read, texts


def word(x: float, base: float, size: float = 10.0) -> Fragment:
    style = Style("Helvetica", size, False, False, False, False, 0, 255, 0)
    glyphs = [(c, x + i * size / 2, x + (i + 1) * size / 2) for i, c in enumerate("word")]
    return Fragment(0, False, 0, base, base - size, base, glyphs, [(0, style)])


def test_that_a_page_of_one_word_is_compared_with_its_neighbours_only(monkeypatch: pytest.MonkeyPatch) -> None:
    calls, real = [0], double_strike._same_place

    def counted(a: Fragment, b: Fragment) -> bool:
        calls[0] += 1
        return real(a, b)

    monkeypatch.setattr(double_strike, "_same_place", counted)
    page = [word(30.0 * column, 12.0 * row) for row in range(60) for column in range(20)]
    assert len(remove_double_strikes(page)) == len(page)
    assert calls[0] < 10 * len(page)


@pytest.mark.parametrize("size", [8.0, 44.0, 45.0, 200.0])
@pytest.mark.parametrize("shift", [(-0.1, 0.1), (0.1, -0.1), (0.15, 0.15)])
def test_that_a_copy_is_found_in_every_size_and_beyond_the_edge_of_a_cell(size: float, shift: tuple[float, float]) -> None:
    kept = remove_double_strikes([word(80.0, 160.0, size), word(80.0 + shift[0] * size, 160.0 + shift[1] * size, size)])
    assert len(kept) == 1 and kept[0].struck_twice


def test_that_text_struck_word_by_word_comes_once(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        x = 72.0
        for each in ["The", "bell", "is", "rung", "twice", "at", "noon"]:
            for shift in (0.0, 0.4):
                page.insert_text((x + shift, 100), each)
            x += float(pymupdf.get_text_length(each + " "))
        page.insert_text((72, 130), "Here words words are right right")

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == ["The bell is rung twice at noon", "Here words words are right right"]


@pytest.mark.parametrize("size", [13, 15, 20])
def test_that_a_larger_letter_on_the_same_one_is_no_copy_and_costs_no_page(tmp_path: Path, size: float) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 100), "W", fontsize=10)
        page.insert_text((72, 130), "A line between the two")
        page.insert_text((72, 100), "W", fontsize=size)

    assert sorted(texts(read(make_pdf(tmp_path / "a.pdf", draw)))) == ["A line between the two", "W", "W"]
