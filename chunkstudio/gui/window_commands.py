"""The commands of the main window, in the order of the menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from chunkstudio.gui.commands import Command, Needs
from chunkstudio.gui.panel_commands import panel_commands
from chunkstudio.gui.rule_wishes import RuleWishes
from chunkstudio.gui.session import LAYERS, Session
from chunkstudio.gui.workspaces.workspace_commands import workspace_commands, workspace_file_commands

if TYPE_CHECKING:
    from chunkstudio.gui.main_window import MainWindow

_LAYER_KEYS = dict(zip(LAYERS, "123456789", strict=False))


def window_commands(window: MainWindow) -> list[Command]:
    """Every command; all of them are also in the palette."""
    return [
        *_file(window),
        *_edit(window),
        *_view(window),
        *_layers(window.session),
        *_document(window),
        *_profile(window),
        *workspace_commands(window),
        *_window(window),
        *panel_commands(window),
        *_preferences(window),
        *_help(window),
    ]


def _open(session: Session) -> Needs:
    return Needs("an open document", lambda: session.current is not None)


def _has_pages(session: Session) -> Needs:
    return Needs("a document with pages", lambda: session.current is not None and session.current.pages_total > 0)


def _has_result(session: Session) -> Needs:
    return Needs("a document with chunks", lambda: session.current is not None and session.current.result is not None)


def _file(w: MainWindow) -> list[Command]:
    s, documents = w.session, w.documents
    return [
        Command("open", "&Open…", documents.ask, "File/1", ("Ctrl+O",), "open", tip="Open a PDF, Markdown or text file"),
        *workspace_file_commands(w),
        Command("export", "&Export…", w.exports.ask, "File/3", ("Ctrl+Shift+E",), "export", enabled=_has_result(s)),
        Command("close", "&Close document", documents.close_current, "File/4", ("Ctrl+W",), enabled=_open(s)),
        Command("close.all", "Close &all documents", documents.close_all, "File/4", ("Ctrl+Shift+W",), enabled=_open(s)),
        Command("quit", "&Quit", w.close, "File/5", ("Ctrl+Q",)),
    ]


def _edit(w: MainWindow) -> list[Command]:
    s = w.session
    undo, has = s.undo_stack, _has_result(s)
    return [
        Command("undo", "&Undo", undo.undo, "Edit/1", ("Ctrl+Z",), "undo", enabled=undo.canUndo),
        Command("redo", "&Redo", undo.redo, "Edit/1", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", enabled=undo.canRedo),
        Command("find", "&Find in document", w.finder.focus, "Edit/2", ("Ctrl+F",), "search", enabled=_has_pages(s)),
        Command("find.next", "Find &next", partial(w.finder.step, 1), "Edit/2", ("F3",), enabled=_has_pages(s)),
        Command("find.previous", "Find pre&vious", partial(w.finder.step, -1), "Edit/2", ("Shift+F3",), enabled=_has_pages(s)),
        Command("copy.chunk", "&Copy text of the chunk", w.steps.copy_chunk, "Edit/3", ("Ctrl+Shift+C",), "copy", enabled=has),
        Command("chunk.next", "Next c&hunk", partial(w.steps.chunk, 1), "Edit/4", ("Alt+Down",), enabled=has),
        Command("chunk.previous", "Previous chun&k", partial(w.steps.chunk, -1), "Edit/4", ("Alt+Up",), enabled=has),
        Command("cut.next", "Next c&ut", partial(w.pages.step_boundary, 1), "Edit/4", ("Alt+Right",), enabled=has),
        Command("cut.previous", "Previous cu&t", partial(w.pages.step_boundary, -1), "Edit/4", ("Alt+Left",), enabled=has),
        Command(
            "select.none",
            "Select n&othing",
            partial(s.select, None),
            "Edit/4",
            enabled=Needs("something chosen", lambda: bool(s.selection)),
        ),
    ]


def _view(w: MainWindow) -> list[Command]:
    s, pages, has = w.session, w.pages, _has_pages(w.session)

    def shows(name: str) -> Callable[[], bool]:
        return lambda: w.views.current.name == name

    return [
        Command(
            "view.inspect", "&Inspect", partial(w.views.switch, "inspect"), "View/1", ("Ctrl+1",), checked=shows("inspect")
        ),
        Command("view.tune", "&Tune", partial(w.views.switch, "tune"), "View/1", ("Ctrl+2",), checked=shows("tune")),
        Command(
            "view.evaluate", "&Evaluate", partial(w.views.switch, "evaluate"), "View/1", ("Ctrl+3",), checked=shows("evaluate")
        ),
        Command(
            "view.compare", "&Compare", partial(w.views.switch, "compare"), "View/1", ("Ctrl+4",), checked=shows("compare")
        ),
        Command("zoom.in", "Zoom i&n", pages.zoom_in, "View/2", ("Ctrl++", "Ctrl+="), "zoom-in", enabled=has),
        Command("zoom.out", "Zoom &out", pages.zoom_out, "View/2", ("Ctrl+-",), "zoom-out", enabled=has),
        Command("zoom.actual", "&100 %", pages.actual_size, "View/2", ("Ctrl+0",), enabled=has),
        Command("zoom.width", "Fit &width", pages.fit_width, "View/2", ("Ctrl+8",), "fit-width", enabled=has),
        Command("zoom.page", "Fit &page", pages.fit_page, "View/2", ("Ctrl+9",), "fit-page", enabled=has),
        Command(
            "page.previous", "P&revious page", partial(w.steps.page, -1), "View/3", ("Ctrl+PgUp",), "previous", enabled=has
        ),
        Command("page.next", "Ne&xt page", partial(w.steps.page, 1), "View/3", ("Ctrl+PgDown",), "next", enabled=has),
        Command("page.first", "&First page", partial(s.show_page, 1), "View/3", ("Ctrl+Home",), enabled=has),
        Command("page.last", "&Last page", w.steps.last_page, "View/3", ("Ctrl+End",), enabled=has),
        Command("page.go", "&Go to page…", w.toolbar_page_focus, "View/3", ("Ctrl+G",), enabled=has),
    ]


def _layers(s: Session) -> list[Command]:
    return [
        Command(
            f"layer.{name}",
            f"Show {name}",
            partial(_toggle_layer, s, name),
            "View/4",
            (f"Alt+{_LAYER_KEYS[name]}",),
            checked=partial(_layer_on, s, name),
        )
        for name in LAYERS
    ]


def _toggle_layer(s: Session, name: str) -> None:
    s.set_layer(name, name not in s.layers)


def _layer_on(s: Session, name: str) -> bool:
    return name in s.layers


def _document(w: MainWindow) -> list[Command]:
    s, documents = w.session, w.documents

    several = Needs("two open documents", lambda: len(s.documents) > 1)
    busy = Needs("work under way", lambda: s.busy is not None)
    stopped = Needs("a layout that was stopped", w.steps.can_resume)
    return [
        Command("document.reload", "&Reload", documents.reload_current, "Document/1", ("F5",), "reset", enabled=_open(s)),
        Command("document.resume", "&Continue layout", w.steps.resume, "Document/1", enabled=stopped),
        Command("document.cancel", "&Stop work", s.cancel_work, "Document/1", ("Esc",), "cancel", enabled=busy),
        *_rules(s),
        Command("document.access", "&Access labels…", w.exports.ask_access, "Document/3", icon="lock", enabled=_open(s)),
        Command("document.next", "&Next document", partial(documents.step, 1), "Document/4", ("Ctrl+Tab",), enabled=several),
        Command(
            "document.previous",
            "&Previous document",
            partial(documents.step, -1),
            "Document/4",
            ("Ctrl+Shift+Tab",),
            enabled=several,
        ),
    ]


def _rules(s: Session) -> list[Command]:
    wishes = RuleWishes(s)

    has = Needs("a chosen boundary", lambda: wishes.boundary() is not None)

    def said(kind: str) -> Callable[[], bool]:
        return lambda: (row := wishes.boundary()) is not None and kind in wishes.at_boundary(row)

    always, never = partial(wishes.toggle_boundary, "always_cut"), partial(wishes.toggle_boundary, "never_cut")
    return [
        Command("rule.always", "Always c&ut here", always, "Document/2", ("Ctrl+Shift+A",), "", has, said("always_cut")),
        Command("rule.never", "Ne&ver cut here", never, "Document/2", ("Ctrl+Shift+N",), "", has, said("never_cut")),
    ]


def _profile(w: MainWindow) -> list[Command]:
    s, profiles = w.session, w.profiles

    changed = Needs("changed settings", lambda: s.profile != s.baseline)
    return [
        Command("profile.save", "&Save version", s.save_version, "Profile/1", ("Ctrl+S",), "save", enabled=changed),
        Command("profile.reset", "&Reset to saved version", s.reset_profile, "Profile/1", (), "reset", enabled=changed),
        Command("profile.open", "&Open profile…", profiles.ask_open, "Profile/2", ("Ctrl+Shift+O",)),
        Command("profile.export", "&Export profile as YAML…", profiles.ask_save, "Profile/2", ("Ctrl+Shift+S",)),
    ]


def _window(w: MainWindow) -> list[Command]:
    return [
        Command("palette", "&Commands…", w.show_palette, "Window/1", ("Ctrl+Shift+P", "Ctrl+K"), "command", in_palette=False),
        Command("window.reset", "&Reset layout", w.views.reset, "Window/2"),
        Command("window.full", "&Full screen", w.toggle_full_screen, "Window/2", ("F11",), checked=w.isFullScreen),
    ]


def _preferences(w: MainWindow) -> list[Command]:
    return [
        Command("theme.light", "&Light", partial(w.set_theme, "light"), "Window/3", checked=partial(w.has_theme, "light")),
        Command("theme.dark", "&Dark", partial(w.set_theme, "dark"), "Window/3", checked=partial(w.has_theme, "dark")),
        Command(
            "theme.system", "&As the system", partial(w.set_theme, "system"), "Window/3", checked=partial(w.has_theme, "system")
        ),
        Command("preferences", "Pre&ferences…", w.show_preferences, "Window/4", ("Ctrl+,",), "settings"),
    ]


def _help(w: MainWindow) -> list[Command]:
    return [
        Command("help.shortcuts", "&Shortcuts", w.show_shortcuts, "Help/1", ("F1",), "keyboard"),
        Command("help.report", "Copy &details for a report", w.copy_facts, "Help/2"),
        Command("help.about", "&About ChunkStudio", w.show_about, "Help/3", (), "info"),
    ]
