"""What a reader sees of inline Markdown, with the place of each piece: markdown-it's inline parser with its offsets kept.

The parser knows where it stands when it makes a token, but keeps that of blocks only. Here each inline token remembers it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.common.html_blocks import block_names
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from chunkstudio.layout.markdown_places import LinePlaces, PlacedText

_AT = "at"
_BREAKS = ("softbreak", "hardbreak")
_SLACK = 8
"""Signs of markup that may stand between a token's place and its content."""
_ROW_OF_BLANKS = re.compile(r"\t|  ")
_PIECES = re.compile(r"[ \t]+|[^ \t]+")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)[^>]*>", re.DOTALL)
_PHRASING = re.compile(
    "a|abbr|acronym|audio|b|bd[io]|big|br|button|canvas|cite|code|data|datalist|del|dfn|em|embed|font|i|iframe|img|input|ins|kbd"
    "|label|map|mark|meter|noscript|object|output|picture|progress|q|r[pt]|ruby|s|samp|script|select|small|span|strike|strong"
    "|style|su[bp]|svg|template|textarea|time|tt|u|var|video|wbr"
)
"""Elements of HTML that stand inside a line."""
_BLOCKS = frozenset(block_names)


class PlacedState(StateInline):
    """The state of one inline parse; every token gets the offset at which the parser stood."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Make a token as the parser does, and note where."""
        token = super().push(ttype, tag, nesting)
        token.meta = {**token.meta, _AT: self.pos}
        return token

    def pushPending(self) -> Token:
        """Make a token of the text read so far: it ends where the parser stands, or some blanks before."""
        token = super().pushPending()
        token.meta = {**token.meta, _AT: max(self.src.rfind(token.content, 0, self.pos), 0)}
        return token


class PlacedInline(ParserInline):
    """The inline parser with :class:`PlacedState`."""

    def parse(self, src: str, md: MarkdownIt, env: object, tokens: list[Token]) -> list[Token]:
        """As the parser does."""
        state = PlacedState(src, md, env, tokens)  # type: ignore[arg-type]
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def inline_text(token: Token, places: LinePlaces) -> PlacedText:
    """What a reader sees of an inline token: no markup, no tags, the description of an image, a blank for a soft break."""
    out = PlacedText()
    _add(out, token.children or (), token.content, places)
    return out


def _add(out: PlacedText, tokens: Sequence[Token], content: str, places: LinePlaces) -> None:
    done = 0
    for token in tokens:
        at = max(int(token.meta.get(_AT, 0)), done)
        text = _seen(token)
        if not text:
            continue
        found = at if token.type in _BREAKS else _find(content, text, at, token)
        done = max(found, at) + (len(text) if found >= 0 else 1)
        if out.pieces and out.pieces[-1][-1] in " \n" and text[0] in " \t":  # one blank is enough, also over markup
            cut = len(text) - len(text.lstrip(" \t"))
            text, found = text[cut:], found + cut if found >= 0 else found
        if found >= 0 and token.type not in _BREAKS:
            _add_flowing(out, text, found, places)
        else:
            out.add(text, places.place(min(max(found, at), max(len(content) - 1, 0))))


def _add_flowing(out: PlacedText, text: str, found: int, places: LinePlaces) -> None:
    """Blanks and tabs in a row are one blank, as a reader sees them."""
    if not _ROW_OF_BLANKS.search(text):
        places.add(out, text, found)
        return
    for piece in _PIECES.finditer(text):
        if piece[0][0] in " \t":
            out.add(" ", places.place(found + piece.start()))
        else:
            places.add(out, piece[0], found + piece.start())


def _find(content: str, text: str, at: int, token: Token) -> int:
    """Where the text of a token begins; -1 where it is written otherwise, as ``&amp;`` is."""
    if token.type == "text_special":
        return -1
    if token.type == "code_inline":
        start = at + len(token.markup)
        padded = content[start : start + 1] in (" ", "\n") and content[start + 1 + len(text) : start + 2 + len(text)] in (
            " ",
            "\n",
        )
        return start + 1 if padded and not content.startswith(token.markup, start + len(text)) else start
    return content.find(text, at, at + len(text) + _SLACK)


def _seen(token: Token) -> str:
    """The visible text of one token."""
    if token.type == "softbreak":
        return " "
    if token.type == "hardbreak":
        return "\n"
    if token.type == "html_inline":
        return _seen_of_tag(token.content)
    if token.type == "image":
        return " ".join("".join(_seen(child) for child in token.children or ()).split())
    if token.type == "footnote_ref":
        return f"[^{token.meta.get('label', '')}]"
    return token.content


def _seen_of_tag(written: str) -> str:
    """Tags of HTML and comments are markup; what only looks like a tag (``List<String>``) is text."""
    tag = _TAG.fullmatch(written)
    if tag is None:
        return ""
    name = tag[1].lower()
    if name == "br":
        return "\n"
    return "" if name in _BLOCKS or _PHRASING.fullmatch(name) else written
