"""The blocks of a Markdown source in order: what each is, the lines that it takes, and the list or quote that it stands in.

Parsed by markdown-it-py (CommonMark with tables, strikethrough, front matter and footnotes). Every line with a sign on it
is in one block: those of which the parser makes nothing (definitions of links, empty items) are blocks of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from chunkstudio.layout.markdown_inline import PlacedInline

BlockKind = Literal["paragraph", "heading", "table", "code", "html", "rule", "front_matter", "quote", "unread"]
_LEAVES: dict[str, BlockKind] = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "hr": "rule",
    "front_matter": "front_matter",
}


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list: the marker as it is written, how deep it is nested, and the item around it."""

    marker: str
    depth: int
    parent: ListItem | None


@dataclass(frozen=True, slots=True)
class Block:
    """One block: lines [first, end), the tokens from the one that opens it to the one that closes it."""

    kind: BlockKind
    first: int
    end: int
    tokens: Sequence[Token] = ()
    item: ListItem | None = None
    opens_item: bool = False
    footnote: str = ""


@dataclass(slots=True)
class _Walk:
    """Where a walk over the tokens stands: the open lists and footnote, and whether the innermost item has a block yet."""

    items: list[ListItem] = field(default_factory=list)
    fresh: bool = False
    footnote: str = ""


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    parser.inline = PlacedInline()
    parser.configure("commonmark").enable(["table", "strikethrough"])
    parser.use(front_matter_plugin).use(footnote_plugin, inline=False, move_to_end=False)
    parser.core.ruler.disable("text_join")  # escaped signs and entities stay apart, so that their places are known
    parser.inline.ruler2.disable("fragments_join")
    return parser


def markdown_blocks(source: str) -> list[Block]:
    """All blocks of a source with uniform line ends, by their first line."""
    found = list(_leaves(_parser().parse(source, {})))
    lines = source.split("\n")
    taken = [False] * (len(lines) + 1)
    for block in found:
        taken[block.first : block.end] = [True] * (block.end - block.first)
    return sorted([*found, *_unread(lines, taken)], key=lambda block: block.first)


def _leaves(tokens: Sequence[Token]) -> Iterator[Block]:
    walk = _Walk()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        kind = _LEAVES.get(token.type) or ("quote" if token.type == "blockquote_open" else None)
        if kind is None or token.map is None:
            _step(walk, token)
            at += 1
            continue
        end = _closing(tokens, at)
        item = walk.items[-1] if walk.items else None
        yield Block(kind, token.map[0], token.map[1], tokens[at:end], item, walk.fresh, walk.footnote)
        walk.fresh = False
        at = end


def _closing(tokens: Sequence[Token], at: int) -> int:
    """One more than the place of the token that closes the one at ``at``."""
    if tokens[at].nesting != 1:
        return at + 1
    level = tokens[at].level
    return next(k for k in range(at + 1, len(tokens)) if tokens[k].nesting == -1 and tokens[k].level == level) + 1


def _step(walk: _Walk, token: Token) -> None:
    if token.type == "list_item_open":
        marker = f"{token.info}{token.markup}" if token.info else "-"
        walk.items.append(ListItem(marker, len(walk.items), walk.items[-1] if walk.items else None))
        walk.fresh = True
    elif token.type == "list_item_close":
        walk.items.pop()
        walk.fresh = False
    elif token.type == "footnote_reference_open":
        walk.footnote = str(token.meta.get("label", ""))
    elif token.type == "footnote_reference_close":
        walk.footnote = ""


def _unread(lines: Sequence[str], taken: Sequence[bool]) -> Iterator[Block]:
    """Runs of lines that no block has, without blank lines."""
    start = -1
    for k in range(len(lines) + 1):
        free = k < len(lines) and not taken[k] and bool(lines[k].strip())
        if free and start < 0:
            start = k
        elif not free and start >= 0:
            yield Block("unread", start, k)
            start = -1
