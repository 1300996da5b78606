from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.model import Boundary, SignalPart
from chunkstudio.chunking.signal_specs import SIGNALS
from chunkstudio.gui.item_models.boundary_words import explanation, margin, verdict
from chunkstudio.gui.item_models.score_parts import part_rows, rounded_parts, signed


def boundary(raw: list[float], *, reason: str = "score", score: float = 0.99, threshold: float = 0.5) -> Boundary:
    parts = tuple(
        SignalPart(s.name, r, -s.default if s.keeps else s.default, r * (-s.default if s.keeps else s.default), "seen")
        for s, r in zip(SIGNALS, raw, strict=True)
    )
    total = sum(p.contribution for p in parts)
    cut = reason in ("score", "section", "budget", "access", "table", "manual")
    return Boundary(4, "p1.b2.u0", score, threshold, total, 0.6, cut, reason, "", parts)


@given(st.lists(st.floats(-2, 2), max_size=14))
def test_that_rounded_parts_add_up_to_the_rounded_total(values: list[float]) -> None:
    rounded = rounded_parts(values)
    assert math.isclose(sum(rounded), round(math.fsum(values) * 100) / 100, abs_tol=1e-9)
    assert all(abs(a - b) < 0.0100001 for a, b in zip(values, rounded, strict=True))


@given(st.lists(st.floats(0, 1), min_size=len(SIGNALS), max_size=len(SIGNALS)))
def test_that_the_rows_of_the_inspector_add_up_to_the_sum_it_shows(raw: list[float]) -> None:
    made = boundary(raw)
    assert math.isclose(sum(row.adds for row in part_rows(made)), round(made.weighted_sum * 100) / 100, abs_tol=1e-9)


def test_that_only_signals_that_add_something_have_a_letter_and_letters_keep_their_signal() -> None:
    rows = part_rows(boundary([1.0, 0.0, 1.0] + [0.0] * (len(SIGNALS) - 3)))
    assert [row.letter for row in rows[:3]] == ["A", "", "C"]


def test_that_signs_are_printed_with_a_real_minus_and_zero_without_sign() -> None:
    assert [signed(v) for v in (0.23, -0.4, 0.0)] == ["+0.23", "\u22120.40", "0"]


def test_that_the_margin_is_the_difference_of_the_numbers_shown() -> None:
    raw = [0.0] * len(SIGNALS)
    assert margin(boundary(raw, score=0.994, threshold=0.504)) == "0.49 above the threshold of 0.50"
    assert margin(boundary(raw, score=0.336, threshold=0.5)) == "0.16 below the threshold of 0.50"
    assert margin(boundary(raw, score=0.499, threshold=0.5)) == "exactly at the threshold of 0.50"


def test_that_the_verdict_names_the_reason_of_a_cut_and_of_no_cut() -> None:
    raw = [0.0] * len(SIGNALS)
    assert verdict(boundary(raw)) == "Cut, reason: score"
    assert verdict(boundary(raw, reason="min_tokens")) == "Not cut: too small a piece"
    assert explanation(boundary(raw, reason="forbidden")) == "These units belong together."
