"""Small corpora made by hand for the tests of search and evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.retrieval.passages import Corpus, Passage
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet


def passage(name: str, text: str, **fields: object) -> Passage:
    """A section passage on page 1 of document ``d`` unless told otherwise."""
    base: dict[str, object] = {
        "document": "d",
        "layer": "section",
        "indexed": text,
        "text": text,
        "tokens": len(text.split()),
        "pages": (1,),
    }
    return Passage(id=name, **(base | fields))  # type: ignore[arg-type]


def corpus(passages: Sequence[Passage], tables: Sequence[Passage] = ()) -> Corpus:
    """A corpus of these passages; tables are what row records may hand back."""
    documents = tuple(dict.fromkeys(p.document for p in passages))
    return Corpus(tuple(passages), {(t.document, t.id): t for t in tables}, documents)


def question(number: int, words: str, quote: str, *, document: str = "d", page: int = 1) -> Question:
    """A question with one evidence."""
    return Question(id=f"q{number}", question=words, evidence=(Evidence(document=document, page=page, quote=quote),))


def question_set(*questions: Question) -> QuestionSet:
    """A set of these questions."""
    return QuestionSet(name="made", questions=questions)
