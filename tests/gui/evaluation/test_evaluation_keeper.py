"""What a saved version reached is kept only of results that count, and again when rules change what is cut."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.gui.evaluation.evaluation_keeper import EvaluationKeeper
from chunkstudio.gui.evaluation.scoring import Scoring, score
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.questions import QuestionSet
from tests.retrieval.documents_made import handbook, inspection_questions

PROFILE = Profile().replace({"assembly.token_budget": 120, "assembly.min_tokens": 20})


class Shelf(QObject):
    """Keeps in a list what the workspace's shelf would keep in its file."""

    opened, changed = Signal(), Signal()
    can_write = True

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Any] = []
        self.outside: list[str] = []

    def holds(self, sha256: str) -> bool:
        return sha256 not in self.outside

    def evaluations(self, _version: str) -> list[Any]:
        return self.kept

    def save_evaluation(self, _profile: Profile, questions: QuestionSet, summary: dict[str, Any]) -> Any:
        self.kept.append(SimpleNamespace(question_set_hash=questions.hash, summary=summary))
        return self.kept[-1]


class Evaluated(QObject):
    """An evaluation that is done."""

    progress_changed = Signal()
    progress, busy, reader = None, False, None

    def __init__(self, document: LayoutDocument) -> None:
        super().__init__()
        self.draft = SimpleNamespace(questions=inspection_questions(document))
        self.scorings: list[Scoring] = []

    def score(self, layout: LayoutDocument, rules: tuple[ManualRule, ...] = ()) -> None:
        result = chunk_document(layout, PROFILE, rules=rules)
        questions, ignore = self.draft.questions, lambda _done, _total: None
        self.scorings = [score("k", result, None, questions, None, None, ignore, lambda: False)]
        self.progress_changed.emit()


@pytest.fixture
def parts(qapp: QApplication) -> Any:
    del qapp
    shelf, evaluation = Shelf(), Evaluated(handbook())
    session = SimpleNamespace(baseline=PROFILE, log=lambda *_a, **_k: None)
    return shelf, evaluation, EvaluationKeeper(session, evaluation, shelf)  # type: ignore[arg-type]


def test_that_a_result_whose_layout_is_still_to_come_is_not_kept(parts: Any) -> None:
    shelf, evaluation, _keeper = parts
    evaluation.score(replace(handbook(), provisional=True))
    assert shelf.kept == []
    evaluation.score(handbook())
    assert [e.summary["questions"] for e in shelf.kept] == [10]


def test_that_an_evaluation_is_kept_once_and_again_after_a_rule(parts: Any) -> None:
    shelf, evaluation, _keeper = parts
    evaluation.score(handbook())
    evaluation.score(handbook())
    assert len(shelf.kept) == 1
    first = evaluation.scorings[0].result
    evaluation.score(handbook(), (ManualRule("always_cut", first.units[3].plain, 1),))
    assert len(shelf.kept) == 2
    assert shelf.kept[0].summary["policy_versions"] != shelf.kept[1].summary["policy_versions"]


def test_that_what_is_reached_on_a_document_outside_the_workspace_is_kept_once_it_is_in(parts: Any) -> None:
    shelf, evaluation, _keeper = parts
    layout = handbook()
    shelf.outside.append(layout.info.sha256)
    evaluation.score(layout)
    assert shelf.kept == []
    shelf.outside.clear()
    shelf.changed.emit()
    assert len(shelf.kept) == 1
