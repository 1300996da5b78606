"""Whether the clip paths of a page can cut text away, told from its content stream without running it.

Programs that print to a file begin a page with a clip rectangle that holds all that follows. Such a head is read here, so
that the page need not be extracted a second time (which costs as much as the first) to learn that nothing was cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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
_PLAIN: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def may_cut(page: Any, contents: bytes | None, fragments: Sequence[Fragment]) -> bool:
    """Whether a PyMuPDF page has clip paths (or forms, which may have some) other than rectangles that hold all fragments.

    ``contents`` is its decoded content stream, or None where it has none. What a form cuts is asked anew on every page: it
    depends on the text state, layers and matrix that the page draws it with, and no page may read otherwise for what was
    read before it.
    """
    if not fragments:
        return False
    if page.get_xobjects():
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
