"""Lines: text in the displayed page, in its own direction and order, with what is needed to find words again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.layout import line_building
from chunkstudio.layout.fragments import Fragment, Style, shared_style
from chunkstudio.layout.line_building import _PLAIN, build_lines
from chunkstudio.layout.reading_frame import axis_position
from chunkstudio.layout.sanitise import clean_character
from tests.layout.made_pdfs import both, gray_picture, make_pdf, pymupdf, read, texts, write


def test_that_a_line_has_its_text_rectangle_style_and_word_places(tmp_path: Path) -> None:
    line = read(make_pdf(tmp_path / "a.pdf", write("Lamps along the quay", fontname="hebo"))).lines[0]
    assert (line.text, line.size, line.bold, line.angle) == ("Lamps along the quay", 11.0, True, 0)
    assert line.rect[0] == pytest.approx(72, abs=1)
    assert line.rect[1] < 100 < line.rect[3]
    assert line.baseline == pytest.approx(100, abs=0.1)
    assert [line.text[offset:].split()[0] for offset, _ in line.stops] == ["Lamps", "along", "the", "quay"]
    positions = [at for _, at in line.stops]
    assert positions == sorted(positions)
    assert len(line.ends) == len(line.stops)


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_that_text_set_to_be_read_on_a_turned_page_is_upright(tmp_path: Path, rotation: int) -> None:
    def draw(page: Any) -> None:
        page.set_rotation(rotation)
        page.insert_text(pymupdf.Point(72, 100) * page.derotation_matrix, "Upright when shown", rotate=rotation)

    page = read(make_pdf(tmp_path / "a.pdf", draw, rotation=rotation))
    line = page.lines[0]
    assert (line.text, line.angle) == ("Upright when shown", 0)
    assert line.rect[0] == pytest.approx(72, abs=2)
    assert line.rect[1] < 100 < line.rect[3] + 1
    assert (page.width, page.height) == ((842, 595) if rotation in (90, 270) else (595, 842))


def test_that_sideways_text_keeps_its_own_direction(tmp_path: Path) -> None:
    draw = both(write("Upright line"), lambda page: page.insert_text((300, 500), "Upward axis label", rotate=90))
    upright, sideways = read(make_pdf(tmp_path / "a.pdf", draw)).lines
    assert (upright.angle, sideways.angle, sideways.text) == (0, 90, "Upward axis label")
    assert sideways.rect[3] - sideways.rect[1] > 3 * (sideways.rect[2] - sideways.rect[0])


def test_that_the_crop_box_moves_the_origin(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((172, 300), "Inside")
        page.set_cropbox(pymupdf.Rect(100, 200, 500, 700))

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert (page.width, page.height) == (400, 500)
    assert page.lines[0].rect[0] == pytest.approx(72, abs=1)
    assert page.lines[0].baseline == pytest.approx(100, abs=0.5)


def test_that_text_struck_thrice_comes_once_and_bold(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for shift in (0.0, 0.3, 0.6):
            page.insert_text((72 + shift, 100), "Struck with force", fontsize=18)
        page.insert_text((72, 140), "Committee book balloon coffee")

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == ["Struck with force", "Committee book balloon coffee"]
    assert [line.bold for line in page.lines] == [True, False]


def test_that_letters_struck_twice_one_by_one_come_once(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        x = 72.0
        for char in "Letters":
            for shift in (0.0, 0.4):
                page.insert_text((x + shift, 100), char, fontsize=14)
            x += pymupdf.get_text_length(char, fontsize=14)

    assert texts(read(make_pdf(tmp_path / "a.pdf", draw))) == ["Letters"]


def test_that_a_raised_number_joins_its_line(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 100), "The keeper agreed", fontsize=12)
        width = pymupdf.get_text_length("The keeper agreed", fontsize=12)
        page.insert_text((72 + width, 95.5), "7", fontsize=7)

    assert texts(read(make_pdf(tmp_path / "a.pdf", draw))) == ["The keeper agreed7"]


def test_that_cells_of_a_row_stay_apart_and_a_bullet_joins_its_item(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for x, text in ((72, "Pier"), (200, "Depth"), (330, "9 m")):
            page.insert_text((x, 100), text)
        page.insert_text((72, 130), "1.")
        page.insert_text((90, 130), "Close the gate")

    assert texts(read(make_pdf(tmp_path / "a.pdf", draw))) == ["Pier", "Depth", "9 m", "1. Close the gate"]


def test_that_indentation_by_moving_the_pen_becomes_blanks(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        pitch = pymupdf.get_text_length(" ", fontname="cour", fontsize=9)
        for index, (depth, text) in enumerate(
            [(0, "def gauge(port):"), (4, "for step in port:"), (8, "step.read()"), (0, "gauge(7)")]
        ):
            page.insert_text((72 + depth * pitch, 100 + 12 * index), text, fontname="cour", fontsize=9)

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == ["def gauge(port):", "    for step in port:", "        step.read()", "gauge(7)"]
    assert all(line.mono for line in page.lines)
    assert page.lines[2].text[page.lines[2].stops[0][0] :] == "step.read()"


def test_that_columns_of_upright_signs_read_downward(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for column, text in enumerate(["港の灯台は毎晩", "漁師は夜明け前"]):
            for row, char in enumerate(text):
                page.insert_text((460 - 40 * column, 120 + 24 * row), char, fontname="japan", fontsize=18)

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == ["港の灯台は毎晩", "漁師は夜明け前"]
    assert all(line.vertical for line in page.lines)
    assert "vertical_text" in {w.code for w in page.warnings}
    assert page.lines[0].stops[0][1] == pytest.approx(page.lines[0].rect[1], abs=3)


def test_that_horizontal_signs_with_wide_gaps_are_no_columns(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for row, text in enumerate(["港の灯台は", "漁師は夜明", "船は明日出"]):
            for column, char in enumerate(text):
                page.insert_text((100 + 24 * column, 120 + 40 * row), char, fontname="japan", fontsize=18)

    assert not any(line.vertical for line in read(make_pdf(tmp_path / "a.pdf", draw)).lines)


def test_that_thin_filled_areas_and_frames_are_rules_and_pictures_are_images(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.draw_rect(pymupdf.Rect(72, 200, 400, 200.8), color=None, fill=(0, 0, 0))
        page.draw_rect(pymupdf.Rect(72, 300, 400, 360), color=(0, 0, 0), width=0.7)
        page.draw_line((72, 500), (400, 500), color=(0, 0, 0), width=0.5)
        page.draw_rect(pymupdf.Rect(72, 600, 400, 700), color=None, fill=(0.9, 0.9, 0.9))
        page.insert_text((72, 100), "Ruled page")

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    rows = sorted(round((r[1] + r[3]) / 2) for r in page.rules if r[2] - r[0] > 100)
    assert rows == [200, 300, 360, 500]
    assert all(min(r[2] - r[0], r[3] - r[1]) <= 3.2 for r in page.rules)
    assert page.images == ()


def test_that_a_copy_cut_otherwise_is_found_letter_by_letter(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 100), "Rules of the quay", fontsize=14)
        x = 72.3
        for word in ("Rules ", "of the ", "quay"):
            page.insert_text((x, 100), word, fontsize=14)
            x += pymupdf.get_text_length(word, fontsize=14)

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert texts(page) == ["Rules of the quay"]
    assert page.lines[0].bold


def test_that_a_soft_hyphen_shows_at_the_end_of_a_line_only() -> None:
    style = Style("Times", 11.0, False, False, False, False, 0, 255, 16)
    text = "the har\u00adbour keeps its capa\u00ad"
    glyphs = [(char, 5.0 * i, 5.0 * i + 5) for i, char in enumerate(text)]
    (line,) = build_lines([Fragment(0, False, 0, 100.0, 91.0, 102.0, glyphs, [(0, style)])])
    assert line.text == "the harbour keeps its capa-"


@given(st.lists(st.floats(0, 14_400, width=32), min_size=1, max_size=4), st.sampled_from([0, 90, 180, 270]))
def test_that_places_of_words_are_rounded_as_numbers_are(places: list[float], angle: int) -> None:
    style = Style("Times", 11.0, False, False, False, False, 0, 255, 16)
    glyphs = [glyph for x in places for glyph in (("a", x, x + 0.125), (" ", x, x + 0.375))]
    (line,) = build_lines([Fragment(angle, False, 0, 100.0, 91.0, 102.0, glyphs, [(0, style)])])
    sign = axis_position(angle, 1.0)
    assert [x for _, x in line.stops] == [round(sign * x, 2) for x in places]
    assert list(line.ends) == [round(sign * (x + 0.125), 2) for x in places]


def test_that_lines_taken_as_plain_need_no_cleaning() -> None:
    signs = [chr(code) for code in range(0x20, 0x10000) if _PLAIN.fullmatch(chr(code))]
    assert len(signs) > 20_000
    assert [sign for sign in signs if clean_character(sign) != sign] == []


_PIECE = st.text("a \u00a0", min_size=1, max_size=8) | st.text("a \t\u00ad\ufb01", min_size=1, max_size=8)


@given(st.lists(_PIECE, min_size=1, max_size=3), st.booleans())
def test_that_plain_lines_taken_whole_are_what_they_are_sign_by_sign(pieces: list[str], mono: bool) -> None:
    style = Style("Times", 11.0, False, False, mono, False, 0, 255, 16)
    row = []
    for order, piece in enumerate(pieces):
        at = 5.0 * sum(map(len, pieces[:order]))
        glyphs = [(char, at + 5.0 * i, at + 5.0 * i + 5) for i, char in enumerate(piece)]
        row.append(Fragment(0, False, 0, 100.0, 91.0, 102.0, glyphs, [(0, style)], order=order))
    taken_whole = build_lines(row)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_building, "_is_plain", lambda _text: False)
        assert build_lines(row) == taken_whole


@pytest.mark.parametrize(
    ("font", "mono"),
    [("ABCDEF+LetterGothic-Bold", True), ("Letter Gothic Std", True), ("LucidaConsole", True), ("CourierStd", True),
     ("DejaVuSansMono", True),
     ("Monotype Corsiva", False), ("LucidaSans", False), ("NewsGothic", False), ("Century Gothic", False)],
)  # fmt: skip
def test_that_typewriter_fonts_are_known_by_name_where_the_file_does_not_say_so(font: str, mono: bool) -> None:
    assert shared_style(font, 10.0, 0, 0, 0, 255).mono is mono


def test_that_what_is_cut_by_the_pages_edge_lies_on_the_page(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        page.insert_image(pymupdf.Rect(-20, -20, 700, 300), stream=gray_picture(), keep_proportion=False)
        page.insert_image(pymupdf.Rect(-300, 400, -100, 500), stream=gray_picture())
        page.insert_text((500, 400), "Cut at the right edge of the sheet")

    page = read(make_pdf(tmp_path / "a.pdf", both(write("The sheet", y=350), draw)))
    assert page.images == ((0, 0, 595, 300),)
    assert len(page.lines) == 2 and all(line.rect[2] <= page.width for line in page.lines)
