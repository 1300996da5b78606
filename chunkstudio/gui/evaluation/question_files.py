"""Question sets from files: our own forms, and those of other tools, told apart by what is in them."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.question_imports import ImportResult, import_questions
from chunkstudio.retrieval.questions import QuestionSet


def read_questions(path: Path, documents: Sequence[LayoutDocument]) -> ImportResult:
    """Questions of a file, or of a folder in the BEIR form; quotes without a place are looked up in the open documents.

    Raises ChunkStudioError ``not_found``, ``cannot_read`` or ``bad_argument``.
    """
    if path.is_dir():
        return import_questions(path, "beir", documents)
    columns = _columns(path)
    if "references" in columns:
        return import_questions(path, "chroma", documents)
    if columns and "question" in columns and not {"id", "document", "quote", "page"} <= columns and "evidence" not in columns:
        return import_questions(path, "quotes", documents)
    if path.suffix.lower() == ".jsonl" and columns and not _has_evidence_list(path):
        return import_questions(path, "quotes", documents)
    return ImportResult(QuestionSet.load(path), ())


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8-sig") as lines:
            return next((line for line in lines if line.strip()), "")
    except (OSError, UnicodeDecodeError):
        return ""


def _columns(path: Path) -> set[str]:
    """Names of the columns of a table, or of the first object of JSON lines; empty for other forms."""
    line, suffix = _first_line(path), path.suffix.lower()
    if suffix in (".csv", ".tsv"):
        return set(next(csv.reader([line], delimiter="\t" if suffix == ".tsv" else ","), []))
    return set(_object(line)) if suffix == ".jsonl" else set()


def _object(line: str) -> dict[str, object]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _has_evidence_list(path: Path) -> bool:
    return isinstance(_object(_first_line(path)).get("evidence"), list)
