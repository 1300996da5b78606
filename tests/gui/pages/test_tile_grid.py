from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.gui.pages.tile_grid import TILE, WHOLE_PAGE_PIXELS, SizedCache, tile_rect, tiles_for

pages = st.tuples(st.floats(10, 14_400), st.floats(10, 14_400))


@given(pages, st.floats(0.05, 40))
def test_that_pieces_cover_the_whole_page_and_none_is_rendered_too_large(size: tuple[float, float], scale: float) -> None:
    width, height = size
    if width * height * scale * scale > 4e8:
        scale = math.sqrt(4e8 / (width * height))
    keys = tiles_for(1, width, height, scale, (0.0, 0.0, width, height))
    area = 0.0
    for key in keys:
        x0, y0, x1, y1 = tile_rect(key, width, height)
        assert 0 <= x0 < x1 <= width
        assert 0 <= y0 < y1 <= height
        pixels = (x1 - x0) * (y1 - y0) * key.scale**2
        assert pixels <= max(WHOLE_PAGE_PIXELS, TILE * TILE) * 1.01
        area += (x1 - x0) * (y1 - y0)
    assert math.isclose(area, width * height, rel_tol=1e-6)


def test_that_only_pieces_in_view_are_asked_for_and_the_middle_ones_first() -> None:
    keys = tiles_for(3, 14_400, 14_400, 2.0, (7000, 7000, 7600, 7500))
    assert 0 < len(keys) <= 9
    assert all(key.page == 3 for key in keys)
    x0, y0, x1, y1 = tile_rect(keys[0], 14_400, 14_400)
    assert x0 <= 7300 <= x1
    assert y0 <= 7250 <= y1


def test_that_nothing_is_asked_for_a_page_out_of_view() -> None:
    assert tiles_for(1, 600, 800, 1.0, (0, -500, 600, -10)) == []
    assert tiles_for(1, 600, 800, 1.0, (700, 0, 900, 800)) == []


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 60)), max_size=80))
def test_that_the_cache_never_holds_more_than_its_limit(puts: list[tuple[int, int]]) -> None:
    cache: SizedCache[int, str] = SizedCache(100)
    for key, size in puts:
        cache.put(key, str(key), size)
        assert cache.get(key) == str(key)
        assert cache.size <= 100 or len(cache) == 1


def test_that_what_was_used_last_is_kept() -> None:
    cache: SizedCache[str, int] = SizedCache(30)
    cache.put("a", 1, 10)
    cache.put("b", 2, 10)
    cache.put("c", 3, 10)
    assert cache.get("a") == 1
    cache.put("d", 4, 10)
    assert cache.get("a") == 1
    assert cache.get("b") is None
