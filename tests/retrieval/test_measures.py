"""Measures equal the reference implementation where one chunk answers one evidence."""

from __future__ import annotations

import random
from collections import Counter

import ir_measures
import pytest

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.measures import DEFAULT_MEASURES, Judged, Measure


def judged_from(relevant: list[int], depth: int) -> Judged:
    """A ranking of ``depth`` results of which those at ``relevant`` each answer one evidence; others (-1) are not returned."""
    evidences = [[1.0 if r == at else 0.0 for r in range(depth)] for at in relevant]
    needed = tuple(Counter({"word": 1}) for _ in relevant)
    held = tuple(tuple(Counter({"word": 1}) if s else Counter() for s in shares) for shares in evidences)
    return Judged(
        shares=tuple(tuple(s) for s in evidences),
        held=held,
        needed=needed,
        tokens=tuple(100 for _ in range(depth)),
        best=tuple(1.0 for _ in relevant),
        pool=tuple(1.0 for _ in relevant),
        grades=tuple(1 for _ in relevant),
    )


def reference(relevant: list[int], depth: int) -> dict[str, float]:
    qrels = [ir_measures.Qrel("q", f"r{at}" if at >= 0 else f"missing{i}", 1) for i, at in enumerate(relevant)]
    run = [ir_measures.ScoredDoc("q", f"r{r}", float(depth - r)) for r in range(depth)]
    wanted = [ir_measures.parse_measure(m) for m in ("R@1", "R@5", "R@10", "Success@5", "P@5", "RR", "nDCG@10", "AP")]
    return {str(m): v for m, v in ir_measures.calc_aggregate(wanted, qrels, run).items()}


def test_that_measures_equal_ir_measures_on_1000_random_runs() -> None:
    dice = random.Random(1)
    for _ in range(1000):
        depth = dice.randint(1, 30)
        count = dice.randint(1, min(6, depth))
        relevant = dice.sample(range(depth), count)
        relevant = [at if dice.random() < 0.7 else -1 for at in relevant]
        judged = judged_from(relevant, depth)
        for name, expected in reference(relevant, depth).items():
            assert Measure.parse(name).value(judged) == pytest.approx(expected, abs=1e-9), (name, relevant, depth)


@pytest.mark.parametrize("text", ["R@5", "Success@1", "P@10", "nDCG@10", "tok@5", "cov@2000tok", "RR", "AP", "intact"])
def test_that_a_measure_prints_as_it_was_written(text: str) -> None:
    assert str(Measure.parse(text)) == text


@pytest.mark.parametrize("text", ["", "R", "R@0", "recall@5", "cov@2000", "RR@5", "R@-1"])
def test_that_an_unknown_measure_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(ChunkStudioError) as caught:
        Measure.parse(text)
    assert "R@5" in caught.value.hint


def test_that_recall_counts_evidences_and_success_questions() -> None:
    judged = judged_from([0, 7], 10)
    assert Measure.parse("R@5").value(judged) == 0.5
    assert Measure.parse("Success@5").value(judged) == 1.0


def test_that_coverage_cuts_the_last_result_at_the_budget() -> None:
    judged = judged_from([1], 2)
    assert Measure.parse("cov@150tok").value(judged) == pytest.approx(0.5)
    assert Measure.parse("cov@200tok").value(judged) == 1.0
    assert Measure.parse("cov@100tok").value(judged) == 0.0


def test_that_sixty_per_cent_of_the_words_are_found_and_less_is_not() -> None:
    judged = judged_from([0], 1)
    almost = Judged(((0.59,),), judged.held, judged.needed, judged.tokens, (0.59,), (0.59,), (1,))
    enough = Judged(((0.6,),), judged.held, judged.needed, judged.tokens, (0.6,), (0.6,), (1,))
    assert Measure.parse("R@1").value(almost) == 0.0
    assert Measure.parse("R@1").value(enough) == 1.0


def test_that_recall_is_never_reported_without_what_it_costs() -> None:
    names = {str(m) for m in DEFAULT_MEASURES}
    assert {"R@5", "tok@5"} <= names
