"""Why something that a parser calls a heading is none, and when something that it does not is one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chunkstudio.layout.captions import caption_label
from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import common_x, common_y, height, width
from chunkstudio.layout.heading_numbers import WORD_RANK, HeadingNumber, heading_number
from chunkstudio.layout.heading_styles import BodyStyle, Style, style_of

_STRIP_REACH = 45.0
_SMALL = 0.92
MOST_LINES = 4
"""A missed heading has at most so many line pieces."""
MOST_WORDS = 16
"""And so many words."""
LONGEST_DIVISION = 60
"""A heading with a number like 3.1.2 in type larger than text may be a question of so many words."""
_PLAIN_WORDS = 10
"""Number and title in the look of text have so many words."""
_MANY = 4
"""So many known headings of one look are enough for a line above text that is only in italics or in another font."""
HEADING_CLASSES = frozenset({"title", "section-header"})
_LETTERS = re.compile(r"[^\W\d_]{2,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_IN_BRACKETS = re.compile(r"^\s*[(（\[][^()（）]*[)）\]]\s*$")
_TWO_SENTENCES = re.compile(r"[a-z\u00df-\u00ff)]{2,}[.!?]\s+[A-ZÀ-Þ][a-z]+\s+[a-z]+")
_ENDS = re.compile(r"[.;:,!?。；：，！？]\s*$")
_STOPS = re.compile(r"[.;,。；，]\s*$")
_THEOREM = re.compile(
    r"^\s*(?:definition|theorem|lemma|corollary|proposition|example|remark|proof|axiom|conjecture|exercise|claim|"
    r"satz|beweis|bemerkung|beispiel|korollar|folgerung|définition|théorème|lemme|corollaire|remarque|exemple|preuve|definición|teorema|ejemplo)"
    r"(?:\s+\d+(?:\.\d+)*)?\s*(?:[.:(]|$)",
    re.IGNORECASE,
)
CONTINUED = re.compile(
    r"\W*[(\[–—-]?\s*(?:continued|cont['’]?d\.?|fortsetzung|fortgesetzt|suite|continuaci[óo]n|segue|続き|续)\s*[)\]]?\s*$",
    re.IGNORECASE,
)
_CODE_SIGNS = re.compile(
    r"^\s*(?:[>$#%]\s|R>|>>>|/\*|//|\{|\}|<\w+>|def |class |import |#include)|[;{}]\s*$|\w\(.*\)\s*$|=\s*\S+\($"
)
_UNITS = re.compile(
    r"^\s*\(?\s*(?:in|en|amounts? in|expressed in|dollars in)\s+(?:millions|thousands|billions|€|\$|usd|eur)\b", re.IGNORECASE
)
DIVISION_WORD = re.compile(
    r"^\s*(?:chapter|part|section|article|kapitel|teil|abschnitt|chapitre|partie|cap[íi]tulo|parte|secci[óo]n|capitolo)\s*$",
    re.IGNORECASE,
)
"""The word of a division whose number stands elsewhere."""
_ADMONITION = re.compile(
    r"^\s*(?:note|warning|caution|danger|attention|tip|hint|important|hinweis|achtung|warnung|vorsicht|tipp|wichtig|remarque|"
    r"avertissement|mise en garde|astuce|nota|aviso|advertencia|atenci[óo]n|consejo|attenzione|avvertenza|suggerimento|"
    r"примечание|внимание|предупреждение|совет|важно|注記|注意|警告|重要|ヒント|注释|提示)\s*[!:：]?\s*$",
    re.IGNORECASE,
)
"""The word above a boxed remark: it names the remark's kind, not a part of the document."""
_MAIL = re.compile(r"(?<![\\@\w.-])[\w.+-]+@[\w-]+\.\w")
_IMPRINT = re.compile(r"(?:©|\(c\)|\bcopyright)\s*(?:19|20)\d\d\b", re.IGNORECASE)
_BULLET = re.compile(r"^\s*[•◦▪■●○·\uf0b7\uf0a7]")


@dataclass(frozen=True, slots=True)
class HeadingView:
    """A box as the heading rules see it."""

    box: DraftBox
    style: Style
    number: HeadingNumber | None
    text: str
    words: int

    @property
    def key(self) -> tuple[object, ...]:
        """The look together with the scheme of its number."""
        return (self.number.scheme if self.number else "", self.number.depth if self.number else 0, self.style.look())


@dataclass(slots=True)
class HeadingContext:
    """What the rules need of the whole document.

    By page number: page widths, and the left edges of running text (whole points). ``numbers`` are the decimal numbers of
    headings found so far; ``leads`` counts, by look, single lines right above running text, ``lead_boxes`` are their
    identities; ``front_matter_end`` is page and y of the first heading below the title on the first page. ``slides`` are the
    numbers of pages that may be slides, ``slide_titles`` the identities of their titles.
    """

    body: BodyStyle
    page_widths: dict[int, float]
    left_edges: dict[int, frozenset[int]] = field(default_factory=dict)
    numbers: frozenset[tuple[int, ...]] = frozenset()
    leads: dict[tuple[object, ...], int] = field(default_factory=dict)
    lead_boxes: frozenset[int] = frozenset()
    front_matter_end: tuple[int, float] = (0, 0.0)
    slides: frozenset[int] = frozenset()
    slide_titles: frozenset[int] = frozenset()
    without: frozenset[str] = frozenset()
    views: dict[int, HeadingView] = field(default_factory=dict)

    def view(self, box: DraftBox) -> HeadingView:
        """The view of a box, made once per document pass (call :meth:`forget` after changing the box)."""
        found = self.views.get(id(box))
        if found is None:
            text = box.plain
            found = HeadingView(
                box,
                style_of(box, self.page_widths.get(box.page, 0.0), self.left_edges.get(box.page, frozenset())),
                heading_number(text),
                text,
                len(text.split()),
            )
            self.views[id(box)] = found
        return found

    def forget(self, box: DraftBox) -> None:
        """Make the view again at the next call."""
        self.views.pop(id(box), None)


def not_a_heading(view: HeadingView, context: HeadingContext, page: Sequence[DraftBox]) -> str | None:
    """The id of the rule that speaks against a heading, or None. ``page`` holds the boxes of its page."""
    text, style, body = view.text, view.style, context.body
    larger = style.size >= 1.08 * body.size
    checks = (
        ("heading.no-letters", not _LETTERS.search(text) and not (view.number and view.number.rest)),
        ("heading.mostly-digits", _mostly_digits(view.number.rest if view.number is not None and view.number.rest else text)),
        ("heading.division-word", bool(DIVISION_WORD.match(text))),
        ("heading.in-brackets", bool(_IN_BRACKETS.match(text) or _UNITS.match(text))),
        ("heading.bullet", bool(_BULLET.match(text))),
        ("heading.caption-label", caption_label(text) is not None),
        ("heading.address", _is_address(view)),
        ("heading.imprint", bool(_IMPRINT.search(text))),
        ("heading.small-number", _is_small_number(view, body)),
        ("heading.admonition", bool(_ADMONITION.match(text))),
        ("heading.theorem", bool(_THEOREM.match(text)) and not larger),
        ("heading.code", _is_code(view, larger)),
        ("heading.sentence", id(view.box) not in context.slide_titles and _is_sentence(view, larger)),
        ("heading.lower-case", text[:1].islower() and view.number is None and style.size < 1.15 * body.size and not style.bold),
        (
            "heading.lead-in",
            text.endswith((":", "：")) and view.number is None and not larger and (view.words > 8 or not style.bold),
        ),
        ("heading.margin-term", _in_margin(view, page, context)),
        ("heading.like-body", view.number is None and not body.stands_out(style)),
        ("heading.list-item", _is_list_item(view, context, page)),
    )
    return next((rule for rule, hit in checks if hit and rule not in context.without), None)


def _is_address(view: HeadingView) -> bool:
    """True for addresses of mail and pages, and what names an owner; the title of a numbered part may hold a bare "@"."""
    text = view.text
    at = _MAIL.search(text) is not None if view.number is not None and view.number.rest else "@" in text
    return at or "http://" in text or "https://" in text or text.startswith("©")


def _is_small_number(view: HeadingView, body: BodyStyle) -> bool:
    """A single number before plain words smaller than text: a line of a listing, of a scale or of a note."""
    number, style = view.number, view.style
    single = number is not None and number.scheme == "decimal" and number.depth == 1
    return single and style.size < _SMALL * body.size and not (style.bold or style.caps)


def _mostly_digits(text: str) -> bool:
    digits = sum(ch.isdigit() for ch in text)
    return digits >= 3 and digits >= sum(ch.isalpha() for ch in text)


def _is_code(view: HeadingView, larger: bool) -> bool:
    mono = bool(view.box.lines) and all(line.mono for line in view.box.lines)
    return mono and view.number is None and (not larger or bool(_CODE_SIGNS.search(view.text)))


def _is_sentence(view: HeadingView, larger: bool) -> bool:
    text = view.text
    stops = bool(_STOPS.search(text)) and not re.search(r"\b(?:etc|inc|corp|ltd|co|no|vs)\.$", text, re.IGNORECASE)
    divided = view.number is not None and view.number.depth > 1 and larger
    most, longest = (LONGEST_DIVISION, 480) if divided else (32, 240)
    if view.words > most or len(text) > longest:
        return True
    if re.search(r"[다요]\.\s*$|[。]\s*$", text):
        return True
    if view.number is not None:
        return (stops and view.words > 14 and not larger) or (not divided and bool(_TWO_SENTENCES.search(view.number.rest)))
    if _TWO_SENTENCES.search(text) and not larger:
        return True
    return stops and (view.words >= 9 or not larger)


def _in_margin(view: HeadingView, page: Sequence[DraftBox], context: HeadingContext) -> bool:
    """A short term in body size that stands beside the column of running text, in a strip that holds no running text."""
    wide = context.page_widths.get(view.box.page, 0.0)
    rect = view.box.rect
    if not wide or view.style.size > 1.08 * context.body.size or width(rect) > 0.27 * wide or view.number is not None:
        return False
    beside = False
    for other in page:
        if other.box_class not in ("text", "list-item") or len(other.lines) < 2:
            continue
        near = common_y(rect, other.rect) > -_STRIP_REACH
        if near and common_x(rect, other.rect) > 0.3 * width(rect) and width(other.rect) > 0.27 * wide:
            return False
        apart = other.rect[0] >= rect[2] + 4.0 or other.rect[2] <= rect[0] - 4.0
        beside = beside or (apart and width(other.rect) > 0.4 * wide and common_y(rect, other.rect) > 0.5 * height(rect))
    return beside


def _is_list_item(view: HeadingView, context: HeadingContext, page: Sequence[DraftBox]) -> bool:
    """A number in body style whose neighbours go on counting in the same style."""
    number = view.number
    if (
        number is None
        or number.depth > 1
        or number.scheme not in ("decimal", "letter", "paren", "roman")
        or context.body.stands_out(view.style)
    ):
        return False
    for other in page:
        if other is view.box or not other.lines or other.box_class in ("table", "picture"):
            continue
        mate = context.view(other)
        if mate.number is None or mate.number.scheme != number.scheme or mate.style.look() != view.style.look():
            continue
        if abs(mate.number.value - number.value) == 1 and abs(mate.box.rect[1] - view.box.rect[1]) < 150.0:
            return True
    return view.words > 12


def alone_on_row(box: DraftBox, page: Sequence[DraftBox]) -> bool:
    """True if no box of text or table stands beside a box within its column's reach."""
    for other in page:
        if other is box or other.box_class in ("page-header", "page-footer", "picture"):
            continue
        if common_y(box.rect, other.rect) > 0.5 * min(height(box.rect), height(other.rect)) and height(
            other.rect
        ) < 3.0 * height(box.rect):
            gap = max(other.rect[0] - box.rect[2], box.rect[0] - other.rect[2])
            if gap < 60.0:
                return False
    return True


def _counts_on(number: HeadingNumber, context: HeadingContext) -> bool:
    """True if a heading's number opens its level or follows one that the document has."""
    before = (*number.parts[:-1], number.value - 1)
    child = (*number.parts, 1)
    return number.value == 1 or not context.numbers.isdisjoint({before, child, number.parts[:-1]})


def is_missed_heading(
    view: HeadingView, context: HeadingContext, known: Mapping[tuple[object, ...], int], page: Sequence[DraftBox]
) -> str | None:
    """The id of the rule by which a text box is a heading after all, or None.

    ``known`` counts the accepted headings of the document by :attr:`HeadingView.key`.
    """
    text, style, body, number = view.text, view.style, context.body, view.number
    most = LONGEST_DIVISION if number is not None and number.depth > 1 else MOST_WORDS
    if view.words > most or len(view.box.lines) > MOST_LINES or not _LETTERS.search(text):
        return None
    if not body.stands_out(style):
        return "heading.number-alone" if _is_number_alone(view, context, page) else None
    if not_a_heading(view, context, page) is not None or text[:1].islower():
        return None
    if id(view.box) in context.slide_titles:
        return "heading.slide-title"
    if number is not None and known.get(view.key, 0) >= 1:
        return "heading.same-number-style"
    if not alone_on_row(view.box, page):
        return None
    if number is not None and number.scheme in WORD_RANK and view.words <= 14 and _strong(view, context):
        return "heading.named-division"
    if _STOPS.search(text) or view.words > 12:
        return None
    if number is not None and number.scheme == "decimal":
        return _numbered_rule(view, number, context)
    return _unnumbered_rule(view, context, known)


def _is_number_alone(view: HeadingView, context: HeadingContext, page: Sequence[DraftBox]) -> bool:
    """True for the title of a division like 2.3.1 that looks like text, but stands by itself: on one line right above text,
    with more white above than below, and its number is the one to come."""
    number, box, text = view.number, view.box, view.text
    if number is None or number.scheme != "decimal" or number.depth < 2 or id(box) not in context.lead_boxes:
        return False
    if view.words > _PLAIN_WORDS or _ENDS.search(text) or number.rest.split()[0].islower() or not _LETTERS.search(number.rest):
        return False
    above, own = number.parts[:-1], number.value
    follows = above in context.numbers and (own == 1 or (*above, own - 1) in context.numbers)
    if not follows or number.parts in context.numbers or not_a_heading(view, context, page) is not None:
        return False
    return alone_on_row(box, page) and _stands_apart(box, page, context)


def _stands_apart(box: DraftBox, page: Sequence[DraftBox], context: HeadingContext) -> bool:
    """More white above than below, a line's height at least; text without a number follows, from nearly the same edge."""
    column = [other for other in page if other is not box and common_x(other.rect, box.rect) > 0]
    over = [box.rect[1] - other.rect[3] for other in column if other.rect[3] <= box.rect[1] + 2.0]
    after = min(
        (other for other in column if other.rect[1] >= box.rect[3] - 2.0), key=lambda other: other.rect[1], default=None
    )
    if after is None or after.box_class != "text" or context.view(after).number is not None:
        return False
    near = abs(after.rect[0] - box.rect[0]) < 3.0 * box.size
    return near and bool(over) and min(over) >= max(box.size, 1.2 * (after.rect[1] - box.rect[3]))


def _strong(view: HeadingView, context: HeadingContext) -> bool:
    """Larger than text, bold or in capitals: more than italics, a colour or another font."""
    return view.style.size >= 1.08 * context.body.size or view.style.bold or view.style.caps


def _numbered_rule(view: HeadingView, number: HeadingNumber, context: HeadingContext) -> str | None:
    if not _counts_on(number, context):
        return None
    if _strong(view, context):
        return "heading.numbered-style"
    return "heading.numbered-series" if context.leads.get(view.key, 0) >= 3 else None


def _unnumbered_rule(view: HeadingView, context: HeadingContext, known: Mapping[tuple[object, ...], int]) -> str | None:
    size, body = view.style.size, context.body.size
    alike = known.get(view.key, 0)
    if alike >= 2 and (_strong(view, context) or (alike >= _MANY and id(view.box) in context.lead_boxes)):
        return "heading.same-style"
    lead = size >= 1.08 * body and (view.style.bold or view.style.caps) and view.words <= 9 and len(view.box.lines) == 1
    if lead and context.leads.get(view.key, 0) >= 3:
        return "heading.repeated-lead"
    front = (view.box.page, view.box.rect[1]) < context.front_matter_end
    return "heading.large" if size >= 1.25 * body and len(view.box.lines) <= 2 and not front else None
