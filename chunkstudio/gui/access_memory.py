"""Who may read a file: its side file, else what was said for its folder before."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QSettings

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.ingestion.access_file import access_for

_SETTING = "access/folders"


class AccessMemory:
    """Labels by folder, kept in the settings. A side file ``NAME.acl.yaml`` always wins."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def find(self, path: Path) -> DocumentAccess | None:
        """Access of a file, None when nobody said. Raises ChunkStudioError ``bad_acl``, ``missing_acl``, ``cannot_read``."""
        access = access_for(path)
        if access is not None:
            return access
        labels = self._folders().get(str(path.parent.resolve()))
        return DocumentAccess(tuple(labels)) if labels else None

    def remember(self, path: Path, labels: tuple[str, ...]) -> None:
        """Keep labels for the folder of a file; none forgets them."""
        folders = self._folders()
        folders.pop(str(path.parent.resolve()), None)
        if labels:
            folders[str(path.parent.resolve())] = list(labels)
        self._settings.setValue(_SETTING, json.dumps(folders))

    def _folders(self) -> dict[str, list[str]]:
        try:
            data = json.loads(str(self._settings.value(_SETTING, "{}")))
        except ValueError:
            return {}
        return {str(k): [str(x) for x in v] for k, v in data.items() if isinstance(v, list)} if isinstance(data, dict) else {}
