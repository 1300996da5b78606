"""Entries of the page menu that make manual rules: never or always cut here, heading level, leave out."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from chunkstudio.gui.pages.tooltips import box_named
from chunkstudio.gui.rule_wishes import BOUNDARY_WORDS, RuleWishes
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.layout.model import LayoutBox

_HEADINGS = ("title", "section-header")


def add_rule_entries(menu: QMenu, session: Session, theme: Theme, kind: str, name: str) -> None:
    """Entries for a boundary or a box; nothing for other things, and nothing while an earlier result is shown."""
    wishes = RuleWishes(session)
    if wishes.boundary() is not None and kind == "boundary":
        _boundary_entries(menu, theme, wishes)
    state = session.current
    box = box_named(state.layout, name) if state is not None and state.result is not None and kind == "box" else None
    if box is not None and box.text.strip():
        _box_entries(menu, theme, wishes, box)


def _boundary_entries(menu: QMenu, theme: Theme, wishes: RuleWishes) -> None:
    row = wishes.boundary()
    assert row is not None
    known = wishes.at_boundary(row)
    for kind, words in BOUNDARY_WORDS.items():
        action = menu.addAction(theme.icon("rule"), words)
        action.setCheckable(True)
        action.setChecked(kind in known)
        action.triggered.connect(partial(_toggle, wishes, kind, row))
    menu.addSeparator()


def _toggle(wishes: RuleWishes, kind: str, row: int, _checked: bool = False) -> None:
    wishes.toggle_boundary("never_cut" if kind == "never_cut" else "always_cut", row)


def _box_entries(menu: QMenu, theme: Theme, wishes: RuleWishes, box: LayoutBox) -> None:
    known = wishes.at_box(box.id)
    ruled = known["heading_level"][1] if "heading_level" in known else None
    levels = menu.addMenu(theme.icon("rule"), "Heading level")
    for level in range(1, 7):
        action = levels.addAction(f"Level {level}")
        action.setCheckable(True)
        action.setChecked(level == ruled or (ruled is None and box.box_class in _HEADINGS and box.level == level))
        action.triggered.connect(partial(_set_level, wishes, box, level))
    plain = levels.addAction("No heading")
    plain.setCheckable(True)
    plain.setChecked(ruled == 0 or (ruled is None and box.box_class not in _HEADINGS))
    plain.triggered.connect(partial(_set_level, wishes, box, 0))
    if "heading_level" in known:
        levels.addSeparator()
        levels.addAction("As the layout says").triggered.connect(partial(_take_back, wishes, known["heading_level"][0]))
    if box.excluded is None or box.excluded == "rule":
        out = menu.addAction(theme.icon("rule"), "Leave out of the chunks")
        out.setCheckable(True)
        out.setChecked("leave_out" in known)
        out.triggered.connect(partial(_leave_out, wishes, box))
    menu.addSeparator()


def _set_level(wishes: RuleWishes, box: LayoutBox, level: int, _checked: bool = False) -> None:
    wishes.set_level(box, level)


def _leave_out(wishes: RuleWishes, box: LayoutBox, _checked: bool = False) -> None:
    wishes.toggle_left_out(box)


def _take_back(wishes: RuleWishes, name: str, _checked: bool = False) -> None:
    wishes.take_back([name])
