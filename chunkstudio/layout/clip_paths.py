"""Whether the clip paths of a page can cut text away, told from its content stream without running it.

Programs that print to a file begin a page with a clip rectangle that holds all that follows. Such a head is read here, so
that the page need not be extracted a second time (which costs as much as the first) to learn that nothing was cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Any

from chunkstudio.layout.fragments import Fragment
from chunkstudio.layout.model import Rect, union

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as in a PDF's ``cm``."""

_CLIP = re.compile(rb"W(?<=\sW)\*?\s+[nfFsSbB]\b")  # a letter first: it is looked for without the machinery of patterns
"""A clip path, which may be painted as well."""
_LATER_CLIP = re.compile(rb"W(?<=\sW)\*?\s")
_NUMBER = (
    rb"(?:[-+]?(?:\d++\.?\d*+|\.\d++)\s++)"  # nothing is tried a second time: a file may hold a number of a million digits
)
_HEAD = re.compile(
    rb"\s*(?:(?P<save>q)|(?P<restore>Q)|(?P<matrix>%b{6})cm|(?P<rect>%b{4})re|(?P<clip>W\*?\s+[nfFsSbB]\*?)|(?P<painted>f\*?|S|n)"
    rb"|/[\w.+-]+\s+(?:gs|cs|CS)|%b(?:w|g|G|j|J|M|i)|%b{3}(?:rg|RG)|%b{4}(?:k|K)|%b{1,4}(?:scn?|SCN?))(?=\s)" % ((_NUMBER,) * 6)
)
"""One operator of a head: rectangles and what sets colours, lines, matrix and clip. No string can be mistaken for one."""
_DRAWN = re.compile(rb"Do\b(?<=\bDo)")
_NAME = re.compile(rb"/([\w.+-]+)\s+\Z")
_LONGEST_NAME = 130  # PDF allows 127 letters
_ASIDE = re.compile(rb"\((?:[^()\\]|\\.)*+(?:\)|(\(?))|(?<![\w.+-])1\s+0\s+0\s+1\s+[\d.+-]+\s+[\d.+-]+\s+cm\b", re.DOTALL)
"""Strings, and moves: both are harmless to the forms drawn after them. The group is the start of a string in a string."""
_UNSURE = re.compile(rb'[(%#"]|/OC\b|\bBI\b|cm\b|T[cwzsr]\b')
"""What may keep a form from being drawn, or have it drawn in another way than elsewhere: a string in a string, a comment,
a name of unusual spelling, a layer, an inline image, a turn or scale, and text state that forms inherit (but for the font
and the leading, see ``_sets_own_font``)."""
_STRETCH = re.compile(rb"\bBT\b|\b[qQ]\b")
"""What begins or ends a time in which a font stays set."""
_FONT_OR_TEXT = re.compile(rb"(?<=\s)Tf\b|T[jJ]\b|Do\b")
_UNSURE_IN_FORM = re.compile(rb"T\*|['\"(%]|\bBI\b")
"""New lines, which take their leading from the page, and what hides what stands in a form."""
_PLAIN: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def may_cut(page: Any, contents: bytes | None, fragments: Sequence[Fragment], whole_forms: Set[int]) -> bool:
    """Whether a PyMuPDF page has clip paths (or forms, which may have some) other than rectangles that hold all fragments.

    ``contents`` is its decoded content stream, or None where it has none. ``whole_forms`` are the file's forms that are
    known to cut nothing away.
    """
    if not fragments:
        return False
    forms = drawn_forms(page, contents)
    if forms is None or not forms <= whole_forms:
        return True
    if contents is None:  # the text has another source, a form field say
        return True
    if _CLIP.search(contents) is None:
        return False
    clips, end = opening_clips(contents)
    if clips is None or page.rotation or _LATER_CLIP.search(contents, end) is not None:
        return True
    to_page: Matrix = tuple(page.transformation_matrix)
    text = union([f.rect for f in fragments])
    return not all(_holds(_placed(to_page, clip), text) for clip in clips)


def drawn_forms(page: Any, contents: bytes | None) -> Set[int] | None:
    """Object numbers of the forms that a page's content draws itself, each as every other page does that it is told of.

    None where they cannot be told, or where something on the page may change how they are drawn.
    """
    forms = page.get_xobjects()
    if not forms or contents is None:
        return None if forms else frozenset()
    operators = _ASIDE.sub(rb" \1", contents)
    if _UNSURE.search(operators) is not None:
        return None
    named = {name.encode(): xref for xref, name, invoker, _ in forms if not invoker}
    found: set[int] = set()
    for drawn in _DRAWN.finditer(operators):
        name = _NAME.search(operators, max(0, drawn.start() - _LONGEST_NAME), drawn.start())
        if name is None:
            return None
        if name[1] in named:  # else it is an image
            found.add(named[name[1]])
    return found


def forms_that_cut_nothing(page: Any, contents: bytes | None) -> Set[int]:
    """Forms known to cut nothing away on any page that ``drawn_forms`` tells them of, since this page lost no text.

    A form's box and clip paths move with it, so that it cuts the same everywhere as long as its text is the same.
    """
    return {form for form in drawn_forms(page, contents) or () if _sets_own_font(page.parent, form)}


def _sets_own_font(document: Any, form: int) -> bool:
    """Whether the text of a form takes neither font nor leading from the page that draws it."""
    operators = _ASIDE.sub(rb" \1", document.xref_stream(form) or b"")
    if document.xref_get_key(form, "Resources")[0] == "null":  # its fonts are those that the page has under their names
        return False
    firsts = map(_FONT_OR_TEXT.search, _STRETCH.split(operators))
    return _UNSURE_IN_FORM.search(operators) is None and all(first is None or first[0] == b"Tf" for first in firsts)


def opening_clips(contents: bytes) -> tuple[list[Rect] | None, int]:
    """The clip rectangles that a content stream sets in its head, in the page's own units, and where the head ends.

    None instead of rectangles where a clip path of the head is no upright rectangle.
    """
    matrix, end = _PLAIN, 0
    saved: list[Matrix] = []
    path: list[Rect] = []
    clips: list[Rect] = []
    while (step := _HEAD.match(contents, end)) is not None:
        end, kind = step.end(), step.lastgroup
        if kind == "save":
            saved.append(matrix)
        elif kind == "restore" and saved:
            matrix = saved.pop()
        elif kind == "matrix":
            matrix = _product(_numbers(step["matrix"]), matrix)
        elif kind == "rect":
            x, y, width, height = _numbers(step["rect"])
            path.append((x, y, x + width, y + height))
        elif kind == "clip":
            if len(path) != 1 or matrix[1] or matrix[2]:
                return None, end
            clips.append(_placed(matrix, path[0]))
        if kind in ("clip", "painted"):
            path = []
    return clips, end


def _numbers(text: bytes) -> Any:
    return tuple(map(float, text.split()))


def _product(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does what ``first`` does and then what ``then`` does."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _placed(matrix: Matrix, rect: Rect) -> Rect:
    """A rectangle under a matrix without turn."""
    a, _, _, d, e, f = matrix
    x0, x1 = sorted((a * rect[0] + e, a * rect[2] + e))
    y0, y1 = sorted((d * rect[1] + f, d * rect[3] + f))
    return x0, y0, x1, y1


def _holds(outer: Rect, inner: Rect) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]
