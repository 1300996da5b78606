"""The lines right above a table that belong to it: what introduces or names it, and the unit of its figures."""

from __future__ import annotations

import re

from chunkstudio.chunking.signals import is_note
from chunkstudio.chunking.unit_columns import KIND_CODE, SENTENCE, UnitColumns

_NAMING_KINDS = frozenset(KIND_CODE[kind] for kind in ("sentence", "list_item", "caption"))
_UNIT_LINE = re.compile(r"\([^()]{4,60}\)")
_UNIT_WORDS = 12
_NAME_WORDS = 40
_LOOKED_AT = 3
_COLONS = (":", "：")


def is_unit_line(text: str) -> bool:
    """Whether a line opens with the unit of a table's figures, as "(in millions)" does."""
    return _UNIT_LINE.match(text) is not None and len(text.split()) <= _UNIT_WORDS and not text.endswith(_COLONS)


def introduction(columns: UnitColumns, first: int) -> int | None:
    """The unit that introduces the table whose first unit is given: a sentence with a colon at its end, right above it or
    above the unit of its figures; None without one."""
    above = first - 1
    if above > 0 and columns.kind[above] == SENTENCE and is_unit_line(columns.plain_text(above)):
        above -= 1
    if above < 0 or columns.kind[above] != SENTENCE:
        return None
    return above if ends_with_colon(columns, above) else None


def ends_with_colon(columns: UnitColumns, unit: int) -> bool:
    """Whether a unit announces what follows it."""
    end = columns.end[unit]
    return end > columns.start[unit] and columns.markdown[end - 1] in _COLONS


def naming_units(columns: UnitColumns, first: int) -> list[int]:
    """The units that name a table without a caption, ascending: the short text above it in its section, and the unit of
    its figures between the two. Notes of what stands above are passed over, since they name another table."""
    found: list[int] = []
    for unit in range(first - 1, max(first - 1 - _LOOKED_AT, -1), -1):
        if columns.section[unit] != columns.section[first] or columns.kind[unit] not in _NAMING_KINDS:
            break
        text = columns.plain_text(unit)
        if len(text.split()) > _NAME_WORDS:
            break
        if is_unit_line(text):
            found.insert(0, unit)
        elif not is_note(text):
            return [unit, *found]
    return found
