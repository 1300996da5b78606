"""The three layers of a chunk set, field by field."""

from __future__ import annotations

from dataclasses import fields

import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkRecord, ChunkSet, records_of
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.ingestion.service import ChunkingBuilder
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.record_layouts import B, heading, layout, table, text

COLUMNS = tuple(field.name for field in fields(ChunkRecord))
COUNT = tokenizer_for("cl100k_base").count
PUBLIC = DocumentAccess(("public",))
WORDS = "The harbour office keeps a list of all boats. Each boat pays a berth fee for each night. "


def make(document: LayoutDocument, *, access: DocumentAccess = PUBLIC, document_id: str = "", **values: object) -> ChunkSet:
    profile = Profile().replace({key.replace("__", "."): value for key, value in values.items()})
    chunked = chunk_document(document, profile, access=access)
    return ChunkingBuilder(profile, document_id=document_id, owner="harbour").build_chunks(chunked)


def manual() -> LayoutDocument:
    rows = [["Length", "Summer fee", "Winter fee"], *([f"{n} m", str(n * 3), str(n * 2)] for n in range(1, 41))]
    return layout(
        [
            heading("Harbour manual", 0),
            heading("Chapter 3 Money"),
            heading("3.2 Fees", 2),
            *(text(WORDS * 8) for _ in range(4)),
            B("caption", "Table 1: Berth fees", 2, caption_of=8),
            table(rows, 2),
            heading("Appendix B Forms", 1, 3),
            text("Forms are kept in the office of the harbour master. " * 12, 3),
        ]
    )


def test_that_there_are_three_layers_in_order() -> None:
    chunk_set = make(manual())
    layers = [record.layer for record in chunk_set]
    assert layers == sorted(layers, key=["section", "table_row", "document"].index)
    assert layers.count("document") == 1
    assert [record.position for record in chunk_set] == list(range(len(chunk_set)))


def test_that_layers_can_be_switched_off() -> None:
    chunk_set = make(manual(), layers__table_row=False, layers__document=False)
    assert {record.layer for record in chunk_set} == {"section"}
    alone = make(manual(), layers__section=False)
    assert {record.layer for record in alone} == {"table_row", "document"}
    assert all(record.parent_chunk_id is None for record in alone)


def test_that_section_records_have_the_one_template() -> None:
    record = next(r for r in make(manual()).layer("section") if "berth fee" in r.text and r.part > 1)
    assert record.retrieval_text.startswith(
        "Document: Harbour manual\nSection: Harbour manual > Chapter 3 Money > 3.2 Fees\nContent:\n"
    )
    assert record.heading_path == ("Harbour manual", "Chapter 3 Money", "3.2 Fees")
    assert record.fingerprint == record.section_id
    assert record.section_ordinal == 2


def test_that_an_appendix_keeps_its_letter() -> None:
    record = next(r for r in make(manual()).layer("section") if "Forms are kept" in r.text)
    assert record.section_ordinal == 0
    assert record.metadata["section_label"] == "B"


def test_that_ordinals_number_sections_and_parts_count_their_records() -> None:
    sections = make(manual(), assembly__token_budget=120, assembly__min_tokens=30).layer("section")
    ordinals = [record.ordinal for record in sections]
    assert ordinals == sorted(ordinals) and ordinals[0] >= 1
    for section_id in {record.section_id for record in sections}:
        own = [record for record in sections if record.section_id == section_id]
        assert [record.part for record in own] == list(range(1, len(own) + 1))
        assert {record.parts for record in own} == {len(own)}
        assert len({record.ordinal for record in own}) == 1


def test_that_row_records_carry_caption_headers_and_rows() -> None:
    chunk_set = make(manual())
    rows = chunk_set.layer("table_row")
    assert len(rows) > 1
    sections = {record.id: record for record in chunk_set.layer("section")}
    seen: list[str] = []
    for k, record in enumerate(rows, start=1):
        assert (record.part, record.parts) == (k, len(rows))
        assert "Table: Table 1: Berth fees\n" in record.retrieval_text
        assert record.text.startswith("Table 1: Berth fees\n\n|Length|Summer fee|Winter fee|\n|---|---|---|\n")
        assert record.parent_table_id == "t1" == record.fingerprint
        assert record.parent_section_id == "s3"
        assert record.parent_chunk_id is not None
        parent = sections[record.parent_chunk_id]
        body = record.retrieval_text.split("Content:\n")[1]
        for line in body.split("\n"):
            assert line.startswith("Length: ") and "Summer fee: " in line and "Winter fee: " in line
            seen.append(line.split(";")[0].removeprefix("Length: "))
            assert f"|{seen[-1]}|" in parent.text
    assert seen == [f"{n} m" for n in range(1, 41)]


def test_that_a_header_only_table_gives_no_record() -> None:
    chunk_set = make(layout([heading("A"), text(WORDS), table([["Name", "Fee"]])]))
    assert all("Content:\n" in r.retrieval_text for r in chunk_set.layer("table_row"))
    assert len(chunk_set.layer("table_row")) <= 1


def test_that_a_giant_row_is_cut_with_its_key_and_headers() -> None:
    long = " ".join(f"Sentence number {n} of the notes on this berth." for n in range(60))
    chunk_set = make(
        layout([heading("A"), table([["Unit", "Notes"], ["K-12", long], ["K-13", "short"]])]),
        assembly__token_budget=120,
        assembly__min_tokens=20,
    )
    rows = chunk_set.layer("table_row")
    pieces = [r for r in rows if "K-12" in r.retrieval_text]
    assert len(pieces) > 3
    assert all("Notes: " in r.retrieval_text for r in pieces)
    for n in range(60):
        assert sum(f"number {n} of" in r.retrieval_text for r in pieces) == 1


@pytest.mark.parametrize("words", [10, 20, 30, 45, 60])
def test_that_a_row_of_its_key_alone_has_a_record_whatever_its_caption_takes(words: int) -> None:
    caption = "Table 1: " + " ".join(f"word{n}" for n in range(words))
    names = ["Which vessels lie in the basins", "What they pay in summer", "Remarks"]
    chunk_set = make(
        layout([heading("A"), B("caption", caption, caption_of=2), table([names, ["North basin", "", ""]])]),
        assembly__token_budget=60,
        assembly__min_tokens=0,
    )
    rows = [r for r in chunk_set.layer("table_row") if "North basin" in r.retrieval_text]
    assert len(rows) == 1 and rows[0].token_count <= 60


def test_that_every_string_is_within_the_budget_and_counted_exactly() -> None:
    for budget in (40, 90, 400):
        for record in make(manual(), assembly__token_budget=budget, assembly__min_tokens=0):
            assert record.token_count == COUNT(record.retrieval_text) <= budget
            assert record.text_tokens == COUNT(record.text) <= budget


def test_that_the_document_record_holds_the_summary_packet() -> None:
    record = make(manual()).layer("document")[0]
    packet = record.metadata["summary_packet"]
    assert isinstance(packet, dict)
    assert set(packet) == {"global_synopsis", "overview_summary", "retrieval_lenses"}
    assert set(packet["retrieval_lenses"]) == {"overview", "table_summary", "section_guide"}
    assert packet["overview_summary"] in record.text
    assert "Berth fees" in packet["retrieval_lenses"]["table_summary"]
    assert "3.2 Fees" in packet["retrieval_lenses"]["section_guide"]


def test_that_a_table_only_document_gets_a_table_summary() -> None:
    record = make(layout([table([["Name", "Fee"], ["Boat", "3"], ["Ship", "9"]])])).layer("document")[0]
    assert "Name, Fee" in record.text and "Boat" in record.text


def test_that_summaries_are_one_sentence_of_the_record() -> None:
    for record in make(manual()).layer("section"):
        assert record.summary_text
        assert record.summary_text in record.text.replace("\n\n", " ") or record.types == ("table",)


def test_that_a_document_without_headings_has_its_title_as_path() -> None:
    chunk_set = make(layout([text(WORDS)], file_name="harbour.pdf"))
    assert chunk_set[0].heading_path == ("harbour",)
    assert any(f.code == "no_headings" for f in chunk_set.diagnostics.warnings)


def test_that_an_empty_document_has_no_records() -> None:
    assert len(make(layout([], pages=1))) == 0


def test_that_contents_and_index_do_not_stand_for_the_document() -> None:
    chunk_set = make(
        layout([heading("Fees"), text(WORDS * 4), heading("Contents"), text("Fees are on page one of this long list. " * 9)])
    )
    assert chunk_set.layer("document")[0].metadata["selected_section_ids"] == ["s1"]


def test_that_a_novel_is_represented_by_one_section() -> None:
    boxes = []
    for n in range(1, 20):
        boxes += [heading(f"Chapter {n}"), text(f"In chapter {n} the captain sails to port number {n}. " * 6)]
    record = make(layout(boxes)).layer("document")[0]
    assert len(record.metadata["selected_section_ids"]) == 1  # type: ignore[arg-type]
    few = make(layout(boxes), summaries__sections=10).layer("document")[0]
    assert len(few.metadata["selected_section_ids"]) == 10  # type: ignore[arg-type]


def test_that_summary_lines_appear_where_they_are_wanted() -> None:
    chunk_set = make(manual(), context__document_summary=True, context__section_summary=True, context__table_summary=True)
    for record in chunk_set.layer("section"):
        assert record.retrieval_text.startswith("Document summary: ")
        assert "\nSection summary: " in record.retrieval_text
        assert record.token_count == COUNT(record.retrieval_text) <= 400
    assert all("\nTable summary: " in record.retrieval_text for record in chunk_set.layer("table_row"))


@pytest.mark.parametrize("given", ["", "manual-7"])
def test_that_ids_depend_on_the_document_id_and_link_up(given: str) -> None:
    chunk_set = make(manual(), document_id=given)
    ids = {record.id for record in chunk_set}
    assert len(ids) == len(chunk_set)
    assert chunk_set.document.id == (given or chunk_set.document.sha256)
    assert {r.parent_chunk_id for r in chunk_set.layer("table_row")} <= ids
    other = make(manual(), document_id="other")
    assert ids.isdisjoint(record.id for record in other)


def test_that_records_written_by_column_equal_those_that_are_constructed() -> None:
    made = make(manual()).records
    columns = {name: [getattr(record, name) for record in made] for name in COLUMNS}
    assert records_of(len(made), columns) == list(made)


def test_that_a_column_of_another_length_or_a_field_without_a_value_is_refused() -> None:
    made = make(manual()).records
    columns = {name: [getattr(record, name) for record in made] for name in COLUMNS}
    with pytest.raises(ValueError, match="text"):
        records_of(len(made), {**columns, "text": columns["text"][1:]})
    with pytest.raises(TypeError, match="a record needs text"):
        records_of(len(made), {name: column for name, column in columns.items() if name != "text"})
