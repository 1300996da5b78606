"""Tells the page view what stands at A while the Compare view is shown: a version's chunks, or those of another tool."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from chunkstudio.gui.evaluation.comparison_state import Comparison
from chunkstudio.gui.pages.side_marks import PieceSide, ResultSide, Side
from chunkstudio.gui.session import Session


class SideLayer(QObject):
    """Tells it once for all changes of one turn of the event loop."""

    def __init__(self, session: Session, show: Callable[..., None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        assert session.comparison is not None
        self._session = session
        self._comparison: Comparison = session.comparison
        self._show = show
        self._made: tuple[object, str, Side] | None = None
        self._shown: Side | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._tell)
        for signal in (session.current_changed, session.result_changed, self._comparison.changed):
            signal.connect(self._soon.start)

    def _tell(self) -> None:
        side = self.side()
        if side is not self._shown:
            self._shown = side
            self._show(side=side)

    def side(self) -> Side | None:
        """What stands at A; None outside the Compare view and where there is nothing to compare with."""
        state, foreign = self._session.current, self._comparison.foreign
        if state is None or state.result is None or not self._comparison.shown:
            return None
        source: object = foreign if foreign is not None else state.previous
        if source is None or source is state.result:
            return None
        sha = state.result.layout.info.sha256
        if self._made is None or self._made[:2] != (source, sha):
            if foreign is not None:
                tokens = {p.id: p.tokens for p in foreign.chunks.corpus.passages}
                own = [c for c in foreign.chunks.chunks if c.document == sha]
                made: Side = PieceSide([(c.id, tokens.get(c.id, 0), [(r.page, r.rect) for r in c.regions]) for c in own])
            else:
                assert state.previous is not None
                made = ResultSide(state.previous)
            self._made = (source, sha, made)
        return self._made[2]
