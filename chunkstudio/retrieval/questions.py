"""Questions with evidence: places in documents, never chunk ids, so that one set scores every profile for ever."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from chunkstudio.chunking.strict_yaml import load_yaml
from chunkstudio.errors import ChunkStudioError, reason_of
from chunkstudio.retrieval.evidence_words import evidence_words

SCHEMA = "chunkstudio.questions/1"
_CSV_COLUMNS = ("id", "question", "answer", "tags", "document", "file_name", "page", "quote", "grade")


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Evidence(_Value):
    """A place that answers a question. ``document`` is the SHA-256 of the file's bytes, ``page`` counts from 1,
    ``rects`` are in points of the page as displayed (may be empty: then the quote alone counts), ``quote`` the words
    printed there, ``span`` their characters in the canonical text, where known. ``grade`` is its relevance from 1 to 3."""

    document: str
    page: int = Field(ge=1)
    quote: str
    rects: tuple[tuple[float, float, float, float], ...] = ()
    span: tuple[int, int] | None = None
    file_name: str = ""
    grade: int = Field(1, ge=1, le=3)

    @field_validator("quote")
    @classmethod
    def _has_words(cls, quote: str) -> str:
        if not evidence_words(quote):
            raise ValueError("the quote has no words to look for")
        return quote


class Question(_Value):
    """A question with one or more evidences; ``status`` tells a drafted question from one that a person accepted."""

    id: str
    question: str = Field(min_length=1)
    evidence: tuple[Evidence, ...] = Field(min_length=1)
    answer: str = ""
    tags: tuple[str, ...] = ()
    status: Literal["accepted", "drafted"] = "accepted"


class QuestionSet(_Value):
    """A named, immutable set of questions. Its hash covers questions and evidence, not the name."""

    name: str
    questions: tuple[Question, ...]

    @field_validator("questions")
    @classmethod
    def _ids_differ(cls, questions: tuple[Question, ...]) -> tuple[Question, ...]:
        twice = sorted(name for name, count in Counter(q.id for q in questions).items() if count > 1)
        if twice:
            raise ValueError(f"the id {twice[0]} is used twice")
        return questions

    @property
    def hash(self) -> str:
        """16 hexadecimal signs over all questions, in order."""
        data = [q.model_dump(mode="json") for q in self.questions]
        return hashlib.sha256(json.dumps(data, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]

    def of_document(self, sha256: str) -> QuestionSet:
        """Only the questions whose evidence all lies in one document."""
        chosen = tuple(q for q in self.questions if all(e.document == sha256 for e in q.evidence))
        return QuestionSet(name=self.name, questions=chosen)

    @classmethod
    def load(cls, path: str | Path) -> QuestionSet:
        """From YAML, JSON, JSONL or CSV, by the file's ending. Raises ``not_found``, ``cannot_read``, ``bad_argument``."""
        file = Path(path)
        try:
            text = file.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            raise ChunkStudioError("not_found", f"There is no question set {file}.", hint="Check the path.") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ChunkStudioError(
                "cannot_read", f"{file} cannot be read: {reason_of(error)}.", hint="Check the file; it must be text in UTF-8."
            ) from None
        try:
            return cls._from_text(text, file.suffix.lower(), file.stem)
        except (ValidationError, ValueError, KeyError, RecursionError, yaml.YAMLError) as error:
            raise ChunkStudioError(
                "bad_argument", f"{file}: {_first_fault(error)}", hint="See the README on question sets."
            ) from None

    @classmethod
    def _from_text(cls, text: str, suffix: str, name: str) -> QuestionSet:
        if suffix == ".csv":
            return cls(name=name, questions=_from_csv(text))
        if suffix == ".jsonl":
            rows = [json.loads(line) for line in text.splitlines() if line.strip()]
            return cls(name=name, questions=tuple(Question.model_validate(r) for r in rows))
        data = load_yaml(text)
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise ValueError(f"the first line must be schema: {SCHEMA}")
        return cls.model_validate({"name": data.get("name", name), "questions": data.get("questions", [])})

    def dump(self, suffix: str) -> str:
        """The set as text for a file with this ending: ``.yaml``, ``.json``, ``.jsonl`` or ``.csv``."""
        rows = [q.model_dump(mode="json", exclude_defaults=True) for q in self.questions]
        if suffix == ".jsonl":
            return "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows)
        if suffix == ".csv":
            return _to_csv(self.questions)
        data = {"schema": SCHEMA, "name": self.name, "questions": rows}
        if suffix == ".json":
            return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
        return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=120)


def _from_csv(text: str) -> tuple[Question, ...]:
    """One row for each evidence; rows of one id belong to one question."""
    found: dict[str, dict[str, Any]] = {}
    for row in csv.DictReader(io.StringIO(text)):
        entry = found.setdefault(
            row["id"],
            {
                "id": row["id"],
                "question": row["question"],
                "answer": row.get("answer") or "",
                "tags": (row.get("tags") or "").split(),
                "evidence": [],
            },
        )
        optional = {"file_name": row.get("file_name") or "", "grade": int(row.get("grade") or 1)}
        entry["evidence"].append({"document": row["document"], "page": int(row["page"]), "quote": row["quote"], **optional})
    return tuple(Question.model_validate(e) for e in found.values())


def _to_csv(questions: tuple[Question, ...]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, _CSV_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for q in questions:
        for e in q.evidence:
            place = {"document": e.document, "file_name": e.file_name, "page": e.page, "quote": e.quote, "grade": e.grade}
            writer.writerow({"id": q.id, "question": q.question, "answer": q.answer, "tags": " ".join(q.tags), **place})
    return out.getvalue()


def _first_fault(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(str(p) for p in first['loc'])}: {first['msg']}"
    if isinstance(error, KeyError):
        return f"the column {error.args[0]} is missing"
    return str(error)
