"""The values of the chunking stages: units, boundaries, chunks and the views on them. Frozen; no Qt, no PyMuPDF."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from chunkstudio.layout.model import Exclusion, Rect

UnitKind = Literal["sentence", "heading", "list_item", "table_row", "caption", "code_line", "figure", "formula", "footnote"]
CutReason = Literal["document", "section", "score", "budget", "access", "table", "manual"]
NoCutReason = Literal["below_threshold", "min_tokens", "forbidden"]
Layer = Literal["section", "table_row", "document"]

REASONS: tuple[str, ...] = (
    "below_threshold",
    "min_tokens",
    "forbidden",
    "section",
    "score",
    "budget",
    "access",
    "table",
    "manual",
)
"""Codes of ``Boundaries.reason``; an index from 3 on is a cut."""

FIRST_CUT_REASON = 3


@dataclass(frozen=True, slots=True)
class SentenceUnit:
    """The smallest piece that is never cut while the budget allows.

    ``start``, ``end`` are characters of the canonical document text (whole-document Markdown), ``text`` that slice;
    ``plain`` is the same without markup, as it goes into the retrieval text ("header: value" for table rows).
    ``rects`` are (page, rectangle) pairs in points, taken from lines, not from the
    whole box. ``section`` is the index of the innermost section.
    ``row`` is the row of its table (0-based, over the whole continued table), ``table`` and ``figure`` its view id.
    """

    id: str
    box_id: str
    page: int
    index: int
    kind: UnitKind
    text: str
    plain: str
    rects: tuple[tuple[int, Rect], ...]
    tokens: int
    start: int
    end: int
    section: int
    level: int | None = None
    table: str | None = None
    figure: str | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class SignalPart:
    """One signal at one boundary. ``contribution`` = ``raw`` x ``weight``, negative for keep-together signals."""

    name: str
    raw: float
    weight: float
    contribution: float
    measured: str


@dataclass(frozen=True, slots=True)
class Boundary:
    """The place after unit ``index``. ``score`` and ``threshold`` lie in 0..1; ``weighted_sum`` is before the map,
    ``threshold_sum`` the threshold on that same scale. ``cut`` with ``reason`` is the decision."""

    index: int
    after: str
    score: float
    threshold: float
    weighted_sum: float
    threshold_sum: float
    cut: bool
    reason: str
    detail: str
    parts: tuple[SignalPart, ...]


@dataclass(frozen=True, slots=True)
class Boundaries:
    """All boundaries as columns; row i is the place after unit i (there are one fewer than units).

    ``raw`` is (boundaries x signals) float32 in the order of ``names``; ``weights`` signed (keep-together negative).
    ``reason`` holds indices into :data:`REASONS`.
    """

    names: tuple[str, ...]
    raw: npt.NDArray[np.float32]
    weights: npt.NDArray[np.float64]
    sums: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    threshold: float
    reason: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def cut(self) -> npt.NDArray[np.bool_]:
        """True where the document is cut."""
        return self.reason >= FIRST_CUT_REASON


@dataclass(frozen=True, slots=True)
class Region:
    """Where a chunk's body lies on a page, in points."""

    page: int
    rect: Rect


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of units cut for retrieval, with both of its strings. Field meanings as in the README's JSON table.

    ``unit_range`` is [a, b) into the document's units; when one unit was split, several chunks share it.
    ``spans`` are the slices of the canonical document text that make up the body; ``start``/``end`` are set when it is one.
    ``overlap_units`` are indices of units (or their tails) repeated from the chunk before; ``overlap_why`` says why it is 0.
    """

    id: str
    position: int
    unit_range: tuple[int, int]
    text: str
    retrieval_text: str
    body: str
    token_count: int
    text_tokens: int
    body_tokens: int
    overlap_tokens: int
    context_tokens: int
    heading_path: tuple[str, ...]
    section_id: str
    section_ids: tuple[str, ...]
    box_ids: tuple[str, ...]
    table_ids: tuple[str, ...]
    figure_ids: tuple[str, ...]
    pages: tuple[int, ...]
    regions: tuple[Region, ...]
    spans: tuple[tuple[int, int], ...]
    start: int | None
    end: int | None
    cut_reason: CutReason
    types: tuple[str, ...]
    part: int = 1
    parts: int = 1
    page_label: str = ""
    overlap_units: tuple[int, ...] = ()
    overlap_regions: tuple[Region, ...] = ()
    overlap_why: str = ""
    acl: tuple[str, ...] | None = None
    metadata: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SectionNode:
    """A heading-bounded part of the document. ``s0`` is the document itself (level 0, no box).

    ``unit_range`` is [a, b) over its own units and those of its subsections; ``own_range`` ends at the first subsection.
    ``heading_path`` are printed headings from the root to this one. A contents part,
    index or back matter has an id ending in ``_orphans``.
    """

    id: str
    title: str
    level: int
    page: int
    heading_path: tuple[str, ...]
    unit_range: tuple[int, int]
    own_range: tuple[int, int]
    box_id: str | None = None
    parent: str | None = None
    children: tuple[str, ...] = ()
    chunk_ids: tuple[str, ...] = ()
    ordinal: int = 0
    section_ordinal: int = 0


@dataclass(frozen=True, slots=True)
class TableView:
    """One table of the document, over all of its pages. ``rows`` includes ``header_rows`` leading header rows.

    A text that spans columns stands once in ``rows`` and in every place that it covers in ``grid``.
    """

    id: str
    page: int
    pages: tuple[int, ...]
    rects: tuple[Region, ...]
    caption: str
    caption_box: str | None
    headers: tuple[str, ...]
    header_rows: int
    rows: tuple[tuple[str, ...], ...]
    row_pages: tuple[int, ...]
    row_rects: tuple[Region, ...]
    html: str
    box_ids: tuple[str, ...]
    section_id: str
    unit_range: tuple[int, int]
    chunk_ids: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    grid: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class FigureView:
    """One picture of the document with its caption and any text printed inside it."""

    id: str
    page: int
    rect: Rect
    caption: str
    caption_box: str | None
    text: str
    box_id: str
    section_id: str
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Excluded:
    """A box (or unit) that is in no chunk, with the reason."""

    id: str
    reason: Exclusion
    text: str = ""
    page: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding on the document, a page, or some ids; ``level`` is how bad it is."""

    code: str
    page: int
    message: str
    ids: tuple[str, ...] = ()
    level: Literal["error", "warning", "info"] = "warning"
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """What a user should know of the result: findings, counts, exclusions, and the share of words kept (0..1)."""

    warnings: tuple[Finding, ...]
    counts: dict[str, int]
    excluded: tuple[Excluded, ...]
    coverage: float
