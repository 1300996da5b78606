"""How far the headings found agree with what the file itself says: its outline, and its tags H1 to H6.

Neither decides anything by default; the figures tell a user how much to trust the headings.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_numbers import heading_number
from chunkstudio.layout.model import OutlineEntry, ParsedPage

Truth = tuple[int, str, int]
"""Page, key of the title, level."""


def title_key(text: str) -> str:
    """A title as it is compared: without its number, case, blanks and signs."""
    folded = unicodedata.normalize("NFKC", text)
    number = heading_number(folded)
    if number is not None and len(number.rest) >= 3:
        folded = number.rest
    return re.sub(r"[\W_]+", "", folded).casefold()


def agreement_figures(
    outline: Sequence[OutlineEntry], pages: Sequence[ParsedPage], headings: Sequence[DraftBox]
) -> dict[str, float]:
    """Shares 0..1 under ``outline_found``, ``outline_level``, ``tags_found``, ``tags_level``, ``tags_precision``.

    ``_found`` is the share of the file's entries on these pages that are headings here (page +-1), ``_level`` the share of
    the found ones whose level agrees up to one offset for the whole document, ``tags_precision`` the share of our headings
    that are tagged. A figure is missing where the file says nothing.
    """
    numbers = {page.number for page in pages}
    ours = [(box.page, title_key(box.text or box.plain), box.level or 0) for box in headings]
    out: dict[str, float] = {}
    marked = [(entry.page, title_key(entry.title), entry.level) for entry in outline if entry.page in numbers]
    tagged = [(page.number, title_key(text), level) for page in pages for text, level in page.heading_tags]
    for name, truth in (("outline", marked), ("tags", tagged)):
        wanted = [entry for entry in truth if entry[1]]
        if not wanted:
            continue
        pairs = _pairs(wanted, ours)
        out[f"{name}_found"] = round(len(pairs) / len(wanted), 4)
        if pairs:
            offsets = Counter(mine[2] - entry[2] for entry, mine in pairs)
            out[f"{name}_level"] = round(max(offsets.values()) / len(pairs), 4)
        if name == "tags" and ours:
            out["tags_precision"] = round(len(pairs) / len(ours), 4)
    return out


def _pairs(truth: Sequence[Truth], ours: Sequence[Truth]) -> list[tuple[Truth, Truth]]:
    """Entries matched one to one by title on the same or a neighbouring page, same page first."""
    free: dict[str, list[Truth]] = {}
    for mine in ours:
        free.setdefault(mine[1], []).append(mine)
    found = []
    for entry in truth:
        near = [mine for mine in free.get(entry[1], ()) if abs(mine[0] - entry[0]) <= 1]
        if near:
            best = min(near, key=lambda mine: abs(mine[0] - entry[0]))
            free[entry[1]].remove(best)
            found.append((entry, best))
    return found
