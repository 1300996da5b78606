"""Which text of a page is for readers: everything else is taken out and named with the reason why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from chunkstudio.layout.font_maps import font_key, unreadable_fonts
from chunkstudio.layout.fragments import Fragment, Glyph
from chunkstudio.layout.hidden_text import Grounds, hidden_reason, is_clip, mark_ocr_layer
from chunkstudio.layout.model import Exclusion, HiddenText, LayoutWarning, Rect
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_graphics import PageGraphics
from chunkstudio.layout.reading_frame import page_rect
from chunkstudio.layout.sanitise import sanitise

_SAID: dict[Exclusion, tuple[str, str, str]] = {
    "hidden": ("hidden_text", "This page holds text that no reader can see; it was left out.", ""),
    "redacted": (
        "unapplied_redaction",
        "Redactions are marked on this page but were not applied; the text under them was held back.",
        "Apply the redactions before the file is passed on: the text is still in it.",
    ),
    "unreadable": (
        "unreadable_text",
        "A font of this page does not say which letters it prints; its text was held back.",
        "Recognise the text anew: install Tesseract and set layout.ocr to auto, or use another program.",
    ),
}


_FEW_SIGNS = 16
_FEWEST_LETTERS = 3
_FEWEST_NAMELESS = 8


@dataclass(slots=True)
class Sifted:
    """What is left for readers, what was held back, and what a user should know."""

    shown: list[Fragment] = field(default_factory=list)
    hidden: list[HiddenText] = field(default_factory=list)
    warnings: list[LayoutWarning] = field(default_factory=list)

    def warn(self, reason: Exclusion, number: int) -> None:
        """Add the warning that belongs to a reason for holding text back."""
        code, message, hint = _SAID[reason]
        self.warnings.append(LayoutWarning(code, number, message, hint=hint))


@dataclass(frozen=True, slots=True)
class PageGround:
    """What a page's text is judged against. ``seen`` tells which of some suspicious fragments can be seen after all."""

    rect: Rect
    images: Sequence[Rect]
    graphics: PageGraphics
    redactions: Sequence[Rect]
    seen: Callable[[Sequence[Fragment]], list[bool]]


def sift(fragments: list[Fragment], ground: PageGround, number: int, options: LayoutOptions) -> Sifted:
    """Part the fragments of a page. With ``hidden_text`` set to keep, hidden text on the page is shown and listed as well."""
    out = Sifted()
    if mark_ocr_layer(fragments, ground.images, ground.rect):
        out.warnings.append(LayoutWarning("ocr_layer", number, "The text of this page comes from a text layer under a scan."))
    parts = [part for whole in fragments for part in _parts(whole, ground.redactions, ground.rect)]
    for fragment, reason in zip(parts, _reasons(parts, ground), strict=True):
        if reason is None:
            out.shown.append(fragment)
            continue
        text = sanitise(fragment.text) or _nameless(fragment, reason)
        if text:
            out.hidden.append(HiddenText(text, _rounded(fragment.rect), reason))
            if reason == "hidden" and options.hidden_text == "keep":
                out.shown.append(fragment)
    _warn(out, ground, number)
    return out


def _nameless(fragment: Fragment, reason: Exclusion) -> str:
    """What stands for unreadable text that has no sign left after cleaning, so that it is listed all the same."""
    count = sum(not c.isspace() for c in fragment.text)
    return f"[{count} signs that name no letter]" if reason == "unreadable" and count >= _FEWEST_NAMELESS else ""


def _reasons(fragments: Sequence[Fragment], ground: PageGround) -> list[Exclusion | None]:
    fonts = unreadable_fonts(fragments)
    grounds = Grounds(ground.graphics.fills, ground.images)
    reasons: list[Exclusion | None] = []
    suspects: list[int] = []
    for index, fragment in enumerate(fragments):
        reason = hidden_reason(fragment, ground.rect, ground.redactions)
        if fragment.ocr and reason == "hidden":
            reason = None
        if reason is None and fonts and font_key(fragment) in fonts:
            reason = "unreadable"
        elif reason is None and not fragment.ocr and (fragment.covered or is_clip(fragment) or grounds.hides(fragment)):
            suspects.append(index)
        reasons.append(reason)
    for index, seen in zip(suspects, ground.seen([fragments[i] for i in suspects]), strict=True):
        if not seen:
            reasons[index] = "hidden"
    return reasons


def _warn(out: Sifted, ground: PageGround, number: int) -> None:
    """Say what was held back; white dashes in a table or a few signs of a formula font are listed only."""
    for reason in _SAID:
        amount = sum(sum(map(str.isalnum, h.text)) for h in out.hidden if h.reason == reason)
        if reason == "unreadable" and amount < min(_FEW_SIGNS, 0.5 * sum(len(f.text) for f in out.shown)):
            continue
        if amount >= _FEWEST_LETTERS or (reason == "redacted" and ground.redactions):
            out.warn(reason, number)


def _parts(fragment: Fragment, redactions: Sequence[Rect], page: Rect) -> Sequence[Fragment]:
    """A fragment cut where a redaction or the page's edge runs through it; most fragments stay whole."""
    x0, y0, x1, y1 = fragment.rect
    leaves = x0 < page[0] - 1 or y0 < page[1] - 1 or x1 > page[2] + 1 or y1 > page[3] + 1
    if not leaves and not redactions:
        return (fragment,)
    touched = [r for r in redactions if r[0] < x1 and r[2] > x0 and r[1] < y1 and r[3] > y0]
    if not leaves and not touched:
        return (fragment,)

    def side(glyph: Glyph) -> int:
        rect = page_rect(fragment.angle, glyph[1], fragment.top, glyph[2], fragment.bottom)
        x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
        if any(r[0] <= x <= r[2] and r[1] <= y <= r[3] for r in touched):
            return 1
        return 0 if page[0] - 1 <= x <= page[2] + 1 and page[1] - 1 <= y <= page[3] + 1 else 2

    return list(_cut_by(fragment, side))


def _cut_by(fragment: Fragment, side: Callable[[Glyph], int]) -> Iterator[Fragment]:
    sides = [side(g) for g in fragment.glyphs]
    start = 0
    for index in range(1, len(sides) + 1):
        if index == len(sides) or sides[index] != sides[start]:
            yield fragment.part(start, index)
            start = index


def _rounded(rect: Rect) -> Rect:
    return round(rect[0], 2), round(rect[1], 2), round(rect[2], 2), round(rect[3], 2)
