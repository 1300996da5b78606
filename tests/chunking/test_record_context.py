"""Summaries in the retrieval text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from chunkstudio.chunking.context import ContextLines, retrieval_text
from chunkstudio.chunking.record_context import add_summaries, fit_text, split_context
from chunkstudio.chunking.summaries import clip_to_tokens
from chunkstudio.chunking.tokens import tokenizer_for

COUNT = tokenizer_for("cl100k_base")
LINE = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=40).map(lambda t: " ".join(t.split()))


def test_that_the_seed_form_is_byte_exact() -> None:
    text = retrieval_text(ContextLines(title="Harbour rules"), "Boats pay fees.\n\nThe fee is 3.")
    fitted = add_summaries(
        text, document_summary="What boats pay.", section_summary="Fees by length.", reserved=48, budget=400, tokenizer=COUNT
    )
    assert fitted.text == (
        "Document summary: What boats pay.\n"
        "Document: Harbour rules\n"
        "Section summary: Fees by length.\n"
        "Content:\n"
        "Boats pay fees.\n\nThe fee is 3."
    )
    assert fitted.token_count == COUNT.count(fitted.text)


@settings(deadline=None)
@given(LINE, LINE, LINE, LINE)
def test_that_context_lines_read_back(title: str, section: str, summary: str, body: str) -> None:
    lines = ContextLines(summary, title, (section,) if section else ())
    found, rest = split_context(retrieval_text(lines, f"{body}\nContent:\nmore"))
    assert found == lines
    assert rest == f"{body}\nContent:\nmore"


@settings(deadline=None)
@given(st.integers(4, 60), st.text(max_size=300), st.text(max_size=300))
def test_that_summaries_never_break_the_budget(budget: int, first: str, second: str) -> None:
    text = retrieval_text(ContextLines(title="T"), "x")
    fitted = add_summaries(text, document_summary=first, section_summary=second, reserved=20, budget=budget, tokenizer=COUNT)
    assert COUNT.count(fitted.text) <= budget
    assert fitted.text.endswith("Content:\nx")


@settings(deadline=None)
@given(st.text(max_size=200), st.integers(0, 30))
def test_that_clipping_keeps_a_start_within_the_limit(text: str, limit: int) -> None:
    clipped = clip_to_tokens(text, limit, COUNT)
    assert COUNT.count(clipped) <= limit
    assert clipped == text or text.startswith(clipped.removesuffix("…"))


def test_that_a_clip_at_the_end_of_a_sentence_is_not_marked() -> None:
    text = "Boats pay a fee. Ships pay more than that."
    assert clip_to_tokens(text, 6, COUNT) == "Boats pay a fee."
    assert clip_to_tokens(text, 8, COUNT) == "Boats pay a fee. Ships…"


def test_that_the_body_is_never_clipped() -> None:
    fitted = fit_text(ContextLines(title="long title " * 20), "body " * 30, 40, COUNT, context_room=12)
    assert fitted.text.endswith("body " * 30)
    assert fitted.clipped
