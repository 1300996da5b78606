"""About the program: version, licence, and what it is built on."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QTabWidget, QVBoxLayout, QWidget

from chunkstudio import __version__
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.resources import resource_path

BUILT_ON = (
    ("pymupdf", "AGPL-3.0: pages, text, layout model"),
    ("PySide6_Essentials", "LGPL-3.0: the window"),
    ("tiktoken", "MIT: counting tokens"),
    ("pydantic", "MIT: checked settings"),
    ("numpy", "BSD-3-Clause: columns of numbers"),
    ("msgspec", "BSD-3-Clause: messages between processes"),
    ("pyqtgraph", "MIT: plots"),
    ("superqt", "BSD-3-Clause: sliders"),
    ("QtAwesome", "MIT; Phosphor icons, MIT"),
    ("fontpkg-inter", "Inter, SIL Open Font License 1.1"),
)


class AboutDialog(QDialog):
    """Three tabs: the program, its licence, third parties."""

    def __init__(self, theme: Theme, facts: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About ChunkStudio")
        self.resize(600, 480)
        self._facts = facts
        tabs = QTabWidget()
        tabs.setDocumentMode(True)
        tabs.addTab(self._program(theme), "Program")
        tabs.addTab(_text(theme, resource_path("LICENSE.txt").read_text(encoding="utf-8")), "Licence")
        tabs.addTab(_text(theme, _third_parties()), "Third parties")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy details", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 12)
        column.addWidget(tabs, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 0, 16, 0)
        foot.addWidget(buttons)
        column.addLayout(foot)

    def _program(self, theme: Theme) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 20, 20, 20)
        column.setSpacing(8)
        about = "See where a document is cut into chunks and why, tune the cutting, prove it with questions, and export it."
        column.addWidget(PlainLabel(theme, f"ChunkStudio {__version__}", use="title", weight=600))
        column.addWidget(PlainLabel(theme, about, use="ui", wrap=True))
        column.addWidget(
            PlainLabel(theme, "Free software under the AGPL-3.0 or later, without any warranty.", role="muted", wrap=True)
        )
        column.addSpacing(8)
        facts = PlainLabel(theme, self._facts, use="small", role="muted", wrap=True)
        facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(facts)
        column.addStretch(1)
        return page

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._facts)


def _text(theme: Theme, text: str) -> QPlainTextEdit:
    view = QPlainTextEdit(text)
    view.setReadOnly(True)
    view.setFrameShape(QPlainTextEdit.Shape.NoFrame)
    view.setFont(theme.font("small"))
    return view


def _third_parties() -> str:
    lines = []
    for name, licence in BUILT_ON:
        try:
            lines.append(f"{name} {version(name)}\n    {licence}")
        except PackageNotFoundError:
            continue
    return "\n".join(lines)
