from __future__ import annotations

from dataclasses import replace

import pytest

from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.model import Line, OutlineEntry, ParsedPage
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_pass import forget_pages
from tests.layout.made_pages import (
    BOLD,
    FILLER,
    block,
    body,
    document,
    headings,
    info,
    levels,
    line,
    of_class,
    page,
    rule_ids,
    sections,
)


def test_that_levels_follow_numbers_where_all_headings_look_alike() -> None:
    titles = [
        "1 Scope",
        "1.1 Vessels",
        "1.1.1 Rowing boats",
        "1.2 Cargo",
        "2 Duties",
        "10 Appeals",
        "Annex A Forms",
        "A.1 Model form",
    ]
    found = levels(sections(*[(title, 12.0, BOLD) for title in titles]))
    assert [level for _, level in found] == [1, 2, 3, 2, 1, 1, 1, 2]


def test_that_unnumbered_headings_take_the_level_of_the_numbered_ones_that_look_the_same() -> None:
    small: dict[str, object] = {**BOLD, "italic": True}
    titles = [("1 Scope", 14.0, BOLD), ("1.1 Vessels", 12.0, small), ("References", 14.0, BOLD), ("Thanks", 12.0, small)]
    assert [level for _, level in levels(sections(*titles))] == [1, 2, 1, 2]


def test_that_sizes_rank_unnumbered_headings_and_none_is_deeper_than_its_parent_allows() -> None:
    titles = [
        ("Small opening", 11.0, BOLD),
        ("Harbours", 18.0, BOLD),
        ("Locks", 14.0, BOLD),
        ("Gates", 11.0, BOLD),
        ("Tides", 18.0, BOLD),
    ]
    assert levels(sections(*titles)) == [("Small opening", 1), ("Harbours", 1), ("Locks", 2), ("Gates", 3), ("Tides", 1)]


def test_that_letters_which_begin_anew_under_each_roman_number_are_nested_in_it() -> None:
    titles = ["I. First", "A. One", "B. Two", "II. Second", "A. Three", "B. Four"]
    assert [level for _, level in levels(sections(*[(title, 11.0, BOLD) for title in titles]))] == [1, 2, 2, 1, 2, 2]


def test_that_what_a_roman_number_counts_is_nested_in_it() -> None:
    titles = ["I. First", "I.1. One", "I.2. Two", "II. Second", "II.1. Three", "III. Third", "III.1. Four"]
    assert [level for _, level in levels(sections(*[(title, 11.0, BOLD) for title in titles]))] == [1, 2, 2, 1, 2, 1, 2]


def test_that_parts_hold_items_and_items_hold_notes() -> None:
    titles = ["PART I. FINANCE", "ITEM 1. STATEMENTS", "NOTE 1. BASIS", "NOTE 2. REVENUE", "ITEM 2. RISKS", "PART II. OTHER"]
    assert [level for _, level in levels(sections(*[(title, 11.0, BOLD) for title in titles]))] == [1, 2, 3, 3, 2, 1]


def test_that_what_stands_between_two_items_belongs_to_the_first_though_it_looks_the_same() -> None:
    titles = [
        "PART I",
        "Item 1. Business",
        "Customers",
        "Sellers",
        "Item 2. Risks",
        "We have rivals",
        "Rates may change",
        "Item 3. Statements",
        "Note 1. Basis",
        "Use of estimates",
        "Leases",
        "Note 2. Debt",
        "Short loans",
        "Item 4. Exhibits",
    ]
    found = [
        level
        for _, level in levels(
            sections(*[(title, 11.0, BOLD) for title in titles[:7]]), sections(*[(title, 11.0, BOLD) for title in titles[7:]])
        )
    ]
    assert found == [1, 2, 3, 3, 2, 3, 3, 2, 3, 4, 4, 3, 4, 2]


def test_that_topics_in_groups_between_notes_are_below_them_though_the_order_of_other_headings_is_a_circle() -> None:
    mixed: dict[str, object] = {**BOLD, "italic": True}
    first = ["Overview", "Results", "Report of the auditor", "Note 1 - Basis", "Estimates", "Leases", "Note 2 - Debt"]
    second = ["Loans", "Bonds", "Note 3 - Tax", "SECTION 1350 CERTIFICATIONS"]
    one = sections(*[(title, 10.0, mixed if title.startswith("Report") else BOLD) for title in first])
    two = sections(*[(title, 10.0, BOLD) for title in second])
    found = dict(levels(one, two))
    notes = {level for title, level in found.items() if title.startswith("Note")}
    topics = {found[title] for title in ("Estimates", "Leases", "Loans", "Bonds")}
    assert len(notes) == 1 and topics == {min(notes) + 1}  # type: ignore[type-var, operator]


def test_that_divisions_of_a_statute_nest_in_other_languages_and_annexes_stand_beside_the_largest() -> None:
    german = [
        ("Erster Teil Allgemeines", 13.0),
        ("Kapitel 1 Ziele", 11.0),
        ("§ 1 Zweck", 10.0),
        ("§ 2 Begriffe", 10.0),
        ("Zweiter Teil Fristen", 13.0),
        ("Kapitel 1 Lauf", 11.0),
        ("§ 3 Ende", 10.0),
        ("Anlage 1 Gebühren", 13.0),
    ]
    french = [
        ("TITRE PREMIER", 12.0),
        ("Chapitre Ier - Objet", 12.0),
        ("Article 1er", 10.0),
        ("Chapitre II - Champ", 12.0),
        ("Article 2", 10.0),
        ("TITRE II", 12.0),
        ("Chapitre Ier - Délais", 12.0),
        ("Article 3", 10.0),
    ]
    assert [level for _, level in levels(sections(*[(*one, BOLD) for one in german]))] == [1, 2, 3, 3, 1, 2, 3, 1]
    assert [level for _, level in levels(sections(*[(*one, BOLD) for one in french]))] == [1, 2, 3, 2, 3, 1, 2, 3]


def _two_boxes(first: list[Line], second: list[Line]) -> ParsedPage:
    """A page with two boxes called headings, each with text below it; the second stands 100 points lower."""
    return page([("section-header", first), ("text", body(72, 94)), ("section-header", second), ("text", body(72, 194))])


def test_that_two_numbered_divisions_in_one_box_are_two_headings() -> None:
    rows = block(["Section 1 Aim", "Article 1 Scope"], 72, 60, 11.0, **BOLD)
    wrapped = block(["Section 2 Duties of those who", "Article 5 of the treaty names"], 72, 160, 11.0, **BOLD)
    assert levels(_two_boxes(rows, wrapped)) == [
        ("Section 1 Aim", 1),
        ("Article 1 Scope", 2),
        ("Section 2 Duties of those who Article 5 of the treaty names", 1),
    ]


def test_that_a_bare_letter_is_the_number_above_its_own_divisions() -> None:
    titles = ["A Scope", "A.1 Boats", "A.2 Cargo", "B Duties", "B.1 Rates", "C Forms"]
    assert [level for _, level in levels(sections(*((title, 11.0, BOLD) for title in titles)))] == [1, 2, 2, 1, 2, 1]


def test_that_a_decimal_number_and_the_next_one_in_one_box_are_two_headings() -> None:
    rows = [line("7 Gates", 72, 60, 14.0, **BOLD), line("7.1 Closing the gates", 72, 78, 12.0, **BOLD)]
    wrapped = block(["8 Duties of a crew of more than", "12 men at the upper gate"], 72, 160, 14.0, **BOLD)
    assert levels(_two_boxes(rows, wrapped)) == [
        ("7 Gates", 1),
        ("7.1 Closing the gates", 2),
        ("8 Duties of a crew of more than 12 men at the upper gate", 1),
    ]


def test_that_the_rule_for_two_numbers_switched_off_leaves_the_one_box_and_no_other_change() -> None:
    rows = block(["Section 1 Aim", "Article 1 Scope"], 72, 60, 11.0, **BOLD)
    fees = [line("Article 2 Fees", 72, 160, 11.0, **BOLD)]
    parsed = page([("section-header", rows), ("text", body(72, 90)), ("section-header", fees), ("text", body(72, 190))])
    on = assemble(info(1), [parsed], LayoutOptions())
    off = assemble(info(1), [parsed], LayoutOptions(), without=["heading.two-numbers"])
    assert [box.text for box in on.boxes() if "heading.two-numbers" in rule_ids(box)] == ["Section 1 Aim", "Article 1 Scope"]
    kept = [box.text for box in on.boxes() if "heading.two-numbers" not in rule_ids(box)]
    assert [box.text for box in off.boxes()] == ["Section 1 Aim Article 1 Scope", *kept]


def test_that_a_first_page_of_numbered_items_is_no_cover() -> None:
    items = [("list-item", block([f"({i}) {FILLER}"], 72, 100 + 30 * i)) for i in range(1, 8)]
    first = page([("section-header", [line("Kapitel 1 Ziele", 72, 60, 12.0, **BOLD)]), *items])  # type: ignore[list-item]
    second = sections(("§ 2 Fristen", 10.0, BOLD))
    assert levels(first, replace(second, number=2)) == [("Kapitel 1 Ziele", 1), ("§ 2 Fristen", 2)]


@pytest.mark.parametrize("name", ["0001564590-20-001234", "amcr-20230630", "adbe10q_0001564590-22-001234.htm"])
def test_that_an_accession_number_is_no_title(name: str) -> None:
    assert document(sections(("Overview", 10.0, BOLD)), title=name).title_source == "file_name"


def test_that_the_largest_first_heading_is_the_title_and_gives_the_documents_name() -> None:
    layout = document(sections(("Rules of the harbour", 20.0, BOLD), ("1 Scope", 12.0, BOLD), ("2 Duties", 12.0, BOLD)))
    assert (layout.title, layout.title_source) == ("Rules of the harbour", "printed")
    assert [box.level for box in of_class(layout, "title")] == [0]


def test_that_metadata_then_the_file_name_stand_in_for_a_printed_title() -> None:
    plain = page([("text", body(72, 60))])
    assert document(plain, title="Tide tables").title_source == "metadata"
    named = document(plain, title="Microsoft Word - draft.docx")
    assert (named.title, named.title_source) == ("made", "file_name")


def test_that_a_number_and_its_title_in_two_boxes_are_one_heading() -> None:
    parts = [
        ("section-header", [line("Chapter 2", 72, 60, 16, **BOLD)]),
        ("section-header", [line("Winds and gales", 72, 90, 18, **BOLD)]),
        ("text", body(72, 130)),
    ]
    found = headings(page(parts))  # type: ignore[arg-type]
    assert [box.text for box in found] == ["Chapter 2 Winds and gales"]


def test_that_a_wrapped_heading_is_one_heading() -> None:
    wrapped = [
        ("section-header", [line("3.1 How to open a gate and", 72, 60, 14, **BOLD)]),
        ("section-header", [line("close it again", 72, 75, 14, **BOLD)]),
    ]
    found = headings(page([*wrapped, ("text", body(72, 110))]))  # type: ignore[list-item]
    assert [box.text for box in found] == ["3.1 How to open a gate and close it again"]


@pytest.mark.parametrize(
    ("text", "style", "rule"),
    [
        ("(in millions, unaudited)", BOLD, "heading.in-brackets"),
        ("The fee is due on the first of April. It is paid by the owner of the vessel.", BOLD, "heading.sentence"),
        ("Definition 8.", BOLD, "heading.theorem"),
        ("Warning:", {**BOLD, "size": 14.0}, "heading.admonition"),
        ("1,204 of 2,051 (59 %)", BOLD, "heading.mostly-digits"),
        ("harbour@example.org", BOLD, "heading.address"),
        ("Release 3.1 Copyright © 2019 The harbour office", {**BOLD, "size": 14.0}, "heading.imprint"),
        ("5 % Obtain the height", {"size": 8.0, "font": "Mono"}, "heading.small-number"),
        ("A line like all others", {}, "heading.like-body"),
    ],
)
def test_that_what_is_no_heading_becomes_text_with_the_rule_named(text: str, style: dict[str, object], rule: str) -> None:
    layout = document(page([("section-header", [line(text, 72, 60, **style)]), ("text", body(72, 90))]))
    first = layout.boxes()[0]
    assert first.box_class == "text"
    assert rule in rule_ids(first)


def test_that_a_table_title_called_a_heading_is_a_caption() -> None:
    layout = document(
        page([("section-header", [line("Table 16. Actual and projected numbers", 72, 60, 12, **BOLD)]), ("text", body(72, 90))])
    )
    assert layout.boxes()[0].box_class == "caption"


def test_that_a_caption_without_label_and_object_is_text_and_may_be_a_heading() -> None:
    lone = page([("caption", [line("Second plan", 72, 60, 16.0, **BOLD)]), ("text", body(72, 100))])
    [heading] = headings(lone)
    assert heading.text == "Second plan" and "caption.without-object" in rule_ids(heading)
    kept = page(
        [("caption", [line("Lamps of the quay", 72, 60)]), ("picture", [line("north", 72, 90)]), ("text", body(72, 200))]
    )
    assert [box.text for box in of_class(document(kept), "caption")] == ["Lamps of the quay"]


def test_that_terms_in_the_margin_are_no_headings() -> None:
    term = [line("synapse", 30, 100, 9, **BOLD)]
    layout = document(page([("section-header", term), ("text", body(150, 80, 8))]))
    assert [box.box_class for box in layout.boxes() if box.text == "synapse"] == ["text"]


def test_that_numbered_list_items_in_body_style_are_no_headings() -> None:
    items = [("section-header", [line(f"{n}. Check the gate", 72, 60 + 16 * n)]) for n in range(1, 5)]
    layout = document(page([("text", body(72, 20, 3)), *items]))  # type: ignore[list-item]
    assert [box.box_class for box in layout.boxes()[1:]] == ["list-item"] * 4


def test_that_a_missed_heading_is_found_by_the_style_of_numbered_ones() -> None:
    parts = [("text", [line("1. Introduction", 72, 60, 12, **BOLD)]), ("text", body(72, 90))]
    parts += [("section-header", [line("2. Methods", 72, 160, 12, **BOLD)]), ("text", body(72, 190))]
    assert [text for text, _ in levels(page(parts))] == ["1. Introduction", "2. Methods"]  # type: ignore[arg-type]


def test_that_a_bold_first_line_of_a_paragraph_region_becomes_a_heading_of_the_known_style() -> None:
    lead = [line("1. Introduction", 72, 60, 12, **BOLD), *block([FILLER] * 3, 72, 76)]
    parts = [("text", lead), ("section-header", [line("2. Methods", 72, 160, 12, **BOLD)]), ("text", body(72, 190))]
    assert [text for text, _ in levels(page(parts))] == ["1. Introduction", "2. Methods"]  # type: ignore[arg-type]


def test_that_a_banner_with_a_chapters_number_is_a_heading() -> None:
    parts = [("picture", [line("CHAPTER I: PREAMBLE", 150, 200, 18, **BOLD)]), ("text", body(72, 300))]
    assert [text for text, _ in levels(page(parts))] == ["CHAPTER I: PREAMBLE"]  # type: ignore[arg-type]


def test_that_a_continued_heading_does_not_open_a_section_again() -> None:
    first = page([("section-header", [line("Notes to the statements", 72, 60, 12, **BOLD)]), ("text", body(72, 90))])
    second = page(
        [("section-header", [line("Notes to the statements (Continued)", 72, 60, 12, **BOLD)]), ("text", body(72, 90))], 2
    )
    assert [text for text, _ in levels(first, second)] == ["Notes to the statements"]


def test_that_every_heading_says_which_rule_gave_its_level() -> None:
    found = headings(sections(("1 Scope", 12.0, BOLD), ("2 Duties", 12.0, BOLD)))
    assert all(any(note.decides == "level" and dict(note.inputs)["kind"] == "decimal" for note in box.notes) for box in found)


def test_that_the_outline_counts_only_when_asked_for() -> None:
    made = sections(("Scope", 12.0, BOLD), ("Vessels", 12.0, BOLD))
    outline = (OutlineEntry(1, "Scope", 1), OutlineEntry(2, "Vessels", 1))
    assert [box.level for box in headings(made, outline=outline)] == [1, 1]
    asked = document(made, options=LayoutOptions(use_outline=True), outline=outline)
    assert [box.level for box in of_class(asked, "section-header")] == [1, 2]


def test_that_agreement_with_outline_and_tags_is_told() -> None:
    made = page(
        [("section-header", [line("Scope", 72, 60, 14, **BOLD)]), ("text", body(72, 90))],
        heading_tags=(("Scope", 1), ("Lost", 2)),
    )
    layout = document(made, outline=(OutlineEntry(1, "Scope", 1),))
    assert layout.agreement["outline_found"] == 1.0
    assert layout.agreement["tags_found"] == 0.5


def test_that_a_document_without_headings_warns() -> None:
    assert [w.code for w in document(page([("text", body(72, 60))])).warnings] == ["no_headings"]


def test_that_levels_stay_within_the_limit_that_the_profile_sets() -> None:
    titles = [("1 A", 12.0, BOLD), ("1.1 B", 12.0, BOLD), ("1.1.1 C", 12.0, BOLD), ("1.1.1.1 D", 12.0, BOLD)]
    layout = document(sections(*titles), options=LayoutOptions(max_level=2))
    assert [box.level for box in of_class(layout, "section-header")] == [1, 2, 2, 2]


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("heading.in-brackets", "(in millions, unaudited)"),
        ("heading.theorem", "Definition 8 (A gate)"),
        ("heading.division-word", "CHAPTER"),
    ],
)
def test_that_a_rule_switched_off_changes_exactly_the_boxes_that_name_it(rule: str, text: str) -> None:
    parts = []
    for n, title in enumerate((text, "Tides and gates", "Definition 9. A lock", "(unaudited)")):
        parts += [("section-header", [line(title, 72, 60 + 90 * n, 10, **BOLD)]), ("text", body(72, 80 + 90 * n, 2))]
    made = page(parts)  # type: ignore[arg-type]
    usual = assemble(info(1), [made], LayoutOptions()).boxes()
    without = assemble(info(1), [made], LayoutOptions(), without=[rule]).boxes()
    changed = {a.text for a, b in zip(usual, without, strict=True) if a.box_class != b.box_class}
    assert changed == {box.text for box in usual if rule in rule_ids(box)} != set()


def test_that_a_page_kept_for_the_next_call_gives_the_same_document() -> None:
    made = sections(("1 Scope", 12.0, BOLD), ("2 Duties", 12.0, BOLD))
    first = assemble(info(1), [made], LayoutOptions(), provisional=True)
    again = assemble(info(1), [made], LayoutOptions())
    forget_pages([made])
    assert first.layout_hash == again.layout_hash == assemble(info(1), [made], LayoutOptions()).layout_hash
