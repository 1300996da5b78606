"""What lies between two profile versions: controls, and what they did to cuts, tokens and recall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.chunkset_diff import ChunkSetDiff
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.rule_anchors import fold
from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.comparison import NO_DIFFERENCE, paired_interval, randomisation_p_value
from chunkstudio.workspace.document_store import StoredDocument
from chunkstudio.workspace.evaluation_store import StoredEvaluation
from chunkstudio.workspace.profile_store import SettingChange, setting_changes
from chunkstudio.workspace.workspace import Workspace

_LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class CutChange:
    """A cut that only one of two results has: after which unit, on which page, why, and the words before and after it."""

    page: int
    after: str
    gone: bool
    reason: str
    before_words: str
    after_words: str


@dataclass(frozen=True, slots=True)
class DocumentEffect:
    """What two profiles make of one document; pairs are before and after. ``failure`` says why it could not be cut.

    ``tokens`` are of all records together, ``median_tokens`` of the section chunks; ``records`` is what an index would see.
    """

    document: str
    title: str
    chunks: tuple[int, int] = (0, 0)
    tokens: tuple[int, int] = (0, 0)
    median_tokens: tuple[float, float] = (0.0, 0.0)
    cuts: tuple[CutChange, ...] = ()
    records: ChunkSetDiff | None = None
    failure: str = ""

    @property
    def come(self) -> int:
        """Cuts that only the second result has."""
        return sum(not c.gone for c in self.cuts)

    @property
    def gone(self) -> int:
        """Cuts that only the first result has."""
        return sum(c.gone for c in self.cuts)

    def pages(self) -> dict[int, tuple[int, int]]:
        """By page: cuts that come, cuts that go."""
        out: dict[int, list[int]] = {}
        for change in self.cuts:
            out.setdefault(change.page, [0, 0])[change.gone] += 1
        return {page: (come, gone) for page, (come, gone) in sorted(out.items())}


@dataclass(frozen=True, slots=True)
class RecallChange:
    """Recall of two versions on the questions that both were evaluated on, with what it cost in tokens.

    ``gained`` and ``lost`` are questions that only one of them answers fully within ``k``; ``low``, ``high`` bound the
    difference with 95 %, ``p_value`` is two-sided (see :mod:`chunkstudio.retrieval.comparison`).
    """

    question_set: str
    name: str
    k: int
    questions: int
    recall: tuple[float, float]
    tokens: tuple[float | None, float | None]
    low: float
    high: float
    p_value: float
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """``better``, ``worse``, or the words that say that nothing was shown."""
        difference = self.recall[1] - self.recall[0]
        if self.p_value >= _LEVEL or not difference:
            return NO_DIFFERENCE
        return "better" if difference > 0 else "worse"


@dataclass(frozen=True, slots=True)
class VersionDiff:
    """All of it."""

    settings: tuple[SettingChange, ...]
    documents: tuple[DocumentEffect, ...] = ()
    recall: tuple[RecallChange, ...] = field(default=())


def version_diff(
    work: Workspace,
    before: Profile,
    after: Profile,
    documents: Sequence[StoredDocument],
    *,
    progress: Callable[[StoredDocument, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> VersionDiff:
    """Chunk documents under both profiles, keeping nothing, and set their evaluations side by side.

    A document that cannot be chunked is told as such. Raises ChunkStudioError ``cancelled``.
    """
    effects = []
    for done, document in enumerate(documents, 1):
        effects.append(_effect(work, document, before, after, cancelled))
        if progress is not None:
            progress(document, done)
    return VersionDiff(tuple(setting_changes(before, after)), tuple(effects), recall_changes(work, before, after))


def _effect(
    work: Workspace, document: StoredDocument, before: Profile, after: Profile, cancelled: Callable[[], bool] | None
) -> DocumentEffect:
    try:
        one, two = (work.chunk(document, p, cancelled=cancelled) for p in (before, after))
    except ChunkStudioError as error:
        if error.code == "cancelled":
            raise
        return DocumentEffect(document.id, document.title, failure=error.message)
    assert one.chunked is not None
    assert two.chunked is not None
    found = document_effect(one.chunked, two.chunked, document.id, document.title)
    tokens = (sum(r.token_count for r in one.records), sum(r.token_count for r in two.records))
    return DocumentEffect(found.document, found.title, found.chunks, tokens, found.median_tokens, found.cuts, one.diff(two))


def document_effect(one: ChunkedDocument, two: ChunkedDocument, document: str, title: str) -> DocumentEffect:
    """What two results make of a document; ``tokens`` are of the section chunks, and there are no records to compare."""
    sums = tuple(sum(c.token_count for c in r.chunks) for r in (one, two))
    middles = tuple(float(median([c.token_count for c in r.chunks] or [0])) for r in (one, two))
    return DocumentEffect(
        document, title, (len(one), len(two)), (sums[0], sums[1]), (middles[0], middles[1]), cut_changes(one, two)
    )


def cut_changes(one: ChunkedDocument, two: ChunkedDocument) -> tuple[CutChange, ...]:
    """Cuts that only one of two results has, by page.

    On the same layout cuts are the same when they follow the same unit, else when they follow the same words on the same page.
    """
    same = one.layout.layout_hash == two.layout.layout_hash
    a, b = (_cut_keys(r, same) for r in (one, two))
    gone = [_cut(one, index, gone=True) for key, index in a.items() if key not in b]
    come = [_cut(two, index, gone=False) for key, index in b.items() if key not in a]
    return tuple(sorted([*gone, *come], key=lambda c: (c.page, c.gone)))


def _cut_keys(result: ChunkedDocument, same_layout: bool) -> dict[Any, int]:
    if same_layout:
        return {result.units[i].id: i for i in result.cuts}
    return {(result.units[i].page, fold(result.units[i].plain)): i for i in result.cuts}


def _cut(result: ChunkedDocument, index: int, *, gone: bool) -> CutChange:
    unit, following = result.units[index], result.units[index + 1]
    reason = result.boundary(index).reason
    return CutChange(unit.page, unit.id, gone, reason, _ends(unit.plain, last=True), _ends(following.plain, last=False))


def _ends(text: str, *, last: bool) -> str:
    """The last or first words of a unit."""
    words = text.split()
    shown = words[-8:] if last else words[:8]
    more = len(words) > len(shown)
    return f"{'… ' if more and last else ''}{' '.join(shown)}{' …' if more and not last else ''}"


# ---- recall ---------------------------------------------------------------------------------------------------------
def recall_changes(work: Workspace, before: Profile, after: Profile) -> tuple[RecallChange, ...]:
    """The newest evaluations of both versions, for every question set that both were evaluated on."""
    with work.database.whole():
        names = {digest: name for digest, name, *_ in work.evaluations.question_sets()}
        one, two = (
            {e.question_set_hash: e for e in work.evaluations.of_profile(p.version) if e.summary.get("per_question")}
            for p in (before, after)
        )
    found = (recall_change(names.get(s, s), one[s], two[s], after.retrieval.k) for s in one if s in two)
    return tuple(change for change in found if change is not None)


def recall_change(name: str, one: StoredEvaluation, two: StoredEvaluation, k: int) -> RecallChange | None:
    """Two evaluations side by side; None when they have no question in common."""
    a, b = (_recalls(e, k) for e in (one, two))
    common = [q for q in a if q in b]
    if not common:
        return None
    first, second = np.array([a[q] for q in common]), np.array([b[q] for q in common])
    low, high = paired_interval(second - first)
    return RecallChange(
        one.question_set_hash,
        name,
        k,
        len(common),
        (float(first.mean()), float(second.mean())),
        (one.summary["measures"].get(f"tok@{k}"), two.summary["measures"].get(f"tok@{k}")),
        low,
        high,
        randomisation_p_value(second - first),
        tuple(q for q in common if a[q] < 1 <= b[q]),
        tuple(q for q in common if b[q] < 1 <= a[q]),
    )


def _recalls(evaluation: StoredEvaluation, k: int) -> dict[str, float]:
    """Share of each question's evidences found within k, by question."""
    out = {}
    for row in evaluation.summary["per_question"]:
        ranks = row["ranks"]
        out[str(row["id"])] = sum(r is not None and r <= k for r in ranks) / max(1, len(ranks))
    return out
