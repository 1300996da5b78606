"""Row groups of tables as records of the layer ``table_row``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from chunkstudio.chunking.access import Labels, shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.context import PATH_JOIN, ContextLines, clip_context
from chunkstudio.chunking.identity import content_hash, embedding_hash
from chunkstudio.chunking.model import Region, SectionNode, TableView
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.record_context import FittedText, fit_text
from chunkstudio.chunking.records import ChunkRecord
from chunkstudio.chunking.summaries import clip_to_tokens
from chunkstudio.chunking.summary_texts import SummaryTexts
from chunkstudio.chunking.table_chunker import RowGroup, TableChunker
from chunkstudio.chunking.table_labels import labels_of_table
from chunkstudio.chunking.table_lines import table_sentence
from chunkstudio.chunking.telling_headings import telling_depths
from chunkstudio.chunking.token_columns import TokenStream
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import KIND_CODE, UnitColumns
from chunkstudio.chunking.visible_headings import visible_path, visible_title

_LEAD_IN_WORDS = 40
_PATH_TOKENS = 24
_NAMING_KINDS = frozenset(KIND_CODE[kind] for kind in ("sentence", "list_item", "caption"))


@dataclass(frozen=True, slots=True)
class _Context:
    """Context lines of a table's records, as text too; ``path`` holds the printed headings that name them."""

    lines: ContextLines
    prefix: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row group with its place: section index, context, and which of how many groups it is."""

    table: TableView
    section: int
    group: RowGroup
    context: _Context
    part: int
    parts: int


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
    chunk_of_unit: Callable[[int], int]
    tokens: TokenStream

    def records(self, tables: Sequence[TableView], position: int) -> list[ChunkRecord]:
        """The records of all tables in document order, numbered from ``position``."""
        budget = self.profile.assembly.token_budget
        chunker = TableChunker(self.columns, self.access, self.tokenizer, budget, self.chunk_of_unit, self.tokens)
        place = {section.id: i for i, section in enumerate(self.sections)}
        drafts: list[_Draft] = []
        for index, table in enumerate(tables):
            section = place[table.section_id]
            groups = chunker.groups(index, table, budget - self._context_room())
            frames: dict[tuple[Labels | None, str], _Context] = {}
            for part, group in enumerate(groups, start=1):
                key = (group.acl, group.caption)
                if key not in frames:
                    frames[key] = self._context(table, section, group)
                drafts.append(_Draft(table, section, group, frames[key], part, len(groups)))
        ids = self.ids([(draft.context.path, draft.group.body) for draft in drafts])
        return [
            self._record(record_id, position + k, draft, fitted)
            for k, (record_id, draft, fitted) in enumerate(zip(ids, drafts, self._fitted(drafts), strict=True))
        ]

    def _fitted(self, drafts: Sequence[_Draft]) -> list[FittedText]:
        """The retrieval texts within the budget, counted together."""
        budget = self.profile.assembly.token_budget
        texts = [draft.context.prefix + draft.group.body for draft in drafts]
        out = []
        for draft, text, count in zip(drafts, texts, self.tokenizer.count_many(texts), strict=True):
            if count <= budget:
                out.append(FittedText(text, count, count - draft.group.body_tokens, False))
            else:
                lines, body = draft.context.lines, draft.group.body
                out.append(fit_text(lines, body, budget, self.tokenizer, context_room=self._context_room()))
        return out

    @cached_property
    def _depths(self) -> list[int]:
        return telling_depths(self.columns)

    def _path(self, section: int, group: RowGroup) -> tuple[str, ...]:
        return visible_path(self.access, self.sections, section, group.acl)

    def _context_room(self) -> int:
        return int(self.profile.assembly.token_budget * self.profile.context.share)

    def _context(self, table: TableView, section: int, group: RowGroup) -> _Context:
        """What stands before the rows, as their readers may see it; within its share of the budget."""
        context, reserved = self.profile.context, self.profile.summaries.reserved_tokens
        path = self._path(section, group)
        title = visible_title(self.access, self.sections, self.title, group.acl)
        overview = self.summaries.overview if context.document_summary else ""
        wanted = context.table_summary and shows_nothing_new(labels_of_table(self.columns, self.access, table), group.acl)
        sentence = self.summaries.of_table(table.id, table_sentence(table)) if wanted else ""
        lines = ContextLines(
            document_summary=clip_to_tokens(overview, reserved, self.tokenizer),
            title=title if context.title else "",
            heading_path=self._near(path[-self._depths[section] :] or (self.title,)) if context.heading_path else (),
            table_caption=(group.caption or self._lead_in(table, group)) if context.table_caption else "",
            table_summary=clip_to_tokens(sentence, reserved, self.tokenizer),
        )
        lines, _ = clip_context(lines, self._context_room(), self.tokenizer)
        return _Context(lines, lines.prefix(), path)

    def _near(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """The innermost headings of a long path, at least the last one, as far as a few words go.

        A row group is small: the words of its chapters, which hundreds of records share, would outweigh those of its rows.
        """
        while len(path) > 1 and self.tokenizer.count(PATH_JOIN.join(path)) > _PATH_TOKENS:
            path = path[1:]
        return path

    def _lead_in(self, table: TableView, group: RowGroup) -> str:
        """What names a table without a caption: the short text right above it in its section, as readers may see it.

        Measured on questions about tables: R@1 and MRR rise by .02 to .03 over row groups without any name.
        """
        c, first = self.columns, table.unit_range[0]
        above = first - 1
        if above < 0 or c.section[above] != c.section[first] or c.kind[above] not in _NAMING_KINDS:
            return ""
        words = c.plain_text(above)
        hidden = not shows_nothing_new(self.access.of_unit(above), group.acl)
        return "" if hidden or len(words.split()) > _LEAD_IN_WORDS else words

    def _record(self, record_id: str, position: int, draft: _Draft, fitted: FittedText) -> ChunkRecord:
        table, section, group = draft.table, draft.section, draft.group
        node = self.sections[section]
        rows = [r for r in group.rows if r < len(table.row_pages)]
        shown = shows_nothing_new(self.access.of_section(section), group.acl)
        return ChunkRecord(
            id=record_id,
            layer="table_row",
            position=position,
            ordinal=self.ordinals[section],
            part=draft.part,
            parts=draft.parts,
            section_ordinal=node.section_ordinal if shown else 0,
            text=group.text,
            retrieval_text=fitted.text,
            summary_text=self._sentence(table, group),
            token_count=fitted.token_count,
            text_tokens=group.text_tokens,
            body_tokens=group.text_tokens,
            context_tokens=fitted.context_tokens,
            heading_path=draft.context.path or (self.title,),
            section_id=node.id,
            section_ids=(node.id,),
            parent_section_id=node.id,
            parent_table_id=table.id,
            parent_chunk_id=self.parents[group.chunk] if 0 <= group.chunk < len(self.parents) else None,
            table_ids=(table.id,),
            box_ids=self._boxes(group),
            unit_range=group.units,
            pages=tuple(sorted({table.row_pages[r] for r in rows})),
            regions=_merged(rows, table.row_rects),
            acl=group.acl,
            cut_reason="table",
            content_hash=content_hash(group.body),
            embedding_hash=embedding_hash(fitted.text),
            fingerprint=table.id,
            types=("table",),
            metadata={"rows": [group.rows[0], group.rows[-1]]},
        )

    def _sentence(self, table: TableView, group: RowGroup) -> str:
        """One sentence: the model's on the whole table, else the caption and the first row."""
        own = f"{group.caption.rstrip(' .:')}: {group.first}" if group.caption else group.first
        written = self.summaries.abstractive
        return written.table_summaries.get(table.id, own) if written is not None else own

    def _boxes(self, group: RowGroup) -> tuple[str, ...]:
        first, end = group.units
        places = dict.fromkeys(self.columns.box[first:end].tolist())
        return tuple(self.columns.boxes[place].id for place in places)


def _merged(rows: Sequence[int], places: Sequence[Region]) -> tuple[Region, ...]:
    """The rectangles of some rows, one for each page, in order of pages as they come."""
    by_page: dict[int, list[tuple[float, float, float, float]]] = {}
    for row in rows:
        if row < len(places):
            region = places[row]
            by_page.setdefault(region.page, []).append(region.rect)
    return tuple([Region(page, _around(rects)) for page, rects in by_page.items()])


def _around(rects: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    """The rectangle around all of them."""
    if len(rects) == 1:
        return rects[0]
    x0, y0, x1, y1 = zip(*rects, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
