"""The open documents as rows with their pages, chunks, faults and the spread of their tokens under one profile."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from PySide6.QtCore import Qt

from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel

NAME, CHUNKS, FAULTS, SPREAD = range(4)
_BINS = 16


class DocumentsModel(RowsModel[DocumentState]):
    """Name with pages and state below it, chunks, faults (findings that are errors or warnings), histogram."""

    columns = (
        Column("Document"),
        Column("Chunks", right=True),
        Column("Faults", right=True, help="Findings that are errors or warnings"),
        Column("Tokens", help="Chunks by tokens, from 0 to the budget"),
    )

    narrow = False
    """Whether counts stand below the name, for want of room for their own columns."""
    names: Mapping[str, str] = MappingProxyType({})
    """What each document is called, by key, where its file name alone does not tell it from another one."""

    def cell(self, row: DocumentState, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column)
        if role == ItemRole.ID:
            return row.key
        if role == ItemRole.SECOND:
            return self._second_line(row) if column == NAME else None
        if role == ItemRole.ICON:
            return _icon(row) if column == NAME else None
        if role == ItemRole.COLOR:
            return self._color(row, column)
        if role == ItemRole.ELIDE_MIDDLE:
            return column == NAME
        if role == ItemRole.SPARK:
            return _histogram(row) if column == SPREAD else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.path}\n{state_words(row)}" if column == NAME else None
        return None

    def _second_line(self, state: DocumentState) -> str:
        words = state_words(state)
        if not self.narrow or state.result is None or state.error is not None:
            return words
        found, chunks = faults(state), len(state.result.chunks)
        parts = (words.replace(" pages", " p"), f"{chunks:,} chunk{_s(chunks)}", f"{found} fault{_s(found)}")
        return " · ".join(parts)

    def _words(self, state: DocumentState, column: int) -> str:
        if column == NAME:
            return self.names.get(state.key, state.name)
        if state.result is None or column == SPREAD:
            return ""
        return f"{len(state.result.chunks):,}" if column == CHUNKS else str(faults(state))

    def _color(self, state: DocumentState, column: int) -> str:
        if column == NAME and state.error is not None:
            return "error"
        return "warn" if column == FAULTS and faults(state) else "muted" if column == FAULTS else "text"

    def sort_key(self, row: DocumentState, column: int) -> Any:
        if column == NAME:
            return row.name.casefold()
        return faults(row) if column == FAULTS else len(row.result.chunks) if row.result is not None else -1


def faults(state: DocumentState) -> int:
    """How many findings are errors or warnings."""
    return sum(f.level != "info" for f in state.result.diagnostics.warnings) if state.result is not None else 0


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def state_words(state: DocumentState) -> str:
    """State of a document in a few words: pages, and whether it is still read, locked or broken."""
    if state.needs_password:
        return "Locked: waits for its password"
    if state.error is not None:
        return state.error.message
    pages = state.info.page_count if state.info is not None else state.pages_total
    words = f"{pages:,} page{_s(pages)}" if pages else "opening"
    if state.changed_on_disk:
        return f"{words} · changed on disk"
    if state.provisional:
        return f"{words} · layout {state.pages_done} of {state.pages_total}" if state.pages_total else f"{words} · provisional"
    return words


def _icon(state: DocumentState) -> str:
    if state.needs_password:
        return "lock"
    if state.error is not None:
        return "error"
    return "document" if state.final else "clock"


def _histogram(state: DocumentState) -> tuple[int, ...] | None:
    if state.result is None or not state.result.chunks:
        return None
    budget = state.result.profile.assembly.token_budget
    tokens = np.fromiter((c.token_count for c in state.result.chunks), dtype=np.int64)
    counts, _ = np.histogram(np.minimum(tokens, budget), bins=_BINS, range=(0, max(budget, 1)))
    return tuple(int(c) for c in counts)
