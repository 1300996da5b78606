"""Summaries as values: what was chosen to stand for a document, and what a language model made of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from chunkstudio.chunking.tokens import Tokenizer


@dataclass(frozen=True, slots=True)
class SummaryItem:
    """A section or table chosen to stand for the document: its id, what is printed above it, its text, one sentence."""

    id: str
    title: str
    text: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ExtractiveSummary:
    """What the document itself says of itself, in its own sentences; all of it open to every reader of the document.

    ``overview`` takes a sentence of each chosen section (or the tables' lines where there are no sections),
    ``synopsis`` is its best sentence, ``section_guide`` a line for each chosen section, ``table_summary`` one for the
    chosen tables together. ``narrative`` marks a long run of numbered chapters, which one section stands for.
    """

    title: str
    language: str
    overview: str
    synopsis: str
    section_guide: tuple[str, ...]
    table_summary: str
    sections: tuple[SummaryItem, ...]
    tables: tuple[SummaryItem, ...]
    narrative: bool = False

    @property
    def valid_section_ids(self) -> frozenset[str]:
        """The section ids that a model may speak of."""
        return frozenset(item.id for item in self.sections)

    @property
    def valid_table_ids(self) -> frozenset[str]:
        """The table ids that a model may speak of."""
        return frozenset(item.id for item in self.tables)


@dataclass(frozen=True, slots=True)
class AbstractiveSummary:
    """What a language model wrote of an :class:`ExtractiveSummary`: texts by the ids that were asked for.

    ``failed_batches`` counts section and table batches without a usable reply; ``model`` names who wrote.
    """

    model: str
    overview_summary: str
    section_summaries: Mapping[str, str] = field(default_factory=dict)
    table_summary: str = ""
    table_summaries: Mapping[str, str] = field(default_factory=dict)
    failed_batches: int = 0
    missing_section_ids: tuple[str, ...] = ()
    missing_table_ids: tuple[str, ...] = ()
    language: str = ""

    @property
    def degraded(self) -> bool:
        """True if something that was asked for is missing."""
        return bool(self.failed_batches or self.missing_section_ids or self.missing_table_ids)

    @property
    def text_hash(self) -> str:
        """Names the summaries by their text: 32 hexadecimal signs. The same texts give the same records."""
        data = [
            self.overview_summary,
            sorted(self.section_summaries.items()),
            self.table_summary,
            sorted(self.table_summaries.items()),
        ]
        return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()[:32]

    def block(self) -> dict[str, object]:
        """The document record's ``abstractive_summary``; with what is missing where something failed."""
        out: dict[str, object] = {
            "model": self.model,
            "language": self.language,
            "overview_summary": self.overview_summary,
            "section_summaries": dict(self.section_summaries),
            "table_summary": self.table_summary,
            "table_summaries": dict(self.table_summaries),
        }
        if self.degraded:
            out |= {
                "overview_present": bool(self.overview_summary),
                "section_summary_count": len(self.section_summaries),
                "table_summary_count": len(self.table_summaries),
                "missing_section_ids": list(self.missing_section_ids),
                "missing_table_ids": list(self.missing_table_ids),
                "failed_batches": self.failed_batches,
                "degraded_summary": True,
            }
        return out

    @classmethod
    def from_block(cls, block: Mapping[str, object]) -> AbstractiveSummary:
        """Read back from :meth:`block`, so that a set can be made again without asking a model.

        Raises ValueError for what is not such a block.
        """

        def texts(key: str) -> dict[str, str]:
            value = block.get(key) or {}
            if not isinstance(value, Mapping):
                raise ValueError(f"{key} is not a mapping")
            return {str(k): str(v) for k, v in value.items()}

        def ids(key: str) -> tuple[str, ...]:
            value = block.get(key) or ()
            if not isinstance(value, list | tuple):
                raise ValueError(f"{key} is not a list")
            return tuple(str(v) for v in value)

        failed = block.get("failed_batches") or 0
        return cls(
            model=str(block.get("model", "")),
            overview_summary=str(block.get("overview_summary", "")),
            section_summaries=texts("section_summaries"),
            table_summary=str(block.get("table_summary", "")),
            table_summaries=texts("table_summaries"),
            failed_batches=failed if isinstance(failed, int) else 0,
            missing_section_ids=ids("missing_section_ids"),
            missing_table_ids=ids("missing_table_ids"),
            language=str(block.get("language", "")),
        )


def clip_to_tokens(text: str, limit: int, tokenizer: Tokenizer) -> str:
    """The longest run of whole words from the start that takes at most ``limit`` tokens, marked by … where a sentence is cut.

    Text without spaces is cut between signs. Nothing is left if not even one word and the mark fit.
    """
    if limit <= 0:
        return ""
    if tokenizer.count(text) <= limit:
        return text
    pieces = text.split(" ")
    joiner = " " if len(pieces) > 1 and tokenizer.count(pieces[0]) < limit else ""
    pieces = pieces if joiner else list(text)
    low, high = 0, len(pieces) - 1
    while low < high:
        middle = (low + high + 1) // 2
        fits = tokenizer.count(joiner.join(pieces[:middle]).rstrip(" ,;:") + "…") <= limit
        low, high = (middle, high) if fits else (low, middle - 1)
    kept = joiner.join(pieces[:low]).rstrip(" ,;:")
    whole = kept.endswith((".", "!", "?", "。", "！", "？")) and tokenizer.count(kept) <= limit
    return kept if whole or not kept else f"{kept}…"
