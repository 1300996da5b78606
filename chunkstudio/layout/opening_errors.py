"""Opening a file with every way in which that can fail told apart and said in one sentence that names the file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chunkstudio.errors import ChunkStudioError, reason_of
from chunkstudio.layout.model import LayoutWarning
from chunkstudio.layout.pymupdf_import import import_pymupdf

pymupdf: Any = import_pymupdf()

_HEADER_WINDOW = 1024
_TAIL_WINDOW = 2048
_BLANKS = b"\xef\xbb\xbf \r\n\t"
_WEB_PAGE = (b"<!doctype html", b"<html", b"<head")


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """An open PyMuPDF document, the SHA-256 of its bytes, and warnings on its state."""

    document: Any
    sha256: str
    warnings: tuple[LayoutWarning, ...]


def open_checked(path: Path, password: str | None) -> OpenedFile:
    """Open a PDF.

    Raises ChunkStudioError: not_found, cannot_read, empty_file, not_a_pdf, encrypted, wrong_password, damaged, no_pages.
    """
    _require_pdf(path)
    sha256 = file_sha256(path)
    document = open_document_of(path, password)
    try:
        return OpenedFile(document, sha256, _state(document, path))
    except BaseException:
        document.close()
        raise


def open_document_of(path: Path, password: str | None) -> Any:
    """A PyMuPDF document of the file, unlocked. Raises ChunkStudioError encrypted, wrong_password or damaged."""
    document = _open(path)
    try:
        _unlock(document, path, password)
    except BaseException:
        document.close()
        raise
    return document


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _require_pdf(path: Path) -> None:
    name = path.name
    try:
        if path.is_dir():
            raise ChunkStudioError("cannot_read", f"{name} is a folder, not a file.", hint="Give the path of a file in it.")
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
    if b"%PDF-" not in head or head.lstrip(_BLANKS).lower().startswith(_WEB_PAGE):
        raise _not_a_pdf(name, head)


def _not_a_pdf(name: str, head: bytes) -> ChunkStudioError:
    start = head.lstrip(_BLANKS).lower()
    kinds = [
        (
            (b"<!doctype html", b"<html", b"<head"),
            "a web page",
            "The download may have ended at a login page; fetch the PDF itself.",
        ),
        ((b"pk\x03\x04",), "a ZIP or Office file", "Export it as PDF first."),
        ((b"\x1f\x8b",), "a compressed file", "Unpack it first."),
        ((b"<?xml", b"{"), "a data file", "The download may have ended with an error message; fetch the PDF itself."),
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
                "cannot_read", f"{path.name} cannot be read: {reason_of(error)}.", hint="Check its permissions."
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
    broken = bool(getattr(document, "is_repaired", False))
    if count <= 0 and broken:
        raise _damaged(path)
    if count <= 0:
        raise ChunkStudioError("no_pages", f"{path.name} has no pages.", hint="Check that the file was written completely.")
    if not broken:
        return ()
    repaired = LayoutWarning("repaired", 0, f"{path.name} has faults in its structure and was repaired while reading.")
    if _has_end_mark(path):
        return (repaired,)
    hint = "Fetch the file again; pages may be missing."
    return repaired, LayoutWarning("damaged", 0, f"{path.name} seems to be cut off: its end is missing.", hint=hint)


def _has_end_mark(path: Path) -> bool:
    """Whether the last bytes hold the mark with which every complete PDF ends."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(file.tell() - _TAIL_WINDOW, 0))
        return b"%%EOF" in file.read()
