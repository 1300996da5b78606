"""What the inspectors say of a chosen box that is in no chunk: why, and which setting decides it."""

from __future__ import annotations

from chunkstudio.chunking.profile_fields import profile_fields
from chunkstudio.gui.overlay_colors import EXCLUSION_LABELS
from chunkstudio.gui.session import Session

_DECIDES = {
    "page-header": "layout.headers_footers",
    "page-footer": "layout.headers_footers",
    "toc": "layout.toc",
    "hidden": "layout.hidden_text",
}


def left_out_words(session: Session) -> str:
    """ "p31.b0 is in no chunk: running head. ..." for a chosen box that was left out; "" for anything else."""
    result, chosen = session.shown_result, session.selection
    if result is None or chosen.kind != "box":
        return ""
    reason = next((box.reason for box in result.diagnostics.excluded if box.id == chosen.id), None)
    if reason is None:
        return ""
    why = EXCLUSION_LABELS.get(reason, reason.replace("_", " "))
    return f"{chosen.id} is in no chunk: {why[:1].lower()}{why[1:]}. {_next_step(reason)}".strip()


def _next_step(reason: str) -> str:
    if reason == "rule":
        return "The Rules panel takes it in again."
    path = _DECIDES.get(reason)
    label = next((field.label for field in profile_fields() if field.path == path), "")
    return f'"{label}" in the profile decides this.' if label else ""
