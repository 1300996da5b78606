"""What of a document is not in its chunks because it could not be read: said where completeness is claimed or exported."""

from __future__ import annotations

from chunkstudio.gui.document_state import DocumentState


def unread_pages(state: DocumentState) -> int:
    """How many pages of the shown result failed; 0 while there is no result."""
    return sum(page.failed for page in state.result.layout.pages) if state.result is not None else 0


def is_cut_off(state: DocumentState) -> bool:
    """Whether the file's end is missing, so that pages may be blank or absent without having failed."""
    return state.result is not None and any(w.code == "damaged" for w in state.result.diagnostics.warnings)


def missing_words(state: DocumentState) -> str:
    """A few words for the status line ("26 pages not read"); "" when nothing is known to be missing."""
    unread = unread_pages(state)
    if unread:
        return f"{unread:,} page{'' if unread == 1 else 's'} not read"
    return "the file is cut off" if is_cut_off(state) else ""


def missing_sentence(state: DocumentState) -> str:
    """The same as a sentence for whoever is about to export; "" when nothing is known to be missing."""
    unread = unread_pages(state)
    if unread:
        return f"{unread:,} page{'' if unread == 1 else 's'} could not be read and will be missing. See Findings."
    return "The end of the file is missing, so the export may be incomplete. See Findings." if is_cut_off(state) else ""
