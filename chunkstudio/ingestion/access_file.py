"""The side file NAME.acl.yaml beside a document: who may read it, and which parts only some."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from chunkstudio.chunking.access import DocumentAccess, bad_acl, clean_labels
from chunkstudio.errors import ChunkStudioError, reason_of

SUFFIX = ".acl.yaml"
_NEAR = ".acl.yml"  # an ending that a person may take for ours
_MOST_LINKS = 40


def side_file(document: str | Path) -> Path:
    """Where the labels of a document are looked for: ``manual.pdf`` has ``manual.pdf.acl.yaml``."""
    path = Path(document)
    return path.parent / f"{path.name}{SUFFIX}"


def access_for(document: str | Path | None, labels: Sequence[str] = ()) -> DocumentAccess | None:
    """The access of a document: labels given by the caller, else its side file; ``None`` where there is neither.

    Given labels take the place of the side file's ``acl`` only; its narrower parts hold, so nothing becomes wider. A link to
    a document that has none of its own has that of the next file it leads to.
    Raises ChunkStudioError ``bad_acl`` (also for a side file under a name that nobody would read), ``missing_acl`` (a side
    file without labels) or ``cannot_read`` (a folder or a broken link in its place as well).
    """
    clean_labels(labels, "the given labels")
    path = _present_side_file(Path(document)) if document is not None else None
    if path is None:
        return DocumentAccess.parse(list(labels)) if labels else None
    return read_access(path, labels)


def read_access(path: Path, labels: Sequence[str] = ()) -> DocumentAccess:
    """The access that a side file gives, with ``labels`` in place of its own; raises as :func:`access_for` does."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkStudioError(
            "cannot_read", f"The side file {path} cannot be read: {reason_of(error)}.", hint="Check the file.", field="acl"
        ) from None
    return DocumentAccess.from_yaml(text, labels=labels, source=f"The side file {path}")


def require_same_access(document: str | Path, labels: Sequence[str], access: DocumentAccess | None) -> None:
    """Raises ``changed`` where :func:`access_for` no longer gives what it gave when work on the document began."""
    if access_for(document, labels) != access:
        message = f"Who may read {Path(document).name} was changed while it was chunked; nothing was written."
        raise ChunkStudioError("changed", message, hint="Run again.", field="acl")


def side_files(document: str | Path) -> tuple[Path, ...]:
    """Where labels may stand, whether or not they do: beside the document, and beside every file that a link leads to."""
    steps = [Path(document)]
    while steps[-1].is_symlink() and len(steps) < _MOST_LINKS:
        steps.append(steps[-1].parent / steps[-1].readlink())
    steps.append(Path(os.path.realpath(document)))
    return tuple(dict.fromkeys(map(side_file, steps)))


def _present_side_file(document: Path) -> Path | None:
    for path in side_files(document):
        if os.path.lexists(path):
            return path
        wrong = path.with_name(path.name.removesuffix(SUFFIX) + _NEAR)
        if wrong.exists():
            raise bad_acl(f"{wrong} is not read as a side file.", f"Rename it to {path.name}.")
    return None


def write_access(document: str | Path, access: DocumentAccess) -> Path:
    """Keep the labels of a document in its side file. Raises ChunkStudioError ``cannot_write``."""
    import yaml

    from chunkstudio.ingestion.atomic_file import write_atomically

    return write_atomically(side_file(document), yaml.safe_dump(access.to_dict(), sort_keys=False, allow_unicode=True))
