"""Summaries put into a record's retrieval text: read its context lines, add to them, keep within the budget."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from chunkstudio.chunking.context import CONTENT_LINE, ContextLines, clip_context
from chunkstudio.chunking.summaries import clip_to_tokens
from chunkstudio.chunking.tokens import Tokenizer

_CONTENT = re.compile(rf"^{re.escape(CONTENT_LINE)}", re.MULTILINE)
_LABELS = (
    ("Document summary: ", "document_summary"),
    ("Document: ", "title"),
    ("Section: ", "heading_path"),
    ("Section summary: ", "section_summary"),
    ("Table: ", "table_caption"),
    ("Table summary: ", "table_summary"),
)


@dataclass(frozen=True, slots=True)
class FittedText:
    """A retrieval text within the budget: ``token_count`` of it all, ``context_tokens`` of what stands before the body.

    ``clipped`` tells that a summary, path or title had to be shortened.
    """

    text: str
    token_count: int
    context_tokens: int
    clipped: bool


def split_context(text: str) -> tuple[ContextLines, str]:
    """A retrieval text as its context lines and its body. Text without a ``Content:`` line is all body."""
    found = _CONTENT.search(text)
    if found is None:
        return ContextLines(), text
    lines = text[: found.start()].splitlines()
    values: dict[str, str] = {}
    for label, name in _LABELS:
        if lines and lines[0].startswith(label):
            values[name] = lines.pop(0)[len(label) :]
    path = values.pop("heading_path", "")
    return ContextLines(**values, heading_path=(path,) if path else ()), text[found.end() :]


def fit_text(lines: ContextLines, body: str, budget: int, tokenizer: Tokenizer, *, context_room: int) -> FittedText:
    """Context lines and body as one text of at most ``budget`` tokens, the context at most ``context_room`` of them.

    The context is clipped in its fixed order; the body is never touched, so a body that is itself too large stays so.
    """
    kept, clipped = clip_context(lines, context_room, tokenizer)
    prefix = kept.prefix()
    count = tokenizer.count(prefix + body)
    limit = context_room
    while count > budget and limit > 0:
        limit = min(limit, tokenizer.count(prefix)) - (count - budget)
        kept, _ = clip_context(lines, limit, tokenizer)
        prefix, clipped = kept.prefix(), True
        count = tokenizer.count(prefix + body)
    return FittedText(prefix + body, count, count - tokenizer.count(body), clipped)


def add_summaries(
    text: str,
    *,
    document_summary: str,
    section_summary: str,
    reserved: int,
    budget: int,
    tokenizer: Tokenizer,
) -> FittedText:
    """A section record's retrieval text with summaries in their places, each at most ``reserved`` tokens long."""
    lines, body = split_context(text)
    lines = replace(
        lines,
        document_summary=clip_to_tokens(document_summary, reserved, tokenizer),
        section_summary=clip_to_tokens(section_summary, reserved, tokenizer),
    )
    return fit_text(lines, body, budget, tokenizer, context_room=budget)
