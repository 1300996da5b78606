"""The canonical text of boxes: one dispatch, the same alone and in the document, and free of side effects."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

from hypothesis import given

from chunkstudio.chunking.sentence_builder import build_units, flow_groups
from chunkstudio.chunking.text_source import group_markdown, group_units, table_content
from chunkstudio.layout.model import LayoutDocument, TableCell, TableGrid
from tests.chunking.documents import DocumentBuilder, sentences
from tests.chunking.strategies import documents, quick


def sample() -> LayoutDocument:
    b = DocumentBuilder()
    b.title("Harbour  book")
    b.heading("2.1 Fees", 2)
    b.text("First sentence. Second one.")
    b.items("apples", "pears", marker="•")
    b.items("one step", marker="1.")
    b.items("deep", marker="–", depth=1)
    b.table([["Pier", "Fee"], ["A|B", "12"], ["", "7"]])
    b.box("code", "if x:\n    y = 1\n\nz = 2")
    b.box("picture", "axis text")
    b.box("formula", "Q = a + b")
    b.box("footnote", "1 A note.")
    return b.build()


def test_that_each_class_has_its_markdown() -> None:
    columns = build_units(sample())
    assert columns.markdown == (
        "# Harbour book\n\n### 2.1 Fees\n\nFirst sentence. Second one.\n\n- apples\n- pears\n1. one step\n  - deep\n\n"
        "|Pier|Fee|\n|---|---|\n|A\\|B|12|\n||7|\n\n```\nif x:\n    y = 1\n\nz = 2\n```\n\n"
        "[Figure f1: 468x56]\naxis text\n\nQ = a + b\n\n1 A note."
    )


def test_that_the_plain_text_has_no_markup() -> None:
    columns = build_units(sample())
    assert columns.plain == (
        "Harbour book\n\n2.1 Fees\n\nFirst sentence. Second one.\n\napples\npears\n1. one step\ndeep\n\n"
        "Pier: Fee\nA|B: 12\n7\n\nif x:\n    y = 1\n\nz = 2\n\naxis text\n\nQ = a + b\n\n1 A note."
    )


def test_that_headers_come_from_marked_cells_alone_and_spans_join_their_names() -> None:
    cells = (
        TableCell(0, 0, "Place", row_span=2, header=True),
        TableCell(0, 1, "2023", column_span=2, header=True),
        TableCell(1, 1, "May", header=True),
        TableCell(1, 2, "June", header=True),
        TableCell(2, 0, "Pier"),
        TableCell(2, 1, "4"),
        TableCell(2, 2, "5"),
    )
    content = table_content(TableGrid(3, 3, cells, header_rows=2))
    assert content is not None and content.headers == ("Place", "2023 May", "2023 June")
    assert content.titles == ("Place", "2023 May", "June")
    unmarked = table_content(TableGrid(3, 3, cells, header_rows=0))
    assert unmarked is not None and unmarked.headers == ()
    assert table_content(None) is None


def test_that_a_title_over_several_columns_is_said_once_in_the_header_line() -> None:
    cells = [TableCell(0, 1, "Year ended", column_span=2, header=True)]
    cells += [TableCell(1, c, text, header=True) for c, text in ((0, "Place"), (1, "2023"), (2, "2024"))]
    cells += [TableCell(2, c, text) for c, text in enumerate(("Pier", "4", "5"))]
    b = DocumentBuilder()
    b.table([["Place", "2023", "2024"]])
    page = b.build().pages[0]
    box = replace(page.boxes[0], table=TableGrid(3, 3, tuple(cells), header_rows=2))
    header, row = group_units([box])
    assert header.text == "|Place|Year ended 2023|2024|\n|---|---|---|"
    assert header.plain == "Place: Year ended 2023; 2024" and row.text == "|Pier|4|5|"


def test_that_a_sentence_over_a_page_is_one_unit_with_places_on_both() -> None:
    b = DocumentBuilder()
    first = b.text("It begins here. The sentence runs on and")
    b.box("footnote", "A note between.")
    b.new_page()
    b.text("ends on the next page. A last one.", continues=first.id)
    columns = build_units(b.build())
    texts = [columns.text(i) for i in range(len(columns))]
    assert texts == ["It begins here.", "The sentence runs on and ends on the next page.", "A last one.", "A note between."]
    assert {page for page, _ in columns.rects(1)} == {1, 2}
    assert columns.unit_id(1) == "p1.b0.u1" and columns.unit_id(2) == "p2.b0.u0"


def test_that_a_table_continued_on_the_next_page_is_one_table() -> None:
    b = DocumentBuilder()
    first = b.table([["Key", "Value"], ["a", "1"]])
    b.new_page()
    b.table([["b", "2"]], header_rows=0, continues=first.id)
    columns = build_units(b.build())
    assert columns.table.tolist() == [0, 0, 0]
    assert columns.row.tolist() == [0, 1, 2]
    assert [columns.page(i) for i in range(3)] == [1, 1, 2]


def test_that_units_have_their_own_lines_as_places() -> None:
    b = DocumentBuilder()
    b.text(sentences(1, 6))
    columns = build_units(b.build())
    box = columns.boxes[0]
    for i in range(len(columns)):
        for _, rect in columns.rects(i):
            assert rect[3] - rect[1] < box.rect[3] - box.rect[1]
            assert box.rect[0] <= rect[0] < rect[2] <= box.rect[2]


@quick
@given(documents())
def test_that_a_box_reads_the_same_alone_and_in_the_document(document: LayoutDocument) -> None:
    before = deepcopy(document)
    columns = build_units(document)
    figure = 0
    for group in flow_groups(document):
        figure += group[0].box_class == "picture"
        if group_units(group, figure=figure):
            assert group_markdown(group, figure=figure) in columns.markdown
    assert document == before
    assert [columns.text(i) for i in range(len(columns))] == [
        columns.markdown[a:b] for a, b in zip(columns.start, columns.end, strict=True)
    ]
