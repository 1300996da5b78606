"""Captions: found by their label or class, and paired one to one with the figure or table that they name.

Cost of a pair is the white space between both in points, made dearer by a label of the other kind and by the unusual
side (tables are mostly named above, figures below, unless the document does otherwise).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import common_x, common_y, share_of_width, width

_TABLE_WORDS = r"table|tabelle|tab\.|tbl\.?|tableau|tabla|cuadro|tabella|tabel|exhibit|таблица|表格|表|표"
_FIGURE_WORDS = (
    r"figure|fig\.?|figs\.|abbildung|abb\.|bild|figura|illustration|chart|diagram|plate|scheme|graph|graphik|grafik|schaubild|gráfico|graphique|"
    r"рисунок|рис\.|图|圖|図|그림|photo|image|box"
)
_LABEL = re.compile(
    rf"^\s*[\[<(（【•■▪●◆▶►\uf0a7\uf0b7]?\s*(?:(?P<table>{_TABLE_WORDS})|(?P<figure>{_FIGURE_WORDS}))\s*(?P<number>[A-Z]?[-.]?\d+(?:[.\-–]\d+)*[a-z]?|(?<![^\W\d_\u3040-\u9fff\uac00-\ud7af])(?-i:[IVX]{{1,5}}|[A-Z])\b)?\s*[\]>)）】]?(?P<end>\s*[.:：|–—\-]|\s|$)",
    re.IGNORECASE,
)
_OTHER_LABEL = re.compile(r"^\s*[^\W\d_]+\s+[A-Z]?\d+(?:[.\-–]\d+)*\s*[.:|–—-]?\s")
"""What else is numbered and named ("Example 3-9", "Listing 2:")."""
_LISTING = re.compile(
    r"^\s*[\[<(]?(?:listing|program|algorithm|code|source code|example|quelltext|quellcode|programm|algorithmus|beispiel|"
    r"algorithme|programme|exemple|algoritmo|programa|ejemplo|esempio)\s+[A-Z]?\d+(?:[.\-–]\d+)*\s*(?:[.:|–—\-\])]|$)",
    re.IGNORECASE,
)
"""What names a listing: a number and a stop, and perhaps a title."""
_AT_LISTING = 24.0
_LONGEST_LISTING_NAME = 200
_GOES_ON = re.compile(
    r"(?:continue[sd] on (?:the )?(?:next|following) page|fortsetzung (?:auf (?:der )?)?nächste[rn]? seite|"
    r"suite (?:à la )?page suivante|continúa en la página siguiente)\W*$",
    re.IGNORECASE,
)
"""What stands below the part of a table that goes on, or ends its caption."""
_LONGEST_GOES_ON = 60
_FAR = 90.0
_OBJECTS = frozenset({"table", "picture"})
_NAMED = _OBJECTS | {"code", "formula"}


def caption_label(text: str) -> tuple[str, str] | None:
    """Kind ("table" or "figure") and number of a caption's label, or None. "Table 3 shows ..." is a sentence, not a label."""
    found = _LABEL.match(text)
    if found is None or not found["number"]:
        return None
    kind = "table" if found["table"] else "figure"
    rest = text[found.end() :].lstrip()
    bare_end = not found["end"].strip()
    if bare_end and found["number"].isalpha() and len(found["number"]) == 1 and rest[:1].islower():
        return None  # "Chart I want", "Table A holds"
    if (
        bare_end
        and rest
        and re.match(
            r"(?:shows?|gives?|lists?|presents?|illustrates?|depicts?|and|is|are|was|were|in|of|provides?|contains?|zeigt|montre)\b",
            rest,
        )
    ):
        return None
    return kind, found["number"].casefold()


def says_it_goes_on(text: str) -> bool:
    """True for a text that ends in "continued on next page"."""
    return _GOES_ON.search(text[-_LONGEST_GOES_ON:]) is not None


def _is_labelled(text: str) -> bool:
    return caption_label(text) is not None or _OTHER_LABEL.match(text) is not None


def mark_captions(boxes: Sequence[DraftBox]) -> None:
    """Set class ``caption`` on the short labelled texts of a page next to an object, and on headings with such a label.

    What a parser calls a caption is text again where it has no label and nothing stands near that it could name.
    """
    objects = [box for box in boxes if box.box_class in _OBJECTS]
    named = [box for box in boxes if box.box_class in _NAMED]
    for box in boxes:
        if box.box_class == "caption" and not _is_labelled(box.plain):
            near = min((_gap(box, other) for other in named), default=1e9)
            if says_it_goes_on(box.plain):
                box.turn_into("text", "caption.goes-on", text=box.plain[:60])
            elif near > 2 * _FAR:
                box.turn_into("text", "caption.without-object", gap=min(near, 9999.0))
        if box.box_class not in ("text", "section-header", "title", "list-item", "footnote"):
            continue
        if _names_listing(box, boxes):
            box.turn_into("caption", "caption.listing", text=box.plain[:60])
            continue
        label = caption_label(box.plain)
        if label is None or len(box.plain) > 900:
            continue
        near = min((_gap(box, other) for other in objects), default=1e9)
        if near <= _FAR or box.box_class in ("section-header", "title"):
            box.turn_into("caption", "caption.label", label=" ".join(label), gap=min(near, 9999.0))


def _names_listing(box: DraftBox, boxes: Sequence[DraftBox]) -> bool:
    """True for a heading or short text with a listing's number right above or below a listing."""
    if len(box.plain) > _LONGEST_LISTING_NAME or _LISTING.match(box.plain) is None:
        return False
    return any(other.box_class == "code" and _gap(box, other) <= _AT_LISTING for other in boxes)


def pair_captions(pages: Sequence[Sequence[DraftBox]]) -> None:
    """Link captions and objects of each page, cheapest pairs first, each at most once; those that say that a table goes on
    come after the others.

    What a parser calls a caption and no object is left for ("Source: harbour office" below a figure with its own) is text,
    unless a listing or formula is what it stands at; so is what says that a table goes on below one with its own caption.
    """
    side = _usual_sides(pages)
    for boxes in pages:
        captions = [box for box in boxes if box.box_class == "caption"]
        objects = [box for box in boxes if box.box_class in _OBJECTS]
        place = {id(box): index for index, box in enumerate(boxes)} if captions and objects else {}
        costs = sorted(
            # of a row of pictures the one that is read next to the caption
            (says_it_goes_on(c.plain), cost, abs(place[id(c)] - place[id(o)]), i, j)
            for i, c in enumerate(captions)
            for j, o in enumerate(objects)
            if (cost := _cost(c, o, boxes, side)) < 1e6
        )
        used_c: set[int] = set()
        used_o: set[int] = set()
        for _, cost, _, i, j in costs:
            if i in used_c or j in used_o:
                continue
            used_c.add(i)
            used_o.add(j)
            captions[i].caption_of, objects[j].caption = objects[j], captions[i]
            captions[i].note("caption", "caption.nearest", cost=cost, object=objects[j].box_class)
        _turn_unpaired([caption for i, caption in enumerate(captions) if i not in used_c], boxes)


def _turn_unpaired(captions: Sequence[DraftBox], boxes: Sequence[DraftBox]) -> None:
    """Make text of the captions that no object of their page is left for, where they name none themselves."""
    objects = any(box.box_class in _OBJECTS for box in boxes)
    for caption in captions:
        if says_it_goes_on(caption.plain):
            caption.turn_into("text", "caption.goes-on", text=caption.plain[:60])
        elif objects and not _is_labelled(caption.plain) and not _stands_at_listing(caption, boxes):
            caption.turn_into("text", "caption.unpaired", text=caption.plain[:60])


def _stands_at_listing(caption: DraftBox, boxes: Sequence[DraftBox]) -> bool:
    """True if the nearest of what a caption could name is a listing or formula, which are not paired."""
    nearest = min((box for box in boxes if box.box_class in _NAMED), key=lambda other: _gap(caption, other))
    return nearest.box_class not in _OBJECTS and _gap(caption, nearest) <= 2 * _FAR


def _gap(a: DraftBox, b: DraftBox) -> float:
    """White space between two boxes in points; boxes beside each other count their horizontal distance."""
    down, across = -common_y(a.rect, b.rect), -common_x(a.rect, b.rect)
    if across <= 0:
        return max(0.0, down)
    return across + 10.0 if down <= 0 else 1e9


def _kind(caption: DraftBox) -> str | None:
    label = caption_label(caption.plain)
    return label[0] if label else None


def _usual_sides(pages: Sequence[Sequence[DraftBox]]) -> dict[str, str]:
    """For each kind of object, the side on which most labelled captions of the document stand closest."""
    votes: dict[str, Counter[str]] = {"table": Counter(above=1), "picture": Counter(below=1)}
    for boxes in pages:
        objects = [box for box in boxes if box.box_class in _OBJECTS]
        for caption in boxes:
            if caption.box_class != "caption" or not objects or says_it_goes_on(caption.plain):
                continue
            best = min(objects, key=lambda other: _gap(caption, other))
            rivals = sorted(_gap(caption, other) for other in objects)
            if rivals[0] < 40.0 and (len(rivals) == 1 or rivals[1] > 2 * rivals[0] + 12.0):
                votes[best.box_class]["above" if caption.rect[1] < best.rect[1] else "below"] += 2
    return {kind: max(sorted(counter), key=lambda s: counter[s]) for kind, counter in votes.items()}


def _cost(caption: DraftBox, target: DraftBox, boxes: Sequence[DraftBox], side: dict[str, str]) -> float:
    gap = _gap(caption, target)
    if gap > _FAR and not (gap <= 2 * _FAR and _alone_between(caption, target, boxes)):
        return 1e9
    kind = _kind(caption)
    cost = gap
    if kind is not None and (kind == "table") != (target.box_class == "table"):
        cost += 60.0
    where = "above" if caption.rect[1] < target.rect[1] else "below"
    if where != side[target.box_class]:
        cost += 18.0
    if share_of_width(caption.rect, target.rect) < 0.3:
        cost += 25.0
    blocking = sum(
        1 for other in boxes if other is not caption and other is not target and _lies_between(other, caption, target)
    )
    return cost + 40.0 * blocking


def _lies_between(other: DraftBox, caption: DraftBox, target: DraftBox) -> bool:
    if other.box_class in ("page-header", "page-footer") or not (other.lines or other.table):
        return False
    top, bottom = sorted((caption, target), key=lambda box: box.rect[1])
    middle = (other.rect[1] + other.rect[3]) / 2
    within = top.rect[3] - 1.0 < middle < bottom.rect[1] + 1.0
    return within and common_x(other.rect, caption.rect) > 0.2 * min(width(other.rect), width(caption.rect))


def _alone_between(caption: DraftBox, target: DraftBox, boxes: Sequence[DraftBox]) -> bool:
    return not any(_lies_between(other, caption, target) for other in boxes if other is not caption and other is not target)
