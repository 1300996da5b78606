"""How much each control matters for one document: cuts that move for a small step up or down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.model import FIRST_CUT_REASON
from chunkstudio.chunking.profile_fields import ProfileField, profile_fields
from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.breaks import stop_if, with_breaks

_SHARE_OF_RANGE = 0.05
_COUNT_SHARE = 0.10
_CONTROLS = ("assembly.threshold", "assembly.token_budget", "assembly.min_tokens", "assembly.overlap_tokens")


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Cuts that appear or vanish (``moved_down``, ``moved_up``) when ``field`` goes a ``step`` down or up.

    -1 where that step would leave the range. ``cuts`` is how many there are now.
    """

    field: str
    step: float
    moved_down: int
    moved_up: int
    cuts: int


def sensitivities(chunked: ChunkedDocument, cancelled: Callable[[], bool] | None = None) -> tuple[Sensitivity, ...]:
    """One figure for the threshold, every weight, budget, minimum and overlap.

    The step is .05 for weights and threshold, a tenth of the value (at least 1) for counts.
    Raises ChunkStudioError ``cancelled``.
    """
    trial = chunked.trial()
    now = chunked.boundaries.reason >= FIRST_CUT_REASON

    def moved(field: ProfileField, value: float) -> int:
        stop_if(cancelled)
        whole = round(value) if field.kind == "count" else round(value, 6)
        try:
            profile = chunked.profile.replace({field.path: whole})
            with with_breaks(cancelled):
                cut = trial(profile).cuts().reason >= FIRST_CUT_REASON
        except ChunkStudioError as error:
            if error.code == "cancelled":
                raise
            return -1
        return int(np.count_nonzero(cut != now))

    out = []
    for field in profile_fields():
        if field.path in _CONTROLS or field.path.startswith("weights."):
            current = float(chunked.profile.get(field.path))
            step = _step(field, current)
            out.append(
                Sensitivity(field.path, step, moved(field, current - step), moved(field, current + step), int(now.sum()))
            )
    return tuple(out)


def _step(field: ProfileField, current: float) -> float:
    if field.kind == "count":
        return float(max(1, round(current * _COUNT_SHARE)))
    return _SHARE_OF_RANGE
