"""Actions for what lies under the pointer: copy its text or id, find it elsewhere in the window, zoom to it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from chunkstudio.gui import linkage
from chunkstudio.gui.overlay_colors import chunk_name
from chunkstudio.gui.pages.hit import Hit
from chunkstudio.gui.pages.rule_menu import add_rule_entries
from chunkstudio.gui.pages.tooltips import box_named
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme

Zoom = Callable[[int, tuple[float, float, float, float]], None]


def page_menu(session: Session, theme: Theme, hit: Hit | None, zoom_to: Zoom, parent: QWidget) -> QMenu:
    """A menu for a hit, or for the selection where nothing was hit. Empty entries are left out."""
    menu = QMenu(parent)
    menu.setAccessibleName("Page actions")
    chosen = session.selection
    kind, name = (hit.kind, hit.id) if hit is not None else (chosen.kind, chosen.id)
    if kind is not None and name:
        if hit is not None:
            session.select(kind, name)
        add_rule_entries(menu, session, theme, kind, name)
        _copy_entries(menu, session, theme, kind, name)
        _jump_entries(menu, session, theme, zoom_to)
    return menu


def _copy_entries(menu: QMenu, session: Session, theme: Theme, kind: str, name: str) -> None:
    chunk = session.selected_chunk
    if kind == "box":
        box = box_named(session.current.layout if session.current else None, name)
        if box is not None and box.text:
            menu.addAction(theme.icon("copy"), "Copy text of this box").triggered.connect(_copy(box.text))
    if chunk is not None:
        label = chunk_name(chunk.position)
        menu.addAction(theme.icon("copy"), f"Copy text of {label}").triggered.connect(_copy(chunk.text))
        menu.addAction(f"Copy retrieval text of {label}").triggered.connect(_copy(chunk.retrieval_text))
    menu.addAction(f"Copy id {name}").triggered.connect(_copy(name))
    menu.addSeparator()


def _jump_entries(menu: QMenu, session: Session, theme: Theme, zoom_to: Zoom) -> None:
    result, chunk, row = session.shown_result, session.selected_chunk, session.selected_boundary
    if chunk is not None and session.selection.kind != "chunk":
        action = menu.addAction(f"Select chunk {chunk_name(chunk.position)}")
        action.triggered.connect(lambda: session.select("chunk", chunk.id))
    if row is not None and result is not None and session.selection.kind != "boundary":
        unit = result.units[row].id
        action = menu.addAction("Why is there a cut here" if result.boundary(row).cut else "Why is there no cut here")
        action.triggered.connect(lambda: session.select("boundary", unit))
    place = linkage.place_of(result, session.selection)
    if place is not None and place[1] is not None:
        page, rect = place[0], place[1]
        menu.addAction(theme.icon("zoom-in"), "Zoom to this").triggered.connect(lambda: zoom_to(page, rect))
    if chunk is not None and result is not None:
        _neighbours(menu, session, chunk.position, theme)


def _neighbours(menu: QMenu, session: Session, position: int, theme: Theme) -> None:
    result = session.shown_result
    if result is None:
        return
    for step, icon, word in ((-1, "arrow-up", "before"), (1, "arrow-down", "after")):
        if 0 <= position + step < len(result.chunks):
            other = result.chunks[position + step]
            action = menu.addAction(theme.icon(icon), f"Chunk {word}: {chunk_name(other.position)}")
            action.triggered.connect(lambda _=False, name=other.id: session.select("chunk", name, reveal=True))


def _copy(text: str) -> Callable[[], None]:
    def copy() -> None:
        QGuiApplication.clipboard().setText(text)

    return copy
