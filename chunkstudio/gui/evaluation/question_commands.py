"""The commands of the Evaluate menu."""

from __future__ import annotations

from functools import partial

from chunkstudio.gui.commands import Command, Needs
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.labelling import Labelling
from chunkstudio.gui.evaluation.question_actions import QuestionActions
from chunkstudio.gui.session import Session


def question_commands(
    session: Session, evaluation: EvaluationSession, labelling: Labelling, actions: QuestionActions
) -> list[Command]:
    """Every command on questions, in the order of the menu."""

    has_result = Needs("a document with chunks", lambda: session.current is not None and session.current.result is not None)
    has_questions = Needs("questions", lambda: bool(evaluation.draft.questions.questions))
    missed = Needs("a question that is missed", lambda: any(r.status == "missed" for r in evaluation.rows))
    has = Needs("a chosen question", actions.has_chosen)
    drafted = Needs("a chosen question that is drafted", actions.chosen_is_drafted)
    return [
        *_asking(labelling, actions, has_result, has),
        Command("question.drafts", "&Suggest questions", actions.suggest, "Evaluate/2", (), "plus", enabled=has_result),
        Command("question.accept", "A&ccept drafted question", actions.accept, "Evaluate/2", ("Ctrl+Return",), enabled=drafted),
        Command("question.reject", "&Delete question", actions.remove, "Evaluate/2", ("Ctrl+Del",), "trash", enabled=has),
        Command("miss.next", "Next &miss", evaluation.next_miss, "Evaluate/3", ("F8",), "arrow-down", enabled=missed),
        Command(
            "miss.previous", "&Previous miss", partial(evaluation.next_miss, -1), "Evaluate/3", ("Shift+F8",), enabled=missed
        ),
        Command("question.import", "&Import questions…", actions.ask_import, "Evaluate/4"),
        Command(
            "question.import_folder", "Import a &BEIR folder…", actions.ask_import_folder, "Evaluate/4", enabled=has_result
        ),
        Command("question.export", "&Export questions…", actions.ask_export, "Evaluate/4", enabled=has_questions),
    ]


def _asking(labelling: Labelling, actions: QuestionActions, has_result: Needs, has: Needs) -> list[Command]:
    return [
        Command(
            "question.ask",
            "&Ask about the selection",
            labelling.ask,
            "Evaluate/1",
            ("Q",),
            "question",
            enabled=has_result,
            tip="Ask a question that the selected place answers",
        ),
        Command("question.edit", "Edit &question", actions.edit, "Evaluate/1", ("F2",), "changed", enabled=has),
        Command(
            "question.walk", "Next section &without a question", labelling.walk, "Evaluate/1", ("Shift+Q",), enabled=has_result
        ),
    ]
