"""Questions and evaluations of a workspace: the draft apart from the sets, the newest evaluation of a version on a set."""

from __future__ import annotations

from chunkstudio.chunking.profile import Profile
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet
from chunkstudio.workspace.workspace import Workspace


def questions(*words: str) -> QuestionSet:
    place = Evidence(document="a" * 64, page=1, quote="The lamp burns.")
    return QuestionSet(name="lamps", questions=tuple(Question(id=w, question=f"What {w}?", evidence=(place,)) for w in words))


def test_that_the_questions_that_are_worked_on_are_kept_apart_from_the_sets(work: Workspace) -> None:
    assert work.evaluations.draft("window") is None
    work.evaluations.keep_draft("window", questions("burns"))
    work.evaluations.keep_draft("window", questions("burns", "glows"))
    assert work.evaluations.draft("window") == questions("burns", "glows")
    assert work.evaluations.question_sets() == []


def test_that_a_version_becomes_evaluated_and_its_newest_evaluation_is_found(work: Workspace) -> None:
    store, version = work.evaluations, work.profiles.save(Profile(), author="ann")
    first, second = (store.save_questions(questions(w), author="ann") for w in ("burns", "glows"))
    store.save(version.hash, first, {"measures": {"R@5": 0.5}}, author="ann")
    newest = store.save(version.hash, first, {"measures": {"R@5": 0.7}}, author="ann")
    assert work.profiles.get(version.hash).state == "evaluated"
    assert store.latest(version.hash, first) == newest and store.latest(version.hash, second) is None
    assert [e.summary["measures"]["R@5"] for e in store.of_profile(version.hash)] == [0.5, 0.7]
    assert store.all() == store.of_profile(version.hash)
