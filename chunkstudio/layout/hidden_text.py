"""Text that no reader can see, told apart from the true OCR layer under a scan.

Reasons follow ``Exclusion``: ``hidden`` (not painted, transparent, of the colour of its ground, or too small to read),
``outside`` (beyond the displayed page), ``redacted``. Text under a page-wide image that is not painted is an OCR layer:
it is kept and flagged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from chunkstudio.layout.fragments import CHAR_CLIPPING, CHAR_FILLED, CHAR_STROKED, Fragment
from chunkstudio.layout.model import Exclusion, Rect
from chunkstudio.layout.page_graphics import Fill

TINY_SIZE = 1.5
_FAINT_ALPHA = 12
_SCAN_SHARE = 0.5
_OCR_SHARE = 0.6
_EDGE_SHARE, _FEW_LETTERS = 0.08, 40
_BAND = 24.0
_SEEN_DISTANCE = 12


def is_unpainted(fragment: Fragment) -> bool:
    """True for render mode 3 and for (nearly) transparent ink."""
    style = fragment.style
    if not style.paint & (CHAR_FILLED | CHAR_STROKED | CHAR_CLIPPING):
        return True
    return style.alpha <= _FAINT_ALPHA and not style.paint & CHAR_CLIPPING


def is_clip(fragment: Fragment) -> bool:
    """True for render modes 4 to 7: the letters cut out what is painted later, and may paint nothing by themselves."""
    return bool(fragment.style.paint & CHAR_CLIPPING)


def hidden_reason(fragment: Fragment, page: Rect, redactions: Sequence[Rect], *, tiny: float = TINY_SIZE) -> Exclusion | None:
    """Why a fragment is not for readers, or None, as far as it can be told without its :class:`Grounds`."""
    rect = fragment.rect
    if _outside(rect, page):
        return "outside"
    if redactions and any(_center_in(rect, r) for r in redactions):
        return "redacted"
    if is_unpainted(fragment) or (0 <= fragment.size < tiny and fragment.bottom - fragment.top < tiny):
        return "hidden"
    return None


def mark_ocr_layer(fragments: Sequence[Fragment], images: Sequence[Rect], page: Rect) -> bool:
    """Flag unpainted text that lies on images as OCR where images make the page and little other text is there."""
    unpainted = [f for f in fragments if (f.covered or is_unpainted(f)) and not _outside(f.rect, page)]
    if not unpainted or image_share(images, page) < _SCAN_SHARE:
        return False
    on_image = [f for f in unpainted if any(covered_share(f.rect, image) > 0.5 for image in images)]
    painted = sum(len(f.text) for f in fragments if not (f.covered or is_unpainted(f)))
    hidden = sum(len(f.text) for f in unpainted)
    if sum(len(f.text) for f in on_image) < _OCR_SHARE * hidden or painted > hidden:
        return False
    for fragment in on_image:
        fragment.ocr = True
    return True


def only_edge_text(texts: Sequence[Rect], letters: int, images: Sequence[Rect], page: Rect) -> bool:
    """Whether images make the page and its few letters stand at its upper or lower edge: a scan with a printed number."""
    band = _EDGE_SHARE * (page[3] - page[1])
    at_edge = all(rect[3] <= page[1] + band or rect[1] >= page[3] - band for rect in texts)
    return at_edge and letters <= _FEW_LETTERS and image_share(images, page) >= _SCAN_SHARE


class Grounds:
    """What text stands on: painted areas by height on the page, so that a fragment is compared with few of them."""

    def __init__(self, fills: Sequence[Fill], images: Sequence[Rect]) -> None:
        self._images = images
        self._bands: dict[int, list[Fill]] = defaultdict(list)
        for fill in fills:
            for band in range(int(fill.rect[1] // _BAND), int(fill.rect[3] // _BAND) + 1):
                self._bands[band].append(fill)

    def hides(self, fragment: Fragment) -> bool:
        """True if the ink has nearly the colour of its ground, or an opaque area was painted over it later.

        Text on images is not judged: its ground is not known.
        """
        rect = fragment.rect
        x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
        ground, covered = 0xFFFFFF, False
        for fill in self._bands.get(int(y // _BAND), ()):
            r = fill.rect
            if not (r[0] <= x <= r[2] and r[1] <= y <= r[3]) or fill.alpha <= 128:
                continue
            if fill.order < fragment.block:
                ground = fill.color
            elif fill.alpha >= 250 and covered_share(rect, r) > 0.9:
                covered = True
        if not covered and color_distance(fragment.style.color, ground) >= _SEEN_DISTANCE:
            return False
        return not any(covered_share(rect, image) > 0.3 for image in self._images)


def color_distance(a: int, b: int) -> int:
    """Largest difference of two colours (0xRRGGBB) in one channel, 0..255."""
    if a == b:
        return 0
    return max(abs((a >> 16 & 255) - (b >> 16 & 255)), abs((a >> 8 & 255) - (b >> 8 & 255)), abs((a & 255) - (b & 255)))


def image_share(images: Sequence[Rect], page: Rect) -> float:
    """Share of the page that images cover, on a grid of 20 by 20 places."""
    width, height = page[2] - page[0], page[3] - page[1]
    if not images or width <= 0 or height <= 0:
        return 0.0
    hits = 0
    for i in range(20):
        for j in range(20):
            x, y = page[0] + (i + 0.5) * width / 20, page[1] + (j + 0.5) * height / 20
            hits += any(r[0] <= x <= r[2] and r[1] <= y <= r[3] for r in images)
    return hits / 400


def covered_share(rect: Rect, cover: Rect) -> float:
    """Share of ``rect`` (0..1) that ``cover`` covers."""
    width = min(rect[2], cover[2]) - max(rect[0], cover[0])
    height = min(rect[3], cover[3]) - max(rect[1], cover[1])
    area = (rect[2] - rect[0]) * (rect[3] - rect[1])
    return width * height / area if width > 0 and height > 0 and area > 0 else 0.0


def _center_in(rect: Rect, area: Rect) -> bool:
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def _outside(rect: Rect, page: Rect) -> bool:
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    return not (page[0] - 1 <= x <= page[2] + 1 and page[1] - 1 <= y <= page[3] + 1)
