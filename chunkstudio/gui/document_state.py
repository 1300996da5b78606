"""One open document as the window knows it: a frozen value that Session replaces when something arrives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunkstudio.chunking.access import DocumentAccess, NarrowerLabels
from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.model import DocumentInfo, LayoutDocument
from chunkstudio.layout.text_file import is_text_file

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any

_NO_TEXT = "This document has no text. Its pages can be seen, but not cut. Turn on OCR in the profile (needs Tesseract)."
_BLANK = "This file holds nothing but blanks, so there is nothing to cut."


@dataclass(frozen=True, slots=True)
class DocumentState:
    """What is known of an open document right now.

    ``layout`` grows while pages arrive and is replaced as a whole; ``result`` is the last good run on it and may lag
    behind by one request. ``previous`` is the result under the saved profile version (None while the draft equals it):
    what "as it was before" and the comparison of a draft show. ``preview`` holds the cuts of a slider position until
    the whole result is there. ``final`` is true when every page has the layout that the profile names and the result
    was made from it. ``error`` is why it could not be opened or read, or why the last run failed. ``stopped`` is true
    while its layout is given up before the last page. ``needs_password`` is true while the file waits for its password.
    ``acl`` is None when no label is known; ``acl_said`` tells that somebody said it here, else it was found: in the workspace,
    in the side file, or what was said for its folder once. ``narrower`` are the parts that only some may read; they stay when
    other labels are given.
    """

    key: str
    path: Path
    title: str = ""
    info: DocumentInfo | None = field(default=None, repr=False)
    layout: LayoutDocument | None = field(default=None, repr=False)
    result: ChunkedDocument | None = field(default=None, repr=False)
    previous: ChunkedDocument | None = field(default=None, repr=False)
    preview: Any = field(default=None, repr=False)
    final: bool = False
    pages_done: int = 0
    pages_total: int = 0
    error: ChunkStudioError | None = None
    acl: tuple[str, ...] | None = None
    acl_said: bool = False
    narrower: tuple[NarrowerLabels, ...] = ()
    visible_pages: tuple[int, ...] = ()
    needs_password: bool = False
    changed_on_disk: bool = False
    run_ms: float = 0.0
    stopped: bool = False

    @property
    def name(self) -> str:
        """The file name, for lists and titles."""
        return self.path.name

    @property
    def access(self) -> DocumentAccess | None:
        """Who may read it, with its narrower parts; None when no label is known."""
        return DocumentAccess(self.acl, self.narrower) if self.acl else None

    @property
    def no_text(self) -> str:
        """What to say where it has no text."""
        return _BLANK if is_text_file(self.path) else _NO_TEXT

    @property
    def provisional(self) -> bool:
        """Shown, but not yet the layout that counts."""
        return not self.final


def document_key(path: Path) -> str:
    """The key of a file: its absolute path; the same file opened twice has one key."""
    return str(path.expanduser().resolve())


def document_place(path: Path) -> Path:
    """Where a file is, as people read it: absolute and without "..", links as they were named otherwise."""
    place = path.expanduser().absolute()
    return place.resolve() if ".." in place.parts else place


def names_apart(states: Iterable[DocumentState]) -> dict[str, str]:
    """What each document is called, by key: its file name, with as much of its folder as tells it from one of that name."""
    known = list(states)
    return {state.key: _apart(state, [s for s in known if s.name == state.name and s.key != state.key]) for state in known}


def _apart(state: DocumentState, others: list[DocumentState]) -> str:
    folders = state.path.parent.parts
    for depth in range(1, len(folders) + 1) if others else ():
        here = folders[-depth:]
        if all(other.path.parent.parts[-depth:] != here for other in others):
            return f"{state.name} ({Path(*here)})"
    return state.name
