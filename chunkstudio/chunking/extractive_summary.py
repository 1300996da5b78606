"""Summaries in the document's own words: a sentence for each record and section, and an overview of the whole.

Sentences of records and sections: centroid score; sentences of the overview: LexRank, then MMR; sections that stand for
the document: centroid relevance, then MMR (:mod:`chunkstudio.chunking.sentence_ranking` names the sources).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.model import SectionNode, TableView
from chunkstudio.chunking.profile import SummarySettings
from chunkstudio.chunking.sentence_ranking import SentenceVectors, best_of_groups, lexrank, mmr
from chunkstudio.chunking.summaries import ExtractiveSummary, SummaryItem
from chunkstudio.chunking.table_labels import labels_of_table
from chunkstudio.chunking.table_lines import table_sentence, table_text
from chunkstudio.chunking.unit_columns import KIND_CODE, UnitColumns
from chunkstudio.chunking.visible_headings import visible_path

Ints = npt.NDArray[np.int64]

ORPHANS = "_orphans"
_SENTENCE_KINDS = (KIND_CODE["sentence"], KIND_CODE["list_item"])
_OVERVIEW_SENTENCES = 6
_CANDIDATES = 150  # sentences of one section that LexRank looks at: the first ones
_RIVALS = 60  # sections that MMR chooses from: the most relevant ones
_TEXT_LIMIT = 40_000  # characters of a section's text that a prompt could ever hold
_NONE: Ints = np.zeros(0, np.int64)


@dataclass(frozen=True)
class ExtractiveSummaryBuilder:
    """Chooses sentences, sections and tables of one document. Deterministic; reads, never changes, its inputs.

    What stands for the whole document comes only from text that all readers of the document may see, never from
    contents pages, indexes and back matter (section ids ending in ``_orphans``).
    """

    columns: UnitColumns
    sections: Sequence[SectionNode]
    tables: Sequence[TableView]
    access: AccessMap
    settings: SummarySettings

    @cached_property
    def _candidates(self) -> Ints:
        """Units that are sentences or list items, ascending."""
        return np.flatnonzero(np.isin(self.columns.kind, _SENTENCE_KINDS))

    @cached_property
    def _vectors(self) -> SentenceVectors:
        return SentenceVectors.of([self.columns.plain_text(int(i)) for i in self._candidates])

    def sentences_of_ranges(self, ranges: Sequence[tuple[int, int]]) -> list[str]:
        """The sentence that stands for each run of units [a, b); for a run without sentences its first words."""
        groups = np.full(len(self._candidates), -1, np.int64)
        for k, (first, end) in enumerate(ranges):
            low, high = np.searchsorted(self._candidates, (first, end))
            groups[low:high] = k
        best = self._best(groups)
        return [best.get(k) or self._first_words(*span) for k, span in enumerate(ranges)]

    def section_sentences(self) -> dict[tuple[int, int], str]:
        """One sentence for each section (by index) and each set of labels in it (by code), from that text alone."""
        codes = len(self.access.sets)
        units = self._candidates
        best = self._best(self.columns.section[units] * codes + self.access.codes[units])
        return {divmod(group, codes): sentence for group, sentence in best.items()}

    def summary(self, title: str, language: str) -> ExtractiveSummary:
        """What stands for the document; ``language`` is an ISO code or empty."""
        narrative = self._is_narrative()
        limit = min(self.settings.sections, 1) if narrative else self.settings.sections
        chosen = self._choose_sections(limit)
        each = -(-_OVERVIEW_SENTENCES // len(chosen)) if chosen else 0
        picked = [self._central(section, min(each, 3)) for section in chosen]
        items = tuple(self._section_item(s, title, p) for s, p in zip(chosen, picked, strict=True))
        tables = self._choose_tables()
        table_summary = " ".join(item.sentence for item in tables)
        sentences = [text for group in picked for text in group]
        return ExtractiveSummary(
            title=title,
            language=language,
            overview=" ".join(sentences) or table_summary,
            synopsis=_most_central(sentences) or (tables[0].sentence if tables else ""),
            section_guide=tuple(self._guide_line(s, item) for s, item in zip(chosen, items, strict=True)),
            table_summary=table_summary,
            sections=items,
            tables=tables,
            narrative=narrative,
        )

    def _best(self, groups: Ints) -> dict[int, str]:
        """Best sentence by group; -1 groups are left out of the answer."""
        if not len(groups):
            return {}
        best = best_of_groups(self._vectors, groups + 1)
        return {g - 1: self.columns.plain_text(int(self._candidates[i])) for g, i in best.items() if g}

    def _first_words(self, first: int, end: int) -> str:
        """For text without sentences: the first line that says something, else the first heading."""
        texts = ((int(self.columns.kind[i]), self.columns.plain_text(i)) for i in range(first, end))
        lines = [(kind, text) for kind, text in texts if text.strip()]
        body = next((text for kind, text in lines if kind != KIND_CODE["heading"]), "")
        return body or (lines[0][1] if lines else "")

    def _open_sentences(self, section: int) -> Ints:
        """Places (in the candidates) of a section's own sentences that every reader of the document may see."""
        first, end = self.sections[section].own_range
        low, high = np.searchsorted(self._candidates, (first, end))
        places = np.arange(low, high)
        return np.asarray(places[self.access.codes[self._candidates[low:high]] == 0][:_CANDIDATES], np.int64)

    def _is_narrative(self) -> bool:
        """True for a long sequence of numbered headings: more than twice the representative limit in a row."""
        longest: dict[tuple[str | None, int], int] = {}
        for node in self.sections[1:]:
            key = (node.parent, node.level)
            if node.section_ordinal == longest.get(key, 0) + 1:
                longest[key] = node.section_ordinal
        return max(longest.values(), default=0) > 2 * self.settings.sections

    def _choose_sections(self, limit: int) -> list[int]:
        """Up to ``limit`` sections, relevant and unlike each other, in the order of the document."""
        rivals = [i for i, s in enumerate(self.sections) if not self._is_orphan(i) and s.own_range[1] > s.own_range[0]]
        members = [(i, own) for i in rivals if len(own := self._open_sentences(i))]
        if not members or limit <= 0:
            return []
        matrix = self._section_matrix(members)
        weight = np.array([min(self._vectors.words[own].sum() / 60, 1.0) for _, own in members])
        whole = matrix.sum(axis=0)
        relevance = np.einsum("ij,j->i", matrix, whole) / max(float(np.linalg.norm(whole)), 1e-12) * weight
        top = np.argsort(-np.round(relevance, 9), kind="stable")[:_RIVALS]
        top.sort()
        close = matrix[top]
        picked = mmr(relevance[top], lambda k: np.einsum("ij,j->i", close, close[k]), limit)
        return sorted(members[int(top[k])][0] for k in picked)

    def _section_matrix(self, members: Sequence[tuple[int, Ints]]) -> npt.NDArray[np.float64]:
        """Length-normalised sums of sentence vectors, one row a section, over the words of most weight."""
        v = self._vectors
        row = np.full(len(self._candidates), -1, np.int64)
        for k, (_, own) in enumerate(members):
            row[own] = k
        keep = row[v.rows] >= 0
        weight = np.bincount(v.columns[keep], v.values[keep], minlength=v.vocabulary)
        place = np.full(v.vocabulary, -1, np.int64)
        heavy = np.argsort(-weight, kind="stable")[:2000]
        place[heavy] = np.arange(len(heavy))
        keep &= place[v.columns] >= 0
        flat = row[v.rows[keep]] * len(heavy) + place[v.columns[keep]]
        matrix = np.bincount(flat, v.values[keep], minlength=len(members) * len(heavy)).reshape(len(members), len(heavy))
        return np.asarray(matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-12), np.float64)

    def _is_orphan(self, index: int) -> bool:
        """True for contents, index and back matter, and for what stands below them."""
        at: str | None = self.sections[index].id
        parents = self._parents
        while at is not None:
            if at.endswith(ORPHANS):
                return True
            at = parents[at]
        return False

    @cached_property
    def _parents(self) -> dict[str, str | None]:
        return {node.id: node.parent for node in self.sections}

    def _central(self, section: int, count: int) -> list[str]:
        """A section's most central sentences, in reading order."""
        own = self._open_sentences(section)
        near = self._vectors.similarities(own)
        rank = lexrank(near) * self._vectors.usable[own]
        picked = mmr(rank, near.__getitem__, count)
        return [self.columns.plain_text(int(self._candidates[own[k]])) for k in sorted(picked)]

    def _section_item(self, section: int, title: str, picked: Sequence[str]) -> SummaryItem:
        node = self.sections[section]
        first, end = node.own_range
        parts = (self.columns.plain_text(i) for i in range(first, end) if self.access.codes[i] == 0)
        path = " > ".join(self._open_path(section)) or title
        return SummaryItem(node.id, path, _joined(parts), picked[0] if picked else "")

    def _open_path(self, section: int) -> tuple[str, ...]:
        """The headings above and of a section as every reader of the document may see them."""
        return visible_path(self.access, self.sections, section, self.access.document)

    def _guide_line(self, section: int, item: SummaryItem) -> str:
        path = self._open_path(section)
        return ": ".join(part for part in (path[-1] if path else item.title, item.sentence) if part)

    def _choose_tables(self) -> tuple[SummaryItem, ...]:
        """Up to the limit of tables that everyone may see, captioned and large ones first, in document order."""
        open_to_all = [
            (i, table)
            for i, table in enumerate(self.tables)
            if len(table.rows) > table.header_rows and labels_of_table(self.columns, self.access, table) == self.access.document
        ]
        ranked = sorted(open_to_all, key=lambda pair: (not pair[1].caption, -len(pair[1].rows), pair[0]))
        chosen = sorted(ranked[: self.settings.tables], key=lambda pair: pair[0])
        return tuple(SummaryItem(t.id, t.caption or t.id, table_text(t), table_sentence(t)) for _, t in chosen)


def _most_central(sentences: Sequence[str]) -> str:
    """The sentence of a few that says most of all of them."""
    if not sentences:
        return ""
    vectors = SentenceVectors.of(sentences)
    rank = lexrank(vectors.similarities(np.arange(len(sentences)))) * vectors.usable
    return sentences[int(np.argmax(np.round(rank, 9)))]


def _joined(parts: Iterable[str]) -> str:
    """Pieces of a section's text as one, up to what any prompt could hold."""
    out: list[str] = []
    length = 0
    for part in parts:
        if part and length < _TEXT_LIMIT:
            out.append(part)
            length += len(part) + 1
    return "\n".join(out)[:_TEXT_LIMIT]
