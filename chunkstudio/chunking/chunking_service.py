"""From a chunked document to its records: section chunks along the section tree, row groups of tables, the document."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from chunkstudio.chunking.access import Labels, shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.document_record import DocumentExtent, document_record
from chunkstudio.chunking.extractive_summary import ExtractiveSummaryBuilder
from chunkstudio.chunking.identity import content_hashes, embedding_hashes, record_ids
from chunkstudio.chunking.model import Chunk
from chunkstudio.chunking.record_context import FittedText, add_summaries
from chunkstudio.chunking.records import ChunkRecord, parts_of, records_of
from chunkstudio.chunking.section_numbers import heading_label
from chunkstudio.chunking.summaries import AbstractiveSummary, ExtractiveSummary
from chunkstudio.chunking.summary_texts import SummaryTexts
from chunkstudio.chunking.table_records import TableRecords
from chunkstudio.chunking.tokens import Tokenizer, tokenizer_for
from chunkstudio.chunking.visible_headings import visible_title
from chunkstudio.layout.collection_pause import without_collection
from chunkstudio.layout.languages import iso_code


class ChunkingService:
    """Makes the records of one chunked document. ``document_id`` is part of every id.

    With ``summaries`` off no sentence is chosen: records have no ``summary_text`` and the document record holds its title.
    """

    def __init__(self, chunked: ChunkedDocument, *, document_id: str = "", summaries: bool = True) -> None:
        self.chunked = chunked
        self.document_id = document_id or chunked.layout.info.sha256
        self._with_summaries = summaries
        self._profile = chunked.profile
        self._access: AccessMap = chunked.access
        self._tokenizer: Tokenizer = tokenizer_for(self._profile.assembly.tokenizer)
        self._place = {node.id: i for i, node in enumerate(chunked.sections)}

    @cached_property
    def _builder(self) -> ExtractiveSummaryBuilder:
        c = self.chunked
        return ExtractiveSummaryBuilder(c.columns, c.sections, c.tables, self._access, self._profile.summaries)

    @cached_property
    def extractive(self) -> ExtractiveSummary:
        """The document's summary in its own sentences, from text that all of its readers may see."""
        layout = self.chunked.layout
        title = visible_title(self._access, self.chunked.sections, layout.title, self._access.document)
        return self._builder.summary(title, iso_code(self._profile.layout.language) or layout.info.language)

    def records(self, abstractive: AbstractiveSummary | None = None) -> tuple[ChunkRecord, ...]:
        """All records of the layers that the profile asks for: section, then table_row, then document."""
        with without_collection():
            return self._records(abstractive)

    def _records(self, abstractive: AbstractiveSummary | None) -> tuple[ChunkRecord, ...]:
        layers = self._profile.layers
        texts = self._texts(abstractive)
        sections = self._section_records(texts)
        out = list(sections) if layers.section else []
        if layers.table_row:
            out += self._table_records(texts, [r.id for r in sections] if layers.section else [], len(out))
        if layers.document and len(self.chunked.units):
            out.append(self._document_record(texts, len(out)))
        return tuple(out)

    def _texts(self, abstractive: AbstractiveSummary | None) -> SummaryTexts:
        if not self._with_summaries:
            return SummaryTexts()
        ranges = [chunk.unit_range for chunk in self.chunked.chunks]
        wanted = self._profile.context.section_summary
        return SummaryTexts(
            self.extractive,
            abstractive,
            tuple(self._builder.sentences_of_ranges(ranges)),
            self._builder.section_sentences() if wanted else {},
        )

    @cached_property
    def ordinals(self) -> tuple[int, ...]:
        """Number of each section in document order from 1; the root counts only where it has text of its own."""
        root = self.chunked.sections[0].own_range
        first = 1 if root[1] > root[0] else 0
        return tuple(i + first for i in range(len(self.chunked.sections)))

    def _section_records(self, texts: SummaryTexts) -> list[ChunkRecord]:
        chunks = self.chunked.chunks
        by_file = self.document_id == self.chunked.layout.info.sha256
        ids = self.chunked.record_ids if by_file else record_ids(self.document_id, "section", self.chunked.record_items())
        at = [self._place[chunk.section_id] for chunk in chunks]
        nodes = [self.chunked.sections[index] for index in at]
        shown = self._shown(at)
        return records_of(
            len(chunks),
            {
                **self._retrieval_texts(texts),
                **_taken(chunks),
                "id": ids,
                "layer": ["section"] * len(chunks),
                "position": range(len(chunks)),
                "ordinal": [self.ordinals[index] for index in at],
                **parts_of(at),
                "section_ordinal": [node.section_ordinal if open_ else 0 for node, open_ in zip(nodes, shown, strict=True)],
                "summary_text": [texts.of_chunk(position) for position in range(len(chunks))],
                "parent_section_id": [node.parent for node in nodes],
                "content_hash": content_hashes([chunk.body for chunk in chunks]),
                "fingerprint": [chunk.section_id for chunk in chunks],
                "metadata": [
                    self._metadata(chunk, heading_label(node.title) if open_ else "")
                    for chunk, node, open_ in zip(chunks, nodes, shown, strict=True)
                ],
            },
        )

    def _shown(self, at: Sequence[int]) -> list[bool]:
        """Whether the readers of each chunk may see the heading of its section, given by index."""
        known: dict[tuple[int, Labels | None], bool] = {}
        out = []
        for index, chunk in zip(at, self.chunked.chunks, strict=True):
            key = (index, chunk.acl)
            if key not in known:
                known[key] = shows_nothing_new(self._access.of_section(index), chunk.acl)
            out.append(known[key])
        return out

    def _metadata(self, chunk: Chunk, label: str) -> dict[str, object]:
        """What has no field of its own: spans where the body is not one slice, the heading's label, overlap, page label."""
        out: dict[str, object] = dict(chunk.metadata)
        if chunk.start is None:
            out["spans"] = [list(span) for span in chunk.spans]
        if label:
            out["section_label"] = label
        if chunk.page_label:
            out["page_label"] = chunk.page_label
        if chunk.overlap_why:
            out["overlap_why"] = chunk.overlap_why
        return out

    def _retrieval_texts(self, texts: SummaryTexts) -> dict[str, Sequence[object]]:
        """The retrieval text of each chunk with its counts; with summaries where the profile wants them."""
        chunks, context = self.chunked.chunks, self._profile.context
        overview = texts.overview if context.document_summary else ""
        columns: dict[str, list[Any]]
        if not overview and not context.section_summary:
            columns = {
                "retrieval_text": [chunk.retrieval_text for chunk in chunks],
                "token_count": [chunk.token_count for chunk in chunks],
                "context_tokens": [chunk.context_tokens for chunk in chunks],
            }
        else:
            fitted = [self._fitted(chunk, overview, texts) for chunk in chunks]
            columns = {
                "retrieval_text": [one.text for one in fitted],
                "token_count": [one.token_count for one in fitted],
                "context_tokens": [one.context_tokens for one in fitted],
            }
        return {**columns, "embedding_hash": embedding_hashes(columns["retrieval_text"])}

    def _fitted(self, chunk: Chunk, overview: str, texts: SummaryTexts) -> FittedText:
        """The chunk's retrieval text with these summaries."""
        sentence = self._section_summary(chunk, texts) if self._profile.context.section_summary else ""
        if not overview and not sentence:
            return FittedText(chunk.retrieval_text, chunk.token_count, chunk.context_tokens, False)
        return add_summaries(
            chunk.retrieval_text,
            document_summary=overview,
            section_summary=sentence,
            reserved=self._profile.summaries.reserved_tokens,
            budget=self._profile.assembly.token_budget,
            tokenizer=self._tokenizer,
        )

    def _section_summary(self, chunk: Chunk, texts: SummaryTexts) -> str:
        """A sentence on the chunk's section, else on the first of the merged ones that has one, for the chunk's readers."""
        code = int(self._access.codes[chunk.unit_range[0]]) if len(self._access.codes) else 0
        for section_id in dict.fromkeys((chunk.section_id, *chunk.section_ids)):
            if found := texts.of_section(section_id, self._place[section_id], code):
                return found
        return ""

    def _table_records(self, texts: SummaryTexts, parents: Sequence[str], position: int) -> list[ChunkRecord]:
        chunked = self.chunked
        maker = TableRecords(
            columns=chunked.columns,
            sections=chunked.sections,
            access=self._access,
            profile=self._profile,
            tokenizer=self._tokenizer,
            title=chunked.layout.title,
            summaries=texts,
            ids=lambda pairs: record_ids(self.document_id, "table_row", pairs),
            parents=parents,
            ordinals=self.ordinals,
            chunk_of_unit=self._position_of_unit(),
            tokens=chunked.text_tokens,
        )
        return maker.records(chunked.tables, position)

    def _position_of_unit(self) -> list[int]:
        """Position of the first chunk that holds each unit, -1 where none does."""
        out = [-1] * len(self.chunked.units)
        for chunk in reversed(self.chunked.chunks):
            first, end = chunk.unit_range
            out[first:end] = [chunk.position] * (end - first)
        return out

    def _document_record(self, texts: SummaryTexts, position: int) -> ChunkRecord:
        layout = self.chunked.layout
        return document_record(
            self.document_id,
            visible_title(self._access, self.chunked.sections, layout.title, self._access.document),
            texts,
            DocumentExtent(
                self._access.document, tuple(page.number for page in layout.pages), len(self.chunked.units), position
            ),
            profile=self._profile,
            tokenizer=self._tokenizer,
        )


def _taken(chunks: Sequence[Chunk]) -> dict[str, Sequence[object]]:
    """What a section record takes over from its chunk as it is."""
    return {
        "text": [chunk.text for chunk in chunks],
        "text_tokens": [chunk.text_tokens for chunk in chunks],
        "body_tokens": [chunk.body_tokens for chunk in chunks],
        "overlap_tokens": [chunk.overlap_tokens for chunk in chunks],
        "heading_path": [chunk.heading_path for chunk in chunks],
        "section_id": [chunk.section_id for chunk in chunks],
        "section_ids": [chunk.section_ids for chunk in chunks],
        "table_ids": [chunk.table_ids for chunk in chunks],
        "figure_ids": [chunk.figure_ids for chunk in chunks],
        "box_ids": [chunk.box_ids for chunk in chunks],
        "unit_range": [chunk.unit_range for chunk in chunks],
        "pages": [chunk.pages for chunk in chunks],
        "regions": [chunk.regions for chunk in chunks],
        "start": [chunk.start for chunk in chunks],
        "end": [chunk.end for chunk in chunks],
        "acl": [chunk.acl for chunk in chunks],
        "cut_reason": [chunk.cut_reason for chunk in chunks],
        "types": [chunk.types for chunk in chunks],
    }
