"""The financial report: business part, statements, notes with tables, two-level headers, continued tables."""

from __future__ import annotations

import random
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, Paragraph, Spacer

from tests.samples import report_text as text
from tests.samples.drawing import Look, bar_chart, build, heading, paragraphs, table, with_caption
from tests.samples.report_figures import SEGMENTS, YEARS, Figures, crowns, make, percent

LOOK = Look(
    body_font="Helvetica", bold_font="Helvetica-Bold", italic_font="Helvetica-Oblique", size=9.5, leading=12.8, justify=False
)
TITLE = "Halden Ferries Group: Annual Report 2025"
LEFT, WIDTH = 64.0, A4[0] - 128
ACL = {
    "acl": ["finance", "board", "auditors"],
    "narrower": [{"section": "Note 9 Events after the end of the year", "acl": ["board"]}],
}
FIGURES: Figures = make()
LINE = (240, 74, 74, 74)


def _first(canvas: Canvas, _document: BaseDocTemplate) -> None:
    canvas.setFillColorRGB(0.05, 0.3, 0.33)
    canvas.rect(0, 0, 150, A4[1], stroke=0, fill=1)


def _later(canvas: Canvas, _document: BaseDocTemplate) -> None:
    canvas.setFont("Helvetica", 7.5)
    canvas.setFillColorRGB(0.4, 0.42, 0.46)
    canvas.drawString(LEFT, A4[1] - 36, "Halden Ferries Group")
    canvas.drawRightString(LEFT + WIDTH, A4[1] - 36, "Annual Report 2025")
    canvas.drawCentredString(A4[0] / 2, 30, f"Page {canvas.getPageNumber()}")


def _statement(rows: list[list[str]], caption: str, strong: tuple[int, ...]) -> list[Flowable]:
    head = [["Thousands of crowns", *YEARS]]
    return with_caption(table(head + rows, LINE, LOOK, ruled=False, strong_rows=strong), caption, LOOK, above=True)


def _lines(values: dict[str, tuple[int, ...]], sign: int = 1) -> list[list[str]]:
    return [[name, *(crowns(sign * v) for v in amounts)] for name, amounts in values.items()]


def _row(name: str, amounts: tuple[int, ...]) -> list[str]:
    return [name, *(crowns(a) for a in amounts)]


def operating_result() -> tuple[int, ...]:
    """Revenue less costs by year, in thousands of crowns."""
    return tuple(r - c for r, c in zip(FIGURES.total(FIGURES.revenue), FIGURES.total(FIGURES.costs), strict=True))


def _cover() -> list[Flowable]:
    return [
        Spacer(1, 200),
        Paragraph("Annual Report 2025", LOOK.style("title")),
        Paragraph("Halden Ferries Group", LOOK.style("subtitle")),
        PageBreak(),
    ]


def _business() -> list[Flowable]:
    numbers = {"staff": "2,418", "next_year": "2027", "target_year": "2030"}
    risks: list[Flowable] = []
    for name, words in text.RISKS:
        risks += [heading(name, 3, LOOK), *paragraphs(words, LOOK)]
    values = [[FIGURES.revenue[s][k] / 1000 for s in SEGMENTS] for k in (0, 1)]
    return [
        heading("Part I", 1, LOOK), heading("Item 1. Business", 2, LOOK), *paragraphs(text.BUSINESS.format(**numbers), LOOK),
        *with_caption(bar_chart(values, [s.split()[0] for s in SEGMENTS], "Revenue by segment, millions"),
                      "Figure 1. Revenue by segment in 2025 (dark) and 2024 (light), millions of crowns.", LOOK),
        heading("Strategy", 3, LOOK), *paragraphs(text.STRATEGY.format(**numbers), LOOK),
        heading("Item 2. Risk factors", 2, LOOK), *risks,
        heading("Item 3. Results by segment", 2, LOOK), *_segments(), heading("Item 4. Routes", 2, LOOK), *_routes(),
    ]  # fmt: skip


def _segments() -> list[Flowable]:
    out: list[Flowable] = []
    for name in SEGMENTS:
        now, before, _ = FIGURES.revenue[name]
        words = (
            f"Revenue of the segment was {crowns(now)} thousand crowns, {percent(now, before)} against {crowns(before)} in the year before. "
            f"Volume explains about two thirds of the change and prices the rest. The margin of the segment before central costs was "
            f"{8 + len(name) % 7}.{len(name) % 10} per cent. Customers paid on average after {21 + len(name)} days."
        )
        out += [heading(name, 3, LOOK), *paragraphs(words, LOOK)]
    rows = [["Segment", "Revenue", "", "Change", "Share of 2025"], ["", "2025", "2024", "", ""]]
    total = FIGURES.total(FIGURES.revenue)[0]
    for name, (now, before, _) in FIGURES.revenue.items():
        rows.append([name, crowns(now), crowns(before), percent(now, before), f"{100 * now / total:.1f} %"])
    item = table(rows, (130, 80, 80, 80, 90), LOOK, header_rows=2, spans=((0, 1, 2),))
    return out + with_caption(item, "Table 1. Revenue by segment, thousands of crowns", LOOK, above=True)


def _routes() -> list[Flowable]:
    dice = random.Random(5)
    rows = [["Route", "Month", "Crossings", "Cancelled", "Passengers", "On time"]]
    for name, (crossings, _, passengers) in FIGURES.routes.items():
        for month in ("January", "April", "July", "October"):
            season = {"January": 0.6, "April": 0.9, "July": 1.7, "October": 0.8}[month]
            rows.append(
                [
                    name,
                    month,
                    str(round(crossings * season / 2)),
                    str(dice.randrange(0, 14)),
                    f"{round(passengers * season):,}",
                    f"{dice.uniform(91, 99):.1f} %",
                ]
            )
    item = table(rows, (130, 64, 66, 66, 74, 60), LOOK, numbers_from=2)
    words = "The table shows four months that stand for the seasons. A crossing is on time when it arrives within five minutes of the timetable."
    return [
        *paragraphs(words, LOOK),
        *with_caption(item, "Table 2. Crossings by route and month", LOOK, above=True, together=False),
    ]


def _statements() -> list[Flowable]:
    revenue, costs, result = FIGURES.total(FIGURES.revenue), FIGURES.total(FIGURES.costs), operating_result()
    interest = (-41_800, -44_300, -39_900)
    before_tax = tuple(a + b for a, b in zip(result, interest, strict=True))
    tax = tuple(-round(0.22 * v) for v in before_tax)
    rows = [*_lines(FIGURES.revenue), _row("Revenue", revenue), *_lines(FIGURES.costs, -1), _row("Operating costs", tuple(-c for c in costs)),
            _row("Operating result", result), _row("Net interest", interest), _row("Result before tax", before_tax), _row("Income tax", tax),
            _row("Result for the year", tuple(a + b for a, b in zip(before_tax, tax, strict=True)))]  # fmt: skip
    return [
        PageBreak(), heading("Part II", 1, LOOK), heading("Item 5. Consolidated statements", 2, LOOK),
        *_statement(rows, "Consolidated statement of income", (6, 13, 14, 16, 18)), PageBreak(), *_balance(), *_cash(result),
    ]  # fmt: skip


def _balance() -> list[Flowable]:
    assets = {"Vessels": (2_914_300, 2_703_900, 2_655_100), "Terminals and equipment": (402_700, 398_100, 391_600), "Rights of use": (211_500, 224_800, 238_400),
              "Inventories": (38_900, 41_200, 37_700), "Trade receivables": (143_600, 139_800, 131_100), "Cash": (187_200, 164_500, 201_900)}  # fmt: skip
    total = FIGURES.total(assets)
    debts = {"Bank loans": (1_322_000, 1_281_500, 1_334_200), "Lease liabilities": (219_300, 231_000, 243_100), "Pension obligation": (164_800, 158_900, 171_300),
             "Trade payables": (121_400, 118_600, 109_900), "Tickets sold in advance": (74_300, 69_700, 66_200)}  # fmt: skip
    owed = FIGURES.total(debts)
    equity = tuple(a - b for a, b in zip(total, owed, strict=True))
    rows = [
        *_lines(assets),
        _row("Total assets", total),
        _row("Equity", equity),
        *_lines(debts),
        _row("Total equity and liabilities", total),
    ]
    return _statement(rows, "Consolidated balance sheet at 31 December", (7, 14))


def _cash(result: tuple[int, ...]) -> list[Flowable]:
    depreciation = FIGURES.costs["Depreciation"]
    working = (-8_300, 4_100, -12_700)
    operating = tuple(a + b + c for a, b, c in zip(result, depreciation, working, strict=True))
    bought, loans = (-425_000, -263_400, -190_800), (40_500, -52_700, 61_300)
    rows = [_row("Operating result", result), _row("Depreciation", depreciation), _row("Change in working capital", working), _row("Cash from operations", operating),
            _row("Vessels bought", bought), _row("Loans taken and repaid", loans), _row("Interest and dividends paid", (-96_200, -101_400, -88_000)),
            _row("Change in cash", tuple(a + b + c + d for a, b, c, d in zip(operating, bought, loans, (-96_200, -101_400, -88_000), strict=True)))]  # fmt: skip
    return [Spacer(1, 10), *_statement(rows, "Consolidated statement of cash flows", (4, 8))]


def _notes() -> list[Flowable]:
    out: list[Flowable] = [
        PageBreak(),
        heading("Notes to the consolidated statements", 2, LOOK),
        heading("Note 1 Accounting policies", 3, LOOK),
    ]
    for name, words in text.POLICIES:
        out += paragraphs(f"<b>{name}.</b> {words}", LOOK)
    dice = random.Random(9)
    subjects = ("Vessels", "Terminals", "Leases", "Trade receivables", "Bank loans", "Provisions", "Pensions")
    for number, subject in enumerate(subjects, 2):
        start, added, used = dice.randrange(80, 900) * 100, dice.randrange(20, 160) * 100, dice.randrange(10, 90) * 100
        rows = [[subject, "2025", "2024"], ["At 1 January", crowns(start), crowns(start - used)], ["Added", crowns(added), crowns(added + 1_700)],
                ["Used or sold", crowns(-used), crowns(-used + 900)], ["At 31 December", crowns(start + added - used), crowns(start)]]  # fmt: skip
        words = (
            f"The movement of the year is shown below. Additions of {crowns(added)} thousand crowns stem mainly from the two hybrid vessels; "
            f"{crowns(used)} were used or sold. An amount of {crowns(added // 7)} falls due after more than five years."
        )
        item = table(rows, (220, 90, 90), LOOK, strong_rows=(4,), ruled=number % 2 == 0)
        out += [
            heading(f"Note {number} {subject}", 3, LOOK),
            *paragraphs(words, LOOK),
            *with_caption(item, f"Movement of {subject.lower()}, thousands of crowns", LOOK, above=True),
        ]
    out += [heading("Note 9 Events after the end of the year", 3, LOOK), *paragraphs(text.EVENTS, LOOK)]
    return [*out, heading("Item 6. Report of the auditors", 2, LOOK), *paragraphs(text.AUDIT, LOOK)]


def draw(folder: Path) -> Path:
    """Write ``financial_report.pdf`` into the folder and return its path."""
    path = folder / "financial_report.pdf"
    frames = [[Frame(190, 60, A4[0] - 240, A4[1] - 120, 0, 0, 0, 0)], [Frame(LEFT, 56, WIDTH, A4[1] - 110, 0, 0, 0, 0)]]
    story = [*_cover(), *_business(), *_statements(), *_notes()]
    build(path, story, title=TITLE, author="Halden Ferries Group", frames=frames, furniture=[_first, _later])
    return path
