"""What a team does over months: add, chunk, know what is stale, approve what is proven, take it back."""

from __future__ import annotations

import os
from pathlib import Path

import pymupdf
import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.workspace import audit
from chunkstudio.workspace.approvals import Approvals
from chunkstudio.workspace.document_store import StoredDocument
from chunkstudio.workspace.workspace import Workspace
from tests.workspace.zoo import PROFILE, TEXT, feeding_questions


def questions(document: StoredDocument) -> QuestionSet:
    return feeding_questions(document.current.sha256)


def test_that_a_document_goes_from_new_to_fresh_to_stale(work: Workspace, document: StoredDocument) -> None:
    assert [s.state for s in work.status(PROFILE)] == ["new"]
    work.rechunk(PROFILE, [document])
    assert [s.state for s in work.status(PROFILE)] == ["fresh"]
    (stale,) = work.status(PROFILE.replace({"assembly.token_budget": 90}))
    assert stale.state == "stale" and stale.changed == ("assembly.token_budget",)


def test_that_a_rule_makes_its_document_stale_and_taking_it_back_fresh_again(work: Workspace, document: StoredDocument) -> None:
    work.rechunk(PROFILE, [document])
    rule = work.rules.add(document.id, ManualRule("always_cut", "The badger is fed at 3 in the morning.", 1), author="ann")
    (status,) = work.status(PROFILE)
    assert status.state == "stale" and "rules" in status.changed
    work.rechunk(PROFILE, [document])
    assert work.status(PROFILE)[0].state == "fresh"
    work.rules.remove(rule.id, author="ann")
    assert work.status(PROFILE)[0].state == "stale"


def test_that_a_new_revision_makes_its_document_stale_and_keeps_most_records(
    work: Workspace, document: StoredDocument, tmp_path: Path
) -> None:
    work.rechunk(PROFILE, [document])
    path = tmp_path / "zoo.txt"
    path.write_text(TEXT.replace("weight of 15 kilos", "weight of 99 kilos"), encoding="utf-8")
    revised = work.documents.revise(document.id, path, pages=1, author="ann")
    (status,) = work.status(PROFILE)
    assert status.state == "stale" and "revision" in status.changed
    change = work.blast_radius(revised, PROFILE)
    assert change is not None
    counts = change.counts()
    assert counts["unchanged"] + counts["moved"] > counts["changed"] + counts["added"] > 0


def test_that_a_document_without_labels_is_not_chunked(work: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "open.txt"
    path.write_text(TEXT, encoding="utf-8")
    bare = work.documents.add(path, title="Bare", pages=1, author="ann")
    kept, failed = work.rechunk(PROFILE, [bare])
    assert kept == [] and failed[0][1].code == "missing_acl"


def test_that_a_missing_file_is_told_from_a_stale_one(work: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "gone.txt"
    path.write_text(TEXT, encoding="utf-8")
    work.documents.add(path, title="Gone", pages=1, author="ann")
    path.unlink()
    assert [s.state for s in work.status(PROFILE)] == ["missing"]


def test_that_a_file_that_was_changed_is_told_from_one_that_was_only_touched(work: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text(TEXT, encoding="utf-8")
    access = DocumentAccess(acl=("keepers",))
    document = work.documents.add(path, title="Kept", pages=1, author="ann", access=access)
    work.rechunk(PROFILE, [document])
    later = path.stat().st_mtime + 60
    os.utime(path, (later, later))
    assert [s.state for s in work.status(PROFILE)] == ["fresh"]
    path.write_text(TEXT + " And more.", encoding="utf-8")
    os.utime(path, (later, later))
    assert [(s.state, s.changed) for s in work.status(PROFILE)] == [("missing", ("file",))]
    with pytest.raises(ChunkStudioError, match="The file of Kept has changed: add it as a new revision"):
        Approvals(work).check(PROFILE.version, questions(document))
    work.documents.revise(document.id, path, pages=1, author="ann")
    assert [(s.state, s.changed) for s in work.status(PROFILE)] == [("stale", ("revision",))]


def test_that_an_approval_needs_the_gate_fresh_sets_and_labels(work: Workspace, document: StoredDocument) -> None:
    version = work.profiles.save(PROFILE, author="ann")
    digest = work.evaluations.save_questions(questions(document), author="ann")
    approvals = Approvals(work)
    before = approvals.check(version.hash, digest)
    assert not before.passes and any("chunk it" in b for b in before.blockers)
    with pytest.raises(ChunkStudioError):
        approvals.approve(before)
    work.rechunk(PROFILE, [document])
    check = approvals.check(version.hash, digest)
    assert check.passes, check.blockers
    approval = approvals.approve(check, note="first")
    assert approval.searchable and work.profiles.get(version.hash).state == "approved"
    assert work.evaluations.question_sets()[0][3] is True
    assert audit.verify(work.database.connection) == []


def test_that_a_profile_below_its_least_recall_is_not_approved(work: Workspace, document: StoredDocument) -> None:
    asked = questions(document)
    wrong = tuple(q.model_copy(update={"question": "Who repairs the fence?"}) for q in asked.questions)
    digest = work.evaluations.save_questions(QuestionSet(name="hard", questions=wrong), author="ann")
    work.rechunk(PROFILE, [document])
    check = Approvals(work).check(PROFILE.version, digest)
    assert not check.passes and any("R@5" in b for b in check.blockers)


def test_that_revoking_is_a_new_entry_and_takes_the_state_back(work: Workspace, document: StoredDocument) -> None:
    digest = work.evaluations.save_questions(questions(document), author="ann")
    work.rechunk(PROFILE, [document])
    approvals = Approvals(work)
    approval = approvals.approve(approvals.check(PROFILE.version, digest))
    revoked = approvals.revoke(approval.id, reason="a leak")
    assert revoked.revoked and not revoked.searchable
    assert work.profiles.get(PROFILE.version).state == "evaluated"
    actions = [e.action for e in audit.entries(work.database.connection)]
    assert actions.count("approval.give") == 1 and actions.count("approval.revoke") == 1
    with pytest.raises(ChunkStudioError):
        approvals.revoke(approval.id, reason="again")


def test_that_a_waiver_needs_a_reason(work: Workspace, document: StoredDocument) -> None:
    with pytest.raises(ChunkStudioError):
        Approvals(work).waive(document.id, "page_failed", "  ")


def test_that_a_stored_set_reads_back_with_its_records(work: Workspace, document: StoredDocument) -> None:
    made = work.chunk(document, PROFILE)
    work.profiles.save(PROFILE, author="ann")
    stored = work.chunk_sets.save(made, document.id, author="ann")
    assert work.chunk_sets.read(stored.id).records == made.records


def test_that_chunking_again_without_a_change_moves_no_record(work: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "drawn.pdf"
    with pymupdf.open() as drawn:
        drawn.new_page().insert_textbox((72.123456, 70.98765, 520, 700), TEXT, fontsize=10.37)
        drawn.save(path)
    fast = PROFILE.replace({"layout.parser": "fast"})
    access = DocumentAccess(acl=("keepers",))
    document = work.documents.add(path, title="Drawn", pages=1, author="ann", access=access)
    work.rechunk(fast, [document])
    change = work.blast_radius(document, fast)
    assert change is not None and change.empty and change.cost.records == 0
