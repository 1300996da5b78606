"""Where the cards lie that stand in for pages: they scroll in a small window instead of making it larger."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget

from chunkstudio.gui.style import ON_DESK


class CardDesk(QScrollArea):
    """The cards one below the other, in the middle at the top; the desk behind them is painted by the parent."""

    def __init__(self, *cards: QWidget) -> None:
        super().__init__()
        body = QWidget()
        around = QVBoxLayout(body)
        around.setContentsMargins(16, 40, 16, 16)
        for card in cards:
            around.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        around.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty(ON_DESK, True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(body)
        for ground in (self.viewport(), body):
            ground.setAutoFillBackground(False)

    def hand_over(self, staying: QWidget | None) -> bool:
        """Call before the cards change to ``staying`` (None: pages are shown): focus of a card that goes waits here.

        True when pages are shown now and the keyboard should go to them; else Qt would put it on any control.
        """
        focus = QApplication.focusWidget()
        if focus is None or not (focus is self or self.isAncestorOf(focus)):
            return False
        if staying is not None and not staying.isAncestorOf(focus):
            self.setFocus()
        return staying is None
