"""The preferences dialog, built from the preference fields; every change acts at once."""

from __future__ import annotations

from typing import Any, get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QVBoxLayout, QWidget

from chunkstudio.gui.preferences import Preferences, PreferenceValues
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel


class PreferencesDialog(QDialog):
    """One row for each preference with its explanation below; Reset goes back to the defaults."""

    def __init__(self, preferences: Preferences, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        self.setMinimumWidth(460)
        self._preferences = preferences
        self.controls: dict[str, QWidget] = {}
        form = QFormLayout()
        form.setHorizontalSpacing(20)
        form.setVerticalSpacing(4)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for name, field in PreferenceValues.model_fields.items():
            control = self._control(name)
            control.setObjectName(name)
            control.setAccessibleName(field.title or name)
            self.controls[name] = control
            if isinstance(control, QCheckBox):
                control.setText(field.title or name)
                form.addRow("", control)
            else:
                form.addRow(PlainLabel(theme, field.title or name, use="ui"), control)
            note = PlainLabel(theme, field.description or "", role="muted", use="small", wrap=True)
            note.setContentsMargins(0, 0, 0, 8)
            form.addRow("", note)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Reset)
        buttons.rejected.connect(self.reject)
        buttons.button(QDialogButtonBox.StandardButton.Reset).clicked.connect(preferences.reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(buttons)
        preferences.changed.connect(self._show)
        for name in self.controls:
            self._show(name)

    def _control(self, name: str) -> QWidget:
        field = PreferenceValues.model_fields[name]
        if field.annotation is bool:
            check = QCheckBox()
            check.toggled.connect(self._edited)
            return check
        if field.annotation is int:
            spin = QSpinBox()
            bounds = {type(m).__name__: m for m in field.metadata}
            spin.setRange(int(getattr(bounds.get("Ge"), "ge", 0)), int(getattr(bounds.get("Le"), "le", 9999)))
            spin.valueChanged.connect(self._edited)
            return spin
        combo = QComboBox()
        for choice in get_args(field.annotation):
            combo.addItem(str(choice).capitalize(), choice)
        combo.currentIndexChanged.connect(self._edited)
        return combo

    def _edited(self, *_: object) -> None:
        control = self.sender()
        if isinstance(control, QWidget):
            self._preferences.set(control.objectName(), _value(control))

    def _show(self, name: str) -> None:
        """Show a value without telling that it was edited."""
        control, value = self.controls[name], getattr(self._preferences.values, name)
        if _value(control) == value:
            return
        control.blockSignals(True)
        if isinstance(control, QCheckBox):
            control.setChecked(value)
        elif isinstance(control, QSpinBox):
            control.setValue(value)
        elif isinstance(control, QComboBox):
            control.setCurrentIndex(control.findData(value))
        control.blockSignals(False)


def _value(control: QWidget) -> Any:
    if isinstance(control, QCheckBox):
        return control.isChecked()
    if isinstance(control, QSpinBox):
        return control.value()
    return control.currentData() if isinstance(control, QComboBox) else None
