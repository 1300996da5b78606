"""The register of boundary signals: a new one is added here and in :mod:`chunkstudio.chunking.boundary_scorer`,
and then appears in profile, editor and inspector by itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SignalSpec:
    """Name (profile key), label and help for people, default weight, and whether it keeps units together."""

    name: str
    label: str
    help: str
    default: float
    keeps: bool = False


SIGNALS: tuple[SignalSpec, ...] = (
    SignalSpec("box", "Box change", "The next unit stands in another layout box or table row.", 0.35),
    SignalSpec("class", "Class change", "The next unit has another class, such as text after a table.", 0.50),
    SignalSpec("page", "Page change", "The next unit stands on another page.", 0.22),
    SignalSpec("vertical_gap", "Vertical gap", "White space above the next unit, against the usual line distance.", 0.30),
    SignalSpec("horizontal_gap", "Horizontal gap", "The next unit begins further left or right: an indent or a column.", 0.30),
    SignalSpec("font", "Font change", "The next unit has another size, weight or typeface.", 0.25),
    SignalSpec("heading", "Heading starts", "The next unit is a heading; higher levels count more.", 0.65),
    SignalSpec("footnote", "Footnote starts", "The next unit opens a footnote.", 0.70),
    SignalSpec("list", "List items", "Both units belong to one list.", 0.85, keeps=True),
    SignalSpec("table", "Table rows", "Both units are rows of one table.", 1.35, keeps=True),
    SignalSpec("table_note", "Table with its notes", "A table and the notes right below it.", 0.90, keeps=True),
    SignalSpec(
        "caption",
        "Caption with object",
        "A caption and its table or figure, or the one line between them.",
        0.80,
        keeps=True,
    ),
)
"""All signals in their fixed order: the columns of ``Boundaries.raw``."""

SIGNAL_NAMES: tuple[str, ...] = tuple(s.name for s in SIGNALS)
