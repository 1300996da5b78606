"""What a user prefers, apart from any document or profile: checked values kept in the settings file."""

from __future__ import annotations

import json
import os
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import QObject, QSettings, Signal

_GROUP = "preferences"


class PreferenceValues(BaseModel):
    """All preferences with their defaults; the preferences dialog is built from these fields."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    theme: Literal["system", "light", "dark"] = Field("system", title="Theme", description="System follows the desktop.")
    white_paper: bool = Field(False, title="White paper in dark theme", description="Else pages are a little dimmed.")
    font: Literal["Inter", "System"] = Field("Inter", title="Font", description="Letters of menus and panels.")
    font_percent: int = Field(100, ge=80, le=175, title="Font size in percent", description="Of all text in the window.")
    workers: int = Field(
        default_factory=lambda: min(4, max(1, (os.cpu_count() or 2) - 1)),
        ge=1,
        le=16,
        title="Layout processes",
        description="More read pages faster and need more memory (up to 700 MB each). From the next start on.",
    )
    page_seconds: int = Field(
        120,
        ge=5,
        le=3600,
        title="Seconds for a page",
        description="A page that takes longer is given up. From the next start on.",
    )
    restore_draft: bool = Field(True, title="Go on with the last profile", description="Unsaved changes are kept at exit.")


class Preferences(QObject):
    """The values in force; a change is saved at once. ``changed`` carries the field's name."""

    changed = Signal(str)

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.values = _load(settings)

    def set(self, name: str, value: Any) -> str:
        """Change one preference. Returns why it was refused, "" when it was accepted."""
        try:
            values = PreferenceValues.model_validate({**self.values.model_dump(), name: value})
        except ValidationError as error:
            return str(error.errors()[0]["msg"])
        if values != self.values:
            self.values = values
            self._settings.setValue(f"{_GROUP}/{name}", json.dumps(value))
            self.changed.emit(name)
        return ""

    def reset(self) -> None:
        """Back to the defaults."""
        self._settings.remove(_GROUP)
        old, self.values = self.values, PreferenceValues()
        for name in PreferenceValues.model_fields:
            if getattr(old, name) != getattr(self.values, name):
                self.changed.emit(name)


def _load(settings: QSettings) -> PreferenceValues:
    """Stored values; one that is no longer allowed falls back to its default."""
    data: dict[str, Any] = {}
    for name in PreferenceValues.model_fields:
        stored = settings.value(f"{_GROUP}/{name}")
        if stored is None:
            continue
        try:
            candidate = {**data, name: json.loads(str(stored))}
            PreferenceValues.model_validate(candidate)
        except ValueError:
            continue
        data = candidate
    return PreferenceValues.model_validate(data)


def app_settings() -> QSettings:
    """The settings file of this user: a readable INI file in the system's place for it."""
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "ChunkStudio", "ChunkStudio")
