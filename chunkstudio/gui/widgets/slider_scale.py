"""How a setting's value is spread over a slider: even for weights, logarithmic for counts that span decades."""

from __future__ import annotations

import math
from dataclasses import dataclass

_USEFUL_WEIGHT = 1.0
_ROOM_ABOVE = 1.25  # a default at the very end of the track could only be lowered
_LEAST_SPAN = 1000.0
_SPAN_OF_DEFAULT = 8.0


@dataclass(frozen=True, slots=True)
class SliderScale:
    """A monotone map between values in ``minimum``..``maximum`` and 0..1 along the track.

    ``whole`` values are counts: when the range spans more than two decades, they are spread logarithmically, so that a
    budget of 400 does not stick to the left end of 1..32000. ``reach`` is the value at the right end of the track:
    what people use in practice; larger values (up to ``maximum``) can be typed and keep the handle at the end.
    """

    minimum: float
    maximum: float
    default: float
    whole: bool

    @property
    def reach(self) -> float:
        """Value at the right end of the track; at most ``maximum``."""
        if self.whole:
            return min(self.maximum, max(_LEAST_SPAN, self.default * _SPAN_OF_DEFAULT))
        return min(self.maximum, max(_USEFUL_WEIGHT, _ROOM_ABOVE * self.default))

    @property
    def step(self) -> float:
        """What one arrow key press changes."""
        if not self.whole:
            return 0.01
        return 10.0 if self.reach >= _LEAST_SPAN else 1.0

    @property
    def _bend(self) -> float:
        """Where the logarithmic spread turns from even to decades; 0 for an even spread."""
        if not self.whole or self.reach - self.minimum < 200:
            return 0.0
        return max(self.default / 4, 60.0)

    def fraction(self, value: float) -> float:
        """Place of a value along the track, 0..1; values beyond the ends are at the ends."""
        span = self.reach - self.minimum
        inside = min(max(value - self.minimum, 0.0), span)
        if span <= 0:
            return 0.0
        if self._bend:
            return math.log1p(inside / self._bend) / math.log1p(span / self._bend)
        return inside / span

    def value(self, fraction: float) -> float:
        """Value at a place along the track, rounded to what a hand can aim at: 0.01, or whole numbers by the step."""
        place = min(max(fraction, 0.0), 1.0)
        span = self.reach - self.minimum
        raw = self._bend * math.expm1(place * math.log1p(span / self._bend)) if self._bend else place * span
        rounded = round((self.minimum + raw) / self.step) * self.step
        return float(min(max(round(rounded, 6), self.minimum), self.reach))
