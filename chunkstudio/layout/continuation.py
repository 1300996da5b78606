"""Sentences and words that go on in the next column or on the next page, over furniture, notes and figures between."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import common_x, height
from chunkstudio.layout.hyphens import HYPHENS, WordEvidence, broken_head
from chunkstudio.layout.list_markers import printed_marker

_FLOWING = frozenset({"text", "list-item", "footnote"})
_SKIPPED = frozenset({"page-header", "page-footer", "footnote", "picture", "table", "caption", "formula"})
_DONE = re.compile(r"[.!?。！？…:;：；][\"'”’»)\]]*\s*(?:\[?\d{1,3}\]?)?\s*$")
_OPEN_WORDS = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "to",
        "in",
        "and",
        "or",
        "for",
        "with",
        "by",
        "from",
        "on",
        "at",
        "as",
        "that",
        "which",
        "is",
        "are",
        "was",
        "were",
        "be",
        "has",
        "have",
        "this",
        "these",
        "their",
        "its",
        "der",
        "die",
        "das",
        "und",
        "oder",
        "von",
        "zu",
        "mit",
        "für",
        "le",
        "la",
        "les",
        "de",
        "du",
        "des",
        "et",
        "ou",
        "que",
        "el",
        "los",
        "las",
        "y",
        "en",
        "con",
        "por",
    ]
)


def link_continued(pages: Sequence[Sequence[DraftBox]], evidence: WordEvidence) -> None:
    """Set ``continues`` on boxes whose paragraph began earlier; a word broken over the break goes whole to the first box."""
    last: DraftBox | None = None
    for page in pages:
        for box in page:
            if box.excluded is not None or not box.text:
                continue
            if last is not None and _is_aside(last, box):
                continue
            if box.box_class in ("text", "list-item"):
                if last is not None and _goes_on(last, box):
                    _link(last, box, evidence)
                last = box
            elif box.box_class not in _SKIPPED:
                last = None


def _is_aside(last: DraftBox, box: DraftBox) -> bool:
    """A line in another direction of writing, such as a note in the margin, which interrupts nothing."""
    return last.frame != box.frame and len(box.lines) == 1 and bool(last.lines) and box.lines[0].angle != last.lines[0].angle


def _goes_on(last: DraftBox, box: DraftBox) -> bool:
    if box.box_class == "list-item" and printed_marker(box.text) is not None:
        return False
    if last.frame != box.frame or abs(last.size - box.size) > 0.12 * max(last.size, box.size, 1.0):
        return False
    if box.page == last.page and not _breaks_column(last, box):
        return False
    if last.text[-1] in HYPHENS and box.text[0].isalpha():
        return True
    if _DONE.search(last.text):
        return False
    head = box.text.lstrip("\"'“‘«([")[:1]
    if head.islower():
        return True
    if box.page == last.page and box.rect[1] >= last.rect[1] and common_x(last.rect, box.rect) > 0:
        return False
    words = last.text.split()
    if words and (words[-1].casefold() in _OPEN_WORDS or words[-1].endswith((",", "，", "、"))):
        return True
    return _fills_its_line(last) and head.isalnum()


def _breaks_column(last: DraftBox, box: DraftBox) -> bool:
    """True if the second box is not simply the next paragraph below: it stands higher, or something stands between."""
    if box.rect[1] < last.rect[1] or common_x(last.rect, box.rect) <= 0:
        return True
    tall = max(1.0, height(last.lines[-1].rect)) if last.lines else 10.0
    return box.rect[1] - last.rect[3] > 2.5 * tall


def _fills_its_line(box: DraftBox) -> bool:
    """The last line runs to the right edge of its box, and there are lines enough to know that edge."""
    if len(box.lines) < 3 or box.frame != "upright":
        return False
    right = max(line.rect[2] for line in box.lines)
    return box.lines[-1].rect[2] > right - 2.5 * max(1.0, box.size)


def _link(last: DraftBox, box: DraftBox, evidence: WordEvidence) -> None:
    box.continues = last
    box.note("continues", "continues.open-sentence", before=last.text[-24:], after=box.text[:24])
    if box.box_class == "list-item":
        box.marker = ""
    taken = broken_head(last.text, box.text, evidence)
    if taken is None or taken[1] >= len(box.text):
        return
    last.text, cut = taken
    box.text = box.text[cut:]
    box.line_starts = tuple(max(0, start - cut) for start in box.line_starts)
    box.note("continues", "continues.broken-word", moved=cut)
