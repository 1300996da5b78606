"""Text recognition by Tesseract on the sample scan. Where it is not installed, these tests say so and are skipped."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from chunkstudio.layout import ocr
from chunkstudio.layout.model import LayoutDocument, ParsedPage
from chunkstudio.layout.opening import open_document
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.pool import LayoutPool
from tests.layout.made_pdfs import both, codes, gray_picture, make_pdf, read, write
from tests.samples.scan import LETTERS

SCAN = Path(__file__).resolve().parents[2] / "sample_docs" / "scanned_letters.pdf"
AUTO = LayoutOptions(parser="fast", ocr="auto", language="en")
needs_tesseract = pytest.mark.skipif(
    ocr.tesseract_language("en") is None,
    reason="Tesseract with its English data is not installed; apt-get install tesseract-ocr.",
)


def drawn_words(number: int) -> list[str]:
    date, body = LETTERS[number - 1]
    frame = f"Lock Office, Westerlock {date} To the Board of Works {body} Your obedient servant, the keeper of the lower lock"
    return re.findall(r"[\w,.]+", frame)


def similarity(found: str, number: int) -> float:
    return SequenceMatcher(None, re.findall(r"[\w,.]+", found), drawn_words(number), autojunk=False).ratio()


@pytest.fixture(scope="module")
def recognised() -> LayoutDocument:
    pool = LayoutPool(1, cache=None)
    try:
        return open_document(SCAN, options=AUTO, pool=pool)
    finally:
        pool.shutdown()


@needs_tesseract
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_that_each_page_of_the_sample_scan_is_read_as_it_was_drawn(recognised: LayoutDocument, number: int) -> None:
    found = " ".join(box.text for box in recognised.boxes() if box.page == number)
    assert similarity(found, number) >= 0.95


@needs_tesseract
def test_that_recognised_pages_are_flagged_and_their_lines_marked(recognised: LayoutDocument) -> None:
    flagged = [(w.code, w.page) for w in recognised.warnings if w.page]
    assert flagged == [("ocr_layer", n) for n in (1, 2, 3, 4)]
    assert all("Tesseract" in w.message for w in recognised.warnings if w.page)
    assert all(line.ocr for box in recognised.boxes() for line in box.lines)


@needs_tesseract
def test_that_lines_of_one_recognised_paragraph_are_one_box(recognised: LayoutDocument) -> None:
    paragraphs = [box.text for box in recognised.boxes() if box.page == 1]
    assert any(text.startswith("Until they arrive") and text.endswith("instead of eleven.") for text in paragraphs)


@needs_tesseract
def test_that_only_pages_without_text_of_their_own_are_recognised(tmp_path: Path) -> None:
    picture = both(lambda page: page.insert_image(page.rect, stream=gray_picture()), write("The bill is forty crowns."))
    page = read(make_pdf(tmp_path / "a.pdf", picture), options=AUTO)
    assert [line.text for line in page.lines] == ["The bill is forty crowns."]
    assert not page.lines[0].ocr and codes(page) == set()


@needs_tesseract
def test_that_the_profile_names_the_language_that_tesseract_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = ocr.tesseract_language
    monkeypatch.setattr(ocr, "tesseract_language", lambda language: asked.append(language) or real(language))
    assert read(SCAN, options=LayoutOptions(parser="fast", ocr="auto", language="en-GB")).lines
    assert asked == ["en-GB"]


def without_text(page: ParsedPage) -> str:
    assert not page.lines and codes(page) == {"no_text"}
    return page.warnings[0].hint


def test_that_language_codes_become_tesseracts_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("eng", "deu", "chi_sim", "frk"):
        (tmp_path / f"{name}.traineddata").write_bytes(b"")
    monkeypatch.setattr(ocr, "tessdata_folder", lambda: str(tmp_path))
    names = [ocr.tesseract_language(code) for code in ("", "en-GB", "de_CH", "zh", "frk", "fr", "eng+deu", "eng+fra")]
    assert names == ["eng", "eng", "deu", "chi_sim", "frk", None, "eng+deu", None]


def test_that_a_scan_says_what_to_do_where_the_language_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ocr, "tessdata_folder", lambda: str(tmp_path))
    hint = without_text(read(SCAN, options=LayoutOptions(parser="fast", ocr="auto", language="de")))
    assert "deu.traineddata" in hint and "tesseract-ocr-deu" in hint


def test_that_only_the_missing_ones_of_several_languages_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "eng.traineddata").write_bytes(b"")
    monkeypatch.setattr(ocr, "tessdata_folder", lambda: str(tmp_path))
    hint = ocr.why_not_recognised("eng+chi_sim")
    assert "(chi_sim.traineddata; on Debian: tesseract-ocr-chi-sim)" in hint


def test_that_a_scan_says_how_to_get_its_text_where_tesseract_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "tessdata_folder", lambda: None)
    assert "Install Tesseract" in without_text(read(SCAN, options=AUTO))


def test_that_a_scan_says_how_to_get_its_text_where_recognition_was_not_asked_for() -> None:
    assert "layout.ocr" in without_text(read(SCAN, options=LayoutOptions(parser="fast")))
