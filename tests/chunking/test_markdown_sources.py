"""Documents from Markdown: the source is the canonical text, nothing of it is lost, and offsets count in it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.sentence_builder import build_units
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.invariants import check_counts, check_links, check_no_heading_ends, check_order, check_same, words
from tests.chunking.strategies import chances, quick
from tests.layout.made_markdown import random_markdown, random_scraps


def sources() -> st.SearchStrategy[str]:
    """Sound Markdown, and scraps of it."""
    return chances().map(lambda chance: random_markdown(chance) if chance.random() < 0.6 else random_scraps(chance))


def small(budget: int = 400, least: int = 120, **assembly: object) -> Profile:
    """A profile with this budget."""
    return Profile.model_validate({"assembly": {"token_budget": budget, "min_tokens": least, **assembly}})


@quick
@given(sources())
def test_that_every_sign_of_the_source_is_in_a_unit(source: str) -> None:
    layout = LayoutDocument.from_markdown(source)
    columns = build_units(layout)
    assert layout.source.startswith(columns.markdown)
    if len(columns):
        assert not layout.source[len(columns.markdown) :].strip()
    at = 0
    for i in range(len(columns)):
        between = columns.markdown[at : columns.start[i]]
        assert not (between.strip() if i else any(map(str.isalnum, between)))
        assert columns.text(i).strip()
        at = int(columns.end[i])


@quick
@given(sources())
def test_that_what_a_reader_sees_is_whole_in_the_units(source: str) -> None:
    columns = build_units(LayoutDocument.from_markdown(source))
    for b, box in enumerate(columns.boxes):
        mine = [columns.plain_text(i) for i in range(len(columns)) if columns.box[i] == b]
        if box.table is None:
            shown = words("".join(mine))
            assert words(box.text).endswith(shown) and len(words(box.text)) - len(shown) <= len(box.marker)


@quick
@given(sources(), chances())
def test_that_the_rules_of_the_engine_hold(source: str, chance: Random) -> None:
    document = LayoutDocument.from_markdown(source, title="Made")
    budget = chance.choice((45, 60, 400))
    profile = small(budget, chance.choice((0, budget // 3)), overlap_tokens=chance.choice((0, budget // 4)))
    result = chunk_document(document, profile)
    check_counts(result)
    check_order(result)
    check_no_heading_ends(result)
    check_links(result)
    check_same(result, chunk_document(LayoutDocument.from_markdown(source, title="Made"), profile))
    for chunk in result:
        if chunk.start is not None and chunk.end is not None:
            assert document.source[chunk.start : chunk.end] == chunk.body


@quick
@given(sources())
def test_that_all_that_a_reader_sees_is_found_by_search(source: str) -> None:
    profile = small(40, 0, merge_small_chunks=False)
    document = LayoutDocument.from_markdown(source, title="Made")
    result = chunk_document(document, profile)
    left = {e.id for e in result.diagnostics.excluded}
    for box in document.boxes():
        if box.table is None and box.id not in left:
            holders = [c for c in result if box.id in c.box_ids]
            found = words("".join(c.retrieval_text for c in holders))
            body = words(box.text.removeprefix(box.marker))
            assert all(sign in found for sign in set(body))


def test_that_a_long_paragraph_with_markup_is_cut_into_slices_with_their_own_plain_text() -> None:
    source = "**" + " ".join(f"word{n} [link{n}](http://example.org/{n})" for n in range(60)) + "**"
    result = chunk_document(LayoutDocument.from_markdown(source), small(60, 0))
    assert len(result) > 5
    shown = " ".join(c.retrieval_text.split("Content:\n")[1] for c in result)
    assert [w for w in shown.split() if w.startswith("link")] == [f"link{n}" for n in range(60)]
    assert "http" not in shown and "*" not in shown
    assert words("".join(c.body for c in result)) == words(source)


def test_that_a_table_cut_in_two_repeats_its_header() -> None:
    rows = "\n".join(f"| T-{n} | *Oak* | {n} |" for n in range(60))
    source = f"## Stock\n| Tag | **Wood** | Length |\n| --- | :-: | --: |\n{rows}\n\nCounted in May."
    result = chunk_document(LayoutDocument.from_markdown(source), small(150, 40))
    assert len(result) > 4
    for chunk in result:
        assert "Tag" in chunk.text and "Wood" in chunk.text and "Length" in chunk.text
        lines = chunk.text.split("\n")
        header = next(k for k, line in enumerate(lines) if "Tag" in line)
        assert set(lines[header + 1]) <= set("|-: ")


@pytest.mark.parametrize(("opening", "closing"), [("```python", "```"), ("~~~~", "~~~~")])
def test_that_a_fence_is_closed_and_opened_again_as_the_source_has_it(opening: str, closing: str) -> None:
    code = "\n".join(f"value_{n} = {n}" for n in range(80))
    result = chunk_document(LayoutDocument.from_markdown(f"# Code\n\n{opening}\n{code}\n{closing}\n\nEnd."), small(120, 0))
    assert len(result) > 3
    for chunk in result:
        assert chunk.text.count(closing) % 2 == 0
    assert result.chunks[1].text.startswith(f"{opening}\n")


def test_that_indented_code_stays_indented_without_a_fence() -> None:
    code = "\n".join(f"    value_{n} = {n}" for n in range(80))
    result = chunk_document(LayoutDocument.from_markdown(f"# Code\n\n{code}\n"), small(120, 0))
    assert len(result) > 3
    for chunk in result:
        assert "```" not in chunk.text
        assert all(line.startswith("    ") for line in chunk.text.split("\n") if "value" in line)


def test_that_small_sections_keep_their_paths_unless_a_merge_fills_a_chunk() -> None:
    few = "# Log\n\n## One\n\nShort.\n\n## Two\n\nShort too.\n"
    paths = [c.heading_path for c in chunk_document(LayoutDocument.from_markdown(few), small())]
    assert ("Log", "One") in paths and ("Log", "Two") in paths
    many = "# Log\n\n" + "".join(f"## Entry {n}\n\nThe crew of berth {n} painted the boat.\n\n" for n in range(24))
    merged = chunk_document(LayoutDocument.from_markdown(many), small())
    assert len(merged) < 12
    assert all(c.text_tokens >= 100 for c in merged.chunks[1:])


def test_that_offsets_count_in_the_text_as_it_was_given() -> None:
    source = "\ufeff# A\r\n\r\nFirst *one* here. Second `two` there.\r\n\r\n- item\r\n"
    result = chunk_document(LayoutDocument.from_markdown(source), small(30, 0))
    uniform = source.removeprefix("\ufeff").replace("\r\n", "\n")
    for chunk in result:
        assert chunk.start is not None and uniform[chunk.start : chunk.end] == chunk.body
