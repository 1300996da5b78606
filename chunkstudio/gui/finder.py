"""Finding words in the shown document: hits in reading order, stepping through them, and telling how many."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from chunkstudio.gui.session import Session
from chunkstudio.gui.toolbar import FindField
from chunkstudio.layout.model import LayoutDocument, Line, Rect

_PAUSE_MS = 150
_LIMIT = 5000


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where the words stand: page, rectangle in points, and the box that holds it."""

    page: int
    rect: Rect
    box_id: str


def find_in(layout: LayoutDocument, words: str) -> list[Hit]:
    """Places of ``words`` in the lines of a document, whatever their case and blanks; at most 5,000."""
    pattern = r"\s+".join(re.escape(part) for part in words.split())
    if not pattern:
        return []
    wanted = re.compile(pattern, re.IGNORECASE)
    out: list[Hit] = []
    for box in layout.boxes():
        for line in box.lines:
            out += [Hit(box.page, _part(line, m.start(), m.end()), box.id) for m in wanted.finditer(line.text)]
            if len(out) >= _LIMIT:
                return out[:_LIMIT]
    return out


def _part(line: Line, start: int, end: int) -> Rect:
    """The rectangle of characters [start, end) of a line, by its word stops."""
    x0, y0, x1, y1 = line.rect
    if line.vertical or line.angle in (90, 270) or line.rtl or not line.text:
        return line.rect

    def x_at(offset: int) -> float:
        stops = [*line.stops, (len(line.text), x1)]
        before = max((s for s in stops if s[0] <= offset), default=(0, x0))
        after = min((s for s in stops if s[0] > offset), default=(len(line.text), x1))
        width = max(1, after[0] - before[0])
        return before[1] + (after[1] - before[1]) * (offset - before[0]) / width

    return (x_at(start), y0, x_at(end), y1)


class Finder(QObject):
    """Joins the find field with the session.

    The words stay in the field when another document is shown and its hits are marked there, but that there are none is
    told as a failure only of the document in which somebody searched.
    """

    def __init__(self, session: Session, field: FindField) -> None:
        super().__init__(field)
        self._session = session
        self._field = field
        self._asked: str | None = None
        """Key of the document in which the words were typed, or stepped through."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._search)
        field.textChanged.connect(self._typed)
        field.step.connect(self.step)
        session.current_changed.connect(self._search)
        session.result_changed.connect(self._search)

    def focus(self) -> None:
        """Put the keyboard into the field."""
        self._field.setFocus()
        self._field.selectAll()

    def _typed(self) -> None:
        self._ask_here()
        self._timer.start()

    def _ask_here(self) -> None:
        state = self._session.current
        self._asked = state.key if state is not None else None

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) hit, around the end."""
        self._ask_here()
        if self._timer.isActive():
            self._search()
        hits = self._session.find_hits
        if not hits:
            self._tell()
            return
        index = self._session.find_index
        index = self._first_in_view() if index < 0 else (index + by) % len(hits)
        self._session.set_find(self._field.text(), hits, index)
        self._session.show_page(hits[index].page, hits[index].rect)
        self._tell()

    def _first_in_view(self) -> int:
        page = self._session.current_page
        return next((i for i, hit in enumerate(self._session.find_hits) if hit.page >= page), 0)

    def _search(self, *_: object) -> None:
        self._timer.stop()
        state, words = self._session.current, self._field.text().strip()
        hits = find_in(state.layout, words) if words and state is not None and state.layout is not None else []
        self._session.set_find(words, tuple(hits), -1)
        self._tell()

    def _tell(self) -> None:
        hits, index = self._session.find_hits, self._session.find_index
        words, state = self._field.text().strip(), self._session.current
        missed = bool(words) and not hits and state is not None and state.layout is not None and state.key == self._asked
        if not words or not (hits or missed):
            tip = short = ""
        elif missed:
            tip, short = f"No hit for {words}", "no hit"
        elif index >= 0:
            tip, short = f"Hit {index + 1:,} of {len(hits):,}", f"{index + 1:,} of {len(hits):,}"
        else:
            tip = short = f"{len(hits):,} hit{'' if len(hits) == 1 else 's'}"
        self._field.show_count(tip, short, wrong=missed)
