"""Findings on the shown document; choosing one shows its page and what it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from chunkstudio.gui.docks.panel import NO_DOCUMENT, absence
from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.item_models.findings_model import LEVEL, MESSAGE, PAGE, FindingsModel, by_rank, exclusion_notes
from chunkstudio.gui.selection import Kind
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme

if TYPE_CHECKING:
    from chunkstudio.chunking.model import Finding

_CLEAN = "No findings: every chunk is within its limits."


class FindingsDock(TablePanel):
    """Warnings of layout and chunking, the worst first."""

    title = "Findings"
    object_name = "findings"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            session,
            theme,
            parent,
            model=FindingsModel(),
            sentence=NO_DOCUMENT,
            stretch=MESSAGE,
            widths={LEVEL: 104, PAGE: 64},
        )
        self.rows_model.setParent(self)
        session.result_changed.connect(self.mark_document)
        session.layout_changed.connect(self.mark_document)
        for signal in (session.current_changed, session.before_view_changed):
            signal.connect(self.mark)
        for signal in (session.current_changed, session.result_changed, session.before_view_changed):
            signal.connect(self._recount)
        self._recount()

    def refresh(self) -> None:
        if self.session.current is None:
            self.show_rows(())
            self.pages.show_sentence(NO_DOCUMENT)
            return
        listed = self._listed()
        self.show_rows(listed)
        if listed:
            self.pages.show_content()
        else:
            self.pages.show_sentence(_CLEAN if self.session.shown_result is not None else absence(self.session))

    def _listed(self) -> list[Finding]:
        """The findings, and a note for each reason why something is in no chunk; the title counts both."""
        result = self.session.shown_result
        if result is None:
            return []
        told = result.diagnostics
        return [*sorted(told.warnings, key=by_rank), *exclusion_notes(told.excluded)]

    def _recount(self, *_: object) -> None:
        self.set_count(len(self._listed()) if self.session.shown_result is not None else None)

    def row_chosen(self, row: Any) -> None:
        for name in row.ids:
            kind = self._kind_of(name)
            if kind is not None:
                self.session.select(kind, name, reveal=True)
                return
        if row.page:
            self.session.show_page(row.page)

    def _kind_of(self, name: str) -> Kind | None:
        """What an id names in the shown result; None for one that it does not have."""
        result = self.session.shown_result
        if result is None:
            return None
        registers: tuple[tuple[Kind, Any], ...] = (
            ("chunk", result.chunks),
            ("table", result.tables),
            ("figure", result.figures),
            ("section", result.sections),
            ("box", result.layout.boxes()),
            ("boundary", result.units),
        )
        return next((kind for kind, things in registers if any(t.id == name for t in things)), None)
