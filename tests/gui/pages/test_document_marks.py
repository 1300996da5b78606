from __future__ import annotations

import itertools

import pytest

from chunkstudio.chunking.model import SentenceUnit
from chunkstudio.chunking.pipeline import Pipeline
from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.pages.cut_view import view_of_preview, view_of_result
from chunkstudio.gui.pages.hit import band_at
from chunkstudio.gui.pages.mark_keeper import MarkKeeper
from chunkstudio.gui.pages.marks import PageMarks
from chunkstudio.gui.pages.unit_places import UnitPlaces, rows_by_page
from chunkstudio.layout.model import LayoutPage
from tests.gui.pages.made_pages import PAGE, SENTENCE, made_box, made_layout, made_state


def _marks(number: int = 1, **fields: object) -> PageMarks:
    state = made_state(**fields)  # type: ignore[arg-type]
    marks = MarkKeeper().marks(state, state.result, "neural").page(number)
    assert marks is not None
    return marks


def test_that_every_unit_lies_in_the_band_of_its_chunk() -> None:
    state = made_state()
    assert state.result is not None
    marks = MarkKeeper().marks(state, state.result, "neural")
    for chunk in state.result.chunks:
        for unit in state.result.units[chunk.unit_range[0] : chunk.unit_range[1]]:
            for page, (x0, y0, x1, y1) in unit.rects:
                shown = marks.page(page)
                assert shown is not None
                band = band_at(shown.bands, (x0 + x1) / 2, (y0 + y1) / 2)
                assert band is not None
                if len(unit.rects) == 1:
                    assert band.id == chunk.id


def test_that_bands_of_one_page_never_overlap() -> None:
    bands = _marks().bands
    assert len(bands) > 2
    for upper, lower in itertools.pairwise(bands):
        shared = upper.rect[3] - lower.rect[1]
        assert shared <= 16  # at most the one line in which both stand


def test_that_each_cut_of_the_result_is_on_exactly_one_page() -> None:
    state = made_state()
    assert state.result is not None
    marks = MarkKeeper().marks(state, state.result, "neural")
    shown = [b.index for n in (1, 2, 3) for b in (marks.page(n) or pytest.fail("no page")).boundaries if b.cut]
    assert sorted(shown) == sorted(state.result.cuts)


def test_that_boundaries_carry_score_reason_and_the_name_of_the_unit_before() -> None:
    state = made_state()
    assert state.result is not None
    for mark in _marks().boundaries:
        assert mark.id == state.result.units[mark.index].id
        assert mark.score == float(state.result.boundaries.scores[mark.index])


def test_that_a_cut_inside_a_paragraph_steps_around_the_sentence() -> None:
    cuts = [b for b in _marks().boundaries if b.cut and b.stepped]
    assert cuts
    assert all(len(b.path) == 4 for b in cuts)


def test_that_what_is_left_out_has_no_place_in_the_reading_order() -> None:
    boxes = _marks().boxes
    assert [b.order for b in boxes] == [0, 1, 2, 3, 4, 0]
    assert boxes[0].excluded == "page-header"


def test_that_repeated_text_is_marked_where_it_stands() -> None:
    state = made_state()
    assert state.result is not None
    wanted = [c.position for c in state.result.chunks for r in c.overlap_regions if r.page == 1]
    assert wanted
    assert {o.chunk for o in _marks().overlaps} == set(wanted)


def test_that_differences_name_what_was_before() -> None:
    state = made_state(before=Profile().replace({"assembly.token_budget": 90, "assembly.min_tokens": 20}))
    marks = MarkKeeper().marks(state, state.result, "neural")
    changes = marks.changes()
    assert changes
    shown = [c for n in (1, 2, 3) for c in (marks.page(n) or pytest.fail("no page")).changes]
    assert {c.kind for c in shown} <= {"added", "removed", "moved"}
    assert {c.text.split()[0] for c in shown if c.kind == "removed"} == {"was"}


def test_that_boxes_of_the_fast_layout_are_provisional_until_the_final_ones_come() -> None:
    assert not _marks().provisional
    state = made_state()
    fast = MarkKeeper().marks(state, None, "fast").page(1)
    assert fast is not None
    assert fast.provisional


def test_that_pages_without_boxes_yet_have_no_marks() -> None:
    state = made_state()
    assert MarkKeeper().marks(state, state.result, "neural").page(99) is None


def test_that_a_preview_shows_the_cuts_that_the_whole_result_will_have() -> None:
    layout, pipeline = made_layout(), Pipeline()
    profile = Profile().replace({"assembly.token_budget": 120, "assembly.min_tokens": 20})
    result = pipeline.run(layout, Profile())
    view = view_of_preview(pipeline.preview(layout, profile), result)
    assert view is not None
    final = view_of_result(pipeline.run(layout, profile))
    assert list(view.starts) == list(final.starts)
    assert list(view.ends) == list(final.ends)
    assert view.extent(0).exact is False
    assert final.extent(0).exact is True


def test_that_units_are_found_by_page_in_document_order() -> None:
    state = made_state()
    assert state.result is not None
    rows = rows_by_page(state.result.columns)
    assert sorted(r for page in rows.values() for r in page) == list(range(len(state.result.units)))
    assert all(list(page) == sorted(page) for page in rows.values())


def test_that_moving_a_cut_does_not_look_at_the_units_again() -> None:
    state = made_state()
    assert state.result is not None
    keeper = MarkKeeper()
    first = keeper.marks(state, state.result, "neural").sources.places
    again = state.result.reassemble_chunks(token_budget=130)
    second = keeper.marks(state, again, "neural").sources.places
    assert first is second


def test_that_a_sentence_that_runs_into_the_next_column_is_tinted_in_both() -> None:
    left = made_box(1, 0, (40, 600, 290, 760), " ".join([SENTENCE] * 6))
    right = made_box(1, 1, (310, 60, 560, 220), " ".join([SENTENCE] * 6))
    page = LayoutPage(1, *PAGE, 0, "1", "neural", (left, right, made_box(1, 2, (310, 590, 560, 760), " ".join([SENTENCE] * 6))))
    rects = ((1, (200.0, 740.0, 290.0, 760.0)), (1, (310.0, 60.0, 400.0, 80.0)))
    unit = SentenceUnit("p1.b0.u0", "p1.b0", 1, 0, "sentence", "a", "a", rects, 1, 0, 1, 0)
    places = UnitPlaces([unit], {1: [0]}).on_page(page)
    assert [(p.begins, p.lines[0]) for p in places] == [(True, rects[0][1]), (False, rects[1][1])]
    assert places[0].limits[1] <= 310
    assert places[1].limits[0] >= 290 or places[1].limits == (0.0, 600.0)
