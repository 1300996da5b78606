"""Results of stages that are kept are there for every thread, also while another one computes a new one."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from chunkstudio.chunking.stage_cache import StageCache


def test_that_what_is_kept_is_given_while_another_thread_computes() -> None:
    cache = StageCache()
    cache.get("units", 1, lambda: "kept")
    computing, go_on = threading.Event(), threading.Event()

    def compute() -> str:
        computing.set()
        assert go_on.wait(20)
        return "new"

    with ThreadPoolExecutor(2) as threads:
        new = threads.submit(cache.get, "units", 2, compute)
        assert computing.wait(20)
        try:
            kept = threads.submit(cache.get, "units", 1, lambda: "computed again")
            assert kept.result(5) == "kept"
            assert threads.submit(cache.fork, 2).result(5).get("units", 1, lambda: "computed again") == "kept"
        finally:
            go_on.set()
        assert new.result(20) == "new"


def test_that_two_threads_that_want_one_result_compute_it_once() -> None:
    cache, calls, both = StageCache(), list[int](), threading.Barrier(2)

    def want() -> str:
        both.wait(20)
        return cache.get("units", 1, lambda: (calls.append(1), "made")[1])

    with ThreadPoolExecutor(2) as threads:
        assert [job.result(20) for job in [threads.submit(want), threads.submit(want)]] == ["made", "made"]
    assert calls == [1]


def test_that_a_stage_keeps_the_results_that_were_asked_for_last() -> None:
    cache, calls = StageCache(kept=2), list[int]()

    def made(key: int) -> None:
        cache.get("units", key, lambda: calls.append(key))

    for key in (1, 2, 1, 3, 1, 2):
        made(key)
    assert calls == [1, 2, 3, 2]
    cache.clear()
    made(2)
    assert calls == [1, 2, 3, 2, 2]
