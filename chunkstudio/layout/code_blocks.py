"""Program listings: runs of monospaced lines become boxes of class ``code`` that keep line breaks and indentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import common_x, common_y, height, width
from chunkstudio.layout.line_order import rows_of, sentence_runs_on
from chunkstudio.layout.list_markers import is_bullet, printed_marker
from chunkstudio.layout.model import Line, union

_SIGNS = re.compile(r"[{};=<>()\[\]#$|\\]|::|->|//|\b(?:def|class|return|import|void|int|SELECT|FROM|WHERE|function|var|let)\b")
_OPENS = re.compile(
    r"\s*(?:#|//|/\*|--|[$>%]|R>|>>>|(?:def|class|function|import|public|private|static|void|while|CREATE|SELECT|ALTER)\b)"
)
_CLOSES = re.compile(r"[;{}]\s*$|\)\s*$")
_SOURCES = frozenset({"text", "list-item", "section-header", "title", "formula", "caption", "footnote"})
_TYPEWRITTEN = 0.75
_JOIN_LINES = 2.2
_LARGER = 1.12
_NUMBERED = re.compile(r"\s*\d+\s+[\\%{<]")
_WORDS = re.compile(r"(?<!\S)[^\W\d_]+(?=[\s,.;:)]|$)")
_PROSE = 6
"""Words of a list item that is a sentence about commands rather than one of them."""
_INDENT = 4.0
"""Line heights by which a lone bracket may stand left of the lines that it opens or closes."""


def mark_code(drafts: list[DraftBox], page_lines: Sequence[Line]) -> list[DraftBox]:
    """The drafts with listings as boxes of class code; neighbouring pieces of one listing are one box.

    A page that is typewritten throughout has no listing unless its lines look like a program.
    """
    if not any(line.mono for line in page_lines):
        return drafts
    if _mono_share(page_lines) > _TYPEWRITTEN and _program_share(page_lines) < 0.5:
        return drafts
    parts = [part for draft in drafts for part in _parts(draft)]
    return _joined(parts)


def code_text(lines: Sequence[Line]) -> tuple[str, tuple[int, ...]]:
    """The text of a listing, one printed row a line, indented as printed; and where each line begins in it."""
    rows = rows_of(lines, "upright")
    step = _char_width(lines)
    base = min(row[0].rect[0] - step * _lead(row[0]) for row in rows)
    gaps = [max(line.rect[3] for line in row) for row in rows]
    usual = median([b[0].rect[1] - a[0].rect[1] for a, b in pairwise(rows)]) if len(rows) > 1 else 0.0
    text = ""
    starts: dict[int, int] = {}
    for index, row in enumerate(rows):
        if index:
            blank = (
                usual > 0
                and rows[index][0].rect[1] - rows[index - 1][0].rect[1] > 1.7 * usual
                and gaps[index - 1] < rows[index][0].rect[1]
            )
            text += "\n\n" if blank else "\n"
        opened = len(text)
        for line in row:
            column = round((line.rect[0] - base) / step)
            printed = line.text.strip()
            missing = max(0, column - (len(text) - opened)) if line is row[0] else max(1, column - (len(text) - opened))
            text += " " * missing
            starts[id(line)] = len(text)
            text += printed
    return text, tuple(starts.get(id(line), 0) for line in lines)


def _lead(line: Line) -> int:
    """Blanks before the line: a listing's piece after a page break may be indented throughout."""
    return len(line.text) - len(line.text.lstrip(" "))


def _char_width(lines: Sequence[Line]) -> float:
    """Median advance of one character in points, from the printed widths."""
    found = [width(line.rect) / len(line.text.strip()) for line in lines if len(line.text.strip()) >= 3]
    return max(1.0, median(found)) if found else 5.0


def _mono_share(lines: Sequence[Line]) -> float:
    total = sum(len(line.text) for line in lines)
    return sum(len(line.text) for line in lines if line.mono) / total if total else 0.0


def _program_share(lines: Sequence[Line]) -> float:
    return sum(bool(_SIGNS.search(line.text)) for line in lines) / len(lines) if lines else 0.0


def _parts(draft: DraftBox) -> list[DraftBox]:
    """A draft cut where its rows change between monospaced and other; monospaced parts that are listings become code."""
    if draft.box_class not in _SOURCES or draft.table is not None or not any(line.mono for line in draft.lines):
        return [draft]
    rows = rows_of(draft.lines, draft.frame)
    mono = _listed(rows, [_mono_share(row) >= 0.8 for row in rows])
    out: list[DraftBox] = []
    first = 0
    for index in range(1, len(rows) + 1):
        if index < len(rows) and mono[index] == mono[first]:
            continue
        lines = tuple(line for row in rows[first:index] for line in row)
        part = draft.copy()
        part.lines, part.rect = lines, union([line.rect for line in lines])
        if mono[first] and _is_listing(rows[first:index], draft):
            part.turn_into("code", "code.monospaced", rows=index - first)
        out.append(part)
        first = index
    if all(part.box_class == draft.box_class for part in out):
        return [draft]
    return out


def _listed(rows: Sequence[Sequence[Line]], mono: Sequence[bool]) -> list[bool]:
    """Which monospaced rows may be of a listing: not those of a paragraph that names files or commands, into which its
    sentence runs from the row above, or from which it goes on below, flush and without more white than between lines."""
    out = list(mono)
    for i in range(1, len(rows)):
        above, below = rows[i - 1], rows[i]
        if mono[i - 1] == mono[i] and out[i - 1] == out[i]:
            continue
        opens = _OPENS.match(below[0].text) or _NUMBERED.match(below[0].text)
        if mono[i] and not out[i - 1] and not opens and sentence_runs_on(above, below):
            out[i] = False
    for i in range(len(rows) - 1, 0, -1):
        if (
            mono[i - 1]
            and out[i - 1]
            and not out[i]
            and rows[i][0].text.lstrip()[:1].islower()
            and sentence_runs_on(rows[i - 1], rows[i])
        ):
            out[i - 1] = False
    return out


def _is_listing(rows: Sequence[Sequence[Line]], draft: DraftBox) -> bool:
    lines = [line for row in rows for line in row]
    if draft.box_class in ("section-header", "title"):
        return bool(_OPENS.match(lines[0].text)) or bool(_CLOSES.search(lines[-1].text))
    marker = printed_marker(lines[0].text) if draft.box_class == "list-item" else None
    if marker is not None and is_bullet(marker) and len(rows) == 1:
        return sum(len(_WORDS.findall(line.text)) for line in lines) < _PROSE
    return len(rows) >= 2 or _program_share(lines) > 0.5 or len(lines[0].text.split()) <= 3


def _joined(parts: list[DraftBox]) -> list[DraftBox]:
    out: list[DraftBox] = []
    for part in parts:
        mate = next((other for other in out if part.box_class == "code" and _one_listing(other, part, parts)), None)
        if mate is None:
            out.append(part)
            continue
        mate.lines = tuple(line for row in rows_of((*mate.lines, *part.lines), "upright") for line in row)
        mate.rect = union([mate.rect, part.rect])
    return out


def _one_listing(a: DraftBox, b: DraftBox, parts: Sequence[DraftBox]) -> bool:
    """Two listings one below the other with little white space and nothing between."""
    if a.box_class != "code" or a is b or not a.lines or not b.lines:
        return False
    if not _same_type(a.lines, b.lines):
        return False
    tall = max(1.0, median([height(line.rect) for line in (*a.lines, *b.lines)]))
    gap = -common_y(a.rect, b.rect)
    if gap > _JOIN_LINES * tall or common_x(a.rect, b.rect) <= -_INDENT * tall:
        return False
    hull = union([a.rect, b.rect])
    return not any(
        o is not a and o is not b and o.box_class != "code" and common_y(o.rect, hull) > 2 and common_x(o.rect, hull) > 2
        for o in parts
    )


def _same_type(a: Sequence[Line], b: Sequence[Line]) -> bool:
    """False where one is larger or bold throughout and the other is not: a heading in typewriter above its listing."""
    sizes = median([line.size for line in a]), median([line.size for line in b])
    return max(sizes) <= _LARGER * min(sizes) and all(x.bold for x in a) == all(x.bold for x in b)
