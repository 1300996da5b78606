"""Several profile versions, and other tools' chunks, on the same questions: a row for each, compared with a chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.retrieval.comparison import NO_DIFFERENCE, Difference, differences, flips
from chunkstudio.retrieval.evaluation import Evaluation
from chunkstudio.retrieval.measures import Measure

COVERAGE = Measure.parse("cov@2000tok")


@dataclass(frozen=True, slots=True)
class MatrixEntry:
    """One version's evaluation, with how many chunks and tokens (to embed) it makes of the documents."""

    key: str
    name: str
    chunks: int
    tokens: int
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One version's measures. The differences are to the baseline, with paired intervals and p-values after Holm's
    correction over all versions compared with it; None for the baseline itself and where it was asked other questions.
    ``gained`` and ``lost`` are ids of the questions that flipped at k.
    """

    entry: MatrixEntry
    recall: float
    coverage: float
    read: float
    recall_difference: Difference | None = None
    coverage_difference: Difference | None = None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """In words: what is clearly better or worse than the baseline, or that no difference is shown."""
        pairs = (("recall", self.recall_difference), ("coverage", self.coverage_difference))
        known = [(name, d.verdict) for name, d in pairs if d is not None]
        clear = [f"{name} {word}" for name, word in known if word != NO_DIFFERENCE]
        return ", ".join(clear) if clear else NO_DIFFERENCE if known else ""


def matrix_rows(entries: Sequence[MatrixEntry], baseline: str, k: int) -> list[MatrixRow]:
    """A row for each entry in order: R@k, cov@2000tok and the tokens of the first k, against the entry named ``baseline``
    (the first where there is none of that name)."""
    if not entries:
        return []
    recall, read = Measure("R", k), Measure("tok", k)
    base = next((e for e in entries if e.key == baseline), entries[0])
    asked = [r.question.id for r in base.evaluation.results]
    others = [e for e in entries if e is not base and [r.question.id for r in e.evaluation.results] == asked]
    evaluations = [e.evaluation for e in others]
    found = {m: differences(base.evaluation, evaluations, m) if evaluations else [] for m in (recall, COVERAGE)}
    paired = {e.key: (found[recall][i], found[COVERAGE][i]) for i, e in enumerate(others)}
    out = []
    for entry in entries:
        means = [_mean(entry.evaluation, m) for m in (recall, COVERAGE, read)]
        first, second = paired.get(entry.key, (None, None))
        flipped = flips(base.evaluation, entry.evaluation, k) if first is not None else []
        gained, lost = (tuple(f.question_id for f in flipped if f.gained is won) for won in (True, False))
        out.append(MatrixRow(entry, means[0], means[1], means[2], first, second, gained, lost))
    return out


def _mean(evaluation: Evaluation, measure: Measure) -> float:
    values = evaluation.column_of(measure)
    return sum(values) / len(values)
