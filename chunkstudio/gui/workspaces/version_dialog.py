"""What lies between two profile versions: controls, what they did to each document, changed cuts, and recall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QHBoxLayout, QPushButton, QWidget

from chunkstudio.gui.item_models.rows_model import Column
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.workspaces.change_dialogs import change_words
from chunkstudio.gui.workspaces.dialog_parts import WorkDialog, bullets, counted
from chunkstudio.gui.workspaces.fact_table import FactTable

if TYPE_CHECKING:
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.workspace.profile_store import SettingChange
    from chunkstudio.workspace.version_diff import CutChange, DocumentEffect, RecallChange, VersionDiff
else:
    CutChange = DocumentEffect = Profile = RecallChange = SettingChange = VersionDiff = Any

_EFFECT = (
    Column("Document"),
    *(Column(name, right=True) for name in ("Chunks", "Cuts come", "Cuts go", "Tokens", "Median chunk", "To embed")),
)
_EFFECT_WIDTHS = {1: 92, 2: 76, 3: 64, 4: 124, 5: 96, 6: 104}
_CUTS = (Column("Page", right=True), Column("Cut"), Column("Reason"), Column("Words around it"))
_MOST_CUTS = 500


@dataclass(frozen=True, slots=True)
class Side:
    """A version that can stand on either side: words, its profile, and whether it is saved (the draft may not be)."""

    words: str
    profile: Profile
    saved: bool


class VersionDialog(WorkDialog):
    """Choose two versions. ``compare_wanted`` asks for what lies between them, see :meth:`show_diff`; ``evaluate_wanted``
    carries the question set that both shall be evaluated on, ``pages_wanted`` the document to show in Compare, and
    ``place_wanted`` document and cut to bring into view there."""

    compare_wanted = Signal()
    evaluate_wanted = Signal(str)
    pages_wanted = Signal(str)
    place_wanted = Signal(str, object)

    def __init__(
        self,
        theme: Theme,
        sides: Sequence[Side],
        chosen: tuple[int, int],
        question_sets: Sequence[tuple[str, str]],
        parent: QWidget | None,
    ) -> None:
        super().__init__(theme, "Compare versions", "Close", parent, width=860)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).hide()
        self._sides = tuple(sides)
        self.diff: VersionDiff | None = None
        self.first, self.second = QComboBox(), QComboBox()
        self.questions, self.evaluate = QComboBox(), QPushButton("Evaluate both")
        self.pages = QPushButton("Show on the pages")
        self.documents = FactTable(theme, _EFFECT, "What the settings do to each document", widths=_EFFECT_WIDTHS)
        self.cuts = FactTable(theme, _CUTS, "Changed cuts of the chosen document", widths={0: 48, 1: 60, 2: 84}, stretch=3)
        self._build(chosen, question_sets)
        for box in (self.first, self.second):
            box.currentIndexChanged.connect(self._ask)
        self.evaluate.clicked.connect(lambda: self.evaluate_wanted.emit(str(self.questions.currentData())))
        self.pages.clicked.connect(lambda: self.pages_wanted.emit(self._document()))
        self.documents.chosen.connect(self._show_cuts)
        self.cuts.chosen.connect(self._cut_chosen)

    def _build(self, chosen: tuple[int, int], question_sets: Sequence[tuple[str, str]]) -> None:
        self.title = self.head("")
        row = QHBoxLayout()
        for label, box, index in (("From", self.first, chosen[0]), ("to", self.second, chosen[1])):
            box.setAccessibleName(f"{label.capitalize()} version")
            for side in self._sides:
                box.addItem(side.words)
            box.setCurrentIndex(index)
            row.addWidget(PlainLabel(self.theme, label, weight=600))
            row.addWidget(box, 1)
        self.column.addLayout(row)
        self.settings = self.line()
        self.column.addWidget(self.documents)
        self.sentence = self.line(role="muted")
        self.column.addWidget(self.cuts)
        self.recall = self.line()
        for digest, name in question_sets:
            self.questions.addItem(name, digest)
        self.questions.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.questions.setAccessibleName("Question set to evaluate both on")
        last = QHBoxLayout()
        last.addWidget(self.pages)
        last.addStretch(1)
        last.addWidget(self.questions)
        last.addWidget(self.evaluate)
        self.column.addLayout(last)
        self.cuts.setFixedHeight(150)
        self.finish()

    @property
    def sides(self) -> tuple[Side, Side]:
        """What stands on both sides."""
        return self._sides[self.first.currentIndex()], self._sides[self.second.currentIndex()]

    # ---- answers --------------------------------------------------------------------------------------------------
    def begin(self, changes: Sequence[SettingChange], documents: int) -> None:
        """The settings are known at once; what they do is being looked at."""
        one, two = self.sides
        self.diff = None
        self.title.setText(f"From version {one.profile.version[:4]} to {two.profile.version[:4]}")
        self.settings.setText(change_words(changes) or "The settings are the same.")
        waiting = f"Cutting {counted(documents, 'document')} under both versions…" if documents else ""
        self.sentence.setText(waiting or "No document of the workspace can be cut: set their access labels first.")
        self.recall.setText("")
        for table in (self.documents, self.cuts):
            table.fill(())
            table.hide()
        self.pages.setEnabled(False)
        self._show_evaluate(possible=False)

    def show_failure(self, message: str) -> None:
        """What they do could not be looked at."""
        self.sentence.setText(message)

    def show_diff(self, diff: VersionDiff) -> None:
        """What lies between the two."""
        self.diff = diff
        self.documents.fill([effect_cells(e) for e in diff.documents])
        self.documents.fit(200)
        self.documents.setVisible(bool(diff.documents))
        self.sentence.setText(_sum_words(diff) if diff.documents else self.sentence.text())
        self.recall.setText(bullets(recall_words(r) for r in diff.recall) or self._no_recall())
        self.recall.set_look("text" if diff.recall else "muted")
        self._show_evaluate(possible=all(s.saved for s in self.sides) and bool(self.questions.count()))
        self.pages.setEnabled(any(not e.failure for e in diff.documents))
        if diff.documents:
            self.documents.choose_row(0)

    def _no_recall(self) -> str:
        if not all(s.saved for s in self.sides):
            return "Recall: save the draft as a version to evaluate it."
        if not self.questions.count():
            return "Recall: the workspace has no question set yet."
        return "Recall: no question set was evaluated under both versions."

    def _show_evaluate(self, *, possible: bool) -> None:
        self.questions.setVisible(possible)
        self.evaluate.setVisible(possible)
        self.evaluate.setEnabled(possible)

    def _document(self) -> str:
        """The chosen document, else the first; "" where there is none."""
        known = self.diff.documents if self.diff is not None else ()
        return known[max(0, self.documents.currentIndex().row())].document if known else ""

    def _shown_cuts(self) -> tuple[CutChange, ...]:
        row = self.documents.currentIndex().row()
        known = self.diff.documents if self.diff is not None else ()
        return known[row].cuts[:_MOST_CUTS] if 0 <= row < len(known) else ()

    def _show_cuts(self, *_: int) -> None:
        cuts = self._shown_cuts()
        self.cuts.fill([(f"{c.page:,}", "goes" if c.gone else "comes", c.reason, _around(c)) for c in cuts])
        self.cuts.setVisible(bool(cuts))

    def _cut_chosen(self, row: int) -> None:
        self.place_wanted.emit(self._document(), self._shown_cuts()[row])

    # ---- wishes ---------------------------------------------------------------------------------------------------
    def _ask(self, *_: object) -> None:
        self.compare_wanted.emit()


def _around(cut: CutChange) -> str:
    return f"{cut.before_words} | {cut.after_words}"


def effect_cells(effect: DocumentEffect) -> tuple[str, ...]:
    """A document's row: title, chunks, cuts that come and go, tokens, median chunk, records to embed."""
    if effect.failure:
        return (effect.title, *["–"] * 5, "cannot be cut")
    chunks, tokens, middles = effect.chunks, effect.tokens, effect.median_tokens
    cost = effect.records.cost if effect.records is not None else None
    return (
        effect.title,
        f"{chunks[0]:,} → {chunks[1]:,}",
        f"{effect.come:,}",
        f"{effect.gone:,}",
        f"{tokens[0]:,} → {tokens[1]:,}",
        f"{middles[0]:,.0f} → {middles[1]:,.0f}",
        f"{cost.records:,} records" if cost is not None else "",
    )


def recall_words(change: RecallChange) -> str:
    """One question set in a sentence."""
    tokens = change.tokens
    cost = f", tok@{change.k} {tokens[0]:,.0f} → {tokens[1]:,.0f}" if tokens[0] is not None and tokens[1] is not None else ""
    figures = f"R@{change.k} {change.recall[0]:.3f} → {change.recall[1]:.3f} [{change.low:+.3f}, {change.high:+.3f}]"
    turned = [f"{word} {', '.join(names)}" for word, names in (("gained", change.gained), ("lost", change.lost)) if names]
    return f"{change.name}: {figures}{cost}, on {change.questions} questions: {'; '.join((change.verdict, *turned))}"


def _sum_words(diff: VersionDiff) -> str:
    """All documents together, and those that could not be cut."""
    cut = [e for e in diff.documents if not e.failure]
    one, two = (sum(e.chunks[k] for e in cut) for k in (0, 1))
    words = f"{one:,} → {two:,} chunks, {sum(e.come for e in cut):,} cuts come, {sum(e.gone for e in cut):,} go."
    failures = bullets(f"{e.title}: {e.failure}" for e in diff.documents if e.failure)
    return f"{words}\n{failures}".strip() if cut else failures
