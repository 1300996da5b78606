"""Writes what the export dialog chose, whole or not at all. Knows no Qt, so that it can run in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.dialogs.export import ExportChoice
from chunkstudio.ingestion.access_file import require_same_access
from chunkstudio.ingestion.atomic_file import write_atomically
from chunkstudio.layout.model import LayoutDocument

if TYPE_CHECKING:
    from chunkstudio.chunking.records import ChunkSet
    from chunkstudio.chunking.rules import ManualRule
else:
    ChunkSet = Any


@dataclass(frozen=True, slots=True)
class ExportJob:
    """A choice with all that it needs. ``beside`` is what the side file of ``source`` said when the job was made."""

    choice: ExportChoice
    source: Path
    beside: DocumentAccess | None
    layout: LayoutDocument | None
    profile: Profile
    access: DocumentAccess | None
    cancelled: Callable[[], bool]
    rules: tuple[ManualRule, ...] = ()
    progress: Callable[[str, int, int], None] | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """One sentence on what was written, and what is to be known of it; "" when it is all that was asked for."""

    text: str
    warning: str = ""


def write_export(job: ExportJob) -> Written:
    """Write it. Raises ChunkStudioError, ``cancelled`` when it was stopped before the file was begun, ``changed`` when the
    side file says something else than it did.

    Where the profile wants a model's summaries and the model fails, extractive ones are written, with a warning.
    """
    choice = job.choice
    if choice.kind == "profile":
        write_atomically(choice.path, job.profile.to_yaml())
        return Written(f"Profile written to {choice.path}")
    chunk_set = make_chunk_set(job)
    if job.cancelled():
        raise ChunkStudioError("cancelled", "The export was cancelled.", hint="Nothing was written.")
    require_same_access(job.source, (), job.beside)
    write_atomically(choice.path, _pieces(choice, chunk_set))
    what = "Preview of" if choice.preview else "Wrote"
    text = f"{what} {len(chunk_set):,} records {'written ' if choice.preview else ''}to {choice.path}"
    return Written(text, _degraded_words(chunk_set))


def _degraded_words(chunk_set: ChunkSet) -> str:
    from chunkstudio.ingestion.service import DEGRADED

    return " ".join(f"{f.message} {f.hint}" for f in chunk_set.diagnostics.warnings if f.code == DEGRADED)


def make_chunk_set(job: ExportJob) -> ChunkSet:
    """The records of the document under the profile, made by the same service that the command line uses."""
    from chunkstudio.ingestion.service import ChunkDocumentCommand, ChunkDocumentService
    from chunkstudio.ingestion.summarizers import summarizer_for

    command = ChunkDocumentCommand(
        layout=job.layout,
        profile=job.profile,
        access=job.access,
        preview=job.choice.preview,
        rules=job.rules,
        summarizer=summarizer_for(job.profile),
        progress=job.progress,
        cancelled=job.cancelled,
    )
    return ChunkDocumentService().execute(command)


def _pieces(choice: ExportChoice, chunk_set: ChunkSet) -> str | Iterable[str]:
    from chunkstudio.chunking.chunkset_json import to_json, to_jsonl
    from chunkstudio.chunking.chunkset_text import reading_markdown

    if choice.kind == "json":
        return to_json(chunk_set, boundaries=choice.boundaries)
    return to_jsonl(chunk_set) if choice.kind == "jsonl" else reading_markdown(chunk_set)
