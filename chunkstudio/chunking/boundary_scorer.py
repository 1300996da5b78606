"""Step B, second half: signals and weights become one score for each boundary."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.calibration import score_of_sum, sum_of_score
from chunkstudio.chunking.model import REASONS, Boundaries, Boundary, SignalPart
from chunkstudio.chunking.signal_specs import SIGNAL_NAMES, SIGNALS


def signed_weights(weights: Mapping[str, float]) -> npt.NDArray[np.float64]:
    """Weights in the register's order; those that keep units together are negative."""
    return np.array([-weights[s.name] if s.keeps else weights[s.name] for s in SIGNALS], dtype=np.float64)


def weighted_sums(raw: npt.NDArray[np.float32], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Sum over signals of raw x weight, added in the register's order so that the last bit is the same everywhere."""
    total = np.zeros(len(raw), dtype=np.float64)
    for k, weight in enumerate(weights):
        if weight:
            total += raw[:, k].astype(np.float64) * weight
    return total


Scored = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]
"""Weighted sums and scores of all boundaries."""


def scored(raw: npt.NDArray[np.float32], weights: Mapping[str, float]) -> Scored:
    """Sums and scores under these weights."""
    sums = weighted_sums(raw, signed_weights(weights))
    return sums, score_of_sum(sums)


def decided(
    raw: npt.NDArray[np.float32],
    weights: Mapping[str, float],
    scores: Scored,
    threshold: float,
    reason: npt.NDArray[np.int8],
) -> Boundaries:
    """All boundaries with their scores; ``reason`` holds the decisions of the assembly."""
    return Boundaries(SIGNAL_NAMES, raw, signed_weights(weights), *scores, threshold, reason)


def boundary_at(boundaries: Boundaries, index: int, after: str, detail: str, measured: Mapping[str, str]) -> Boundary:
    """One boundary as a value with its parts; ``measured`` says in words what a signal saw."""
    parts = tuple(
        SignalPart(
            name,
            float(boundaries.raw[index, k]),
            float(boundaries.weights[k]),
            float(np.float64(boundaries.raw[index, k]) * boundaries.weights[k]),
            measured.get(name, ""),
        )
        for k, name in enumerate(boundaries.names)
    )
    return Boundary(
        index=index,
        after=after,
        score=float(boundaries.scores[index]),
        threshold=boundaries.threshold,
        weighted_sum=float(boundaries.sums[index]),
        threshold_sum=sum_of_score(boundaries.threshold),
        cut=bool(boundaries.cut[index]),
        reason=REASONS[int(boundaries.reason[index])],
        detail=detail,
        parts=parts,
    )
