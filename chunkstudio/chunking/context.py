"""The one template of the retrieval text: context lines before ``Content:`` and the body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from chunkstudio.chunking.tokens import Tokenizer

PATH_JOIN = " > "
CONTENT_LINE = "Content:\n"
_TEMPLATE: tuple[tuple[str, str], ...] = (
    ("Document summary: ", "document_summary"),
    ("Document: ", "title"),
    ("Section: ", "heading_path"),
    ("Section summary: ", "section_summary"),
    ("Table: ", "table_caption"),
    ("Table summary: ", "table_summary"),
)


@dataclass(frozen=True, slots=True)
class ContextLines:
    """What may stand before a body; an empty value leaves its line out. Line breaks inside values become blanks."""

    document_summary: str = ""
    title: str = ""
    heading_path: tuple[str, ...] = ()
    section_summary: str = ""
    table_caption: str = ""
    table_summary: str = ""

    def prefix(self) -> str:
        """The lines in the order of the template, each ended by a line break, and ``Content:`` as the last one."""
        lines = []
        for label, name in _TEMPLATE:
            value = getattr(self, name)
            if not value:
                continue
            text = _one_line(PATH_JOIN.join(value) if isinstance(value, tuple) else value)
            if text:
                lines.append(f"{label}{text}\n")
        return "".join(lines) + CONTENT_LINE


def retrieval_text(lines: ContextLines, body: str) -> str:
    """The text that is embedded and searched. Without a body the last line stands alone."""
    return lines.prefix() + body


def clip_context(lines: ContextLines, limit: int, tokenizer: Tokenizer) -> tuple[ContextLines, bool]:
    """The lines within ``limit`` tokens, ``Content:`` included, and whether anything was cut off.

    Clipped in this order until it fits: summaries (table, section, document), the path from its root with the innermost
    heading last, the table's caption, the title. The bare ``Content:`` line always stays.
    """
    now = lines
    steps = [("table_summary", 0), ("section_summary", 0), ("document_summary", 0), ("heading_path", 0)]
    for name, least in [*steps, ("table_caption", 0), ("title", 0)]:
        if tokenizer.count(now.prefix()) <= limit:
            break
        now = _clip_path(now, limit, tokenizer) if name == "heading_path" else _clip_words(now, name, limit, tokenizer, least)
    return now, now != lines


def _clip_path(lines: ContextLines, limit: int, tokenizer: Tokenizer) -> ContextLines:
    """Drop headings from the root; of the innermost keep as many words as fit."""
    now = lines
    while len(now.heading_path) > 1 and tokenizer.count(now.prefix()) > limit:
        now = replace(now, heading_path=now.heading_path[1:])
    if not now.heading_path or tokenizer.count(now.prefix()) <= limit:
        return now
    words = now.heading_path[0].split()
    kept = _most_words(words, lambda ws: replace(now, heading_path=(" ".join(ws),) if ws else ()), limit, tokenizer)
    return replace(now, heading_path=(kept,) if kept else ())


def _clip_words(lines: ContextLines, name: str, limit: int, tokenizer: Tokenizer, least: int) -> ContextLines:
    del least
    words = str(getattr(lines, name)).split()
    kept = _most_words(words, lambda ws: _with(lines, name, " ".join(ws)), limit, tokenizer)
    return _with(lines, name, kept)


def _with(lines: ContextLines, name: str, value: str) -> ContextLines:
    return replace(lines, **{name: value})  # type: ignore[arg-type]


def _most_words(words: Sequence[str], build: object, limit: int, tokenizer: Tokenizer) -> str:
    """As many leading words as keep the whole prefix within the limit, by bisection."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if tokenizer.count(build(words[:middle]).prefix()) <= limit:  # type: ignore[operator]
            low = middle
        else:
            high = middle - 1
    return " ".join(words[:low])


@lru_cache(maxsize=1024)
def _one_line(text: str) -> str:  # a document's title and headings stand above many records
    return " ".join(text.split())
