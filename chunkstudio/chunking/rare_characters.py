"""What few texts hold, found quickly."""

from __future__ import annotations

_COMMON = bytes(range(0x20, 0x7F)) + b"\n"


def rare_characters(text: str) -> str:
    """The characters of a text, in order, that are neither printable ASCII nor line ends: mostly none or a few.

    Leaving out the others is several times as fast as any look at each character, so that what is asked of a text is asked
    of these alone where the answer can't depend on the others.
    """
    return rare_characters_of(text.encode("utf-8", "surrogatepass"))


def rare_characters_of(data: bytes) -> str:
    """The same of a text that is UTF-8 already (lone surrogates as they are)."""
    return data.translate(None, _COMMON).decode("utf-8", "surrogatepass")
