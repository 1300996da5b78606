"""Text that is in the file but not for readers, as excluded boxes: listed with its reason, part of no chunk."""

from __future__ import annotations

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.model import Line, ParsedPage


def hidden_boxes(page: ParsedPage) -> list[DraftBox]:
    """One box for each piece of hidden text of a page, in the file's order."""
    out = []
    for hidden in page.hidden:
        line = Line(hidden.text, hidden.rect, 0.0)
        box = DraftBox(
            hidden.rect, "text", (line,), page=page.number, text=hidden.text, line_starts=(0,), excluded=hidden.reason
        )
        box.note("excluded", f"reader.{hidden.reason}")
        out.append(box)
    return out
