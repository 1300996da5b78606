"""Running heads and feet that a parser left in one box with the text below or above them: split off as boxes of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.line_order import rows_of
from chunkstudio.layout.model import Line, union
from chunkstudio.layout.page_numbers import digits_masked, is_sentence
from chunkstudio.layout.side_furniture import BESIDE

_TOLERANCE = 9.0
_EDGE = 0.14
_CLASSES = frozenset({"text", "section-header", "title", "list-item", "page-header", "page-footer"})


def split_off(pages: Sequence[PageBoxes], boxes: Sequence[list[DraftBox]], needed: int) -> None:
    """Cut the first (last) row from the topmost (lowest) box of a page where so many pages have the same words there."""
    for top in (True, False):
        found: dict[str, list[tuple[int, DraftBox, float]]] = defaultdict(list)
        for index, (page, own) in enumerate(zip(pages, boxes, strict=True)):
            box = _outermost(own, top)
            if box is None:
                continue
            row = _row(box, top)
            key = digits_masked(" ".join(line.text.strip() for line in row))
            place = row[0].rect[1] if top else page.page.height - row[0].rect[3]
            if any(ch.isalpha() for ch in key) and place <= _EDGE * page.page.height and not is_sentence(key):
                found[key].append((index, box, place))
        for members in found.values():
            for index, box, place in members:
                near = sum(1 for _, _, other in members if abs(other - place) <= _TOLERANCE)
                if near >= needed and len(rows_of(box.lines, box.frame)) > 1:
                    _cut(boxes[index], box, top)


def _outermost(boxes: Sequence[DraftBox], top: bool) -> DraftBox | None:
    texts = [box for box in boxes if box.box_class in _CLASSES and box.lines and box.frame in ("upright", "mirrored")]
    texts = [box for box in texts if all(note.rule != BESIDE for note in box.notes)]
    if not texts:
        return None
    return min(texts, key=lambda box: box.rect[1]) if top else max(texts, key=lambda box: box.rect[3])


def _row(box: DraftBox, top: bool) -> list[Line]:
    rows = rows_of(box.lines, box.frame)
    return rows[0] if top else rows[-1]


def _cut(own: list[DraftBox], box: DraftBox, top: bool) -> None:
    row = {id(line) for line in _row(box, top)}
    piece = box.copy()
    piece.lines = tuple(line for line in box.lines if id(line) in row)
    box.lines = tuple(line for line in box.lines if id(line) not in row)
    for part in (piece, box):
        part.rect = union([line.rect for line in part.lines])
    piece.box_class = "page-header" if top else "page-footer"
    piece.note("split", "furniture.repeated-line")
    place = next(i for i, other in enumerate(own) if other is box)
    own.insert(place if top else place + 1, piece)
