"""Settings that bound each other: minimum <= budget, overlap < budget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BUDGET = "assembly.token_budget"
MINIMUM = "assembly.min_tokens"
OVERLAP = "assembly.overlap_tokens"
COUPLED = (BUDGET, MINIMUM, OVERLAP)


def together(path: str, value: Any, start: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that change when one is set: a smaller budget pushes minimum and overlap down with it.

    ``start`` holds the values before a drag began, so that a budget that is dragged back lets them return.
    """
    out = {path: value}
    if path == BUDGET and isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        out[MINIMUM] = min(start[MINIMUM], value)
        out[OVERLAP] = min(start[OVERLAP], max(value - 1, 0))
    return out


def handle_limits(path: str, values: Mapping[str, Any]) -> tuple[float, float] | None:
    """Where the handle of a coupled setting stops; None for one that is free."""
    if path == MINIMUM:
        return 0.0, float(values[BUDGET])
    if path == OVERLAP:
        return 0.0, float(max(values[BUDGET] - 1, 0))
    return None
