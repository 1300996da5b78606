from __future__ import annotations

from chunkstudio.gui.pages.seams import Seam, outline_between, seam_above, seam_between


def test_that_a_seam_lies_in_the_middle_of_the_gap() -> None:
    seam = seam_between((50, 100, 500, 120), (50, 130, 500, 150))
    assert seam == Seam(125, 125)
    assert seam.path((0, 600)) == ((0, 125), (600, 125))


def test_that_a_seam_inside_a_line_steps_around_the_sentence() -> None:
    seam = seam_between((50, 100, 200, 112), (206, 100, 500, 112))
    assert seam is not None
    assert seam.stepped
    assert seam.path((0, 600)) == ((0, 112), (203, 112), (203, 100), (600, 100))


def test_that_a_seam_in_text_from_right_to_left_steps_the_other_way() -> None:
    seam = seam_between((300, 100, 500, 112), (50, 100, 294, 112))
    assert seam is not None
    assert seam.path((0, 600)) == ((0, 100), (297, 100), (297, 112), (600, 112))


def test_that_the_next_column_has_no_seam_with_the_one_before() -> None:
    assert seam_between((50, 700, 290, 712), (310, 100, 550, 112)) is None


def test_that_a_seam_at_the_top_of_a_page_stays_on_it_and_off_the_text_above() -> None:
    assert 0 <= seam_above((50, 1, 500, 12)).top < 1
    assert seam_above((50, 100, 500, 112), 98).top == 99


def test_that_neighbouring_tints_share_their_step() -> None:
    seam = Seam(100, 112, 203)
    upper = outline_between(Seam(50, 50), seam, (0, 600))
    lower = outline_between(seam, Seam(200, 200), (0, 600))
    assert set(seam.path((0, 600))) <= set(upper)
    assert set(seam.path((0, 600))) <= set(lower)
