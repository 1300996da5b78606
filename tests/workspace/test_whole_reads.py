"""What belongs together is read together: never half of what another thread or program writes meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chunkstudio.chunking.access import DocumentAccess, NarrowerLabels
from chunkstudio.chunking.profile import Profile
from chunkstudio.workspace.approvals import Approvals
from chunkstudio.workspace.profile_store import CURRENT
from chunkstudio.workspace.workspace import Workspace
from tests.layout.made_pdfs import make_pdf

OPEN = DocumentAccess(("a", "b"))
CLOSED = DocumentAccess(("a", "b"), (NarrowerLabels(("a",), ((1, 1),)),))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made.chunkstudio"


@pytest.fixture
def writer(path: Path) -> Iterator[Workspace]:
    work = Workspace.create(path)
    yield work
    work.close()


@pytest.fixture
def reader(writer: Workspace) -> Iterator[Workspace]:
    work = Workspace.open(writer.database.path, read_only=True)
    yield work
    work.close()


def budget(tokens: int, name: str = "live") -> Profile:
    return Profile().replace({"assembly.token_budget": tokens, "name": name})


def between_queries(work: Workspace, act: Callable[[], Any], at: int) -> None:
    """Do something in another program after the ``at``-th query of the next read."""
    count = 0

    def told(statement: str) -> None:
        nonlocal count
        if statement.lower().lstrip().startswith(("select", "with")):
            count += 1
            if count == at + 1:
                work.database.connection.set_trace_callback(None)
                act()

    work.database.connection.set_trace_callback(told)


@pytest.mark.parametrize("at", [1, 2, 3])
def test_that_a_version_is_read_with_the_tags_it_had(writer: Workspace, reader: Workspace, at: int) -> None:
    one = writer.profiles.save(budget(300), author="ann")
    two = writer.profiles.save(budget(301), author="ann")
    writer.profiles.tag("live", one.hash, author="ann")
    between_queries(reader, lambda: writer.profiles.tag("live", two.hash, author="ann"), at)
    assert "live" in reader.profiles.get("live").tags


@pytest.mark.parametrize("at", [1, 2, 3])
def test_that_a_tag_stands_at_one_version_of_a_list(writer: Workspace, reader: Workspace, at: int) -> None:
    one, two, three = (writer.profiles.save(budget(300 + k), author="ann") for k in range(3))
    writer.profiles.tag("live", three.hash, author="ann")
    between_queries(reader, lambda: writer.profiles.tag("live", one.hash, author="ann"), at)
    assert sum("live" in version.tags for version in reader.profiles.all()) == 1
    assert two.tags == ()


@pytest.mark.parametrize("at", [1, 2])
def test_that_the_version_that_counts_is_never_one_that_is_out_of_use(writer: Workspace, reader: Workspace, at: int) -> None:
    one = writer.profiles.save(budget(300), author="ann")
    two = writer.profiles.save(budget(301), author="ann")
    writer.profiles.restore(one.hash, author="ann")

    def act() -> None:
        writer.profiles.restore(two.hash, author="ann")
        writer.profiles.move(one.hash, "retired", author="ann")

    between_queries(reader, act, at)
    current = reader.profiles.current()
    assert current is not None and current.state != "retired" and CURRENT in current.tags


@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_that_a_status_is_of_one_moment(tmp_path: Path, writer: Workspace, reader: Workspace, at: int) -> None:
    file = make_pdf(tmp_path / "a.pdf", lambda page: page.insert_text((72, 72), "The gate is closed in winter."))
    document = writer.documents.add(file, title="A", pages=1, author="ann", access=OPEN)
    profile = budget(300).replace({"layout.parser": "fast"})
    writer.rechunk(profile, [document])

    def act() -> None:
        writer.documents.set_access(document.id, CLOSED, author="ann")
        assert writer.rechunk(profile, [writer.documents.get(document.id)])[1] == []

    between_queries(reader, act, at)
    (row,) = reader.status(profile)
    assert row.state == "fresh" and row.chunk_set is not None
    assert (row.document.access == OPEN) is (row.chunk_set.id != writer.chunk_sets.latest()[document.id].id)


def test_that_no_thread_sees_a_change_that_is_not_kept(writer: Workspace) -> None:
    seen: list[int] = []
    half, looked = threading.Event(), threading.Event()

    def look() -> None:
        half.wait(5)
        seen.append(len(writer.profiles.all()))
        seen.append(len(Approvals(writer).all()))
        looked.set()

    thread = threading.Thread(target=look)
    thread.start()
    with pytest.raises(RuntimeError), writer.database.change() as base:
        base.execute("insert into profile_versions values ('x', 'x', null, 'a', '', 'now', 'draft', '{}')")
        half.set()
        looked.wait(0.3)
        raise RuntimeError
    thread.join(5)
    assert seen == [0, 0]


def test_that_a_set_made_for_former_readers_is_not_kept(tmp_path: Path, writer: Workspace) -> None:
    file = make_pdf(tmp_path / "a.pdf", lambda page: page.insert_text((72, 72), "The gate is closed in winter."))
    document = writer.documents.add(file, title="A", pages=1, author="ann", access=OPEN)
    profile = budget(300).replace({"layout.parser": "fast"})

    def narrowed(*_: object) -> None:
        writer.documents.set_access(document.id, CLOSED, author="bob")

    kept, failed = writer.rechunk(profile, [document], steps=narrowed)
    assert kept == [] and [error.code for _, error in failed] == ["changed"]
    assert writer.chunk_sets.latest() == {}
    kept, failed = writer.rechunk(profile, [writer.documents.get(document.id)])
    assert len(kept) == 1 and failed == []
