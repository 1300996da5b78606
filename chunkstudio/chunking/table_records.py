"""Row groups of tables as records of the layer ``table_row``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from chunkstudio.chunking.access import Labels, shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.context import PATH_JOIN, ContextLines, clip_context
from chunkstudio.chunking.identity import content_hashes, embedding_hashes
from chunkstudio.chunking.model import Region, SectionNode, TableView
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.record_context import fit_text
from chunkstudio.chunking.records import ChunkRecord, parts_of, records_of
from chunkstudio.chunking.summaries import clip_to_tokens
from chunkstudio.chunking.summary_texts import SummaryTexts
from chunkstudio.chunking.table_chunker import RowFrame, RowGroup, TableChunker
from chunkstudio.chunking.table_labels import labels_of_table
from chunkstudio.chunking.table_lines import table_sentence
from chunkstudio.chunking.table_names import naming_units
from chunkstudio.chunking.telling_headings import telling_depths
from chunkstudio.chunking.token_columns import TokenStream
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import UnitColumns
from chunkstudio.chunking.visible_headings import visible_path, visible_title
from chunkstudio.layout.model import Rect

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
        contexts = self._contexts([group.frame for group in groups])
        counts = [group.text_tokens for group in groups]
        return records_of(
            len(groups),
            {
                **self._texts(groups, contexts),
                **self._places_of(groups, contexts),
                **self._links(groups),
                "id": self.ids([(context.path, group.body) for group, context in zip(groups, contexts, strict=True)]),
                "layer": ["table_row"] * len(groups),
                "position": range(position, position + len(groups)),
                "text": [group.text for group in groups],
                "summary_text": self._sentences(groups),
                "text_tokens": counts,
                "body_tokens": counts,
                "cut_reason": ["table"] * len(groups),
                "content_hash": content_hashes([group.body for group in groups], tidy=True),
                "types": [("table",)] * len(groups),
            },
        )

    def _texts(self, groups: Sequence[RowGroup], contexts: Sequence[_Context]) -> dict[str, Sequence[object]]:
        """The retrieval texts within the budget, and their counts."""
        budget = self.profile.assembly.token_budget
        texts = [context.prefix + group.body for group, context in zip(groups, contexts, strict=True)]
        counts = self._sizes(groups, contexts, texts)
        before = [count - group.body_tokens for group, count in zip(groups, counts, strict=True)]
        for k, count in enumerate(counts):
            if count > budget:
                lines, body = contexts[k].lines, groups[k].body
                fitted = fit_text(lines, body, budget, self.tokenizer, context_room=self._context_room())
                texts[k], counts[k], before[k] = fitted.text, fitted.token_count, fitted.context_tokens
        return {
            "retrieval_text": texts,
            "token_count": counts,
            "context_tokens": before,
            "embedding_hash": embedding_hashes(texts),
        }

    def _sizes(self, groups: Sequence[RowGroup], contexts: Sequence[_Context], texts: Sequence[str]) -> list[int]:
        """Tokens of each retrieval text.

        No token reaches over the line end after ``Content:`` unless white space or a slash stands behind it, so that the
        two sides, counted before, add up.
        """
        if not self.tokenizer.additive:
            return self.tokenizer.count_many(texts)
        counts = [context.tokens + group.body_tokens for group, context in zip(groups, contexts, strict=True)]
        for k, group in enumerate(groups):
            begin = group.body[:1]
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
        """The context of each group, by its frame; made once for all of a table that the same readers may see."""
        place = {section.id: i for i, section in enumerate(self.sections)}
        known: dict[tuple[str, Labels | None, str], _Context] = {}
        out = []
        for frame, same in groupby(frames):
            key = (frame.table.id, frame.acl, frame.caption)
            if key not in known:
                known[key] = self._context(frame, place[frame.table.section_id])
            out += [known[key] for _ in same]
        return out

    def _context(self, frame: RowFrame, section: int) -> _Context:
        """What stands before the rows, as their readers may see it; within its share of the budget."""
        context, reserved, table = self.profile.context, self.profile.summaries.reserved_tokens, frame.table
        place = self._place(section, frame.acl)
        overview = self.summaries.overview if context.document_summary else ""
        wanted = context.table_summary and shows_nothing_new(labels_of_table(self.columns, self.access, table), frame.acl)
        sentence = self.summaries.of_table(table.id, table_sentence(table)) if wanted else ""
        lines = ContextLines(
            document_summary=clip_to_tokens(overview, reserved, self.tokenizer) if overview else "",
            title=place.title if context.title else "",
            heading_path=place.near,
            table_caption=(frame.caption or self._lead_in(frame)) if context.table_caption else "",
            table_summary=clip_to_tokens(sentence, reserved, self.tokenizer) if sentence else "",
        )
        prefix = lines.prefix()
        tokens = self.tokenizer.count(prefix)
        if tokens > self._context_room():
            lines, _ = clip_context(lines, self._context_room(), self.tokenizer)
            prefix = lines.prefix()
            tokens = self.tokenizer.count(prefix)
        return _Context(lines, prefix, tokens, place.path, section, place.number)

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

    def _places_of(self, groups: Sequence[RowGroup], contexts: Sequence[_Context]) -> dict[str, Sequence[object]]:
        """Fields that say where each row group stands among the sections and on the pages."""
        tables = [group.frame.table for group in groups]
        above = [self.sections[context.section].id for context in contexts]
        return {
            "ordinal": [self.ordinals[context.section] for context in contexts],
            "section_ordinal": [context.number for context in contexts],
            "heading_path": [context.path or (self.title,) for context in contexts],
            "section_id": above,
            "section_ids": [(name,) for name in above],
            "parent_section_id": above,
            "unit_range": [group.units for group in groups],
            "box_ids": self._boxes(groups),
            "pages": [_pages(group.rows, table) for group, table in zip(groups, tables, strict=True)],
            "regions": [_merged(group.rows, table) for group, table in zip(groups, tables, strict=True)],
        }

    def _links(self, groups: Sequence[RowGroup]) -> dict[str, Sequence[object]]:
        """Fields that tie each row group to its table and to the chunk that holds it, and say who may see it."""
        names = [group.frame.table.id for group in groups]
        chunks, parents = [group.frame.chunk for group in groups], self.parents
        return {
            **parts_of(names),
            "parent_table_id": names,
            "table_ids": [(name,) for name in names],
            "fingerprint": names,
            "parent_chunk_id": [parents[chunk] if 0 <= chunk < len(parents) else None for chunk in chunks],
            "acl": [group.frame.acl for group in groups],
            "metadata": [{"rows": [group.rows[0], group.rows[-1]]} for group in groups],
        }

    def _sentences(self, groups: Sequence[RowGroup]) -> list[str]:
        """One sentence for each: the model's on the whole table, else the caption and the first row."""
        written = self.summaries.abstractive
        of_tables = written.table_summaries if written is not None else {}
        leads = [f"{group.frame.caption.rstrip(' .:')}: " if group.frame.caption else "" for group in groups]
        own = [lead + group.first for group, lead in zip(groups, leads, strict=True)]
        return [of_tables.get(group.frame.table.id, text) for group, text in zip(groups, own, strict=True)]

    def _boxes(self, groups: Sequence[RowGroup]) -> list[tuple[str, ...]]:
        """The boxes in which the rows of each group begin."""
        box, boxes = self.columns.box, self.columns.boxes
        out = []
        for group in groups:
            ids = group.frame.table.box_ids
            if len(ids) > 1:
                ids = tuple([boxes[place].id for place in dict.fromkeys(box[slice(*group.units)].tolist())])
            out.append(ids)
        return out


def _pages(rows: Sequence[int], table: TableView) -> tuple[int, ...]:
    """The pages of some rows, ascending."""
    if len(table.pages) == 1:
        return table.pages
    return tuple(sorted({table.row_pages[row] for row in rows}))


def _merged(rows: Sequence[int], table: TableView) -> tuple[Region, ...]:
    """The rectangles of some rows, one for each page, in order of pages as they come."""
    places = [table.row_rects[row] for row in rows]
    if len(places) == 1:
        return (places[0],)
    if len(table.pages) == 1:
        return (Region(table.page, _around([place.rect for place in places])),)
    by_page: dict[int, list[Rect]] = {}
    for place in places:
        by_page.setdefault(place.page, []).append(place.rect)
    return tuple([Region(page, _around(rects)) for page, rects in by_page.items()])


def _around(rects: Sequence[Rect]) -> Rect:
    """The rectangle around all of them."""
    x0, y0, x1, y1 = zip(*rects, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
