"""Regions of a page by PyMuPDF's layout model: classes, boxes, their order, and where table rows and columns part.

Only the model's own step is run (``parse_document`` would add text, markup and HTML rendering, which cost about as much
again and aren't used here): the page is turned upright, laid out, and its table boxes are filled from our own lines, so
that a cell never holds text that the reader held back. Its boxes are those of ``parse_document`` before its reading
order; the order of regions is the model's.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from chunkstudio.layout.captions import caption_label
from chunkstudio.layout.geometry import area, common_x, common_y, share_inside
from chunkstudio.layout.model import BoxClass, ParsedPage, Rect, Region, TableGrid
from chunkstudio.layout.neural_model import load_model
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.pymupdf_import import import_pymupdf
from chunkstudio.layout.table_kinds import item_rects, kind_of
from chunkstudio.layout.tables import build_tables, lines_of_table

_CLASSES: dict[str, BoxClass] = {
    "title": "title",
    "section-header": "section-header",
    "text": "text",
    "list-item": "list-item",
    "table": "table",
    "picture": "picture",
    "caption": "caption",
    "formula": "formula",
    "footnote": "footnote",
    "page-header": "page-header",
    "page-footer": "page-footer",
}
_SMALLEST = 2.0
_LONGEST = 2500.0
_IMAGE_SHARE = (0.002, 0.9)
_LABEL_REACH = 30.0


class NeuralParser:
    """The layout model on one file, which it opens for itself: the model's step changes the document it works on.

    Not thread safe. Raises ValueError for a file that stays locked, ImportError where the model is not installed, and
    whatever PyMuPDF or the model raise on a damaged page.
    """

    def __init__(self, path: str | Path, password: str | None, options: LayoutOptions) -> None:
        self._options = options
        self._pymupdf = import_pymupdf()
        self._document: Any = self._pymupdf.open(str(path))
        if self._document.needs_pass and not self._document.authenticate(password or ""):
            self._document.close()
            raise ValueError("the file is locked")

    def close(self) -> None:
        """Free the file."""
        self._document.close()

    def regions(self, page: ParsedPage) -> tuple[Region, ...]:
        """The model's regions of a page, in its order, in points of the displayed page."""
        groups, scale = self._predict(page.number)
        found = [region for group in groups for region in _regions(group, page, scale)]
        found += _orphan_images(page, found)
        return tuple(found + _named_drawings(page, found))

    def _predict(self, number: int) -> tuple[list[dict[str, Any]], float]:
        """The model's raw groups, and the scale (points of the model's page per point of the displayed one).

        ``remove_rotation`` keeps the page's look, so its coordinates are the displayed ones.
        """
        predict = load_model()
        page = self._document.load_page(number - 1)
        tools = self._pymupdf.TOOLS
        before = tools.unset_quad_corrections()
        tools.unset_quad_corrections(True)
        try:
            with contextlib.redirect_stdout(sys.stderr):
                if page.rotation:
                    page.remove_rotation()
                longest = max(page.rect.width, page.rect.height)
                if longest <= _LONGEST:
                    return predict(page, return_raw=True, edge_threshold=self._options.edge_threshold), 1.0
                scale = _LONGEST / longest
                with self._pymupdf.open() as reduced:
                    small = self._reduced(reduced, page, number, scale)
                    return predict(small, return_raw=True, edge_threshold=self._options.edge_threshold), scale
        finally:
            tools.unset_quad_corrections(before)

    def _reduced(self, target: Any, page: Any, number: int, scale: float) -> Any:
        """The page at a smaller size in another document: the model paints it at one pixel a point, which posters exceed."""
        small = target.new_page(width=page.rect.width * scale, height=page.rect.height * scale)
        small.show_pdf_page(small.rect, self._document, number - 1)
        return small


def _regions(group: Mapping[str, Any], page: ParsedPage, scale: float = 1.0) -> list[Region]:
    """The regions of one group of the model: one, or for a table as many as it holds."""
    box_class = _CLASSES.get(group["class_name"])
    x0, y0, x1, y1 = (float(v) / scale for v in group["group_bbox"][:4])
    rect: Rect = (max(0.0, x0), max(0.0, y0), min(page.width, x1), min(page.height, y1))
    if box_class is None or rect[2] - rect[0] <= _SMALLEST or rect[3] - rect[1] <= _SMALLEST:
        return []
    rule = f"neural.{box_class}"
    if box_class != "table":
        return [Region(rect, box_class, rule=rule)]
    grid = group.get("table_grid")
    rows = [y0 + float(y) / scale for y in grid.h_lines] if grid is not None else None
    columns = [x0 + float(x) / scale for x in grid.v_lines] if grid is not None else None
    tables = build_tables(lines_of_table(page.lines, rect), rect, page.rules, rows, columns)
    if not tables:
        return [Region(rect, "picture", rule="neural.table-without-text")]
    return [region for part, table in tables for region in _of_table(part, table, page)]


def _of_table(rect: Rect, table: TableGrid, page: ParsedPage) -> list[Region]:
    """A table as one region, or what it is instead."""
    kind = kind_of(table, lines_of_table(page.lines, rect), rect, page.rules)
    if kind == "degenerate":
        return [Region(rect, "text", rule="neural.degenerate-table")]
    if kind == "code":
        return [Region(rect, "code", rule="neural.table-of-code")]
    if kind == "list":
        return [Region(item, "list-item", rule="neural.table-of-items") for item in item_rects(table)]
    return [Region(rect, "table", table, rule="neural.table")]


def _orphan_images(page: ParsedPage, found: Sequence[Region]) -> list[Region]:
    """Raster images that no region holds; backgrounds and specks are left out."""
    whole = page.width * page.height or 1.0
    out: list[Region] = []
    for image in page.images:
        share = area(image) / whole
        if not _IMAGE_SHARE[0] <= share <= _IMAGE_SHARE[1]:
            continue
        if any(share_inside(image, r.rect) > 0.3 or share_inside(r.rect, image) > 0.5 for r in [*found, *out]):
            continue
        out.append(Region(image, "picture", rule="neural.image"))
    return out


def _named_drawings(page: ParsedPage, found: Sequence[Region]) -> list[Region]:
    """Drawings that no region holds and that a figure's label right above or below them names.

    Without a label the model's word stands: ornaments and shaded grounds are drawings too.
    """
    labels = [line.rect for line in page.lines if (caption_label(line.text) or ("", ""))[0] == "figure"]
    return [
        Region(drawing, "picture", rule="neural.named-drawing")
        for drawing in page.drawings
        if any(common_x(drawing, label) > 0 and -common_y(drawing, label) <= _LABEL_REACH for label in labels)
        and not any(share_inside(drawing, r.rect) > 0.3 or share_inside(r.rect, drawing) > 0.5 for r in found)
    ]
