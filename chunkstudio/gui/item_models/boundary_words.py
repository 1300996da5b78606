"""A boundary in words: where it lies, what was decided there, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunkstudio.chunking.model import Boundary, SentenceUnit


_KINDS = {
    "sentence": "text",
    "heading": "heading",
    "list_item": "list item",
    "table_row": "table",
    "caption": "caption",
    "code_line": "code",
    "figure": "figure",
    "formula": "formula",
    "footnote": "footnote",
}
_INSIDE = {"table_row": "two rows of a table", "code_line": "two lines of code", "sentence": "two sentences of a paragraph"}

_VERDICTS = {
    "section": "Cut, reason: section",
    "score": "Cut, reason: score",
    "budget": "Cut, reason: budget",
    "access": "Cut, reason: access",
    "table": "Cut, reason: table",
    "manual": "Cut, reason: manual rule",
    "below_threshold": "Not cut: below the threshold",
    "min_tokens": "Not cut: too small a piece",
    "forbidden": "Not cut: not allowed here",
}
_WHY = {
    "section": "A heading begins a new chunk.",
    "access": "Other readers from here on.",
    "table": "The table stands alone.",
    "manual": "A rule asks for it.",
    "budget": "Both sides together are over the budget.",
    "min_tokens": "A side would be below the minimum.",
    "forbidden": "These units belong together.",
}


def place_words(before: SentenceUnit, after: SentenceUnit, *, cut: bool) -> str:
    """ "Cut between table and footnote", "No cut between two sentences of a paragraph"."""
    start = "Cut" if cut else "No cut"
    if before.box_id == after.box_id and before.kind == after.kind and before.kind in _INSIDE:
        return f"{start} between {_INSIDE[before.kind]}"
    one, other = _KINDS.get(before.kind, before.kind), _KINDS.get(after.kind, after.kind)
    if one == other:
        return f"{start} between {_two(one)}"
    return f"{start} between {one} and {other}"


def _two(kind: str) -> str:
    return {"text": "two paragraphs", "code": "two blocks of code"}.get(kind, f"two {kind}s")


def verdict(boundary: Boundary) -> str:
    """The decision first: "Cut, reason: score"."""
    return _VERDICTS.get(boundary.reason, f"{'Cut' if boundary.cut else 'Not cut'}, reason: {boundary.reason}")


def margin(boundary: Boundary) -> str:
    """ "0.49 above the threshold of 0.50", from the rounded numbers that are shown."""
    score, threshold = round(boundary.score, 2), round(boundary.threshold, 2)
    if score == threshold:
        return f"exactly at the threshold of {threshold:.2f}"
    side = "above" if score > threshold else "below"
    return f"{abs(score - threshold):.2f} {side} the threshold of {threshold:.2f}"


def explanation(boundary: Boundary) -> str:
    """What decided: the engine's own sentence where it gave one; for scores the distance to the threshold."""
    if boundary.reason in ("score", "below_threshold"):
        words = margin(boundary)
        return f"{words[:1].upper()}{words[1:]}"
    return boundary.detail or _WHY.get(boundary.reason, "")
