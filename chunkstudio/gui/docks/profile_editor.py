"""The profile editor: every setting of the profile as a row, found by name, changed live, undone like everything else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from chunkstudio.chunking.profile import flatten
from chunkstudio.chunking.profile_faults import NOT_ALLOWED
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.docks.coupled_limits import handle_limits, together
from chunkstudio.gui.docks.panel import Panel
from chunkstudio.gui.docks.setting_list import SettingList
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.search_field import SearchField
from chunkstudio.gui.widgets.setting_controls import NumberRow
from chunkstudio.gui.widgets.themed_font import follow_font

TOKENIZER = "assembly.tokenizer"
_SAID_BY_THE_RANGE = (NOT_ALLOWED, "must be a number", "must be a whole number", "must be a finite number")


class ProfileEditorDock(Panel):
    """Search, the settings in groups, and a foot that stays: what changed, Reset, Save version."""

    title = "Profile"
    object_name = "profile_editor"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.search = SearchField(theme, "Find a setting")
        self.changed_only = QCheckBox("Changed only")
        follow_font(self.changed_only, theme)
        self.settings = SettingList(theme)
        self.foot_words = PlainLabel(theme, role="muted")
        self.reset = QPushButton("Reset")
        self.save = QPushButton(theme.icon("save", "on_accent"), "Save version")
        self._drag_start: dict[str, Any] | None = None
        self._not_run = ""
        self._build()
        self.settings.edited.connect(self._edited)
        self.search.textChanged.connect(self._filter)
        self.changed_only.toggled.connect(self._filter)
        self.reset.clicked.connect(self._reset)
        self.save.clicked.connect(self._save)
        for signal in (session.profile_changed, session.documents_changed, session.current_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        if session.explorer is not None:
            session.explorer.affected_changed.connect(self.mark)

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 16, 8)
        top.setSpacing(16)
        top.addWidget(self.search, 1)
        top.addWidget(self.changed_only)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its rows take the keyboard, and come into view with it
        for ground in (scroll, scroll.viewport(), self.settings):
            ground.setBackgroundRole(QPalette.ColorRole.Base)
        scroll.setWidget(self.settings)
        self.save.setProperty("primary", True)
        self.save.setIconSize(QSize(16, 16))
        for button in (self.reset, self.save):
            button.setMinimumHeight(28)
            follow_font(button, self.theme, "ui", 500)
        self.save.setToolTip("Keep this draft as the version that later changes are compared with")
        self.reset.setToolTip("Back to the saved version; can be undone")
        foot = QWidget()
        line = QHBoxLayout(foot)
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(8)
        line.addWidget(self.foot_words, 1)
        line.addWidget(self.reset)
        line.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(scroll, 1)
        rule = QFrame()
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setForegroundRole(QPalette.ColorRole.Mid)
        rule.setFrameShadow(QFrame.Shadow.Plain)
        column.addWidget(rule)
        column.addWidget(foot)

    def refresh(self) -> None:
        draft = flatten(self.session.profile.to_dict())
        saved = flatten(self.session.baseline.to_dict())
        self.settings.show_values(draft, saved)
        for path in draft:
            limits = handle_limits(path, draft)
            row = self.settings.rows.get(path)
            if limits is not None and isinstance(row, NumberRow):
                row.set_limits(*limits)
        self._show_not_run()
        if self.session.explorer is not None:
            self.settings.show_affected(self.session.explorer.affected)
        changed = self.settings.changed_count()
        self.changed_only.setText(f"Changed only ({changed})")
        words = f"{changed} setting{'' if changed == 1 else 's'} changed" if changed else "No changes"
        self.foot_words.setText(words)
        self.reset.setEnabled(bool(changed))
        self.save.setEnabled(bool(changed))
        if self.changed_only.isChecked():
            self._filter()

    def _show_not_run(self) -> None:
        """A value that can be written but not run with is explained beside its field too, once a run has met it."""
        state = self.session.current
        error = state.error if state is not None else None
        field = error.field or "" if error is not None and error.code == "bad_profile" else ""
        if self._not_run and field != self._not_run:
            self.settings.rows[self._not_run].show_refusal("")
        self._not_run = field if field in self.settings.rows else ""
        if self._not_run and error is not None:
            self.settings.rows[self._not_run].show_refusal(_reason(error))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.session.explorer is not None:
            self.session.explorer.want_affected(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.session.explorer is not None:
            self.session.explorer.want_affected(False)

    def _filter(self, *_: object) -> None:
        self.settings.filter(self.search.text(), changed_only=self.changed_only.isChecked())

    def _edited(self, path: str, value: Any, dragging: bool) -> None:
        start = self._drag_start or flatten(self.session.profile.to_dict())
        self._drag_start = start if dragging else None
        values = together(path, value, start)
        refused = _unusable(path, value)
        if refused is not None:
            pass
        elif len(values) > 1:
            label = self.settings.rows[path].field.label
            refused = self.session.edit_settings(values, label[:1].lower() + label[1:], dragging=dragging)
        else:
            refused = self.session.edit_profile(path, value, dragging=dragging)
        if refused is not None:
            limits = handle_limits(path, flatten(self.session.profile.to_dict()))
            self.settings.rows[path].show_refusal(_reason(refused, limits))
        else:
            self.settings.rows[path].accept_value(self.session.profile.get(path))

    def _reset(self) -> None:
        self.session.reset_profile()

    def _save(self) -> None:
        self.session.save_version()


def _unusable(path: str, value: Any) -> ChunkStudioError | None:
    """Why no run could be made with a value that a profile may hold, where that is known at once."""
    if path != TOKENIZER or value == "embedder" or Path(str(value)).is_file():
        return None
    try:
        tokenizer_for(str(value))
    except ChunkStudioError as refusal:
        return refusal
    return None


def _reason(refused: ChunkStudioError, limits: tuple[float, float] | None = None) -> str:
    """The refusal without the field's dotted name, which stands beside it anyway, and the allowed range.

    ``limits`` is the range of a setting that others bound.
    """
    hint = refused.hint if limits is None else f"Allowed: a whole number from {limits[0]:g} to {limits[1]:g}."
    fault = refused.faults[0] if len(refused.faults) == 1 else None
    if fault is None or not fault.allowed:
        return f"{refused.message.split(': ', 1)[-1]} {hint}".strip()
    if fault.message.startswith(_SAID_BY_THE_RANGE):
        return hint
    return f"{fault.message[:1].upper()}{fault.message[1:]}. {hint}"
