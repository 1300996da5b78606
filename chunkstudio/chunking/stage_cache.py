"""Keeping the results of stages: a stage runs again only when a setting that it reads, or what it builds on, changed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar

T = TypeVar("T")


class StageCache:
    """The last few results of each stage by key. Keys hold settings and the keys of earlier stages, so a key says it all."""

    def __init__(self, kept: int = 2) -> None:
        self._kept = kept
        self._results: dict[str, OrderedDict[Hashable, object]] = {}
        self._lock = threading.RLock()

    def get(self, stage: str, key: Hashable, compute: Callable[[], T]) -> T:
        """The stage's result for this key, computed at most once while it is kept."""
        with self._lock:
            results = self._results.setdefault(stage, OrderedDict())
            if key in results:
                results.move_to_end(key)
                return results[key]  # type: ignore[return-value]
            value = compute()
            results[key] = value
            while len(results) > self._kept:
                results.popitem(last=False)
            return value

    def fork(self, kept: int) -> StageCache:
        """A cache of its own that begins with what this one knows: for trials that must not push out its results."""
        with self._lock:
            copy = StageCache(kept)
            copy._results = {stage: OrderedDict(results) for stage, results in self._results.items()}
        return copy

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._results.clear()
