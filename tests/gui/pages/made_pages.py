"""Documents laid out by hand, marks, and a source of page images that needs no file."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.pages.marks import BandMark, BoundaryMark, BoxMark, PageMarks
from chunkstudio.layout.model import BoxClass, DocumentInfo, LayoutBox, LayoutDocument, LayoutPage, Line, Rect

PAGE = (600.0, 800.0)
SENTENCE = "The council heard the members and took note of what they had sent in before the day of the meeting."


def made_box(page: int, number: int, rect: Rect, text: str = "", box_class: BoxClass = "text", **more: Any) -> LayoutBox:
    """A box whose lines share its height evenly, about 90 characters a line."""
    words, lines, starts, at = text.split(" ") if text else [], [], [], 0
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + len(word) < 90:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    x0, y0, x1, y1 = rect
    high = (y1 - y0) / max(1, len(rows))
    for i, row in enumerate(rows):
        wide = (x1 - x0) / max(1, len(row))
        stops = tuple((k, x0 + k * wide) for k in range(len(row)) if k == 0 or row[k - 1] == " ")
        lines.append(Line(row, (x0, y0 + i * high, x0 + wide * len(row), y0 + (i + 1) * high), 10.0, stops=stops))
        starts.append(at)
        at += len(row) + 1
    made = LayoutBox(f"p{page}.b{number}", page, rect, box_class, " ".join(rows), tuple(lines), tuple(starts))
    return replace(made, **more)


def made_page(number: int, parser: Any = "neural") -> LayoutPage:
    """A running head, a heading, three paragraphs, and a page number."""
    boxes = [
        made_box(number, 0, (60, 30, 200, 42), "Minutes", "page-header", excluded="page-header"),
        made_box(number, 1, (60, 80, 300, 98), f"{number} Meeting {number}", "section-header", level=1),
        made_box(number, 2, (60, 110, 540, 230), " ".join([SENTENCE] * 7)),
        made_box(number, 3, (60, 250, 540, 370), " ".join([SENTENCE] * 7)),
        made_box(number, 4, (60, 390, 540, 560), " ".join([SENTENCE] * 9)),
        made_box(number, 5, (290, 770, 310, 780), str(number), "page-footer", excluded="page-footer"),
    ]
    return LayoutPage(number, *PAGE, 0, str(number), parser, tuple(boxes))


def made_layout(pages: int = 3, parser: Any = "neural") -> LayoutDocument:
    """Some such pages."""
    info = DocumentInfo("cd" * 32, "minutes.pdf", pages, page_sizes=(PAGE,) * pages)
    made = tuple(made_page(n, parser) for n in range(1, pages + 1))
    return LayoutDocument(info, made, "Minutes", "file_name", f"minutes-{pages}-{parser}")


def made_state(pages: int = 3, *, key: str = "minutes", before: Profile | None = None, **fields: Any) -> DocumentState:
    """The document cut with small chunks, as the window holds it."""
    layout = made_layout(pages)
    profile = Profile().replace(
        {"assembly.token_budget": 160, "assembly.min_tokens": 40, "assembly.overlap_tokens": 24} | fields
    )
    return DocumentState(
        key,
        Path(f"/documents/{key}.pdf"),
        title="Minutes",
        info=layout.info,
        layout=layout,
        result=chunk_document(layout, profile),
        previous=chunk_document(layout, before) if before else None,
        final=True,
        pages_done=pages,
        pages_total=pages,
    )


def made_marks() -> PageMarks:
    """A page with two chunks, a cut between them, a place not cut, and three boxes, one of them left out."""
    boxes = (
        BoxMark("p1.b0", (100, 100, 500, 200), "text", order=1, room=(100.0, 100.0, 100.0)),
        BoxMark("p1.b1", (100, 220, 500, 320), "table", order=2, room=(100.0, 20.0, 100.0)),
        BoxMark("p1.b2", (100, 20, 200, 32), "page-header", excluded="page-header", room=(100.0, 20.0, 400.0)),
    )
    bands = (
        BandMark(0, "c0", 120, (0, 97, 600, 210), ((0, 97), (600, 97), (600, 210), (0, 210)), True),
        BandMark(1, "c1", 80, (0, 210, 600, 323), ((0, 210), (600, 210), (600, 323), (0, 323)), True),
    )
    boundaries = (
        BoundaryMark(0, "p1.b0.u0", ((0, 150), (600, 150)), 150, False, "below_threshold", 0.31, inside=True),
        BoundaryMark(1, "p1.b0.u1", ((0, 210), (600, 210)), 210, True, "score", 0.83),
    )
    return PageMarks(1, 600, 800, boxes, bands, boundaries)


@dataclass(frozen=True)
class Picture:
    """What a render process hands over."""

    width: int
    height: int
    stride: int
    rgb: bytes


class InkSource:
    """White pages with a black bar from y 120 to 130 points; remembers what was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, float, Rect | None]] = []
        self.fail = False

    def submit_image(self, key: str, page: int, scale: float, clip: Rect | None, priority: int) -> Future[Any]:
        """A picture that is there at once."""
        del key, priority
        self.asked.append((page, scale, clip))
        future: Future[Any] = Future()
        if self.fail:
            future.set_exception(RuntimeError("worker gone"))
            return future
        x0, y0, x1, y1 = clip or (0.0, 0.0, *PAGE)
        wide, tall = max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale))
        rows = [(b"\x00" if 120 * scale <= y + y0 * scale < 130 * scale else b"\xff") * (wide * 3) for y in range(tall)]
        future.set_result(Picture(wide, tall, wide * 3, b"".join(rows)))
        return future
