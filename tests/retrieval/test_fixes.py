"""The search for fixes: what it tries first, what it need not try, and when it stops."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chunkstudio import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.retrieval.controls import controls_for
from chunkstudio.retrieval.fixes import FixSearch, profile_with
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.retrieval.trials import TrialBench, TrialDocument
from tests.retrieval.documents_made import LAST, asked, handbook

DOCUMENT = handbook()
TIGHT = Profile().replace({"assembly.token_budget": 20, "assembly.min_tokens": 0, "retrieval.k": 1, "context.title": False})
ACROSS = "The davit is inspected every 5 months by the mate. Its last repair cost 121 crowns and took 4 days."
QUESTION = asked(DOCUMENT, 1, "Who inspects the davit and what did its last repair cost?", ACROSS)


def _bench() -> TrialBench:
    return TrialBench([TrialDocument(DOCUMENT)], QuestionSet(name="x", questions=(QUESTION,)))


def _with_last_box(excluded: str | None) -> LayoutDocument:
    """The handbook with its last paragraph left out as a running foot, or not."""
    pages = DOCUMENT.pages
    last = replace(pages[-1].boxes[-1], excluded=excluded)
    page = replace(pages[-1], boxes=(*pages[-1].boxes[:-1], last))
    return replace(DOCUMENT, pages=(*pages[:-1], page), layout_hash=f"made {excluded}")


def test_that_the_first_fix_comes_before_the_other_controls_are_tried() -> None:
    bench, told = _bench(), []
    search = FixSearch(bench, bench.run(TIGHT), QUESTION, 0)
    first = next(search.search(progress=lambda done, total: told.append((done, total))))
    assert first.field == "assembly.token_budget"
    assert told == [(0, len(controls_for("cut in two", layout=False)))]


def test_that_a_cancelled_search_stops_in_the_midst_of_a_control() -> None:
    bench = _bench()
    search = FixSearch(bench, bench.run(TIGHT), QUESTION, 0)
    with pytest.raises(ChunkStudioError) as stopped:
        list(search.search(cancelled=lambda: search.runs >= 2))
    assert stopped.value.code == "cancelled" and search.runs <= 3


def test_that_the_same_cuts_are_not_tried_twice() -> None:
    bench = _bench()
    search = FixSearch(bench, bench.run(TIGHT), QUESTION, 0)
    list(search.search())
    weights = [f for f in controls_for("cut in two", layout=False) if f.path.startswith("weights.")]
    assert search.runs < 6 * len(weights), "plain text has one kind of box, so most weights move no cut"


def test_that_text_left_out_by_layout_is_brought_back_by_the_option_that_left_it_out() -> None:
    shown, hidden = _with_last_box(None), _with_last_box("page-footer")

    def relayout(options: LayoutOptions) -> LayoutDocument | None:
        return shown if options.headers_footers == "include" else hidden

    question = asked(DOCUMENT, 1, "What do visitors wear?", LAST)
    document = TrialDocument(hidden, options=LayoutOptions(), relayout=relayout)
    bench = TrialBench([document], QuestionSet(name="x", questions=(question,)))
    base = Profile().replace({"retrieval.k": 3})
    fixes = FixSearch(bench, bench.run(base), question, 0).run()
    assert [(f.field, f.value) for f in fixes] == [("layout.headers_footers", "include")]
    assert bench.run(profile_with(base, fixes[0])).evaluation.results[0].ranks[0] is not None


def test_that_layout_is_not_tried_where_nothing_was_left_out_or_no_other_layout_can_be_had() -> None:
    paths = {f.path for f in controls_for("excluded", layout=True)}
    assert {"layout.headers_footers", "layout.toc", "layout.hidden_text"} <= paths
    for cause, layout in (("outranked", True), ("excluded", False)):
        assert not any(f.path.startswith("layout.") for f in controls_for(cause, layout=layout))  # type: ignore[arg-type]
