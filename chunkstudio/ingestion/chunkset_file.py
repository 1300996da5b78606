"""Chunk sets as files: written whole in the form that was asked for, and read back from JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from chunkstudio.chunking.access import missing_acl
from chunkstudio.chunking.chunkset_json import to_json, to_jsonl
from chunkstudio.chunking.chunkset_reading import from_json
from chunkstudio.chunking.chunkset_text import document_markdown, document_text, reading_markdown
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.errors import ChunkStudioError, reason_of
from chunkstudio.ingestion.atomic_file import write_atomically

Format = Literal["json", "jsonl", "markdown", "text", "reading"]
FORMATS: tuple[Format, ...] = ("json", "jsonl", "markdown", "text", "reading")


def render(chunk_set: ChunkSet, form: Format, *, boundaries: bool = False) -> Iterator[str]:
    """The pieces of a chunk set's file: ``json``, ``jsonl``, ``markdown`` and ``text`` of the whole document, or
    ``reading``: Markdown with each chunk under its heading path. Raises ``missing_acl`` for an unmarked set without ACL."""
    if chunk_set.document.acl is None and not chunk_set.preview:
        raise missing_acl(chunk_set.document.file_name)
    if form == "json":
        yield to_json(chunk_set, boundaries=boundaries)
    elif form == "jsonl":
        yield from to_jsonl(chunk_set)
    elif form == "markdown":
        yield document_markdown(chunk_set)
    elif form == "text":
        yield document_text(chunk_set)
    elif form == "reading":
        yield from reading_markdown(chunk_set)
    else:
        raise ChunkStudioError(
            "bad_argument", f"There is no format {form}.", hint=f"Use one of {', '.join(FORMATS)}.", field="format"
        )


def write_chunk_set(
    path: str | Path, chunk_set: ChunkSet, form: Format = "json", *, boundaries: bool = False, overwrite: bool = True
) -> Path:
    """Write a chunk set whole or not at all. Raises ``cannot_write``, ``missing_acl``."""
    return write_atomically(path, render(chunk_set, form, boundaries=boundaries), overwrite=overwrite)


def read_chunk_set(path: str | Path) -> ChunkSet:
    """A chunk set from its JSON file, without units. Raises ``not_found`` or ``cannot_read``."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no file {path}.", hint="Check the path.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkStudioError("cannot_read", f"{path} cannot be read: {reason_of(error)}.", hint="Check the file.") from None
    return from_json(text, source=str(path))
