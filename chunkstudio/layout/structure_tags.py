"""The structure that a tagged file gives its text: blocks out of their nesting, and the headings H1 to H6 it names.

Tags decide nothing in layout analysis; they are the truth that its headings are compared with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chunkstudio.layout.sanitise import sanitise

_STRUCTURE = 2
_HEADING = re.compile(r"H([1-6])?|TITLE")


def flat_blocks(blocks: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Text, image and vector blocks in order, those inside structure elements included."""
    for block in blocks:
        if block.get("type") == _STRUCTURE:
            yield from flat_blocks(block.get("blocks") or ())
        else:
            yield block


def heading_tags(blocks: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
    """Text and level (1 to 6) of each element that the file tags as a heading."""
    return tuple(_headings(blocks))


def _headings(blocks: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    for block in blocks:
        if block.get("type") != _STRUCTURE:
            continue
        inner = block.get("blocks") or ()
        found = _HEADING.fullmatch(_name(block).upper())
        if found is None:
            yield from _headings(inner)
            continue
        text = " ".join(" ".join(sanitise(text) for text in _texts(inner)).split())
        if text:
            yield text, int(found.group(1) or 1)


def _name(block: Mapping[str, Any]) -> str:
    name = block.get("std") or block.get("raw") or ""
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)


def _texts(blocks: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for block in flat_blocks(blocks):
        for line in block.get("lines", ()):
            yield "".join(char["c"] for span in line["spans"] for char in span["chars"])
