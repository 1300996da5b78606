"""Which controls are tried against a miss, and in which order: those that usually mend its cause come first."""

from __future__ import annotations

from chunkstudio.chunking.profile_fields import ProfileField, profile_fields
from chunkstudio.retrieval.misses import Cause

_PARTS = ("weights.", "assembly.", "context.", "retrieval.return_parent")
_NOT_TRIED = (
    "assembly.tokenizer",
    "context.document_summary",
    "context.section_summary",
    "context.table_summary",
    "context.share",
)
_LAYOUT = ("layout.headers_footers", "layout.toc", "layout.hidden_text")
_WAY_OF_CUTTING = ("assembly.token_budget", "assembly.min_tokens", "assembly.threshold", "assembly.overlap_tokens")
_WHAT_IS_SEARCHED = ("context.heading_path", "context.title", "retrieval.return_parent", "assembly.table_mode")
_FIRST: dict[Cause, tuple[str, ...]] = {
    "excluded": (*_LAYOUT, "retrieval.return_parent", "assembly.table_mode"),
    "cut in two": (*_WAY_OF_CUTTING, "retrieval.return_parent", "assembly.table_mode"),
    "clipped": _WAY_OF_CUTTING,
    "crowded out": ("assembly.overlap_tokens", *_WHAT_IS_SEARCHED, *_WAY_OF_CUTTING),
    "outranked": (*_WHAT_IS_SEARCHED, *_WAY_OF_CUTTING),
}


def controls_for(cause: Cause, *, layout: bool) -> list[ProfileField]:
    """The controls to try one by one. With ``layout`` also those that bring back what layout left out, where it did."""
    known = {f.path: f for f in profile_fields() if f.path.startswith(_PARTS) and f.path not in _NOT_TRIED}
    if layout and cause == "excluded":
        known |= {f.path: f for f in profile_fields() if f.path in _LAYOUT}
    first = [known[path] for path in dict.fromkeys(_FIRST.get(cause, ())) if path in known]
    return [*first, *(f for f in known.values() if f not in first)]
