"""Commands on workspaces: the file, and what is done with its contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkstudio.gui.commands import Command, Needs

if TYPE_CHECKING:
    from chunkstudio.gui.main_window import MainWindow

_ADD = "Add the open documents that are not in it to the workspace"


def workspace_file_commands(w: MainWindow) -> list[Command]:
    """New, open, close: in the File menu."""
    actions, desk = w.workspaces, w.workspaces.desk
    opened = Needs("an open workspace", lambda: desk.work is not None)
    return [
        Command("workspace.new", "&New workspace…", actions.ask_new, "File/2", tip="Keep this work in a workspace"),
        Command("workspace.open", "Open &workspace…", actions.ask_open, "File/2"),
        Command("workspace.close", "Close works&pace", desk.close, "File/2", enabled=opened),
    ]


def workspace_commands(w: MainWindow) -> list[Command]:
    """Chunking again, approval, export: in a menu of their own."""
    actions, desk = w.workspaces, w.workspaces.desk

    def is_outdated() -> bool:
        return desk.can_write and desk.contents is not None and bool(desk.contents.outdated)

    def has_documents() -> bool:
        return desk.can_write and desk.contents is not None and bool(desk.contents.documents)

    def has_sets() -> bool:
        return desk.contents is not None and any(s.chunk_set for s in desk.contents.documents)

    outdated = Needs("an open workspace with chunk sets that are out of date", is_outdated)
    can_approve = Needs("an open workspace with documents", has_documents)
    has_versions = Needs(
        "an open workspace with profile versions", lambda: desk.contents is not None and bool(desk.contents.versions)
    )
    can_export = Needs("an open workspace with chunk sets", has_sets)
    can_add = Needs("an open document that is not in the open workspace", lambda: bool(desk.documents.outside))
    busy = Needs("workspace work under way", lambda: desk.background.busy is not None)
    return [
        Command("workspace.show", "&Workspace panel", w.show_workspace, "Workspace/1"),
        Command("workspace.add", "A&dd to the workspace", actions.add_open, "Workspace/1", tip=_ADD, enabled=can_add),
        Command("workspace.rechunk", "&Re-chunk what changed…", actions.ask_rechunk, "Workspace/2", enabled=outdated),
        Command("workspace.compare", "&Compare versions…", actions.versions.compare, "Workspace/2", enabled=has_versions),
        Command("workspace.approve", "&Approve…", actions.ask_approve, "Workspace/2", enabled=can_approve),
        Command("workspace.export", "&Export workspace…", actions.ask_export, "Workspace/2", enabled=can_export),
        Command("workspace.cancel", "&Stop workspace work", desk.background.cancel, "Workspace/3", enabled=busy),
    ]
