"""A whole task with the keyboard alone: find a cut, ask why, tune, look at what was before, mark evidence, export."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from chunkstudio.gui.command_palette import CommandPalette
from chunkstudio.gui.dialogs.export import ExportDialog
from chunkstudio.gui.widgets.link_row import LinkRow
from chunkstudio.gui.widgets.number_box import NumberBox
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import StudioDriver
from tests.stories.test_evaluate import MANUAL

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
PATIENCE = 30_000


class Typist:
    """Presses keys where the keyboard is."""

    def __init__(self, studio: StudioDriver, qtbot: QtBot) -> None:
        self.studio, self._qtbot = studio, qtbot
        studio.window.activateWindow()
        studio.window.pages.canvas.setFocus()
        qtbot.waitUntil(studio.window.pages.canvas.hasFocus)

    @property
    def focus(self) -> QWidget:
        focus = QApplication.focusWidget()
        assert focus is not None
        return focus

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        self._qtbot.keyClick(self.focus, key, modifier)

    def type(self, words: str) -> None:
        self._qtbot.keyClicks(self.focus, words)

    def until(self, there: object, key: Qt.Key = Qt.Key.Key_Tab, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Press a key until the keyboard is somewhere."""
        for _ in range(40):
            if there(self.focus):  # type: ignore[operator]
                return
            self.press(key, modifier)
        raise AssertionError(f"the keyboard does not come there, but to {self.focus}")

    def go_to(self, panel: str) -> None:
        """The palette's way to a panel."""
        self.press(Qt.Key.Key_K, CONTROL)
        self._qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), CommandPalette))
        self._qtbot.waitUntil(lambda: isinstance(self.focus, QLineEdit) and self.focus.window() is not self.studio.window)
        self.type(f"panel: {panel}")
        self.press(Qt.Key.Key_Return)
        window = self.studio.window
        self._qtbot.waitUntil(lambda: (now := QApplication.focusWidget()) is not None and window.isAncestorOf(now))


def test_that_a_whole_task_is_done_with_the_keyboard_alone(start: StartStudio, qtbot: QtBot, tmp_path: Path) -> None:
    studio = start()
    studio.open(MANUAL)
    typist, session = Typist(studio, qtbot), studio.session
    typist.press(Qt.Key.Key_N)
    while studio.state.result.boundary(session.selected_boundary).reason != "score":
        typist.press(Qt.Key.Key_N)
    boundary = studio.window.frames["boundary"]
    typist.until(boundary.isAncestorOf, Qt.Key.Key_F6)
    qtbot.waitUntil(lambda: bool(boundary.fill().findChildren(LinkRow)), timeout=PATIENCE)
    typist.until(lambda focus: isinstance(focus, LinkRow))
    typist.press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: session.profile != session.baseline, timeout=PATIENCE)
    studio.wait_final()
    assert boundary.isAncestorOf(typist.focus), "the keyboard stays where the reasons are"
    typist.press(Qt.Key.Key_Z, CONTROL)
    assert session.profile == session.baseline, "what would change it was done and undone"

    for name, value in (("threshold", "0.8"), ("token budget", "300")):
        typist.go_to("profile")
        typist.press(Qt.Key.Key_A, CONTROL)
        typist.type(name)
        typist.until(lambda focus: isinstance(focus, NumberBox))
        typist.press(Qt.Key.Key_A, CONTROL)
        typist.type(value)
        typist.press(Qt.Key.Key_Return)
    assert (session.profile.assembly.threshold, session.profile.assembly.token_budget) == (0.8, 300)
    studio.wait_final()
    qtbot.keyPress(typist.focus, Qt.Key.Key_B)
    assert session.before_held, "also where a number was typed"
    qtbot.keyRelease(typist.focus, Qt.Key.Key_B)
    assert not session.before_held and isinstance(typist.focus, NumberBox) and "b" not in typist.focus.text()

    typist.press(Qt.Key.Key_E, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ExportDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ExportDialog)
    qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget()))
    readers = ", ".join(reversed(dialog.access.labels))
    for field, words in ((dialog.access.field, readers), (dialog.target, str(tmp_path / "out.json"))):
        typist.until(lambda focus, field=field: focus is field)
        typist.press(Qt.Key.Key_A, CONTROL)
        typist.type(words)
    assert dialog.go.isEnabled(), dialog.note.text()
    typist.press(Qt.Key.Key_Return)
    qtbot.waitUntil((tmp_path / "out.json").is_file, timeout=PATIENCE)
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["document"]["acl"] == sorted(studio.state.acl)


def test_that_several_sentences_of_a_box_are_chosen_as_evidence_by_key(start: StartStudio, qtbot: QtBot) -> None:
    studio = start()
    studio.open(MANUAL)
    typist, labelling = Typist(studio, qtbot), studio.window.evaluation.labelling
    texts = {b.id: b.text for b in studio.state.layout.boxes()}
    while texts.get(studio.session.selection.id, "").count(". ") < 2:
        typist.press(Qt.Key.Key_Q, SHIFT)
    typist.press(Qt.Key.Key_Q)
    qtbot.waitUntil(lambda: typist.focus is studio.window.evaluation.bar.question)
    whole = labelling.evidence[0].quote
    typist.press(Qt.Key.Key_Down, SHIFT)
    assert labelling.evidence[0].quote == whole, "nothing comes after the whole box"
    typist.press(Qt.Key.Key_Down)
    first = labelling.evidence[0]
    typist.press(Qt.Key.Key_Down, SHIFT)
    two = labelling.evidence[0]
    assert two.quote.startswith(f"{first.quote} ") and len(two.quote) < len(whole) and len(two.rects) > len(first.rects)
    typist.press(Qt.Key.Key_Up, SHIFT)
    typist.press(Qt.Key.Key_Up, SHIFT)
    assert labelling.evidence[0] == first, "one part is the least"
    for _ in range(20):
        typist.press(Qt.Key.Key_Down, SHIFT)
    assert labelling.evidence[0].quote.split() == whole.split(), "the last part is the most"


def test_that_what_a_message_offers_is_reached_by_key_and_shows_where_the_keyboard_is(
    start: StartStudio, qtbot: QtBot, tmp_path: Path
) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    desk = studio.window.workspaces.desk
    assert desk.create(tmp_path / "pumps.chunkstudio")
    studio.open(draw_manual(tmp_path / "other.pdf", 2))
    studio.session.show_document(studio.session.documents[1].key)
    typist, bar = Typist(studio, qtbot), studio.window.bar
    qtbot.waitUntil(lambda: bar.notice is not None and bar.act.isVisible())
    typist.until(bar.isAncestorOf, Qt.Key.Key_F6)
    assert typist.focus is bar.act
    accent = studio.window.theme.color("accent")
    picture = bar.act.grab().toImage()
    edge = [picture.pixelColor(picture.width() // 2, y) for y in range(3)]
    assert accent in edge, "a ring is around it"
    typist.press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not desk.documents.outside and desk.background.idle, timeout=PATIENCE)
    assert len(desk.work.documents.all()) == 2


def test_that_a_button_that_is_flat_at_rest_shows_the_keyboard(start: StartStudio, qtbot: QtBot, tmp_path: Path) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    studio.session.edit_profile("assembly.threshold", 0.7)
    typist = Typist(studio, qtbot)
    typist.go_to("profile")
    typist.type("threshold")
    typist.until(lambda focus: isinstance(focus, QToolButton))
    picture = typist.focus.grab().toImage()
    assert studio.window.theme.color("accent") in [picture.pixelColor(picture.width() // 2, y) for y in range(3)]
    typist.press(Qt.Key.Key_Space)
    assert studio.session.profile == studio.session.baseline


def test_that_the_menu_of_what_is_chosen_opens_by_key(start: StartStudio, qtbot: QtBot, tmp_path: Path) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    typist = Typist(studio, qtbot)
    typist.press(Qt.Key.Key_N)
    typist.press(Qt.Key.Key_F10, SHIFT)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and "Always cut here" in [a.text().replace("&", "") for a in menu.actions()]
    menu.close()
