"""Chunks of other tools: placed on the pages by their words, so that they can be searched and scored like our own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chunkstudio.chunking.model import Region
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.errors import ChunkStudioError, reason_of
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.locating import Place, QuoteLocator
from chunkstudio.retrieval.passages import Corpus, Passage

_WORDS = re.compile(r"\S*\w\S*")
_ANCHOR = 8
_LINK = re.compile(r"<[^>]{1,60}>|[|#*_`]+")


@dataclass(frozen=True, slots=True)
class ForeignChunk:
    """A chunk of another tool with its place; ``exact`` tells whether its words were found as printed."""

    id: str
    document: str
    text: str
    pages: tuple[int, ...]
    regions: tuple[Region, ...]
    exact: bool


@dataclass(frozen=True, slots=True)
class ForeignChunks:
    """All chunks that could be placed, those that could not (id and first words), and a corpus to search."""

    chunks: tuple[ForeignChunk, ...]
    unplaced: tuple[tuple[str, str], ...]
    corpus: Corpus


def read_foreign(path: Path, documents: Sequence[LayoutDocument]) -> ForeignChunks:
    """JSON lines with ``text`` and, where known, ``page`` or ``pages``, ``doc`` (name or hash), ``id``, ``retrieval_text``.

    Earlier exports of this program are read the same way. Raises ChunkStudioError ``not_found``, ``cannot_read`` or
    ``bad_argument`` with the line at fault.
    """
    rows = _rows(path)
    locators = {d.info.sha256: QuoteLocator(d) for d in documents}
    placed: list[ForeignChunk] = []
    unplaced: list[tuple[str, str]] = []
    passages: list[Passage] = []
    texts = [str(r["text"]) for r in rows]
    tokens = tokenizer_for("cl100k_base").count_many(texts)
    for k, (row, text, count) in enumerate(zip(rows, texts, tokens, strict=True)):
        chunk = _placed(str(row.get("id") or f"x{k}"), text, row, documents, locators)
        if chunk is None:
            unplaced.append((str(row.get("id") or f"x{k}"), text[:60]))
            continue
        placed.append(chunk)
        indexed = str(row.get("retrieval_text") or text)
        passages.append(Passage(chunk.id, chunk.document, "section", indexed, text, count, chunk.pages, position=k))
    corpus = Corpus(tuple(passages), {}, tuple(dict.fromkeys(p.document for p in passages)))
    return ForeignChunks(tuple(placed), tuple(unplaced), corpus)


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no file {path}.", hint="Check the path.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkStudioError(
            "cannot_read", f"{path} cannot be read: {reason_of(error)}.", hint="Check the file; it must be text in UTF-8."
        ) from None
    rows = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise ChunkStudioError(
                "bad_argument", f"{path}, line {number}: no JSON object with a text.", hint="One chunk a line."
            )
        rows.append(row)
    if not rows:
        raise ChunkStudioError("bad_argument", f"{path} holds no chunks.", hint="One chunk a line, as JSON with a text.")
    return rows


def _placed(
    identity: str, text: str, row: Mapping[str, Any], documents: Sequence[LayoutDocument], locators: Mapping[str, QuoteLocator]
) -> ForeignChunk | None:
    """The chunk at its place: by the words it begins and ends with, else by the stretch that holds most of its words."""
    name = str(row.get("doc") or row.get("document") or row.get("file_name") or row.get("sha256") or "")
    pages = _pages(row)
    for document in documents:
        info = document.info
        if name not in ("", info.sha256, info.file_name, Path(info.file_name).stem):
            continue
        ends = _ends(text, pages, locators[info.sha256])
        if ends is not None:
            return _chunk(identity, text, document, ends, pages, exact=True)
        near = locators[info.sha256].nearest(text, 1)
        if near and near[0].share >= 0.7:
            return _chunk(identity, text, document, (near[0], near[0]), pages, exact=False)
        if pages and name:
            return ForeignChunk(identity, info.sha256, text, pages, (), exact=False)
    return None


def _pages(row: Mapping[str, Any]) -> tuple[int, ...]:
    value = row.get("pages") or row.get("page") or ()
    numbers = [value] if isinstance(value, int) else [int(v) for v in value]
    return tuple(range(min(numbers), max(numbers) + 1)) if numbers else ()


def _ends(text: str, pages: tuple[int, ...], locator: QuoteLocator) -> tuple[Place, Place] | None:
    words = _WORDS.findall(_LINK.sub(" ", text))
    if not words:
        return None
    first = locator.find(" ".join(words[:_ANCHOR]), pages[0] if pages else None)
    last = locator.find(" ".join(words[-_ANCHOR:]), first.page if first else None)
    if first is None or last is None or not first.page <= last.page <= first.page + 5:
        return None
    return first, last


def _chunk(
    identity: str, text: str, document: LayoutDocument, ends: tuple[Place, Place], pages: tuple[int, ...], *, exact: bool
) -> ForeignChunk:
    first, last = ends
    boxes = [b for b in document.boxes() if first.page <= b.page <= last.page]
    at = [k for k, b in enumerate(boxes) if b.page == first.page and any(_inside(r, b.rect) for r in first.rects)]
    to = [k for k, b in enumerate(boxes) if b.page == last.page and any(_inside(r, b.rect) for r in last.rects)]
    chosen = boxes[min(at) : max(to) + 1] if at and to else []
    found = pages or tuple(range(first.page, last.page + 1))
    return ForeignChunk(identity, document.info.sha256, text, found, tuple(Region(b.page, b.rect) for b in chosen), exact)


def _inside(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return b[0] - 1 <= (a[0] + a[2]) / 2 <= b[2] + 1 and b[1] - 1 <= (a[1] + a[3]) / 2 <= b[3] + 1
