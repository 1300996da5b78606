"""Files of text: plain text and Markdown, read and laid out alike by the library, the command line and the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.markdown_text import document_from_markdown
from chunkstudio.layout.model import LayoutDocument, LayoutWarning
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.plain_text import document_from_text

MARKDOWN_SUFFIXES = (".md", ".markdown")
TEXT_SUFFIXES = (".txt", ".text", *MARKDOWN_SUFFIXES)


def is_text_file(path: str | Path) -> bool:
    """Whether a file's name says that it is text."""
    return Path(path).suffix.lower() in TEXT_SUFFIXES


def read_text(path: Path) -> tuple[str, tuple[LayoutWarning, ...]]:
    """The text of a file: UTF-8, or Latin-1 with a warning where its bytes are no UTF-8.

    Raises ChunkStudioError not_found or cannot_read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no file {path}.", hint="Check the path and the spelling.") from None
    except OSError as error:
        hint = "Check the file and its permissions."
        raise ChunkStudioError("cannot_read", f"{path.name} cannot be read: {error.strerror or error}.", hint=hint) from None
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"), ()
    except UnicodeDecodeError:
        message = f"{path.name} is not UTF-8; it was read as Latin-1."
        warning = LayoutWarning("decoded_as_latin1", 0, message, hint="Save it as UTF-8 if letters look wrong.")
        return data.decode("latin-1"), (warning,)


def text_document(text: str, file_name: str, options: LayoutOptions) -> LayoutDocument:
    """The layout of a text under the name of its file, which says whether it is Markdown."""
    name = Path(file_name)
    if name.suffix.lower() in MARKDOWN_SUFFIXES:
        layout = document_from_markdown(text, name.stem, max_level=options.max_level)
    else:
        layout = document_from_text(text, title=name.stem)
    named = layout.title == name.stem and layout.title_source == "metadata"
    source = "file_name" if named else layout.title_source
    return replace(layout, info=replace(layout.info, file_name=name.name), title_source=source)
