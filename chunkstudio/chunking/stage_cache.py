"""Keeping the results of stages: a stage runs again only when a setting that it reads, or what it builds on, changed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")


_MISSING: Any = object()


class StageCache:
    """The last few results of each stage by key. Keys hold settings and the keys of earlier stages, so a key says it all.

    Safe between threads. Only one computes at a time; what is kept is given to others meanwhile: the window asks for words
    on a boundary while the engine, which computes for long and stands aside for the window, works on the next result.
    """

    def __init__(self, kept: int = 2) -> None:
        self._kept = kept
        self._results: dict[str, OrderedDict[Hashable, object]] = {}
        self._computing = threading.RLock()
        self._lock = threading.Lock()

    def get(self, stage: str, key: Hashable, compute: Callable[[], T]) -> T:
        """The stage's result for this key, computed at most once while it is kept."""
        found = self._found(stage, key)
        if found is not _MISSING:
            return cast(T, found)
        with self._computing:
            found = self._found(stage, key)  # somebody may have computed it meanwhile
            if found is _MISSING:
                found = compute()
                self._keep(stage, key, found)
            return cast(T, found)

    def _found(self, stage: str, key: Hashable) -> object:
        with self._lock:
            results = self._results.get(stage)
            if results is None or key not in results:
                return _MISSING
            results.move_to_end(key)
            return results[key]

    def _keep(self, stage: str, key: Hashable, value: object) -> None:
        dropped = []  # freed when the lock is: a large document's values take a while
        with self._lock:
            results = self._results.setdefault(stage, OrderedDict())
            results[key] = value
            while len(results) > self._kept:
                dropped.append(results.popitem(last=False))

    def fork(self, kept: int) -> StageCache:
        """A cache of its own that begins with what this one knows: for trials that must not push out its results."""
        copy = StageCache(kept)
        with self._lock:
            copy._results = {stage: OrderedDict(results) for stage, results in self._results.items()}
        return copy

    def clear(self) -> None:
        """Forget everything, also what is being computed."""
        with self._computing, self._lock:
            self._results.clear()
