"""Numbered headings that stand in the first line of their paragraph: "5.1 Titles of works. The first letter of ...".

What numbers its paragraphs looks alike but for the title, so the whole document decides: of the paragraphs that open with
a number of that depth nearly all have a short title, and the numbers count on from the headings above them. Titles as long
as a sentence are told from one by their bold or italic type only.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import same_row
from chunkstudio.layout.heading_numbers import HeadingNumber
from chunkstudio.layout.heading_rules import HEADING_CLASSES, HeadingContext
from chunkstudio.layout.line_assignment import split_line
from chunkstudio.layout.model import Line, union

_TITLE = re.compile(r"\s*\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\D[^.?!]{2,80}[.?!]\W?(?=\s+[\"'“‘«„(\[]?(?P<next>\S))")
"""``next`` is what the paragraph opens with after its title: a small letter or a digit follows an abbreviation ("Sec. 4")."""
_MOST_WORDS = 10
_PLAIN_WORDS = 4
"""Titles in the type of their paragraph have so many words and no more, for half of a document's titles at least."""
_LEAST = 3
_SHARE = 0.8
_PARAGRAPHS = frozenset({"text", "list-item"})


@dataclass(frozen=True, slots=True)
class _Opening:
    """A paragraph that opens with a number; ``end`` is the length of number and title within its lines, 0 without a title.
    ``words`` are those of the title; ``apart`` says that it is a bold piece of its row, so that no other need look alike."""

    box: DraftBox
    number: HeadingNumber
    end: int
    words: int
    apart: bool = False


def split_run_in(pages: Sequence[list[DraftBox]], context: HeadingContext) -> None:
    """Part the run-in headings from their paragraphs, in place."""
    by_depth: dict[int, list[_Opening]] = defaultdict(list)
    for page in pages:
        for box in page:
            opening = _opening(box, context)
            if opening is not None:
                by_depth[opening.number.depth].append(opening)
    known = _numbers_of_headings(pages, context)
    titled: dict[int, int] = {}
    for _, openings in sorted(by_depth.items()):
        found = _told_apart([opening for opening in openings if opening.end])
        if len(found) < max(_LEAST, _SHARE * len(openings)):
            found = [opening for opening in found if opening.apart]
        for opening in found:
            if _counts_on(opening.number.parts, known):
                known.add(opening.number.parts)
                titled[id(opening.box)] = opening.end
    for page in pages:
        page[:] = [part for box in page for part in (_parted(box, titled[id(box)], context) if id(box) in titled else [box])]


def _opening(box: DraftBox, context: HeadingContext) -> _Opening | None:
    if box.box_class not in _PARAGRAPHS or not box.lines or not box.lines[0].text[:1].isdigit():
        return None
    number = context.view(box).number
    if number is None or number.scheme != "decimal" or number.depth < 2:
        return None
    if _is_bold_piece(box):
        return _Opening(box, number, len(box.lines[0].text), len(box.lines[0].text.split()) - 1, True)
    title = _TITLE.match(_joined(box.lines))
    words = len(title.group().split()) if title is not None else 0
    if title is None or words > _MOST_WORDS or title["next"].islower() or title["next"].isdigit():
        return _Opening(box, number, 0, 0)
    return _Opening(box, number, title.end(), words - 1)


def _is_bold_piece(box: DraftBox) -> bool:
    """True if the row opens with a bold title of few words, set off by white from text that is not bold."""
    title, *rest = box.lines
    if not rest or not title.bold or rest[0].bold or not same_row(title.rect, rest[0].rect):
        return False
    words = title.text.split()
    return 1 < len(words) <= _MOST_WORDS and rest[0].text[:1].isupper()


def _told_apart(titled: list[_Opening]) -> list[_Opening]:
    """The openings whose titles are no plain sentences."""
    if not titled or median(opening.words for opening in titled) <= _PLAIN_WORDS:
        return titled
    return [opening for opening in titled if opening.box.lines[0].bold or opening.box.lines[0].italic]


def _joined(lines: Sequence[Line]) -> str:
    return " ".join(line.text for line in lines)


def _numbers_of_headings(pages: Sequence[Sequence[DraftBox]], context: HeadingContext) -> set[tuple[int, ...]]:
    views = [context.view(box) for page in pages for box in page if box.box_class in HEADING_CLASSES]
    return {view.number.parts for view in views if view.number is not None and view.number.scheme == "decimal"}


def _counts_on(parts: tuple[int, ...], known: set[tuple[int, ...]]) -> bool:
    """True for the first or next division of a known heading; one or two that were not found may stand between."""
    above, own = parts[:-1], parts[-1]
    return parts not in known and above in known and (own == 1 or any((*above, own - n) in known for n in (1, 2, 3)))


def _parted(box: DraftBox, end: int, context: HeadingContext) -> list[DraftBox]:
    """The heading, as long as ``end`` characters of the joined lines, and the rest of the paragraph."""
    head: list[Line] = []
    rest: list[Line] = []
    start = 0
    for line in box.lines:
        word = next((i for i, (offset, _) in enumerate(line.stops) if start + offset >= end), len(line.stops))
        pieces = split_line(line, [word])
        if start + len(line.text) <= end:
            head.append(line)
        elif start >= end:
            rest.append(line)
        else:
            head.append(pieces[0])
            rest += pieces[1:]
        start += len(line.text) + 1
    heading = box.copy()
    heading.lines, heading.rect = tuple(head), union([line.rect for line in head])
    heading.turn_into("section-header", "heading.run-in", text=heading.plain[:60])
    if not rest:
        return [heading]
    box.lines, box.rect = tuple(rest), union([line.rect for line in rest])
    box.note("split", "heading.run-in")
    context.forget(box)
    return [heading, box]
