"""Question sets of other tools: quotes, passages or character ranges become places; what cannot be resolved is listed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from chunkstudio.errors import ChunkStudioError, reason_of
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.locating import Place, QuoteLocator
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet

_NEARLY_ALL = 0.9
ImportForm = Literal["quotes", "beir", "chroma"]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A question whose quote is not printed in any document, with the places that come nearest."""

    question: str
    quote: str
    near: tuple[Place, ...]
    document: str = ""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import gave: the questions that have a place, and what could not be resolved."""

    questions: QuestionSet
    unresolved: tuple[Unresolved, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    id: str
    question: str
    quotes: tuple[tuple[str, int | None, str], ...]  # words, page, document's name
    answer: str = ""
    grade: int = 1


def import_questions(source: Path, form: ImportForm, documents: Sequence[LayoutDocument]) -> ImportResult:
    """Read a set of another tool and look its quotes up in the documents.

    ``quotes``: JSONL or CSV with question, quote (or evidence, text), and page and document where known.
    ``beir``: a folder with queries.jsonl, corpus.jsonl and qrels (tsv); passages are looked up by their text.
    ``chroma``: a CSV with question, references (JSON with content) and corpus_id.
    Raises ChunkStudioError ``not_found``, ``cannot_read`` or ``bad_argument``.
    """
    readers = {"quotes": _quotes, "beir": _beir, "chroma": _chroma}
    try:
        asked = list(readers[form](source))
    except FileNotFoundError as error:
        raise ChunkStudioError("not_found", f"There is no file {error.filename}.", hint="Check the path.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkStudioError(
            "cannot_read", f"{source} cannot be read: {reason_of(error)}.", hint="Check the file; it must be text in UTF-8."
        ) from None
    except (ValueError, KeyError, TypeError) as error:
        raise ChunkStudioError(
            "bad_argument", f"{source} is no set of the form {form}: {error}", hint="Choose the right form."
        ) from None
    return _resolved(asked, documents, source.stem)


def _resolved(asked: Sequence[_Asked], documents: Sequence[LayoutDocument], name: str) -> ImportResult:
    locators = [(d, QuoteLocator(d)) for d in documents]
    questions: list[Question] = []
    unresolved: list[Unresolved] = []
    for k, a in enumerate(asked, 1):
        evidence: list[Evidence] = []
        for quote, page, document in a.quotes:
            found = _look_up(locators, quote, page, document, a.grade)
            if found is not None:
                evidence.append(found)
            else:
                near = [p for d, locator in locators if _named(d, document) for p in locator.nearest(quote)]
                best = tuple(sorted(near, key=lambda p: -p.share)[:3])
                unresolved.append(Unresolved(a.question, quote, best, document))
        if evidence:
            questions.append(Question(id=a.id or f"q{k}", question=a.question, answer=a.answer, evidence=tuple(evidence)))
    return ImportResult(QuestionSet(name=name, questions=tuple(questions)), tuple(unresolved))


def _named(document: LayoutDocument, name: str) -> bool:
    """Whether a document is meant by a name: its hash, file name, or file name without ending; no name means any."""
    info = document.info
    return name in ("", info.sha256, info.file_name, Path(info.file_name).stem)


def _look_up(
    locators: Sequence[tuple[LayoutDocument, QuoteLocator]], quote: str, page: int | None, name: str, grade: int
) -> Evidence | None:
    for document, locator in locators:
        place = _place(locator, quote, page) if _named(document, name) else None
        if place is not None:
            info = document.info
            return Evidence(
                document=info.sha256, page=place.page, quote=quote, rects=place.rects, file_name=info.file_name, grade=grade
            )
    return None


def _place(locator: QuoteLocator, quote: str, page: int | None) -> Place | None:
    """Where a quote stands as printed; else the stretch that holds nearly all of its words, as where cells are read in
    another order than the quote has them."""
    exact = locator.find(quote, page)
    if exact is not None:
        return exact
    near = [p for p in locator.nearest(quote) if p.share >= _NEARLY_ALL]
    return min(near, key=lambda p: (p.page != page, -p.share), default=None)


def _rows(path: Path) -> list[dict[str, Any]]:
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix.lower() == ".csv":
        return [dict(r) for r in csv.DictReader(io.StringIO(text))]
    if path.suffix.lower() in (".tsv", ".txt"):
        return [dict(r) for r in csv.DictReader(io.StringIO(text), delimiter="\t")]
    rows: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines() if line.strip()]
    return rows


def _quotes(path: Path) -> Iterator[_Asked]:
    for k, row in enumerate(_rows(path), 1):
        quote = row.get("quote") or row.get("evidence") or row.get("text")
        if not quote:
            raise ValueError(f"row {k} has no quote")
        page = int(row["page"]) if row.get("page") else None
        document = str(row.get("document") or row.get("file_name") or row.get("doc") or "")
        yield _Asked(
            str(row.get("id") or f"q{k}"), str(row["question"]), ((str(quote), page, document),), str(row.get("answer") or "")
        )


def _beir(folder: Path) -> Iterator[_Asked]:
    corpus = {str(r["_id"]): str(r["text"]) for r in _rows(folder / "corpus.jsonl")}
    queries = {str(r["_id"]): str(r["text"]) for r in _rows(folder / "queries.jsonl")}
    files = sorted((folder / "qrels").glob("*.tsv")) or [folder / "qrels.tsv"]
    wanted: dict[str, list[str]] = {}
    for file in files:
        for r in _rows(file):
            if int(r["score"]) > 0:
                wanted.setdefault(str(r["query-id"]), []).append(str(r["corpus-id"]))
    for query, passages in wanted.items():
        yield _Asked(query, queries[query], tuple((corpus[p], None, "") for p in passages))


def _chroma(path: Path) -> Iterator[_Asked]:
    for k, row in enumerate(_rows(path), 1):
        references = json.loads(row["references"])
        quotes = tuple((str(r["content"]), None, str(row.get("corpus_id") or "")) for r in references)
        yield _Asked(f"q{k}", str(row["question"]), quotes)
