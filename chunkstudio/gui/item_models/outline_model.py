"""The outline of a document as a tree: sections with their chunks, then tables and figures in groups of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkstudio.gui.item_models.plain_tip import plain_tip
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.selection import Kind

if TYPE_CHECKING:
    from chunkstudio.chunking.model import FigureView, SectionNode, TableView

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
NAME, CHUNKS, PAGE = range(3)
_TITLES = ("Section", "Chunks", "Page")


@dataclass(slots=True)
class OutlineNode:
    """One row of the tree. ``kind`` and ``id`` are what it selects (a group selects nothing)."""

    kind: Kind | None
    id: str
    title: str
    chunks: int
    page: int
    icon: str = ""
    parent: OutlineNode | None = None
    row: int = 0
    children: list[OutlineNode] = field(default_factory=list)

    def add(self, child: OutlineNode) -> None:
        """Append a child and set its way back."""
        child.parent, child.row = self, len(self.children)
        self.children.append(child)


class OutlineModel(QAbstractItemModel):
    """Sections as a tree; a filter keeps rows that match, and the way to them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._full = OutlineNode(None, "", "", 0, 0)
        self._root = self._full
        self._filter = ""
        self._by_id: dict[str, OutlineNode] = {}

    def show_document(
        self, sections: Sequence[SectionNode], tables: Sequence[TableView], figures: Sequence[FigureView]
    ) -> None:
        """Replace the tree. ``sections[0]`` is the document itself and is not shown."""
        root = OutlineNode(None, "", "", 0, 0)
        nodes = {s.id: OutlineNode("section", s.id, s.title, len(s.chunk_ids), s.page) for s in sections[1:]}
        for section in sections[1:]:
            nodes.get(section.parent or "", root).add(nodes[section.id])
        _add_group(root, "Tables", "table", [_table(t) for t in tables])
        _add_group(root, "Figures", "figure", [_figure(f) for f in figures])
        self._full = root
        self._rebuild()

    def set_chunk_counts(self, counts: Mapping[str, int]) -> None:
        """New numbers of chunks by id; the tree itself stays as it is.

        Views are told once for each parent: a view asks for the place of every single cell that changed.
        """
        changed: dict[int, list[OutlineNode]] = {}
        for name, count in counts.items():
            node = self._by_id.get(name)
            if node is not None and node.chunks != count:
                node.chunks = count
                changed.setdefault(id(node.parent), []).append(node)
        for nodes in changed.values():
            first, last = min(nodes, key=lambda n: n.row), max(nodes, key=lambda n: n.row)
            left, right = self.createIndex(first.row, 0, first), self.createIndex(last.row, CHUNKS, last)
            self.dataChanged.emit(left, right, [Qt.ItemDataRole.DisplayRole])

    def set_filter(self, words: str) -> None:
        """Show only rows whose title holds all of these words, and their parents."""
        if words.casefold() != self._filter:
            self._filter = words.casefold()
            self._rebuild()

    def index_of(self, name: str) -> QModelIndex:
        """Index of the row with an id; invalid while it is not shown."""
        node = self._by_id.get(name)
        return self.createIndex(node.row, 0, node) if node else QModelIndex()

    def node(self, index: Index) -> OutlineNode | None:
        """The row behind an index; None for an invalid one."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, OutlineNode) else None

    def shown(self) -> int:
        """How many rows are shown, groups not counted."""
        return len(self._by_id)

    def _rebuild(self) -> None:
        self.beginResetModel()
        wanted = self._filter.split()
        self._root = _kept(self._full, wanted) if wanted else self._full
        self._by_id = {n.id: n for n in _walk(self._root) if n.kind is not None}
        self.endResetModel()

    # ---- Qt --------------------------------------------------------------------------------------------------------
    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        above = self.node(parent) or self._root
        if not (0 <= row < len(above.children) and 0 <= column < len(_TITLES)):
            return QModelIndex()
        return self.createIndex(row, column, above.children[row])

    def parent(self, index: Index = _ROOT) -> QModelIndex:  # type: ignore[override]
        node = self.node(index)
        if node is None or node.parent is None or node.parent is self._root:
            return QModelIndex()
        return self.createIndex(node.parent.row, 0, node.parent)

    def rowCount(self, parent: Index = _ROOT) -> int:
        if parent.isValid() and parent.column() > 0:
            return 0
        return len((self.node(parent) or self._root).children)

    def columnCount(self, parent: Index = _ROOT) -> int:
        del parent
        return len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(_TITLES):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[section]
        return _side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node(index)
        return self._read(node, index.column(), role) if node is not None else None

    def reader(self, index: Index) -> Callable[[int], Any]:
        """What one cell shows, as a function of the role; the index must be valid."""
        return partial(self._read, self.node(index) or self._root, index.column())

    def _read(self, node: OutlineNode, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return (node.title, str(node.chunks) if node.chunks else "", str(node.page) if node.page else "")[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(node.title) if column == NAME else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        if role == ItemRole.ID:
            return node.id
        if role == ItemRole.WEIGHT:
            return 600 if node.children and node.parent is self._root else 400
        if role == ItemRole.ICON:
            return node.icon if column == NAME and node.icon else None
        return ("text" if column == NAME else "muted") if role == ItemRole.COLOR else None


@cache
def _side(column: int) -> int:
    side = Qt.AlignmentFlag.AlignLeft if column == NAME else Qt.AlignmentFlag.AlignRight
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def _table(table: TableView) -> OutlineNode:
    rows = max(len(table.rows) - table.header_rows, 0)
    title = table.caption or f"Table {table.id} · {rows} rows"
    return OutlineNode("table", table.id, title, len(table.chunk_ids), table.page, "table")


def _figure(figure: FigureView) -> OutlineNode:
    return OutlineNode(
        "figure", figure.id, figure.caption or f"Figure {figure.id}", len(figure.chunk_ids), figure.page, "figure"
    )


def _add_group(root: OutlineNode, title: str, icon: str, nodes: Sequence[OutlineNode]) -> None:
    if nodes:
        group = OutlineNode(None, "", f"{title} ({len(nodes)})", 0, 0, icon)
        for node in nodes:
            node.icon = ""
            group.add(node)
        root.add(group)


def _walk(node: OutlineNode) -> list[OutlineNode]:
    out, pending = [], list(reversed(node.children))
    while pending:
        found = pending.pop()
        out.append(found)
        pending.extend(reversed(found.children))
    return out


def _kept(node: OutlineNode, wanted: Sequence[str]) -> OutlineNode:
    """A copy of the tree with only the rows that match and their parents."""
    copy = OutlineNode(node.kind, node.id, node.title, node.chunks, node.page, node.icon)
    for child in node.children:
        below = _kept(child, wanted)
        if below.children or (child.kind and all(w in child.title.casefold() for w in wanted)):
            copy.add(below)
    return copy
