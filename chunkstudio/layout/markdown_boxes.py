"""Blocks of Markdown become boxes: class, text with its places, level, marker, grid, and a note on why each is what it is.

A box takes whole lines, so that its Markdown is one slice of the source. Quotes are text as a whole; what shows no text
(a rule, an empty item) belongs to the box before it, and to none before the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from markdown_it.rules_block.table import escapedSplit

from chunkstudio.layout.markdown_blocks import Block, ListItem
from chunkstudio.layout.markdown_html import CELL_BORDER, html_text
from chunkstudio.layout.markdown_inline import inline_text
from chunkstudio.layout.markdown_places import PlacedText, Runs, SourceLines
from chunkstudio.layout.model import BoxClass, LayoutBox, Rect, RuleNote, TableCell, TableGrid

_LETTER = re.compile(r"\w")


@dataclass(slots=True)
class MarkdownBox:
    """A box before it has an id: its lines and what is to be known of them."""

    block: Block
    box_class: BoxClass
    text: str
    runs: Runs
    first: int
    end: int
    heading: int = 0
    level: int | None = None
    table: TableGrid | None = None
    parent: MarkdownBox | None = None
    notes: list[RuleNote] = field(default_factory=list)

    def note(self, decides: str, rule: str, **inputs: object) -> None:
        """Write down which rule decided something, with the values that it saw."""
        self.notes.append(RuleNote(decides, rule, tuple((key, str(value)) for key, value in inputs.items())))


def markdown_boxes(blocks: Sequence[Block], lines: SourceLines) -> list[MarkdownBox]:
    """The boxes of all blocks in order, without levels."""
    out: list[MarkdownBox] = []
    for block in blocks:
        first, end = lines.filled(block.first, block.end)
        if first >= end:
            continue
        if _is_mark(block, first, end, lines):
            if out:
                out[-1].end = end
            continue
        out.append(_box(block, first, end, lines))
    _nest(out)
    return out


def finished_boxes(drafts: Sequence[MarkdownBox], lines: SourceLines) -> tuple[LayoutBox, ...]:
    """The boxes with ids, places and links."""
    ids = {id(draft): f"p1.b{k}" for k, draft in enumerate(drafts)}
    return tuple(_finished(draft, ids, lines) for draft in drafts)


def _finished(draft: MarkdownBox, ids: dict[int, str], lines: SourceLines) -> LayoutBox:
    indented = draft.block.kind == "code" and draft.block.tokens[0].type == "code_block"
    start, end = lines.extent(draft.first, draft.end, indented=indented)
    item = draft.block.item if draft.box_class == "list-item" else None
    return LayoutBox(
        id=ids[id(draft)],
        page=1,
        rect=lines.rows.rect(draft.first, draft.end),
        box_class=draft.box_class,
        text=draft.text,
        level=draft.level,
        table=draft.table,
        marker=item.marker if item else "",
        depth=item.depth if item else 0,
        parent=ids[id(draft.parent)] if draft.parent is not None else None,
        notes=tuple(draft.notes),
        source_start=start,
        source_end=end,
        source_runs=draft.runs,
    )


def _is_mark(block: Block, first: int, end: int, lines: SourceLines) -> bool:
    """Whether a block shows no text and has no words either."""
    if block.kind == "rule":
        return True
    return block.kind == "unread" and not any(_LETTER.search(line) for line in lines.lines[first:end])


def _box(block: Block, first: int, end: int, lines: SourceLines) -> MarkdownBox:
    box_class = _class_of(block)
    text, runs = _text_of(block, first, end, lines, box_class)
    draft = MarkdownBox(block, box_class, text, runs, first, end)
    if block.kind == "table":
        draft.table = _grid(block, lines)
    if block.kind == "heading" and box_class == "section-header":
        draft.heading = int(block.tokens[0].tag[1:])
    draft.note("class", f"markdown.{block.kind.replace('_', '-')}", line=first + 1, **_inputs(block))
    return draft


def _inputs(block: Block) -> dict[str, object]:
    if block.kind == "heading":
        return {"level": block.tokens[0].tag[1:], "within": "item" if block.item else "document"}
    if block.item is not None:
        return {"marker": block.item.marker, "depth": block.item.depth}
    return {}


def _class_of(block: Block) -> BoxClass:
    if block.kind == "table":
        return "table"
    if block.kind in ("code", "front_matter"):
        return "code"
    if block.footnote:
        return "footnote"
    if block.opens_item and block.kind in ("paragraph", "heading"):
        return "list-item"
    return "section-header" if block.kind == "heading" and block.item is None else "text"


def _text_of(block: Block, first: int, end: int, lines: SourceLines, box_class: BoxClass) -> tuple[str, Runs]:
    if block.kind in ("code", "front_matter"):
        return _code(block, lines)
    if block.kind == "unread":
        out = PlacedText()
        written = "\n".join(lines.lines[first:end])
        lines.places(written, first).add(out, written, 0)
        return out.stripped()
    out = PlacedText()
    if box_class == "list-item" and block.item is not None:
        out.add(f"{block.item.marker} ", lines.extent(first, end)[0])
    out.add_placed(_seen(block, lines))
    return out.stripped()


def _seen(block: Block, lines: SourceLines) -> PlacedText:
    """The visible text of the tokens of a block; the paragraphs of a quote line by line."""
    out = PlacedText()
    unread = _unread_lines(block, lines) if block.kind == "quote" else []
    row, cells = block.first, 0
    for token in block.tokens:
        first = token.map[0] if token.map else block.first
        while unread and token.map and token.nesting == 0 and unread[0] < first:
            _add_unread(out, unread.pop(0), lines)
        if token.type == "tr_open":
            row, cells = first, 0
        elif token.type == "td_open":
            cells += 1
        elif token.type == "tr_close" and cells:
            for cell in _cells_beyond(cells, row, block, lines):
                out.add_placed(_placed(cell, row, lines), CELL_BORDER)
        elif token.type == "inline":
            cell_follows = out.length and token.map and out.runs[-1][1] >= lines.starts[first]
            out.add_placed(inline_text(token, lines.places(token.content, first)), CELL_BORDER if cell_follows else "\n")
        elif token.type == "html_block":
            out.add_placed(html_text(token.content, lines.places(token.content, first)), "\n")
        elif token.type in ("fence", "code_block"):
            out.add_placed(_placed(token.content.rstrip(), first + (token.type == "fence"), lines), "\n")
    for line in unread:
        _add_unread(out, line, lines)
    return out


def _placed(content: str, first: int, lines: SourceLines) -> PlacedText:
    """Text that is written as it reads, from line ``first`` on."""
    out = PlacedText()
    lines.places(content, first).add(out, content, 0)
    return out


def _cells_beyond(columns: int, row: int, block: Block, lines: SourceLines) -> list[str]:
    """What stands in a row behind the table's last column: Markdown drops it, as where a pipe in code is not escaped."""
    written = lines.lines[row].lstrip("> \t" if block.kind == "quote" else None).rstrip()
    cells = [cell.strip() for cell in escapedSplit(written.removeprefix("|"))]
    return [cell for cell in cells[columns:] if cell]


def _unread_lines(quote: Block, lines: SourceLines) -> list[int]:
    """Lines of a quote of which the parser makes nothing, but with words: those nested too deep, definitions of links."""
    taken = {k for token in quote.tokens if token.nesting == 0 and token.map for k in range(*token.map)}
    return [k for k in range(quote.first, quote.end) if k not in taken and _LETTER.search(lines.lines[k])]


def _add_unread(out: PlacedText, line: int, lines: SourceLines) -> None:
    out.add_placed(_placed(lines.lines[line].lstrip("> \t").rstrip(), line, lines), "\n")


def _code(block: Block, lines: SourceLines) -> tuple[str, Runs]:
    """The lines of code or front matter with their indentation, without fences."""
    token = block.tokens[0]
    content = token.content.rstrip("\n")
    out = PlacedText()
    lines.places(content, block.first + (token.type != "code_block")).add(out, content, 0)
    return out.text, tuple(out.runs)


def _grid(block: Block, lines: SourceLines) -> TableGrid:
    """The cells of a pipe table: its first row is the header, the line below it only a rule."""
    cells: list[TableCell] = []
    rects: list[Rect] = []
    column = place = 0
    for token in block.tokens:
        if token.type == "tr_open" and token.map:
            column, place = 0, token.map[0]
            rects.append(lines.rows.rect(token.map[0], token.map[1] + (not rects)))
        elif token.type == "inline" and token.map:
            text = inline_text(token, lines.places(token.content, token.map[0])).text.strip()
            row = len(rects) - 1
            cells.append(TableCell(row, column, text, header=row == 0))
            column += 1
        elif token.type == "tr_close" and len(rects) > 1:
            beyond = _cells_beyond(column, place, block, lines)
            cells[-1] = replace(cells[-1], text=CELL_BORDER.join([cells[-1].text, *beyond]))
    return TableGrid(len(rects), column, tuple(cells), 1, tuple(rects), "markdown")


def _nest(drafts: Sequence[MarkdownBox]) -> None:
    """Link items to the item around them, those of an outer list to the paragraph that introduces it."""
    holders: dict[int, MarkdownBox] = {}
    intro: MarkdownBox | None = None
    for draft in drafts:
        item = draft.block.item
        if item is None:
            intro = draft if draft.box_class == "text" else None
        if draft.box_class == "list-item" and item is not None:
            holders[id(item)] = draft
            draft.parent = _holder(item.parent, holders) or intro


def _holder(item: ListItem | None, holders: dict[int, MarkdownBox]) -> MarkdownBox | None:
    """The box of the nearest item that has one."""
    while item is not None and id(item) not in holders:
        item = item.parent
    return holders[id(item)] if item is not None else None
