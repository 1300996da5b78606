"""Indentation of monospaced lines, told by where they begin: many files move the pen instead of printing blanks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chunkstudio.layout.model import Line

_DEEPEST = 60


def with_indentation(lines: Sequence[Line]) -> list[Line]:
    """Lines in which each monospaced one begins with as many blanks as it stands in from its block's left edge."""
    out: list[Line] = []
    for block in _blocks(lines):
        out += _indented(block) if block[0].mono and block[0].angle == 0 and len(block) > 1 else block
    return out


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Runs of monospaced lines of one size, one below the other; every other line is a run of its own."""
    run: list[Line] = []
    for line in lines:
        if run and not (_follows(run[-1], line)):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _follows(before: Line, line: Line) -> bool:
    if not (before.mono and line.mono) or before.angle or line.angle or abs(before.size - line.size) > 0.2:
        return False
    step = line.baseline - before.baseline
    return 0 < step < 3.2 * line.size


def _indented(block: list[Line]) -> list[Line]:
    pitch = _pitch(block)
    if pitch <= 0:
        return block
    leads = [len(line.text) - len(line.text.lstrip(" ")) for line in block]
    left = min(line.rect[0] - lead * pitch for line, lead in zip(block, leads, strict=True))
    out = []
    for line, lead in zip(block, leads, strict=True):
        columns = (line.rect[0] - left) / pitch
        wanted = round(columns)
        if wanted == lead or abs(columns - wanted) > 0.3 or not 0 <= wanted <= _DEEPEST:
            out.append(line)
            continue
        stops = tuple((offset + wanted - lead, at) for offset, at in line.stops)
        out.append(replace(line, text=" " * wanted + line.text.lstrip(" "), stops=stops))
    return out


def _pitch(block: Sequence[Line]) -> float:
    """Width of one character in points: the median over the lines."""
    widths = sorted((line.rect[2] - line.rect[0]) / len(text) for line in block if len(text := line.text.strip()) > 3)
    return widths[len(widths) // 2] if widths else 0.0
