"""Markdown as a document of one page: its headings, lists, tables and code as boxes, positions by line number.

The source itself is the canonical text: the Markdown of every box is a slice of it, and a chunk's ``start`` and ``end``
are characters of the source (after line ends were made uniform) wherever its body is one slice. ``text`` of a box is
what a reader sees, without markup.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import yaml

from chunkstudio.layout.document_title import document_title
from chunkstudio.layout.layout_hash import layout_hash
from chunkstudio.layout.markdown_blocks import markdown_blocks
from chunkstudio.layout.markdown_boxes import MarkdownBox, finished_boxes, markdown_boxes
from chunkstudio.layout.markdown_places import SourceLines
from chunkstudio.layout.model import DocumentInfo, LayoutDocument, LayoutWarning
from chunkstudio.layout.plain_text import blank_warnings, clean_source, has_visible, text_page
from chunkstudio.layout.sanitise import sanitise

MARKDOWN_REVISION = 2
"""Raised whenever the same Markdown may give other boxes."""
_NULL = "tag:yaml.org,2002:null"


def document_from_markdown(text: str, title: str = "", *, max_level: int = 6) -> LayoutDocument:
    """One page as long as the text; ``title`` counts where neither a heading nor the front matter gives one.

    Levels come from the headings' own marks, held to their parent + 1. A first heading that is the only one of the first
    level is the document's title (level 0).
    """
    source = clean_source(text)
    lines = SourceLines(source)
    drafts = markdown_boxes(markdown_blocks(source), lines) if has_visible(source) else []
    printed = _set_levels(drafts, max_level)
    boxes = finished_boxes(drafts, lines)
    page = text_page(lines.rows, boxes)
    digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
    declared = _declared_title(drafts)
    info = DocumentInfo(digest, "", 1, title=declared or title, page_sizes=((page.width, page.height),))
    name, origin = document_title(info, printed)
    if origin == "file_name" or not (printed or declared):
        name, origin = title, "metadata" if title else "file_name"
    seen = layout_hash(info, (page,), name, origin)
    whole = hashlib.sha256(f"markdown {MARKDOWN_REVISION}\n{seen}\n{digest}".encode()).hexdigest()
    warnings = blank_warnings(boxes) + _no_headings(drafts)
    return LayoutDocument(info, (page,), name, origin, whole, warnings=warnings, source=source)


def _set_levels(drafts: Sequence[MarkdownBox], max_level: int) -> str:
    """Levels of all headings, and the printed title ("" if there is none)."""
    headings = [draft for draft in drafts if draft.heading]
    title = headings[0] if headings and [h.heading for h in headings].count(1) == 1 and headings[0].heading == 1 else None
    stack: list[int] = []
    for draft in headings:
        if draft is title:
            draft.box_class, draft.level = "title", 0
            draft.note("class", "markdown.only-first-level")
            draft.note("level", "level.title")
            continue
        while stack and stack[-1] >= draft.heading:
            stack.pop()
        stack.append(draft.heading)
        draft.level = min(len(stack), max_level)
        draft.note("level", "level.markdown", written=draft.heading, parents=len(stack) - 1)
    return title.text if title is not None else ""


def _declared_title(drafts: Sequence[MarkdownBox]) -> str:
    """The title in the front matter, on one line, if it is YAML that has one."""
    if not drafts or drafts[0].block.kind != "front_matter":
        return ""
    try:
        whole = yaml.compose(drafts[0].text, Loader=yaml.SafeLoader)  # no values are made: they may be of any type, or wrong
    except (yaml.YAMLError, RecursionError):
        return ""
    pairs = whole.value if isinstance(whole, yaml.MappingNode) else ()
    found = next((value for key, value in pairs if isinstance(key, yaml.ScalarNode) and key.value == "title"), None)
    if not isinstance(found, yaml.ScalarNode) or found.tag == _NULL:
        return ""
    return " ".join(sanitise(found.value).split())


def _no_headings(drafts: Sequence[MarkdownBox]) -> tuple[LayoutWarning, ...]:
    if not drafts or any(draft.heading for draft in drafts):
        return ()
    message = "No heading was found, so every chunk has the document's title as its path."
    return (LayoutWarning("no_headings", 0, message, hint="Headings of Markdown begin with #."),)
