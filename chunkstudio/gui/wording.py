"""Lists in running words."""

from __future__ import annotations

from collections.abc import Sequence


def enumeration(words: Sequence[str], link: str) -> str:
    """``a, b and c`` with ``and`` for ``link``; one word stands alone. Raises IndexError without any."""
    return f" {link} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def names_or_count(names: Sequence[str], things: str, most: int = 3) -> str:
    """The names in words; of more than ``most`` only how many of these things there are. Raises IndexError without any."""
    return enumeration(names, "and") if len(names) <= most else f"{len(names):,} {things}"
