"""A boundary's score as people read it: rounded parts that add up to the rounded total, and names for its two sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunkstudio.chunking.signal_specs import SIGNALS

if TYPE_CHECKING:
    from chunkstudio.chunking.model import Boundary

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class PartRow:
    """One signal as a row of the inspector. ``letter`` is "" where it adds nothing; ``adds`` is rounded to 0.01."""

    letter: str
    name: str
    label: str
    help: str
    measured: str
    weight: float
    adds: float


def rounded_parts(values: Sequence[float], digits: int = 2) -> list[float]:
    """Values rounded so that they add up to their rounded total (largest remainder first); order kept."""
    unit = 10.0**digits
    scaled = [v * unit for v in values]
    floors = [math.floor(s + 1e-9) for s in scaled]
    short = round(math.fsum(scaled)) - sum(floors)
    by_remainder = sorted(range(len(scaled)), key=lambda i: (floors[i] - scaled[i], i))
    for i in by_remainder[: max(short, 0)]:
        floors[i] += 1
    return [f / unit for f in floors]


def part_rows(boundary: Boundary) -> list[PartRow]:
    """All signals of a boundary in the register's order, with letters for those that count.

    The parts are on the scale of the weighted sum, and what they add adds up to ``round(weighted_sum, 2)``.
    """
    specs = {spec.name: spec for spec in SIGNALS}
    adds = rounded_parts([p.contribution for p in boundary.parts])
    rows = []
    for index, (part, added) in enumerate(zip(boundary.parts, adds, strict=True)):
        spec = specs.get(part.name)
        label, text = (spec.label, spec.help) if spec else (part.name, "")
        letter = _LETTERS[index % len(_LETTERS)] if added else ""
        rows.append(PartRow(letter, part.name, label, text, part.measured, abs(part.weight), added))
    return rows


def signed(value: float) -> str:
    """ "+0.23", "−0.40" (with a real minus) or "0"."""
    if not value:
        return "0"
    return f"+{value:.2f}" if value > 0 else f"\N{MINUS SIGN}{-value:.2f}"
