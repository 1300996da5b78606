"""The cuts that are shown, whether they come from a whole result or from the preview of a slider position."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.model import FIRST_CUT_REASON, REASONS, Boundaries, Chunk, SentenceUnit

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any


@dataclass(frozen=True, slots=True)
class Extent:
    """A chunk as the page shows it: units [start, end), tokens, and how many units it repeats from the one before."""

    position: int
    id: str
    start: int
    end: int
    tokens: int
    acl: tuple[str, ...] | None = None
    part: int = 1
    parts: int = 1


class CutView:
    """Extents in document order, and the decision at every boundary."""

    def __init__(
        self,
        units: Sequence[SentenceUnit],
        extents: Sequence[Extent],
        reasons: npt.NDArray[np.int8],
        scores: npt.NDArray[np.float64],
        chunks: Sequence[Chunk] = (),
    ) -> None:
        self.units = units
        self.extents = extents
        self.reasons = reasons
        self.scores = scores
        self.chunks = chunks
        self._starts = [e.start for e in extents]

    def extents_of(self, unit: int) -> Sequence[Extent]:
        """Extents that hold a unit: none if it is excluded, several if it was split."""
        last = bisect_right(self._starts, unit) - 1
        first = last
        while first >= 0 and self.extents[first].end > unit:
            first -= 1
        return self.extents[first + 1 : last + 1]

    def is_cut(self, boundary: int) -> bool:
        """Whether the document is cut after this unit."""
        return bool(self.reasons[boundary] >= FIRST_CUT_REASON)

    def reason(self, boundary: int) -> str:
        """The reason of the cut, or why there is none."""
        return REASONS[int(self.reasons[boundary])]

    def cuts(self) -> list[int]:
        """Rows of all cuts."""
        return [int(i) for i in np.flatnonzero(self.reasons >= FIRST_CUT_REASON)]


def view_of_result(result: ChunkedDocument) -> CutView:
    """The cuts of a whole result."""
    extents = split_parts(
        [Extent(c.position, c.id, c.unit_range[0], c.unit_range[1], c.body_tokens, c.acl) for c in result.chunks]
    )
    table: Boundaries = result.boundaries
    return CutView(result.units, extents, table.reason, table.scores, result.chunks)


def split_parts(extents: Sequence[Extent]) -> list[Extent]:
    """Number the extents that share their first unit: the parts of one unit that was too large."""
    out: list[Extent] = []
    at = 0
    while at < len(extents):
        end = at + 1
        while end < len(extents) and extents[end].start == extents[at].start:
            end += 1
        for part, e in enumerate(extents[at:end], start=1):
            out.append(Extent(e.position, e.id, e.start, e.end, e.tokens, e.acl, part, end - at))
        at = end
    return out
