"""Which class a block of text has, by its own look and the page's; each answer names its rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.layout.fast_blocks import LARGER, Block
from chunkstudio.layout.geometry import common_x, height
from chunkstudio.layout.heading_styles import font_family
from chunkstudio.layout.list_markers import is_bullet
from chunkstudio.layout.model import BoxClass, Line, Rect
from chunkstudio.layout.note_marks import opening_mark

_CAPTION = re.compile(
    r"^(?:figure|fig\.?|table|tab\.?|tbl\.?|abb(?:ildung|\.)|tabelle|tableau|figura|tabla|tabela|quadro|chart|exhibit|graph|"
    r"plate|scheme|listing|box|grafik|graphique|图|表|図|그림|표)\s*"
    r"(?:\d+|(?<![^\W\d_\u3040-\u9fff\uac00-\ud7af])(?-i:[A-Z]\d*|[IVXLC]+))(?:[.\-–]\d+)*(\s*[:.|–—\-]|\s|$)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"^(?:(?:chapter|section|part|article|item|appendix|annex|kapitel|abschnitt|anhang|artikel|chapitre|annexe|capítulo|anexo)"
    r"\s+(?:[0-9]+|[A-Z]|[IVXLC]+)\b|§\s*\d+|[1-9]\d?(?:\.\d{1,3}){1,5}\.?\s+\S|[1-9]\d?\s+[A-ZÀ-Þ]|[A-Z](?:\.\d{1,3})+\s+\S"
    r"|[IVX]{1,5}\.\s+[A-ZÀ-Þ])",
    re.IGNORECASE,
)
_SINGLE_NUMBER = re.compile(r"^[1-9]\d?\s+[A-ZÀ-Þ]")
_LEADERS = re.compile(r"(?:\.{4,}|(?:\.\s){4,}|…{2,}|_{4,})\s*\S{0,6}$")
_MATH_FONT = re.compile(r"CMMI|CMSY|CMEX|Math|Symbol|MSAM|MSBM|Euclid", re.IGNORECASE)
_MATH = frozenset("=+−×÷±∑∏∫√∂∇≤≥≠≈∈∞∝·^_|{}<>/*")
_FORMULA_NUMBER = re.compile(r"^\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})*[a-z]?\)$")
_SENTENCE_END = re.compile(r"[.!?;,]$")


@dataclass(frozen=True, slots=True)
class PageLook:
    """What is usual on a page: size of the running text in points, its font, and whether bold or typewriter is the rule."""

    size: float
    mostly_bold: bool
    mostly_mono: bool
    width: float
    height: float
    first: bool
    largest: float
    font: str = ""


def page_look(lines: Sequence[Line], width: float, height_: float, number: int) -> PageLook:
    """The look of a page from its lines (at least one)."""
    weights: dict[float, int] = {}
    fonts: dict[str, int] = {}
    bold = mono = total = 0
    for line in lines:
        count = len(line.text)
        weights[line.size] = weights.get(line.size, 0) + count
        fonts[line.font] = fonts.get(line.font, 0) + count
        total, bold, mono = total + count, bold + count * line.bold, mono + count * line.mono
    size = max(weights, key=lambda s: (weights[s], s)) if weights else 10.0
    font = font_family(max(fonts, key=lambda f: (fonts[f], f), default=""))
    return PageLook(
        size, bold * 2 > total, mono * 10 > total * 8, width, height_, number == 1, max(weights, default=size), font
    )


def is_leader_line(line: Line) -> bool:
    """True for a line of a contents list: words, dots, a page number."""
    text = line.text
    if ".." in text or ". ." in text or "……" in text or "__" in text:  # nearly all lines have none of them
        return bool(_LEADERS.search(text.strip()))
    return False


def class_of(block: Block, above: float, look: PageLook, objects: Sequence[Rect]) -> tuple[BoxClass, str]:
    """Class and rule of a block. ``above`` is the free space over it in points, ``objects`` the tables and pictures."""
    text = block.text.strip()
    if block.mono and not look.mostly_mono:
        return "code", "fast.code.typewriter"
    if (found := _CAPTION.match(text)) and len(text) < 600 and _is_caption(block, found, objects):
        return "caption", "fast.caption.label"
    if _FORMULA_NUMBER.match(text) and block.page_rect[0] > 0.6 * look.width:
        return "formula", "fast.formula.number"
    if heading := _heading_rule(block, text, above, look):
        return heading
    if block.marker is not None:
        return "list-item", "fast.list.bullet" if is_bullet(block.marker) else "fast.list.number"
    if _is_note(block, text, look):
        return "footnote", "fast.footnote.small-at-bottom"
    if _is_formula(block, text, look):
        return "formula", "fast.formula.signs"
    return "text", "fast.text"


def _is_caption(block: Block, label: re.Match[str], objects: Sequence[Rect]) -> bool:
    """A label with a colon or dot, or one that stands right above or below a table or picture and opens no sentence."""
    rect = block.page_rect
    delimiter = label.group(1)
    if not delimiter.strip() and label.string[label.end() :].lstrip()[:1].islower():
        return False
    near = any(common_x(rect, other) > 0 and min(abs(other[1] - rect[3]), abs(rect[1] - other[3])) < 30.0 for other in objects)
    return near or (delimiter.strip() in (":", ".", "|", "–", "—") and len(block.lines) <= 6)


def _heading_rule(block: Block, text: str, above: float, look: PageLook) -> tuple[BoxClass, str] | None:
    """Headings are short and set apart: larger, bold, numbered or in capitals, with space above."""
    if len(block.lines) > 4 or len(words := text.split()) > 24:
        return None
    letters, size = [c for c in text if c.isalpha()], block.size
    if len(letters) < 2 or len(letters) < 0.4 * len(text.replace(" ", "")):
        return None
    sentence = text.endswith(".") and len(words) > 6 and size < 1.35 * look.size
    if size >= 1.14 * look.size and not sentence:
        if look.first and size >= 0.98 * look.largest and size >= 1.3 * look.size and _high(block, look):
            return "title", "fast.title.largest"
        return "section-header", "fast.heading.size"
    if len(block.lines) > 2 or text.endswith((",", ";")) or size < 0.9 * look.size:
        return None
    apart = above > 0.45 * size
    numbered = _NUMBERED.match(text) and (not _SINGLE_NUMBER.match(text) or block.bold or len(words) <= 8)
    numbered = numbered or _is_numbered_title(block, look)
    if numbered and len(words) <= 12 and not _SENTENCE_END.search(text) and apart:
        return "section-header", "fast.heading.numbered"
    if block.bold and not look.mostly_bold and len(words) <= 16 and not text.endswith(".") and apart:
        return "section-header", "fast.heading.bold"
    capitals = sum(c.isupper() for c in letters) >= 0.95 * len(letters) and len(letters) >= 4
    if capitals and apart and len(words) <= 12 and block.marker is None and text[-1:] not in ".:":
        return "section-header", "fast.heading.capitals"
    return None


def _is_numbered_title(block: Block, look: PageLook) -> bool:
    """One line that opens with a number as list items do, but in another and larger type than running text."""
    if block.marker is None or is_bullet(block.marker) or len(block.lines) > 1 or block.size < LARGER * look.size:
        return False
    return font_family(block.lines[0].font) != look.font


def _high(block: Block, look: PageLook) -> bool:
    return block.page_rect[1] < 0.5 * look.height


def _is_note(block: Block, text: str, look: PageLook) -> bool:
    low = block.page_rect[1] > 0.5 * look.height
    return low and block.size <= 0.92 * look.size and opening_mark(text) is not None and len(text) > 8


def _is_formula(block: Block, text: str, look: PageLook) -> bool:
    if len(block.lines) > 6 or len(text) > 200 or sum(len(w) > 3 and w.isalpha() for w in text.split()) > 3:
        return False
    ink = [c for c in text if not c.isspace()]
    signs = sum(c in _MATH or (not c.isascii() and not c.isalpha()) for c in ink)
    fonts = sum(bool(_MATH_FONT.search(line.font)) for line in block.lines)
    if "=" not in text and signs < 3 and fonts * 2 < len(block.lines):
        return False
    rect = block.page_rect
    inset = rect[0] > 0.15 * look.width or height(rect) < 1.2 * block.size
    return inset and (signs >= 0.12 * len(ink) or fonts * 2 >= len(block.lines))
