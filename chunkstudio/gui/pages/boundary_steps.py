"""Which boundary or box comes next from where one is: pure."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.gui.pages.marks import BoxMark


def next_cut(cuts: Sequence[int], here: int, step: int) -> int | None:
    """Row of the next (``step`` 1) or previous (-1) cut seen from row ``here``; None at the end."""
    if step > 0:
        return next((c for c in cuts if c > here), None)
    return next((c for c in reversed(cuts) if c < here), None)


def next_box(boxes: Sequence[BoxMark], chosen: str, step: int) -> BoxMark | None:
    """The box after (or before) the chosen one; the first (or last) where none of them is chosen; None at the end."""
    names = [b.id for b in boxes]
    if not names:
        return None
    if chosen not in names:
        return boxes[0] if step > 0 else boxes[-1]
    at = names.index(chosen) + step
    return boxes[at] if 0 <= at < len(boxes) else None
