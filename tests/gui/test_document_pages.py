"""What is kept of a document's pages while they arrive, and when other layout options are asked for."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.gui.document_pages import DocumentPages
from chunkstudio.layout.options import LayoutOptions
from tests.layout.made_pages import FILLER, block, info, page

NEURAL = LayoutOptions()
FAST = replace(NEURAL, parser="fast")


def _page(number: int, parser: str) -> object:
    made = page([("text", block([FILLER], 72, 100))], number)
    return replace(made, parser=parser)


def _shown(pages: DocumentPages) -> list[str]:
    return [p.parser if p.lines else "" for p in pages.snapshot()]


def test_that_a_fast_page_is_shown_until_the_one_that_counts_is_there_and_then_given_up() -> None:
    pages = DocumentPages(None, info(2), NEURAL)
    assert pages.take(_page(1, "fast"), FAST)
    assert _shown(pages) == ["fast", ""]
    assert pages.take(_page(1, "neural"), NEURAL)
    assert pages.take(_page(1, "fast"), FAST)  # a late one
    assert _shown(pages) == ["neural", ""]
    assert not pages.quick


def test_that_pages_read_for_another_setting_of_the_layout_model_stand_in_until_they_are_read_anew() -> None:
    pages = DocumentPages(None, info(1), NEURAL)
    pages.take(_page(1, "neural"), NEURAL)
    changed = replace(NEURAL, edge_threshold=0.7)
    assert pages.reads_anew(changed)
    assert pages.change_options(changed)
    assert _shown(pages) == ["neural"]
    assert not pages.complete
    assert pages.missing(quick=True) == []
    assert pages.missing(quick=False) == [1]
    assert not pages.take(_page(1, "neural"), NEURAL)
    assert pages.take(_page(1, "neural"), changed)
    assert pages.complete


def test_that_fast_pages_with_other_hidden_text_do_not_stand_in() -> None:
    pages = DocumentPages(None, info(1), NEURAL)
    pages.take(_page(1, "neural"), NEURAL)
    assert pages.change_options(replace(NEURAL, hidden_text="keep"))
    assert _shown(pages) == [""]
    assert pages.missing(quick=True) == [1]
