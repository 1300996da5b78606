"""Options that several commands share, and how their texts become values."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunkstudio.errors import ChunkStudioError, reason_of

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.layout.model import LayoutDocument

PASSWORD_VARIABLE = "CHUNKSTUDIO_PASSWORD"

FileArgument = Annotated[Path, typer.Argument(help="A PDF, Markdown or text file.", show_default=False, readable=False)]
ProfileOption = Annotated[
    Path | None, typer.Option("--profile", help="Profile (YAML); the defaults without it.", readable=False)
]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="PART.FIELD=VALUE", help="Change one setting; may be repeated.")
]
PagesOption = Annotated[str | None, typer.Option("--pages", metavar="1-24", help="Only these pages, such as 1-24,30.")]
AclOption = Annotated[list[str] | None, typer.Option("--acl", metavar="LABEL", help="Who may read it; may be repeated.")]
PasswordFileOption = Annotated[
    Path | None,
    typer.Option(
        "--password-file", help=f"File that holds the password; or set {PASSWORD_VARIABLE}.", show_default=False, readable=False
    ),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write here instead of standard output (which - names, too).", readable=False),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def load_profile(path: Path | None, changes: list[str] | None) -> Profile:
    """The profile of a file (or the defaults) with ``part.field=value`` changes.

    Raises ``bad_profile`` (with the file's name where it is at fault), ``not_found`` or ``cannot_read``.
    """
    from chunkstudio.chunking.profile import Profile

    try:
        profile = Profile.load(path) if path else Profile()
    except ChunkStudioError as error:
        raise (error.about(path) if error.code == "bad_profile" else error) from None
    return changed(profile, changes)


def changed(profile: Profile, changes: list[str] | None) -> Profile:
    """A profile with ``part.field=value`` changes. Raises ``bad_profile``."""
    return profile.replace(parse_changes(changes)) if changes else profile


def require_file(path: Path) -> None:
    """Raises ``not_found`` or ``cannot_read`` where no file is, before anything else is said of it."""
    if not os.path.lexists(path):
        raise ChunkStudioError("not_found", f"There is no file {path}.", hint="Check the path and the spelling.")
    if path.is_dir():
        raise ChunkStudioError("cannot_read", f"{path} is a folder, not a file.", hint="Give the path of a file in it.")


def require_output(target: Path | None, *inputs: Path) -> None:
    """For before the work: raises ``bad_argument`` where what is read (documents, with their labels, or other files) would be
    written over, ``cannot_write`` where no file can be."""
    from chunkstudio.ingestion.access_file import side_files
    from chunkstudio.ingestion.atomic_file import require_place

    if target is None:
        return
    require_place(target)
    read = (path for file in inputs for path in (file, *side_files(file)))
    if target.exists() and any(path.exists() and target.samefile(path) for path in read):
        raise ChunkStudioError("bad_argument", f"{target} would be written over.", hint="Choose another name.", field="output")


def parse_changes(changes: list[str] | None) -> dict[str, Any]:
    """Values by dotted path. Raises ``bad_profile``."""
    for text in changes or []:
        path, sign, _ = text.partition("=")
        if not sign or not path.strip():
            hint = "Write --set assembly.token_budget=300."
            raise ChunkStudioError("bad_profile", f"--set {text} has no value.", hint=hint, field=path.strip())
    return dict(_change(text) for text in changes or [])


def _change(text: str) -> tuple[str, Any]:
    """One ``part.field=value``: the value as YAML reads it, but of a setting that holds text the text as it stands."""
    import yaml

    from chunkstudio.chunking.profile_fields import profile_fields

    path, _, given = text.partition("=")
    path, value = path.strip(), given
    with contextlib.suppress(yaml.YAMLError, RecursionError, ValueError):
        value = yaml.safe_load(given) if given.strip() else ""
    holds_text = any(f.path == path and f.kind == "text" for f in profile_fields())
    return path, given.strip() if holds_text and not isinstance(value, str) else value


def parse_pages(text: str | None) -> tuple[int, ...] | None:
    """Page numbers from ``1-24,30``; None means all. Raises ``bad_argument``."""
    if text is None:
        return None
    pages: set[int] = set()
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not first.isdecimal() or (dash and not last.isdecimal()) or int(first) < 1 or (dash and int(last) < int(first)):
            raise ChunkStudioError(
                "bad_argument", f"--pages {text} is no list of pages.", hint="Write --pages 1-24 or 3,7-9.", field="pages"
            )
        if (int(last) if dash else int(first)) > 1_000_000:
            raise ChunkStudioError(
                "bad_argument", f"--pages {text} goes too far.", hint="Name pages of the file.", field="pages"
            )
        pages.update(range(int(first), int(last) + 1) if dash else [int(first)])
    return tuple(sorted(pages))


def named_file(output: Path | None) -> Path | None:
    """The file that an output option names; None for standard output, also where it is written as ``-``."""
    return None if output is None or str(output) == "-" else output


def checked_id(document_id: str) -> str:
    """A document id as it was given; "" for none. Raises ``bad_argument`` for one that nobody could see or type."""
    if document_id and (not document_id.strip() or not document_id.isprintable()):
        raise ChunkStudioError(
            "bad_argument",
            f"--document-id {document_id!r} is no name.",
            hint="Give letters, digits or other signs that can be seen, on one line.",
            field="document_id",
        )
    return document_id


def read_password(path: Path | None) -> str | None:
    """The password from a file (its first line) or the environment; never from an argument that others can see."""
    if path is None:
        return os.environ.get(PASSWORD_VARIABLE)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkStudioError(
            "cannot_read", f"The password file {path} cannot be read: {reason_of(error)}.", hint="Check the path."
        ) from None
    return lines[0] if lines else ""


def open_for_command(
    file: Path, profile: Profile, *, pages: tuple[int, ...] | None = None, password_file: Path | None = None
) -> LayoutDocument:
    """The document's layout under the profile, with progress on a terminal. Raises ChunkStudioError."""
    from chunkstudio.chunking.pipeline import layout_options
    from chunkstudio.cli.reporting import page_progress
    from chunkstudio.layout.opening import open_document

    with page_progress(f"Layout of {file.name}") as report:
        return open_document(
            file, password=read_password(password_file), options=layout_options(profile), pages=pages, progress=report
        )


def chunked_for_command(
    file: Path, profile: Path | None, changes: list[str] | None, pages: str | None, password_file: Path | None
) -> ChunkedDocument:
    """A document cut as the options say: what the commands that only look at it begin with. Raises ChunkStudioError."""
    from chunkstudio.chunking.pipeline import chunk_document

    chosen = load_profile(profile, changes)
    return chunk_document(open_for_command(file, chosen, pages=parse_pages(pages), password_file=password_file), chosen)
