"""Laid-out documents for the tests of locating, linting, drafting and miss finding, drawn without any PDF."""

from __future__ import annotations

from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet

PARTS = ("anchor", "beacon", "cable", "davit", "engine", "fender", "gangway", "hawser", "injector", "jetty")

LAST = "Visitors wear orange vests and sign the blue register at noon."


def handbook() -> LayoutDocument:
    """Ten paragraphs, each about one part with its own numbers."""
    text = "\n\n".join(
        f"The {part} is inspected every {k + 2} months by the mate. "
        f"Its last repair cost {100 + 7 * k} crowns and took {k + 1} days."
        for k, part in enumerate(PARTS)
    )
    return LayoutDocument.from_text(f"{text}\n\n{LAST}", title="Handbook")


def asked(document: LayoutDocument, number: int, words: str, quote: str, *, page: int = 1) -> Question:
    """A question on the handbook."""
    evidence = Evidence(document=document.info.sha256, page=page, quote=quote)
    return Question(id=f"q{number}", question=words, evidence=(evidence,))


def inspection_questions(document: LayoutDocument) -> QuestionSet:
    """One question for each part."""
    questions = [
        asked(document, k, f"How often is the {part} inspected?", f"The {part} is inspected every {k + 2} months")
        for k, part in enumerate(PARTS)
    ]
    return QuestionSet(name="inspections", questions=tuple(questions))
