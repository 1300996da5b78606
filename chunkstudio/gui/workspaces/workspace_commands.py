"""Commands on workspaces: the file, and what is done with its contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkstudio.gui.commands import Command

if TYPE_CHECKING:
    from chunkstudio.gui.main_window import MainWindow


def workspace_file_commands(w: MainWindow) -> list[Command]:
    """New, open, close: in the File menu."""
    actions, desk = w.workspaces, w.workspaces.desk
    return [
        Command("workspace.new", "&New workspace…", actions.ask_new, "File/2", tip="Keep this work in a workspace"),
        Command("workspace.open", "Open &workspace…", actions.ask_open, "File/2"),
        Command("workspace.close", "Close works&pace", desk.close, "File/2", enabled=lambda: desk.work is not None),
    ]


def workspace_commands(w: MainWindow) -> list[Command]:
    """Chunking again, approval, export: in a menu of their own."""
    actions, desk = w.workspaces, w.workspaces.desk

    def outdated() -> bool:
        return desk.can_write and desk.contents is not None and bool(desk.contents.outdated)

    def can_approve() -> bool:
        return desk.can_write and desk.contents is not None and bool(desk.contents.documents)

    def has_versions() -> bool:
        return desk.contents is not None and bool(desk.contents.versions)

    def can_export() -> bool:
        return desk.contents is not None and any(s.chunk_set for s in desk.contents.documents)

    def busy() -> bool:
        return desk.background.busy is not None

    return [
        Command("workspace.show", "&Workspace panel", w.show_workspace, "Workspace/1"),
        Command("workspace.rechunk", "&Re-chunk what changed…", actions.ask_rechunk, "Workspace/2", enabled=outdated),
        Command("workspace.compare", "&Compare versions…", actions.versions.compare, "Workspace/2", enabled=has_versions),
        Command("workspace.approve", "&Approve…", actions.ask_approve, "Workspace/2", enabled=can_approve),
        Command("workspace.export", "&Export workspace…", actions.ask_export, "Workspace/2", enabled=can_export),
        Command("workspace.cancel", "&Stop workspace work", desk.background.cancel, "Workspace/3", enabled=busy),
    ]
