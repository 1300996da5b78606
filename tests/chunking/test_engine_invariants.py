"""What holds for every document and every profile."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from chunkstudio.chunking.chunk_batch import ChunkBatch
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.pipeline import Pipeline, chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.strategies import documents, profiles, quick

COUNT = tokenizer_for("cl100k_base").count


def words(text: str) -> str:
    return "".join(text.split())


@quick
@given(documents(), profiles())
def test_that_every_count_is_exact_and_within_the_budget(document: LayoutDocument, profile: Profile) -> None:
    for chunk in chunk_document(document, profile):
        assert chunk.text_tokens == COUNT(chunk.text) <= profile.assembly.token_budget
        assert chunk.token_count == COUNT(chunk.retrieval_text) <= profile.assembly.token_budget
        assert chunk.body_tokens == COUNT(chunk.body)
        assert chunk.text.endswith(chunk.body) and chunk.text.strip()


@quick
@given(documents(), profiles())
def test_that_nothing_is_lost_doubled_or_out_of_order(document: LayoutDocument, profile: Profile) -> None:
    result = chunk_document(document, profile)
    empty = {e.id for e in result.diagnostics.excluded if e.reason == "empty_section"}
    expected = [u for u in range(len(result.units)) if result.units[u].box_id not in empty]
    covered: list[int] = []
    for chunk in result:
        for u in range(*chunk.unit_range):
            if not covered or covered[-1] != u:
                covered.append(u)
    assert covered == expected
    if profile.assembly.table_mode != "rows":
        _check_bodies(result, empty)


def _check_bodies(result: ChunkedDocument, empty: set[str]) -> None:
    """Every character of every unit stands in the spans of the chunks, and every span is a slice of the document."""
    seen = bytearray(len(result.markdown))
    for chunk in result:
        for a, b in chunk.spans:
            assert words(result.markdown[a:b]) in words(chunk.body)
            seen[a:b] = b"1" * (b - a)
        if chunk.start is not None:
            assert result.markdown[chunk.start : chunk.end] == chunk.body
    for unit in result.units:
        if unit.box_id in empty:
            continue
        for at in range(unit.start, unit.end):
            assert seen[at] or result.markdown[at].isspace() or result.markdown[at] in "|\\`-"


@quick
@given(documents(), profiles())
def test_that_no_chunk_ends_with_a_heading(document: LayoutDocument, profile: Profile) -> None:
    result = chunk_document(document, profile)
    for chunk in result:
        last = result.units[chunk.unit_range[1] - 1]
        assert last.kind != "heading" or COUNT(last.text) > profile.assembly.token_budget // 3


@quick
@given(documents(), profiles())
def test_that_overlap_stays_in_its_scope(document: LayoutDocument, profile: Profile) -> None:
    result = chunk_document(document, profile)
    for before, chunk in pairwise(result):
        limit = min(profile.assembly.overlap_tokens, profile.assembly.token_budget // 2)
        assert COUNT(chunk.text[: len(chunk.text) - len(chunk.body)].strip()) <= limit
        assert chunk.overlap_tokens <= 0 or chunk.overlap_units
        assert chunk.overlap_units or chunk.overlap_why
        for u in chunk.overlap_units:
            assert before.unit_range[0] <= u < before.unit_range[1]
            assert result.units[u].kind not in ("table_row", "code_line")
            if profile.assembly.overlap_scope == "section":
                assert result.units[u].section == result.units[chunk.unit_range[0]].section


@quick
@given(documents(), profiles())
def test_that_a_kept_pipeline_gives_what_a_new_one_gives(document: LayoutDocument, profile: Profile) -> None:
    pipeline = Pipeline()
    first = pipeline.run(document, Profile())
    again = pipeline.run(document, profile)
    fresh = chunk_document(document, profile)
    assert again.chunks == fresh.chunks
    assert again.record_ids == fresh.record_ids and again.policy_version == fresh.policy_version
    assert (again.boundaries.reason == fresh.boundaries.reason).all()
    assert pipeline.run(document, Profile()).chunks == first.chunks
    preview = pipeline.preview(document, profile)
    if not any(c.text_tokens > profile.assembly.token_budget for c in fresh) and len(preview.first) == len(fresh):
        assert [(c.unit_range) for c in fresh] == list(zip(preview.first.tolist(), preview.end.tolist(), strict=True))


@quick
@given(documents(), profiles())
def test_that_links_go_both_ways(document: LayoutDocument, profile: Profile) -> None:
    result = chunk_document(document, profile)
    for chunk in result:
        assert result.get(chunk.id) is chunk
        for key in (*chunk.table_ids, *chunk.figure_ids, *chunk.section_ids):
            view = result.get(key)
            assert view is not None and chunk.id in view.chunk_ids  # type: ignore[union-attr]
        for page in chunk.pages:
            assert any(region.page == page for region in chunk.regions)
    for box in document.boxes():
        assert result.get(box.id) == box


@quick
@given(documents(), profiles())
def test_that_chunks_written_together_are_what_each_is_written_alone(document: LayoutDocument, profile: Profile) -> None:
    together = chunk_document(document, profile)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ChunkBatch, "chunks", lambda self, places, stands, why, parts: [None] * len(stands))
        alone = chunk_document(document, profile)
    assert together.chunks == alone.chunks
