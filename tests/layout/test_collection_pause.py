"""The garbage collector while the engine works: paused, and yet what others leave behind is freed in the end."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from chunkstudio.layout.collection_pause import without_collection
from chunkstudio.layout.model import ParsedPage
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_parsing import PageParsing
from chunkstudio.layout.reader import OpenPdf
from tests.layout.made_pdfs import FAST, make_pdf, write


class Cycle:
    """A value that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


def test_that_cycles_made_between_many_runs_are_freed() -> None:
    made = []
    for _ in range(400):
        cycle = Cycle()  # it lives while the engine works, and is garbage after the next one came
        made.append(weakref.ref(cycle))
        with without_collection():
            values = [[number] for number in range(5000)]
        others = [list(value) for value in values]
        assert len(others) == len(values)
    assert sum(one() is not None for one in made) < len(made) / 2


def test_that_the_collector_rests_during_the_work_and_goes_on_after_it() -> None:
    with without_collection():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_that_the_collector_rests_while_a_page_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rested, real = [], OpenPdf.read_page

    def read(pdf: OpenPdf, number: int, options: LayoutOptions) -> ParsedPage:
        rested.append(not gc.isenabled())
        return real(pdf, number, options)

    monkeypatch.setattr(OpenPdf, "read_page", read)
    parsing = PageParsing(str(make_pdf(tmp_path / "a.pdf", write("A line"))), None)
    parsing.parse(1, FAST)
    parsing.close()
    assert rested == [True]
    assert gc.isenabled()
