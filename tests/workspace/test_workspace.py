"""What a team does over months: add, chunk, know what is stale, approve what is proven, take it back."""

from __future__ import annotations

import os
from pathlib import Path

import pymupdf
import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.workspace import audit
from chunkstudio.workspace.approvals import Approvals
from chunkstudio.workspace.chunkset_store import StoredChunkSet
from chunkstudio.workspace.document_store import StoredDocument
from chunkstudio.workspace.released import made_again, released_sets
from chunkstudio.workspace.workspace import Workspace
from tests.ingestion.model_server import ModelServer, good_answer, model_server
from tests.workspace.zoo import PROFILE, TEXT, feeding_questions

CHAPTERS = "# Mornings\n\n" + TEXT
"""The same facts under a heading, so that there is a section to summarise."""


@pytest.fixture
def chapters(work: Workspace, tmp_path: Path) -> StoredDocument:
    path = tmp_path / "zoo.txt"
    path.write_text(CHAPTERS, encoding="utf-8")
    return work.documents.add(path, title="Zoo", pages=1, author="ann", access=DocumentAccess(acl=("keepers",)), embed=True)


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


def test_that_other_readers_make_a_document_stale_and_hold_its_export_back(work: Workspace, document: StoredDocument) -> None:
    digest = work.evaluations.save_questions(questions(document), author="ann")
    approvals = Approvals(work)
    work.rechunk(PROFILE, [document])
    approvals.approve(approvals.check(PROFILE.version, digest))
    assert document.access is not None
    work.documents.set_access(document.id, document.access, author="ann")
    assert work.status(PROFILE)[0].state == "fresh" and len(released_sets(work)[0]) == 1
    work.documents.set_access(document.id, DocumentAccess(acl=("head keeper",)), author="ann")
    (status,) = work.status(PROFILE)
    assert (status.state, status.changed) == ("stale", ("access",))
    for draft in (False, True):
        with pytest.raises(ChunkStudioError, match="was changed after it was chunked") as error:
            released_sets(work, draft=draft)
        assert error.value.code == "bad_acl"
    work.rechunk(PROFILE, [work.documents.get(document.id)])
    assert work.status(PROFILE)[0].state == "fresh"
    (source,), _ = released_sets(work, draft=True)
    assert {record.acl for record in source.chunk_set().records} == {("head keeper",)}
    with pytest.raises(ChunkStudioError):
        released_sets(work)
    approvals.approve(approvals.check(PROFILE.version, digest))
    assert len(released_sets(work)[0]) == 1


def test_that_a_profile_below_its_least_recall_is_not_approved(work: Workspace, document: StoredDocument) -> None:
    asked = questions(document)
    wrong = tuple(q.model_copy(update={"question": "Who repairs the fence?"}) for q in asked.questions)
    digest = work.evaluations.save_questions(QuestionSet(name="hard", questions=wrong), author="ann")
    work.rechunk(PROFILE, [document])
    check = Approvals(work).check(PROFILE.version, digest)
    assert not check.passes and any("R@5" in b for b in check.blockers)


def test_that_a_degraded_summary_is_listed_with_the_verdict_and_blocks_nothing(
    work: Workspace, document: StoredDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_MODEL", "none")
    profile = PROFILE.replace({"summaries.mode": "abstractive"})
    work.rechunk(profile, [document])
    check = Approvals(work).check(profile.version, work.evaluations.save_questions(questions(document), author="ann"))
    assert check.passes, check.blockers
    assert any("summaries stay extractive" in note for note in check.verdict.notes)


def _summarized(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Profile:
    """A profile whose summaries this server writes, and which enter what is searched."""
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_BASE_URL", server.url)
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_MODEL", "test")
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_RETRIES", "0")
    return PROFILE.replace({"summaries.mode": "abstractive", "layers.document": True, "context.document_summary": True})


def _codes(work: Workspace, stored: StoredChunkSet) -> list[str]:
    return [f.code for f in work.chunk_sets.read(stored.id).diagnostics.warnings]


def test_that_a_model_is_asked_once_for_a_revision_and_its_summaries_are_used_again(
    work: Workspace, chapters: StoredDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(good_answer) as server:
        profile = _summarized(server, monkeypatch)
        assert work.chunk(chapters, profile).policy.get("summaries.text") is None and not server.questions
        steps: list[tuple[str, str, int, int]] = []
        (first,), _ = work.rechunk(profile, [chapters], steps=lambda d, *step: steps.append((d.title, *step)))
        asked = len(server.questions)
        assert asked > 0 and steps[-1] == (chapters.title, "summaries", asked, asked)
        assert first.policy["summaries.text"]
        (status,) = work.status(profile)
        assert (status.state, status.changed) == ("fresh", ())
        (again,), _ = work.rechunk(profile, [chapters])
        assert work.chunk_sets.read(again.id).records == work.chunk_sets.read(first.id).records
        assert again.policy_version == first.policy_version
        assert work.blast_radius(chapters, profile).counts()["changed"] == 0  # type: ignore[union-attr]
        check = Approvals(work).check(profile.version, work.evaluations.save_questions(questions(chapters), author="ann"))
        assert check.passes and not any("extractive" in note for note in check.verdict.notes)
        assert made_again(work, work.chunk_sets.sources([again.id]))[0].policy_version == first.policy_version
        assert len(server.questions) == asked


def test_that_a_new_revision_and_other_readers_are_summarized_anew(
    work: Workspace, chapters: StoredDocument, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(good_answer) as server:
        profile = _summarized(server, monkeypatch)
        work.rechunk(profile, [chapters])
        asked = len(server.questions)
        work.documents.set_access(chapters.id, DocumentAccess(acl=("keepers", "vets")), author="ann")
        work.rechunk(profile, work.documents.all())
        assert len(server.questions) == 2 * asked
        path = tmp_path / "zoo.txt"
        path.write_text(CHAPTERS.replace("weight of 15 kilos", "weight of 99 kilos"), encoding="utf-8")
        revised = work.documents.revise(chapters.id, path, pages=1, author="ann")
        work.rechunk(profile, [revised])
        assert len(server.questions) == 3 * asked


def test_that_failed_summaries_are_asked_for_again_and_a_cancelled_model_keeps_nothing(
    work: Workspace, chapters: StoredDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(500) as server:
        profile = _summarized(server, monkeypatch)
        (first,), failed = work.rechunk(profile, [chapters])
        assert not failed and "summaries.text" not in first.policy
        assert "summary_degraded" in _codes(work, first)
        assert work.status(profile)[0].state == "fresh"
        server.answer = lambda question: good_answer(question) if server.release.wait(60) else 500
        with pytest.raises(ChunkStudioError) as caught:
            work.rechunk(profile, [chapters], cancelled=lambda: server.running > 0)
        assert caught.value.code == "cancelled"
        assert work.chunk_sets.latest()[chapters.id].id == first.id
        server.answer = good_answer
        (second,), _ = work.rechunk(profile, [chapters])
        assert second.policy["summaries.text"] and "summary_degraded" not in _codes(work, second)


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
