"""What a reader sees of a block of HTML in Markdown, with places: its text, rows and paragraphs line by line."""

from __future__ import annotations

import html
from html.parser import HTMLParser

from markdown_it.common.html_blocks import block_names

from chunkstudio.layout.markdown_places import LinePlaces, PlacedText

_UNSEEN = frozenset({"script", "style", "template"})
_CELLS = frozenset({"td", "th"})
_BREAKS = (frozenset(block_names) | {"br"}) - _CELLS
CELL_BORDER = " | "


class _Reader(HTMLParser):
    """Collects text with the offset at which it is written."""

    def __init__(self, written: str, places: LinePlaces) -> None:
        super().__init__(convert_charrefs=False)
        self.out = PlacedText()
        self._written = written
        self._places = places
        self._lines = [0]
        for line in written.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._unseen = 0
        self._break = ""
        self.feed(written)
        self.close()

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        described = next((value for name, value in attrs if name == "alt" and value), "") if tag == "img" else ""
        self._open(tag)
        if described.strip():
            self._add(" ".join(described.split()), exact=False)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._unseen -= tag in _UNSEEN

    def handle_endtag(self, tag: str) -> None:
        self._unseen = max(self._unseen - (tag in _UNSEEN), 0)
        if tag in _BREAKS:
            self._break = "\n"

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._add(data, exact=True)
        elif data and not self._break and self.out.length:
            self._break = " "

    def handle_entityref(self, name: str) -> None:
        self._add_reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._add_reference(f"&#{name}")

    def _add_reference(self, opening: str) -> None:
        """An entity, or what only looks like one, as in ``AT&T``; any kind of blank is a blank."""
        closed = self._written.startswith(";", self._offset() + len(opening))
        text = html.unescape(f"{opening};" if closed else opening)
        self._add(" " if text.isspace() else text, exact=False)

    def _open(self, tag: str) -> None:
        if tag in _CELLS:
            self._break = self._break if "\n" in self._break else CELL_BORDER
        elif tag in _BREAKS:
            self._break = "\n"

    def _add(self, text: str, *, exact: bool) -> None:
        if self._unseen:
            return
        offset = self._offset()
        if self._break and self.out.length:
            self.out.add(self._break, self._places.place(offset))
        self._break = ""
        if exact:
            self._places.add(self.out, text, offset)
        else:
            self.out.add(text, self._places.place(offset))


def html_text(written: str, places: LinePlaces) -> PlacedText:
    """The text of ``written`` without tags, comments, scripts and styles; cells of a row stand side by side."""
    return _Reader(written, places).out
