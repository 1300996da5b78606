"""The one record of the document layer: what the whole document is about."""

from __future__ import annotations

from typing import NamedTuple

from chunkstudio.chunking.access import Labels
from chunkstudio.chunking.context import ContextLines, clip_context
from chunkstudio.chunking.identity import content_hash, embedding_hash, record_id
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.record_context import FittedText, fit_text
from chunkstudio.chunking.records import ChunkRecord
from chunkstudio.chunking.sentence_rules import sentence_spans
from chunkstudio.chunking.summaries import clip_to_tokens
from chunkstudio.chunking.summary_texts import SummaryTexts
from chunkstudio.chunking.tokens import Tokenizer

_HEADROOM = 8  # tokens that joining two texts may take


class DocumentExtent(NamedTuple):
    """What the record speaks of: the document's labels, pages and number of units; and its place among the records."""

    acl: Labels | None
    pages: tuple[int, ...]
    units: int
    position: int


def document_record(
    document_id: str,
    title: str,
    summaries: SummaryTexts,
    extent: DocumentExtent,
    *,
    profile: Profile,
    tokenizer: Tokenizer,
) -> ChunkRecord:
    """The document's record: its summary as content, the summary packet in its metadata.

    Its id depends on the document alone, so that a new summary updates it in place. Where a document says nothing of
    itself (only pictures, or nothing that all its readers may see) its title stands for it.
    """
    body, fitted = _strings(title, summaries, profile, tokenizer)
    packet = _packet(summaries)
    body_tokens = tokenizer.count(body)
    return ChunkRecord(
        id=record_id(document_id, "document", (), "", 0),
        layer="document",
        position=extent.position,
        ordinal=0,
        section_ordinal=0,
        text=body,
        retrieval_text=fitted.text,
        summary_text=str(packet["global_synopsis"]) or title,
        token_count=fitted.token_count,
        text_tokens=body_tokens,
        body_tokens=body_tokens,
        context_tokens=fitted.context_tokens,
        unit_range=(0, extent.units),
        pages=extent.pages,
        acl=extent.acl,
        cut_reason="document",
        content_hash=content_hash(body),
        embedding_hash=embedding_hash(fitted.text),
        fingerprint=document_id,
        types=("summary",),
        metadata=_metadata(summaries, packet),
    )


def _strings(title: str, summaries: SummaryTexts, profile: Profile, tokenizer: Tokenizer) -> tuple[str, FittedText]:
    """The body and the retrieval text, each within the budget."""
    budget = profile.assembly.token_budget
    share = int(budget * profile.context.share)
    lines, _ = clip_context(ContextLines(title=title if profile.context.title else ""), share, tokenizer)
    body = _body(title, summaries, budget - tokenizer.count(lines.prefix()) - _HEADROOM, tokenizer)
    return body, fit_text(lines, body, budget, tokenizer, context_room=share)


def _metadata(summaries: SummaryTexts, packet: dict[str, object]) -> dict[str, object]:
    """The summary packet, what was chosen to stand for the document, and what a model wrote."""
    out: dict[str, object] = {"summary_packet": packet}
    if summaries.extractive is not None:
        out["selected_section_ids"] = [item.id for item in summaries.extractive.sections]
        out["selected_table_ids"] = [item.id for item in summaries.extractive.tables]
    if summaries.abstractive is not None:
        out["abstractive_summary"] = summaries.abstractive.block()
    return out


def _body(title: str, summaries: SummaryTexts, room: int, tokenizer: Tokenizer) -> str:
    """Overview, then what the tables show, clipped to ``room`` tokens."""
    parts = dict.fromkeys(part for part in (summaries.overview, summaries.table_summary) if part)
    return clip_to_tokens("\n\n".join(parts) or title, max(room, 1), tokenizer)


def _packet(summaries: SummaryTexts) -> dict[str, object]:
    """The summary packet: a synopsis of one sentence, the overview, and lenses to look at the document through."""
    extractive = summaries.extractive
    overview = summaries.overview
    synopsis = extractive.synopsis if extractive and summaries.abstractive is None else _first_sentence(overview)
    return {
        "global_synopsis": synopsis,
        "overview_summary": overview,
        "retrieval_lenses": {
            "overview": overview,
            "table_summary": summaries.table_summary,
            "section_guide": "\n".join(extractive.section_guide) if extractive else "",
        },
    }


def _first_sentence(text: str) -> str:
    spans = sentence_spans(text)
    return text[: spans[0][1]] if spans else text
