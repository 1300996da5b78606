"""The side file NAME.acl.yaml beside a document: who may read it, and which parts only some."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.errors import ChunkStudioError

SUFFIX = ".acl.yaml"


def side_file(document: str | Path) -> Path:
    """Where the labels of a document are looked for: ``manual.pdf`` has ``manual.pdf.acl.yaml``."""
    path = Path(document)
    return path.parent / f"{path.name}{SUFFIX}"


def access_for(document: str | Path | None, labels: Sequence[str] = ()) -> DocumentAccess | None:
    """The access of a document: labels given by the caller, else its side file; ``None`` where there is neither.

    Given labels take the place of the side file's ``acl`` only; its narrower parts hold, so nothing becomes wider.
    Raises ChunkStudioError ``bad_acl``, ``missing_acl`` (a side file without labels) or ``cannot_read`` (a folder or a
    broken link in its place as well).
    """
    path = side_file(document) if document is not None else None
    if path is None or not (path.exists() or path.is_symlink()):
        return DocumentAccess.parse(list(labels)) if labels else None
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkStudioError(
            "cannot_read", f"The side file {path} cannot be read: {error}", hint="Check the file.", field="acl"
        ) from None
    return DocumentAccess.from_yaml(text, labels=labels, source=f"The side file {path}")


def write_access(document: str | Path, access: DocumentAccess) -> Path:
    """Keep the labels of a document in its side file. Raises ChunkStudioError ``cannot_write``."""
    import yaml

    from chunkstudio.ingestion.atomic_file import write_atomically

    return write_atomically(side_file(document), yaml.safe_dump(access.to_dict(), sort_keys=False, allow_unicode=True))
