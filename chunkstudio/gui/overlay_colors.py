"""Colours and lines of the overlays: plain data, one set for both themes, never told apart by colour alone.

Box classes differ by colour, letters and line; neighbouring chunks in lightness; cuts by line style and word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chunkstudio.layout.model import BoxClass

Stroke = Literal["solid", "dashed", "dotted", "double", "dash-dot", "long-dash"]


@dataclass(frozen=True, slots=True)
class ClassStyle:
    """How boxes of a class look: its name for people, tag letters, colour and outline (pixels).

    ``quiet`` classes are so frequent that their tag is white with grey letters.
    """

    label: str
    tag: str
    color: str
    width: float = 1.5
    stroke: Stroke = "solid"
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class ReasonStyle:
    """How a cut of a reason looks: colour, line, and an optional mark at its ends."""

    label: str
    color: str
    stroke: Stroke = "solid"
    mark: Literal["", "lock", "diamond"] = ""


@dataclass(frozen=True, slots=True)
class ChangeStyle:
    """How a difference to another result looks: sign, colour on paper, line and its width in pixels."""

    label: str
    sign: str
    color: str
    width: float
    stroke: Stroke


CLASS_STYLES: dict[BoxClass, ClassStyle] = {
    "title": ClassStyle("Title", "Ti", "#0A4D9D"),
    "section-header": ClassStyle("Heading", "He", "#0A4D9D"),
    "text": ClassStyle("Text", "Tx", "#848D9B", 1.0, quiet=True),
    "list-item": ClassStyle("List item", "Li", "#0E8669"),
    "table": ClassStyle("Table", "Tb", "#9A4A00"),
    "picture": ClassStyle("Picture", "Pi", "#6F4FD0"),
    "caption": ClassStyle("Caption", "Ca", "#6F4FD0", 1.5, "dashed"),
    "formula": ClassStyle("Formula", "Fo", "#7A0A40"),
    "code": ClassStyle("Code", "Co", "#7A0A40", 1.5, "dashed"),
    "footnote": ClassStyle("Footnote", "Fn", "#573D02", 1.5, "dashed"),
    "page-header": ClassStyle("Page header", "Ph", "#848D9B", 1.0, "dotted", quiet=True),
    "page-footer": ClassStyle("Page footer", "Pf", "#848D9B", 1.0, "dotted", quiet=True),
    "toc": ClassStyle("Contents", "Tc", "#573D02", 1.0, "dotted", quiet=True),
}
"""Every box class, in the order of the legend."""

CHUNK_TINTS: tuple[str, ...] = ("#06569B", "#A97500", "#633CAF", "#108A80")
"""Chunk colours in turn; neighbours differ by 14 or more in grey and for each kind of colour blindness."""

CHUNK_RAILS_DARK: tuple[str, ...] = ("#4F93E8", "#F0C04A", "#9A7BEA", "#5FD6C6")
"""The same turn on the dark desk."""

TINT_STRENGTH = 0.14
"""Opacity of a chunk's tint on the paper."""

REASON_STYLES: dict[str, ReasonStyle] = {
    "score": ReasonStyle("score", "#1B2A5C"),
    "section": ReasonStyle("section", "#1B2A5C", "double"),
    "budget": ReasonStyle("budget", "#7A3600", "dashed"),
    "table": ReasonStyle("table", "#0D6B5C", "dash-dot"),
    "access": ReasonStyle("access", "#C4386F", "long-dash", "lock"),
    "manual": ReasonStyle("manual", "#8044CE", "solid", "diamond"),
}
"""Cuts by reason, in the order of the legend."""

NO_CUT_LABELS: dict[str, str] = {
    "below_threshold": "below the threshold",
    "min_tokens": "a side would be below the minimum",
    "forbidden": "a cut is not allowed here",
}
"""Why a place was not cut, in words."""

CHANGE_STYLES: dict[str, ChangeStyle] = {
    "added": ChangeStyle("added", "+", "#0A5CA8", 2.5, "solid"),
    "removed": ChangeStyle("removed", "−", "#A63A00", 2.0, "dashed"),
    "moved": ChangeStyle("moved", "↕", "#3B1F73", 2.0, "dotted"),
    "same": ChangeStyle("same", "=", "#6A7280", 1.5, "solid"),
}
"""Differences to another result."""

OVERLAP = "#7A4DB8"
EXCLUDED = "#848D9B"
EVIDENCE_FILL = "#FFD84D"
EVIDENCE_FRAME = "#7A5A00"
ORDER = "#3D4653"

DASHES: dict[Stroke, tuple[float, ...]] = {
    "solid": (),
    "double": (),
    "dashed": (5.0, 3.0),
    "dotted": (1.5, 2.5),
    "dash-dot": (8.0, 3.0, 2.0, 3.0),
    "long-dash": (12.0, 3.0),
}
"""Dashes and gaps in pixels, for a pen of any width."""

EXCLUSION_LABELS: dict[str, str] = {
    "page-header": "Running head",
    "page-footer": "Running foot",
    "toc": "Contents list",
    "hidden": "Text that no reader can see",
    "outside": "Outside the page",
    "layer": "On a layer that is switched off",
    "unreadable": "Text without readable characters",
    "redacted": "Covered by a redaction",
    "rule": "Left out by a rule",
    "empty_section": "Heading without a body",
}
"""Why something is in no chunk, in words."""


def chunk_color(position: int, *, dark: bool = False) -> str:
    """Colour (``#RRGGBB``) of the chunk at a position; ``dark`` for marks on the dark desk and in dark lists."""
    turn = CHUNK_RAILS_DARK if dark else CHUNK_TINTS
    return turn[position % len(turn)]


def class_style(box_class: str) -> ClassStyle:
    """Style of a box class; an unknown class looks like text."""
    known: dict[str, ClassStyle] = dict(CLASS_STYLES.items())
    return known.get(box_class, CLASS_STYLES["text"])


def reason_style(reason: str) -> ReasonStyle:
    """Style of a cut's reason; an unknown reason looks like a cut by score under its own name."""
    return REASON_STYLES.get(reason) or ReasonStyle(reason, REASON_STYLES["score"].color)


def chunk_name(position: int) -> str:
    """The short name of a chunk, ``c0`` for the first."""
    return f"c{position}"
