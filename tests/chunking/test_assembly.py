"""Cuts: forced, forbidden and soft places, reasons, and that an edit stays where it was made."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.layout.model import BoxClass, LayoutDocument
from tests.chunking.documents import DocumentBuilder, grid, lines_of, sentences

SMALL = Profile().replace({"assembly.token_budget": 200, "assembly.min_tokens": 60})


def reasons(result: ChunkedDocument) -> list[str]:
    return [chunk.cut_reason for chunk in result]


def holding(result: ChunkedDocument, text: str) -> list[int]:
    return [chunk.position for chunk in result if text in chunk.text]


def test_that_a_heading_path_stands_on_every_chunk() -> None:
    b = DocumentBuilder()
    b.title("Manual")
    for chapter in (1, 2):
        b.heading(f"{chapter} Chapter", 1)
        for section in (1, 2):
            b.heading(f"{chapter}.{section} Section", 2)
            b.heading(f"{chapter}.{section}.1 Part", 3)
            b.text(sentences(chapter * 100 + section * 10, 6))
    result = chunk_document(b.build(title="Manual"), SMALL)
    for chunk in result:
        number = chunk.text.split("note 0")[1][:2]
        assert chunk.heading_path == (
            "Manual", f"{number[0]} Chapter", f"{number[0]}.{number[1]} Section", f"{number[0]}.{number[1]}.1 Part",
        )  # fmt: skip
    assert reasons(result)[0] == "document"


def test_that_small_siblings_merge_under_their_parent_and_never_over_it() -> None:
    b = DocumentBuilder()
    for chapter in (1, 2):
        b.heading(f"{chapter} Chapter", 1)
        for section in range(1, 5):
            b.heading(f"{chapter}.{section} Line", 2)
            b.text(f"Small text {chapter}{section}.")
    result = chunk_document(b.build(), SMALL)
    assert [chunk.heading_path for chunk in result] == [("1 Chapter",), ("2 Chapter",)]
    assert len(result[0].section_ids) == 5
    apart = chunk_document(b.build(), SMALL.replace({"assembly.merge_small_chunks": False}))
    assert len(apart) == 8


def test_that_every_cut_and_every_place_not_cut_names_its_reason() -> None:
    b = DocumentBuilder()
    b.heading("1 One", 1)
    b.text(sentences(1, 20))
    b.heading("2 Two", 1)
    b.text(sentences(30, 8))
    result = chunk_document(b.build(), SMALL)
    assert set(reasons(result)) <= {"document", "section", "score", "budget"}
    assert "section" in reasons(result) and "budget" in reasons(result)
    for index in range(len(result.boundaries)):
        boundary = result.boundary(index)
        assert boundary.cut == (boundary.reason in {"section", "score", "budget", "access", "table", "manual"})
        assert boundary.detail.endswith(".")
        assert abs(sum(part.contribution for part in boundary.parts) - boundary.weighted_sum) < 1e-9
    assert result.boundary(0).reason == "forbidden"


def test_that_a_table_stays_with_the_sentence_that_introduces_it_and_the_unit_of_its_figures() -> None:
    b = DocumentBuilder()
    b.text(sentences(1, 7))
    b.text("Fees by kind of boat are as follows:")
    b.text("(in thousands)")
    b.table([["Unit", "Fee"], *([f"Boat {n}", str(n)] for n in range(30))])
    for budget in (120, 160, 200, 240):
        result = chunk_document(b.build(), SMALL.replace({"assembly.token_budget": budget, "assembly.min_tokens": 40}))
        assert holding(result, "as follows:") == holding(result, "(in thousands)") == holding(result, "|Boat 0|")
    plain = DocumentBuilder()
    plain.text(sentences(1, 7))
    plain.text("Fees are in the table below.")
    plain.table([["Unit", "Fee"], *([f"Boat {n}", str(n)] for n in range(30))])
    result = chunk_document(plain.build(), SMALL)
    free = next(i for i in range(len(result.boundaries)) if result.units[i].text.startswith("Fees are in"))
    assert result.boundary(free).reason != "forbidden"


def signal(result: ChunkedDocument, name: str) -> list[float]:
    return [next(p.raw for p in result.boundary(i).parts if p.name == name) for i in range(len(result.boundaries))]


def test_that_the_notes_below_a_table_hold_together_with_it_in_a_chain() -> None:
    b = DocumentBuilder()
    b.table([["Unit", "Fee"], ["Boat", "nm"], ["Ship", "3 (1)"]])
    b.text("nm - not meaningful")
    b.text("(1) Ships pay more in winter.")
    b.text("Fees rose last year.")
    b.text("(2) A mark far from any table is a note of none.")
    b.text("(3) Nor is the next one.")
    assert signal(chunk_document(b.build(), SMALL), "table_note")[2:7] == [1.0, 0.5, 0.0, 0.0, 0.0]


def test_that_keys_and_raised_numbers_in_small_type_are_notes_of_the_table_above_them() -> None:
    notes = ("KEY: dark cells are closed", "See notes at end of table.", "- not open", "1 Ships pay more in winter.")
    for note, size, kept in (*((note, 10.0, 1.0) for note in notes), (notes[-1], 14.0, 0.0)):
        b = DocumentBuilder()
        b.box("table", "Unit Fee Boat 2", table=grid([["Unit", "Fee"], ["Boat", "2"]]))
        box = b.text(note)
        b.pages[-1][-1] = replace(box, lines=lines_of(note, box.rect, size)[0])
        assert signal(chunk_document(b.build(), SMALL), "table_note")[1] == kept, note


def test_that_losses_headings_and_footnotes_far_from_a_table_are_no_notes_of_one() -> None:
    for box_class, text in (("text", "(21) 3,629"), ("text", "8.5 Summary of the fees"), ("section-header", "2. Moorings")):
        b = DocumentBuilder()
        b.table([["Unit", "Fee"], ["Boat", "2"]])
        b.box(box_class, text)
        b.text("Ships pay more in winter.")
        assert signal(chunk_document(b.build(), SMALL), "table_note")[1] == 0.0, text
    b = DocumentBuilder()
    b.text("Fees rose last year.")
    b.box("footnote", "1 In harbours.")
    b.box("footnote", "2 On rivers.")
    assert signal(chunk_document(b.build(), SMALL), "table_note") == [0.0, 0.0]


def test_that_the_fields_of_a_form_may_be_parted_though_each_ends_with_a_colon() -> None:
    b = DocumentBuilder()
    for n in range(60):
        b.text(f"Name of the vessel in berth {n} and of its owner:")
    result = chunk_document(b.build(), SMALL)
    assert len(result) > 3
    assert not any(w.code == "forced_cut" for w in result.diagnostics.warnings)


def test_that_a_line_with_a_colon_at_its_end_stays_with_what_it_announces() -> None:
    announced: tuple[tuple[BoxClass, str], ...] = (
        ("code", "open(sluice)"),
        ("formula", "h = q / v"),
        ("text", "Keep off the gate."),
    )
    for box_class, text in announced:
        b = DocumentBuilder()
        b.text(sentences(1, 4))
        b.text("The keeper then does this:")
        b.box(box_class, text)
        b.text(sentences(10, 4))
        result = chunk_document(b.build(), SMALL)
        assert holding(result, "then does this:") == holding(result, text)
        place = next(i for i, unit in enumerate(result.units) if unit.text.endswith("this:"))
        assert result.boundary(place).reason == "forbidden"
        assert "colon" in result.boundary(place).detail
    over = DocumentBuilder()
    over.text("The keeper then does this:")
    over.heading("2 Gates", 1)
    over.text(sentences(10, 12))
    assert chunk_document(over.build(), SMALL).boundary(0).reason != "forbidden"


def test_that_a_change_of_class_inside_a_sentence_is_none() -> None:
    b = DocumentBuilder()
    b.text("The height of the gate is")
    b.box("formula", "h = q / v")
    b.text("where q is the flow.")
    b.box("code", "open(sluice)")
    b.text("The keeper signs.")
    assert signal(chunk_document(b.build(), SMALL), "class") == [0.0, 0.0, 1.0, 1.0]


def test_that_left_edges_meant_to_be_in_one_line_are_no_shift() -> None:
    b = DocumentBuilder()
    b.text("Keep off the gate.", left=72.0)
    b.text("Keep off the weir.", left=74.0)
    b.text("Keep off the lock.", left=110.0)
    first, second = signal(chunk_document(b.build(), SMALL), "horizontal_gap")
    assert first == 0.0 < second


def test_that_a_row_that_comes_again_below_others_holds_to_the_row_above_it() -> None:
    b = DocumentBuilder()
    kinds = [[f"Bond {n}", str(n)] for n in range(12)]
    b.table([["Kind", "Sum"], *(row for kind in kinds for row in (kind, ["Average rate", "2 %"]))])
    held = signal(chunk_document(b.build(), SMALL), "table")[1:]
    assert all(detail > bond for detail, bond in zip(held[4:16:2], held[5:17:2], strict=True))
    plain = DocumentBuilder()
    plain.table([["Kind", "Sum"], *([f"{kind} {n}", "2 %"] for n in range(12) for kind in ("Bond", "Rate"))])
    assert len(set(signal(chunk_document(plain.build(), SMALL), "table")[5:17])) == 1


def test_that_a_list_stays_with_its_intro_and_a_caption_with_its_table() -> None:
    b = DocumentBuilder()
    b.text(sentences(1, 7))
    b.text("To open the sluice, do the following:")
    b.items(*(f"step {n} of the way" for n in range(20)))
    b.box("caption", "Table 1: Fees", caption_of="p1.b23")
    b.table([["Pier", "Fee"], *([f"P{n}", str(n)] for n in range(30))])
    document = b.build()
    captioned = next(box for box in document.boxes() if box.box_class == "caption")
    table = next(box for box in document.boxes() if box.box_class == "table")
    assert captioned.caption_of in (table.id, "p1.b23")
    result = chunk_document(document, SMALL)
    assert "step 0 of the way" in result[holding(result, "do the following")[0]].text
    for position in holding(result, "|P"):
        assert "|Pier|Fee|\n|---|---|" in result[position].text
        assert result.tables[0].id in result[position].table_ids


def test_that_a_table_stands_alone_or_leaves_the_text_as_the_profile_says() -> None:
    b = DocumentBuilder()
    b.text(sentences(1, 3))
    b.table([["Pier", "Fee"], ["P1", "7"], ["P2", "9"]])
    b.text(sentences(10, 3))
    alone = chunk_document(b.build(), SMALL.replace({"assembly.table_mode": "isolate"}))
    assert [chunk.types for chunk in alone] == [("text",), ("table",), ("text",)]
    assert alone[1].cut_reason == alone[2].cut_reason == "table"
    rows = chunk_document(b.build(), SMALL.replace({"assembly.table_mode": "rows"}))
    assert "[Table t1: 2 rows]" in rows[0].text and "P1" not in rows[0].text


def test_that_an_access_border_is_a_cut_and_hides_restricted_headings() -> None:
    b = DocumentBuilder()
    b.heading("1 Public", 1)
    b.text(sentences(1, 3))
    b.heading("1.1 Secret fees", 2)
    b.text(sentences(10, 3))
    b.heading("2 Open again", 1)
    b.text(sentences(20, 3))
    access = DocumentAccess.parse({"acl": ["all", "board"], "narrower": [{"section": "1.1 Secret fees", "acl": ["board"]}]})
    result = chunk_document(
        b.build(), SMALL.replace({"assembly.overlap_tokens": 30, "assembly.overlap_scope": "document"}), access=access
    )
    assert [chunk.acl for chunk in result] == [("all", "board"), ("board",), ("all", "board")]
    assert result[1].cut_reason == "access"
    assert all(chunk.overlap_tokens == 0 for chunk in result)
    assert "Secret" not in result[2].retrieval_text


def test_that_manual_rules_hold_and_are_told_when_they_find_no_place() -> None:
    b = DocumentBuilder()
    b.heading("1 One", 1)
    b.text(sentences(1, 30))
    b.text("Leave this out.")
    plain = chunk_document(b.build(), SMALL)
    first_cut = plain.cuts[0]
    quote = plain.units[first_cut].text
    rules = [
        ManualRule("never_cut", quote, 1),
        ManualRule("always_cut", plain.units[3].text, 1),
        ManualRule("leave_out", "Leave this out.", 1),
        ManualRule("never_cut", "Words that nobody wrote", 1),
    ]
    result = chunk_document(b.build(), SMALL, rules=rules)
    assert first_cut not in result.cuts and 3 in result.cuts
    assert result.boundary(3).reason == "manual" and result.boundary(first_cut).reason == "forbidden"
    assert not holding(result, "Leave this out")
    assert any(e.reason == "rule" for e in result.diagnostics.excluded)
    assert any(w.code == "rule_lost" for w in result.diagnostics.warnings)
    assert result.policy_version != plain.policy_version


def test_that_a_sentence_at_the_end_that_was_taken_for_a_heading_is_text() -> None:
    b = DocumentBuilder()
    b.heading("1 Keys")
    b.text(sentences(0, 3))
    b.heading("The key above expires in spring.", 2)
    result = chunk_document(b.build(), SMALL)
    assert result[-1].text.endswith("The key above expires in spring.") and result[-1].heading_path == ("1 Keys",)
    assert not result.diagnostics.excluded


def test_that_a_heading_at_the_end_is_left_out_with_its_reason() -> None:
    b = DocumentBuilder()
    b.text(sentences(1, 3))
    b.heading("9 Nothing follows", 1)
    result = chunk_document(b.build())
    assert [(e.reason, e.text) for e in result.diagnostics.excluded] == [("empty_section", "9 Nothing follows")]
    assert result.chunk_of_unit(len(result.units) - 1) is None


def sectioned(texts: list[str], level: int = 1) -> LayoutDocument:
    b = DocumentBuilder()
    for number, text in enumerate(texts):
        b.heading(f"{number + 1} Section", level)
        b.text(text)
    return b.build()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 4), st.integers(1, 12), st.integers(0, 3))
def test_that_an_inserted_paragraph_changes_its_section_alone(where: int, size: int, seed: int) -> None:
    texts = [sentences(100 * n + seed, 14 + 3 * ((n + seed) % 3)) for n in range(5)]
    longer = [text + (" " + sentences(900, size) if n == where else "") for n, text in enumerate(texts)]
    before, after = chunk_document(sectioned(texts), SMALL), chunk_document(sectioned(longer), SMALL)
    kept = {(c.heading_path, c.retrieval_text) for c in before}
    changed = [c for c in after if (c.heading_path, c.retrieval_text) not in kept]
    assert changed
    assert {c.heading_path for c in changed} == {(f"{where + 1} Section",)}


def test_that_the_layouts_hash_and_the_profile_alone_decide() -> None:
    document = sectioned([sentences(1, 20), sentences(50, 20)])
    first = chunk_document(document, SMALL)
    again = chunk_document(replace(document, info=replace(document.info, file_name="other.pdf")), SMALL)
    assert first.record_ids == again.record_ids and first.content_hash == again.content_hash


def test_that_a_header_and_a_title_that_readers_may_not_see_are_not_repeated_for_them() -> None:
    b = DocumentBuilder()
    b.title("Secret plan")
    first = b.table([["Pier", "Secret fee"], *([f"P{n}", str(n)] for n in range(20))])
    b.new_page()
    b.table([[f"Q{n}", str(n)] for n in range(20)], header_rows=0, continues=first.id)
    access = DocumentAccess.parse({"acl": ["all", "board"], "narrower": [{"pages": 1, "acl": ["board"]}]})
    result = chunk_document(b.build(title="Secret plan"), SMALL, access=access)
    public = [chunk for chunk in result if chunk.acl == ("all", "board")]
    assert public and all("Secret" not in chunk.text + chunk.retrieval_text for chunk in public)
    assert any("Secret fee" in chunk.text for chunk in result if chunk.acl == ("board",))
