"""The dynamic programme finds what trying every way finds."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkstudio.chunking import assembly_kernel
from chunkstudio.chunking.assembly_kernel import best_cuts
from tests.chunking.strategies import EXAMPLES, IN_CI

SMALL, SLOPE, EASE = 9, 6, 4


@st.composite
def problems(draw: st.DrawFn) -> dict[str, list[int] | int]:
    n = draw(st.integers(1, 8))
    numbers = lambda low, high, size: draw(st.lists(st.integers(low, high), min_size=size, max_size=size))  # noqa: E731
    return {
        "sizes": numbers(1, 9, n),
        "plain": numbers(0, 9, n),
        "lead": numbers(0, 4, n + 1),
        "gain": numbers(-12, 12, n),
        "forced": numbers(0, 3, n),
        "budget": draw(st.integers(5, 24)),
        "least": draw(st.integers(1, 8)),
    }


def arrays(p: dict[str, list[int] | int]) -> tuple[np.ndarray, ...]:
    n = len(p["sizes"])  # type: ignore[arg-type]
    text = np.concatenate([[0], np.cumsum(p["sizes"])]).astype(np.int64)
    plain = np.concatenate([[0], np.cumsum(p["plain"])]).astype(np.int64)
    ends = np.array([0, *(1 if f == 3 else 0 for f in p["forced"][:-1]), 1], np.int64)  # type: ignore[index]
    run_start = np.zeros(n + 1, np.int64)
    run_start[1:] = np.maximum.accumulate(np.where(ends[:-1] == 1, np.arange(n), 0))
    lead = np.array(p["lead"], np.int64)
    return run_start, ends, lead - text, text, lead - plain, plain, text


def solve(p: dict[str, list[int] | int]) -> list[int]:
    gain = np.array(p["gain"], np.int64)
    budget, least = int(p["budget"]), int(p["least"])  # type: ignore[arg-type]
    starts = best_cuts(*arrays(p), gain, (budget, least, SMALL, SLOPE, budget, EASE))
    places = [len(gain)]
    while places[-1] > 0:
        places.append(int(starts[places[-1]]))
    return places[::-1]


def value(p: dict[str, list[int] | int], places: list[int]) -> int | None:
    """What the objective says of one way to cut; None if it is not allowed."""
    _, ends, text_open, text_close, plain_open, plain_close, total = arrays(p)
    budget, least = int(p["budget"]), int(p["least"])  # type: ignore[arg-type]
    if any(ends[j] and j not in places for j in range(1, len(ends))):
        return None
    out = 0
    for i, j in pairwise(places):
        if j - i > 1 and (text_open[i] + text_close[j] > budget or plain_open[i] + plain_close[j] > budget):
            return None
        size = int(total[j] - total[i])
        out += 0 if ends[j] else int(p["gain"][j - 1])  # type: ignore[index]
        out -= SMALL + SLOPE * (least - size) // least if size < least else 0
        out -= EASE * (budget - size) ** 2 // budget**2 if size < budget else 0
    return out


def every_way(n: int) -> list[list[int]]:
    return [[0, *inner, n] for k in range(n) for inner in combinations(range(1, n), k)]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The compiled programme is loaded, however small the problems are."""
    assembly_kernel.warm()


def test_that_a_short_document_is_cut_without_loading_the_compiled_programme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly_kernel, "_tried", False)
    monkeypatch.setattr(assembly_kernel, "_worked", 0)
    p = {"sizes": [2] * 5, "plain": [0] * 5, "lead": [0] * 6, "gain": [0] * 5, "forced": [0] * 5, "budget": 6, "least": 1}
    solve(p)  # type: ignore[arg-type]
    assert not assembly_kernel._tried
    monkeypatch.setattr(assembly_kernel, "_WORTH_LOADING", 6)
    solve(p)  # type: ignore[arg-type]
    assert assembly_kernel._tried


@settings(max_examples=max(EXAMPLES, 150), deadline=None, derandomize=IN_CI)
@given(problems())
def test_that_the_programme_finds_the_best_of_all_ways(p: dict[str, list[int] | int]) -> None:
    found = solve(p)
    values = [v for way in every_way(len(p["sizes"])) if (v := value(p, way)) is not None]  # type: ignore[arg-type]
    assert value(p, found) == max(values)


@settings(max_examples=max(EXAMPLES, 50), deadline=None, derandomize=IN_CI)
@given(problems())
def test_that_the_plain_programme_gives_the_same_cuts(p: dict[str, list[int] | int]) -> None:
    compiled = solve(p)
    before = assembly_kernel._compiled
    try:
        assembly_kernel._compiled, assembly_kernel._tried = None, True
        assert solve(p) == compiled
    finally:
        assembly_kernel._compiled = before


def test_that_equal_ways_fill_the_earlier_chunk() -> None:
    p = {"sizes": [2] * 5, "plain": [0] * 5, "lead": [0] * 6, "gain": [0] * 5, "forced": [0] * 5, "budget": 6, "least": 1}
    assert solve(p) in ([0, 3, 5], [0, 2, 5])  # type: ignore[arg-type]
    assert solve(p) == solve(p)  # type: ignore[arg-type]
