"""The garbage collector stays out of the way while work is under way, and sweeps up at rest."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunkstudio.gui import collector as module
from chunkstudio.gui.activity import Busy
from chunkstudio.gui.collector import Collector
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.session import Session


class Knot:
    """Garbage that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector(bare_session: Session) -> Iterator[Collector]:
    made = Collector(bare_session)
    yield made
    made.stop()


def _knot() -> weakref.ref[Knot]:
    return weakref.ref(Knot())


def test_that_python_does_not_collect_by_itself_until_stopped(bare_session: Session) -> None:
    was = gc.isenabled()
    made = Collector(bare_session)
    assert not gc.isenabled()
    made.stop()
    assert gc.isenabled() == was
    assert gc.get_freeze_count() == 0


def test_that_young_garbage_goes_while_nothing_is_under_way(collector: Collector, bare_session: Session) -> None:
    collector.tick()
    knot = _knot()
    bare_session.accept_busy(Busy("Layout 1 of 2 pages", 1, 2))
    collector.tick()
    assert knot() is not None


def test_that_what_work_made_is_put_aside_when_it_ends(collector: Collector, bare_session: Session) -> None:
    bare_session.accept_busy(Busy("Layout 1 of 2 pages", 1, 2))
    before = gc.get_freeze_count()
    pages = [[i] for i in range(1000)]
    bare_session.accept_busy(None)
    assert gc.get_freeze_count() >= before + len(pages)
    knot = _knot()
    collector.tick()
    assert knot() is None


def test_that_a_large_result_is_put_aside_instead_of_walked(collector: Collector) -> None:
    collector.tick()
    before = gc.get_freeze_count()
    result = [[i] for i in range(module._MOST_YOUNG + 1000)]
    collector.tick()
    assert gc.get_freeze_count() >= before + len(result)


def test_that_all_is_swept_at_rest_after_a_document_was_closed(
    collector: Collector, bare_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare_session.add_document(DocumentState("a", Path("a.pdf")))
    knot = _knot()
    gc.freeze()
    collector.tick()
    assert knot() is not None
    bare_session.close_document("a")
    collector.tick()
    assert knot() is not None  # somebody may be at work
    monkeypatch.setattr(module, "_REST_SECONDS", -1.0)
    collector.tick()
    assert knot() is None
    assert gc.get_freeze_count() > 0
