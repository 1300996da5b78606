"""Names of languages: what a profile may say, and what Tesseract and search make of it."""

from __future__ import annotations

import pytest

from chunkstudio.layout.languages import iso_code, tesseract_names


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("", ("eng",)),
        ("de", ("deu",)),
        ("de-CH", ("deu",)),
        ("de_CH", ("deu",)),
        ("eng+deu", ("eng", "deu")),
        ("en+de", ("eng", "deu")),
        ("chi_sim", ("chi_sim",)),
        ("chi_sim_vert", ("chi_sim_vert",)),
        ("zh", ("chi_sim",)),
        ("zh-TW", ("chi_tra",)),
        ("DEU", ("deu",)),
        ("eng-GB", ("eng",)),
        ("frk", ("frk",)),
    ],
)
def test_that_tesseract_gets_its_own_names(language: str, names: tuple[str, ...]) -> None:
    assert tesseract_names(language) == names


@pytest.mark.parametrize(
    ("language", "code"),
    [("", ""), ("de", "de"), ("de-CH", "de-CH"), ("eng+deu", "en"), ("chi_sim", "zh"), ("chi_tra+eng", "zh"), ("frk", "frk")],
)
def test_that_search_and_summaries_get_the_code_of_the_first_language(language: str, code: str) -> None:
    assert iso_code(language) == code
