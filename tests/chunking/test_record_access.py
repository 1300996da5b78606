"""Labels on records: never wider than the document's, never without, and nothing shown that readers may not see."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunkstudio.chunking.access import RESTRICTED, DocumentAccess, NarrowerLabels, may_see
from chunkstudio.chunking.chunkset_json import to_json_dict
from chunkstudio.chunking.chunkset_text import document_markdown, document_text
from chunkstudio.chunking.pipeline import Pipeline, chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.chunking.table_labels import labels_of_caption
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.service import ChunkingBuilder
from chunkstudio.layout.model import LayoutBox, LayoutDocument
from tests.chunking.documents import DocumentBuilder
from tests.chunking.record_layouts import B, heading, layout, table, text

LABELS = "abc"
NARROW = NarrowerLabels(("a",), section="Sub One")
PAGES = 4
SECTIONS = ("Part One", "Sub One", "Part Two", "Sub Two")
EVERYTHING = {
    "assembly.token_budget": 90,
    "assembly.min_tokens": 60,
    "assembly.overlap_tokens": 20,
    "assembly.overlap_scope": "document",
    "assembly.respect_section_starts": False,
    "context.document_summary": True,
    "context.section_summary": True,
    "context.table_summary": True,
    "summaries.reserved_tokens": 12,
}


def marked(section: str, page: int, words: str = "") -> str:
    """Text that tells where it stands: x<section>p<page> in each sentence."""
    sign = f"x{section}p{page}"
    return f"The keeper of {sign} checks the gate each day. In winter {sign} closes early. {words}".strip()


def document() -> LayoutDocument:
    rows = [["Unit", "Cost"], *([f"x2p3 row {n}", str(n)] for n in range(6))]
    later = [["Unit", "Cost"], *([f"x3p4 row {n}", str(n)] for n in range(6))]
    return layout(
        [
            heading("Handbook x0p1", 0),
            text(marked("0", 1)),
            heading("Part One"),
            text(marked("1", 1)),
            text(marked("1", 2), 2),
            heading("Sub One", 2, 2),
            text(marked("2", 2), 2),
            text(marked("2", 3), 3),
            B("caption", "Table of x2p3", 3, caption_of=9),
            table(rows, 3),
            heading("Part Two", 1, 3),
            text(marked("3", 3), 3),
            text(marked("3", 4), 4),
            table(later, 4),
            heading("Sub Two", 2, 4),
            text(marked("4", 4), 4),
        ]
    )


def chunk_set_of(access: DocumentAccess, values: dict[str, object] | None = None) -> ChunkSet:
    profile = Profile().replace(values or {})
    return ChunkingBuilder(profile).build_chunks(chunk_document(document(), profile, access=access))


CHAINS = {"0": (), "1": ("Part One",), "2": ("Part One", "Sub One"), "3": ("Part Two",), "4": ("Part Two", "Sub Two")}
HEADING_PAGES = {"Part One": ("1", 1), "Sub One": ("2", 2), "Part Two": ("3", 3), "Sub Two": ("4", 4)}
SIGN = re.compile(r"x(\d)p(\d)")

narrower = st.one_of(
    st.builds(
        lambda labels, first, more: NarrowerLabels(tuple(sorted(labels)), ((first, min(first + more, PAGES)),)),
        st.sets(st.sampled_from(LABELS), min_size=1),
        st.integers(1, PAGES),
        st.integers(0, 2),
    ),
    st.builds(
        lambda labels, name: NarrowerLabels(tuple(sorted(labels)), section=name),
        st.sets(st.sampled_from(LABELS), min_size=1),
        st.sampled_from(SECTIONS),
    ),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(narrower, max_size=4), st.sampled_from([{}, EVERYTHING]))
def test_that_no_record_shows_more_than_its_readers_may_see(parts: list[NarrowerLabels], values: dict[str, object]) -> None:
    access = DocumentAccess(tuple(LABELS), tuple(parts))
    try:
        chunk_set = chunk_set_of(access, values)
    except ChunkStudioError as error:
        assert error.code == "bad_acl"
        return
    for record in chunk_set:
        assert record.acl and set(record.acl) <= set(access.acl)
        shown = "\n".join((record.text, record.retrieval_text, record.summary_text, *record.heading_path, str(record.metadata)))
        for section, page in SIGN.findall(shown):
            assert set(record.acl) <= set(access.labels_at([int(page)], CHAINS[section])), (record.layer, section, page)
        for name, (section, page) in HEADING_PAGES.items():
            if name in shown:
                assert set(record.acl) <= set(access.labels_at([page], CHAINS[section])), (record.layer, name)
        if record.parent_chunk_id is not None:
            parent = chunk_set.get(record.parent_chunk_id)
            assert parent is not None and parent.acl is not None
            assert all(may_see([label], parent.acl) for label in record.acl)
    data = to_json_dict(chunk_set)
    outside = str([data[key] for key in ("document", "profile", "diagnostics")])
    for section, page in SIGN.findall(outside):
        assert set(access.acl) <= set(access.labels_at([int(page)], CHAINS[section])), (section, page)
    for view in (*data["sections"], *data["tables"], *data["boxes"]):
        for section, page in SIGN.findall(str([view.get(key) for key in ("title", "path", "caption", "rows", "text")])):
            assert set(view["acl"]) <= set(access.labels_at([int(page)], CHAINS[section])), view


@pytest.mark.parametrize("mode", ["preserve", "isolate", "rows"])
def test_that_a_caption_on_a_page_for_few_is_said_to_no_others_in_any_table_mode(mode: str) -> None:
    boxes = [
        heading("Fees"),
        text("The board alone reads the next line."),
        B("caption", "Table of secret rates", 2, caption_of=3),
        table([["Unit", "Cost"], ["Boat", "3"], ["Ship", "9"]], 3),
    ]
    profile = Profile().replace({"assembly.table_mode": mode, "assembly.min_tokens": 0})
    access = DocumentAccess(("board", "public"), (NarrowerLabels(("board",), ((2, 2),)),))
    pipeline = Pipeline()
    for who in (DocumentAccess(("board", "public")), access):
        records = ChunkingBuilder(profile).build_chunks(pipeline.run(layout(boxes), profile, access=who))
        shown = [set(r.acl or ()) for r in records if "secret" in r.text + r.retrieval_text + r.summary_text]
        assert shown
        assert all(labels == ({"board"} if who is access else {"board", "public"}) for labels in shown)


@pytest.mark.parametrize("budget", [100, 400])
def test_that_a_header_on_a_page_for_few_is_repeated_for_no_others_whole_or_shortened(budget: int) -> None:
    builder = DocumentBuilder()
    builder.heading("Fees")
    names = ["secret unit", *(f"secret column number {n} of the large sheet of the harbour" for n in range(4))]
    first = builder.table([names, ["Boat", "1", "2", "3", "4"]])
    builder.new_page()
    builder.table([[f"Ship {n}", "1", "2", "3", "4"] for n in range(9)], header_rows=0, continues=first.id)
    profile = Profile().replace({"assembly.token_budget": budget, "assembly.min_tokens": 0})
    access = DocumentAccess(("board", "public"), (NarrowerLabels(("board",), ((1, 1),)),))
    records = ChunkingBuilder(profile).build_chunks(chunk_document(builder.build(), profile, access=access))
    shown = [r for r in records if "secret" in r.text + r.retrieval_text + r.summary_text]
    assert shown
    assert all(r.acl == ("board",) for r in shown)
    assert any("Ship" in r.text and r.acl == ("board", "public") for r in records)


def test_that_a_caption_is_looked_for_near_its_table_first() -> None:
    class Counting(tuple[LayoutBox, ...]):
        """Counts how many boxes are looked at."""

        looked = 0

        def __getitem__(self, at: Any) -> Any:
            Counting.looked += 1
            return super().__getitem__(at)

    boxes = [heading("Fees"), *(text(f"Line {n} of many before it.") for n in range(300))]
    boxes += [B("caption", "Table of rates", 2, caption_of=len(boxes) + 1), table([["Unit", "Cost"], ["Boat", "3"]], 2)]
    access = DocumentAccess(("board", "public"), (NarrowerLabels(("board",), ((2, 2),)),))
    chunked = chunk_document(layout(boxes), Profile(), access=access)
    columns = replace(chunked.columns, boxes=Counting(chunked.columns.boxes))
    assert labels_of_caption(columns, chunked.access, chunked.tables[0]) == ("board",)
    assert Counting.looked < 10


def test_that_a_restricted_heading_reads_restricted_in_wider_records() -> None:
    access = DocumentAccess(("a", "b"), (NarrowerLabels(("a",), ((2, 2),)),))
    chunk_set = chunk_set_of(access)
    wide = next(r for r in chunk_set.layer("section") if "x2p3" in r.text and r.acl == ("a", "b"))
    assert wide.heading_path == ("Handbook x0p1", "Part One", RESTRICTED)
    assert "Sub One" not in wide.retrieval_text
    narrow = next(r for r in chunk_set.layer("section") if "x1p2" in r.text)
    assert narrow.acl == ("a",)
    assert narrow.cut_reason == "access"


def test_that_the_document_record_speaks_only_of_what_all_may_see() -> None:
    access = DocumentAccess(("a", "b"), (NarrowerLabels(("a",), section="Part One"), NarrowerLabels(("a",), ((4, 4),))))
    record = chunk_set_of(access).layer("document")[0]
    assert record.acl == ("a", "b")
    assert set(SIGN.findall(record.text)) <= {("0", "1"), ("3", "3")}
    assert "Sub One" not in str(record.metadata)


def test_that_whole_document_text_leaves_narrower_parts_out() -> None:
    access = DocumentAccess(("a", "b"), (NarrowerLabels(("a",), section="Sub One"),))
    chunk_set = chunk_set_of(access)
    for whole in (document_markdown(chunk_set), document_text(chunk_set)):
        assert "x2p2" not in whole and "x2p3" not in whole
        assert whole.count(RESTRICTED) == 1
        assert "x1p2" in whole and "x3p3" in whole


def test_that_every_exported_box_table_section_and_record_has_labels() -> None:
    access = DocumentAccess(("a", "b"), (NarrowerLabels(("a",), section="Sub One"),))
    data = to_json_dict(chunk_set_of(access), boundaries=True)
    for part in ("chunks", "boxes", "sections", "tables", "figures"):
        assert all(item["acl"] for item in data[part]), part
    by_id = {box["id"]: box for box in data["boxes"]}
    assert by_id["p3.b0"]["acl"] == ["a"]
    assert by_id["p1.b1"]["acl"] == ["a", "b"]
    assert {s["title"]: s["acl"] for s in data["sections"]}["Sub One"] == ["a"]
    assert [t["acl"] for t in data["tables"]] == [["a"], ["a", "b"]]


@pytest.mark.parametrize("pages", [(2, 3), (1, 3), (4,)])
def test_that_behind_left_out_pages_no_section_is_taken_for_known(pages: tuple[int, ...]) -> None:
    boxes = [
        heading("Fees"),
        text("The board alone reads this."),
        text("And this, on the next page.", 2),
        heading("Boats", 1, 3),
        text("Everybody reads this.", 3),
        heading("Fees", 1, 4),
        text("The board again.", 4),
    ]
    whole = layout(boxes)
    some = replace(whole, pages=tuple(p for p in whole.pages if p.number in pages))
    access = DocumentAccess(("board", "public"), (NarrowerLabels(("board",), section="Fees"),))
    with pytest.raises(ChunkStudioError, match=r'the section "Fees" is not known') as caught:
        chunk_document(some, Profile(), access=access)
    assert caught.value.code == "bad_acl" and f"1-{pages[-1]}" in caught.value.hint


def test_that_of_the_first_pages_sections_are_known_and_missing_ones_named() -> None:
    whole = document()
    some = replace(whole, pages=whole.pages[:2])
    known = DocumentAccess(("a", "b"), (NarrowerLabels(("a",), section="Sub One"),))
    assert {c.acl for c in chunk_document(some, Profile(), access=known)} == {("a", "b"), ("a",)}
    missing = DocumentAccess(("a", "b"), (NarrowerLabels(("a",), section="Part Two"),))
    with pytest.raises(ChunkStudioError, match=r'No section on pages 1-2 is headed "Part Two"') as caught:
        chunk_document(some, Profile(), access=missing)
    assert "the page where it begins" in caught.value.hint


def test_that_a_lost_rule_of_a_document_with_narrower_parts_quotes_nothing() -> None:
    rules = [ManualRule("always_cut", 'The wages of "x2p2" are low', 2)]
    for access, quoted in ((DocumentAccess(("a", "b")), True), (DocumentAccess(("a", "b"), (NARROW,)), False)):
        chunked = chunk_document(document(), Profile(), access=access, rules=rules)
        (found,) = (f for f in ChunkingBuilder().build_chunks(chunked).diagnostics.warnings if f.code == "rule_lost")
        assert ("wages" in found.message) is quoted and (RESTRICTED in found.message) is not quoted


@pytest.mark.parametrize("part", [NarrowerLabels(("a",), section="Part Three"), NarrowerLabels(("a",), ((4, PAGES + 1),))])
def test_that_a_part_that_does_not_exist_is_refused(part: NarrowerLabels) -> None:
    with pytest.raises(ChunkStudioError) as caught:
        chunk_set_of(DocumentAccess(("a", "b"), (part,)))
    assert caught.value.code == "bad_acl"


def test_that_without_labels_only_a_marked_preview_is_made() -> None:
    chunked = chunk_document(document(), Profile())
    with pytest.raises(ChunkStudioError) as caught:
        ChunkingBuilder().build_chunks(chunked)
    assert caught.value.code == "missing_acl"
    data = to_json_dict(ChunkingBuilder().build_chunks(chunked, preview=True))
    assert data["preview"] is True
    assert data["document"]["acl"] is None
    assert all(chunk["acl"] is None for chunk in data["chunks"])
