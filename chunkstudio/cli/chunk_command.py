"""``chunkstudio chunk``: a document's chunk set as JSON, JSON lines, whole-document Markdown or plain text."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chunkstudio.cli.options import (
    AclOption,
    FileArgument,
    OutputOption,
    PagesOption,
    PasswordFileOption,
    ProfileOption,
    SetOption,
    checked_id,
    load_profile,
    named_file,
    parse_pages,
    read_password,
    require_file,
    require_output,
)
from chunkstudio.cli.reporting import print_warning, step_progress

if TYPE_CHECKING:
    from chunkstudio.chunking.access import DocumentAccess
    from chunkstudio.chunking.records import ChunkSet


class Format(StrEnum):
    """What the command writes."""

    json = "json"
    jsonl = "jsonl"
    markdown = "markdown"
    text = "text"


def chunk(
    file: FileArgument,
    profile: ProfileOption = None,
    changes: SetOption = None,
    pages: PagesOption = None,
    acl: AclOption = None,
    document_id: Annotated[str, typer.Option("--document-id", help="Identity to use instead of the file's hash.")] = "",
    owner: Annotated[str, typer.Option("--owner", help="Who answers for the document.")] = "",
    password_file: PasswordFileOption = None,
    format_: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.json,
    output: OutputOption = None,
    _json: Annotated[bool, typer.Option("--json", help="Say errors as JSON, whatever is written.")] = False,
    preview: Annotated[bool, typer.Option("--preview", help="Make a marked preview; no access list is needed.")] = False,
    boundaries: Annotated[bool, typer.Option("--boundaries", help="Add units and boundaries with scores (json).")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over an existing file without asking.")] = False,
) -> None:
    """Cut a document into chunks and write them. Without an access list nothing is written but a --preview."""
    from chunkstudio.ingestion.access_file import require_same_access
    from chunkstudio.ingestion.service import ChunkDocumentCommand, ChunkDocumentService
    from chunkstudio.ingestion.summarizers import summarizer_for

    chosen = load_profile(profile, changes)
    access = _access(file, acl or [])
    target, wanted = _target(output, file, force), parse_pages(pages)
    with step_progress(file.name) as report:
        command = ChunkDocumentCommand(
            path=file,
            document_id=checked_id(document_id),
            access=access,
            owner=owner,
            profile=chosen,
            summarizer=summarizer_for(chosen),
            preview=preview,
            pages=wanted,
            password=read_password(password_file),
            progress=report,
        )
        chunk_set = ChunkDocumentService().execute(command)
    require_same_access(file, acl or [], access)
    _write(chunk_set, format_, boundaries, target)


def _access(file: Path, labels: list[str]) -> DocumentAccess | None:
    """Who may read the file. Raises ``not_found`` for none before it asks for labels."""
    from chunkstudio.ingestion.access_file import access_for

    require_file(file)
    return access_for(file, labels)


def _target(output: Path | None, file: Path, force: bool) -> Path | None:
    """The file to write, None for standard output; see :func:`chunkstudio.cli.options.require_output`."""
    target = named_file(output)
    require_output(target, file)
    _ask_before_overwriting(target, force)
    return target


def _ask_before_overwriting(output: Path | None, force: bool) -> None:
    """On a terminal a file is written over only after a yes; in a script naming it is saying so."""
    if output is not None and output.exists() and not force and sys.stdin.isatty():
        typer.confirm(f"{output} exists. Write over it?", abort=True, err=True)


def _say_what_is_missing(chunk_set: ChunkSet) -> None:
    """Text that the document does not give, on stderr."""
    name = chunk_set.document.file_name
    pages: dict[tuple[str, str], list[int]] = {}
    for finding in chunk_set.diagnostics.warnings:
        if finding.level == "error" or finding.code == "repaired":
            pages.setdefault((finding.message, finding.hint), []).append(finding.page)
    for (message, hint), found in pages.items():
        where = f" (pages {', '.join(map(str, found[:8]))}{' ...' if len(found) > 8 else ''})" if len(found) > 1 else ""
        print_warning(f"{name}: {message}{where}", hint)
    if not any(record.layer != "document" for record in chunk_set):
        print_warning(f"{name} gave no chunk.", "See chunkstudio inspect for what its pages hold.")


def _pieces(chunk_set: ChunkSet, format_: Format, boundaries: bool) -> Iterable[str]:
    from chunkstudio.chunking.chunkset_json import to_json, to_jsonl
    from chunkstudio.chunking.chunkset_text import document_markdown, document_text

    if format_ is Format.json:
        return [to_json(chunk_set, boundaries=boundaries)]
    if format_ is Format.jsonl:
        return to_jsonl(chunk_set)
    return [document_markdown(chunk_set) if format_ is Format.markdown else document_text(chunk_set)]


def _write(chunk_set: ChunkSet, format_: Format, boundaries: bool, output: Path | None) -> None:
    """Write the chunk set; of the formats JSON alone holds its findings, so that the others have them said on stderr."""
    _put(_pieces(chunk_set, format_, boundaries), output)
    if format_ is not Format.json:
        _say_what_is_missing(chunk_set)


def _put(pieces: Iterable[str], output: Path | None) -> None:
    if output is not None:
        from chunkstudio.ingestion.atomic_file import write_atomically

        write_atomically(output, pieces)
        return
    # The console's own encoding may not hold the document's signs; the bytes written are always UTF-8.
    for piece in pieces:
        sys.stdout.buffer.write(piece.encode("utf-8"))
    sys.stdout.buffer.flush()
