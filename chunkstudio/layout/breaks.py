"""Breaks in long work: places where it may be cancelled, or wait until another thread has had its turn.

The passes over a document are functions of its pages. Whether the result is still wanted is no part of their values, so
it is known for the thread and not handed down through each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from chunkstudio.errors import ChunkStudioError

T = TypeVar("T")
Cancelled = Callable[[], bool] | None
_asked: ContextVar[Cancelled] = ContextVar("asked", default=None)


def stop_if(cancelled: Cancelled) -> None:
    """Raise ChunkStudioError ``cancelled`` if the caller no longer wants the result."""
    if cancelled is not None and cancelled():
        raise ChunkStudioError("cancelled", "The work was cancelled.", hint="Start it again when you need it.")


@contextmanager
def with_breaks(cancelled: Cancelled) -> Iterator[None]:
    """Inside, each :func:`take_break` of this thread asks ``cancelled``, which may wait before it answers; None asks nobody."""
    token = _asked.set(cancelled)
    try:
        yield
    finally:
        _asked.reset(token)


def take_break() -> None:
    """To be called every few milliseconds. Raises ChunkStudioError ``cancelled`` when the work is not wanted any more."""
    stop_if(_asked.get())


def with_a_break_each(items: Iterable[T], every: int = 1) -> Iterator[T]:
    """The same items, with a break before each, or each so many."""
    for number, item in enumerate(items):
        if number % every == 0:
            take_break()
        yield item
