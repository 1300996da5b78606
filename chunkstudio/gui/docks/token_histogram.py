"""How large the chunks are, against budget and minimum, and how it was under the saved version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from chunkstudio.chunking.profile import flatten
from chunkstudio.gui.docks.coupled_limits import BUDGET, MINIMUM, together
from chunkstudio.gui.docks.panel import NO_DOCUMENT, Panel, absence
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import ElidedLabel
from chunkstudio.gui.widgets.plot_legend import LegendEntry, PlotLegend

if TYPE_CHECKING:
    from chunkstudio.gui.plots.histogram_plot import HistogramPlot

_LABELS = {BUDGET: "token budget", MINIMUM: "minimum tokens"}


class TokenHistogramDock(Panel):
    """Budget and minimum can be dragged in the plot; the draft follows."""

    title = "Tokens"
    object_name = "token_histogram"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.plot: HistogramPlot | None = None
        self.legend = PlotLegend(theme, ())
        self.legend.setMinimumWidth(132)
        self.words = ElidedLabel(theme, role="muted", use="small")
        self._drag_start: dict[str, Any] | None = None
        self._content = QWidget()
        self.pages = ContentOrSentence(theme, self._content, NO_DOCUMENT)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)
        for signal in (session.current_changed, session.profile_changed, session.before_view_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)

    def _build(self) -> None:
        from chunkstudio.gui.plots.histogram_plot import HistogramPlot

        self.plot = HistogramPlot(self.theme)
        top = QHBoxLayout()
        top.setContentsMargins(12, 0, 0, 0)
        top.addWidget(self.words, 1)
        top.addWidget(self.legend)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(4, 4, 8, 4)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.plot, 1)
        self.plot.limit_dragged.connect(self._dragged)

    def refresh(self) -> None:
        state = self.session.current
        missing = absence(self.session)
        if state is None or state.result is None or missing:
            self.pages.show_sentence(missing)
            return
        if self.plot is None:
            self._build()
        assert self.plot is not None
        self.pages.show_content()
        previous, held = state.previous, self.session.before_held and state.previous is not None
        shown = previous if held and previous is not None else state.result
        assembly = (self.session.reference if held else self.session.profile).assembly
        tokens = [c.token_count for c in shown.chunks]
        before = [c.token_count for c in previous.chunks] if previous is not None and not held else None
        self.plot.show_tokens(tokens, before, budget=assembly.token_budget, minimum=assembly.min_tokens)
        self.plot.set_bounds(least_budget=1, most_minimum=assembly.token_budget)
        self.words.setText(summary(tokens))
        version = self.session.reference.version[:4]
        now = "Draft" if before is not None else version
        saved = (LegendEntry("dash", "text", version),) if before is not None else ()
        self.legend.set_entries((*saved, LegendEntry("square", "second", now)))

    def _dragged(self, name: str, value: int, dragging: bool) -> None:
        path = BUDGET if name == "budget" else MINIMUM
        start = self._drag_start or flatten(self.session.profile.to_dict())
        self._drag_start = start if dragging else None
        values = together(path, max(value, 1) if path == BUDGET else value, start)
        self.session.edit_settings(values, _LABELS[path], dragging=dragging)


def summary(tokens: list[int]) -> str:
    """ "308 chunks, 186 tokens on average"."""
    if not tokens:
        return "No chunks"
    return f"{len(tokens):,} chunk{'' if len(tokens) == 1 else 's'}, {round(sum(tokens) / len(tokens)):,} tokens on average"
