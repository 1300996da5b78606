from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.finder import Finder
from chunkstudio.gui.session import Session
from chunkstudio.gui.style import WRONG
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.toolbar import FindField
from tests.gui.docks.made_documents import made_state


def _field(qtbot: QtBot, session: Session) -> FindField:
    field = FindField(Theme("light"))
    Finder(session, field)
    qtbot.addWidget(field)
    field.show()
    return field


def _has_failed(field: FindField) -> bool:
    return bool(field.property(WRONG)) or "no hit" in field.count


def test_that_a_search_without_a_hit_fails_only_in_the_document_in_which_it_was_made(
    qtbot: QtBot, bare_session: Session
) -> None:
    bare_session.add_document(made_state(key="first"))
    field = _field(qtbot, bare_session)
    field.setText("goodwill")
    qtbot.waitUntil(lambda: _has_failed(field))
    bare_session.add_document(made_state(key="second"))
    assert not _has_failed(field)
    bare_session.add_document(DocumentState("locked", Path("/documents/locked.pdf"), needs_password=True))
    assert not _has_failed(field)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert not _has_failed(field), "nothing can be looked through in a locked file"
    bare_session.show_document("second")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert _has_failed(field), "it was asked for here"


def test_that_the_words_are_found_at_once_in_the_next_document(qtbot: QtBot, bare_session: Session) -> None:
    bare_session.add_document(made_state(key="first"))
    field = _field(qtbot, bare_session)
    field.setText("committee")
    qtbot.waitUntil(lambda: field.toolTip().endswith("hits"))
    bare_session.add_document(made_state(key="second"))
    assert field.toolTip().endswith("hits")
    assert bare_session.find_hits
