"""The two-column paper: abstract over both columns, numbered sections, formulas, figures, a table, references."""

from __future__ import annotations

import math
import random
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, FrameBreak, Paragraph

from tests.samples import paper_text as text
from tests.samples.drawing import Look, build, heading, line_chart, paragraphs, table, with_caption

LOOK = Look(size=10, leading=12.4, head_sizes=(11.5, 10, 9.5), head_font="Times-Bold")
TITLE = "Finding the Drift of Tide Gauges from Their Neighbours and Their Maintenance Dates"
LEFT, TOP, GUTTER = 54.0, A4[1] - 58, 18.0
COLUMN = (A4[0] - 2 * LEFT - GUTTER) / 2
ACL = {"acl": ["research"]}


def _first(canvas: Canvas, _document: BaseDocTemplate) -> None:
    canvas.setFont("Times-Roman", 8)
    canvas.drawCentredString(A4[0] / 2, 30, "1")
    canvas.drawString(LEFT, A4[1] - 36, "Transactions on Coastal Measurement, volume 9 (2026)")


def _later(canvas: Canvas, _document: BaseDocTemplate) -> None:
    page = canvas.getPageNumber()
    canvas.setFont("Times-Roman", 8)
    canvas.drawCentredString(A4[0] / 2, 30, str(page))
    head = "M. Arendt and others" if page % 2 == 0 else "Finding the Drift of Tide Gauges"
    canvas.drawCentredString(A4[0] / 2, A4[1] - 36, head)


def _columns(top: float) -> list[Frame]:
    height = top - 54
    return [Frame(LEFT + k * (COLUMN + GUTTER), 54, COLUMN, height, 0, 0, 0, 0) for k in (0, 1)]


def _head() -> list[Flowable]:
    centred = LOOK.style("centred")
    title = LOOK.style("title").clone("paper", fontName="Times-Bold", fontSize=18, leading=22, alignment=1)
    return [
        Paragraph(TITLE, title),
        Paragraph("Mara Arendt, Jonas Feld and Ines Quadros", centred),
        Paragraph("<i>Institute for Coastal Records, Westerlock</i>", centred),
        Paragraph(f"<b>Abstract.</b> {' '.join(text.ABSTRACT.split())}", LOOK.style("body")),
        FrameBreak(),
    ]


def _formula(words: str, number: int) -> Flowable:
    gap = "&nbsp;" * 10
    return Paragraph(f"{gap}{words}{gap}({number})", LOOK.style("formula"))


def _model() -> list[Flowable]:
    return [
        heading("3 Model", 1, LOOK), *paragraphs(text.MODEL, LOOK),
        _formula("y<sub>i,t</sub> = a<sub>i</sub> s<sub>t</sub> + c<sub>i</sub>(t) + d<sub>i,t</sub> + e<sub>i,t</sub> ,", 1),
        *paragraphs(text.MODEL_AFTER, LOOK), _formula("d<sub>i,t</sub> = d<sub>i,t−1</sub> + u<sub>i,t</sub> ,", 2),
        *paragraphs(text.MODEL_END, LOOK), _formula("var u<sub>i,t</sub> = q<sub>i</sub> (1 + k<sub>i</sub> v<sub>i,t</sub>) .", 3),
        *paragraphs(text.MODEL_LAST, LOOK),
    ]  # fmt: skip


def _drift_figure() -> list[Flowable]:
    dice = random.Random(3)
    truth = [(y / 4, (14 if y / 4 > 9 else 0) + 0.4 * y / 4) for y in range(80)]
    found = [(x, v + dice.gauss(0, 0.7)) for x, v in truth]
    return with_caption(
        line_chart([truth, found], "Drift of gauge 17 (mm) by year"), "Fig. 1. Drift of one gauge: true and recovered.", LOOK
    )


def _length_figure() -> list[Flowable]:
    ours = [(y, 0.4 + 14 / y**1.35) for y in range(4, 41)]
    level = [(y, 1.0 + 3.4 * math.exp(-y / 9)) for y in range(4, 41)]
    caption = "Fig. 2. Error of the trend (mm per year) against the length of the record (years)."
    return with_caption(line_chart([ours, level], "Error by length of record"), caption, LOOK)


def _results_table() -> list[Flowable]:
    rows = [["Form of drift", "Gauges", "Levelling", "Ours"], ["Settlement", "9", "1.31", "0.66"], ["Step at a visit", "8", "2.74", "0.88"],
            ["Seasonal stretch", "6", "1.62", "0.79"], ["None", "23", "0.42", "0.41"], ["All", "46", "1.90", "0.60"]]  # fmt: skip
    item = table(rows, (92, 44, 56, 44), LOOK, ruled=False, strong_rows=(5,))
    return with_caption(item, "TABLE 1: Root mean square error of the trend, in mm per year", LOOK, above=True)


def _gauge_table() -> list[Flowable]:
    dice = random.Random(11)
    forms = ["settlement"] * 9 + ["step"] * 8 + ["stretch"] * 6 + ["none"] * 23
    dice.shuffle(forms)
    rows = [["Gauge", "Km", "Visits", "Drift", "Error"]]
    for k, form in enumerate(forms, 1):
        rows.append(
            [f"G{k:02d}", str(20 * k - dice.randrange(9)), str(dice.randrange(9, 41)), form, f"{dice.uniform(0.2, 1.1):.2f}"]
        )
    item = table(rows, (44, 40, 44, 68, 40), LOOK, ruled=False, numbers_from=1)
    return with_caption(
        item,
        "TABLE 2: Gauges, place along the coast, visits, form of drift and error in mm per year",
        LOOK,
        above=True,
        together=False,
    )


def draw(folder: Path) -> Path:
    """Write ``two_column_paper.pdf`` into the folder and return its path."""
    path = folder / "two_column_paper.pdf"
    head = Frame(LEFT, TOP - 190, A4[0] - 2 * LEFT, 190, 0, 0, 0, 0)
    references = [Paragraph(f"[{k}] {r}", LOOK.style("note")) for k, r in enumerate(text.REFERENCES, 1)]
    story = [
        *_head(),
        heading("1 Introduction", 1, LOOK), *paragraphs(text.INTRO, LOOK),
        heading("2 Related Work", 1, LOOK), *paragraphs(text.RELATED, LOOK),
        *_model(),
        heading("4 Estimation", 1, LOOK), *paragraphs(text.ESTIMATION, LOOK),
        heading("5 Experiments", 1, LOOK),
        heading("5.1 Artificial Network", 2, LOOK), *paragraphs(text.DATA, LOOK),
        heading("5.2 Results", 2, LOOK), *_results_table(), *paragraphs(text.RESULTS, LOOK), *_drift_figure(), *_length_figure(),
        heading("5.3 Limits", 2, LOOK), *paragraphs(text.LIMITS, LOOK),
        heading("6 Use in Practice", 1, LOOK), *paragraphs(text.PRACTICE, LOOK),
        heading("7 Discussion", 1, LOOK), *paragraphs(text.DISCUSSION, LOOK),
        heading("8 Conclusion", 1, LOOK), *paragraphs(text.CONCLUSION, LOOK),
        heading("References", 1, LOOK), *references,
        heading("Appendix A Gauges of the Network", 1, LOOK), *paragraphs(text.APPENDIX, LOOK), *_gauge_table(),
    ]  # fmt: skip
    frames = [[head, *_columns(TOP - 200)], _columns(TOP)]
    build(path, story, title=TITLE, author="M. Arendt, J. Feld, I. Quadros", frames=frames, furniture=[_first, _later])
    return path
