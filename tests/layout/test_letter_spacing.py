"""Letter-spaced words, drawn with blanks between letters and with the PDF operator for character spacing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.layout.letter_spacing import closed_up, is_spaced
from tests.layout.made_pdfs import make_pdf, pymupdf, read, texts, write


@pytest.mark.parametrize(
    ("printed", "read_as"),
    [
        ("S U M M A R Y", "SUMMARY"),
        ("H A R B O U R   R E P O R T", "HARBOUR REPORT"),
        ("R e s u l t s   o f   w o r k", "Results of work"),
    ],
)
def test_that_letters_with_blanks_between_them_are_words(tmp_path: Path, printed: str, read_as: str) -> None:
    assert texts(read(make_pdf(tmp_path / "a.pdf", write(printed, fontname="hebo")))) == [read_as]


@pytest.mark.parametrize("spacing", [1.5, 3, 6])
def test_that_character_spacing_leaves_words_whole(tmp_path: Path, spacing: float) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 700), "Below", fontname="helv")
        document, content = page.parent, page.get_contents()[0]
        spaced = f"\nq BT 1 0 0 1 72 600 Tm /helv 12 Tf {spacing} Tc (SUMMARY OF WORK) Tj ET Q"
        document.update_stream(content, document.xref_stream(content) + spaced.encode())

    assert "SUMMARY OF WORK" in texts(read(make_pdf(tmp_path / "a.pdf", draw)))


def _spread(text: str, gap: float) -> Any:
    """Draws each letter by itself, ``gap`` points apart."""

    def draw(page: Any) -> None:
        x = 72.0
        for letter in text:
            page.insert_text((x, 300), letter, fontsize=10.5, fontname="tibo")
            x += pymupdf.get_text_length(letter, fontname="tibo", fontsize=10.5) + gap

    return draw


@pytest.mark.parametrize("gap", [1.3, 1.6, 2.0, 2.6])
def test_that_letters_of_which_only_some_are_far_enough_apart_for_a_blank_are_words(tmp_path: Path, gap: float) -> None:
    for number, text in enumerate(("INTRODUCTION", "THE HARBOUR OFFICE", "METHODS OF COUNTING")):
        assert texts(read(make_pdf(tmp_path / f"{number}.pdf", _spread(text, gap)))) == [text]


@pytest.mark.parametrize("text", ["TO ALL AT SEA", "NEW BOX ACT", "AN OAR IN A BOAT", "NO. II AND III"])
def test_that_short_words_in_capitals_stay_apart(tmp_path: Path, text: str) -> None:
    assert texts(read(make_pdf(tmp_path / "a.pdf", write(text, fontname="tibo")))) == [text]
    assert texts(read(make_pdf(tmp_path / "b.pdf", _spread(text, 1.2)))) == [text]


@pytest.mark.parametrize("text", ["A B C D E F G", "1 2 3 4 5 6 7", "a B c D e F g H", "x y z w", "I am a man", "S U M"])
def test_that_alphabets_numbers_and_short_words_are_left_alone(tmp_path: Path, text: str) -> None:
    assert texts(read(make_pdf(tmp_path / "a.pdf", write(text)))) == [text]


def test_that_places_of_words_are_those_of_their_letters(tmp_path: Path) -> None:
    [line] = read(make_pdf(tmp_path / "a.pdf", write("H A R B O U R   R E P O R T", fontname="cour"))).lines
    second = pymupdf.get_text_length("H A R B O U R   ", fontname="cour", fontsize=11)
    assert [offset for offset, _ in line.stops] == [0, len("HARBOUR ")]
    assert line.stops[1][1] == pytest.approx(72 + second, abs=0.5)


@given(st.lists(st.sampled_from("QWERTZUIOP"), min_size=5, max_size=14))
def test_that_no_letter_is_lost_or_doubled(letters: list[str]) -> None:
    glyphs = [(letter, 10.0 * i, 10.0 * i + 6.0) for i, letter in enumerate(letters)]
    found = closed_up(glyphs)
    assert found is not None and "".join(g[0] for g in found if g[0] != " ") == "".join(letters)


def test_that_uneven_gaps_are_no_letter_spacing() -> None:
    starts = [0.0, 8.0, 30.0, 36.0, 80.0, 95.0]
    assert closed_up([("Q", at, at + 5.0) for at in starts]) is None
    assert not is_spaced("The quay is long")


def _two_sizes(text: str, large: float, small: float) -> Any:
    """Draws capitals, the initials of words larger."""

    def draw(page: Any) -> None:
        x = 72.0
        for word in text.split():
            for place, letter in enumerate(word):
                size = large if place == 0 else small
                page.insert_text((x, 300), letter, fontsize=size, fontname="tiro")
                x += pymupdf.get_text_length(letter, fontname="tiro", fontsize=size)
            x += 0.3 * large

    return draw


def test_that_capitals_of_two_sizes_have_the_size_of_their_initials(tmp_path: Path) -> None:
    [line] = read(make_pdf(tmp_path / "a.pdf", _two_sizes("THE HARBOUR OFFICE", 10.5, 8.2))).lines
    assert (line.text, line.size) == ("THE HARBOUR OFFICE", 10.5)


@pytest.mark.parametrize(("text", "large"), [("THE HARBOUR OFFICE", 24.0), ("Gates opened", 10.5)])
def test_that_beside_ornaments_and_small_letters_a_line_has_the_size_of_most_letters(
    tmp_path: Path, text: str, large: float
) -> None:
    lines = read(make_pdf(tmp_path / "a.pdf", _two_sizes(text, large, 8.0))).lines
    assert max(lines, key=lambda line: len(line.text)).size == 8.0
