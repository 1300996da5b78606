"""The page that stands for one that could not be parsed: its size and number are kept, its warning says why."""

from __future__ import annotations

from chunkstudio.layout.model import DocumentInfo, LayoutWarning, ParsedPage
from chunkstudio.layout.options import LayoutOptions

_SAID = {
    "timeout": "This page took too long and was given up.",
    "crashed": "The layout process ended while it worked on this page.",
}


def failed_page(info: DocumentInfo, number: int, options: LayoutOptions, code: str, message: str = "") -> ParsedPage:
    """A page without content. ``code`` is timeout, crashed, changed, or any other; ``message`` replaces the usual sentence."""
    width, height = info.page_sizes[number - 1] if 0 < number <= len(info.page_sizes) else (0.0, 0.0)
    text = message or _SAID.get(code, "This page could not be read.")
    kind = code if code == "changed" else "page_failed"
    warning = LayoutWarning(kind, number, text, hint="Its text is missing from the result.")
    label = info.page_labels[number - 1] if 0 < number <= len(info.page_labels) else ""
    return ParsedPage(number, width, height, 0, options.parser, label=label, warnings=(warning,), failed=True)
