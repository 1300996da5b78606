"""Drafted questions from headings, table cells and captions, without any model; a person accepts or rejects each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.model import SectionNode, TableView
from chunkstudio.retrieval.evidence_words import evidence_words
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet

_LONGEST = 60
Rects = tuple[tuple[float, float, float, float], ...]


def draft_questions(chunked: ChunkedDocument) -> list[Question]:
    """Questions with their evidence, in reading order, all marked as drafted."""
    found = [*_from_sections(chunked), *_from_tables(chunked), *_from_figures(chunked)]
    unique = {q.question: q for q in reversed(found)}
    return sorted(unique.values(), key=lambda q: (q.evidence[0].page, q.evidence[0].rects[:1]))


def unlabelled_sections(chunked: ChunkedDocument, questions: QuestionSet) -> list[SectionNode]:
    """Sections with text of their own in which no evidence of the set lies, in reading order."""
    sha = chunked.layout.info.sha256
    places: dict[int, list[Rects]] = {}
    for e in (e for q in questions.questions for e in q.evidence if e.document == sha):
        places.setdefault(e.page, []).append(e.rects)
    labelled: set[int] = set()
    for unit in chunked.units if places else ():
        for page, rect in unit.rects:
            if any(not rects or any(_meet(rect, s) for s in rects) for rects in places.get(page, ())):
                labelled.add(unit.section)
    return [s for k, s in enumerate(chunked.sections) if s.own_range[1] - s.own_range[0] > 1 and k not in labelled]


def _meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _question(chunked: ChunkedDocument, words: str, quote: str, page: int, rects: tuple[tuple[float, float, float, float], ...],
              kind: str, answer: str = "") -> Question:  # fmt: skip
    info = chunked.layout.info
    evidence = Evidence(document=info.sha256, page=page, quote=quote, rects=rects, file_name=info.file_name)
    digest = hashlib.sha256(f"{info.sha256}{words}{quote}".encode()).hexdigest()[:10]
    return Question(id=f"d{digest}", question=words, evidence=(evidence,), answer=answer, tags=(kind,), status="drafted")


def _from_sections(chunked: ChunkedDocument) -> Iterator[Question]:
    """What a section says first, asked by its heading."""
    for section in chunked.sections[1:]:
        first = next((chunked.units[u] for u in range(*section.own_range) if chunked.units[u].kind == "sentence"), None)
        if first is not None and len(evidence_words(first.plain)) >= 4 and first.rects:
            rects = tuple(r for p, r in first.rects if p == first.page)
            yield _question(
                chunked, f"What does the document say about {section.title}?", first.plain, first.page, rects, "heading"
            )


def _from_tables(chunked: ChunkedDocument) -> Iterator[Question]:
    """The cell in the first numeric column of a row in the middle of each table."""
    for table in chunked.tables:
        row = _telling_row(table)
        if row is None or len(table.headers) < 2:
            continue
        column = next((c for c in range(1, len(table.rows[row])) if any(ch.isdigit() for ch in table.rows[row][c])), None)
        if column is None or column >= len(table.headers) or not table.headers[column].strip():
            continue
        cells = table.rows[row]
        words = f"What is {table.headers[column]} for {cells[0]}?" + (f" ({table.caption[:_LONGEST]})" if table.caption else "")
        place = table.row_rects[row] if row < len(table.row_rects) else table.rects[0]
        quote = " ".join(dict.fromkeys(c for c in cells if c))
        if evidence_words(quote):
            yield _question(chunked, words, quote, place.page, (place.rect,), "table", cells[column])


def _telling_row(table: TableView) -> int | None:
    rows = [r for r in range(table.header_rows, len(table.rows)) if table.rows[r] and table.rows[r][0].strip()]
    return rows[len(rows) // 2] if rows else None


def _from_figures(chunked: ChunkedDocument) -> Iterator[Question]:
    for figure in chunked.figures:
        if len(evidence_words(figure.caption)) < 3:
            continue
        box = next((b for b in chunked.layout.boxes() if b.id == figure.caption_box), None)
        if box is not None:
            yield _question(
                chunked,
                f"Which figure shows this: {figure.caption[:_LONGEST]}?",
                figure.caption,
                box.page,
                (box.rect,),
                "caption",
            )
