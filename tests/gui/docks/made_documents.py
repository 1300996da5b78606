"""A small document laid out by hand, and the state of it as the window would hold it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.layout.model import (
    BoxClass,
    DocumentInfo,
    LayoutBox,
    LayoutDocument,
    LayoutPage,
    Line,
    TableCell,
    TableGrid,
)

SENTENCE = "The committee met on the third day and agreed on the terms that the members had sent in before."


def _box(page: int, number: int, box_class: BoxClass, text: str, *, level: int | None = None, **more: object) -> LayoutBox:
    top = 60.0 + 44 * number
    rect = (72.0, top, 520.0, top + 30)
    line = Line(text, rect, 18.0 if box_class == "section-header" else 10.0, bold=box_class == "section-header")
    lines = () if box_class in ("table", "picture") else (line,)
    made = LayoutBox(f"p{page}.b{number}", page, rect, box_class, text, lines, (0,) if lines else (), level)
    return replace(made, **more)  # type: ignore[arg-type]


def _grid(rows: int) -> TableGrid:
    cells = [TableCell(0, c, name, header=True) for c, name in enumerate(("Year", "Members", "Fees"))]
    cells += [TableCell(r, c, f"{2000 + r * (c + 1)}") for r in range(1, rows) for c in range(3)]
    return TableGrid(rows, 3, tuple(cells), header_rows=1)


def _page(number: int) -> LayoutPage:
    boxes = [
        _box(number, 0, "page-header", "Rules of the society", excluded="page-header"),
        _box(number, 1, "section-header", f"{number} Meetings of year {number}", level=1),
        _box(number, 2, "text", " ".join([SENTENCE] * 6)),
        _box(number, 3, "section-header", f"{number}.1 Fees", level=2),
        _box(number, 4, "text", " ".join([SENTENCE] * 8)),
        _box(number, 5, "caption", f"Table {number}: Members and fees", caption_of=f"p{number}.b6"),
        _box(number, 6, "table", "", table=_grid(5), caption=f"p{number}.b5"),
        _box(number, 7, "list-item", "- first point of the agenda, read aloud", marker="-"),
        _box(number, 8, "list-item", "- second point of the agenda, put to the vote", marker="-"),
        _box(number, 9, "picture", ""),
        _box(number, 10, "text", " ".join([SENTENCE] * 5)),
    ]
    return LayoutPage(number, 595.0, 842.0, 0, str(number), "fast", tuple(boxes))


@cache
def made_layout(pages: int = 4) -> LayoutDocument:
    """Some pages, each with headings, text, a table with its caption, a list and a picture."""
    info = DocumentInfo("ab" * 32, "rules.pdf", pages)
    made = tuple(_page(n) for n in range(1, pages + 1))
    return LayoutDocument(info, made, "Rules of the society", "printed", f"made-{pages}")


@cache
def made_result(profile: Profile, pages: int) -> ChunkedDocument:
    """The document cut with a profile."""
    return chunk_document(made_layout(pages), profile)


def made_state(
    profile: Profile | None = None, *, before: Profile | None = None, pages: int = 4, key: str = "rules"
) -> DocumentState:
    """The state of the document cut with a profile; ``before`` is the saved version that it is compared with."""
    layout = made_layout(pages)
    result = made_result(profile or Profile(), pages)
    previous = made_result(before, pages) if before is not None else None
    return DocumentState(
        key,
        Path(f"/documents/{key}.pdf"),
        title=layout.title,
        info=layout.info,
        layout=layout,
        result=result,
        previous=previous,
        final=True,
        pages_done=pages,
        pages_total=pages,
    )


SMALL = Profile().replace({"assembly.token_budget": 200, "assembly.min_tokens": 40})
"""Small chunks, so that the document has many."""


def changed_state() -> DocumentState:
    """The document cut with a budget of 110 tokens, compared with :data:`SMALL`."""
    return made_state(SMALL.replace({"assembly.token_budget": 110}), before=SMALL)
