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
        for signal in (session.current_changed, session.result_changed, self._comparison.changed, session.before_view_changed):
            signal.connect(self._soon.start)

    def _tell(self) -> None:
        side = self.side()
        if side is not self._shown:
            self._shown = side
            self._show(side=side)

    def side(self) -> Side | None:
        """What stands at A; None outside the Compare view, where nothing is known of A, and while A alone is held.

        A version that cuts as the draft does stands there too: the draft has its rail at the right in any case.
        """
        state, foreign = self._session.current, self._comparison.foreign
        if state is None or state.result is None or not self._comparison.shown or self._session.before_held:
            return None
        first = state.previous
        if first is None and state.result.profile == self._session.reference:
            first = state.result
        source: object = first if foreign is None else foreign
        if source is None:
            return None
        sha = state.result.layout.info.sha256
        if self._made is None or self._made[:2] != (source, sha):
            if foreign is not None:
                tokens = {p.id: p.tokens for p in foreign.chunks.corpus.passages}
                own = [c for c in foreign.chunks.chunks if c.document == sha]
                made: Side = PieceSide([(c.id, tokens.get(c.id, 0), [(r.page, r.rect) for r in c.regions]) for c in own])
            else:
                assert first is not None
                made = ResultSide(first)
            self._made = (source, sha, made)
        return self._made[2]
