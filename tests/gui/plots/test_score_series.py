from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.model import REASONS
from chunkstudio.gui.plots.score_series import ScoreSeries, positions_along_pages, thinned
from chunkstudio.gui.plots.token_histogram import bin_edges, counts


@given(st.lists(st.integers(1, 30), min_size=2, max_size=60))
def test_that_places_rise_through_the_document_and_stay_on_their_page(pages: list[int]) -> None:
    pages.sort()
    x = positions_along_pages(np.array(pages, dtype=np.float64))
    assert len(x) == len(pages) - 1
    assert np.all(np.diff(x) > 0)
    assert all(p < v <= p + 1 for p, v in zip(pages, x, strict=False))


def test_that_a_document_of_one_unit_has_no_boundary() -> None:
    assert len(positions_along_pages(np.ones(1))) == 0


def test_that_a_click_finds_the_stem_under_it_and_prefers_a_cut() -> None:
    reasons = np.array([0, REASONS.index("score"), 0], dtype=np.int8)
    series = ScoreSeries(np.array([1.2, 1.5, 1.505]), np.array([0.4, 0.8, 0.8]), reasons)
    assert series.nearest(1.21, 0.2, per_x=60, per_y=100, reach=8) == 0
    assert series.nearest(1.503, 0.2, per_x=60, per_y=100, reach=8) == 1
    assert series.nearest(1.9, 0.2, per_x=60, per_y=100, reach=8) is None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=500), st.integers(1, 80))
def test_that_thinning_keeps_the_tallest_stem_of_each_pixel(heights: list[float], pixels: int) -> None:
    x, tall = np.arange(len(heights), dtype=np.float64), np.array(heights)
    few, kept = thinned(x, tall, pixels)
    assert len(few) <= max(pixels, 1) or len(few) == len(x) <= pixels
    assert kept.max() == tall.max()
    assert np.all(np.diff(few) > 0)


@given(st.integers(1, 32_000), st.lists(st.integers(0, 40_000), max_size=60))
def test_that_the_histogram_counts_every_chunk_in_at_most_a_few_bins(budget: int, tokens: list[int]) -> None:
    edges = bin_edges(budget, max(tokens, default=0))
    assert edges[-1] > budget
    assert len(edges) <= 28
    assert counts(tokens, edges).sum() == len(tokens)
