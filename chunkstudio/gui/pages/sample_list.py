"""The sample documents that ship with the program, with what each of them shows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chunkstudio.resources import resource_path


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A document to open: its file, icon, name, and one line on it."""

    path: Path
    icon: str
    name: str
    about: str


_KNOWN = (
    ("policy_manual.pdf", "manual", "Policy manual", "Headings, lists, tables over pages, access labels"),
    ("two_column_paper.pdf", "columns", "Two-column paper", "Formulas, figures with captions"),
    ("financial_report.pdf", "table", "Financial report", "Statements and notes, with questions"),
    ("scanned_letters.pdf", "scan", "Scan without text", "Shows what can and cannot be done"),
)


def samples() -> tuple[FileEntry, ...]:
    """The samples that are there; none if the folder is not shipped."""
    try:
        folder = resource_path("sample_docs")
    except FileNotFoundError:
        return ()
    return tuple(FileEntry(folder / file, icon, name, about) for file, icon, name, about in _KNOWN if (folder / file).is_file())
