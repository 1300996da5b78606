"""What two versions differ in: controls, cuts, tokens, and recall where both were evaluated; branches and what is current."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.workspace import audit
from chunkstudio.workspace.approvals import Approvals
from chunkstudio.workspace.document_store import StoredDocument
from chunkstudio.workspace.evaluating import evaluate_version
from chunkstudio.workspace.version_diff import version_diff
from chunkstudio.workspace.workspace import Workspace
from tests.workspace.zoo import LARGER, PROFILE, TEXT, feeding_questions


def questions(document: StoredDocument) -> QuestionSet:
    return feeding_questions(document.current.sha256)


def test_that_cuts_tokens_and_records_are_told_by_document(work: Workspace, document: StoredDocument) -> None:
    found = version_diff(work, PROFILE, LARGER, [document])
    assert [c.path for c in found.settings] == ["assembly.token_budget", "assembly.min_tokens"]
    (effect,) = found.documents
    one, two = (work.chunk(document, p) for p in (PROFILE, LARGER))
    assert one.chunked is not None and two.chunked is not None
    assert effect.chunks == (len(one.chunked), len(two.chunked)) and effect.chunks[1] < effect.chunks[0]
    assert effect.come - effect.gone == len(two.chunked.cuts) - len(one.chunked.cuts)
    assert effect.tokens == (sum(r.token_count for r in one), sum(r.token_count for r in two))
    assert effect.median_tokens[1] > effect.median_tokens[0]
    assert effect.records is not None and effect.records.counts()["added"] > 0
    assert effect.pages() == {1: (effect.come, effect.gone)}
    assert all(c.before_words and c.after_words for c in effect.cuts)
    assert found.recall == () and work.chunk_sets.latest() == {}


def test_that_the_same_version_differs_in_nothing(work: Workspace, document: StoredDocument) -> None:
    found = version_diff(work, PROFILE, PROFILE, [document])
    assert found.settings == () and found.documents[0].cuts == () and found.documents[0].records.empty  # type: ignore[union-attr]


def test_that_a_document_that_cannot_be_cut_is_told_and_the_others_go_on(
    work: Workspace, document: StoredDocument, tmp_path: Path
) -> None:
    path = tmp_path / "bare.txt"
    path.write_text(TEXT + "\n\nMore.", encoding="utf-8")
    bare = work.documents.add(path, title="Bare", pages=1, author="ann")
    found = version_diff(work, PROFILE, LARGER, [bare, document])
    assert "Nobody has said who may read" in found.documents[0].failure and found.documents[1].chunks[0] > 0


def test_that_recall_is_compared_on_the_questions_of_both_evaluations(work: Workspace, document: StoredDocument) -> None:
    asked = questions(document)
    hard = asked.questions[0].model_copy(update={"question": "Who mends the fence of the meadow?"})
    asked = QuestionSet(name="feeding", questions=(hard, *asked.questions[1:]))
    for profile in (PROFILE, LARGER):
        work.profiles.save(profile, author="ann")
        evaluate_version(work, profile.version, asked)
    assert {v.state for v in work.profiles.all()} == {"evaluated"}
    (change,) = version_diff(work, PROFILE, LARGER, []).recall
    assert (change.name, change.questions, change.k) == ("feeding", 12, 5)
    assert change.tokens[1] > change.tokens[0]  # type: ignore[operator]
    moved = set(change.gained) | set(change.lost)
    assert (change.recall[1] - change.recall[0]) * 12 == pytest.approx(len(change.gained) - len(change.lost))
    assert moved <= {q.id for q in asked.questions} and change.low <= change.recall[1] - change.recall[0] <= change.high


def test_that_evaluating_needs_questions_about_the_documents(work: Workspace, document: StoredDocument) -> None:
    work.profiles.save(PROFILE, author="ann")
    asked = questions(document)
    place = asked.questions[0].evidence[0].model_copy(update={"document": "f" * 64})
    strange = QuestionSet(name="x", questions=(asked.questions[0].model_copy(update={"evidence": (place,)}),))
    with pytest.raises(ChunkStudioError, match="No question is about"):
        evaluate_version(work, PROFILE.version, strange)
    assert work.evaluations.question_sets() == []


def test_that_a_branch_has_its_own_name_and_remembers_its_origin(work: Workspace) -> None:
    origin = work.profiles.save(PROFILE, author="ann")
    made = work.profiles.branch(origin.hash[:6], "legal", {"assembly.token_budget": 60}, author="bob", note="long clauses")
    assert (made.name, made.parent, made.author, made.note) == ("legal", origin.hash, "bob", "long clauses")
    newer = work.profiles.branch(made.hash, "legal", {"assembly.token_budget": 70}, author="bob")
    assert work.profiles.get("legal") == newer and newer.parent == made.hash
    with pytest.raises(ChunkStudioError, match="already"):
        work.profiles.branch(origin.hash, "copy", {}, author="bob")
    with pytest.raises(ChunkStudioError):
        work.profiles.branch(origin.hash, "broken", {"assembly.token_budget": -1}, author="bob")


def test_that_a_restored_version_counts_until_another_is_saved(work: Workspace) -> None:
    first = work.profiles.save(PROFILE, author="ann")
    assert work.profiles.current() == first
    second = work.profiles.save(LARGER, author="ann")
    assert work.profiles.current() == second
    work.profiles.move(first.hash, "retired", author="ann")
    restored = work.profiles.restore(first.hash, author="ann")
    assert restored.state == "evaluated" and work.profiles.current() == restored
    third = work.profiles.save(PROFILE.replace({"assembly.token_budget": 70}), author="ann")
    assert work.profiles.current() == third
    assert [e.action for e in audit.entries(work.database.connection)].count("profile.restore") == 1


def test_that_an_approved_version_counts_before_a_later_draft(work: Workspace, document: StoredDocument) -> None:
    work.rechunk(PROFILE, [document])
    approvals = Approvals(work)
    approvals.approve(approvals.check(PROFILE.version, questions(document)))
    work.profiles.save(LARGER, author="ann")
    current = work.profiles.current()
    assert current is not None and current.hash == PROFILE.version


def test_that_a_refused_check_keeps_no_question_set_and_a_stale_one_is_not_approved(
    work: Workspace, document: StoredDocument
) -> None:
    version = work.profiles.save(PROFILE, author="ann")
    approvals = Approvals(work)
    assert not approvals.check(version.hash, questions(document)).passes
    assert work.evaluations.question_sets() == []
    work.rechunk(PROFILE, [document])
    check = approvals.check(version.hash, questions(document))
    work.rechunk(PROFILE, [document])
    with pytest.raises(ChunkStudioError, match="changed since they were checked"):
        approvals.approve(check)
    assert work.evaluations.question_sets() == [] and approvals.all() == []
    given = approvals.approve(approvals.check(version.hash, questions(document)))
    assert [s[0] for s in work.evaluations.question_sets()] == [given.question_set_hash]
    with pytest.raises(ChunkStudioError, match="reason"):
        approvals.revoke(given.id, reason=" ")


def test_that_tags_move_and_go(work: Workspace) -> None:
    first, second = (work.profiles.save(p, author="ann") for p in (PROFILE, LARGER))
    work.profiles.tag("live", first.hash, author="ann")
    work.profiles.tag("live", second.hash, author="ann")
    assert [work.profiles.get(v.hash).tags for v in (first, second)] == [(), ("live",)]
    work.profiles.untag("live", author="ann")
    assert work.profiles.get(second.hash).tags == ()
    with pytest.raises(ChunkStudioError):
        work.profiles.untag("live", author="ann")


def test_that_the_revisions_are_compared_after_chunking_the_new_one_too(
    work: Workspace, document: StoredDocument, tmp_path: Path
) -> None:
    with pytest.raises(ChunkStudioError, match="one revision only"):
        work.revision_diff(document, PROFILE)
    work.rechunk(PROFILE, [document])
    work.evaluations.save_questions(questions(document), author="ann")
    path = tmp_path / "zoo.txt"
    path.write_text(TEXT.replace("The otter is fed at 2", "The mole is fed at 9"), encoding="utf-8")
    revised = work.documents.revise(document.id, path, pages=1, author="ann")
    before = work.revision_diff(revised, PROFILE)
    work.rechunk(PROFILE, [revised])
    after = work.revision_diff(revised, PROFILE)
    assert replace(before, records=None) == replace(after, records=None)
    assert {e.question: e.state for e in after.evidence}["q1"] == "lost"
    assert {e.state for e in after.evidence if e.question != "q1"} == {"kept"}
    assert 0 < len(after.kept_ids()) < len(work.chunk(revised, PROFILE))


def test_that_a_retired_version_no_longer_counts_although_it_was_restored(work: Workspace) -> None:
    first = work.profiles.save(PROFILE, author="ann")
    second = work.profiles.save(LARGER, author="ann")
    work.profiles.restore(first.hash, author="ann")
    work.profiles.move(first.hash, "retired", author="ann")
    counting = work.profiles.current()
    assert counting is not None and counting.hash == second.hash


def test_that_a_branch_whose_name_looks_like_a_hash_is_found_by_it(work: Workspace) -> None:
    first = work.profiles.save(PROFILE, author="ann")
    branch = work.profiles.branch(first.hash, first.hash[:2], {"assembly.token_budget": 310}, author="ann")
    assert work.profiles.get(first.hash[:2]).hash == branch.hash
    assert work.profiles.get(first.hash[:9]).hash == first.hash
