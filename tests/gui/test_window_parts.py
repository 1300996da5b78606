"""Palettes, command table, palette search, preferences, access memory, missing libraries."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSettings, QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.access_memory import AccessMemory
from chunkstudio.gui.command_palette import CommandPalette, match
from chunkstudio.gui.commands import Command, CommandTable, Needs
from chunkstudio.gui.dialogs.access import labels_of
from chunkstudio.gui.document_state import document_place
from chunkstudio.gui.icons import GLYPHS, glyph
from chunkstudio.gui.main_window import first_size
from chunkstudio.gui.menus import RecentFiles
from chunkstudio.gui.palettes import DARK, LIGHT, Role, contrast
from chunkstudio.gui.preferences import Preferences
from chunkstudio.gui.system_check import display_problem, missing_library
from chunkstudio.gui.theme import Theme

_PAIRS: tuple[tuple[Role, Role], ...] = (
    ("text", "base"),
    ("text", "window"),
    ("text", "alt"),
    ("text", "raised"),
    ("text", "select"),
    ("text", "hover"),
    ("muted", "base"),
    ("muted", "window"),
    ("muted", "select"),
    ("on_accent", "accent"),
    ("accent", "base"),
    ("accent", "select"),
    ("ok", "base"),
    ("ok", "ok_bg"),
    ("warn", "base"),
    ("warn", "warn_bg"),
    ("error", "base"),
    ("error", "error_bg"),
    ("on_tip", "tip"),
)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", _PAIRS, ids=["-".join(p) for p in _PAIRS])
def test_that_text_stands_out_from_its_ground(palette: dict[Role, str], pair: tuple[Role, Role]) -> None:
    assert contrast(palette[pair[0]], palette[pair[1]]) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_that_frames_of_controls_stand_out(palette: dict[Role, str]) -> None:
    assert contrast(palette["control"], palette["base"]) >= 3.0


def test_that_every_icon_has_a_glyph() -> None:
    assert all(len(glyph(name)) == 1 for name in GLYPHS)


def test_that_an_icon_follows_the_theme_and_is_sharp_on_a_dense_screen(qapp: QApplication) -> None:
    del qapp
    theme = Theme("light")
    icon = theme.icon("open")

    def darkest() -> int:
        image = icon.pixmap(QSize(16, 16), 2.0).toImage()
        assert image.width() == 32
        inks = [image.pixelColor(x, y) for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() > 200]
        return min(color.lightness() for color in inks)

    light = darkest()
    theme.set_mode("dark")
    assert light < 80 < darkest()


def test_that_a_command_runs_only_when_it_can_and_is_remembered(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    ran: list[str] = []
    table = CommandTable(window, Theme("light"))
    table.add(
        Command("yes", "Yes", lambda: ran.append("yes"), shortcuts=("Ctrl+Y",), checked=lambda: bool(ran)),
        Command("no", "No", lambda: ran.append("no"), enabled=lambda: False),
    )
    table.run("yes")
    table.run("no")
    assert ran == ["yes"]
    assert table.action("yes").isChecked()
    assert table.last_used() == ["yes"]
    with pytest.raises(ValueError, match="two commands yes"):
        table.add(Command("yes", "Again", lambda: None))


def test_that_a_command_that_cannot_be_used_says_what_it_needs(qtbot: QtBot) -> None:
    window, open_files = QWidget(), list[str]()
    qtbot.addWidget(window)
    table = CommandTable(window, Theme("light"))
    needs = Needs("an open document", lambda: bool(open_files))
    closed: list[str] = []
    table.add(Command("close", "&Close…", lambda: closed.append("file"), shortcuts=("Ctrl+W",), enabled=needs))
    table.refresh()
    assert table.action("close").toolTip() == "Close (Ctrl+W): needs an open document"
    palette = CommandPalette(table, Theme("light"), window)
    palette.open()
    palette.accept()
    assert palette.isVisible() and not closed, "there is nothing to close, and the row says so"
    open_files.append("a.pdf")
    table.refresh()
    assert table.action("close").toolTip() == "Close (Ctrl+W)"
    palette.accept()
    assert not palette.isVisible() and closed == ["file"]


def test_that_two_commands_with_one_shortcut_are_found(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    table = CommandTable(window, Theme("light"))
    table.add(Command("a", "A", lambda: None, shortcuts=("Ctrl+A",)), Command("b", "B", lambda: None, shortcuts=("Ctrl+A",)))
    assert table.conflicts() == [("Ctrl+A", "a", "b")]


@given(st.text(st.characters(categories=("L", "N", "Z")), max_size=12))
def test_that_a_text_always_fits_itself(text: str) -> None:
    assert match(text, text) is not None


def test_that_words_are_found_in_any_order_and_letters_only_in_theirs() -> None:
    assert match("page next", "View: Next page") is not None
    assert match("nxtpg", "View: Next page") is not None
    assert match("pgnxt", "View: Next page") is None
    assert match("cut", "Document: Never cut here") < match("cut", "Help: Shortcuts")  # type: ignore[operator]
    assert match("next", "View: Next page") < match("nxt", "View: Next page")  # type: ignore[operator]


def test_that_a_preference_is_kept_and_a_bad_one_refused(settings: QSettings) -> None:
    first = Preferences(settings)
    assert first.set("theme", "dark") == ""
    assert first.set("font_percent", 500) != ""
    settings.setValue("preferences/workers", "many")
    second = Preferences(settings)
    assert second.values.theme == "dark"
    assert second.values.font_percent == 100
    assert 1 <= second.values.workers <= 4
    second.reset()
    assert Preferences(settings).values.theme == "system"


def test_that_a_side_file_wins_over_what_was_said_for_the_folder(settings: QSettings, tmp_path: Path) -> None:
    memory, path = AccessMemory(settings), tmp_path / "a.pdf"
    assert memory.find(path) is None
    memory.remember(path, ("staff",))
    assert memory.find(tmp_path / "b.pdf").acl == ("staff",)  # type: ignore[union-attr]
    (tmp_path / "a.pdf.acl.yaml").write_text("acl: [board]", encoding="utf-8")
    assert memory.find(path).acl == ("board",)  # type: ignore[union-attr]
    (tmp_path / "a.pdf.acl.yaml").write_text("acl: [", encoding="utf-8")
    with pytest.raises(ChunkStudioError, match="not valid YAML"):
        memory.find(path)
    memory.remember(path, ())
    assert memory.find(tmp_path / "b.pdf") is None


def test_that_typed_labels_are_split_and_repeats_dropped() -> None:
    assert labels_of(" staff, board;staff,, ") == ("staff", "board")
    assert labels_of("  ") == ()


def test_that_recent_files_are_ten_and_only_those_that_exist(settings: QSettings, tmp_path: Path) -> None:
    recent = RecentFiles(settings)
    for number in range(12):
        path = tmp_path / f"{number}.pdf"
        path.touch()
        recent.add(path)
    assert [p.name for p in recent.paths()] == [f"{n}.pdf" for n in range(11, 1, -1)]
    (tmp_path / "11.pdf").unlink()
    assert recent.paths()[0].name == "10.pdf"
    recent.clear()
    assert recent.paths() == []


def test_that_a_missing_library_names_its_debian_package() -> None:
    text = missing_library(ImportError("libEGL.so.1: cannot open shared object file: No such file or directory"))
    assert "libEGL.so.1" in text and "apt install libegl1" in text
    assert "libxcb-cursor0" in missing_library(OSError("libxcb-cursor.so.0: cannot open shared object file"))
    assert "PySide6" in missing_library(ImportError("No module named 'PySide6'"))


def test_that_a_system_without_a_display_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert "no display" in display_problem()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert display_problem() == ""


def test_that_the_first_window_and_its_frame_fit_the_screen() -> None:
    assert first_size(QSize(2560, 1400)) == QSize(1440, 900)
    for screen in (QSize(1440, 900), QSize(1366, 728), QSize(1280, 680)):
        found = first_size(screen)
        assert found.height() + 40 <= screen.height() and found.width() <= screen.width()


def test_that_a_file_named_by_way_of_another_folder_has_one_place(tmp_path: Path) -> None:
    folder = tmp_path / "cs"
    folder.mkdir()
    file = tmp_path / "report.pdf"
    file.write_bytes(b"%PDF-1.7")
    assert document_place(folder / ".." / "report.pdf") == file.resolve()
    link = folder / "linked.pdf"
    link.symlink_to(file)
    assert document_place(link) == link, "a link keeps the name that was chosen"
