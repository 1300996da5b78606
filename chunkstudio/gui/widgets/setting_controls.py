"""The four kinds of setting rows: numbers with a slider, choices, texts, switches."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from chunkstudio.chunking.profile_fields import ProfileField
from chunkstudio.gui.item_models.setting_groups import choice_label
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.bars import AffectedBar
from chunkstudio.gui.widgets.number_box import NumberBox
from chunkstudio.gui.widgets.segmented import SegmentedChoice
from chunkstudio.gui.widgets.setting_row import SettingRow
from chunkstudio.gui.widgets.setting_slider import SettingSlider
from chunkstudio.gui.widgets.slider_scale import SliderScale
from chunkstudio.gui.widgets.themed_font import follow_font
from chunkstudio.gui.widgets.undo_keys import asks_for_undo


class NumberRow(SettingRow):
    """Name, slider, number box, and how many cuts one step moves."""

    def __init__(self, theme: Theme, field: ProfileField, parent: QWidget | None = None) -> None:
        super().__init__(theme, field, parent)
        whole = field.kind == "count"
        self.bounds = (field.minimum or 0.0, field.maximum if field.maximum is not None else 1.0)
        scale = SliderScale(*self.bounds, default=float(field.default or 0.0), whole=whole)
        self.slider = SettingSlider(theme, scale)
        self.slider.setAccessibleName(field.label)
        self.box = NumberBox(theme, whole=whole, step=scale.step, optional=field.optional)
        self.box.setAccessibleName(field.label)
        self.box.setFixedWidth(64)
        self.affected = AffectedBar(theme)
        self.affected.hide()
        self.add_name()
        self.line.addWidget(self.slider, 1)
        self.line.addWidget(self.box)
        self.line.addWidget(self.affected)
        self.setMinimumHeight(28)
        self.slider.moved.connect(self._moved)
        self.slider.settled.connect(self._settled)
        self.box.entered.connect(self._entered)
        self.box.restored.connect(self._restored)

    def set_limits(self, low: float, high: float) -> None:
        """Where a coupled setting stops the handle and the arrows."""
        bounds = (max(low, self.bounds[0]), min(high, self.bounds[1]))
        self.slider.set_limits(*bounds)
        self.box.set_limits(*bounds)

    def put(self, value: Any) -> None:
        if not self.slider.dragging:
            self.slider.set_value(float(value or 0.0))
        self.box.set_value(value)

    def show_refusal(self, words: str) -> None:
        super().show_refusal(words)
        self.box.set_refused(bool(words))

    def _typed(self, value: float) -> float | int:
        return round(value) if self.field.kind == "count" else value

    def _moved(self, value: float) -> None:
        self.edited.emit(self._typed(value), True)

    def _settled(self, value: float) -> None:
        self.edited.emit(self._typed(value), False)

    def _entered(self, value: object) -> None:
        self.edited.emit(value, False)

    def _restored(self) -> None:
        self.show_refusal("")


class ChoiceRow(SettingRow):
    """Name and a row of joined buttons."""

    def __init__(self, theme: Theme, field: ProfileField, parent: QWidget | None = None) -> None:
        super().__init__(theme, field, parent)
        self.choice = SegmentedChoice(theme, [(c, choice_label(c)) for c in field.choices])
        self.choice.setAccessibleName(field.label)
        self.add_name()
        self.line.addWidget(self.choice)
        self.line.addStretch(1)
        self.setMinimumHeight(30)
        self.choice.chosen.connect(self._chosen)

    def put(self, value: Any) -> None:
        self.choice.set_value(str(value))

    def _chosen(self, value: str) -> None:
        self.edited.emit(value, False)


class _EnteredText(QLineEdit):
    """Leaves undo and redo to the window unless text was typed that nobody has taken yet."""

    def event(self, event: QEvent) -> bool:
        if asks_for_undo(event) and not self.isModified():
            event.ignore()
            return False
        return super().event(event)


class TextRow(SettingRow):
    """Name and a text field; taken over on Return or when the field is left."""

    def __init__(self, theme: Theme, field: ProfileField, parent: QWidget | None = None) -> None:
        super().__init__(theme, field, parent)
        self.text = _EnteredText()
        follow_font(self.text, theme)
        self.text.setMinimumHeight(24)
        self.text.setAccessibleName(field.label)
        self.add_name()
        self.line.addWidget(self.text, 1)
        self.setMinimumHeight(30)
        self._shown = ""
        self.text.editingFinished.connect(self._finished)

    def put(self, value: Any) -> None:
        self._shown = str(value)
        if self.text.text() != self._shown:
            self.text.setText(self._shown)
        self.text.setModified(False)

    def show_refusal(self, words: str) -> None:
        super().show_refusal(words)
        self.text.setProperty("wrong", bool(words))
        self.text.update()

    def _finished(self) -> None:
        if self.text.text() != self._shown:
            self.edited.emit(self.text.text(), False)
        else:
            self.show_refusal("")


class FlagRow(SettingRow):
    """A check box with its name; two of them share a line."""

    def __init__(self, theme: Theme, field: ProfileField, parent: QWidget | None = None) -> None:
        super().__init__(theme, field, parent)
        self.check = QCheckBox(field.label.replace("&", "&&"))
        self._restyle()
        theme.theme_changed.connect(self._restyle)
        self.line.addWidget(self.check)
        self.line.addWidget(self.reset)
        self.set_right_margin(0)
        self.line.addStretch(1)
        self.name.setParent(self)
        self.name.hide()
        self.setMinimumHeight(28)
        self.check.clicked.connect(self._clicked)

    def show_value(self, value: Any, saved: Any) -> None:
        super().show_value(value, saved)
        self._restyle()

    def _restyle(self) -> None:
        self.check.setFont(self.theme.font("body", 600 if self.changed else 400))

    def put(self, value: Any) -> None:
        self.check.setChecked(bool(value))

    def _clicked(self, on: bool) -> None:
        self.edited.emit(on, False)


def setting_row(theme: Theme, field: ProfileField) -> SettingRow:
    """The row for a field's kind."""
    kinds: dict[str, type[SettingRow]] = {"choice": ChoiceRow, "text": TextRow, "flag": FlagRow}
    return kinds.get(field.kind, NumberRow)(theme, field)
