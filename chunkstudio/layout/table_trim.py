"""What a parser's table box holds besides the table: a unit above it, a caption, notes and sources below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkstudio.layout.table_words import Band, is_value, segments_of

_UNIT = re.compile(r"^[\[(].{2,60}[\])]$")
_CAPTION = re.compile(r"^(?:table|tabelle|tableau|tabla|tabela|exhibit|figure|chart|fig\.|tab\.)\s*\d+", re.IGNORECASE)
_NOTE = re.compile(
    r"^(?:notes?|sources?|abbreviations?|key|legend|quelle|anmerkung(?:en)?|fuente|nota|remarques?|n\.b\.|n/a\s*=|na\s*=)\b\s*[:.=—–-]?"
    r"|^[*†‡§¶]{1,3}\s*\S|^\d{1,2}\s+[A-Z][a-z]+\s+[a-z]|^\([a-z0-9]{1,2}\)\s+[A-Z]|^[—–…]\s+\w+\s+\w+",
    re.IGNORECASE,
)
_STRICT = re.compile(r"^(?:notes?|sources?|abbreviations?|quelle|anmerkung(?:en)?)\b\s*:|^[*†‡§¶]{1,3}\s*\S", re.IGNORECASE)


def trimmed(bands: Sequence[Band], full_rules: Sequence[float]) -> list[Band]:
    """The printed rows that are the table's own; a table never loses more than half of its rows this way."""
    start, stop = 0, len(bands)
    while start < min(3, stop - 2) and _is_above(bands[start]):
        start += 1
    first_note = next((i for i in range(start + 2, stop) if _opens_notes(bands, i, full_rules)), None)
    if first_note is not None and first_note - start >= 0.5 * (stop - start):
        stop = first_note
    return list(bands[start:stop])


def _is_above(band: Band) -> bool:
    segments = segments_of(band, 1.5)
    if len(segments) != 1:
        return False
    text = segments[0].text
    return bool(_CAPTION.match(text)) or (bool(_UNIT.match(text)) and len(text.split()) > 1 and not is_value(text))


def _opens_notes(bands: Sequence[Band], index: int, full_rules: Sequence[float]) -> bool:
    """A line of prose that opens like a note, below the table's last rule if it isn't sure; the rows after it are prose too."""
    band = bands[index]
    text = " ".join(w.text for w in band.words)
    segments = segments_of(band, 1.5)
    if len(segments) > 1 or not _NOTE.match(text):
        return False
    below_rules = bool(full_rules) and band.centre > max(full_rules)
    if not (_STRICT.match(text) or (below_rules and len(text.split()) >= 4)):
        return False
    return all(
        len(segments_of(later, 1.5)) == 1 and not is_value(" ".join(w.text for w in later.words)) for later in bands[index:]
    )
