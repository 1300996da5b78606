"""Text struck twice is found by place, on pages that hold one word thousands of times as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.layout import double_strike
from chunkstudio.layout.double_strike import remove_double_strikes
from chunkstudio.layout.fragments import Fragment, Style
from tests.layout.made_pdfs import make_pdf, pymupdf, read, texts


def word(x: float, base: float, size: float = 10.0, text: str = "word") -> Fragment:
    style = Style("Helvetica", size, False, False, False, False, 0, 255, 0)
    glyphs = [(c, x + i * size / 2, x + (i + 1) * size / 2) for i, c in enumerate(text)]
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


def test_that_many_texts_on_one_place_are_compared_with_the_few_that_share_their_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls, real = [0], double_strike._all_doubled

    def counted(*given: Any) -> bool:
        calls[0] += 1
        return real(*given)

    monkeypatch.setattr(double_strike, "_all_doubled", counted)
    page = [word(80.0 + at % 7, 160.0, text=f"{at * 7919 % 10_000:04d}") for at in range(1000)]
    assert len(remove_double_strikes(page)) == len(page)
    assert calls[0] < 20 * len(page)


_STRUCK = st.lists(
    st.tuples(
        st.sampled_from(["ab", "ab ba", "a", "b ab", "abab", " ab", "aab b"]),
        st.integers(0, 24).map(lambda tenths: 80.0 + tenths * 0.5),
        st.sampled_from([159.0, 160.0, 160.5, 168.0]),
        st.sampled_from([4.0, 10.0, 12.0]),
    ),
    max_size=14,
)


def kept_of(struck: list[tuple[str, float, float, float]], name: str, value: object) -> list[tuple[str, float, float, bool]]:
    """What is kept of a page while ``name`` of the module is ``value``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(double_strike, name, value)
        page = remove_double_strikes([word(x, base, size, text) for text, x, base, size in struck])
    return [(fragment.text, fragment.start, fragment.base, fragment.struck_twice) for fragment in page]


@given(_STRUCK)
def test_that_texts_found_by_their_letters_are_those_found_one_by_one(struck: list[tuple[str, float, float, float]]) -> None:
    assert kept_of(struck, "_FEW", 0) == kept_of(struck, "_FEW", 1000)


@given(_STRUCK)
def test_that_texts_which_touch_no_other_need_no_comparison(struck: list[tuple[str, float, float, float]]) -> None:
    def everything(fragments: list[Fragment]) -> set[int]:
        return {id(fragment) for fragment in fragments}

    assert kept_of(struck, "_FEW", 40) == kept_of(struck, "_touching", everything)
