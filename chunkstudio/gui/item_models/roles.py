"""Item data roles that the delegates of the panels understand, besides Qt's own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt


class ItemRole(IntEnum):
    """What a cell carries for its delegate."""

    ID = Qt.ItemDataRole.UserRole + 1
    """Public id of the row's thing (str)."""
    BAR = Qt.ItemDataRole.UserRole + 2
    """A :class:`TokenBar`."""
    RAIL = Qt.ItemDataRole.UserRole + 3
    """Position of a chunk, for the colour of its rail (int)."""
    ICON = Qt.ItemDataRole.UserRole + 4
    """Name of one of the theme's icons (str)."""
    COLOR = Qt.ItemDataRole.UserRole + 5
    """Role of the palette for text and icon (str)."""
    WEIGHT = Qt.ItemDataRole.UserRole + 6
    """Font weight (int)."""
    SPARK = Qt.ItemDataRole.UserRole + 7
    """Counts for a small histogram (tuple of ints)."""
    SORT = Qt.ItemDataRole.UserRole + 8
    """A key to sort by."""
    ELIDE_MIDDLE = Qt.ItemDataRole.UserRole + 9
    """True where the middle of the text is cut for want of room."""
    SECOND = Qt.ItemDataRole.UserRole + 10
    """A muted second line (str)."""


@dataclass(frozen=True, slots=True)
class TokenBar:
    """Tokens of a chunk against its budget, with the minimum as a tick."""

    tokens: int
    budget: int
    minimum: int
