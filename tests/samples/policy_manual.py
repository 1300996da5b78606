"""The policy manual: three heading levels, lists, tables over pages, figures, footnotes, running heads, access classes."""

from __future__ import annotations

import random
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, Paragraph, Spacer

from tests.samples import policy_text as text
from tests.samples.drawing import (
    RULE,
    Look,
    PageNote,
    bar_chart,
    build,
    bullets,
    heading,
    heading_pages,
    paragraphs,
    table,
    with_caption,
)

LOOK = Look()
LEFT, WIDTH, BOTTOM = 72.0, A4[0] - 144, 66.0
TITLE = "Northlight Water Authority: Staff Policy Manual"

ACL = {
    "acl": ["staff", "contractors", "duty-officers"],
    "narrower": [
        {"section": "6.3 Valves, gates and patrols", "acl": ["duty-officers"]},
        {"section": "Annex A Pay bands", "acl": ["staff"]},
    ],
}

CHAPTERS = (
    "1 Purpose and scope", "2 Working time", "3 Leave", "4 Pay and expenses", "5 Safety", "6 Information", "7 Procurement",
    "8 Emergencies and review", "Annex A Pay bands", "Annex B Undertaking",
)  # fmt: skip


def _first(canvas: Canvas, _document: BaseDocTemplate) -> None:
    canvas.setFillColorRGB(0.13, 0.25, 0.42)
    canvas.rect(0, A4[1] - 210, A4[0], 210, stroke=0, fill=1)
    canvas.setFillColorRGB(1, 1, 1)
    canvas.setFont("Helvetica-Bold", 26)
    canvas.drawString(LEFT, A4[1] - 120, "Staff Policy Manual")
    canvas.setFont("Helvetica", 13)
    canvas.drawString(LEFT, A4[1] - 148, "Northlight Water Authority")


def _later(canvas: Canvas, _document: BaseDocTemplate) -> None:
    page = canvas.getPageNumber()
    canvas.setFont("Helvetica", 8)
    canvas.setFillColorRGB(0.35, 0.38, 0.43)
    if page % 2:
        canvas.drawRightString(LEFT + WIDTH, A4[1] - 44, "Northlight Water Authority")
        canvas.drawRightString(LEFT + WIDTH, 36, str(page))
    else:
        canvas.drawString(LEFT, A4[1] - 44, "Staff Policy Manual, edition of March 2026")
        canvas.drawString(LEFT, 36, str(page))
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.4)
    canvas.line(LEFT, A4[1] - 50, LEFT + WIDTH, A4[1] - 50)


def _note(words: str) -> Flowable:
    return PageNote(words, LOOK, LEFT, WIDTH, BOTTOM - 8)


def _front(pages: dict[str, int]) -> list[Flowable]:
    entries = [(name, str(pages.get(name, 0))) for name in CHAPTERS]
    lines = [Paragraph(f"{name} {'.' * (92 - len(name) - len(page))} {page}", LOOK.style("toc")) for name, page in entries]
    return [
        Spacer(1, 190),
        *paragraphs("Edition of March 2026\n\nIssued by the Policy Office and agreed with the staff council on 12 February 2026.", LOOK),
        PageBreak(), heading("Contents", 1, LOOK), *lines, PageBreak(),
    ]  # fmt: skip


def _work() -> list[Flowable]:
    return [
        heading("1 Purpose and scope", 1, LOOK), *paragraphs(text.SCOPE, LOOK),
        heading("1.1 Definitions", 2, LOOK), *paragraphs("In this manual the following words have these meanings:", LOOK),
        bullets(text.DEFINITIONS, LOOK),
        heading("2 Working time", 1, LOOK),
        heading("2.1 Hours", 2, LOOK), *paragraphs(text.HOURS, LOOK),
        _note("1 The pattern of nine days in a fortnight was tried in 2024 by the laboratory and found to work well."),
        heading("2.1.1 Breaks and rest", 3, LOOK), *paragraphs(text.BREAKS, LOOK),
        heading("2.1.2 Standby", 3, LOOK), *paragraphs(text.STANDBY, LOOK),
        *with_caption(
            bar_chart([(212, 240, 198, 265), (180, 175, 190, 201)], ["Q1", "Q2", "Q3", "Q4"], "Calls during standby"),
            "Figure 1: Calls during standby in 2024 (dark) and 2025 (light) by quarter.", LOOK,
        ),
        heading("2.2 Training", 2, LOOK), *paragraphs(text.TRAINING, LOOK),
        PageBreak(), heading("3 Leave", 1, LOOK),
        heading("3.1 Annual leave", 2, LOOK), *paragraphs(text.LEAVE, LOOK),
        *with_caption(
            table(
                [["Years of service", "Days of leave", "Part time, 3 days a week"], ["0 to 2", "28", "17"], ["3 to 5", "29", "17.5"],
                 ["6 to 8", "30", "18"], ["9 to 11", "31", "19"], ["12 to 14", "32", "19.5"], ["15 and more", "33", "20"]],
                (150, 110, 160), LOOK,
            ),
            "Table 1: Annual leave by years of service", LOOK, above=True,
        ),
        heading("3.2 Illness", 2, LOOK), *paragraphs(text.SICKNESS, LOOK),
        heading("3.3 Parental leave", 2, LOOK), *paragraphs(text.PARENTAL, LOOK),
    ]  # fmt: skip


def _money() -> list[Flowable]:
    return [
        PageBreak(), heading("4 Pay and expenses", 1, LOOK),
        heading("4.1 Pay", 2, LOOK), *paragraphs(text.PAY, LOOK),
        heading("4.2 Supplements", 2, LOOK), *paragraphs(text.SUPPLEMENTS, LOOK),
        *with_caption(
            table(
                [["Occasion", "Supplement", "Remark"], ["Night, 20:00 to 06:30", "25 %", "also on standby calls"], ["Saturday after 13:00", "20 %", ""],
                 ["Sunday", "50 %", "not together with Saturday"], ["Public holiday", "100 %", "within the total of 110 %"], ["Confined spaces", "15 %", "for the time of the permit"]],
                (170, 80, 180), LOOK, numbers_from=9,
            ),
            "Table 2: Supplements to the hourly rate", LOOK, above=True,
        ),
        heading("4.3 Travel", 2, LOOK), *paragraphs(text.TRAVEL, LOOK),
        _note("2 Allowances are reviewed each January by the Pay Desk."),
        *with_caption(_allowances(), "Table 3: Daily allowances by place, in crowns", LOOK, above=True, together=False),
    ]  # fmt: skip


def _allowances() -> Flowable:
    dice = random.Random(7)
    rows = [["Place", "Zone", "Full day", "Half day", "Night", "Hotel limit"]]
    for k, city in enumerate(text.CITIES):
        full = 24 + dice.randrange(0, 22)
        rows.append(
            [city, "ABC"[k % 3], f"{full}.00", f"{full / 2:.2f}", f"{8 + full // 4}.00", f"{90 + 5 * dice.randrange(0, 16)}.00"]
        )
    return table(rows, (130, 50, 70, 70, 60, 76), LOOK, numbers_from=2)


def _safety() -> list[Flowable]:
    return [
        PageBreak(), heading("5 Safety", 1, LOOK),
        heading("5.1 Duties", 2, LOOK), *paragraphs(text.SAFETY_DUTIES, LOOK),
        heading("5.2 Confined spaces", 2, LOOK), *paragraphs("Before anyone enters a tank, a chamber or a pipe, take these steps in this order:", LOOK),
        bullets(text.CONFINED, LOOK, numbered=True),
        heading("5.3 Chemicals", 2, LOOK), *paragraphs(text.CHEMICALS, LOOK),
        *with_caption(
            table(
                [["Substance", "Hazard", "", "Smallest quantity"], ["", "to persons", "to water", ""], ["Sodium hypochlorite", "corrosive", "high", "200 kg"],
                 ["Ferric chloride", "corrosive", "medium", "500 kg"], ["Aluminium sulphate", "irritant", "low", "1,000 kg"],
                 ["Powdered lime", "irritant", "low", "1,000 kg"], ["Chlorine gas", "toxic", "high", "any"]],
                (150, 90, 90, 110), LOOK, header_rows=2, numbers_from=9, spans=((0, 1, 2),),
            ),
            "Table 4: Quantities from which the rules of storage apply", LOOK, above=True,
        ),
        *with_caption(
            bar_chart([(14, 11, 9, 6, 7)], ["2021", "2022", "2023", "2024", "2025"], "Reportable accidents"),
            "Figure 2: Reportable accidents by year. The rate for each million hours fell from 8.1 to 3.9.", LOOK,
        ),
    ]  # fmt: skip


def _rules() -> list[Flowable]:
    return [
        PageBreak(), heading("6 Information", 1, LOOK),
        heading("6.1 Classes", 2, LOOK), *paragraphs(text.INFORMATION, LOOK),
        heading("6.2 Incidents", 2, LOOK), *paragraphs(text.INCIDENTS, LOOK),
        heading("6.3 Valves, gates and patrols", 2, LOOK), *paragraphs(text.VALVES, LOOK),
        heading("7 Procurement", 1, LOOK),
        heading("7.1 Competition", 2, LOOK), *paragraphs(text.PROCUREMENT, LOOK),
        *with_caption(
            table(
                [["Whole value", "Procedure", "Signed by"], ["up to 1,000.00", "direct purchase", "team leader"], ["up to 25,000.00", "three written offers", "head of department"],
                 ["up to 200,000.00", "national tender", "director"], ["above 200,000.00", "open tender", "board"]],
                (120, 160, 150), LOOK, numbers_from=9,
            ),
            "Table 5: Procedures by value", LOOK, above=True,
        ),
        heading("7.2 Conflicts of interest", 2, LOOK), *paragraphs(text.CONFLICT, LOOK),
        heading("8 Emergencies and review", 1, LOOK),
        heading("8.1 Emergencies", 2, LOOK), *paragraphs(text.EMERGENCY, LOOK),
        heading("8.2 Review of this manual", 2, LOOK), *paragraphs(text.REVIEW, LOOK),
    ]  # fmt: skip


def _annexes() -> list[Flowable]:
    bands = [["Band", "Step 1", "Step 2", "Step 3", "Step 4", "Step 5"]]
    bands += [[f"N{b}", *(f"{1900 + 310 * b + 85 * s * (1 + b // 4):,}.00" for s in range(5))] for b in range(1, 15)]
    return [
        PageBreak(), heading("Annex A Pay bands", 1, LOOK), *paragraphs("Monthly pay in crowns from 1 January 2026, before supplements.", LOOK),
        *with_caption(table(bands, (60, 76, 76, 76, 76, 76), LOOK), "Table 6: Pay bands", LOOK, above=True),
        heading("Annex B Undertaking", 1, LOOK),
        *paragraphs("I have read chapter 6 of the Staff Policy Manual. I shall use Internal information only for the work agreed, "
                    "shall not pass it on, and shall return or delete it when the work ends.\n\nPlace, date and signature", LOOK),
    ]  # fmt: skip


def draw(folder: Path) -> Path:
    """Write ``policy_manual.pdf`` into the folder and return its path."""
    path = folder / "policy_manual.pdf"
    frames = [[Frame(LEFT, BOTTOM + 16, WIDTH, A4[1] - BOTTOM - 82, 0, 0, 0, 0)]] * 2
    pages: dict[str, int] = {}
    for _ in range(2):  # the contents page can name pages only once they are known
        story = [*_front(pages), *_work(), *_money(), *_safety(), *_rules(), *_annexes()]
        build(path, story, title=TITLE, author="Policy Office", frames=frames, furniture=[_first, _later])
        pages = heading_pages(path)
    return path
