"""The cuts that are shown, whether they come from a whole result or from the preview of a slider position."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chunkstudio.gui.overlay_colors import chunk_name

if TYPE_CHECKING:  # the window opens without the engine and numpy
    import numpy as np
    import numpy.typing as npt

    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.model import Chunk, SentenceUnit
    from chunkstudio.chunking.pipeline import CutPreview
    from chunkstudio.chunking.unit_columns import UnitColumns
else:
    ChunkedDocument = CutPreview = UnitColumns = Any


@dataclass(frozen=True, slots=True)
class Extent:
    """A chunk as the page shows it: units [start, end) and its tokens, context included.

    Without ``exact`` they are those of the text alone, which a moving slider knows before the whole result is there.
    """

    position: int
    id: str
    start: int
    end: int
    tokens: int
    acl: tuple[str, ...] | None = None
    exact: bool = True


class CutView:
    """Which units each chunk holds, and the decision at every boundary.

    ``starts`` and ``ends`` give the units [start, end) of each chunk in document order, ``tokens`` its size; parts of
    one unit that was split share their start. ``chunks`` are the chunks themselves, or empty while only a preview is known.
    ``columns`` identifies the units: equal columns mean equal units. ``kept`` are boundaries never to be cut, by manual rule.
    """

    def __init__(
        self,
        units: Sequence[SentenceUnit],
        spans: tuple[Sequence[int], Sequence[int], Sequence[int]],
        reasons: npt.NDArray[np.int8],
        scores: npt.NDArray[np.float64],
        chunks: Sequence[Chunk] = (),
        columns: UnitColumns | None = None,
        kept: frozenset[int] = frozenset(),
    ) -> None:
        self.units = units
        self.columns = columns
        self.starts, self.ends, self.tokens = spans
        self.reasons = reasons
        self.scores = scores
        self.chunks = chunks
        self.kept = kept

    def extents_of(self, unit: int) -> list[Extent]:
        """Chunks that hold a unit: none if it is excluded, several if it was split."""
        last = bisect_right(self.starts, unit) - 1
        first = last
        while first >= 0 and self.ends[first] > unit:
            first -= 1
        return [self.extent(i) for i in range(first + 1, last + 1)]

    def extent(self, position: int) -> Extent:
        """One chunk."""
        chunk = self.chunks[position] if self.chunks else None
        name, acl = (chunk.id, chunk.acl) if chunk is not None else (chunk_name(position), None)
        tokens = int(self.tokens[position])
        return Extent(position, name, self.starts[position], self.ends[position], tokens, acl, chunk is not None)

    def is_cut(self, boundary: int) -> bool:
        """Whether the document is cut after this unit."""
        from chunkstudio.chunking.model import FIRST_CUT_REASON

        return bool(self.reasons[boundary] >= FIRST_CUT_REASON)

    def reason(self, boundary: int) -> str:
        """The reason of the cut, or why there is none."""
        from chunkstudio.chunking.model import REASONS

        return REASONS[int(self.reasons[boundary])]

    def cuts(self) -> list[int]:
        """Rows of all cuts."""
        from chunkstudio.chunking.model import FIRST_CUT_REASON

        return [int(i) for i in (self.reasons >= FIRST_CUT_REASON).nonzero()[0]]


def view_of_result(result: ChunkedDocument) -> CutView:
    """The cuts of a whole result."""
    chunks: Sequence[Chunk] = result.chunks
    spans = ([c.unit_range[0] for c in chunks], [c.unit_range[1] for c in chunks], [c.token_count for c in chunks])
    return CutView(
        result.units, spans, result.boundaries.reason, result.boundaries.scores, chunks, result.columns, kept_together(result)
    )


def view_of_preview(preview: CutPreview, result: ChunkedDocument) -> CutView | None:
    """The cuts of a preview on the units of the last result; None if it was made from other units."""
    if len(preview.reason) != len(result.boundaries):
        return None
    spans = (preview.first.tolist(), preview.end.tolist(), preview.tokens.tolist())
    return CutView(result.units, spans, preview.reason, preview.scores, (), result.columns, kept_together(result))


def kept_together(result: ChunkedDocument) -> frozenset[int]:
    """Boundaries that a manual rule keeps from being cut."""
    places = getattr(result, "rule_places", ())
    return frozenset(p.boundary for p in places if p.state == "placed" and p.rule.kind == "never_cut")
