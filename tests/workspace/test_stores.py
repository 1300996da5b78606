"""Profile versions are immutable, documents are their content, and the log shows every change of the past."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.workspace import audit
from chunkstudio.workspace.database import Database
from chunkstudio.workspace.document_store import DocumentStore
from chunkstudio.workspace.profile_store import ProfileStore, setting_changes
from chunkstudio.workspace.workspace import Workspace


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Database]:
    made = Database.create(tmp_path / "made.chunkstudio")
    yield made
    made.close()


def test_that_a_version_is_named_by_its_hash_and_saved_once(base: Database) -> None:
    store = ProfileStore(base)
    first = store.save(Profile(), author="ann", note="start")
    again = store.save(Profile(name="Another name"), author="bob")
    assert again == first and first.hash == Profile().version and len(store.all()) == 1


def test_that_a_version_is_found_by_the_start_of_its_hash_or_a_tag(base: Database) -> None:
    store = ProfileStore(base)
    version = store.save(Profile(), author="ann")
    store.tag("live", version.hash[:6], author="ann")
    assert store.get("live").hash == version.hash and store.get("live").tags == ("live",)
    with pytest.raises(ChunkStudioError):
        store.get("zzzz")


def test_that_a_version_that_was_tampered_with_is_refused(base: Database) -> None:
    version = ProfileStore(base).save(Profile(), author="ann")
    base.connection.execute("update profile_versions set data = json_set(data, '$.assembly.token_budget', 999)")
    with pytest.raises(ChunkStudioError) as caught:
        ProfileStore(base).get(version.hash)
    assert caught.value.code == "damaged"


def test_that_a_version_with_a_language_in_words_is_still_read(base: Database) -> None:
    profile = Profile.parse({"layout": {"language": "German"}}, kept=True)
    saved = ProfileStore(base).save(profile, author="ann")
    ProfileStore(base).keep_draft("d", profile, None)
    assert [v.profile.layout.language for v in ProfileStore(base).all()] == ["German"]
    assert ProfileStore(base).get(saved.hash).profile == profile
    assert ProfileStore(base).draft("d") == (profile, None)
    with pytest.raises(ChunkStudioError, match=r"layout\.language"):
        Profile.parse({"layout": {"language": "German"}})


def test_that_a_version_moves_only_along_its_states(base: Database) -> None:
    store = ProfileStore(base)
    version = store.save(Profile(), author="ann")
    with pytest.raises(ChunkStudioError):
        store.move(version.hash, "approved", author="ann")
    assert store.move(version.hash, "evaluated", author="ann").state == "evaluated"
    assert store.move(version.hash, "approved", author="ann").state == "approved"


def test_that_a_draft_is_kept_apart_from_versions(base: Database) -> None:
    store = ProfileStore(base)
    version = store.save(Profile(), author="ann")
    changed = Profile().replace({"assembly.token_budget": 300})
    store.keep_draft("window", changed, version.hash)
    assert store.draft("window") == (changed, version.hash) and len(store.all()) == 1
    assert store.draft("none") is None


def test_that_the_diff_of_two_profiles_names_the_controls() -> None:
    changes = setting_changes(Profile(), Profile(name="x").replace({"weights.font": 0.4, "assembly.min_tokens": 80}))
    assert [(c.path, c.after) for c in changes] == [("weights.font", 0.4), ("assembly.min_tokens", 80)]


def _file(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_that_the_same_bytes_under_another_name_are_the_same_document(base: Database, tmp_path: Path) -> None:
    store = DocumentStore(base)
    first = store.add(_file(tmp_path, "a.pdf", b"one"), title="A", pages=1, author="ann")
    second = store.add(_file(tmp_path, "b.pdf", b"one"), title="B", pages=1, author="ann")
    assert first.id == second.id and len(store.all()) == 1


def test_that_a_changed_file_is_the_next_revision_of_its_document(base: Database, tmp_path: Path) -> None:
    store = DocumentStore(base)
    path = _file(tmp_path, "a.pdf", b"one")
    document = store.add(path, title="A", pages=1, author="ann", embed=True)
    path.write_bytes(b"two")
    assert store.content(document) == b"one"
    revised = store.revise(document.id, path, pages=2, author="ann")
    assert revised.id == document.id and [r.number for r in revised.revisions] == [1, 2]
    assert store.content(revised) == b"two"


def test_that_a_file_that_changed_behind_our_back_is_not_used(base: Database, tmp_path: Path) -> None:
    store = DocumentStore(base)
    path = _file(tmp_path, "a.pdf", b"one")
    document = store.add(path, title="A", pages=1, author="ann")
    path.write_bytes(b"two")
    with pytest.raises(ChunkStudioError) as caught:
        store.content(document)
    assert caught.value.code == "changed"
    path.unlink()
    with pytest.raises(ChunkStudioError) as gone:
        store.content(document)
    assert gone.value.code == "not_found"


def test_that_labels_are_kept_with_the_document(base: Database, tmp_path: Path) -> None:
    store = DocumentStore(base)
    access = DocumentAccess(acl=("board", "staff"))
    document = store.add(_file(tmp_path, "a.pdf", b"one"), title="A", pages=1, author="ann", access=access)
    assert document.access == access


def test_that_a_removed_document_leaves_the_list_and_can_come_back(base: Database, tmp_path: Path) -> None:
    store = DocumentStore(base)
    path = _file(tmp_path, "a.pdf", b"one")
    document = store.add(path, title="A", pages=1, author="ann")
    store.remove(document.id, author="ann")
    assert store.all() == []
    assert store.add(path, title="A", pages=1, author="ann").id == document.id


def test_that_the_log_verifies_and_shows_every_tampering(base: Database) -> None:
    store = ProfileStore(base)
    for budget in (200, 300, 400):
        store.save(Profile().replace({"assembly.token_budget": budget}), author="ann")
    assert audit.verify(base.connection) == [] and len(audit.entries(base.connection)) == 3
    with pytest.raises(sqlite3.IntegrityError):
        base.connection.execute("delete from audit_log where sequence = 2")
    base.connection.execute("drop trigger audit_log_is_never_changed")
    base.connection.execute("update audit_log set author = 'eve' where sequence = 2")
    assert audit.verify(base.connection) == ["Entry 2 was changed after it was written."]


def test_that_a_missing_entry_breaks_the_chain(base: Database) -> None:
    store = ProfileStore(base)
    for budget in (200, 300, 400):
        store.save(Profile().replace({"assembly.token_budget": budget}), author="ann")
    base.connection.execute("drop trigger audit_log_is_never_shortened")
    base.connection.execute("delete from audit_log where sequence = 2")
    assert "Entry 2 is missing." in audit.verify(base.connection)


def test_that_a_rule_that_was_never_taken_back_cannot_be_restored(tmp_path: Path) -> None:
    work = Workspace.create(tmp_path / "rules.chunkstudio")
    with pytest.raises(ChunkStudioError, match="There is no rule"):
        work.rules.restore("unknown", author="ann")
    work.close()


def test_that_adding_a_copy_never_replaces_the_labels_of_a_document(base: Database, tmp_path: Path) -> None:
    store = DocumentStore(base)
    narrow = DocumentAccess.parse({"acl": ["board", "staff"], "narrower": [{"pages": "2", "acl": ["board"]}]})
    first = store.add(_file(tmp_path, "a.pdf", b"one"), title="A", pages=3, author="ann", access=narrow)
    copy = store.add(_file(tmp_path, "b.pdf", b"one"), title="B", pages=3, author="eve", access=DocumentAccess(acl=("all",)))
    assert copy.id == first.id and copy.access == narrow


@pytest.mark.parametrize("tag", ["", "two words", "a\nb", "-x", "x" * 61])
def test_that_a_tag_that_could_be_taken_for_something_else_is_refused(base: Database, tag: str) -> None:
    store = ProfileStore(base)
    version = store.save(Profile(), author="ann")
    with pytest.raises(ChunkStudioError):
        store.tag(tag, version.hash, author="ann")


def test_that_another_thread_sees_no_half_added_document(base: Database) -> None:
    row = "insert into documents (id, title, path, content, created) values ('ab', 'Half', null, null, '2026-01-01')"
    with ThreadPoolExecutor(1) as other:
        with base.change() as change:
            change.execute(row)
            reading = other.submit(DocumentStore(base).all)
            wait([reading], timeout=0.2)  # it would fail by now if it did not wait for the rest
            change.execute("insert into revisions values ('ab', 'ab', 1, 'half.pdf', 1, '2026-01-01')")
        assert [d.title for d in reading.result(10)] == ["Half"]
