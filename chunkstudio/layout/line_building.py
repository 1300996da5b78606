"""Fragments of a page become printed lines: joined along a baseline, blanks rebuilt from gaps, in logical order."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from chunkstudio.layout.bidi import clusters, has_rtl, is_mostly_rtl, logical_order
from chunkstudio.layout.fragments import Fragment, Glyph, Style
from chunkstudio.layout.letter_spacing import closed_up, is_spaced
from chunkstudio.layout.model import Line, union
from chunkstudio.layout.note_marks import raised_marks
from chunkstudio.layout.reading_frame import axis_position
from chunkstudio.layout.sanitise import SOFT_HYPHEN, clean_character, pair_surrogates

_JOIN_GAP = 0.8
_JOIN_GAP_OTHER_BLOCK = 0.4
_MARKER_GAP = 3.6
_PLAIN = re.compile("[ -~¡-¬®-ɏͰ-ϿЀ-ԯ‒-―‘-•…′″€™−≤≥ぁ-ヿ一-鿿가-힣]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"[^\W\d_]{3}")
_NO_BREAK = "\u00a0"
_WORD_GAP = 0.17
_OVERLAP = -0.35
_LARGER, _LARGEST = 1.12, 1.5
"""How many times the size of the letters that stand for small ones initials have: more is an ornament."""
_TO_WHOLE = 6755399441055744.0
"""1.5 times 2 to the 52: added and taken away, it leaves a float rounded as ``round`` does, in a sixth of the time."""
_MARKER = re.compile(
    r"[•‣▪▫■□●○◦–—·➢✓❖❑*]|\(?(?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,5})[.)]|\d{1,3}(?:\.\d{1,3}){1,5}\.?|§{1,2} ?\d+\w?"
)


def build_lines(fragments: list[Fragment]) -> list[Line]:
    """Lines in the order of their first fragment in the file. Text is sanitised; empty lines are left out."""
    groups: dict[tuple[int, bool], list[Fragment]] = defaultdict(list)
    for fragment in fragments:
        groups[fragment.angle, fragment.vertical].append(fragment)
    rows = [row for (_, _), group in groups.items() for row in _rows(group)]
    rows.sort(key=lambda row: min(f.order for f in row))
    in_rtl = is_mostly_rtl(f.text for f in fragments)
    lines = [_line(row, in_rtl) for row in rows]
    return [line for line in lines if line.text.strip()]


def _rows(fragments: list[Fragment]) -> list[list[Fragment]]:
    """Fragments that form one printed line, left to right in their frame."""
    ordered = sorted(fragments, key=lambda f: (round(f.base, 1), f.start))
    bands: list[list[Fragment]] = []
    for fragment in ordered:
        if bands and fragment.base - bands[-1][-1].base <= 0.15 * max(fragment.size, 1.0):
            bands[-1].append(fragment)
        else:
            bands.append([fragment])
    rows: list[list[Fragment]] = []
    for band in bands:
        rows += _split_band(sorted(band, key=lambda f: f.start))
    return _attach_raised(rows)


def _split_band(band: list[Fragment]) -> list[list[Fragment]]:
    rows = [[band[0]]]
    for before, after in pairwise(band):
        if _joins(rows[-1], before, after):
            rows[-1].append(after)
        else:
            rows.append([after])
    return rows


def _joins(row: list[Fragment], before: Fragment, after: Fragment) -> bool:
    """Whether the next fragment on the baseline goes on with the same line."""
    em = max(before.size, after.size, 1.0)
    gap = after.start - before.end
    if before.ocr != after.ocr or gap < _OVERLAP * em:
        return False
    if gap <= (_JOIN_GAP if before.block == after.block else _JOIN_GAP_OTHER_BLOCK) * em:
        return True
    near = before.block == after.block or after.order - before.order == 1
    return near and len(row) == 1 and gap <= _MARKER_GAP * em and bool(_MARKER.fullmatch(before.text.strip()))


def _attach_raised(rows: list[list[Fragment]]) -> list[list[Fragment]]:
    """Put superscripts and subscripts, which have a baseline of their own, into the line that they touch."""
    largest = max(row[0].size for row in rows)
    small = [r for r in rows if len(r) == 1 and len(r[0].text) <= 14 and r[0].size <= 0.85 * largest]
    if not small:
        return rows
    by_base = sorted(rows, key=lambda row: row[0].base)
    bases = [row[0].base for row in by_base]
    taken: set[int] = set()
    for candidate in small:
        piece, reach = candidate[0], 0.6 * largest
        near = by_base[bisect_left(bases, piece.base - reach) : bisect_right(bases, piece.base + reach)]
        hosts = [r for r in near if r is not candidate and id(r) not in taken and _touches(piece, r)]
        if hosts:
            host = min(hosts, key=lambda r: abs(r[0].base - piece.base))
            host.append(piece)
            host.sort(key=lambda f: f.start)
            taken.add(id(candidate))
    return [r for r in rows if id(r) not in taken]


def _touches(piece: Fragment, row: list[Fragment]) -> bool:
    """A raised or lowered piece is smaller, off the baseline by part of a line, and right behind or before a fragment."""
    for host in row:
        shift = abs(host.base - piece.base)
        if piece.size > 0.85 * host.size or not 0.05 * host.size < shift < 0.6 * host.size or host.ocr != piece.ocr:
            continue
        if (
            -0.1 * host.size <= piece.start - host.end <= 0.25 * host.size
            or -0.1 * host.size <= host.start - piece.end <= 0.2 * host.size
        ):
            return True
    return False


def _line(row: list[Fragment], in_rtl: bool) -> Line:
    text, stops, ends, rtl = _compose(row, in_rtl)
    lead = row[0] if len(row) == 1 else max(row, key=lambda f: (len(f.text.strip()) * min(f.size, 100.0), -f.order))
    style = _shared_style(row)
    angle = lead.angle
    to_axis = axis_position(angle, 100.0)  # the places are rounded to a hundredth of a point
    return Line(
        text=text,
        rect=lead.rect if len(row) == 1 else union([f.rect for f in row]),
        size=_size(text, row[0], lead),
        font=lead.style.font,
        bold=style.bold,
        italic=style.italic,
        mono=style.mono,
        superscript=style.superscript,
        color=style.color,
        angle=0 if lead.vertical else angle,
        vertical=lead.vertical,
        rtl=rtl,
        stops=tuple([(offset, (u * to_axis + _TO_WHOLE - _TO_WHOLE) / 100.0) for offset, u in stops]),
        ends=tuple([(u * to_axis + _TO_WHOLE - _TO_WHOLE) / 100.0 for u in ends]),
        baseline=round(axis_position((angle + 270) % 360, lead.base), 2),
        ocr=lead.ocr,
        raised=raised_marks(row, lead, text),
    )


def _size(text: str, first: Fragment, lead: Fragment) -> float:
    """The size of most characters; of capitals set in two sizes, where initials are larger, it is that of the initials."""
    if lead.size <= 0:
        return round(lead.bottom - lead.top, 2)
    initial = first.runs[0][1].size
    if _LARGER * lead.size < initial <= _LARGEST * lead.size and text.isupper() and _WORD.search(text):
        return initial
    return lead.size


def _shared_style(row: list[Fragment]) -> Style:
    """What most characters of the row have: each property is decided by itself."""
    if len(row) == 1 and len(row[0].runs) == 1:
        only = row[0].style
        return replace(only, bold=True) if row[0].struck_twice else only
    total = bold = italic = mono = superscript = 0
    colors: dict[int, int] = defaultdict(int)
    for fragment in row:
        for style, n in fragment.styles():
            total += n
            bold += n * (style.bold or fragment.struck_twice)
            italic += n * style.italic
            mono += n * style.mono
            superscript += n * style.superscript
            colors[style.color] += n
    half = total / 2
    color = max(colors, key=lambda c: colors[c])
    return _of_most(row[0].style, bold > half, italic > half, mono > half, superscript > half, color)


@lru_cache(maxsize=2048)
def _of_most(style: Style, bold: bool, italic: bool, mono: bool, superscript: bool, color: int) -> Style:
    return replace(style, bold=bold, italic=italic, mono=mono, superscript=superscript, color=color)


def _compose(row: list[Fragment], in_rtl: bool) -> tuple[str, list[tuple[int, float]], list[float], bool]:
    """Sanitised text of a row, the places where words start and end, and whether it reads right to left."""
    glyphs: list[Glyph] = row[0].glyphs if len(row) == 1 else _with_joint_blanks(row)
    if is_spaced(row[0].text if len(row) == 1 else " ".join([f.text for f in row])):
        glyphs = closed_up(glyphs) or glyphs
    else:
        text = row[0].text if len(row) == 1 else "".join([g[0] for g in glyphs])
        printed = text.rstrip().replace(_NO_BREAK, " ")
        if printed and len(text) == len(glyphs) and _is_plain(printed):
            return (*_plain_words(printed, glyphs), False)
    em = max(f.size for f in row) or 1.0
    rtl = False
    if any(has_rtl(f.text) for f in row):
        glyphs, rtl = logical_order(clusters([g for g in glyphs if not g[0].isspace()]), in_rtl=in_rtl)
        glyphs = _with_gap_blanks(glyphs, em, rtl)
    elif any(_SURROGATE.search(f.text) for f in row):
        glyphs = _paired(glyphs)
    text, stops, ends = _spell(glyphs, rtl, keep_blanks=all(f.style.mono for f in row))
    return text, stops, ends, rtl


def _is_plain(text: str) -> bool:
    """True for single blanks between signs that stay as they are, which most lines have: nothing has to be mended."""
    if text[0] == " " or "  " in text:
        return False
    return (text.isascii() and text.isprintable()) or _PLAIN.fullmatch(text) is not None


def _plain_words(text: str, glyphs: list[Glyph]) -> tuple[str, list[tuple[int, float]], list[float]]:
    stops: list[tuple[int, float]] = []
    ends: list[float] = []
    start = 0
    for word in text.split(" "):
        stops.append((start, glyphs[start][1]))
        start += len(word) + 1
        ends.append(glyphs[start - 2][2])
    return text, stops, ends


def _with_joint_blanks(row: list[Fragment]) -> list[Glyph]:
    out: list[Glyph] = list(row[0].glyphs)
    for before, after in pairwise(row):
        gap = after.start - before.end
        raised = abs(before.base - after.base) > 0.05 * max(before.size, after.size)
        if gap > (0.25 if raised else _WORD_GAP) * min(before.size, after.size):
            out.append((" ", before.end, after.start))
        out += after.glyphs
    return out


def _with_gap_blanks(glyphs: list[Glyph], em: float, rtl: bool) -> list[Glyph]:
    """Blanks at the gaps of a reordered line: the file's own blanks stand where the storage order had them."""
    out: list[Glyph] = []
    for glyph in glyphs:
        if out:
            before = out[-1]
            gap = max(glyph[1] - before[2], before[1] - glyph[2])
            if gap > _WORD_GAP * em:
                out.append((" ", before[1] if rtl else before[2], before[1] if rtl else before[2]))
        out.append(glyph)
    return out


def _paired(glyphs: list[Glyph]) -> list[Glyph]:
    """Halves of a surrogate pair that came as two characters become one glyph again."""
    out: list[Glyph] = []
    for char, u0, u1 in glyphs:
        if out and "\udc00" <= char <= "\udfff" and "\ud800" <= out[-1][0] <= "\udbff":
            out[-1] = (pair_surrogates(out[-1][0] + char), out[-1][1], max(u1, out[-1][2]))
        else:
            out.append((char, u0, u1))
    return out


def _spell(glyphs: list[Glyph], rtl: bool, *, keep_blanks: bool) -> tuple[str, list[tuple[int, float]], list[float]]:
    out: list[str] = []
    stops: list[tuple[int, float]] = []
    ends: list[float] = []
    length, pending, started = 0, 0, False
    for char, u0, u1 in glyphs:
        clean = char if " " < char <= "~" else "".join(map(clean_character, char))
        if not clean.strip():
            pending += 1 if clean else 0
            continue
        if pending or not started:
            blanks = pending if keep_blanks else min(pending, 1) * started
            out.append(" " * blanks)
            length += blanks
            stops.append((length, u1 if rtl else u0))
            ends.append(u0 if rtl else u1)
            pending, started = 0, True
        ends[-1] = u0 if rtl else u1
        out.append(clean)
        length += len(clean)
    if glyphs and glyphs[-1][0] == SOFT_HYPHEN and started:
        out.append("-")  # at a line's end it is printed, and the hyphen rules decide on it
    return "".join(out), stops, ends
