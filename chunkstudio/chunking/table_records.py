"""Row groups of tables as records of the layer ``table_row``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import add, sub
from typing import NamedTuple

from chunkstudio.chunking.access import Labels, shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.context import PATH_JOIN, ContextLines, clip_context
from chunkstudio.chunking.identity import content_hashes, embedding_hashes
from chunkstudio.chunking.model import SectionNode, TableView
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.record_context import fit_text
from chunkstudio.chunking.records import ChunkRecord, parts_of, records_of
from chunkstudio.chunking.summaries import clip_to_tokens
from chunkstudio.chunking.summary_texts import SummaryTexts
from chunkstudio.chunking.table_chunker import RowFrame, RowGroups, TableChunker
from chunkstudio.chunking.table_labels import labels_of_table
from chunkstudio.chunking.table_lines import table_sentence
from chunkstudio.chunking.table_names import naming_units
from chunkstudio.chunking.table_places import row_places
from chunkstudio.chunking.telling_headings import telling_depths
from chunkstudio.chunking.token_columns import TokenStream
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import UnitColumns
from chunkstudio.chunking.visible_headings import visible_path, visible_title

_PATH_TOKENS = 24


class _Context(NamedTuple):
    """Context lines of a table's records, as text too, with its tokens; ``path`` holds the printed headings that name them,
    ``section`` is the index of the innermost, ``number`` the one printed in it (0: none, or not for their readers)."""

    lines: ContextLines
    prefix: str
    tokens: int
    path: tuple[str, ...]
    section: int
    number: int


class _Place(NamedTuple):
    """A section as some readers see it: its path, the end of it that is shown, the document's title, the printed number."""

    path: tuple[str, ...]
    near: tuple[str, ...]
    title: str
    number: int


@dataclass(frozen=True)
class TableRecords:
    """Makes the records of all tables of one document. ``ids`` gives their ids from (heading path, body) pairs;
    ``parents`` the ids of section records by chunk position (empty where that layer is off)."""

    columns: UnitColumns
    sections: Sequence[SectionNode]
    access: AccessMap
    profile: Profile
    tokenizer: Tokenizer
    title: str
    summaries: SummaryTexts
    ids: Callable[[Sequence[tuple[Sequence[str], str]]], list[str]]
    parents: Sequence[str]
    ordinals: Sequence[int]
    chunk_of_unit: Sequence[int]
    tokens: TokenStream

    def records(self, tables: Sequence[TableView], position: int) -> list[ChunkRecord]:
        """The records of all tables in document order, numbered from ``position``."""
        budget, columns, access = self.profile.assembly.token_budget, self.columns, self.access
        room = budget - self._context_room()
        chunker = TableChunker(columns, access, self.tokenizer, budget, room, self.chunk_of_unit, self.tokens)
        groups = chunker.groups(tables)
        contexts = self._contexts(groups.frames)
        count = len(groups.at)
        paths = groups.spread([context.path for context in contexts])
        return records_of(
            count,
            {
                **self._texts(groups, contexts),
                **self._places_of(groups, contexts),
                **self._links(groups),
                "id": self.ids(list(zip(paths, groups.bodies, strict=True))),
                "layer": ["table_row"] * count,
                "position": range(position, position + count),
                "text": groups.texts,
                "summary_text": self._sentences(groups),
                "text_tokens": groups.text_tokens,
                "body_tokens": groups.text_tokens,
                "cut_reason": ["table"] * count,
                "content_hash": content_hashes(groups.bodies, tidy=True),
                "types": [("table",)] * count,
            },
        )

    def _texts(self, groups: RowGroups, contexts: Sequence[_Context]) -> dict[str, Sequence[object]]:
        """The retrieval texts within the budget, and their counts."""
        budget = self.profile.assembly.token_budget
        texts = list(map(add, groups.spread([context.prefix for context in contexts]), groups.bodies))
        counts = self._sizes(groups, contexts, texts)
        before = list(map(sub, counts, groups.body_tokens))
        for k in [k for k, count in enumerate(counts) if count > budget]:
            lines, body = contexts[groups.at[k]].lines, groups.bodies[k]
            fitted = fit_text(lines, body, budget, self.tokenizer, context_room=self._context_room())
            texts[k], counts[k], before[k] = fitted.text, fitted.token_count, fitted.context_tokens
        return {
            "retrieval_text": texts,
            "token_count": counts,
            "context_tokens": before,
            "embedding_hash": embedding_hashes(texts),
        }

    def _sizes(self, groups: RowGroups, contexts: Sequence[_Context], texts: Sequence[str]) -> list[int]:
        """Tokens of each retrieval text.

        No token reaches over the line end after ``Content:`` unless white space or a slash stands behind it, so that the
        two sides, counted before, add up.
        """
        if not self.tokenizer.additive:
            return self.tokenizer.count_many(texts)
        counts = list(map(add, groups.spread([context.tokens for context in contexts]), groups.body_tokens))
        for k, body in enumerate(groups.bodies):
            begin = body[:1]
            if begin == "/" or begin.isspace():
                counts[k] = self.tokenizer.count(texts[k])
        return counts

    @cached_property
    def _depths(self) -> list[int]:
        return telling_depths(self.columns)

    def _context_room(self) -> int:
        return int(self.profile.assembly.token_budget * self.profile.context.share)

    @cached_property
    def _places(self) -> dict[tuple[int, Labels | None], _Place]:
        return {}

    def _place(self, section: int, acl: Labels | None) -> _Place:
        """The section as the readers of these labels see it; made once for all of its tables."""
        known = self._places.get((section, acl))
        if known is None:
            path = visible_path(self.access, self.sections, section, acl)
            near = self._near(path[-self._depths[section] :] or (self.title,)) if self.profile.context.heading_path else ()
            title = visible_title(self.access, self.sections, self.title, acl)
            shown = shows_nothing_new(self.access.of_section(section), acl)
            known = _Place(path, near, title, self.sections[section].section_ordinal if shown else 0)
            self._places[section, acl] = known
        return known

    def _contexts(self, frames: Sequence[RowFrame]) -> list[_Context]:
        """The context of each frame; made once for all of a table that the same readers may see."""
        place = {section.id: i for i, section in enumerate(self.sections)}
        keys = [(frame.table.id, frame.acl, frame.caption) for frame in frames]
        made: dict[tuple[str, Labels | None, str], tuple[ContextLines, str, _Place, int]] = {}
        for key, frame in zip(keys, frames, strict=True):
            if key not in made:
                section = place[frame.table.section_id]
                seen = self._place(section, frame.acl)
                lines = self._lines(frame, seen)
                made[key] = lines, lines.prefix(), seen, section
        self.tokenizer.count_many([prefix for _, prefix, *_ in made.values()])  # so that each is known
        known = {key: self._context(*found) for key, found in made.items()}
        return [known[key] for key in keys]

    def _context(self, lines: ContextLines, prefix: str, place: _Place, section: int) -> _Context:
        """What stands before the rows, within its share of the budget."""
        tokens = self.tokenizer.count(prefix)
        if tokens > self._context_room():
            lines, _ = clip_context(lines, self._context_room(), self.tokenizer)
            prefix = lines.prefix()
            tokens = self.tokenizer.count(prefix)
        return _Context(lines, prefix, tokens, place.path, section, place.number)

    def _lines(self, frame: RowFrame, place: _Place) -> ContextLines:
        """What stands before the rows, as their readers may see it."""
        context, reserved, table = self.profile.context, self.profile.summaries.reserved_tokens, frame.table
        overview = self.summaries.overview if context.document_summary else ""
        wanted = context.table_summary and shows_nothing_new(labels_of_table(self.columns, self.access, table), frame.acl)
        sentence = self.summaries.of_table(table.id, table_sentence(table)) if wanted else ""
        return ContextLines(
            document_summary=clip_to_tokens(overview, reserved, self.tokenizer) if overview else "",
            title=place.title if context.title else "",
            heading_path=place.near,
            table_caption=(frame.caption or self._lead_in(frame)) if context.table_caption else "",
            table_summary=clip_to_tokens(sentence, reserved, self.tokenizer) if sentence else "",
        )

    def _near(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """The innermost headings of a long path, at least the last one, as far as a few words go.

        A row group is small: the words of its chapters, which hundreds of records share, would outweigh those of its rows.
        """
        while len(path) > 1 and self.tokenizer.count(PATH_JOIN.join(path)) > _PATH_TOKENS:
            path = path[1:]
        return path

    def _lead_in(self, frame: RowFrame) -> str:
        """What names a table without a caption, as readers may see it: the text above it, and the unit of its figures.

        Measured on questions about tables: R@1 and MRR rise by .02 to .03 over row groups without any name.
        """
        units = naming_units(self.columns, frame.table.unit_range[0])
        shown = [u for u in units if shows_nothing_new(self.access.of_unit(u), frame.acl)]
        return " ".join(self.columns.plain_text(u) for u in shown)

    def _places_of(self, groups: RowGroups, contexts: Sequence[_Context]) -> dict[str, Sequence[object]]:
        """Fields that say where each row group stands among the sections and on the pages."""
        above = [self.sections[context.section].id for context in contexts]
        sections = groups.spread(above)
        return {
            "ordinal": groups.spread([self.ordinals[context.section] for context in contexts]),
            "section_ordinal": groups.spread([context.number for context in contexts]),
            "heading_path": groups.spread([context.path or (self.title,) for context in contexts]),
            "section_id": sections,
            "section_ids": groups.spread([(name,) for name in above]),
            "parent_section_id": sections,
            **row_places(groups, self.columns),
        }

    def _links(self, groups: RowGroups) -> dict[str, Sequence[object]]:
        """Fields that tie each row group to its table and to the chunk that holds it, and say who may see it."""
        frames, parents = groups.frames, self.parents
        names = groups.spread([frame.table.id for frame in frames])
        chunks = [frame.chunk for frame in frames]
        return {
            **parts_of(names),
            "parent_table_id": names,
            "table_ids": groups.spread([(frame.table.id,) for frame in frames]),
            "fingerprint": names,
            "parent_chunk_id": groups.spread([parents[chunk] if 0 <= chunk < len(parents) else None for chunk in chunks]),
            "acl": groups.spread([frame.acl for frame in frames]),
        }

    def _sentences(self, groups: RowGroups) -> list[str]:
        """One sentence for each: the model's on the whole table, else the caption and the first row."""
        written = self.summaries.abstractive
        leads = [f"{frame.caption.rstrip(' .:')}: " if frame.caption else "" for frame in groups.frames]
        own = list(map(add, groups.spread(leads), groups.openings))
        if written is None or not written.table_summaries:
            return own
        names = groups.spread([frame.table.id for frame in groups.frames])
        return [written.table_summaries.get(name, text) for name, text in zip(names, own, strict=True)]
