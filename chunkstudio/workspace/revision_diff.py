"""What a new revision of a file changed: boxes on each page, records in the index, and the evidence of questions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from chunkstudio.chunking.chunkset_diff import ChunkSetDiff
from chunkstudio.chunking.rule_anchors import fold
from chunkstudio.layout.model import LayoutDocument, Rect
from chunkstudio.retrieval.locating import QuoteLocator
from chunkstudio.retrieval.questions import QuestionSet

ChangeKind = Literal["changed", "moved", "added", "removed"]
EvidenceState = Literal["kept", "moved", "lost"]
_SAME_PLACE = 2.0  # points by which a box may shift and still stand where it stood
_ALIKE = 0.5  # share of common words from which a new box counts as a changed old one


@dataclass(frozen=True, slots=True)
class BoxFact:
    """A box as a stored chunk set knows it; the rectangle is in points of the page as displayed."""

    id: str
    page: int
    rect: Rect
    box_class: str
    text: str

    @property
    def key(self) -> str:
        """What makes two boxes the same: their words; of pictures their size."""
        words = fold(self.text)
        x0, y0, x1, y1 = self.rect
        return words or f"{self.box_class} {round(x1 - x0)} {round(y1 - y0)}"


@dataclass(frozen=True, slots=True)
class BoxChange:
    """A box that differs between two revisions; ``before`` is None for an added one, ``after`` for a removed one."""

    kind: ChangeKind
    before: BoxFact | None
    after: BoxFact | None

    @property
    def page(self) -> int:
        """The page of the new revision; for a removed box that of the old one."""
        box = self.after or self.before
        assert box is not None
        return box.page


@dataclass(frozen=True, slots=True)
class EvidenceChange:
    """A question's evidence in the new revision. ``share`` is how much of its words the nearest place holds when lost."""

    question: str
    quote: str
    state: EvidenceState
    page_before: int
    page_after: int = 0
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class RevisionDiff:
    """All of it. ``records`` is None where no earlier chunk set is known."""

    boxes: tuple[BoxChange, ...]
    same_boxes: int
    evidence: tuple[EvidenceChange, ...] = ()
    records: ChunkSetDiff | None = None

    def pages(self) -> dict[int, Counter[str]]:
        """Counts of changed, moved, added and removed boxes by page."""
        out: dict[int, Counter[str]] = defaultdict(Counter)
        for change in self.boxes:
            out[change.page][change.kind] += 1
        return dict(sorted(out.items()))

    def kept_ids(self) -> tuple[str, ...]:
        """Ids of the records that the index knows already."""
        found = self.records
        if found is None:
            return ()
        pairs = (*found.unchanged, *found.moved, *found.changed)
        return tuple(new.id for old, new in pairs if old.id == new.id)


def boxes_of(layout: LayoutDocument) -> tuple[BoxFact, ...]:
    """The boxes of a layout in reading order."""
    return tuple(BoxFact(b.id, b.page, b.rect, b.box_class, b.text) for b in layout.boxes())


def box_changes(before: Sequence[BoxFact], after: Sequence[BoxFact]) -> tuple[tuple[BoxChange, ...], int]:
    """The boxes that differ, in the order of the new revision with removed ones where they stood, and how many do not.

    Boxes are matched in reading order by their words (Ratcliff/Obershelp over the whole document), then equal ones that
    were carried elsewhere, then within each gap those that share at least half of their words.
    """
    matcher = SequenceMatcher(None, [b.key for b in before], [b.key for b in after], autojunk=False)
    out: list[tuple[int, int, BoxChange]] = []
    gaps: list[tuple[list[int], list[int]]] = []
    same = 0
    for tag, a0, a1, b0, b1 in matcher.get_opcodes():
        if tag != "equal":
            gaps.append((list(range(a0, a1)), list(range(b0, b1))))
            continue
        for i, j in zip(range(a0, a1), range(b0, b1), strict=True):
            if _stands_still(before[i], after[j]):
                same += 1
            else:
                out.append((j, i, BoxChange("moved", before[i], after[j])))
    for i, j in _carried(before, after, gaps):
        out.append((j, i, BoxChange("moved", before[i], after[j])))
    for olds, news in gaps:
        out += _within(before, after, olds, news)
    return tuple(change for _, _, change in sorted(out, key=lambda entry: entry[:2])), same


def _stands_still(old: BoxFact, new: BoxFact) -> bool:
    shifts = [abs(a - b) for a, b in zip(old.rect, new.rect, strict=True)]
    return old.page == new.page and max(shifts[:2]) <= _SAME_PLACE


def _carried(
    before: Sequence[BoxFact], after: Sequence[BoxFact], gaps: Sequence[tuple[list[int], list[int]]]
) -> list[tuple[int, int]]:
    """Pairs of equal boxes in different gaps; they are taken out of the gaps."""
    waiting: dict[str, list[tuple[list[int], int]]] = defaultdict(list)
    for olds, _ in gaps:
        for i in olds:
            waiting[before[i].key].append((olds, i))
    pairs = []
    for _, news in gaps:
        for j in list(news):
            if waiting[after[j].key]:
                olds, i = waiting[after[j].key].pop(0)
                olds.remove(i)
                news.remove(j)
                pairs.append((i, j))
    return pairs


def _within(
    before: Sequence[BoxFact], after: Sequence[BoxFact], olds: list[int], news: list[int]
) -> list[tuple[int, int, BoxChange]]:
    """Changed, added and removed boxes of one gap; a removed one is placed where the gap begins."""
    words = {i: Counter(fold(before[i].text).split()) for i in olds}
    left, out = list(olds), []
    for j in news:
        own = Counter(fold(after[j].text).split())
        shares = [(_share(words[i], own), -abs(olds.index(i) - news.index(j)), i) for i in left]
        best = max(shares, default=(0.0, 0, -1))
        if best[0] >= _ALIKE:
            left.remove(best[2])
            out.append((j, best[2], BoxChange("changed", before[best[2]], after[j])))
        else:
            out.append((j, -1, BoxChange("added", None, after[j])))
    start = news[0] if news else _next_place(before, after, olds)
    return out + [(start, i, BoxChange("removed", before[i], None)) for i in left]


def _next_place(before: Sequence[BoxFact], after: Sequence[BoxFact], olds: list[int]) -> int:
    """Where a gap without new boxes lies: by page and height, since nothing else is left of it."""
    if not olds:
        return 0
    box = before[olds[0]]
    return sum((b.page, b.rect[1]) < (box.page, box.rect[1]) for b in after)


def _share(a: Counter[str], b: Counter[str]) -> float:
    return (a & b).total() / max(a.total(), b.total(), 1)


def evidence_changes(questions: QuestionSet, names: Iterable[str], layout: LayoutDocument) -> tuple[EvidenceChange, ...]:
    """Where the evidence of a document (known by any of ``names``: ids, hashes) stands in its new layout."""
    known, locator = frozenset(names), QuoteLocator(layout)
    out = []
    for question in questions.questions:
        for evidence in question.evidence:
            if evidence.document not in known or not evidence.quote:
                continue
            place = locator.find(evidence.quote, evidence.page)
            if place is None:
                nearest = locator.nearest(evidence.quote, 1)
                page, share = (nearest[0].page, nearest[0].share) if nearest else (0, 0.0)
                out.append(EvidenceChange(question.id, evidence.quote, "lost", evidence.page, page, share))
            else:
                state: EvidenceState = "kept" if place.page == evidence.page else "moved"
                out.append(EvidenceChange(question.id, evidence.quote, state, evidence.page, place.page))
    return tuple(out)
