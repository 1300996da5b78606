"""Row groups of tables: whole, in place, within the budget."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.chunking.table_lines import row_lines, shared_words, table_sentence, table_text
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.ingestion.service import ChunkingBuilder
from tests.chunking.documents import DocumentBuilder
from tests.chunking.record_layouts import B, heading, layout, table, text

COUNT = tokenizer_for("cl100k_base").count


def make(boxes: list[B], **values: object) -> ChunkSet:
    profile = Profile().replace({key.replace("__", "."): value for key, value in values.items()})
    return ChunkingBuilder(profile).build_chunks(chunk_document(layout(boxes), profile, access=DocumentAccess(("a",))))


cell = st.text(st.sampled_from("abcdefgh 0123456789|,.-"), max_size=30).map(lambda t: " ".join(t.split()))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.lists(cell, min_size=3, max_size=3), min_size=1, max_size=25),
    st.integers(0, 1),
    st.sampled_from([60, 100, 400]),
    st.sampled_from(["preserve", "isolate", "rows"]),
)
def test_that_every_row_is_in_one_record_within_the_budget(rows: list[list[str]], headers: int, budget: int, mode: str) -> None:
    marked = [[f"k{n}x", *row[1:]] for n, row in enumerate(rows)]
    names = [["Key", "One", "Two"]] * headers
    chunk_set = make(
        [heading("A"), text("Some words before."), table([*names, *marked], headers=headers)],
        assembly__token_budget=budget,
        assembly__min_tokens=0,
        assembly__table_mode=mode,
    )
    records = chunk_set.layer("table_row")
    for record in records:
        assert record.token_count == COUNT(record.retrieval_text) <= budget
        assert record.text_tokens == COUNT(record.text) <= budget
    bodies = [r.retrieval_text.split("Content:\n", 1)[1] for r in records]
    for n in range(len(marked)):
        assert sum(f"k{n}x" in body.replace(";", " ").replace(":", " ").split() for body in bodies) >= 1
    parents = {record.id: record for record in chunk_set.layer("section")}
    for record in records:
        if mode == "rows":
            continue
        assert record.parent_chunk_id is not None
        first, end = parents[record.parent_chunk_id].unit_range
        assert first <= record.unit_range[0] and record.unit_range[1] <= end


def test_that_a_continued_table_is_one_table_with_inherited_headers() -> None:
    rows = [["Unit", "Fee"], *([f"u{n}", str(n)] for n in range(1, 60))]
    chunk_set = make([heading("A"), table(rows)], assembly__token_budget=100, assembly__min_tokens=20)
    records = chunk_set.layer("table_row")
    assert len(records) > 3
    assert all("Unit: u" in r.retrieval_text and "Fee: " in r.retrieval_text for r in records)
    assert {r.parent_table_id for r in records} == {"t1"}
    assert len({r.parent_chunk_id for r in records}) > 1


def test_that_a_table_after_one_without_a_grid_has_its_records() -> None:
    words = B("table", "Boats 3\nShips 9")
    chunk_set = make([heading("A"), words, table([["Unit", "Fee"], ["Boat", "3"], ["Ship", "9"]])])
    (record,) = chunk_set.layer("table_row")
    assert record.retrieval_text.endswith("Content:\nUnit: Boat; Fee: 3\nUnit: Ship; Fee: 9")


@pytest.mark.parametrize("marked", [0, 1])
def test_that_a_table_whose_first_part_is_empty_begins_with_the_next_one(marked: int) -> None:
    builder = DocumentBuilder()
    first = builder.table([["", ""], ["", ""]], header_rows=marked)
    builder.new_page()
    builder.table([["Unit", "Fee"], ["Boat", "3"], ["Ship", "9"]], header_rows=1, continues=first.id)
    chunked = chunk_document(builder.build(), Profile(), access=DocumentAccess(("a",)))
    (record,) = ChunkingBuilder(Profile()).build_chunks(chunked).layer("table_row")
    assert record.retrieval_text.endswith("Content:\nUnit: Boat; Fee: 3\nUnit: Ship; Fee: 9")
    assert chunked.units[0].text.startswith("|Unit|Fee|")


def test_that_rows_tell_their_place_on_the_page() -> None:
    record = make([heading("A"), table([["Unit", "Fee"], ["Boat", "3"], ["Ship", "9"]], page=2)]).layer("table_row")[0]
    assert record.pages == (2,)
    assert len(record.regions) == 1 and record.regions[0].page == 2
    assert record.regions[0].rect == (50.0, 52.0, 500.0, 76.0)
    assert record.box_ids == ("p2.b0",)


def test_that_an_oversize_header_is_left_out_of_rows_instead_of_breaking_the_budget() -> None:
    names = [f"A rather long name of the column number {n}" for n in range(12)]
    rows = [names, *([f"v{r}c{n}" for n in range(12)] for r in range(4))]
    records = make([heading("A"), table(rows)], assembly__token_budget=150, assembly__min_tokens=20).layer("table_row")
    found = " ".join(r.retrieval_text for r in records)
    assert all(f"v{r}c{n}" in found for r in range(4) for n in range(12))
    assert all(r.text_tokens <= 150 and r.token_count <= 150 for r in records)


def test_that_the_text_above_names_a_table_without_caption() -> None:
    records = make([heading("A"), text("Fees by kind of boat are these:"), table([["Unit", "Fee"], ["Boat", "3"]])])
    assert "\nTable: Fees by kind of boat are these:\n" in records.layer("table_row")[0].retrieval_text
    far = make([heading("A"), text("Fees are these:"), heading("B"), table([["Unit", "Fee"], ["Boat", "3"]])])
    assert "\nTable: " not in far.layer("table_row")[0].retrieval_text


@pytest.mark.parametrize(
    ("cells", "headers", "line"),
    [
        (("Boat", "3", ""), ("Unit", "Summer", "Winter"), "Unit: Boat; Summer: 3"),
        (("Boat", "3", "3"), (), "Boat; 3; 3"),
        (("Boat", "3", "3"), ("Unit", "2022", "2023"), "Unit: Boat; 2022: 3; 2023: 3"),
        (("Unit", "3"), ("Unit", "Fee"), "Unit; Fee: 3"),
        (("", ""), ("A", "B"), ""),
        (("Boat", "3", "4"), ("Unit", ""), "Unit: Boat; 3; 4"),
        (("Boat",), ("Unit", "Fee"), "Unit: Boat"),
    ],
)
def test_that_a_row_reads_as_header_and_value(cells: tuple[str, ...], headers: tuple[str, ...], line: str) -> None:
    assert row_lines([cells], headers) == [line]


def test_that_words_of_all_column_headers_are_said_once() -> None:
    headers = ("Item", "Year ended June 30, 2022", "Year ended June 30, 2023")
    assert shared_words(headers) == ("Year ended June 30,", ("Item", "2022", "2023"))
    assert shared_words(("Item", "Fee 2022", "Fee 2023")) == ("", ("Item", "Fee 2022", "Fee 2023"))
    assert shared_words(("Item", "Year ended June", "Year ended June")) == ("Year ended", ("Item", "June", "June"))
    record = make([heading("A"), table([list(headers), ["Boat", "3", "4"], ["Ship", "5", "6"]])]).layer("table_row")[0]
    body = record.retrieval_text.split("Content:\n", 1)[1]
    assert body == "Year ended June 30,\nItem: Boat; 2022: 3; 2023: 4\nItem: Ship; 2022: 5; 2023: 6"
    assert record.summary_text.endswith("Item: Boat; 2022: 3; 2023: 4")


@pytest.mark.parametrize("stub", ["(in thousands)", "Years ended December 31,", "2020", "Berths:"])
def test_that_a_header_that_names_no_row_is_said_once_and_not_in_each_row(stub: str) -> None:
    rows = [[stub, "2021", "2022"], ["Boat", "3", "4"], ["Ship", "5", "6"]]
    record = make([heading("A"), table(rows)]).layer("table_row")[0]
    assert record.retrieval_text.split("Content:\n", 1)[1] == f"{stub}\nBoat; 2021: 3; 2022: 4\nShip; 2021: 5; 2022: 6"
    assert shared_words((stub, "Total for 2021", "Total for 2022")) == (f"{stub}; Total for", ("", "2021", "2022"))
    assert shared_words((stub,)) == (stub, ("",)) and shared_words(()) == ("", ())


def test_that_notes_name_no_table_and_a_unit_does_not_hide_the_name() -> None:
    rows = [["Unit", "Fee"], ["Boat", "3"]]
    above = [text("Fees by kind of boat:"), text("(in thousands)"), text("nm - not meaningful")]
    record = make([heading("A"), *above, table(rows)]).layer("table_row")[0]
    assert "\nTable: Fees by kind of boat: (in thousands)\n" in record.retrieval_text
    second = make([heading("A"), table(rows), text("(1) Ships pay more in winter."), table(rows)]).layer("table_row")[1]
    assert "\nTable: " not in second.retrieval_text


def test_that_a_long_path_does_not_outweigh_the_rows() -> None:
    names = [
        "Chapter one on the harbour and all of its many berths, moorings and boats",
        "On money, fees and dues",
        "Part three",
    ]
    boxes = [heading(name, level=k + 1) for k, name in enumerate(names)]
    record = make([*boxes, table([["Unit", "Fee"], ["Boat", "3"]])]).layer("table_row")[0]
    line = next(part for part in record.retrieval_text.splitlines() if part.startswith("Section: "))
    assert line.endswith(names[2]) and names[0] not in line
    assert names[0] in record.heading_path


def test_that_one_line_stands_for_a_table() -> None:
    boxes = [heading("A"), B("caption", "Table 2: Fees", caption_of=2), table([["Unit", "Fee"], ["Boat", "3"]])]
    chunked = chunk_document(layout(boxes))
    assert table_sentence(chunked.tables[0]) == "Table 2: Fees; Unit, Fee; Boat."
    assert table_text(chunked.tables[0]) == "Table 2: Fees\nUnit: Boat; Fee: 3"
