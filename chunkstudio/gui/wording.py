"""Lists in running words."""

from __future__ import annotations

from collections.abc import Sequence


def enumeration(words: Sequence[str], link: str) -> str:
    """``a, b and c`` with ``and`` for ``link``; one word stands alone. Raises IndexError without any."""
    return f" {link} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
