"""The result of the engine: chunks as a sequence, with everything that they came from and that links to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, TypeVar, overload

from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.boundary_scorer import boundary_at
from chunkstudio.chunking.identity import content_hash, record_ids, stable_hash
from chunkstudio.chunking.model import (
    Boundaries,
    Boundary,
    Chunk,
    Diagnostics,
    FigureView,
    SectionNode,
    SentenceUnit,
    TableView,
)
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.rules import RulePlace
from chunkstudio.chunking.stages import StageRun
from chunkstudio.chunking.token_columns import TokenStream
from chunkstudio.chunking.unit_columns import UnitColumns, UnitSequence
from chunkstudio.chunking.views import BaseViews, linked_figures, linked_sections, linked_tables
from chunkstudio.layout.model import LayoutBox, LayoutDocument

T = TypeVar("T")
Rechunk = Callable[[Profile], "ChunkedDocument"]
Trial = Callable[[Profile], StageRun]


@dataclass(frozen=True, slots=True)
class HierarchyNode:
    """One section with its subsections, for outlines."""

    section: SectionNode
    children: tuple[HierarchyNode, ...]


class ChunkedDocument(Sequence[Chunk]):
    """A document cut into chunks. Immutable; views and lookups are made when first asked for.

    ``sections[0]`` is the document itself (``s0``). ``markdown`` is the canonical document text in which offsets count.
    """

    def __init__(
        self,
        layout: LayoutDocument,
        profile: Profile,
        columns: UnitColumns,
        units: UnitSequence,
        boundaries: Boundaries,
        chunks: Sequence[Chunk],
        views: Callable[[], BaseViews],
        diagnostics: Callable[[], Diagnostics],
        policy_version: str,
        rechunk: Rechunk,
        explain: Callable[[int], tuple[str, dict[str, str]]],
        access: AccessMap,
        text_tokens: TokenStream,
        trial: Callable[[], Trial],
        rules_hash: str = "",
        rule_places: tuple[RulePlace, ...] = (),
    ) -> None:
        self.layout = layout
        self.profile = profile
        self.columns = columns
        self.units: Sequence[SentenceUnit] = units
        self.boundaries = boundaries
        self.chunks = tuple(chunks)
        self.policy_version = policy_version
        self._views = views
        self._diagnostics = diagnostics
        self._rechunk = rechunk
        self._explain = explain
        self.access = access
        self._text_tokens = text_tokens
        self._trial = trial
        self.rules_hash = rules_hash
        self.rule_places = rule_places

    def __len__(self) -> int:
        return len(self.chunks)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Chunk, ...]: ...
    def __getitem__(self, index: int | slice) -> Chunk | tuple[Chunk, ...]:
        return self.chunks[index]

    @property
    def markdown(self) -> str:
        """Canonical text of the whole document."""
        return self.columns.markdown

    @cached_property
    def tables(self) -> tuple[TableView, ...]:
        """All tables, ``t1`` first."""
        return linked_tables(self._views().tables, self.chunks)

    @cached_property
    def figures(self) -> tuple[FigureView, ...]:
        """All pictures, ``f1`` first."""
        return linked_figures(self._views().figures, self.chunks)

    @cached_property
    def sections(self) -> tuple[SectionNode, ...]:
        """All sections in reading order; the document itself is the first."""
        return linked_sections(self.columns.sections, self.chunks)

    @cached_property
    def diagnostics(self) -> Diagnostics:
        """Findings, counts and exclusions."""
        return self._diagnostics()

    @cached_property
    def hierarchy(self) -> HierarchyNode:
        """The tree of sections."""
        by_id = {s.id: s for s in self.sections}
        made: dict[str, HierarchyNode] = {}
        for section in reversed(self.sections):
            made[section.id] = HierarchyNode(by_id[section.id], tuple(made[c] for c in section.children))
        return made["s0"]

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """Boundaries (indices of the unit before) at which the document is cut."""
        return tuple(int(i) for i in self.boundaries.cut.nonzero()[0])

    def boundary(self, index: int) -> Boundary:
        """The boundary after unit ``index`` with all its parts. Raises IndexError if there is none."""
        if not 0 <= index < len(self.boundaries):
            raise IndexError(f"no boundary {index}")
        detail, measured = self._explain(index)
        return boundary_at(self.boundaries, index, self.columns.unit_id(index), detail, measured)

    @cached_property
    def _unit_chunks(self) -> list[int]:
        out = [-1] * len(self.columns)
        for chunk in self.chunks:
            for u in range(*chunk.unit_range):
                if out[u] < 0:
                    out[u] = chunk.position
        for u in self._left_out:
            out[u] = -1
        return out

    @cached_property
    def _left_out(self) -> tuple[int, ...]:
        gone = {e.id for e in self.diagnostics.excluded if e.reason == "empty_section"}
        return tuple(u for u in range(len(self.columns)) if self.columns.boxes[int(self.columns.box[u])].id in gone)

    def chunk_of_unit(self, index: int) -> Chunk | None:
        """The (first) chunk that holds unit ``index``; None for one that is in no chunk."""
        position = self._unit_chunks[index]
        return self.chunks[position] if position >= 0 else None

    @cached_property
    def record_ids(self) -> tuple[str, ...]:
        """Content-based ids of the chunks as section records, by position (the document's id is its file hash)."""
        return tuple(record_ids(self.layout.info.sha256, "section", self.record_items()))

    def record_items(self) -> list[tuple[tuple[str, ...], str]]:
        """What names each chunk as a record: its printed headings and its body (a title from a file name is no part of it)."""
        printed = len(self.columns.sections) > 1
        return [(chunk.heading_path if printed else (), chunk.body) for chunk in self.chunks]

    @cached_property
    def _registry(self) -> dict[str, Any]:
        found: dict[str, Any] = {box.id: box for box in self.layout.boxes()}
        for views in (self.tables, self.figures, self.sections, self.chunks):
            found.update({view.id: view for view in views})
        found.update(zip(self.record_ids, self.chunks, strict=True))
        return found

    @cached_property
    def _unit_index(self) -> dict[str, int]:
        return {self.columns.unit_id(i): i for i in range(len(self.columns))}

    def get(
        self, key: str, default: T | None = None
    ) -> Chunk | TableView | FigureView | SectionNode | LayoutBox | SentenceUnit | T | None:
        """What a public id names: a chunk, table, figure, section, box, unit or section record; else ``default``."""
        if key in self._registry:
            return self._registry[key]  # type: ignore[no-any-return]
        index = self._unit_index.get(key)
        return self.units[index] if index is not None else default

    def tokens_between(self, first: int, end: int) -> int:
        """Tokens of the Markdown of units [first, end) joined, without tokenizing it."""
        return self._text_tokens.size(first, end)

    @property
    def text_tokens(self) -> TokenStream:
        """Token counts of the units' Markdown."""
        return self._text_tokens

    def unit_index(self, unit_id: str) -> int | None:
        """Place of a unit by its id."""
        return self._unit_index.get(unit_id)

    def reassemble_chunks(self, **fields: Any) -> ChunkedDocument:
        """The same document under a changed profile: ``reassemble_chunks(token_budget=300, **{"weights.font": 0.5})``.

        A name without a dot is a field of ``assembly``. Raises ChunkStudioError ``bad_profile``.
        """
        values = {name if "." in name else f"assembly.{name}": value for name, value in fields.items()}
        return self._rechunk(self.profile.replace(values))

    def trial(self) -> Trial:
        """The engine's stages on this document, for asking what another profile would do without making its result."""
        return self._trial()

    @cached_property
    def content_hash(self) -> str:
        """Hash of all bodies in order: equal results have equal ones."""
        return stable_hash(content_hash(chunk.body) for chunk in self.chunks)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Chunks as plain data with their record ids and hashes."""
        return [
            {**asdict(chunk), "record_id": record, "content_hash": content_hash(chunk.body)}
            for chunk, record in zip(self.chunks, self.record_ids, strict=True)
        ]

    def to_json(self) -> str:
        """:meth:`to_dicts` as JSON text."""
        return json.dumps(self.to_dicts(), ensure_ascii=False)
