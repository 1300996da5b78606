"""Which section a chunk belongs to, its heading path, and the context lines that stand before its body."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from chunkstudio.chunking.access import RESTRICTED, shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.assembly_costs import ContextTable
from chunkstudio.chunking.context import CONTENT_LINE, ContextLines, clip_context
from chunkstudio.chunking.signals import Flags
from chunkstudio.chunking.telling_headings import opening_sections
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import HEADING, Ints, UnitColumns
from chunkstudio.chunking.visible_headings import visible_title


class ChunkPlace(NamedTuple):
    """``section`` is the innermost that holds all of the chunk's text; ``shown`` the one whose path its context shows."""

    section: int
    sections: tuple[int, ...]
    shown: int


class ContextChooser:
    """Sections, paths and prefixes for the chunks of one document."""

    def __init__(
        self,
        columns: UnitColumns,
        parents: Ints,
        contexts: ContextTable,
        title: str,
        access: AccessMap | None,
        tokenizer: Tokenizer,
    ) -> None:
        self._sections = columns.sections
        self._section: list[int] = columns.section.tolist()
        self._heading: list[bool] = (columns.kind == HEADING).tolist()
        self._parents: list[int] = parents.tolist()
        self._opening = opening_sections(columns, parents)
        self._contexts = contexts
        self._title = title
        self._access = access if access is not None and len(access.sets) > 1 else None
        self._tokenizer = tokenizer
        self._prefixes: dict[tuple[int, tuple[str, ...] | None], tuple[str, int]] = {}
        self._plain_prefixes = list(zip(contexts.prefixes, (contexts.tokens - contexts.reserved).tolist(), strict=True))
        self._changes: Ints = np.concatenate(
            [np.zeros(min(1, len(columns)), np.int64), np.cumsum(columns.section[1:] != columns.section[:-1])]
        )
        self._kinds: dict[tuple[int, int], ChunkPlace] = {}
        self._column = columns
        body = np.flatnonzero(columns.kind != HEADING)
        self._next_body: list[int] = np.append(body, len(columns))[np.searchsorted(body, np.arange(len(columns) + 1))].tolist()

    def place(self, first: int, end: int, *, opens: bool) -> ChunkPlace:
        """Where units [first, end) stand; ``opens`` says that the chunk begins with the start of unit ``first``."""
        start = self._next_body[first]
        if start >= end:
            start = end - 1
        distinct = sorted(set(self._section[first:end]))
        section = self._section[start]
        if len(distinct) > 1:
            for u in range(start + 1, end):
                other = self._section[u]
                if other != section and not self._heading[u]:
                    section = self._common(section, other)
        shown = section
        if opens and self._heading[first]:
            top = self._section[first]
            shown = int(self._opening[top]) if len(distinct) == 1 else self._common(self._parents[top], section)
        return ChunkPlace(section, tuple(distinct), shown)

    def places(self, first: Ints, end: Ints, opens: Flags) -> list[ChunkPlace]:
        """:meth:`place` of many runs."""
        section = self._column.section[first]
        shown = np.where(opens & (self._column.kind[first] == HEADING), self._opening[section], section)
        within = self._changes[first] == self._changes[end - 1]
        out = []
        known = self._kinds
        rows = zip(first.tolist(), end.tolist(), section.tolist(), shown.tolist(), within.tolist(), opens.tolist(), strict=True)
        for a, b, s, head, alone, opened in rows:
            if alone:
                place = known.get((s, head))
                if place is None:
                    place = known[s, head] = ChunkPlace(s, (s,), head)
            else:
                place = self.place(a, b, opens=opened)
            out.append(place)
        return out

    def _common(self, a: int, b: int) -> int:
        """The innermost section that contains both (parents come before their children)."""
        while a != b:
            if a > b:
                a = self._parents[a]
            else:
                b = self._parents[b]
        return a

    def heading_path(self, section: int, acl: tuple[str, ...] | None) -> tuple[str, ...]:
        """Printed headings down to the section; without any heading in the document its title; restricted ones masked."""
        if len(self._sections) == 1:
            return (self._title,) if self._title else ()
        path = self._sections[section].heading_path
        return self._masked(section, path, acl) if self._access is not None else path

    def _masked(self, section: int, path: tuple[str, ...], acl: tuple[str, ...] | None) -> tuple[str, ...]:
        access = self._access
        out = []
        at = section
        for title in reversed(path):
            hidden = access is not None and not shows_nothing_new(access.of_section(at), acl)
            out.append(RESTRICTED if hidden else title)
            at = self._parents[at]
        return tuple(reversed(out))

    def prefix(self, shown: int, acl: tuple[str, ...] | None) -> tuple[str, int]:
        """The context lines of a chunk as one string with their tokens."""
        if self._access is None:
            return self._plain_prefixes[shown]
        key = (shown, acl)
        known = self._prefixes.get(key)
        if known is None:
            lines = self._visible_lines(shown, acl)
            text = lines.prefix()
            known = self._prefixes[key] = (text, self._tokenizer.count(text))
        return known

    def plain_prefix(self, shown: int) -> tuple[str, int]:
        """:meth:`prefix` for readers who see everything."""
        return self._plain_prefixes[shown]

    def tokens_of(self, shown: Ints) -> Ints:
        """Tokens of the context of many chunks for such readers, with what is kept free for summaries."""
        return self._contexts.tokens[shown]

    def reserved(self, shown: int) -> int:
        """Tokens kept free for summaries."""
        return int(self._contexts.reserved[shown])

    def clipped_prefix(self, shown: int, limit: int, acl: tuple[str, ...] | None) -> tuple[str, int]:
        """The context lines within ``limit`` tokens; the bare content line if nothing else fits."""
        lines, _ = clip_context(self._visible_lines(shown, acl), limit, self._tokenizer)
        text = lines.prefix()
        return text, self._tokenizer.count(text)

    def _visible_lines(self, shown: int, acl: tuple[str, ...] | None) -> ContextLines:
        """A section's context lines as readers with these labels may see them: title and headings masked."""
        lines = self._contexts.lines[shown]
        if self._access is None:
            return lines
        if lines.heading_path:
            path = self.heading_path(shown, acl)[-len(lines.heading_path) :]
            kept = tuple(m if m == RESTRICTED else p for m, p in zip(path, lines.heading_path, strict=True))
            lines = replace(lines, heading_path=kept)
        hidden = visible_title(self._access, self._sections, self._title, acl) == RESTRICTED
        return replace(lines, title=RESTRICTED) if hidden and lines.title else lines


def bare_context_tokens(tokenizer: Tokenizer) -> int:
    """Tokens of a context without any line but ``Content:``."""
    return tokenizer.count(CONTENT_LINE)
