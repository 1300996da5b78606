"""Labelling on the page: what is selected as evidence, and the question being asked about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QPointF, Signal

from chunkstudio.gui import linkage
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.evidence_pick import Pick, pick_between, picks_of_box
from chunkstudio.gui.session import Session
from chunkstudio.layout.model import LayoutPage
from chunkstudio.retrieval.evidence_words import evidence_words
from chunkstudio.retrieval.questions import Evidence, Question

_SELECT = "Drag over the evidence on a page, or choose a box with Tab, then press Q."


class Labelling(QObject):
    """Q asks about what is selected; while a question is being asked, Q adds what was selected since as one more evidence."""

    changed = Signal()
    """What is selected, or the question being asked, changed."""
    asked = Signal()
    """The question's field wants the keyboard."""
    done = Signal()
    """The question was put away; the pages want the keyboard back."""

    def __init__(self, session: Session, evaluation: EvaluationSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation = evaluation
        self.pending: Pick | None = None
        self.asking = False
        self.editing: Question | None = None
        self.evidence: list[Evidence] = []
        self._choices: tuple[Pick, ...] = ()
        self._choice = self._more = 0
        session.current_changed.connect(self.cancel)

    # ---- selecting ---------------------------------------------------------------------------------------------------
    def sweep(self, start: tuple[int, float, float] | None, end: tuple[int, float, float] | None) -> None:
        """Select what lies between two places (page and points) of one page."""
        if start is None or end is None or start[0] != end[0]:
            return
        page = self._page(start[0])
        pick = pick_between(page, start[1:], end[1:]) if page is not None else None
        if pick != self.pending:
            self.pending = pick
            if pick is not None:
                self._session.set_layer("evidence", True)
            self.changed.emit()

    def drop_selection(self, *_: object) -> None:
        """Nothing is selected any more."""
        if self.pending is not None:
            self.pending = None
            self.changed.emit()

    def _page(self, number: int) -> LayoutPage | None:
        state = self._session.current
        layout = state.layout if state is not None else None
        return next((p for p in layout.pages if p.number == number), None) if layout is not None else None

    # ---- asking --------------------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """Begin a question about what is selected, or add it to the question being asked."""
        picks = (self.pending,) if self.pending is not None else self._picks_of_selection()
        if not picks or not evidence_words(picks[0].quote):
            if self.asking:
                self.asked.emit()
            else:
                self._session.message.emit("info", "Nothing is selected to ask about.", _SELECT)
            return
        self._session.set_layer("evidence", True)
        if not self.asking:
            self.editing, self.evidence = None, []
        self.asking = True
        self._choices, self._choice, self._more, self.pending = picks, 0, 0, None
        self.evidence.append(self._evidence_of(picks[0]))
        self.changed.emit()
        self.asked.emit()

    def edit(self, question: Question) -> None:
        """Change the words or evidences of a question."""
        self.editing, self.evidence, self.asking = question, list(question.evidence), True
        self._choices, self._choice, self._more = (), 0, 0
        self._session.set_layer("evidence", True)
        self.changed.emit()
        self.asked.emit()

    def narrow(self, step: int) -> None:
        """Take the next sentence or row of the chosen box in place of the whole of it."""
        if len(self._choices) > 1 and self.evidence:
            self._choice, self._more = (self._choice + step) % len(self._choices), 0
            self._take_parts()

    def extend(self, step: int) -> None:
        """One part more (1) or fewer (-1) after the chosen one; the whole of the box has nothing after it."""
        more = self._more + step
        if self._choice and self.evidence and 0 <= more < len(self._choices) - self._choice:
            self._more = more
            self._take_parts()

    def _take_parts(self) -> None:
        parts = self._choices[self._choice : self._choice + self._more + 1]
        rects = tuple(rect for part in parts for rect in part.rects)
        self.evidence[-1] = self._evidence_of(replace(parts[0], quote=" ".join(p.quote for p in parts), rects=rects))
        self.changed.emit()
        self.reveal()

    def reveal(self) -> None:
        """Bring the last evidence into view, where it is in the shown document and not in view already."""
        last, state = self.evidence[-1] if self.evidence else None, self._session.current
        if last is not None and last.rects and state is not None and state.info and state.info.sha256 == last.document:
            x0, y0, x1, y1 = zip(*last.rects, strict=True)
            self._session.show_page(last.page, (min(x0), min(y0), max(x1), max(y1)))

    @property
    def can_narrow(self) -> bool:
        """Whether the last evidence can be one of several parts."""
        return len(self._choices) > 1

    def remove_evidence(self, number: int) -> None:
        """Take one of several evidences away."""
        if len(self.evidence) > 1:
            del self.evidence[number]
            self._choices = ()
            self.changed.emit()

    def save(self, words: str, answer: str = "") -> bool:
        """Keep the question as one step that can be undone; False while there are no words or evidence."""
        words = words.strip()
        if not words or not self.evidence:
            return False
        old, draft = self.editing, self._evaluation.draft
        tags = old.tags if old is not None else ()
        name = old.id if old is not None else draft.new_id()
        question = Question(id=name, question=words, answer=answer.strip(), evidence=tuple(self.evidence), tags=tags)
        self._close()
        draft.put(question, "edit question" if old is not None else "add question")
        self._evaluation.choose(name, reveal=False)
        return True

    def cancel(self) -> None:
        """Put the question away without keeping it."""
        if self.asking or self.pending is not None:
            self._close()

    def _close(self) -> None:
        self.asking, self.editing, self.evidence, self.pending, self._choices = False, None, [], None, ()
        self.changed.emit()
        self.done.emit()

    def _evidence_of(self, pick: Pick) -> Evidence:
        state = self._session.current
        assert state is not None and state.info is not None
        rects = tuple((round(r[0], 1), round(r[1], 1), round(r[2], 1), round(r[3], 1)) for r in pick.rects)
        return Evidence(
            document=state.info.sha256, page=pick.page, quote=pick.quote, rects=rects, file_name=state.info.file_name
        )

    def _picks_of_selection(self) -> tuple[Pick, ...]:
        """The chosen box, or the box right before a chosen boundary, with its parts."""
        result, chosen = self._session.shown_result, self._session.selection
        if result is None or not chosen:
            return ()
        span = linkage.unit_range(result, chosen)
        units: list[Any] = [result.units[i] for i in range(*span)] if span is not None else []
        name = chosen.id if chosen.kind == "box" else units[0].box_id if units else ""
        box = next((b for b in result.layout.boxes() if b.id == name), None)
        if box is None:
            return ()
        return picks_of_box(box, [u for u in units if u.box_id == name])

    # ---- walking ---------------------------------------------------------------------------------------------------------
    def walk(self) -> None:
        """Choose the first text of the next section without a question."""
        state = self._session.current
        result = state.result if state is not None else None
        if result is None:
            return
        from chunkstudio.retrieval.drafts import unlabelled_sections

        left = unlabelled_sections(result, self._evaluation.questions)
        if not left:
            self._session.message.emit("ok", "Every section with text of its own has a question.", "")
            return
        row = self._session.selected_boundary
        here = row if row is not None else -1
        section = next((s for s in left if s.own_range[0] > here), left[0])
        unit = next((u for u in range(*section.own_range) if result.units[u].kind != "heading"), section.own_range[0])
        self._session.select("box", result.units[unit].box_id, reveal=True)
        hint = f"{len(left)} sections have none. Press Q to ask about the chosen box."
        self._session.message.emit("info", f"No question on “{section.title}” yet.", hint)


class PageSweep(QObject):
    """Hands drags over the pages to the labelling."""

    def __init__(self, canvas: Any, labelling: Labelling) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._labelling = labelling
        canvas.swept.connect(self._swept)
        canvas.clicked.connect(labelling.drop_selection)

    def _swept(self, start: QPointF, end: QPointF) -> None:
        self._labelling.sweep(self._canvas.page_point(start), self._canvas.page_point(end))
