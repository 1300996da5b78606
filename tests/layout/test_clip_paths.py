"""A clip path at the head of a page that holds all text costs no second extraction; any other one does."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chunkstudio.layout.clip_paths import opening_clips
from chunkstudio.layout.model import Rect
from chunkstudio.layout.reader import open_pdf
from tests.layout.made_pdfs import FAST, WORDS, held_back, make_pdf, pymupdf, read, texts

_PAGE_CLIP = b".24 0 0 -.24 0 842 cm q 33.3 8.3 2400 3480 re W* n q 4.1666667 0 0 -4.1666667 0 3508 cm "


@pytest.mark.parametrize(
    ("contents", "clips"),
    [
        (b"q 10 20 100 50 re W n BT", [(10.0, 20.0, 110.0, 70.0)]),
        (b"2 0 0 -2 5 800 cm\n/GS0 gs 0 0 100 50 re W* n BT", [(5.0, 700.0, 205.0, 800.0)]),
        (b"q 2 0 0 2 0 0 cm Q 1 1 1 rg 0 0 9 9 re f 1 2 3 4 re W n BT", [(1.0, 2.0, 4.0, 6.0)]),
        (
            b"q 1 0 0 1 5 5 cm 2 0 0 2 0 0 cm 1 1 2 2 re W n Q Q Q 1 1 2 2 re W n BT",
            [(7.0, 7.0, 11.0, 11.0), (1.0, 1.0, 3.0, 3.0)],
        ),
        (b"BT (a W n) Tj ET 1 2 3 4 re W n ", []),
        (b"0 1 -1 0 0 0 cm 1 2 3 4 re W n BT", None),
        (b"1 2 3 4 re 5 6 7 8 re W n BT", None),
        (b"/Cs1 cs 0 .5 1 sc /DeviceRGB CS 1 0 0 SCN 1 2 3 4 re W n BT", [(1.0, 2.0, 4.0, 6.0)]),
        (b"1 2 3 4 re W* f* 1 2 2 2 re W B BT", [(1.0, 2.0, 4.0, 6.0), (1.0, 2.0, 3.0, 4.0)]),
    ],
)
def test_that_the_clip_rectangles_of_a_head_are_read_as_they_stand_on_the_page(
    contents: bytes, clips: list[Rect] | None
) -> None:
    assert opening_clips(contents)[0] == clips


@pytest.mark.parametrize("contents", [b"1" * 300_000, b"1." + b"1" * 300_000, b"1 " * 150_000, b"q" + b" " * 300_000])
def test_that_a_head_of_endless_numbers_is_read_in_one_pass(contents: bytes) -> None:
    began = time.process_time()
    assert opening_clips(contents + b"x")[0] == []
    assert time.process_time() - began < 2.0


def under(head: bytes, tail: bytes = b"") -> Callable[[Any], None]:
    """A drawing function: words that stand under the operators given."""

    def draw(page: Any) -> None:
        page.insert_text((72, 300), WORDS)
        xref = page.get_contents()[-1]
        page.parent.update_stream(xref, head + page.parent.xref_stream(xref) + tail)

    return draw


def extractions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows by one with every text extraction."""
    calls: list[int] = []
    real = pymupdf.Page.get_textpage

    def counted(*args: Any, **more: Any) -> Any:
        calls.append(1)
        return real(*args, **more)

    monkeypatch.setattr(pymupdf.Page, "get_textpage", counted)
    return calls


@pytest.mark.parametrize("moved", [False, True])
def test_that_a_page_whose_first_clip_holds_its_text_is_extracted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    def draw(page: Any) -> None:
        under(_PAGE_CLIP)(page)
        if moved:
            page.set_cropbox(pymupdf.Rect(20, 30, 560, 800))

    calls = extractions(monkeypatch)
    assert texts(read(make_pdf(tmp_path / "a.pdf", draw))) == [WORDS]
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("head", "tail"),
    [
        (b"q 0 0 300 842 re W n ", b""),
        (_PAGE_CLIP, b" q 0 0 300 842 re W n Q"),
        (_PAGE_CLIP, b" q 0 0 300 842 re W f Q"),
        (b"q 0 0 595 500 re W n ", b""),
    ],
)
def test_that_any_other_clip_has_the_page_extracted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: bytes, tail: bytes
) -> None:
    calls = extractions(monkeypatch)
    page = read(make_pdf(tmp_path / "a.pdf", under(head, tail)))
    assert len(calls) == 2
    assert [*texts(page), *held_back(page, "hidden")] == [WORDS]


@pytest.mark.parametrize("clip", [b"W n", b"W f", b"W F", b"W* f*", b"W S", b"W s", b"W\nB", b"W b*"])
def test_that_text_outside_a_clip_is_held_back_whether_the_clip_is_painted_or_not(tmp_path: Path, clip: bytes) -> None:
    page = read(make_pdf(tmp_path / "a.pdf", under(b"1 1 0 rg q 0 0 50 842 re " + clip + b" 0 0 0 rg ")))
    assert texts(page) == []
    assert held_back(page, "hidden") == [WORDS]


FOOT = "Yearly report of the harbour"


def with_form(box: str, contents: bytes = b"q /Fm0 Do Q ") -> Callable[[Any], None]:
    """A drawing function: words, and what ``contents`` draws of a form of the file with a foot line in its box."""

    def draw(page: Any) -> None:
        page.insert_text((72, 300), WORDS, fontname="helv")
        document, own = page.parent, page.get_contents()[-1]
        resources = int(document.xref_get_key(page.xref, "Resources")[1].split()[0])
        form = next((x for x in range(1, document.xref_length()) if document.xref_get_key(x, "Foot")[0] != "null"), 0)
        if not form:
            form = document.get_new_xref()
            fonts = document.xref_get_key(resources, "Font")[1]
            document.update_object(form, f"<</Type/XObject/Subtype/Form/Foot 1/BBox[{box}]/Resources<</Font {fonts}>>>>")
            document.update_stream(form, f"BT /helv 9 Tf 72 40 Td ({FOOT}) Tj ET".encode())
        document.xref_set_key(resources, "XObject", f"<</Fm0 {form} 0 R>>")
        document.update_stream(own, contents + document.xref_stream(own))

    return draw


def with_layer_off(document: Any) -> None:
    """The layer ``/MC0`` of the first page, which is off."""
    layer = document.add_ocg("Notes", on=False)
    resources = int(document.xref_get_key(document[0].xref, "Resources")[1].split()[0])
    document.xref_set_key(resources, "Properties", f"<</MC0 {layer} 0 R>>")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"/OC /MC0 BDC q /Fm0 Do Q EMC ", b"q /Fm0 Do Q "),
        (b"% was /Fm0 Do\n", b"q /Fm0 Do Q "),
        (b"BT /helv 9 Tf 72 200 Td ( /Fm0 Do ) Tj ET ", b"q /Fm0 Do Q "),
        (b"BT 20 Tz ET q /Fm0 Do Q ", b"q 30 Tc /Fm0 Do Q "),
    ],
)
def test_that_a_page_reads_the_same_whatever_was_read_before(tmp_path: Path, first: bytes, then: bytes) -> None:
    box = "0 0 250 842" if b"Tz" in first else "0 0 50 842"
    with pymupdf.open(make_pdf(tmp_path / "a.pdf", with_form(box, first), with_form(box, then))) as document:
        with_layer_off(document)
        document.save(tmp_path / "b.pdf")
    pages = []
    for before in ((1,), ()):
        pdf = open_pdf(tmp_path / "b.pdf")
        for number in before:
            pdf.read_page(number, FAST)
        pages.append(pdf.read_page(2, FAST))
        pdf.close()
    assert pages[0] == pages[1]
    assert held_back(pages[0], "hidden")
