"""Several versions beside each other: measures, corrected differences to a chosen baseline, questions that flip."""

from __future__ import annotations

import pytest

from chunkstudio.retrieval.comparison import differences
from chunkstudio.retrieval.evaluation import Evaluation, evaluate
from chunkstudio.retrieval.index import SearchIndex
from chunkstudio.retrieval.measures import Measure
from chunkstudio.retrieval.version_matrix import MatrixEntry, matrix_rows
from tests.retrieval.passages_made import corpus, passage, question, question_set

WORDS = [f"harbour{n} opens gate{n}" for n in range(24)]
QUESTIONS = question_set(*(question(n, f"harbour{n} gate{n}", text) for n, text in enumerate(WORDS)))


def _evaluation(kept: int, count: int = 24) -> Evaluation:
    """An index that holds the first ``kept`` of the answers, asked ``count`` questions."""
    index = SearchIndex(corpus([passage(f"c{n}", text) for n, text in enumerate(WORDS[:kept])]))
    asked = question_set(*QUESTIONS.questions[:count])
    return evaluate(index, asked)


def _entry(key: str, evaluation: Evaluation) -> MatrixEntry:
    return MatrixEntry(key, key.upper(), 10, 100, evaluation)


ENTRIES = [
    _entry("a", _evaluation(12)),
    _entry("b", _evaluation(24)),
    _entry("c", _evaluation(12)),
    _entry("d", _evaluation(4)),
]


def test_that_each_version_is_compared_with_the_baseline_and_corrected_for_their_number() -> None:
    rows = {r.entry.key: r for r in matrix_rows(ENTRIES, "a", 5)}
    assert [rows[k].recall for k in "abcd"] == [0.5, 1.0, 0.5, pytest.approx(4 / 24)]
    assert rows["a"].recall_difference is None and rows["a"].verdict == ""
    expected = differences(ENTRIES[0].evaluation, [e.evaluation for e in ENTRIES[1:]], Measure("R", 5))
    assert [rows[k].recall_difference for k in "bcd"] == expected
    alone = differences(ENTRIES[0].evaluation, [ENTRIES[3].evaluation], Measure("R", 5))[0]
    assert rows["d"].recall_difference is not None and rows["d"].recall_difference.adjusted > alone.adjusted
    assert rows["b"].verdict == "recall better, coverage better"
    assert rows["c"].verdict == "no difference shown"
    assert rows["d"].verdict.startswith("recall worse")


def test_that_the_questions_that_flip_are_named_for_each_version() -> None:
    rows = {r.entry.key: r for r in matrix_rows(ENTRIES, "a", 5)}
    assert rows["b"].gained == tuple(f"q{n}" for n in range(12, 24)) and not rows["b"].lost
    assert rows["d"].lost == tuple(f"q{n}" for n in range(4, 12)) and not rows["d"].gained


def test_that_an_unknown_baseline_means_the_first_and_other_questions_are_not_compared() -> None:
    rows = matrix_rows([*ENTRIES[:2], _entry("x", _evaluation(24, 10))], "gone", 5)
    assert [r.recall_difference is None for r in rows] == [True, False, True]
    assert matrix_rows([], "a", 5) == []
