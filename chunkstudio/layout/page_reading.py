"""One page of an open PDF: its lines, rules, images, and all that was held back, without regions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from chunkstudio.layout.annotations import ToDisplay, in_place, page_annotations, value_fragments
from chunkstudio.layout.clip_paths import may_cut
from chunkstudio.layout.code_indent import with_indentation
from chunkstudio.layout.covered_text import mark_clipped, mark_covered
from chunkstudio.layout.double_strike import remove_double_strikes
from chunkstudio.layout.fragments import Fragment, page_fragments
from chunkstudio.layout.geometry import area, clamped
from chunkstudio.layout.hidden_layers import text_of_layers
from chunkstudio.layout.hidden_text import only_edge_text
from chunkstudio.layout.ink_check import seen_fragments
from chunkstudio.layout.line_building import build_lines
from chunkstudio.layout.model import HiddenText, LayoutWarning, Line, ParsedPage, Rect
from chunkstudio.layout.ocr import recognised_fragments, why_not_recognised
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_drawings import drawn_areas
from chunkstudio.layout.page_graphics import PageGraphics, near_white, page_graphics
from chunkstudio.layout.pymupdf_import import import_pymupdf
from chunkstudio.layout.sifting import PageGround, Sifted, sift
from chunkstudio.layout.structure_tags import flat_blocks, heading_tags
from chunkstudio.layout.vertical_text import has_vertical_text, join_columns

pymupdf: Any = import_pymupdf()
TEXT_FLAGS = (
    pymupdf.TEXT_PRESERVE_LIGATURES | pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
)  # fmt: skip
_ALL_FLAGS = TEXT_FLAGS | pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_COLLECT_STRUCTURE
_FEW_RULES = 4
"""The lines of a head, a foot or a frame; letters drawn with strokes are more."""
_MANY_BLANKS = 40
_MOST_SHAPES = 3000  # a page with more is a drawing: not searched for ruled lines, nor painted twice for clip paths
NO_TEXT_HINT = "Run it through a text recognition program, or install Tesseract and set layout.ocr to auto."


@dataclass(frozen=True, slots=True)
class RawPage:
    """What PyMuPDF gave of a page, in the displayed page's coordinates."""

    rect: Rect
    fragments: list[Fragment]
    graphics: PageGraphics
    images: tuple[Rect, ...]
    tags: tuple[tuple[str, int], ...]
    to_display: ToDisplay
    drawings: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class PageSource:
    """A PyMuPDF page and its decoded content stream (None where it is none), which costs too much to be decoded twice.

    ``layered`` is the same page with all layers switched on, or None where no layer is off.
    """

    page: Any
    layered: Any
    contents: bytes | None


def read_page(source: PageSource, number: int, label: str, options: LayoutOptions) -> ParsedPage:
    """Read one page. Raises what PyMuPDF raises."""
    page, layered = source.page, source.layered
    raw = _raw_page(source)
    annotations = page_annotations(page, raw.to_display)
    fragments = raw.fragments + value_fragments(annotations.fields, raw.fragments)
    ground = PageGround(raw.rect, raw.images, raw.graphics, annotations.redactions, partial(_seen, page))
    sifted = sift(fragments, ground, number, options)
    if layered is not None:
        sifted.hidden += text_of_layers(layered, TEXT_FLAGS, raw.to_display, raw.fragments)
    if options.ocr == "auto":
        _recognise(page, sifted, raw.images, number, options.language)
    lines = build_lines(join_columns(remove_double_strikes(sifted.shown)))
    lines = _on_page(in_place(with_indentation(lines), annotations.fields), raw.rect)
    _add_warnings(sifted, lines, raw, number, options)
    return ParsedPage(
        number=number,
        width=round(raw.rect[2], 2),
        height=round(raw.rect[3], 2),
        rotation=page.rotation,
        parser=options.parser,
        label=label,
        lines=tuple(lines),
        rules=raw.graphics.rules,
        images=raw.images,
        hidden=tuple(sifted.hidden),
        warnings=tuple(sifted.warnings),
        heading_tags=raw.tags,
        drawings=raw.drawings,
    )


def _on_page(lines: Sequence[Line], page: Rect) -> list[Line]:
    """Lines whose rectangles end at the page's edge: a letter that is cut there has a larger one."""
    left, top, right, bottom = page
    return [
        line
        if left <= line.rect[0] <= line.rect[2] <= right and top <= line.rect[1] <= line.rect[3] <= bottom
        else replace(line, rect=clamped(line.rect, page))
        for line in lines
    ]


def _raw_page(source: PageSource) -> RawPage:
    page = source.page
    raw = page.get_textpage(clip=pymupdf.INFINITE_RECT(), flags=_ALL_FLAGS).extractRAWDICT()
    tags = heading_tags(raw["blocks"])
    raw["blocks"] = list(flat_blocks(raw["blocks"]))
    turned = display_turn(page)
    size, crop = page.rect, page.cropbox
    rect = (0.0, 0.0, float(size.width), float(size.height))
    fragments = page_fragments(raw, page.rotation, float(crop.width), float(crop.height))
    strokes = _drawings(page, raw["blocks"])
    graphics = page_graphics(raw["blocks"], turned, rect, strokes)
    drawings = drawn_areas(raw["blocks"], strokes, turned, rect, [f.rect for f in fragments], graphics.rules)
    images = _images(page, turned, fragments, rect)
    mark_covered(page, fragments, images, turned)
    if len(raw["blocks"]) <= _MOST_SHAPES and may_cut(page, source.contents, fragments):
        mark_clipped(page, fragments, TEXT_FLAGS | pymupdf.TEXT_CLIP, pymupdf.INFINITE_RECT())
    return RawPage(rect, fragments, graphics, images, tags, turned, drawings)


def _drawings(page: Any, blocks: Sequence[Any]) -> Sequence[Any]:
    """The page's strokes with their true places, where it has some and isn't a drawing of thousands of them."""
    strokes = sum(1 for block in blocks if block["type"] == 3 and block["stroked"])
    return page.get_cdrawings() if 0 < strokes <= _MOST_SHAPES else ()


def _images(page: Any, turned: ToDisplay, fragments: Sequence[Fragment], sheet: Rect) -> tuple[Rect, ...]:
    """Areas of raster images on the sheet.

    A page with text and no image resource is not searched for inline images: that costs 2 ms.
    """
    if fragments and not page.get_images():
        return ()
    rects = (clamped(turned(info["bbox"]), sheet) for info in page.get_image_info())
    return tuple((round(r[0], 2), round(r[1], 2), round(r[2], 2), round(r[3], 2)) for r in rects if area(r) > 0)


def display_turn(page: Any) -> ToDisplay:
    """The function that turns a rectangle of the unrotated page into the displayed one."""
    if not page.rotation:
        return lambda bbox: (bbox[0], bbox[1], bbox[2], bbox[3])
    matrix = page.rotation_matrix

    def turned(bbox: Any) -> Rect:
        rect = pymupdf.Rect(bbox) * matrix
        return rect.x0, rect.y0, rect.x1, rect.y1

    return turned


def _recognise(page: Any, sifted: Sifted, images: Sequence[Rect], number: int, language: str) -> None:
    """Have Tesseract read a picture of text, or a page of which more was held back as unreadable than is left."""
    rect = (0.0, 0.0, float(page.rect.width), float(page.rect.height))
    shown = sum(len(f.text.strip()) for f in sifted.shown)
    unreadable = sum(len(h.text) for h in sifted.hidden if h.reason == "unreadable")
    scan = not shown or only_edge_text([f.rect for f in sifted.shown], shown, images, rect)
    if unreadable <= shown and not (scan and images):
        return
    fragments = recognised_fragments(page, language)
    if not fragments:
        return
    sifted.shown = fragments
    sifted.warnings = [w for w in sifted.warnings if w.code != "unreadable_text"]
    sifted.warnings.append(LayoutWarning("ocr_layer", number, "The text of this page was recognised by Tesseract."))


def _seen(page: Any, suspects: Sequence[Fragment]) -> list[bool]:
    return seen_fragments(page, suspects, lambda scale: pymupdf.Matrix(scale, scale))


def _add_warnings(sifted: Sifted, lines: Sequence[Line], raw: RawPage, number: int, options: LayoutOptions) -> None:
    if has_vertical_text(lines):
        sifted.warnings.append(LayoutWarning("vertical_text", number, "This page is written top to bottom."))
    letters = sum(len(line.text) for line in lines)
    stamped = bool(lines) and only_edge_text([line.rect for line in lines], letters, raw.images, raw.rect)
    if (lines and not stamped) or _says_why_empty(sifted.hidden):
        return
    how = why_not_recognised(options.language) if options.ocr == "auto" else NO_TEXT_HINT
    blanks = sum(len(f.glyphs) for f in raw.fragments if not f.text.strip())
    if blanks >= _MANY_BLANKS:
        message = "The fonts of this page name every letter as a blank, so its text cannot be read."
        warning = LayoutWarning("unreadable_text", number, message, hint=how)
    elif raw.images:
        message = "This page is a picture without text" + (" but for its edge." if stamped else ".")
        warning = LayoutWarning("no_text", number, message, hint=how)
    elif raw.drawings or len(raw.graphics.rules) > _FEW_RULES or any(not near_white(f.color) for f in raw.graphics.fills):
        warning = LayoutWarning("no_text", number, "This page has drawings but no text.", hint=how)
    else:
        message = "This page is blank but for a line." if raw.graphics.rules else "This page is blank."
        warning = LayoutWarning("blank", number, message)
    sifted.warnings.append(warning)


def _says_why_empty(hidden: Sequence[HiddenText]) -> bool:
    """A page whose text was all held back has a warning of its own."""
    return any(h.reason in ("unreadable", "redacted") for h in hidden)
