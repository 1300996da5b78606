"""One run of the engine, step by step."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.engine_runs import EngineRuns
from chunkstudio.gui.engine_thread import EngineAnswer, EngineRequest
from chunkstudio.layout import page_pass
from tests.layout.made_pages import FILLER, block, info, page


def _request(count: int, *, visible: tuple[int, ...] = (), stamp: int = 1) -> EngineRequest:
    pages = tuple(page([("text", block([FILLER, FILLER], 72, 100))], n) for n in range(1, count + 1))
    profile = Profile().replace({"layout.parser": "fast"})
    return EngineRequest("a", 1, stamp, info(count), pages, profile, profile, None, count, count, True, (), visible)


def _filled(answer: EngineAnswer) -> set[int]:
    """Numbers of the pages that have boxes."""
    return {page.number for page in answer.layout.pages if page.boxes}


def test_that_the_pages_in_view_come_first_where_all_are_there_at_once() -> None:
    runs = EngineRuns()
    first, whole, end = runs.steps(_request(40, visible=(20, 21)), lambda: False)
    assert {20, 21} <= _filled(first) < _filled(whole)
    assert len(first.layout.pages) == len(whole.layout.pages) == 40
    assert _filled(whole) == set(range(1, 41))
    assert end.result is not None
    assert end.result.layout is whole.layout


def test_that_few_pages_come_at_once_and_later_runs_have_no_first_look() -> None:
    runs = EngineRuns()
    assert [bool(a.layout) for a in runs.steps(_request(5), lambda: False)] == [True, False]
    assert [bool(a.layout) for a in runs.steps(_request(40, stamp=2), lambda: False)] == [True, False]


def test_that_nothing_is_kept_of_pages_that_were_replaced_or_of_a_document_that_was_closed() -> None:
    runs, before = EngineRuns(), len(page_pass._memory._results)
    provisional = replace(_request(30), complete=False)
    list(runs.steps(provisional, lambda: False))
    assert len(page_pass._memory._results) == before + 30
    others = _request(30, stamp=2)
    list(runs.steps(replace(others, complete=False), lambda: False))
    assert len(page_pass._memory._results) == before + 30
    assert not {id(page) for page in provisional.pages} & set(page_pass._memory._results)
    runs.forget("a")
    assert len(page_pass._memory._results) == before


def test_that_a_saved_version_which_cannot_be_run_does_not_keep_the_drafts_result_away() -> None:
    request = _request(5)
    gone = request.profile.replace({"assembly.tokenizer": "/none/tokenizer.json"})
    *_, end = EngineRuns().steps(replace(request, baseline=gone), lambda: False)
    assert end.result is not None and end.previous is None
    *_, end = EngineRuns().steps(replace(request, baseline=request.profile.replace({"weights.box": 1.0})), lambda: False)
    assert end.previous is not None


def test_that_a_changed_control_is_answered_on_the_pages_from_before_when_more_have_come() -> None:
    runs, few = EngineRuns(), replace(_request(3), complete=False)
    list(runs.steps(few, lambda: False))
    changed = few.profile.replace({"assembly.token_budget": 90, "assembly.min_tokens": 10})
    more = replace(_request(6, stamp=2), pages=(*few.pages, *_request(6).pages[3:]), serial=2, profile=changed)
    preview, at_once, layout, end = runs.steps(more, lambda: False)
    assert preview.preview is not None
    assert at_once.passing and not at_once.ends
    assert len(at_once.result.layout.pages) == 3 and at_once.result.profile == changed
    assert at_once.previous is not None and at_once.previous.profile == few.profile
    assert len(layout.layout.pages) == 6
    assert end.ends and not end.passing and end.result.layout is layout.layout
    assert end.previous.layout is layout.layout
    again = replace(more, stamp=3, pages=more.pages[:5])
    assert [bool(a.layout) for a in runs.steps(again, lambda: False)] == [True, False], "nothing new was wanted"


def test_that_a_pass_over_more_pages_ends_at_once_when_something_else_is_wanted() -> None:
    runs, few = EngineRuns(), replace(_request(3), complete=False)
    list(runs.steps(few, lambda: False))
    more = _request(40, stamp=2)
    assert list(runs.steps(more, lambda: True)) == []
    changed = replace(more, serial=2, profile=few.profile.replace({"assembly.token_budget": 90, "assembly.min_tokens": 10}))
    first = next(iter(runs.steps(changed, lambda: False)))
    assert first.preview is not None, "on the pages from before"


def test_that_the_first_pass_goes_on_whatever_is_wanted_meanwhile() -> None:
    runs, request = EngineRuns(), _request(5)
    assert list(runs.steps(request, lambda: True)) == []
    first = next(iter(runs.steps(replace(request, serial=2), lambda: False)))
    assert first.preview is not None, "the layout is there already"
