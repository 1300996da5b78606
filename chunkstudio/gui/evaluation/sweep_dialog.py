"""The sweep: which settings to try, how, and what came of it; a point opens as a profile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from chunkstudio.chunking.profile_fields import profile_fields
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.sweep_run import MISSING, SweepRun, sweep_possible
from chunkstudio.gui.session import Session
from chunkstudio.gui.style import PRIMARY
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.segmented import SegmentedChoice
from chunkstudio.retrieval.sweep import SweepPoint

if TYPE_CHECKING:
    from chunkstudio.gui.plots.sweep_plot import SweepPlot

_OFFERED = {
    "assembly.token_budget": "200, 300, 400, 600",
    "assembly.min_tokens": "60, 120",
    "assembly.overlap_tokens": "0, 40",
    "assembly.threshold": "",
    "assembly.table_mode": "preserve, rows",
    "weights.box": "",
    "weights.heading": "",
}
_INTRO = "Half of the accepted questions tune; the best points are confirmed on the other half, which no trial has seen."

_STOPPED = "Stopped; what is done is kept, also when the program ends. Go on with the same settings continues from there."


class SweepDialog(QDialog):
    """Stays open while the window is used; closing it stops the sweep."""

    def __init__(self, session: Session, evaluation: EvaluationSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Sweep")
        self.resize(860, 560)
        self._session = session
        self._theme = theme
        self.run = SweepRun(session, evaluation, self)
        self.plot: SweepPlot | None = None
        self.picked = -1
        self.fields: dict[str, tuple[QCheckBox, QLineEdit]] = {}
        self.method = SegmentedChoice(theme, (("grid", "Grid"), ("bayes", "Bayesian")))
        self.trials = QSpinBox()
        self.begin = QPushButton("Start")
        self.open_point = QPushButton("Open as profile")
        self.note = PlainLabel(theme, _INTRO, role="muted", wrap=True)
        self.facts = PlainLabel(theme, wrap=True)
        self.progress = QProgressBar()
        self._build()
        self.run.changed.connect(self.show_state)
        self.finished.connect(self.run.end)
        self.show_state()

    def _build(self) -> None:
        form = QFormLayout()
        labels = {f.path: f.label for f in profile_fields()}
        for path, values in _OFFERED.items():
            now = self._session.profile.get(path)
            check, edit = QCheckBox(labels[path]), QLineEdit(values or self._around(now))
            check.setChecked(path == "assembly.token_budget")
            edit.setAccessibleName(f"Values of {labels[path]}")
            self.fields[path] = (check, edit)
            check.setMinimumHeight(edit.sizeHint().height())
            form.addRow(check, edit)
        self.method.set_value("grid")
        self.method.setAccessibleName("How values are chosen")
        self.trials.setRange(5, 500)
        self.trials.setValue(40)
        self.trials.setAccessibleName("Trials of the Bayesian search")
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow("Search", self.method)
        form.addRow("Bayesian trials", self.trials)
        self.begin.setProperty(PRIMARY, True)
        self.begin.clicked.connect(self._start_or_stop)
        self.open_point.clicked.connect(self._open)
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addWidget(self.note)
        left.addLayout(form)
        left.addStretch(1)
        for widget in (self.progress, self.begin):
            left.addWidget(widget)
        self._right = QVBoxLayout()
        self._right.setSpacing(10)
        self._right.addWidget(self.facts, 0, Qt.AlignmentFlag.AlignTop)
        self._right.addWidget(self.open_point)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 20, 20, 16)
        row.setSpacing(20)
        row.addLayout(left, 2)
        row.addLayout(self._right, 3)

    def _around(self, value: Any) -> str:
        """Some values about the one of now."""
        return ", ".join(f"{max(0.0, float(value) + step):.2f}" for step in (-0.1, 0.0, 0.1))

    def values(self) -> dict[str, list[Any]]:
        """The chosen fields with their values; what is no number stays a word."""
        chosen = {path: edit.text() for path, (check, edit) in self.fields.items() if check.isChecked()}
        return {path: [_parsed(word.strip()) for word in text.split(",") if word.strip()] for path, text in chosen.items()}

    def _start_or_stop(self) -> None:
        if self.run.running:
            self.run.stop()
            return
        self.picked = -1
        self.run.start(self.values(), self.method.value, self.trials.value())

    def show_state(self) -> None:
        """Show points, progress, and what is chosen."""
        run = self.run
        self.begin.setText("Stop" if run.running else "Go on" if run.stopped else "Start")
        self.begin.setEnabled(sweep_possible())
        self.note.setText(MISSING if not sweep_possible() else run.error or (_STOPPED if run.stopped else _INTRO))
        self.note.set_look("error" if run.error or not sweep_possible() else "muted")
        self.progress.setVisible(run.running)
        self.progress.setMaximum(max(1, run.done[1]))
        self.progress.setValue(run.done[0])
        if run.points and self.plot is None:
            self._make_plot()
        if self.plot is not None:
            self.plot.show_points(run.points, run.front, self.picked, tuple(run.confirmed.values()))
        self._show_facts()

    def _make_plot(self) -> None:
        from chunkstudio.gui.plots.sweep_plot import SweepPlot

        self.plot = SweepPlot(self._theme)
        self.plot.chosen.connect(self.pick)
        self._right.insertWidget(0, self.plot, 1)

    def pick(self, index: int) -> None:
        """Choose a point."""
        self.picked = index
        self.show_state()

    def _show_facts(self) -> None:
        points = self.run.points
        chosen = points[self.picked] if 0 <= self.picked < len(points) else None
        self.open_point.setEnabled(chosen is not None)
        if chosen is not None:
            self.facts.setText(point_words(chosen, self.run.confirmed.get(self.picked)))
        else:
            self.facts.setText(points_words(len(points), len(self.run.confirmed)))

    def _open(self) -> None:
        if 0 <= self.picked < len(self.run.points):
            self._session.set_profile(self.run.points[self.picked].profile, "open a point of the sweep")


def points_words(count: int, confirmed: int) -> str:
    """How many points there are, and how to read them."""
    if not count:
        return "Points appear here as they are tried."
    held = (
        f" {confirmed} of the best were confirmed: the hollow mark is what they reach on held-out questions."
        if confirmed
        else ""
    )
    return f"{count} point{'' if count == 1 else 's'}. Click one to see its settings.{held}"


def point_words(point: SweepPoint, confirmed: SweepPoint | None) -> str:
    """Settings and figures of a point in words."""
    labels = {f.path: f.label for f in profile_fields()}
    settings = ", ".join(f"{labels.get(path, path)} {value}" for path, value in point.values.items())
    figures = (
        f"covers {point.score:.3f} ({point.low:.3f} to {point.high:.3f}) with {point.tokens:,} tokens in {point.chunks} chunks"
    )
    held = ""
    if confirmed is not None and confirmed.held_out is not None:
        held = (
            f"\nOn held-out questions: {confirmed.held_out:.3f} ({confirmed.held_out_low:.3f} to {confirmed.held_out_high:.3f})"
        )
    return f"{settings}: {figures}.{held}"


def _parsed(word: str) -> Any:
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word
