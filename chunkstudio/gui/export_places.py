"""Which folder an export is proposed for: where the last one of such a document went, else beside the document."""

from __future__ import annotations

import json
import os
from pathlib import Path

from PySide6.QtCore import QSettings

import chunkstudio

_FOLDERS, _LAST = "export/folders", "export/folder"
_MOST = 50


class ExportPlaces:
    """Folders of exports by the documents' folder, kept in the settings."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def proposed(self, document: Path) -> Path:
        """The folder that exports of documents beside this one went to last; else the document's own, where it can be
        written to and is no part of the program; else the one that was used last; else the user's own.
        """
        own = document.parent
        last = Path(str(self._settings.value(_LAST, "")))
        known = self._folders().get(str(own), "")
        choices = [Path(known)] if known else []
        choices += [own] if not own.is_relative_to(Path(chunkstudio.__file__).parent) else []
        choices += [last] if last.is_absolute() else []
        return next(filter(_can_write, choices), Path.home())

    def remember(self, document: Path, target: Path) -> None:
        """An export of a document went to this file."""
        folders = self._folders()
        folders.pop(str(document.parent), None)
        folders[str(document.parent)] = str(target.parent)
        self._settings.setValue(_FOLDERS, json.dumps(dict(list(folders.items())[-_MOST:])))
        self._settings.setValue(_LAST, str(target.parent))

    def _folders(self) -> dict[str, str]:
        try:
            data = json.loads(str(self._settings.value(_FOLDERS, "{}")))
        except ValueError:
            return {}
        return {str(k): str(v) for k, v in data.items()} if isinstance(data, dict) else {}


def _can_write(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
