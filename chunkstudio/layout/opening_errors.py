"""Opening a file with every way in which that can fail told apart and said in one sentence that names the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.model import LayoutWarning
from chunkstudio.layout.pymupdf_import import import_pymupdf

pymupdf: Any = import_pymupdf()

_HEADER_WINDOW = 1024


def checked_document(path: Path, password: str | None) -> tuple[Any, str, tuple[LayoutWarning, ...]]:
    """The open document, the SHA-256 of its bytes, and warnings on its state.

    Raises ChunkStudioError: not_found, cannot_read, empty_file, not_a_pdf, encrypted, wrong_password, damaged, no_pages.
    """
    from chunkstudio.layout.reader import file_sha256

    _require_pdf(path)
    sha256 = file_sha256(path)
    document = _open(path)
    try:
        _unlock(document, path, password)
        warnings = _state(document, path)
    except BaseException:
        document.close()
        raise
    return document, sha256, warnings


def _require_pdf(path: Path) -> None:
    name = path.name
    try:
        if path.is_dir():
            raise ChunkStudioError("cannot_read", f"{name} is a folder, not a file.", hint="Give the path of a PDF file.")
        with path.open("rb") as file:
            head = file.read(_HEADER_WINDOW)
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no file {path}.", hint="Check the path and the spelling.") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise ChunkStudioError(
            "cannot_read", f"{name} cannot be read: {reason}.", hint="Check the file and its permissions."
        ) from None
    if not head:
        raise ChunkStudioError("empty_file", f"{name} is empty (0 bytes).", hint="Fetch or export the file again.")
    if b"%PDF-" not in head:
        raise _not_a_pdf(name, head)


def _not_a_pdf(name: str, head: bytes) -> ChunkStudioError:
    start = head.lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    kinds = [
        (
            (b"<!doctype html", b"<html", b"<head"),
            "a web page",
            "The download may have ended at a login page; fetch the PDF itself.",
        ),
        ((b"pk\x03\x04",), "a ZIP or Office file", "Export it as PDF first."),
        (
            (b"\x89png", b"\xff\xd8\xff", b"gif8", b"ii*\x00", b"mm\x00*"),
            "an image",
            "Convert it to PDF with text recognition first.",
        ),
        ((b"%!ps",), "a PostScript file", "Convert it to PDF first."),
        ((b"{\\rtf", b"\xd0\xcf\x11\xe0"), "a word processor file", "Export it as PDF first."),
    ]
    for starts, what, hint in kinds:
        if start.startswith(starts):
            return ChunkStudioError("not_a_pdf", f"{name} is not a PDF but {what}.", hint=hint)
    return ChunkStudioError(
        "not_a_pdf", f"{name} is not a PDF: the signature %PDF is missing.", hint="Check that it is the right file."
    )


def _open(path: Path) -> Any:
    try:
        return pymupdf.open(path, filetype="pdf")
    except Exception as error:
        if isinstance(error, OSError | PermissionError):
            raise ChunkStudioError(
                "cannot_read", f"{path.name} cannot be read: {error}.", hint="Check its permissions."
            ) from None
        raise _damaged(path) from None


def _damaged(path: Path) -> ChunkStudioError:
    return ChunkStudioError(
        "damaged",
        f"{path.name} is damaged and cannot be opened.",
        hint="Fetch the file again, or save it anew with a PDF reader.",
    )


def _unlock(document: Any, path: Path, password: str | None) -> None:
    if not document.needs_pass:
        return
    if password is None:
        raise ChunkStudioError("encrypted", f"{path.name} is protected by a password.", hint="Give its password to open it.")
    if not document.authenticate(password):
        raise ChunkStudioError(
            "wrong_password", f"The password does not open {path.name}.", hint="Check the password and try again."
        )


def _state(document: Any, path: Path) -> tuple[LayoutWarning, ...]:
    try:
        count = document.page_count
    except Exception:
        raise _damaged(path) from None
    if count <= 0:
        raise ChunkStudioError("no_pages", f"{path.name} has no pages.", hint="Check that the file was written completely.")
    if getattr(document, "is_repaired", False):
        return (LayoutWarning("repaired", 0, f"{path.name} has faults in its structure and was repaired while reading."),)
    return ()
