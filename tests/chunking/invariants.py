"""What holds for every document and every profile; each function raises AssertionError where it does not.

:func:`check_every` runs the engine a few times on one document and asks all of them, for tests and for the soak.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.access import RESTRICTED, DocumentAccess
from chunkstudio.chunking.assembly_rules import FREE
from chunkstudio.chunking.chunk_batch import ChunkBatch
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.pipeline import Pipeline, chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.refinement_text import NothingFitsError, split_text
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.chunking.unit_columns import HEADING
from chunkstudio.layout.model import LayoutBox, LayoutDocument


def check_every(chance: Random, document: LayoutDocument, profile: Profile, access: DocumentAccess) -> ChunkedDocument:
    """All invariants on one document; ``chance`` chooses where a paragraph is inserted. Gives the result that was checked."""
    pipeline = Pipeline()
    pipeline.run(document, Profile())
    result = pipeline.run(document, profile)
    check_counts(result)
    check_order(result)
    check_no_heading_ends(result)
    check_overlap(result)
    check_links(result)
    check_same(result, chunk_document(document, profile))
    with one_by_one():
        check_same(result, pipeline.run(document, profile))
    check_preview(pipeline, result)
    check_access(pipeline.run(document, profile, access=access), access)
    check_progress(chance, result)
    check_locality(chance, result)
    return result


def words(text: str) -> str:
    return "".join(text.split())


@contextmanager
def one_by_one() -> Iterator[None]:
    """No chunk is taken for a plain one that is written together with others."""
    together = ChunkBatch.chunks
    ChunkBatch.chunks = lambda *given: [None] * len(given[2])  # type: ignore[method-assign]
    try:
        yield
    finally:
        ChunkBatch.chunks = together  # type: ignore[method-assign]


def check_counts(result: ChunkedDocument) -> None:
    """Every count is exact, and both strings are within the budget."""
    assembly = result.profile.assembly
    count = tokenizer_for(assembly.tokenizer).count
    for chunk in result:
        assert chunk.text_tokens == count(chunk.text) <= assembly.token_budget
        assert chunk.token_count == count(chunk.retrieval_text) <= assembly.token_budget
        assert chunk.body_tokens == count(chunk.body)
        assert chunk.text.endswith(chunk.body) and chunk.text.strip()


def check_order(result: ChunkedDocument) -> None:
    """Nothing is lost, doubled or out of order: neither units nor characters."""
    empty = {e.id for e in result.diagnostics.excluded if e.reason == "empty_section"}
    kept = [u for u in range(len(result.units)) if result.units[u].box_id not in empty]
    covered: list[int] = []
    for chunk in result:
        covered += [u for u in range(*chunk.unit_range) if not covered or covered[-1] != u]
    assert covered == kept
    assert [chunk.id for chunk in result] == [f"c{k}" for k in range(len(result))]
    if result.profile.assembly.table_mode != "rows":
        _check_characters(result, kept)


def _check_characters(result: ChunkedDocument, kept: list[int]) -> None:
    """Every character of every unit stands in the spans of the chunks, and every span is a slice of the document."""
    markdown, given = result.markdown, bool(result.layout.source)
    marks = "|\\`-*_:" if given else "|\\`-"  # rules and the colons of alignment are written in given Markdown only
    seen = bytearray(len(markdown))
    for chunk in result:
        body = words(chunk.body)
        for a, b in chunk.spans:
            assert words(markdown[a:b]) in body
            seen[a:b] = b"1" * (b - a)
        if chunk.start is not None:
            assert markdown[chunk.start : chunk.end] == chunk.body
    for u in kept:
        start, end = int(result.columns.start[u]), int(result.columns.end[u])
        if seen.count(b"1", start, end) < end - start:
            assert all(seen[at] or markdown[at].isspace() or markdown[at] in marks for at in range(start, end))


def check_no_heading_ends(result: ChunkedDocument) -> None:
    """No chunk ends with a heading, but where headings that follow each other fill a third of the budget."""
    heading = result.columns.kind == HEADING
    for chunk in result:
        first = end = chunk.unit_range[1]
        while first and heading[first - 1]:
            first -= 1
        while end < len(heading) and heading[end]:
            end += 1
        if first < chunk.unit_range[1]:
            assert result.tokens_between(first, end) > result.profile.assembly.token_budget // 3


def check_overlap(result: ChunkedDocument) -> None:
    """Overlaps come from the chunk before, within limit and scope, and one of 0 has its reason."""
    assembly = result.profile.assembly
    limit = min(assembly.overlap_tokens, assembly.token_budget // 2)
    count = tokenizer_for(assembly.tokenizer).count
    for before, chunk in pairwise(result):
        assert count(chunk.text[: len(chunk.text) - len(chunk.body)].strip()) <= limit
        assert chunk.overlap_tokens <= 0 or chunk.overlap_units
        assert chunk.overlap_units or chunk.overlap_why
        for u in chunk.overlap_units:
            assert before.unit_range[0] <= u < before.unit_range[1]
            assert result.units[u].kind not in ("table_row", "code_line")
            if assembly.overlap_scope == "section":
                assert result.units[u].section == result.units[chunk.unit_range[0]].section


def check_links(result: ChunkedDocument) -> None:
    """Chunks and what they link to name each other; every box is found by its id."""
    back = {view.id: set(view.chunk_ids) for view in (*result.tables, *result.figures, *result.sections)}
    named: dict[str, set[str]] = {key: set() for key in back}
    above = {s.id: s.parent for s in result.sections}
    for chunk in result:
        assert result.get(chunk.id) is chunk
        for key in (*chunk.table_ids, *chunk.figure_ids):
            named[key].add(chunk.id)
        for section in chunk.section_ids:
            at: str | None = section
            while at is not None:
                named[at].add(chunk.id)
                at = above[at]
        assert set(chunk.pages) == {region.page for region in chunk.regions}
    assert named == back
    for box in result.layout.boxes():
        assert result.get(box.id) == box


def check_same(result: ChunkedDocument, other: ChunkedDocument) -> None:
    """Two ways to the same result."""
    assert result.chunks == other.chunks
    assert result.record_ids == other.record_ids and result.policy_version == other.policy_version
    assert (result.boundaries.reason == other.boundaries.reason).all()


def check_preview(pipeline: Pipeline, result: ChunkedDocument) -> None:
    """The preview shows the extents of the whole result, where that did not have to cut again."""
    preview = pipeline.preview(result.layout, result.profile)
    if len(preview.first) == len(result):
        assert [c.unit_range for c in result] == list(zip(preview.first.tolist(), preview.end.tolist(), strict=True))


def check_access(result: ChunkedDocument, access: DocumentAccess) -> None:
    """Who may read a chunk may read every unit of it, what it repeats, and the headings that it names."""
    titles = {section.title: i for i, section in enumerate(result.sections)}
    check_counts(result)
    check_order(result)
    for chunk in result:
        assert chunk.acl is not None and set(chunk.acl) <= set(access.acl)
        readers = set(chunk.acl)
        for u in (*range(*chunk.unit_range), *chunk.overlap_units):
            assert readers <= set(result.access.of_unit(u) or ())
        for title in chunk.heading_path:
            if title != RESTRICTED and title in titles:
                assert readers <= set(result.access.of_section(titles[title]) or ())


def check_progress(chance: Random, result: ChunkedDocument) -> None:
    """However senselessly pieces are refused, splitting ends, and its pieces stand in order."""
    text, salt = result.markdown[:600], chance.randint(0, 9)

    def fits(a: int, b: int) -> bool:
        return hashlib.blake2b(f"{a},{b},{salt}".encode(), digest_size=1).digest()[0] % 3 > 0

    try:
        spans = split_text(text, fits)
    except NothingFitsError as error:
        assert error.text in text
    else:
        assert all(a < b for a, b in spans) and all(b <= c for (_, b), (c, _) in pairwise(spans))


def check_locality(chance: Random, result: ChunkedDocument) -> None:
    """A paragraph inserted somewhere changes nothing outside the run of text between the forced cuts around it, and such
    a run holds one section or siblings that may be merged."""
    assembly = result.profile.assembly
    texts = [box for box in result.columns.boxes if box.box_class == "text" and box.continues is None]
    if not texts or (assembly.overlap_tokens and assembly.overlap_scope == "document"):
        return
    at = texts[chance.randint(0, len(texts) - 1)]
    if any(box.continues == at.id for box in result.columns.boxes):
        return
    after = chunk_document(_with_paragraph(result.layout, at), result.profile)
    place = int(np.flatnonzero(result.columns.box == result.columns.boxes.index(at))[-1])
    more = len(after.units) - len(result.units)
    first, end = _free_run(result, after, place, more)
    new_end = end + more
    old, new = _outside(result, first, end), _outside(after, first, new_end)
    assert old == new
    if assembly.respect_section_starts:
        _check_run_of_siblings(result, first, end)


def _with_paragraph(layout: LayoutDocument, at: LayoutBox) -> LayoutDocument:
    """The layout with two sentences more behind a box."""
    more = replace(
        at, id=f"{at.id}x", text="One more rope was bought. It holds.", lines=(), line_starts=(), parent=None, caption_of=None
    )
    pages = [
        replace(page, boxes=tuple(b for box in page.boxes for b in ((box, more) if box.id == at.id else (box,))))
        for page in layout.pages
    ]
    return replace(layout, pages=tuple(pages), layout_hash=f"{layout.layout_hash}x")


def _free_run(result: ChunkedDocument, after: ChunkedDocument, unit: int, more: int) -> tuple[int, int]:
    """The units around one up to the next forced cuts on both sides that stand ``after`` it got ``more`` units behind it,
    too: a sentence that introduced a table no longer does with others between the two."""
    old, new = _forced(result), _forced(after)
    before = old[(old < unit) & np.isin(old, new)]
    behind = old[(old >= unit) & np.isin(old + more, new)]
    return (int(before[-1]) + 1 if len(before) else 0), (int(behind[0]) + 1 if len(behind) else len(result.units))


def _forced(result: ChunkedDocument) -> npt.NDArray[np.int64]:
    """The forced cuts, in order; with an overlap, which goes over those at a table, where another section begins."""
    forced = result.trial()(result.profile).rules().forced != FREE
    if result.profile.assembly.overlap_tokens:
        forced &= result.columns.section[1:] != result.columns.section[:-1]
    return np.flatnonzero(forced)


def _outside(result: ChunkedDocument, first: int, end: int) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """What the chunks before and behind a run of units say."""
    say = [(*c.heading_path, c.retrieval_text, c.text) for c in result]
    before = [s for s, c in zip(say, result, strict=True) if c.unit_range[1] <= first]
    behind = [s for s, c in zip(say, result, strict=True) if c.unit_range[0] >= end]
    assert all(c.unit_range[1] <= first or c.unit_range[0] >= end or c.unit_range[0] >= first for c in result)
    return before, behind


def _check_run_of_siblings(result: ChunkedDocument, first: int, end: int) -> None:
    """The sections of a run that have text in it are siblings (headings without any text belong to what follows)."""
    columns = result.columns
    body = columns.kind[first:end] != HEADING
    found = dict.fromkeys(columns.section[first:end][body].tolist())
    assert len({result.sections[s].parent for s in found}) <= 1
