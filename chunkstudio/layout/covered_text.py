"""Text that is painted but cannot be seen: under a picture that was painted later, or cut away by a clip path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chunkstudio.layout.annotations import ToDisplay
from chunkstudio.layout.fragments import Fragment, page_fragments
from chunkstudio.layout.model import Rect


def mark_covered(page: Any, fragments: Sequence[Fragment], images: Sequence[Rect], to_display: ToDisplay) -> None:
    """Set ``covered`` on fragments over which an opaque picture was painted.

    Pages with a picture that has a mask are left alone: a watermark lies over text without hiding it.
    """
    inside = [f for f in fragments if any(_holds(image, f) for image in images)]
    if not inside or any(image[1] for image in page.get_images()):
        return
    log = [(kind, to_display(rect)) for kind, rect in page.get_bboxlog()]
    pictures = [(index, rect) for index, (kind, rect) in enumerate(log) if kind == "fill-image"]
    writing = [(index, rect) for index, (kind, rect) in enumerate(log) if kind.endswith("-text")]
    for fragment in inside:
        fragment.covered = -1 < _last_over(fragment, writing) < _last_over(fragment, pictures)


def mark_clipped(page: Any, fragments: Sequence[Fragment], flags: int, clip: Any) -> None:
    """Set ``covered`` on fragments that a clip path cuts away whole, for pages of which ``may_cut`` is true.

    ``flags`` are those of the clipped extraction.
    """
    shown = page.get_textpage(clip=clip, flags=flags)
    if _ink(shown.extractText()) >= sum(_ink(f.text) for f in fragments):
        return
    rest = page_fragments(shown.extractRAWDICT(), page.rotation, float(page.cropbox.width), float(page.cropbox.height))
    seen = {(char, round(start)) for f in rest for char, start, _ in f.glyphs}
    for fragment in fragments:
        ink = [(char, start) for char, start, _ in fragment.glyphs if not char.isspace()]
        fragment.covered = fragment.covered or (
            bool(ink) and not any((char, round(start) + off) in seen for char, start in ink for off in (-1, 0, 1))
        )


def _ink(text: str) -> int:
    return sum(map(len, text.split()))


def _last_over(fragment: Fragment, painted: Sequence[tuple[int, Rect]]) -> int:
    """The last of some painted things, in painting order, that lies over the middle of a fragment; -1 without any."""
    own = fragment.rect
    x, y = (own[0] + own[2]) / 2, (own[1] + own[3]) / 2
    for index, (x0, y0, x1, y1) in reversed(painted):
        if x0 <= x <= x1 and y0 <= y <= y1:
            return index
    return -1


def _holds(rect: Rect, fragment: Fragment) -> bool:
    own = fragment.rect
    x, y = (own[0] + own[2]) / 2, (own[1] + own[3]) / 2
    return rect[0] <= x <= rect[2] and rect[1] <= y <= rect[3]
