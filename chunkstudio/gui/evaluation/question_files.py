"""Question sets from files: our own forms, and those of other tools, told apart by what is in them."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.questions import QuestionSet

if TYPE_CHECKING:
    from chunkstudio.retrieval.question_imports import ImportForm, ImportResult

_HASH = re.compile("[0-9a-f]{64}")


def form_of(path: Path) -> ImportForm | None:
    """The form of another tool, by columns or keys; None for our own forms, which name places themselves."""
    if path.is_dir():
        return "beir"
    columns = _columns(path)
    if "references" in columns:
        return "chroma"
    own = _has_evidence_list(path) if path.suffix.lower() == ".jsonl" else _names_hashes(path, columns)
    return "quotes" if columns and not own else None


def _names_hashes(path: Path, columns: set[str]) -> bool:
    """Whether a table has our columns and names documents by their SHA-256, as our own tables do."""
    if not {"id", "document", "quote", "page"} <= columns:
        return False
    with path.open(encoding="utf-8-sig", newline="") as lines:
        row = next(iter(csv.DictReader(lines)), {})
    return _HASH.fullmatch(row.get("document") or "") is not None


def read_questions(path: Path, documents: Sequence[LayoutDocument]) -> ImportResult:
    """Questions of a file, or of a folder in the BEIR form; quotes without a place are looked up in the open documents.

    Raises ChunkStudioError ``not_found``, ``cannot_read`` or ``bad_argument``.
    """
    from chunkstudio.retrieval.question_imports import ImportResult, import_questions

    form = form_of(path)
    return import_questions(path, form, documents) if form is not None else ImportResult(QuestionSet.load(path), ())


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
