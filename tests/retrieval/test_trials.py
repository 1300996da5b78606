"""Trials, fixes and sweeps run the real engine: a proposed fix really fixes, a sweep goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunkstudio import Profile
from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.fixes import FixSearch, profile_with
from chunkstudio.retrieval.gate import split
from chunkstudio.retrieval.misses import diagnose
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.retrieval.sweep import Sweep, SweepPoint, SweepSpec, pareto_front
from chunkstudio.retrieval.trials import TrialBench, TrialDocument
from tests.retrieval.documents_made import LAST, asked, handbook, inspection_questions

DOCUMENT = handbook()
SMALL = Profile().replace({"assembly.token_budget": 36, "assembly.min_tokens": 0, "retrieval.k": 1, "context.title": False})
ACROSS = "The davit is inspected every 5 months by the mate. Its last repair cost 121 crowns and took 4 days."


def test_that_a_quote_over_a_cut_is_cut_in_two_and_a_proposed_fix_really_fixes() -> None:
    question = asked(DOCUMENT, 1, "Who inspects the davit and what did its last repair cost?", ACROSS)
    bench = TrialBench([TrialDocument(DOCUMENT)], QuestionSet(name="x", questions=(question,)))
    tight = SMALL.replace({"assembly.token_budget": 20})
    trial = bench.run(tight)
    (miss,) = diagnose(trial, trial.evaluation.results[0], 1)
    assert miss.cause == "cut in two" and miss.cuts and len(miss.chunks) >= 2
    fixes = FixSearch(bench, trial, question, 0).run()
    assert any(f.field == "assembly.token_budget" for f in fixes)
    for fix in fixes:
        assert bench.run(profile_with(tight, fix)).evaluation.results[0].ranks == (1,), fix


def test_that_a_fix_is_the_smallest_change_of_the_budget() -> None:
    question = asked(DOCUMENT, 1, "Who inspects the davit and what did its last repair cost?", ACROSS)
    bench = TrialBench([TrialDocument(DOCUMENT)], QuestionSet(name="x", questions=(question,)))
    tight = SMALL.replace({"assembly.token_budget": 20})
    fix = next(f for f in FixSearch(bench, bench.run(tight), question, 0).run() if f.field == "assembly.token_budget")
    below = bench.run(tight.replace({"assembly.token_budget": fix.value - 3})).evaluation.results[0].ranks
    assert below != (1,)


def test_that_whole_evidence_behind_better_matches_is_outranked_with_the_words_it_lacks() -> None:
    question = asked(DOCUMENT, 1, "What did the last repair of the anchor cost?", LAST)
    bench = TrialBench([TrialDocument(DOCUMENT)], QuestionSet(name="x", questions=(question,)))
    trial = bench.run(SMALL)
    (miss,) = diagnose(trial, trial.evaluation.results[0], 1)
    assert miss.cause == "outranked" and "anchor" in miss.missing and "anchor" in miss.sentence.split("lacks: ")[1]


def test_that_a_wrong_page_is_a_bad_label() -> None:
    question = asked(DOCUMENT, 1, "How often is the jetty inspected?", "The harbour pilot dances on the quay at noon")
    bench = TrialBench([TrialDocument(DOCUMENT)], QuestionSet(name="x", questions=(question,)))
    trial = bench.run(SMALL)
    assert [m.cause for m in diagnose(trial, trial.evaluation.results[0], 1)] == ["bad label"]


def test_that_a_split_never_moves_a_question_when_others_are_added() -> None:
    whole = inspection_questions(DOCUMENT)
    part = QuestionSet(name="x", questions=whole.questions[:5])
    first, second = split(part), split(whole)
    assert {q.id for q in first.held_out.questions} <= {q.id for q in second.held_out.questions}
    assert {q.id for q in first.tuning.questions} <= {q.id for q in second.tuning.questions}


def test_that_a_sweep_stops_resumes_and_confirms_on_held_out_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[dict[str, object]] = []
    run_one = Sweep._try

    def counted(sweep: Sweep, values: dict[str, object]) -> SweepPoint:
        tried.append(values)
        return run_one(sweep, values)

    monkeypatch.setattr(Sweep, "_try", counted)
    spec = SweepSpec({"assembly.token_budget": [36, 60, 120], "assembly.min_tokens": [0, 20]})
    storage = tmp_path / "sweep.sqlite"
    made = [Sweep([TrialDocument(DOCUMENT)], inspection_questions(DOCUMENT), SMALL, spec, storage=storage) for _ in range(2)]
    stopped = made[0].run(cancelled=lambda: len(made[0].points) >= 2)
    assert len(stopped) == 2
    points = made[1].run()
    assert len(points) == 6 and points[:2] == stopped
    assert len(tried) == 6, "points of the stopped sweep are not run again"
    confirmed = made[1].confirm(pareto_front(points))
    assert confirmed and all(p.held_out is not None for p in confirmed)


def test_that_a_stopped_bayesian_sweep_goes_on_with_the_trials_that_are_left(tmp_path: Path) -> None:
    spec = SweepSpec({"assembly.token_budget": [36, 48, 60, 90, 120], "assembly.min_tokens": [0, 10, 20]}, "bayes", 9)
    storage = tmp_path / "sweep.sqlite"

    def sweep(chosen: SweepSpec = spec) -> Sweep:
        return Sweep([TrialDocument(DOCUMENT)], inspection_questions(DOCUMENT), SMALL, chosen, storage=storage)

    first, second, told = sweep(), sweep(), []
    stopped = first.run(cancelled=lambda: len(first.points) >= 3)
    points = second.run(progress=lambda _point, done, total: told.append((done, total)))
    assert points[:3] == stopped and 3 < len(points) <= 9
    assert told == [(n, 9) for n in range(1, 10)]
    assert len({tuple(p.values.items()) for p in points}) == len(points), "nothing is listed twice"
    other = SweepSpec({"assembly.token_budget": [40, 80]}, "bayes", 2)
    assert {p.values["assembly.token_budget"] for p in sweep(other).run()} <= {40, 80}, "other values begin anew"


def test_that_a_sweep_under_other_rules_or_labels_begins_anew(tmp_path: Path) -> None:
    storage, spec = tmp_path / "sweep.sqlite", SweepSpec({"assembly.token_budget": [120, 240]})
    rule = ManualRule("always_cut", "The davit is inspected every 5 months by the mate.", 1)
    narrow = DocumentAccess.parse({"acl": ["all", "mates"], "narrower": [{"pages": "1", "acl": ["mates"]}]})
    plain = TrialDocument(DOCUMENT)

    def kept(document: TrialDocument) -> int:
        """How many points are known before a sweep runs."""
        sweep = Sweep([document], inspection_questions(DOCUMENT), SMALL, spec, storage=storage)
        known = len([t for t in sweep._study().trials if "point" in t.user_attrs])
        sweep.run()
        return known

    documents = (plain, TrialDocument(DOCUMENT, rules=(rule,)), TrialDocument(DOCUMENT, narrow), plain)
    assert [kept(document) for document in documents] == [0, 0, 0, 2]


def test_that_an_unknown_field_or_an_endless_grid_is_refused() -> None:
    for spec in (SweepSpec({"nonsense.field": [1]}), SweepSpec({"weights.font": [k / 5000 for k in range(2001)]})):
        with pytest.raises(ChunkStudioError):
            spec.checked()


def test_that_the_front_holds_no_point_that_another_beats() -> None:
    def point(score: float, tokens: int) -> SweepPoint:
        return SweepPoint(SMALL, {}, score, score, score, tokens, tokens)

    front = pareto_front([point(0.5, 100), point(0.6, 100), point(0.7, 300), point(0.65, 400)])
    assert [(p.score, p.tokens) for p in front] == [(0.6, 100), (0.7, 300)]
