"""The marks behind the words of a line are read from the page: raised figures, letters, stars and daggers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chunkstudio.layout.note_marks import opening_mark
from tests.layout.made_pdfs import both, make_pdf, read, write


def marks(tmp_path: Path, *draws: Any) -> list[tuple[str, ...]]:
    """The raised marks of each line of a page."""
    return [one.raised for one in read(make_pdf(tmp_path / "made.pdf", both(*draws))).lines]


def test_that_a_raised_figure_behind_a_word_is_a_mark(tmp_path: Path) -> None:
    words = write("The gate", x=72, y=100, size=12)
    assert marks(tmp_path, words, write("2)", x=119, y=95, size=7)) == [("2",)]


def test_that_several_raised_figures_are_several_marks(tmp_path: Path) -> None:
    words = write("The gate", x=72, y=100, size=12)
    assert marks(tmp_path, words, write("1,2", x=119, y=95, size=7)) == [("1", "2")]


def test_that_a_lowered_figure_and_one_before_all_words_are_none(tmp_path: Path) -> None:
    words = write("The gate", x=72, y=100, size=12)
    assert marks(tmp_path, words, write("2", x=119, y=103, size=7)) == [()]
    assert marks(tmp_path, words, write("2", x=67, y=95, size=7)) == [()]


@pytest.mark.parametrize(("text", "found"), [("Upper gate*", ("*",)), ("a store§ and more", ("§",)), ("twelve²", ("2",))])
def test_that_signs_behind_a_word_are_marks(tmp_path: Path, text: str, found: tuple[str, ...]) -> None:
    assert marks(tmp_path, write(text)) == [found]


def test_that_a_star_between_words_is_none(tmp_path: Path) -> None:
    assert marks(tmp_path, write("p*q and 3 * 4")) == [()]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("1 By hand", "1"),
        ("(b) By hand", "b"),
        ("*By hand", "*"),
        ("7) 「약관」", "7"),
        ("a flood came late", None),
        ("a By hand", "a"),
    ],
)
def test_that_a_note_opens_with_its_mark(text: str, mark: str | None) -> None:
    assert opening_mark(text) == mark


@pytest.mark.parametrize("text", ["an early lamp", "vec(Psi) = vec(X)", "34524_ch05.indd", "1.5 million crates", "3 sin 3x"])
def test_that_words_formulas_and_figures_open_no_note(text: str) -> None:
    assert opening_mark(text) is None
