"""The values that layout analysis yields: frozen, plain, and free of PyMuPDF types.

Units: PDF points in the page *as displayed* (rotation and CropBox applied), origin top left, y downward.
Pages count from 1 and keep the file's own numbers, also when only some pages were read.

Two levels: a parser turns one page into a :class:`ParsedPage` (text lines and classed regions);
the document pass turns all parsed pages into one :class:`LayoutDocument` (boxes in reading order).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Rect = tuple[float, float, float, float]

BoxClass = Literal[
    "title",
    "section-header",
    "text",
    "list-item",
    "table",
    "picture",
    "caption",
    "formula",
    "code",
    "footnote",
    "page-header",
    "page-footer",
    "toc",
]
Exclusion = Literal[
    "page-header",
    "page-footer",
    "toc",
    "hidden",
    "outside",
    "layer",
    "unreadable",
    "redacted",
    "rule",
    "empty_section",
]
ParserName = Literal["fast", "neural"]


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line (or one column of vertical text) of sanitised text in logical order.

    ``stops`` gives, for each word start, its offset into ``text`` and its position in points along the line's
    reading axis (x for horizontal lines, y for vertical ones), so that part of a line can be given a rectangle.
    ``ends`` gives the position at which each of these words ends; it may be empty (then the next start bounds it).
    ``angle`` is the direction of writing in degrees as displayed, counter-clockwise: 0, 90 (upward), 180 or 270
    (downward); ``vertical`` marks top-to-bottom CJK writing. Leading blanks of monospaced text are part of ``text``.
    ``raised`` are the marks of notes behind its words ("1", "a", "*").
    """

    text: str
    rect: Rect
    size: float
    font: str = ""
    bold: bool = False
    italic: bool = False
    mono: bool = False
    superscript: bool = False
    color: int = 0
    angle: int = 0
    vertical: bool = False
    rtl: bool = False
    stops: tuple[tuple[int, float], ...] = ()
    ends: tuple[float, ...] = ()
    baseline: float = 0.0
    ocr: bool = False
    raised: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell; ``row`` and ``column`` are its upper left place in the grid."""

    row: int
    column: int
    text: str
    row_span: int = 1
    column_span: int = 1
    header: bool = False
    rect: Rect | None = None


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A table on one page. ``row_rects`` has one rectangle for each of ``rows`` (the box where unknown).

    ``header_rows`` counts the leading rows that are column headers (0: none is marked as such).
    """

    rows: int
    columns: int
    cells: tuple[TableCell, ...]
    header_rows: int = 0
    row_rects: tuple[Rect, ...] = ()
    source: Literal["html", "markdown", "ruled", "aligned"] = "html"

    def grid(self) -> list[list[str]]:
        """Cell texts by row and column; a spanning cell's text stands in every place that it covers."""
        out = [[""] * self.columns for _ in range(self.rows)]
        for cell in self.cells:
            for r in range(cell.row, min(cell.row + cell.row_span, self.rows)):
                for c in range(cell.column, min(cell.column + cell.column_span, self.columns)):
                    out[r][c] = cell.text
        return out


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle that a parser classed, in the parser's own order; text is assigned to it later."""

    rect: Rect
    box_class: BoxClass
    table: TableGrid | None = None
    score: float = 1.0
    rule: str = ""
    level: int | None = None


@dataclass(frozen=True, slots=True)
class HiddenText:
    """Text that is in the file but not for readers, with the reason why it was left out."""

    text: str
    rect: Rect
    reason: Exclusion


@dataclass(frozen=True, slots=True)
class LayoutWarning:
    """A fact that a user should know. ``page`` is 0 for the whole document; ``ids`` name boxes or tables."""

    code: str
    page: int
    message: str
    ids: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """All that one page gave: its visible lines in extraction order, the parser's regions, and what was held back.

    ``rules`` are ruled lines as thin rectangles, ``images`` the areas of raster images, ``drawings`` those of charts and
    diagrams made of lines and shapes, all in points.
    ``fields`` are form values with their place, already part of ``lines``.
    ``heading_tags`` are (text, level) of the file's structure tags H1..H6 on this page: truth to compare with only.
    ``source`` is the whole text of a file that is text: its one page has nothing else.
    """

    number: int
    width: float
    height: float
    rotation: int
    parser: ParserName
    label: str = ""
    lines: tuple[Line, ...] = ()
    regions: tuple[Region, ...] = ()
    rules: tuple[Rect, ...] = ()
    images: tuple[Rect, ...] = ()
    hidden: tuple[HiddenText, ...] = ()
    warnings: tuple[LayoutWarning, ...] = ()
    heading_tags: tuple[tuple[str, int], ...] = ()
    failed: bool = False
    drawings: tuple[Rect, ...] = ()
    source: str | None = None


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A bookmark of the file: level from 1, title, page from 1 (0: nowhere)."""

    level: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What the file says of itself. ``sha256`` is of the bytes; ``title`` is the metadata title (may be "")."""

    sha256: str
    file_name: str
    page_count: int
    title: str = ""
    language: str = ""
    outline: tuple[OutlineEntry, ...] = ()
    page_sizes: tuple[tuple[float, float], ...] = ()
    page_labels: tuple[str, ...] = ()
    repaired: bool = False
    encrypted: bool = False
    warnings: tuple[LayoutWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleNote:
    """Why a box is what it is: ``decides`` is class, level, order, caption, furniture ...; ``inputs`` are the values seen."""

    decides: str
    rule: str
    inputs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LayoutBox:
    """One rectangle of a page with its class, text and links, at its place in reading order.

    ``text`` is one paragraph of plain text (no markup), line-end hyphens repaired; code keeps its line breaks and
    indentation. ``line_starts[i]`` is the offset in ``text`` at which ``lines[i]`` begins, so that any slice of the
    text can be given rectangles. ``level`` is set for title (0) and section-header (1..6).
    ``caption_of`` names the table or picture that a caption belongs to, ``caption`` the way back.
    ``continues`` names the box on an earlier page or column whose paragraph, list item or table goes on here;
    for a continued table the header rows printed again are already dropped from ``table``.
    ``marker`` is the printed number or bullet of a list item, ``depth`` its nesting from 0, ``parent`` the box id
    of the item it is nested in, or of the paragraph that introduces its list.
    ``source_start`` is where the box begins in the document's ``source``, for documents that come from text. For plain text
    ``text`` stands there as it is. For Markdown it stands there with its markup, up to ``source_end``; ``source_runs`` are
    the (offset in ``text``, offset in ``source``) pairs from which on both go on character by character.
    """

    id: str
    page: int
    rect: Rect
    box_class: BoxClass
    text: str = ""
    lines: tuple[Line, ...] = ()
    line_starts: tuple[int, ...] = ()
    level: int | None = None
    table: TableGrid | None = None
    caption_of: str | None = None
    caption: str | None = None
    continues: str | None = None
    marker: str = ""
    depth: int = 0
    parent: str | None = None
    excluded: Exclusion | None = None
    notes: tuple[RuleNote, ...] = ()
    source_start: int | None = None
    source_end: int | None = None
    source_runs: tuple[tuple[int, int], ...] = ()

    @property
    def font_size(self) -> float:
        """Size in points of most of its characters; 0 without text."""
        return dominant_size(self.lines)


@dataclass(frozen=True, slots=True)
class LayoutPage:
    """One page in its place; ``coverage`` is the share of its words that reached a box or a named exclusion."""

    number: int
    width: float
    height: float
    rotation: int
    label: str
    parser: ParserName
    boxes: tuple[LayoutBox, ...] = ()
    coverage: float = 1.0
    printed_number: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class LayoutDocument:
    """A document after layout: pages with boxes in reading order. ``layout_hash`` covers all that later stages see.
    ``source`` is the text itself where a document came from text or Markdown: the canonical text that offsets count in."""

    info: DocumentInfo
    pages: tuple[LayoutPage, ...]
    title: str
    title_source: Literal["printed", "metadata", "file_name"]
    layout_hash: str
    warnings: tuple[LayoutWarning, ...] = ()
    coverage: float = 1.0
    agreement: dict[str, float] = field(default_factory=dict)
    provisional: bool = False
    source: str = ""

    def boxes(self) -> list[LayoutBox]:
        """All boxes of all pages, in reading order."""
        return [box for page in self.pages for box in page.boxes]

    @classmethod
    def from_text(cls, text: str, *, title: str = "") -> LayoutDocument:
        """A document of one page from plain text: paragraphs at blank lines, no headings, positions by line number."""
        from chunkstudio.layout.plain_text import document_from_text

        return document_from_text(text, title=title)

    @classmethod
    def from_markdown(cls, text: str, *, title: str = "") -> LayoutDocument:
        """A document of one page from Markdown: headings, lists, tables and code as boxes, positions by line number."""
        from chunkstudio.layout.markdown_text import document_from_markdown

        return document_from_markdown(text, title=title)


def dominant_size(lines: tuple[Line, ...]) -> float:
    """The font size (points, to a tenth) that most characters of the lines have; 0.0 without text."""
    weight: dict[float, int] = {}
    for line in lines:
        size = round(line.size, 1)
        weight[size] = weight.get(size, 0) + len(line.text)
    return max(weight, key=lambda s: (weight[s], s)) if weight else 0.0


def union(rects: list[Rect] | tuple[Rect, ...]) -> Rect:
    """The smallest rectangle that holds all; raises ValueError when there is none."""
    if not rects:
        raise ValueError("union of no rectangles")
    x0, y0, x1, y1 = rects[0]
    for left, top, right, bottom in rects:  # asked hundreds of times a page: four generators cost six times as much
        x0 = left if left < x0 else x0
        y0 = top if top < y0 else y0
        x1 = right if right > x1 else x1
        y1 = bottom if bottom > y1 else y1
    return x0, y0, x1, y1
