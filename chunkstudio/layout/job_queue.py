"""The order in which pages and images are worked on: by priority, then by nearness to what is seen, then by age."""

from __future__ import annotations

import heapq
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal

from chunkstudio.layout import protocol
from chunkstudio.layout.options import LayoutOptions

Work = Literal["quick", "fast", "slow"]
"""Openings and images; pages of the fast parser; pages of the layout model."""
_FAR = 1_000_000
_FEW_FAST_PAGES = 8
_ages = count()


@dataclass(slots=True)
class Job:
    """One request with the future that waits for it. ``number`` is the page, 0 for an opening."""

    work: Work
    key: str
    number: int
    request: protocol.Request
    future: Future[Any]
    priority: int
    options: LayoutOptions | None = None
    cache_key: str | None = None
    distance: int = 0
    age: int = field(default_factory=lambda: next(_ages))

    def rank(self) -> tuple[int, int, int]:
        """Smaller is earlier."""
        return -self.priority, self.distance, self.age


Task = Job | protocol.Request


class JobQueue:
    """Waiting jobs of all documents, in one heap for each class of work. Safe to use from several threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._heaps: dict[Work, list[tuple[tuple[int, int, int], Job]]] = {"quick": [], "fast": [], "slow": []}
        self._seen: dict[str, tuple[int, ...]] = {}
        self._told: dict[int, deque[protocol.Request]] = {}
        self._closed = False

    def put(self, job: Job) -> None:
        """Add a job; raises RuntimeError after :meth:`close`."""
        with self._changed:
            if self._closed:
                raise RuntimeError("the layout pool is shut down")
            job.distance = self._distance(job)
            heapq.heappush(self._heaps[job.work], (job.rank(), job))
            self._changed.notify_all()

    def tell(self, lane: int, message: protocol.Request) -> None:
        """A message for one lane alone, which goes before every job."""
        with self._changed:
            self._told.setdefault(lane, deque()).append(message)
            self._changed.notify_all()

    def take(self, works: Sequence[Work], lane: int, *, ready: Callable[[], bool] = lambda: True) -> Task | None:
        """What a lane has to do next: what it was told, or the first job of these classes. Waits; None when closed.

        A lane that would have to start a process first (``ready`` says no) leaves a few fast pages to the others.
        """
        with self._changed:
            while not self._closed:
                if told := self._told.get(lane):
                    return told.popleft()
                heads = [heap for work in works if (heap := self._heaps[work]) and self._worth(work, works, heap, ready)]
                if heads:
                    return heapq.heappop(min(heads, key=lambda heap: heap[0]))[1]
                self._changed.wait()
            return None

    def _worth(self, work: Work, works: Sequence[Work], heap: Sequence[object], ready: Callable[[], bool]) -> bool:
        return work != "fast" or "quick" in works or len(heap) > _FEW_FAST_PAGES or ready()

    def see(self, key: str, pages: Sequence[int]) -> None:
        """The pages of a document that are looked at now: its jobs go first, nearest pages first."""
        with self._changed:
            self._seen = {key: tuple(pages)}
            for work, heap in self._heaps.items():
                jobs = [job for _, job in heap]
                for job in jobs:
                    job.distance = self._distance(job)
                self._heaps[work] = [(job.rank(), job) for job in jobs]
                heapq.heapify(self._heaps[work])

    def _distance(self, job: Job) -> int:
        if not self._seen or job.number == 0:
            return 0
        pages = self._seen.get(job.key)
        if not pages:
            return _FAR
        return min(abs(job.number - page) for page in pages)

    def remove(self, where: Callable[[Job], bool]) -> list[Job]:
        """Take out and return all jobs that the test picks."""
        with self._changed:
            out = []
            for work, heap in self._heaps.items():
                out += [job for _, job in heap if where(job)]
                self._heaps[work] = [entry for entry in heap if not where(entry[1])]
                heapq.heapify(self._heaps[work])
            return out

    def close(self) -> list[Job]:
        """Wake and end all lanes; returns the jobs that were still waiting."""
        left = self.remove(lambda _: True)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        return left
