"""The one template of the retrieval text, and the order in which it is clipped."""

from __future__ import annotations

import itertools

from chunkstudio.chunking.context import ContextLines, clip_context, retrieval_text
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.resources import resource_path
from tests.chunking.documents import DocumentBuilder, sentences

TOKENS = tokenizer_for("cl100k_base")
FULL = ContextLines("All in all.", "Manual", ("1 Scope", "1.1 Boats"), "On boats.", "Table 1: Fees", "Fees by pier.")


def test_that_all_lines_stand_in_their_order() -> None:
    assert retrieval_text(FULL, "Body.") == (
        "Document summary: All in all.\nDocument: Manual\nSection: 1 Scope > 1.1 Boats\nSection summary: On boats.\n"
        "Table: Table 1: Fees\nTable summary: Fees by pier.\nContent:\nBody."
    )


def test_that_the_seeds_form_is_byte_exact() -> None:
    profile = Profile.load(resource_path("profiles/seed.yaml"))
    lines = ContextLines(document_summary="An overview.", title="Manual", section_summary="A summary.")
    assert retrieval_text(lines, "The section text.").encode() == (
        b"Document summary: An overview.\nDocument: Manual\nSection summary: A summary.\nContent:\nThe section text."
    )
    b = DocumentBuilder()
    b.heading("1 Scope", 1)
    b.text("The section text.")
    chunk = chunk_document(b.build(title="Manual"), profile)[0]
    assert chunk.retrieval_text == "Document: Manual\nContent:\n1 Scope\n\nThe section text."


def test_that_summaries_go_first_then_the_path_from_its_root_then_caption_and_title() -> None:
    seen = []
    for limit in range(TOKENS.count(FULL.prefix()), 1, -1):
        lines, _ = clip_context(FULL, limit, TOKENS)
        assert TOKENS.count(lines.prefix()) <= limit
        state = (bool(lines.table_summary), bool(lines.section_summary), bool(lines.document_summary),
                 len(lines.heading_path), bool(lines.table_caption), bool(lines.title))  # fmt: skip
        if not seen or seen[-1] != state:
            seen.append(state)
    assert seen[0] == (True, True, True, 2, True, True)
    assert seen[-1] == (False, False, False, 0, False, False)
    for before, after in itertools.pairwise(seen):
        assert sum(map(int, after)) <= sum(map(int, before))
    assert (False, False, False, 1, True, True) in seen


def test_that_a_heading_that_opens_the_body_is_not_repeated_in_its_context() -> None:
    b = DocumentBuilder()
    b.heading("1 Scope", 1)
    b.heading("1.1 Boats", 2)
    b.text(sentences(1, 30))
    result = chunk_document(b.build(title="Manual"), Profile().replace({"assembly.token_budget": 200}))
    assert result[0].retrieval_text.startswith("Document: Manual\nContent:\n1 Scope\n\n1.1 Boats\n\n")
    assert result[1].retrieval_text.startswith("Document: Manual\nSection: 1 Scope > 1.1 Boats\nContent:\n")
    assert result[0].heading_path == result[1].heading_path == ("1 Scope", "1.1 Boats")


def test_that_a_long_path_is_clipped_to_its_share_and_told() -> None:
    b = DocumentBuilder()
    for level in range(1, 5):
        b.heading(f"{level} " + "very long heading words " * 6, level)
    b.text(sentences(1, 40))
    result = chunk_document(b.build(), Profile().replace({"assembly.token_budget": 200}))
    assert any(w.code == "context_clipped" for w in result.diagnostics.warnings)
    assert all(chunk.context_tokens <= 60 for chunk in result)
