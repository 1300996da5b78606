"""Right-to-left lines in logical order, from where the glyphs stand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.layout.bidi import clusters, has_rtl, logical_order
from chunkstudio.layout.fragments import Fragment, Glyph, Style
from chunkstudio.layout.line_building import build_lines


def _set(visual: str) -> list[Glyph]:
    """Glyphs of a line as printed, from left to right, ten points each."""
    return [(char, 10.0 * i, 10.0 * i + 10) for i, char in enumerate(visual)]


def _read(visual: str, order: list[int] | None = None) -> tuple[str, bool]:
    glyphs = _set(visual)
    glyphs = [glyphs[i] for i in order] if order else glyphs
    ordered, rtl = logical_order(glyphs)
    return "".join(g[0] for g in ordered), rtl


def test_that_hebrew_is_read_from_the_right_whatever_the_storage_order() -> None:
    printed = "שלום עולם"[::-1]
    assert _read(printed) == ("שלום עולם", True)
    assert _read(printed, list(range(len(printed)))[::-1]) == ("שלום עולם", True)


def test_that_digits_and_latin_words_keep_their_order() -> None:
    assert _read("ברעב 17 העשב") == ("בשעה 17 בערב", True)
    assert _read("3.5-2,000 ריחמ") == ("מחיר 3.5-2,000", True)


def test_that_arabic_digits_with_a_hyphen_are_numbers_read_from_the_right() -> None:
    assert _read("١-٢ لصف") == ("فصل ٢-١", True)
    assert _read("۳-۲-۱ شخب") == ("بخش ۱-۲-۳", True)


def test_that_percent_and_currency_signs_stay_with_their_number() -> None:
    assert _read("50% הלע") == ("עלה 50%", True)
    assert _read("$1,200 ריחמ") == ("מחיר $1,200", True)
    assert _read("12/05/2024 ךיראת") == ("תאריך 12/05/2024", True)


def test_that_a_line_full_of_latin_names_follows_its_page() -> None:
    ordered, rtl = logical_order(_set("Acme Corp תרבח"), in_rtl=True)
    assert ("".join(g[0] for g in ordered), rtl) == ("חברת Acme Corp", True)


def test_that_a_hebrew_word_in_a_latin_line_is_turned_alone() -> None:
    assert _read("the word םולש means peace") == ("the word שלום means peace", False)


def test_that_mirrored_brackets_open_before_they_close() -> None:
    text, rtl = _read(")העשב( תרבח")
    assert rtl
    assert text == "חברת (בשעה)"


def test_that_a_ligature_without_width_of_its_own_follows_its_letter() -> None:
    glyphs = [("ا", 20.0, 30.0), ("إ", 20.0, 20.0), ("ل", 10.0, 20.0)]
    assert [g[0] for g in clusters(glyphs)] == ["ا", "لإ"]


def test_that_only_right_to_left_letters_count() -> None:
    assert has_rtl("a ש")
    assert not has_rtl("ﬁnal é 港 17")


@given(st.text(alphabet="אבגדהוזחטיabcdef0123456789 .,-", min_size=1, max_size=30))
def test_that_no_glyph_is_lost_or_doubled(visual: str) -> None:
    ordered, _ = logical_order(_set(visual))
    assert sorted(g[1] for g in ordered) == [10.0 * i for i in range(len(visual))]


def _fragment(order: int, *runs: tuple[str, float, float]) -> Fragment:
    """A fragment in the order of the file: each run of text with where its first sign begins and how far each goes on."""
    glyphs = [(char, start + step * i, start + step * i + 5.0) for text, start, step in runs for i, char in enumerate(text)]
    style = Style("Made", 10.0, bold=False, italic=False, mono=False, superscript=False, color=0, alpha=255, paint=16)
    return Fragment(0, False, 0, 100.0, 92.0, 102.0, glyphs, [(0, style)], order=order)


def test_that_a_latin_word_at_the_end_of_a_piece_does_not_tear_its_line() -> None:
    first = _fragment(0, ("תוכנית בשפת ", 295.0, -5.0), ("Python", 205.0, 5.0))
    second = _fragment(1, ("היא מועילה", 195.0, -5.0))
    lines = build_lines([first, second])
    assert [line.text for line in lines] == ["תוכנית בשפת Python היא מועילה"]
    assert (lines[0].rect[0], lines[0].rect[2]) == (150.0, 300.0)
