"""The stages between a layout and its chunks, in order, each with the profile fields that it reads.

:class:`StageRun` is the one place that knows the order. Every stage is a pure function of earlier results and the fields
named in :data:`READS`; its key is made of both, so that a changed setting runs again only what depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypedDict, TypeVar

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.assembly_atoms import Atoms, Piece, changed_atoms, unit_atoms
from chunkstudio.chunking.assembly_costs import (
    ChunkCosts,
    ContextTable,
    bound_ends,
    chunk_costs,
    context_table,
    full_contexts,
    section_parents,
    shown_sections,
)
from chunkstudio.chunking.assembly_frames import FrameCosts, FrameDrafts, Frames, frame_costs
from chunkstudio.chunking.assembly_rules import BoundaryRules, boundary_rules, forbidden_cuts
from chunkstudio.chunking.boundary_scorer import Scored, scored
from chunkstudio.chunking.chunk_assembler import Cuts, assemble
from chunkstudio.chunking.chunk_context import bare_context_tokens
from chunkstudio.chunking.last_sentences import free_last_sentences
from chunkstudio.chunking.overlap import plan_overlap
from chunkstudio.chunking.overlap_tails import TailFinder
from chunkstudio.chunking.placeholders import table_placeholders
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.refinement import split_oversize
from chunkstudio.chunking.refinement_room import room_taken
from chunkstudio.chunking.regions import RegionFinder
from chunkstudio.chunking.rules import ManualRule, PlacedRules, RulePlace, edit_layout, place_rules
from chunkstudio.chunking.sentence_builder import build_units
from chunkstudio.chunking.signals import Flags, Neighbours, captioned, neighbours, raw_signals
from chunkstudio.chunking.stage_cache import StageCache
from chunkstudio.chunking.token_columns import TokenStream, unit_streams
from chunkstudio.chunking.tokens import Tokenizer, profile_tokenizer
from chunkstudio.chunking.unit_columns import HEADING, Ints, UnitColumns
from chunkstudio.chunking.views import BaseViews, base_views
from chunkstudio.layout.breaks import stop_if
from chunkstudio.layout.model import LayoutDocument

T = TypeVar("T")
READS: dict[str, tuple[str, ...]] = {
    "units": ("units.sentence_splitter",),
    "signals": (),
    "tokens": ("assembly.tokenizer", "retrieval.embedder"),
    "scores": ("weights",),
    "rules": (
        "assembly.respect_section_starts",
        "assembly.merge_small_chunks",
        "assembly.min_tokens",
        "assembly.token_budget",
        "assembly.table_mode",
    ),
    "frames": ("assembly.token_budget",),
    "full_contexts": ("context",),
    "contexts": ("context", "summaries.reserved_tokens", "assembly.token_budget"),
    "atoms": ("assembly.token_budget", "assembly.table_mode"),
    "costs": ("assembly.overlap_tokens", "assembly.overlap_scope", "assembly.token_budget"),
    "cuts": ("assembly.threshold", "assembly.min_tokens", "assembly.merge_small_chunks", "assembly.token_budget"),
}
"""The profile fields of each stage; a name without a dot is a whole part of the profile."""


@dataclass(frozen=True, slots=True, eq=False)
class UnitStage:
    """What depends on the layout, the splitter and the manual rules alone."""

    layout: LayoutDocument
    columns: UnitColumns
    pairs: Neighbours
    captions: Flags
    forbidden: Ints
    raw: npt.NDArray[np.float32]
    parents: Ints
    placed: PlacedRules
    regions: RegionFinder
    rule_places: tuple[RulePlace, ...]
    trailing: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AtomStage:
    """The atoms with everything that a chunk of them costs but the overlap."""

    atoms: Atoms
    frame_costs: FrameCosts
    shown: Ints
    bare: frozenset[int]
    pieces: dict[int, list[Piece]]


def _fields(profile: Profile, stage: str) -> Hashable:
    """Values of the fields that a stage reads."""
    out: list[Hashable] = []
    for name in READS[stage]:
        part, _, field = name.partition(".")
        value = getattr(profile, part)
        out.append(getattr(value, field) if field else value.model_dump_json())
    return tuple(out)


class Circumstances(TypedDict, total=False):
    """What a run is given besides layout and profile."""

    access: DocumentAccess | None
    rules: Sequence[ManualRule]
    cancelled: Callable[[], bool] | None


class StageRun:
    """One run over a document with one profile; results are taken from the cache where the keys agree."""

    def __init__(
        self,
        cache: StageCache,
        layout: LayoutDocument,
        profile: Profile,
        *,
        access: DocumentAccess | None = None,
        rules: Sequence[ManualRule] = (),
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self._cache = cache
        self._given = layout
        self.profile = profile
        self._given_access = access
        self._manual = tuple(rules)
        self._cancelled = cancelled
        self._read: dict[str, Hashable] = {}
        self._root: Hashable = (layout.layout_hash, id(layout), layout.provisional, self._manual)

    @property
    def given(self) -> LayoutDocument:
        """The layout as it was given, before any manual rule."""
        return self._given

    @property
    def manual(self) -> tuple[ManualRule, ...]:
        """The manual rules."""
        return self._manual

    def later(self, cache: StageCache | None = None, profile: Profile | None = None) -> StageRun:
        """The same document once more, for what is looked at when nobody can cancel it any more."""
        given = self._given_access
        return StageRun(cache or self._cache, self._given, profile or self.profile, access=given, rules=self._manual)

    def again(self) -> Circumstances:
        """What another run of the pipeline on this document must be given."""
        return {"access": self._given_access, "rules": self._manual}

    def _key(self, stage: str, *inputs: Hashable) -> Hashable:
        fields = self._read.get(stage)
        if fields is None:
            fields = self._read[stage] = _fields(self.profile, stage)
        return (fields, *inputs)

    def _stage(self) -> None:
        stop_if(self._cancelled)

    @property
    def unit_key(self) -> Hashable:
        return self._key("units", self._root)

    def units(self) -> UnitStage:
        """Step A and the signals of step B."""
        self._stage()
        return self._cache.get("units", self.unit_key, self._make_units)

    def _make_units(self) -> UnitStage:
        layout, on_boxes = edit_layout(free_last_sentences(self._given), self._manual)
        columns = build_units(layout, self.profile.units.sentence_splitter, cancelled=self._cancelled)
        pairs = neighbours(columns, {page.number: page.width for page in layout.pages})
        placed = place_rules(columns, self._manual)
        captions = captioned(pairs)
        trailing = len(columns)
        while trailing and columns.kind[trailing - 1] == HEADING:
            trailing -= 1
        return UnitStage(
            layout=layout,
            columns=columns,
            pairs=pairs,
            captions=captions,
            forbidden=forbidden_cuts(pairs, captions),
            raw=raw_signals(pairs),
            parents=section_parents(columns),
            placed=placed,
            regions=RegionFinder(columns),
            rule_places=(*on_boxes, *placed.places),
            trailing=tuple(range(trailing, len(columns))),
        )

    def views(self) -> BaseViews:
        """Tables and figures without their chunks."""
        columns = self.units().columns
        return self._cache.get("views", self.unit_key, lambda: base_views(columns))

    def tokenizer(self) -> Tokenizer:
        """The profile's tokenizer."""
        return profile_tokenizer(self.profile.assembly.tokenizer, self.profile.retrieval.embedder)

    @property
    def token_key(self) -> Hashable:
        return self._key("tokens", self.unit_key)

    def tokens(self) -> tuple[TokenStream, TokenStream]:
        """Counts of all units in both strings."""
        columns = self.units().columns
        self._stage()
        return self._cache.get("tokens", self.token_key, lambda: unit_streams(columns, self.tokenizer()))

    def access(self) -> AccessMap:
        """Labels of all units."""
        columns = self.units().columns
        return self._cache.get("access", (self.unit_key, self._given_access), lambda: self._make_access(columns))

    def _make_access(self, columns: UnitColumns) -> AccessMap:
        given = self._given_access
        if given is None or not given.narrower:
            places: list[tuple[tuple[int, ...], int]] = [((), 0)] * len(columns)
        else:
            touched = [tuple(sorted({columns.boxes[box].page for box, _, _ in parts})) for parts in columns.parts]
            places = list(zip(touched, columns.section.tolist(), strict=True))
        layout = self._given
        count, pages = layout.info.page_count, [page.number for page in layout.pages]
        return AccessMap.of_places(
            given, places, columns.sections, page_count=count, pages=pages, provisional=layout.provisional
        )

    def scores(self) -> Scored:
        """Weighted sums and scores of all boundaries."""
        raw, weights = self.units().raw, self.profile.weights
        return self._cache.get("scores", self._key("scores", self.unit_key), lambda: scored(raw, weights.as_mapping()))

    def rules(self) -> BoundaryRules:
        """Forced, forbidden and soft boundaries."""
        stage, (text, _), access = self.units(), self.tokens(), self.access()
        placed = stage.placed
        return self._cache.get(
            "rules",
            self._rule_key,
            lambda: boundary_rules(
                stage.columns, stage.forbidden, text, self.profile.assembly, access, placed.never, placed.always
            ),
        )

    @property
    def _rule_key(self) -> Hashable:
        return self._key("rules", self.token_key, self._given_access)

    def frames(self) -> Frames:
        """Table headers and code fences that cuts repeat."""
        columns, budget = self.units().columns, self.profile.assembly.token_budget
        drafts = self._cache.get("frame_drafts", self.token_key, lambda: FrameDrafts(columns, self.tokenizer()))
        return self._cache.get("frames", self._key("frames", self.token_key), lambda: drafts.frames(budget))

    def contexts(self) -> ContextTable:
        """Context lines of all sections."""
        columns, p, title = self.units().columns, self.profile, self._given.title
        full = self._cache.get(
            "full_contexts",
            self._key("full_contexts", self.token_key),
            lambda: full_contexts(columns, title, p.context, self.tokenizer()),
        )
        return self._cache.get(
            "contexts",
            self._key("contexts", self.token_key),
            lambda: context_table(full, p.context, p.summaries, p.assembly.token_budget, self.tokenizer()),
        )

    @property
    def atom_key(self) -> Hashable:
        frames, contexts = self._key("frames", self.token_key), self._key("contexts", self.token_key)
        return self._key("atoms", frames, contexts, self._given_access)

    def atoms(self) -> AtomStage:
        """Units and pieces that the assembly joins."""
        stage, streams = self.units(), self.tokens()
        frames, contexts = self.frames(), self.contexts()
        self._stage()
        return self._cache.get("atoms", self.atom_key, lambda: self._make_atoms(stage, streams, frames, contexts))

    def _make_atoms(
        self, stage: UnitStage, streams: tuple[TokenStream, TokenStream], frames: Frames, contexts: ContextTable
    ) -> AtomStage:
        tokenizer = self.tokenizer()
        base = unit_atoms(stage.columns, *streams)
        costs = frame_costs(base, frames)
        shown = shown_sections(base, stage.parents)
        budget = self.profile.assembly.token_budget
        bare_tokens = bare_context_tokens(tokenizer)
        taken = room_taken(base, costs, contexts.tokens[shown], stage.forbidden, budget)
        pieces, bare = split_oversize(base, costs, taken, bare_tokens, budget, tokenizer)
        gone = list(stage.trailing)
        reach: dict[int, int] = {}
        if self.profile.assembly.table_mode == "rows":
            placeholders, rows = table_placeholders(stage.columns, self.views(), self.access(), budget // 4, tokenizer)
            pieces = {u: p for u, p in pieces.items() if u not in rows} | placeholders
            gone += sorted(rows - set(placeholders))
            reach = {t.unit_range[0]: t.unit_range[1] for t in self.views().tables}
        atoms = changed_atoms(base, pieces, gone, reach, tokenizer)
        if atoms is not base:
            costs, shown = frame_costs(atoms, frames), shown_sections(atoms, stage.parents)
        return AtomStage(atoms, costs, shown, bare, pieces)

    def costs(self) -> ChunkCosts:
        """What chunks cost by where they begin and end."""
        stage, contexts, access = self.atoms(), self.contexts(), self.access()
        settings = self.profile.assembly

        def compute() -> ChunkCosts:
            plan = plan_overlap(stage.atoms, settings, access)
            bound = bound_ends(stage.atoms, self.units().forbidden)
            return chunk_costs(stage.atoms, stage.frame_costs, contexts, stage.shown, plan, bound, settings.token_budget)

        return self._cache.get("costs", self.cost_key, compute)

    def tails(self) -> TailFinder:
        """Ends of atoms for overlaps."""
        atoms = self.atoms().atoms
        return self._cache.get("tails", self.atom_key, lambda: TailFinder(atoms, self.tokenizer()))

    def kept(self, stage: str, compute: Callable[[], T]) -> T:
        """A later stage's result that depends on atoms and costs alone."""
        return self._cache.get(stage, self.cost_key, compute)

    @property
    def cost_key(self) -> Hashable:
        return self._key("costs", self.atom_key, self._given_access)

    def cuts(self) -> Cuts:
        """Step C."""
        stage, costs, rules = self.atoms(), self.costs(), self.rules()
        _, scores = self.scores()
        self._stage()
        key = self._key("cuts", self.cost_key, self._rule_key, self._key("scores", self.unit_key))
        return self._cache.get("cuts", key, lambda: assemble(stage.atoms, costs, rules, scores, self.profile.assembly))
