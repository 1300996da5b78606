from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QApplication

from chunkstudio.gui.evaluation.question_draft import QuestionDraft
from chunkstudio.gui.evaluation.question_files import read_questions
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet

_SHA = "ab" * 32


def made(name: str, words: str = "What is it?") -> Question:
    return Question(id=name, question=words, evidence=(Evidence(document=_SHA, page=1, quote="seven blue pumps"),))


@pytest.fixture
def stack(qapp: QApplication) -> QUndoStack:
    del qapp
    return QUndoStack()


def test_that_each_change_is_one_step_that_can_be_undone_and_redone(stack: QUndoStack) -> None:
    draft = QuestionDraft(stack)
    seen: list[int] = []
    draft.changed.connect(lambda: seen.append(len(draft.questions.questions)))
    draft.put(made("a"), "add question")
    draft.put_all([made("b"), made("c")], "import 2 questions")
    draft.remove(["a"], "delete question")
    assert [q.id for q in draft.questions.questions] == ["b", "c"]
    stack.undo()
    stack.undo()
    assert [q.id for q in draft.questions.questions] == ["a"]
    stack.redo()
    assert seen == [1, 3, 2, 3, 1, 3]
    assert stack.undoText() == "import 2 questions"


def test_that_a_question_is_replaced_in_its_place_and_the_same_one_makes_no_step(stack: QUndoStack) -> None:
    draft = QuestionDraft(stack)
    draft.put_all([made("a"), made("b")], "import")
    draft.put(made("a", "What else?"), "edit question")
    assert [q.question for q in draft.questions.questions] == ["What else?", "What is it?"]
    count = stack.count()
    draft.put(made("a", "What else?"), "edit question")
    assert stack.count() == count


def test_that_new_ids_are_unused(stack: QUndoStack) -> None:
    draft = QuestionDraft(stack)
    names = set()
    for _ in range(20):
        name = draft.new_id()
        assert draft.get(name) is None
        draft.put(made(name), "add")
        names.add(name)
    assert len(names) == 20


@pytest.mark.parametrize("suffix", [".yaml", ".json", ".jsonl", ".csv"])
def test_that_our_own_forms_are_told_from_those_of_other_tools(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"set{suffix}"
    path.write_text(QuestionSet(name="set", questions=(made("a"), made("b"))).dump(suffix), encoding="utf-8")
    found = read_questions(path, [])
    assert [q.id for q in found.questions.questions] == ["a", "b"]
    assert not found.unresolved


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"question": "How many?", "quote": "seven blue pumps"}\n'),
        ("b.jsonl", '{"id": "1", "question": "How many?", "quote": "seven blue pumps", "page": 2, "document": "pumps"}\n'),
        ("c.csv", "id,question,quote,page,document\n1,How many?,seven blue pumps,2,pumps.pdf\n"),
    ],
)
def test_that_quotes_without_a_place_are_listed(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    found = read_questions(path, [])
    assert not found.questions.questions
    assert [u.quote for u in found.unresolved] == ["seven blue pumps"]
