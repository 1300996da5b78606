"""A chunk set as text for people: the whole document as Markdown or plain text, or chunk by chunk for reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chunkstudio.chunking.access import RESTRICTED
from chunkstudio.chunking.records import ChunkRecord, ChunkSet
from chunkstudio.chunking.unit_columns import UnitColumns

PREVIEW = "Preview: nobody has said who may read this document."


def document_markdown(chunk_set: ChunkSet) -> str:
    """The canonical Markdown of the whole document, as every reader of it may see it; a preview says so in a comment."""
    text = _open_text(chunk_set, lambda c: c.markdown, lambda c, i: (int(c.start[i]), int(c.end[i])))
    return f"<!-- {PREVIEW} -->\n\n{text}\n" if chunk_set.preview else f"{text}\n"


def document_text(chunk_set: ChunkSet) -> str:
    """The document without markup, as every reader of it may see it."""
    text = _open_text(chunk_set, lambda c: c.plain, lambda c, i: (int(c.plain_start[i]), int(c.plain_end[i])))
    return f"[{PREVIEW}]\n\n{text}\n" if chunk_set.preview else f"{text}\n"


def reading_markdown(chunk_set: ChunkSet) -> Iterator[str]:
    """Each section record under a line with its number, path, pages, tokens and labels."""
    facts = chunk_set.document
    if chunk_set.preview:
        yield f"> {PREVIEW}\n\n"
    yield f"Document: {facts.title} ({facts.file_name}), policy {chunk_set.policy_version}\n"
    for record in chunk_set.layer("section"):
        yield f"\n---\n\n`{_heading(record)}`\n\n{record.text}\n"


def _heading(record: ChunkRecord) -> str:
    pages = (
        f"page {record.pages[0]}"
        if len(record.pages) == 1
        else f"pages {record.pages[0]}-{record.pages[-1]}"
        if record.pages
        else ""
    )
    acl = "" if record.acl is None else f"for {', '.join(record.acl)}"
    path = " > ".join(record.heading_path)
    parts = (f"{record.position + 1}", path, pages, f"{record.token_count} tokens", acl)
    return " | ".join(part for part in parts if part).replace("`", "'")


def _open_text(
    chunk_set: ChunkSet, text_of: Callable[[UnitColumns], str], span: Callable[[UnitColumns, int], tuple[int, int]]
) -> str:
    """The document's text with each run of units that only some readers may see as one mark."""
    chunked = chunk_set.chunked
    if chunked is None:
        raise ValueError("a chunk set that was read from a file has no whole document text")
    columns, codes = chunked.columns, chunked.access.codes
    text = text_of(columns)
    if not codes.any():
        return text
    out: list[str] = []
    at = 0
    for i in codes.nonzero()[0].tolist():
        start, end = span(columns, i)
        if start >= end:
            continue
        between = text[at:start]
        if out and not between.strip() and out[-1] == RESTRICTED:
            at = end
            continue
        out += [between, RESTRICTED]
        at = end
    return "".join([*out, text[at:]])
