"""Intervals hold as often as they say, tests are exact where they claim it, and small differences stay unproven."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.retrieval.comparison import (
    NO_DIFFERENCE,
    differences,
    flips,
    holm,
    paired_interval,
    questions_needed,
    randomisation_p_value,
)
from chunkstudio.retrieval.evaluation import evaluate
from chunkstudio.retrieval.index import SearchIndex
from chunkstudio.retrieval.measures import Measure
from tests.retrieval.passages_made import corpus, passage, question, question_set


@pytest.mark.parametrize(("size", "seed"), [(50, 1), (120, 2)])
def test_that_a_95_per_cent_interval_holds_the_truth_93_to_97_times_of_100(size: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    chances, values = (0.15, 0.6, 0.25), np.array([-1.0, 0.0, 1.0])
    truth = float(np.dot(chances, values))
    held = 0
    for trial in range(1000):
        low, high = paired_interval(random.choice(values, size, p=chances), seed=trial, resamples=1000)
        held += low <= truth <= high
    assert 930 <= held <= 970


def test_that_the_randomisation_test_is_exact_for_few_differences() -> None:
    d = np.array([0.5, -0.25, 1.0, 0.0, 0.75])
    moving = d[d != 0]
    totals = [abs(sum(s * v for s, v in zip(signs, moving, strict=True))) for signs in product((1, -1), repeat=len(moving))]
    expected = sum(t >= abs(moving.sum()) - 1e-12 for t in totals) / len(totals)
    assert randomisation_p_value(d) == pytest.approx(expected)


def test_that_no_difference_at_all_has_p_value_one() -> None:
    assert randomisation_p_value(np.zeros(40)) == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_that_holm_never_lowers_a_p_value_and_keeps_the_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(a >= p for a, p in zip(adjusted, p_values, strict=True))
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    assert [adjusted[i] for i in order] == sorted(adjusted)


def test_that_more_questions_are_needed_for_a_smaller_difference() -> None:
    d = np.random.default_rng(3).normal(0.1, 0.4, 80)
    small, large = questions_needed(d, 0.02), questions_needed(d, 0.2)
    assert small is not None and large is not None and small > large
    assert questions_needed(np.zeros(10)) is None


def _versions(count: int) -> tuple[object, object]:
    whole = corpus([passage(f"c{i}", f"alpha{i} beta{i} gamma{i}") for i in range(count)])
    torn = corpus([passage(f"c{i}{h}", w) for i in range(count) for h, w in enumerate((f"alpha{i}", f"beta{i} gamma{i}"))])
    asked = question_set(*(question(i, f"alpha{i}", f"alpha{i} beta{i} gamma{i}") for i in range(count)))
    return tuple(evaluate(SearchIndex(c), asked) for c in (torn, whole))  # type: ignore[return-value]


def test_that_a_clear_gain_is_called_better_and_lists_the_questions_that_flipped() -> None:
    torn, whole = _versions(60)
    (found,) = differences(torn, [whole], Measure.parse("R@1"))  # type: ignore[arg-type]
    assert found.verdict == "better" and found.low > 0
    assert len(flips(torn, whole, 1)) == 60 and all(f.gained for f in flips(torn, whole, 1))  # type: ignore[arg-type]


def test_that_equal_versions_show_no_difference() -> None:
    _, whole = _versions(60)
    (found,) = differences(whole, [whole], Measure.parse("RR"))  # type: ignore[arg-type]
    assert found.verdict == NO_DIFFERENCE and found.mean == 0
