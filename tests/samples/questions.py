"""One question set with evidence over the sample documents: places on pages, never chunk ids."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pymupdf

from tests.samples.report_figures import SEGMENTS, YEARS, crowns, make

PROSE = (
    ("policy_manual.pdf", "How many hours of rest lie between two shifts?", "at least eleven hours of rest", "eleven hours"),
    ("policy_manual.pdf", "Within how many weeks must travel be claimed?", "Claims are made within eight weeks of the last day of the journey.", "eight weeks"),
    ("policy_manual.pdf", "How long does pay continue in full during illness?", "Pay continues in full for six weeks", "six weeks"),
    ("policy_manual.pdf", "Who decides whether the supervisory authority is told of an incident?", "The Information Desk decides within 24 hours", "the Information Desk"),
    ("policy_manual.pdf", "What share may price have among the criteria of an award?", "price counts for at least thirty and at most seventy per cent", "30 to 70 per cent"),
    ("policy_manual.pdf", "When must training costs be repaid?", "leaves within two years of its end", "when leaving within two years"),
    ("policy_manual.pdf", "What does the gas meter's alarm mean in a confined space?", "Leave at once when the gas meter sounds", "leave at once"),
    ("policy_manual.pdf", "How much leave does the other parent have at a birth?", "The other parent has four weeks at full pay", "four weeks"),
    ("policy_manual.pdf", "Up to which value may the duty officer order without an offer?", "place orders up to 50,000.00 without an offer", "50,000.00"),
    ("financial_report.pdf", "Which new ferries entered service?", "Two hybrid vessels, the Maren and the Sigrun, entered service in the year.", "Maren and Sigrun"),
    ("financial_report.pdf", "Over how many years are hulls depreciated?", "The hull and the engines are depreciated over 25 years", "25 years"),
    ("financial_report.pdf", "How many crossings were cancelled because of wind or ice?", "312 crossings were cancelled because of wind or ice", "312"),
    ("financial_report.pdf", "For how much was the ferry Borgny sold?", "the ferry Borgny, built in 1987, for 21.5 million", "21.5 million"),
    ("financial_report.pdf", "What share of fuel use does the Group hedge?", "hedges up to 70 per cent of its expected fuel use", "up to 70 per cent"),
    ("two_column_paper.pdf", "How long must a record be for the method to help?", "Records of at least eight years and five neighbours are needed.", "eight years"),
    ("two_column_paper.pdf", "How is the shared signal estimated?", "The shared signal is the weighted median of the scaled readings.", "weighted median"),
    ("two_column_paper.pdf", "What happens when a visit was not written down?", "A visit that nobody wrote down leaves a step on an ordinary day", "a step on an ordinary day"),
)  # fmt: skip


def write(folder: Path) -> Path:
    """Write ``questions.yaml`` beside the documents that it asks about; raises ValueError when a quote is not printed."""
    import yaml

    asked = [*PROSE, *_table_questions()]
    rows = [_question(folder, k, *q) for k, q in enumerate(asked, 1)]
    data = {"schema": "chunkstudio.questions/1", "name": "Sample documents", "questions": rows}
    path = folder / "questions.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=120), encoding="utf-8")
    return path


def _table_questions() -> list[tuple[str, str, str, str]]:
    figures = make()
    out = []
    for name in SEGMENTS:
        amounts = " ".join(crowns(a) for a in figures.revenue[name])
        out.append(
            (
                "financial_report.pdf",
                f"What was the revenue of {name.lower()} in {YEARS[1]}?",
                f"{name} {amounts}",
                crowns(figures.revenue[name][1]),
            )
        )
    for name in ("Fuel", "Depreciation"):
        amounts = " ".join(crowns(-a) for a in figures.costs[name])
        out.append(
            (
                "financial_report.pdf",
                f"What did {name.lower()} cost in {YEARS[0]}?",
                f"{name} {amounts}",
                crowns(figures.costs[name][0]),
            )
        )
    return out


def _question(folder: Path, number: int, file: str, question: str, quote: str, answer: str) -> dict[str, Any]:
    page, rects = _place(folder / file, quote)
    digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
    evidence = {"document": digest, "file_name": file, "page": page, "rects": rects, "quote": quote}
    kind = "table" if number > len(PROSE) else "text"
    return {"id": f"q{number:02d}", "question": question, "answer": answer, "tags": [kind], "evidence": [evidence]}


def _place(path: Path, quote: str) -> tuple[int, list[list[float]]]:
    """Page and line rectangles of words that follow one another on a page, whatever lies between them in the file."""
    wanted = [w.strip(".,;:") for w in quote.split()]
    with pymupdf.open(path) as document:
        for page in document:
            words = page.get_text("words", sort=False)
            texts = [w[4].strip(".,;:") for w in words]
            for start in range(len(texts) - len(wanted) + 1):
                if texts[start : start + len(wanted)] == wanted:
                    return page.number + 1, _line_rects(words[start : start + len(wanted)])
    raise ValueError(f"{path.name} does not print: {quote}")


def _line_rects(words: list[tuple[Any, ...]]) -> list[list[float]]:
    lines: dict[float, list[tuple[Any, ...]]] = {}
    for w in words:
        lines.setdefault(round(w[3]), []).append(w)
    return [
        [
            round(min(w[0] for w in ws), 1),
            round(min(w[1] for w in ws), 1),
            round(max(w[2] for w in ws), 1),
            round(max(w[3] for w in ws), 1),
        ]
        for ws in lines.values()
    ]
