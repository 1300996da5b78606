"""Page frames, styles and building blocks for the sample documents, on ReportLab's Platypus. All output is reproducible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.charts.lineplots import LinePlot
from reportlab.graphics.shapes import Drawing, String
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    ListFlowable,
    ListItem,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

INK = colors.HexColor("#1b1f27")
RULE = colors.HexColor("#7a828e")
SHADE = colors.HexColor("#e8ebf0")
Furniture = Callable[[Canvas, BaseDocTemplate], None]


@dataclass(frozen=True)
class Look:
    """Fonts and sizes of one document, in points."""

    body_font: str = "Times-Roman"
    bold_font: str = "Times-Bold"
    italic_font: str = "Times-Italic"
    head_font: str = "Helvetica-Bold"
    size: float = 10.5
    leading: float = 13.5
    head_sizes: tuple[float, float, float] = (17, 13, 11)
    justify: bool = True

    def style(self, name: str) -> ParagraphStyle:
        """The named paragraph style."""
        align = TA_JUSTIFY if self.justify else 0
        body = ParagraphStyle(
            "body",
            fontName=self.body_font,
            fontSize=self.size,
            leading=self.leading,
            spaceAfter=7,
            alignment=align,
            textColor=INK,
        )
        made = {
            "body": body,
            "title": ParagraphStyle(
                "title", parent=body, fontName=self.head_font, fontSize=24, leading=29, spaceAfter=10, alignment=0
            ),
            "subtitle": ParagraphStyle("subtitle", parent=body, fontSize=13, leading=17, alignment=0, spaceAfter=16),
            "caption": ParagraphStyle(
                "caption", parent=body, fontName=self.italic_font, fontSize=self.size - 1.5, leading=11.5, alignment=0
            ),
            "note": ParagraphStyle("note", parent=body, fontSize=self.size - 2, leading=10.5, spaceAfter=3, alignment=0),
            "cell": ParagraphStyle("cell", parent=body, fontSize=self.size - 1.5, leading=11, spaceAfter=0, alignment=0),
            "number": ParagraphStyle(
                "number", parent=body, fontSize=self.size - 1.5, leading=11, spaceAfter=0, alignment=TA_RIGHT
            ),
            "head cell": ParagraphStyle(
                "head cell",
                parent=body,
                fontName=self.bold_font,
                fontSize=self.size - 1.5,
                leading=11,
                spaceAfter=0,
                alignment=0,
            ),
            "toc": ParagraphStyle("toc", parent=body, spaceAfter=3, alignment=0),
            "formula": ParagraphStyle(
                "formula", parent=body, fontName=self.italic_font, alignment=TA_CENTER, spaceBefore=4, spaceAfter=9
            ),
            "centred": ParagraphStyle("centred", parent=body, alignment=TA_CENTER),
        }
        for level, size in enumerate(self.head_sizes, 1):
            made[f"h{level}"] = ParagraphStyle(
                f"h{level}",
                parent=body,
                fontName=self.head_font,
                fontSize=size,
                leading=size * 1.25,
                alignment=0,
                spaceBefore=size * 0.9,
                spaceAfter=size * 0.45,
                keepWithNext=1,
            )
        return made[name]


class Marked(Paragraph):
    """A heading that leaves a bookmark, so that the file has an outline."""

    def __init__(self, text: str, style: ParagraphStyle, level: int) -> None:
        super().__init__(text, style)
        self._mark, self._level = text, level

    def draw(self) -> None:
        """Draw the heading and its bookmark."""
        key = f"h{id(self)}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(self._mark, key, level=self._level)
        super().draw()


class PageNote(Flowable):
    """A footnote: nothing in the flow, text above the page's foot."""

    def __init__(self, text: str, look: Look, left: float, width: float, bottom: float) -> None:
        super().__init__()
        self._paragraph, self._place = Paragraph(text, look.style("note")), (left, width, bottom)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Takes no room in the flow."""
        return 0, 0

    def draw(self) -> None:
        """Draw the rule and the note at the page's foot."""
        left, width, bottom = self._place
        x, y = self.canv.absolutePosition(0, 0)
        self.canv.saveState()
        self.canv.translate(left - x, bottom - y)
        _, height = self._paragraph.wrap(width, 200)
        self.canv.setStrokeColor(RULE)
        self.canv.setLineWidth(0.5)
        self.canv.line(0, height + 4, 120, height + 4)
        self._paragraph.drawOn(self.canv, 0, 0)
        self.canv.restoreState()


def heading(text: str, level: int, look: Look) -> Flowable:
    """A heading of level 1 to 3 with a bookmark."""
    return Marked(text, look.style(f"h{level}"), level - 1)


def paragraphs(text: str, look: Look, style: str = "body") -> list[Flowable]:
    """Paragraphs from text with blank lines between them."""
    return [Paragraph(" ".join(p.split()), look.style(style)) for p in text.strip().split("\n\n")]


def bullets(items: Sequence[str], look: Look, *, numbered: bool = False) -> Flowable:
    """A list with bullets or with 1, 2, 3."""
    style = look.style("body")
    rows = [ListItem(Paragraph(" ".join(i.split()), style), spaceAfter=2) for i in items]
    kind = {"bulletType": "1", "bulletFormat": "%s."} if numbered else {"bulletType": "bullet", "start": "•"}
    return ListFlowable(rows, leftIndent=20, bulletFontName=look.body_font, bulletFontSize=look.size, **kind)


def table(
    rows: Sequence[Sequence[str]],
    widths: Sequence[float],
    look: Look,
    *,
    header_rows: int = 1,
    numbers_from: int = 1,
    ruled: bool = True,
    strong_rows: Sequence[int] = (),
    spans: Sequence[tuple[int, int, int]] = (),
) -> Table:
    """A table that breaks over pages with its header printed again. ``spans`` are (row, first, last column)."""
    made = []
    for r, row in enumerate(rows):
        strong = r < header_rows or r in strong_rows
        made.append([Paragraph(c, _cell_style(look, strong, k >= numbers_from)) for k, c in enumerate(row)])
    style = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ("BACKGROUND", (0, 0), (-1, header_rows - 1), SHADE),
        ("LINEBELOW", (0, header_rows - 1), (-1, header_rows - 1), 0.9, INK),
    ]
    style += (
        [("GRID", (0, 0), (-1, -1), 0.4, RULE)] if ruled else [("LINEABOVE", (0, r), (-1, r), 0.5, INK) for r in strong_rows]
    )
    style += [("SPAN", (a, r), (b, r)) for r, a, b in spans]
    return Table(
        made,
        colWidths=list(widths),
        repeatRows=header_rows,
        style=TableStyle(style),
        spaceBefore=4,
        spaceAfter=10,
        hAlign="LEFT",
    )


def _cell_style(look: Look, strong: bool, number: bool) -> ParagraphStyle:
    style = look.style("head cell" if strong else "number" if number else "cell")
    return ParagraphStyle("right", parent=style, alignment=TA_RIGHT) if number else style


def with_caption(item: Flowable, caption: str, look: Look, *, above: bool = False, together: bool = True) -> list[Flowable]:
    """A table or figure with its caption; long tables must not be kept on one page."""
    line = Paragraph(caption, look.style("caption"))
    parts = [line, Spacer(1, 3), item] if above else [item, Spacer(1, 3), line, Spacer(1, 8)]
    return [KeepTogether(parts)] if together else parts


def bar_chart(
    values: Sequence[Sequence[float]], names: Sequence[str], title: str, width: float = 360, height: float = 170
) -> Drawing:
    """A bar chart as vector drawing with its labels as text."""
    drawing = Drawing(width, height)
    chart = VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 34, 26, width - 50, height - 56
    chart.data = [tuple(v) for v in values]
    chart.categoryAxis.categoryNames = list(names)
    chart.categoryAxis.labels.fontSize = chart.valueAxis.labels.fontSize = 7
    chart.valueAxis.valueMin = 0
    for k, tone in enumerate(("#3a5a8c", "#9fb4d0", "#c9a24b")):
        chart.bars[k].fillColor = colors.HexColor(tone)
        chart.bars[k].strokeWidth = 0
    drawing.add(chart)
    drawing.add(String(34, height - 14, title, fontName="Helvetica-Bold", fontSize=8))
    return drawing


def line_chart(series: Sequence[Sequence[tuple[float, float]]], title: str, width: float = 230, height: float = 150) -> Drawing:
    """A line plot as vector drawing."""
    drawing = Drawing(width, height)
    plot = LinePlot()
    plot.x, plot.y, plot.width, plot.height = 28, 22, width - 40, height - 46
    plot.data = [list(s) for s in series]
    for k, tone in enumerate(("#20456f", "#b05a1e", "#2f7d5b")):
        plot.lines[k].strokeColor = colors.HexColor(tone)
        plot.lines[k].strokeWidth = 1.1
    plot.xValueAxis.labels.fontSize = plot.yValueAxis.labels.fontSize = 6.5
    drawing.add(plot)
    drawing.add(String(28, height - 12, title, fontName="Helvetica-Bold", fontSize=7.5))
    return drawing


def build(
    path: Path,
    story: Sequence[Flowable],
    *,
    title: str,
    author: str,
    frames: Sequence[Sequence[Frame]],
    furniture: Sequence[Furniture],
) -> None:
    """Write the document: the first page uses ``frames[0]`` and ``furniture[0]``, later pages the last of each."""
    names = ["first", "later"]
    document = BaseDocTemplate(str(path), pagesize=A4, title=title, author=author, invariant=1, pageCompression=1)
    document.addPageTemplates(
        [
            PageTemplate(id=name, frames=list(f), onPage=draw, autoNextPageTemplate="later")
            for name, f, draw in zip(names, frames, furniture, strict=True)
        ]
    )
    document.build(list(story))


def heading_pages(path: Path) -> dict[str, int]:
    """Page of each bookmarked heading, from 1."""
    import pymupdf

    with pymupdf.open(path) as document:
        return {title: page for _, title, page in document.get_toc()}
