"""What is chosen or hovered: a kind and an id. Ids travel between the parts of the window, never objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["box", "boundary", "chunk", "table", "figure", "section"]


@dataclass(frozen=True, slots=True)
class Selection:
    """One chosen thing of the document that is shown.

    ``id`` is a public id (``p1.b0``, ``c3``, ``t1``, ``f1``, ``s2``); a boundary is named by the unit before it
    (``p1.b0.u2``). ``index`` is its place: position of a chunk, row of a boundary, else -1.
    """

    kind: Kind | None = None
    id: str = ""
    index: int = -1

    def __bool__(self) -> bool:
        return self.kind is not None


NOTHING = Selection()
"""Nothing is chosen."""
