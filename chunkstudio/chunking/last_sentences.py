"""Sentences at a document's end that layout took for headings: nothing follows them, so as headings they would be left out."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.layout.model import LayoutBox, LayoutDocument

FEWEST_WORDS = 5
_ENDS = (".", "。")
_MARGINS = frozenset({"page-header", "page-footer"})


def free_last_sentences(layout: LayoutDocument) -> LayoutDocument:
    """The layout with section headers at its end as text where they have the form of a sentence: a full stop and several
    words. The document itself if there are none."""
    changed: dict[str, LayoutBox] = {}
    for box in reversed(layout.boxes()):
        if box.excluded is not None or box.box_class in _MARGINS or not box.text.strip():
            continue
        if box.box_class != "section-header" or not _is_sentence(box.text.strip()):
            break
        changed[box.id] = replace(box, box_class="text", level=None)
    if not changed:
        return layout
    pages = tuple(replace(p, boxes=tuple(changed.get(b.id, b) for b in p.boxes)) for p in layout.pages)
    return replace(layout, pages=pages)


def _is_sentence(text: str) -> bool:
    long = len(text.split()) >= FEWEST_WORDS or (text.endswith("。") and len(text) >= 2 * FEWEST_WORDS)
    return text.endswith(_ENDS) and long
