"""Tooltips and questions that are never read as markup, whatever a document says."""

from __future__ import annotations

import html


def plain_tip(text: str) -> str:
    """A tooltip, or words of one of Qt's own dialogs, that shows ``text`` as it is.

    Qt guesses from the look of a text whether it is HTML; a "<" makes it guess.
    """
    if "<" not in text:
        return text
    escaped = html.escape(text, quote=False).replace("\n", "<br>")
    return f"<span>{escaped}</span>"
