"""Tables as the export shows them."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.layout.model import TableCell, TableGrid
from tests.chunking.documents import DocumentBuilder
from tests.chunking.strategies import quick


class Places(HTMLParser):
    """Which text stands in which place, as a browser would lay the table out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.at: dict[tuple[int, int], str] = {}
        self.row = -1
        self.open: list[tuple[int, int]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.row += 1
        if tag in ("td", "th"):
            spans = dict(attrs)
            column = next(c for c in range(len(self.at) + 1) if (self.row, c) not in self.at)
            rows = range(self.row, self.row + int(spans.get("rowspan") or 1))
            self.open = [(r, c) for r in rows for c in range(column, column + int(spans.get("colspan") or 1))]
            self.at |= dict.fromkeys(self.open, "")

    def handle_data(self, data: str) -> None:
        self.at |= dict.fromkeys(self.open, data)


@st.composite
def grids(draw: st.DrawFn) -> TableGrid:
    """Tables with spans and with places that no cell covers."""
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    free = {(r, c) for r in range(rows) for c in range(columns)}
    cells = []
    for row, column in sorted(free):
        if (row, column) not in free or draw(st.integers(0, 3)) == 0:
            continue
        tall, wide = draw(st.integers(1, rows - row)), draw(st.integers(1, columns - column))
        covered = {(r, c) for r in range(row, row + tall) for c in range(column, column + wide)}
        if not covered <= free:
            tall, wide, covered = 1, 1, {(row, column)}
        free -= covered
        cells.append(TableCell(row, column, f"{row}<{column}", tall, wide, header=row == 0))
    if not cells:
        cells.append(TableCell(0, 0, "only"))
    return TableGrid(rows, columns, tuple(cells), header_rows=1)


@quick
@given(grids())
def test_that_every_text_of_the_html_stands_where_it_stands_in_the_grid(grid: TableGrid) -> None:
    b = DocumentBuilder()
    b.box("table", table=grid)
    [table] = chunk_document(b.build(), Profile()).tables
    shown = Places(table.html).at
    assert [[shown[r, c] for c in range(grid.columns)] for r in range(grid.rows)] == grid.grid()
    assert len(shown) == grid.rows * grid.columns
