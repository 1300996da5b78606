"""Which summary stands where: a model's text where there is one, else the document's own sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chunkstudio.chunking.summaries import AbstractiveSummary, ExtractiveSummary


@dataclass(frozen=True, slots=True)
class SummaryTexts:
    """The summaries of one document, by what they are for.

    ``chunk_sentences`` has one sentence for each chunk, ``section_sentences`` one for each section index and code of
    labels. Without extractive summaries (they were not asked for) all are empty.
    """

    extractive: ExtractiveSummary | None = None
    abstractive: AbstractiveSummary | None = None
    chunk_sentences: tuple[str, ...] = ()
    section_sentences: Mapping[tuple[int, int], str] = field(default_factory=dict)

    @property
    def overview(self) -> str:
        """What the document is: the model's overview, else the extractive one."""
        if self.abstractive is not None:
            return self.abstractive.overview_summary
        return self.extractive.overview if self.extractive else ""

    @property
    def table_summary(self) -> str:
        """What the tables show together."""
        if self.abstractive is not None and self.abstractive.table_summary:
            return self.abstractive.table_summary
        return self.extractive.table_summary if self.extractive else ""

    def of_chunk(self, position: int) -> str:
        """One sentence of a chunk."""
        return self.chunk_sentences[position] if position < len(self.chunk_sentences) else ""

    def of_section(self, section_id: str, index: int, code: int) -> str:
        """One sentence on a section, for readers of the labels with this code."""
        if self.abstractive is not None and section_id in self.abstractive.section_summaries:
            return self.abstractive.section_summaries[section_id]
        return self.section_sentences.get((index, code), "")

    def of_table(self, table_id: str, extractive: str) -> str:
        """One sentence on a table; ``extractive`` is its own line."""
        if self.abstractive is not None and table_id in self.abstractive.table_summaries:
            return self.abstractive.table_summaries[table_id]
        return extractive
