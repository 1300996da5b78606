"""The list of panels: name, title, and how each is made. Their modules are loaded when a panel is first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from PySide6.QtWidgets import QMainWindow, QWidget

from chunkstudio.gui.dock_frame import DockFrame
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme


@dataclass(frozen=True, slots=True)
class PanelEntry:
    """A panel: its key in saved layouts, its tab's word, and where its class is."""

    name: str
    title: str
    module: str
    class_name: str


PANELS = (
    PanelEntry("outline", "Outline", "chunkstudio.gui.docks.outline", "OutlineDock"),
    PanelEntry("thumbnails", "Pages", "chunkstudio.gui.pages.thumbnails", "ThumbnailList"),
    PanelEntry("documents", "Documents", "chunkstudio.gui.docks.documents", "DocumentsDock"),
    PanelEntry("workspace", "Workspace", "chunkstudio.gui.workspaces.workspace_dock", "WorkspaceDock"),
    PanelEntry("linked", "Linked", "chunkstudio.gui.docks.linked", "LinkedDock"),
    PanelEntry("effect", "Effect", "chunkstudio.gui.docks.effect", "EffectDock"),
    PanelEntry("boundary", "Boundary", "chunkstudio.gui.docks.boundary_inspector", "BoundaryInspectorDock"),
    PanelEntry("profile_editor", "Profile", "chunkstudio.gui.docks.profile_editor", "ProfileEditorDock"),
    PanelEntry("chunk", "Chunk", "chunkstudio.gui.docks.chunk_inspector", "ChunkInspectorDock"),
    PanelEntry("chunk_table", "Chunks", "chunkstudio.gui.docks.chunk_table", "ChunkTableDock"),
    PanelEntry("score_strip", "Score strip", "chunkstudio.gui.docks.score_strip", "ScoreStripDock"),
    PanelEntry("histogram", "Tokens", "chunkstudio.gui.docks.token_histogram", "TokenHistogramDock"),
    PanelEntry("tables", "Tables", "chunkstudio.gui.docks.tables", "TablesDock"),
    PanelEntry("findings", "Findings", "chunkstudio.gui.docks.findings", "FindingsDock"),
    PanelEntry("rules", "Rules", "chunkstudio.gui.docks.rules", "RulesDock"),
    PanelEntry("questions", "Questions", "chunkstudio.gui.evaluation.questions_dock", "QuestionsDock"),
    PanelEntry("answer", "Answer", "chunkstudio.gui.evaluation.answer_dock", "AnswerDock"),
    PanelEntry("search", "Search", "chunkstudio.gui.evaluation.search_dock", "SearchDock"),
    PanelEntry("recall", "Recall", "chunkstudio.gui.evaluation.recall_dock", "RecallDock"),
    PanelEntry("versions", "Versions", "chunkstudio.gui.evaluation.versions_dock", "VersionsDock"),
    PanelEntry("checks", "Checks", "chunkstudio.gui.evaluation.checks_dock", "ChecksDock"),
    PanelEntry("differences", "Differences", "chunkstudio.gui.evaluation.differences_dock", "DifferencesDock"),
    PanelEntry("aligned", "Aligned chunks", "chunkstudio.gui.evaluation.aligned_dock", "AlignedDock"),
    PanelEntry("activity", "Activity", "chunkstudio.gui.docks.activity", "ActivityDock"),
)


def make_frames(session: Session, theme: Theme, window: QMainWindow) -> dict[str, DockFrame]:
    """An empty frame for each panel, by name; the panels come when they are shown."""
    return {entry.name: DockFrame(entry.name, entry.title, _maker(entry, session, theme), theme, window) for entry in PANELS}


def _maker(entry: PanelEntry, session: Session, theme: Theme) -> Callable[[], QWidget]:
    return partial(_make, entry, session, theme)


def _make(entry: PanelEntry, session: Session, theme: Theme) -> QWidget:
    panel: QWidget = getattr(import_module(entry.module), entry.class_name)(session, theme)
    return panel
