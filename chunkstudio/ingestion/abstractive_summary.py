"""Summaries written by a language model: one overview call, then sections in batches of 3, then tables in batches of 3."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chunkstudio.chunking.summaries import AbstractiveSummary, ExtractiveSummary, SummaryItem
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.ingestion.summarizer_client import SummarizerClient
from chunkstudio.ingestion.summarizer_settings import SummarizerSettings
from chunkstudio.ingestion.summary_prompts import overview_prompt, sections_prompt, system_prompt, tables_prompt
from chunkstudio.ingestion.summary_replies import (
    OverviewReply,
    SectionsReply,
    SummarizerError,
    TablesReply,
    accept_lines,
    read_reply,
)

_log = logging.getLogger(__name__)
BATCH = 3
Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class _Batches:
    """What all batches of one kind gave."""

    summaries: dict[str, str]
    notes: tuple[str, ...]
    failed: int


class AssistantBackedDocumentSummarizer:
    """Asks an OpenAI-compatible endpoint for summaries of what the extractive step chose.

    Calls of one document run one after the other; a gate bounds them over all documents.
    """

    def __init__(self, settings: SummarizerSettings | None = None) -> None:
        self._settings = settings or SummarizerSettings()

    def summarize(
        self,
        source: ExtractiveSummary,
        tokenizer: Tokenizer,
        *,
        clip: int = 1200,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> AbstractiveSummary | None:
        """Summaries of a source, or ``None`` where there is nothing to summarise (no chosen section, no table).

        ``clip`` is how many tokens of each section or table are sent.

        Raises SummarizerError if the overview fails, ChunkStudioError ``cancelled`` on wish; a failed batch only leaves
        its ids out. ``progress`` gets (calls done, calls in all), first before any call.
        """
        if not source.sections and not source.tables:
            return None
        run = _Run(SummarizerClient(self._settings), source, tokenizer, clip, progress, cancelled)
        try:
            return run.all()
        finally:
            run.client.close()


class _Run:
    """The calls for one document, in order."""

    def __init__(
        self,
        client: SummarizerClient,
        source: ExtractiveSummary,
        tokenizer: Tokenizer,
        clip: int,
        progress: Progress | None,
        cancelled: Cancelled | None,
    ) -> None:
        self.client = client
        self._source = source
        self._tokenizer = tokenizer
        self._clip = clip
        self._progress = progress
        self._cancelled = cancelled
        self._system = system_prompt(source.language)
        self._done = 0
        self._total = 1 + len(_in_batches(source.sections)) + len(_in_batches(source.tables))

    def all(self) -> AbstractiveSummary:
        """Overview, sections, tables."""
        source = self._source
        self._tell()
        question = overview_prompt(source, self._clip, self._tokenizer)
        overview = read_reply(self._ask(question, OverviewReply), OverviewReply).overview_summary
        if not overview:
            raise SummarizerError("The model's overview is empty.")
        sections = self._batches(source.sections, source.valid_section_ids, self._ask_sections)
        tables = self._batches(source.tables, source.valid_table_ids, self._ask_tables)
        return AbstractiveSummary(
            model=self.client.settings.model,
            overview_summary=overview,
            section_summaries=sections.summaries,
            table_summary=" ".join(tables.notes),
            table_summaries=tables.summaries,
            failed_batches=sections.failed + tables.failed,
            missing_section_ids=tuple(i.id for i in source.sections if i.id not in sections.summaries),
            missing_table_ids=tuple(i.id for i in source.tables if i.id not in tables.summaries),
            language=source.language,
        )

    def _batches(
        self,
        items: Sequence[SummaryItem],
        valid_ids: frozenset[str],
        ask: Callable[[Sequence[SummaryItem]], tuple[list[tuple[str, str]], str]],
    ) -> _Batches:
        found: dict[str, str] = {}
        notes: list[str] = []
        seen_ids: set[str] = set()
        failed = 0
        for batch in _in_batches(items):
            try:
                lines, note = ask(batch)
            except SummarizerError as error:
                failed += 1
                _log.warning("A batch of summaries failed: %s", error)
                continue
            found |= accept_lines(lines, valid_ids, seen_ids)
            notes += [note] if note else []
        return _Batches(found, tuple(notes), failed)

    def _ask_sections(self, batch: Sequence[SummaryItem]) -> tuple[list[tuple[str, str]], str]:
        question = sections_prompt(self._source.title, batch, self._clip, self._tokenizer)
        reply = read_reply(self._ask(question, SectionsReply), SectionsReply)
        return [(line.section_id, line.summary) for line in reply.section_summaries], ""

    def _ask_tables(self, batch: Sequence[SummaryItem]) -> tuple[list[tuple[str, str]], str]:
        question = tables_prompt(self._source.title, batch, self._clip, self._tokenizer)
        reply = read_reply(self._ask(question, TablesReply), TablesReply)
        return [(line.table_id, line.summary) for line in reply.table_summaries], reply.table_summary

    def _ask(self, question: str, form: type[OverviewReply] | type[SectionsReply] | type[TablesReply]) -> str:
        try:
            return self.client.ask(self._system, question, form, self._cancelled)
        finally:
            self._done += 1
            self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self._done, self._total)


def _in_batches(items: Sequence[SummaryItem]) -> list[Sequence[SummaryItem]]:
    return [items[i : i + BATCH] for i in range(0, len(items), BATCH)]
