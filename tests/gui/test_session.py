"""The session: one state, told by signals."""

# ruff: noqa: ARG002 - the noted jobs have the signatures of the real ones

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.activity import Busy
from chunkstudio.gui.document_state import DocumentState, document_key
from chunkstudio.gui.selection import NOTHING
from chunkstudio.gui.session import Session
from tests.gui.docks.made_documents import made_result, made_state


class NotedJobs:
    """Writes down what the session asks for."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def open(self, key: str, path: Path, password: str | None) -> None:
        self.calls.append(("open", path.name, password))

    def close(self, key: str) -> None:
        self.calls.append(("close", Path(key).name))

    def recut(self) -> None:
        self.calls.append(("recut",))

    def cancel(self) -> None:
        self.calls.append(("cancel",))

    def look_at(self, key: str, pages: tuple[int, ...]) -> None:
        self.calls.append(("look_at", pages))

    def set_labels(self, key: str, labels: tuple[str, ...] | None) -> None:
        self.calls.append(("labels", labels))

    def take_kept_access(self, key: str) -> bool:
        self.calls.append(("kept access", key))
        return False

    def resume(self, key: str) -> None:
        self.calls.append(("resume",))


def _with_jobs(session: Session) -> NotedJobs:
    jobs = session.jobs = NotedJobs()
    return jobs


def test_that_an_added_document_is_shown_and_told(bare_session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignals([bare_session.documents_changed, bare_session.current_changed]):
        bare_session.add_document(made_state())
    assert bare_session.current is not None
    assert bare_session.shown_result is bare_session.current.result
    assert bare_session.current_page == 1


def test_that_one_file_opened_under_two_names_is_one_document(bare_session: Session, tmp_path: Path) -> None:
    jobs = _with_jobs(bare_session)
    (tmp_path / "folder").mkdir()
    bare_session.open_paths([tmp_path / "a.pdf", tmp_path / "folder" / ".." / "a.pdf"])
    assert jobs.calls == [("open", "a.pdf", None)]
    assert [state.key for state in bare_session.documents] == [document_key(tmp_path / "a.pdf")]


def test_that_a_file_that_was_refused_can_be_opened_again(bare_session: Session, tmp_path: Path) -> None:
    jobs = _with_jobs(bare_session)
    bare_session.open_paths([tmp_path / "a.pdf"])
    bare_session.accept_error(bare_session.documents[0].key, ChunkStudioError("damaged", "a.pdf is damaged."))
    bare_session.open_paths([tmp_path / "a.pdf"])
    assert jobs.calls == [("open", "a.pdf", None)] * 2
    assert bare_session.documents[0].error is None


def test_that_closing_shows_the_next_document_and_then_none(bare_session: Session) -> None:
    for name in ("one", "two", "three"):
        bare_session.add_document(made_state(key=name))
    bare_session.show_document("two")
    bare_session.close_document("two")
    assert bare_session.current is not None and bare_session.current.key == "three"
    bare_session.close_document("three")
    assert bare_session.current is not None and bare_session.current.key == "one"
    bare_session.close_document("one")
    assert bare_session.current is None
    assert bare_session.current_page == 0


def test_that_a_profile_change_asks_for_new_cuts_and_a_refused_one_does_not(bare_session: Session) -> None:
    jobs = _with_jobs(bare_session)
    assert bare_session.edit_profile("assembly.token_budget", 300) is None
    refusal = bare_session.edit_profile("assembly.token_budget", 0)
    assert refusal is not None and refusal.field == "assembly.token_budget" and "from 1 to 32000" in refusal.hint
    assert jobs.calls == [("recut",)]
    assert bare_session.profile.assembly.token_budget == 300


def test_that_a_chosen_chunk_is_found_by_its_first_unit_in_a_new_result(bare_session: Session) -> None:
    state = made_state()
    bare_session.add_document(state)
    chosen = state.result.chunks[5]
    bare_session.select("chunk", chosen.id)
    smaller = Profile().replace({"assembly.token_budget": 120, "assembly.min_tokens": 10})
    bare_session.accept_result(state.key, made_result(smaller, 4))
    found = bare_session.selected_chunk
    assert found is not None
    assert found.unit_range[0] <= chosen.unit_range[0] < found.unit_range[1]
    assert bare_session.selection.index == found.position


def test_that_a_chosen_box_is_found_by_its_place_in_another_layout(bare_session: Session) -> None:
    state = made_state()
    bare_session.add_document(state)
    bare_session.select("box", "p2.b4")
    pages = tuple(
        replace(page, boxes=tuple(replace(box, id=box.id + "x") for box in page.boxes)) for page in state.layout.pages
    )
    from chunkstudio.chunking.pipeline import chunk_document

    moved = replace(state.layout, pages=pages, layout_hash="other")
    bare_session.accept_result(state.key, chunk_document(moved, Profile()))
    assert bare_session.selection.id == "p2.b4x"


def test_that_a_selection_that_is_gone_becomes_nothing(bare_session: Session) -> None:
    state = made_state()
    bare_session.add_document(state)
    bare_session.select("box", "p4.b4")
    bare_session.accept_result(state.key, made_result(Profile(), 2))
    assert bare_session.selection == NOTHING


def test_that_holding_shows_the_result_of_the_saved_version(bare_session: Session, qtbot: QtBot) -> None:
    small = Profile().replace({"assembly.token_budget": 150})
    state = made_state(small, before=Profile())
    bare_session.add_document(state)
    with qtbot.waitSignal(bare_session.before_view_changed):
        bare_session.hold_before(True)
    assert bare_session.shown_result is state.previous
    bare_session.hold_before(False)
    assert bare_session.shown_result is state.result


def test_that_a_locked_file_waits_for_its_password_without_an_error_message(bare_session: Session, tmp_path: Path) -> None:
    jobs = _with_jobs(bare_session)
    told: list[str] = []
    bare_session.message.connect(lambda level, *_: told.append(level))
    bare_session.open_paths([tmp_path / "a.pdf"])
    key = bare_session.documents[0].key
    bare_session.accept_error(key, ChunkStudioError("encrypted", "a.pdf is locked."))
    assert bare_session.documents[0].needs_password
    assert told == []
    bare_session.provide_password(key, "secret")
    assert jobs.calls[-1] == ("open", "a.pdf", "secret")
    assert not bare_session.documents[0].needs_password


def test_that_answers_for_a_closed_document_are_dropped(bare_session: Session) -> None:
    state = made_state()
    bare_session.accept_result(state.key, state.result)
    bare_session.accept_layout(state.key, state.layout, done=1, total=4)
    bare_session.accept_error(state.key, ChunkStudioError("damaged", "gone"))
    assert bare_session.documents == ()


def test_that_equal_progress_is_told_once(bare_session: Session) -> None:
    told: list[Busy | None] = []
    bare_session.busy_changed.connect(lambda: told.append(bare_session.busy))
    for busy in (Busy("Layout", 1, 4), Busy("Layout", 1, 4), None, None):
        bare_session.accept_busy(busy)
    assert told == [Busy("Layout", 1, 4), None]


def test_that_only_the_last_500_events_are_kept(bare_session: Session) -> None:
    for number in range(510):
        bare_session.log("info", str(number))
    assert [bare_session.activity[0].text, bare_session.activity[-1].text] == ["10", "509"]


def test_that_a_state_prints_short(tmp_path: Path) -> None:
    assert len(repr(made_state())) < 500
    assert DocumentState("k", tmp_path / "x.pdf").provisional
