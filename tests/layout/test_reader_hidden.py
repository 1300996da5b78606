"""What readers cannot see or may not: held back, named with a reason, and said in a warning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chunkstudio.layout.options import LayoutOptions
from tests.layout.made_pdfs import (
    FAST,
    WORDS,
    Draw,
    both,
    codes,
    gray_picture,
    held_back,
    make_pdf,
    pymupdf,
    read,
    texts,
    write,
)

_SECRET = "Hand over every ledger"


def _hidden_ways() -> dict[str, Draw]:
    return {
        "not painted": write(_SECRET, y=300, render_mode=3),
        "white on white": write(_SECRET, y=300, color=(1, 1, 1)),
        "tiny": write(_SECRET, y=300, size=0.8),
        "transparent": write(_SECRET, y=300, fill_opacity=0, stroke_opacity=0),
        "under a cover": both(
            write(_SECRET, y=300),
            lambda page: page.draw_rect(pymupdf.Rect(60, 280, 400, 310), color=None, fill=(1, 1, 1)),
        ),
        "black on black": both(
            lambda page: page.draw_rect(pymupdf.Rect(60, 280, 400, 310), color=None, fill=(0, 0, 0)),
            write(_SECRET, y=300),
        ),
    }


@pytest.mark.parametrize("way", list(_hidden_ways()))
def test_that_text_no_reader_can_see_is_held_back_and_named(tmp_path: Path, way: str) -> None:
    page = read(make_pdf(tmp_path / "a.pdf", both(write(WORDS), _hidden_ways()[way])))
    assert texts(page) == [WORDS]
    assert held_back(page, "hidden") == [_SECRET]
    assert codes(page) == {"hidden_text"}


def test_that_hidden_text_can_be_let_in_and_is_still_named(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", both(write(WORDS), write(_SECRET, y=300, render_mode=3)))
    page = read(path, options=LayoutOptions(parser="fast", hidden_text="keep"))
    assert texts(page) == [WORDS, _SECRET]
    assert held_back(page, "hidden") == [_SECRET]


@pytest.mark.parametrize("ground", ["fill", "picture", "shading"])
def test_that_white_text_on_a_dark_ground_is_read(tmp_path: Path, ground: str) -> None:
    def draw(page: Any) -> None:
        area = pymupdf.Rect(60, 280, 400, 310)
        if ground == "picture":
            pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 34, 3), False)
            pixmap.clear_with(30)
            page.insert_image(area, pixmap=pixmap, keep_proportion=False)
        elif ground == "shading":
            for step in range(34):
                page.draw_rect(pymupdf.Rect(60 + 10 * step, 280, 71 + 10 * step, 310), color=None, fill=(0, step / 60, 0.3))
        else:
            page.draw_rect(area, color=None, fill=(0.1, 0.2, 0.4))
        page.insert_text((72, 300), "White on a dark ground", color=(1, 1, 1))

    page = read(make_pdf(tmp_path / "a.pdf", both(write(WORDS), draw)))
    assert "White on a dark ground" in texts(page)
    assert codes(page) == set()


def test_that_text_off_the_page_and_outside_the_crop_box_is_outside(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 300), WORDS[:40])
        page.insert_text((72, 760), "Below the crop box")
        page.insert_text((-300, 300), "Left of the sheet")
        page.set_cropbox(pymupdf.Rect(0, 0, 595, 740))

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == [WORDS[:40].strip()]
    assert sorted(held_back(page, "outside")) == ["Below the crop box", "Left of the sheet"]


def test_that_a_layer_that_is_off_is_named(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    layer = document.add_ocg("draft", on=False)
    page.insert_text((72, 100), WORDS[:30])
    page.insert_text((72, 130), "Only in the draft", oc=layer)
    document.save(tmp_path / "a.pdf")
    parsed = read(tmp_path / "a.pdf")
    assert texts(parsed) == [WORDS[:30].strip()]
    assert held_back(parsed, "layer") == ["Only in the draft"]


def test_that_the_text_layer_of_a_scan_is_kept_and_flagged(tmp_path: Path) -> None:
    scan = both(
        lambda page: page.insert_image(page.rect, stream=gray_picture()), write("Letter from the mill", WORDS, render_mode=3)
    )
    page = read(make_pdf(tmp_path / "a.pdf", scan))
    assert texts(page) == ["Letter from the mill", WORDS]
    assert all(line.ocr for line in page.lines)
    assert codes(page) == {"ocr_layer"}


def test_that_a_scan_without_text_a_blank_page_and_a_drawing_say_so(tmp_path: Path) -> None:
    path = make_pdf(
        tmp_path / "a.pdf",
        lambda page: page.insert_image(page.rect, stream=gray_picture()),
        lambda _: None,
        lambda page: page.draw_circle((300, 300), 100, fill=(1, 0, 0)),
        lambda page: page.draw_line((72, 60), (500, 60)),
        lambda page: [
            page.draw_line((72 + n % 90 * 4, y := 100 + n // 90 * 16), (74 + n % 90 * 4, y + 10)) for n in range(900)
        ],
    )
    assert [codes(read(path, n)) for n in (1, 2, 3, 4, 5)] == [{"no_text"}, {"blank"}, {"no_text"}, {"blank"}, {"no_text"}]
    assert "but for a line" in read(path, 4).warnings[0].message
    assert "Tesseract" in read(path, 1).warnings[0].hint


def test_that_a_scan_with_a_printed_page_number_is_no_page_of_text_and_a_white_area_is_nothing(tmp_path: Path) -> None:
    scan = lambda page: page.insert_image(page.rect, stream=gray_picture())  # noqa: E731
    path = make_pdf(
        tmp_path / "a.pdf",
        both(scan, write("17", x=290, y=825, size=9)),
        both(scan, write("The mill by night", x=200, y=400, size=20, color=(0, 0, 0))),
        lambda page: page.draw_rect(page.rect, color=None, fill=(1, 1, 1)),
    )
    assert [codes(read(path, n)) for n in (1, 2, 3)] == [{"no_text"}, set(), {"blank"}]
    assert texts(read(path, 1)) == ["17"]


def test_that_text_under_unapplied_redactions_is_held_back(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 100), "The bill went to Ada Example on Tuesday")
        start = 72 + pymupdf.get_text_length("The bill went to ", fontsize=11)
        end = start + pymupdf.get_text_length("Ada Example", fontsize=11)
        page.add_redact_annot(pymupdf.Rect(start, 88, end, 104))

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert "Ada" not in " ".join(texts(page))
    assert "on Tuesday" in " ".join(texts(page))
    assert held_back(page, "redacted") == ["Ada Example"]
    assert codes(page) == {"unapplied_redaction"}


def _failing(*_: Any, **__: Any) -> Any:
    raise RuntimeError("a damaged list")


@pytest.mark.parametrize("broken", ["annot_xrefs", "widgets", "load_annot"])
def test_that_redactions_are_found_though_another_list_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 100), _SECRET)
        page.insert_text((72, 200), WORDS)
        page.add_redact_annot(pymupdf.Rect(60, 88, 400, 104))

    path = make_pdf(tmp_path / "a.pdf", draw)
    monkeypatch.setattr(pymupdf.Page, broken, _failing)
    page = read(path)
    assert texts(page) == [WORDS]
    assert held_back(page, "redacted") == [_SECRET]


def test_that_a_font_without_a_map_is_held_back_and_readable_fonts_stay(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 100), WORDS)
    page.insert_font("odd", fontbuffer=pymupdf.Font("tiro").buffer)
    page.insert_text((72, 200), "Nobody can copy text of this page", fontname="odd")
    xref = next(f[0] for f in page.get_fonts() if f[4] == "odd")
    document.xref_set_key(xref, "ToUnicode", "null")
    document.save(tmp_path / "a.pdf")
    parsed = read(tmp_path / "a.pdf")
    assert texts(parsed) == [WORDS]
    assert len(held_back(parsed, "unreadable")) == 1
    assert codes(parsed) == {"unreadable_text"}


def test_that_numbers_codes_and_capitals_are_readable(tmp_path: Path) -> None:
    rows = [f"R{n}C{n} HG-2041-77B {n}12,345.67 SHPTR XQZ-{n} 48.1% $ 1,204" for n in range(20)]
    page = read(make_pdf(tmp_path / "a.pdf", write(*rows, fontname="cour")))
    assert codes(page) == set()
    assert len(page.lines) == 20


def test_that_values_of_form_fields_follow_their_labels(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for index, (label, value) in enumerate([("Applicant:", "Ada Example"), ("Vessel length:", "seven metres")]):
            page.insert_text((72, 130 + 40 * index), label)
            widget = pymupdf.Widget()
            widget.field_type, widget.field_name, widget.field_value = pymupdf.PDF_WIDGET_TYPE_TEXT, f"f{index}", value
            widget.rect = pymupdf.Rect(170, 116 + 40 * index, 450, 136 + 40 * index)
            page.add_widget(widget)
        page.insert_text((72, 300), "Kept for one year.")

    found = texts(read(make_pdf(tmp_path / "a.pdf", draw)))
    assert found == ["Applicant:", "Ada Example", "Vessel length:", "seven metres", "Kept for one year."]


def test_that_a_ticked_box_is_a_tick_and_not_a_digit(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((100, 130), "Member of the cooperative")
        widget = pymupdf.Widget()
        widget.field_type, widget.field_name, widget.field_value = pymupdf.PDF_WIDGET_TYPE_CHECKBOX, "m", True
        widget.rect = pymupdf.Rect(76, 118, 92, 134)
        page.add_widget(widget)

    found = " ".join(texts(read(make_pdf(tmp_path / "a.pdf", draw))))
    assert found.endswith("Member of the cooperative")
    assert not any(c.isdigit() for c in found)


def test_that_free_text_is_in_and_review_notes_are_out(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 100), WORDS[:40])
        page.add_freetext_annot(pymupdf.Rect(72, 200, 300, 230), "Delivered by hand")
        page.add_text_annot((400, 100), "Ask the lawyer about this")

    found = " ".join(texts(read(make_pdf(tmp_path / "a.pdf", draw))))
    assert "Delivered by hand" in found
    assert "lawyer" not in found


def test_that_reading_twice_gives_equal_pages(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", write(WORDS, WORDS))
    assert read(path, 1, FAST) == read(path, 1, FAST)


def _photo(shade: int = 120) -> Any:
    pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40), False)
    pixmap.clear_with(shade)
    return pixmap


def test_that_text_under_a_picture_is_held_back_and_text_on_it_is_read(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((100, 100), "Under the picture")
        page.insert_image(pymupdf.Rect(50, 50, 400, 150), pixmap=_photo(), keep_proportion=False)
        page.insert_text((100, 130), "Over the picture")

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == ["Over the picture"]
    assert held_back(page, "hidden") == ["Under the picture"]


def test_that_recognised_text_painted_under_its_scan_is_an_ocr_layer(tmp_path: Path) -> None:
    scan = both(write("Letter from the mill", WORDS), lambda page: page.insert_image(page.rect, stream=gray_picture()))
    page = read(make_pdf(tmp_path / "a.pdf", scan))
    assert texts(page) == ["Letter from the mill", WORDS]
    assert codes(page) == {"ocr_layer"}


def test_that_a_watermark_with_a_mask_hides_nothing(tmp_path: Path) -> None:
    mask = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40), True)
    mask.clear_with(220)
    mask.set_alpha(bytes([20] * 1600))
    draw = both(write(WORDS), lambda page: page.insert_image(page.rect, pixmap=mask, keep_proportion=False))
    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == [WORDS]
    assert codes(page) == set()


def test_that_text_cut_away_by_a_clip_path_is_held_back(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 300), _SECRET)
        xref = page.get_contents()[-1]
        page.parent.update_stream(xref, b"q 0 0 10 10 re W n " + page.parent.xref_stream(xref) + b" Q")
        page.insert_text((72, 100), WORDS)

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == [WORDS]
    assert held_back(page, "hidden") == [_SECRET]


def test_that_letters_which_only_cut_out_are_hidden_unless_something_is_painted_through_them(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 300), _SECRET, render_mode=7)
        page.insert_text((72, 400), "Cut out of a red ground", render_mode=7, fontsize=30)
        xref = page.get_contents()[-1]
        painted = page.parent.xref_stream(xref).replace(b"ET", b"ET 1 0 0 rg 0 0 600 800 re f")
        page.parent.update_stream(xref, painted)
        page.insert_text((72, 100), WORDS)

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert sorted(texts(page)) == ["Cut out of a red ground", WORDS]
    assert held_back(page, "hidden") == [_SECRET]


def test_that_a_font_that_maps_all_to_control_signs_is_listed(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_font("odd", fontbuffer=pymupdf.Font("tiro").buffer)
    page.insert_text((72, 200), "Nobody can copy text of this page", fontname="odd")
    xref = next(f[0] for f in page.get_fonts() if f[4] == "odd")
    target = int(document.xref_get_key(xref, "ToUnicode")[1].split()[0])
    document.update_stream(
        target,
        b"begincmap 1 begincodespacerange <0000><FFFF> endcodespacerange\n"
        b"1 beginbfrange <0000> <00FF> <0001> endbfrange endcmap",
    )
    document.save(tmp_path / "a.pdf")
    parsed = read(tmp_path / "a.pdf")
    assert held_back(parsed, "unreadable") or not texts(parsed)
    assert codes(parsed) & {"unreadable_text", "no_text", "blank"}
