"""Who may read a file: what the open workspace holds, else its side file, else what was said for its folder before."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.ingestion.access_file import access_for, side_file

_SETTING = "access/folders"

KeptAccess = Callable[[Path, str], DocumentAccess | None]
"""Access by the path and the SHA-256 of a file; None where nothing is kept of it. Raises ChunkStudioError."""


def with_parts(access: DocumentAccess, *others: DocumentAccess | None) -> DocumentAccess:
    """The same labels, with the narrower parts of the others too. Raises ``bad_acl`` where the labels lack one of a part."""
    parts = (part for other in (access, *others) if other is not None for part in other.narrower)
    return DocumentAccess(access.acl, tuple(dict.fromkeys(parts)))


def labels_with_parts(
    state: DocumentState, labels: tuple[str, ...], kept: DocumentAccess | None = None
) -> DocumentAccess | None:
    """Access of an open document under these labels; None without labels.

    Narrower parts that anything tells of stay: the document as it is open, what is kept of it, its side file. Raises
    ChunkStudioError ``bad_acl`` where one of them would become wider, and what a side file that cannot be read raises.
    """
    given = access_for(state.path, labels) if labels else None
    return with_parts(DocumentAccess(given.acl, state.narrower), kept, given) if given is not None else None


class AccessMemory:
    """The one place that the window asks who may read a document. Labels by folder are kept in the settings.

    ``kept`` tells what the open workspace holds. It wins over the side file ``NAME.acl.yaml``, which wins over the folder;
    narrower parts of workspace and side file hold both.
    """

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings
        self.kept: KeptAccess = lambda _path, _sha256: None

    def find(self, path: Path, sha256: str = "") -> DocumentAccess | None:
        """Access of a file, None when nobody said. Raises ChunkStudioError ``bad_acl``, ``missing_acl``, ``cannot_read``."""
        kept, beside = self.kept(path, sha256), access_for(path)
        if kept is not None:
            return with_parts(kept, beside)
        if beside is not None:
            return beside
        labels = self._folders().get(str(path.parent.resolve()))
        return DocumentAccess(tuple(labels)) if labels else None

    def find_kept(self, path: Path, sha256: str) -> DocumentAccess | None:
        """As :meth:`find` does, None where the workspace holds no labels of it."""
        return self.find(path, sha256) if self.kept(path, sha256) is not None else None

    def with_labels(self, state: DocumentState, labels: tuple[str, ...]) -> DocumentAccess | None:
        """See :func:`labels_with_parts`, with what the workspace holds. Raises ChunkStudioError."""
        return labels_with_parts(state, labels, self.kept(state.path, state.info.sha256) if state.info is not None else None)

    def contradiction(self, path: Path, sha256: str) -> tuple[str, str] | None:
        """A sentence and a hint where the side file names other labels than the workspace, whose labels hold."""
        kept, beside = self.kept(path, sha256), access_for(path)
        if kept is None or beside is None or kept.acl == beside.acl:
            return None
        said = f"{side_file(path).name} names other readers than the workspace: {', '.join(beside.acl)}."
        hint = "To take those of the file: chunkstudio workspace labels DOCUMENT --from FILE."
        return said, f"Those of the workspace hold: {', '.join(kept.acl)}. {hint}"

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
