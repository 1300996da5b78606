"""Text in optional layers that are switched off: it is not shown, but it is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from chunkstudio.layout.annotations import ToDisplay
from chunkstudio.layout.fragments import Fragment
from chunkstudio.layout.model import HiddenText
from chunkstudio.layout.sanitise import sanitise


def hidden_layers(document: Any) -> list[int]:
    """Object numbers of the layers that are off in the file's own setting; empty for most files."""
    try:
        groups = document.get_ocgs()
    except Exception:
        return []
    return [xref for xref, group in groups.items() if not group.get("on", True)]


def show_layers(document: Any, layers: Sequence[int]) -> None:
    """Switch layers on in a document that is kept for this purpose only."""
    document.xref_set_key(document.pdf_catalog(), "OCProperties/D/OFF", "[]")  # read again by set_layer
    document.set_layer(-1, on=list(layers))


def text_of_layers(page: Any, flags: int, to_display: ToDisplay, visible: Sequence[Fragment]) -> list[HiddenText]:
    """The lines that ``page`` (of a document with all layers on) has beyond the visible fragments of the same page."""
    known = Counter(_mark(f.text) for f in visible)
    out = []
    for block in page.get_text("dict", flags=flags)["blocks"]:
        for line in block.get("lines", ()):
            text = "".join(span["text"] for span in line["spans"])
            mark = _mark(text)
            if not mark:
                continue
            if known[mark]:
                known[mark] -= 1
                continue
            rect = to_display(line["bbox"])
            out.append(HiddenText(sanitise(text), (rect[0], rect[1], rect[2], rect[3]), "layer"))
    return out


def _mark(text: str) -> str:
    return "".join(text.split())
