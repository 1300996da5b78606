"""Tooltips of the page: plain sentences on what lies under the pointer and why it is so. Pure."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from chunkstudio.gui.overlay_colors import EXCLUSION_LABELS, NO_CUT_LABELS, chunk_name, class_style
from chunkstudio.gui.pages.hit import Hit
from chunkstudio.layout.model import LayoutBox, LayoutDocument

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any

_LONG = 160


def tip_text(hit: Hit, layout: LayoutDocument | None, result: ChunkedDocument | None) -> str:
    """Plain text, a few lines; "" when nothing is known."""
    if hit.kind == "box":
        box = box_named(layout, hit.id)
        return _box_tip(box) if box is not None else ""
    if result is None:
        return ""
    if hit.kind == "boundary" and 0 <= hit.index < len(result.boundaries):
        return _boundary_tip(result, hit.index)
    if hit.kind == "chunk" and 0 <= hit.index < len(result.chunks):
        return _chunk_tip(result, hit.index)
    return ""


def as_plain(text: str) -> str:
    """Text for a Qt tooltip: never read as markup, with its line breaks."""
    return f'<p style="white-space:pre-wrap; margin:2px">{escape(text)}</p>' if text else ""


def box_named(layout: LayoutDocument | None, name: str) -> LayoutBox | None:
    """The box of this id; its page is in the id, so that only that page is searched first."""
    if layout is None:
        return None
    number = name[1 : name.find(".")]
    pages = [p for p in layout.pages if str(p.number) == number] or list(layout.pages)
    return next((b for p in pages for b in p.boxes if b.id == name), None)


def _box_tip(box: LayoutBox) -> str:
    style = class_style(box.box_class)
    level = f", level {box.level}" if box.level else ""
    lines = [f"{style.label}{level} · {box.id}"]
    if box.excluded:
        lines.append(f"In no chunk: {EXCLUSION_LABELS.get(box.excluded, box.excluded).lower()}.")
    elif box.text:
        lines.append(shorten(box.text))
    lines += [f"{note.decides}: {note.rule}" for note in box.notes[:2]]
    return "\n".join(lines)


def _boundary_tip(result: ChunkedDocument, row: int) -> str:
    boundary = result.boundary(row)
    first = (
        f"Cut, reason: {boundary.reason}" if boundary.cut else f"Not cut: {NO_CUT_LABELS.get(boundary.reason, boundary.reason)}"
    )
    distance = boundary.score - boundary.threshold
    side = "above" if distance >= 0 else "below"
    second = f"Score {boundary.score:.2f}, {abs(distance):.2f} {side} the threshold of {boundary.threshold:.2f}"
    return "\n".join(line for line in (first, second, boundary.detail) if line)


def _chunk_tip(result: ChunkedDocument, position: int) -> str:
    chunk = result.chunks[position]
    budget = result.profile.assembly.token_budget
    path = " › ".join(chunk.heading_path)
    lines = [f"{chunk_name(position)} · {chunk.body_tokens} tokens of body, {chunk.token_count} of {budget} in all"]
    if path:
        lines.append(shorten(path))
    if chunk.acl is not None:
        lines.append(f"May be read by: {', '.join(chunk.acl) or 'nobody'}")
    lines.append("Starts the document" if chunk.cut_reason == "document" else f"Starts by {chunk.cut_reason}")
    return "\n".join(lines)


def shorten(text: str, length: int = _LONG) -> str:
    """One line of at most ``length`` characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= length else flat[: length - 1].rstrip() + "…"
