"""Step D for table rows: a row that is larger than a chunk is cut between cells, then inside them; its key is repeated."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chunkstudio.chunking.assembly_atoms import Piece, Span
from chunkstudio.chunking.refinement_text import split_text
from chunkstudio.chunking.text_source import row_line, row_plain

Fits = Callable[[str, str], bool]
"""Whether a piece's Markdown and its plain text fit into one chunk, header included."""

_CELL = re.compile(r"(?:\\.|[^|\\]|\\$)*")
_KEY_SHARE = 4


@dataclass(frozen=True, slots=True)
class RowText:
    """A row's Markdown cut into cells: each cell's slice in the document text and its text as written there."""

    cells: tuple[str, ...]
    spans: tuple[Span, ...]


def read_row(markdown: str, start: int) -> RowText:
    """The cells of ``| a | b |``, also where a source leaves out the pipes at its ends; ``start`` is where the line begins in
    the document text."""
    cells, spans = [], []
    at = len(markdown) - len(markdown.lstrip())
    at += markdown.startswith("|", at)
    while at < len(markdown):
        found = _CELL.match(markdown, at)
        raw = found.group() if found is not None else ""
        clean = raw.strip()
        if not clean and at + len(raw) >= len(markdown):
            break  # blanks behind the last pipe
        offset = start + at + (len(raw) - len(raw.lstrip()) if clean else 0)
        cells.append(clean)
        spans.append((offset, offset + len(clean)))
        at += len(raw) + 1
    return RowText(tuple(cells), tuple(spans))


def split_row(row: RowText, fits: Fits) -> list[Piece]:
    """Pieces of a row that each fit: whole cells side by side, else one cell's text cut as running text.

    The first cell that is not empty is the key and stands in each piece, unless it is itself too large for that.
    Raises NothingFitsError if not even a grapheme fits.
    """
    key = next((c for c, text in enumerate(row.cells) if text), 0)
    if not fits(*_render(row, {key: row.cells[key]} if row.cells else {})) or _is_large(row, key, fits):
        key = -1
    out: list[Piece] = []
    held: dict[int, Span] = {}
    for c, text in enumerate(row.cells):
        if not text or c == key:
            continue
        whole = {**held, c: (0, len(text))}
        if fits(*_strings(row, key, whole)):
            held = whole
            continue
        if held:
            out.append(_piece(row, key, held))
            held = {}
        spans = split_text(text, lambda a, b, c=c: fits(*_strings(row, key, {c: (a, b)})))  # type: ignore[misc]
        out += [_piece(row, key, {c: span}) for span in spans[:-1]]
        held = {c: spans[-1]}
    if held or not out:
        out.append(_piece(row, key, held))
    return out


def _is_large(row: RowText, key: int, fits: Fits) -> bool:
    """A key that would take more than a quarter of the room is no key."""
    return not fits(*_render(row, {key: " ".join([row.cells[key]] * _KEY_SHARE)}))


def _strings(row: RowText, key: int, slices: dict[int, Span]) -> tuple[str, str]:
    cells = {c: row.cells[c][a:b] for c, (a, b) in slices.items()}
    if key >= 0:
        cells[key] = row.cells[key]
    return _render(row, cells)


def _render(row: RowText, cells: dict[int, str]) -> tuple[str, str]:
    line = [cells.get(c, "") for c in range(len(row.cells))]
    return row_line(line), row_plain([text.replace("\\|", "|") for text in line])


def _piece(row: RowText, key: int, slices: dict[int, Span]) -> Piece:
    text, plain = _strings(row, key, slices)
    spans = [] if key < 0 else [row.spans[key]]
    spans += [(row.spans[c][0] + a, row.spans[c][0] + b) for c, (a, b) in sorted(slices.items())]
    return Piece(text, plain, tuple(spans))


def shorten_header(names: Sequence[str], fits: Callable[[Sequence[str]], bool]) -> tuple[str, ...]:
    """As many leading column names as fit; the other columns keep their place with an empty name."""
    for count in range(len(names), 0, -1):
        short = (*names[:count], *("" for _ in names[count:]))
        if fits(short):
            return short
    return ()
