from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.layout.fast import fast_regions
from chunkstudio.layout.hyphens import NO_EVIDENCE, WordEvidence, broken_head, hyphened_words, join_lines
from chunkstudio.layout.layout_hash import layout_hash
from chunkstudio.layout.model import BoxClass, LayoutDocument, Line, ParsedPage, Region, TableCell, TableGrid, union
from chunkstudio.layout.table_continuation import without_rows
from chunkstudio.layout.tables import build_table
from tests.layout.made_pages import FILLER, block, body, document, line, of_class, page, region


def _joined(*texts: str, seen: str = "") -> str:
    lines = block(list(texts), 72, 60)
    evidence = WordEvidence(frozenset(seen.casefold().split()), frozenset(hyphened_words([*lines, *block([seen], 72, 400)])))
    return join_lines(lines, evidence)[0]


@pytest.mark.parametrize(
    ("before", "after", "seen", "expected"),
    [
        ("powerful capabili-", "ties which", "", "powerful capabilities which"),
        ("the price-", "determining factors", "price-determining", "the price-determining factors"),
        ("both short-", "and long-term", "", "both short- and long-term"),
        ("form HG-2041-", "77B and", "", "form HG-2041-77B and"),
        ("and n-", "tridecanal", "", "and n-tridecanal"),
        ("the soft\u00ad", "ware", "", "the software"),
        ("import- and export-", "duty", "", "import- and export-duty"),
        ("at https://harbour.example/forms/", "berths/2041.html", "", "at https://harbour.example/forms/berths/2041.html"),
        ("港の灯台は", "点灯する", "", "港の灯台は点灯する"),
        ("Vor- und", "Nachteile", "", "Vor- und Nachteile"),
        ("the Anglo-", "Saxon", "", "the Anglo-Saxon"),
    ],
)
def test_that_line_ends_are_joined_with_evidence(before: str, after: str, seen: str, expected: str) -> None:
    assert _joined(before, after, seen=seen) == expected


@given(st.lists(st.text(alphabet="ab -港./", min_size=1, max_size=12), min_size=1, max_size=6))
def test_that_line_starts_point_to_their_lines(texts: list[str]) -> None:
    lines = [Line(text, (0, 0, 1, 1), 10) for text in texts]
    text, starts = join_lines(lines, NO_EVIDENCE)
    assert len(starts) == len(lines)
    assert list(starts) == sorted(starts)
    assert all(0 <= start <= len(text) for start in starts)
    bare = "".join(text.split()).replace("-", "")
    assert bare == "".join("".join(texts).split()).replace("-", "")


def _double_spaced() -> list[Line]:
    """Two speeches of five and four lines, each line as far from the next as it is high."""
    first = [f"The chair said that {FILLER[:50]} and", *[f"then, that {FILLER[:56]} and"] * 3, "then nothing more."]
    second = [
        "The clerk answered that the crew had moved all of the crates and",
        *[f"still that {FILLER[:56]} and"] * 2,
        "no more.",
    ]
    return block([*first, *second], 110, 80, 11, 22)


def test_that_double_spaced_lines_of_a_paragraph_are_one_box_after_the_fast_parser() -> None:
    lines = _double_spaced()
    bare = ParsedPage(1, 612, 792, 0, "fast", lines=tuple(lines))
    found = [box.text for box in document(replace(bare, regions=fast_regions(bare))).boxes()]
    assert [text.split(" ")[1] for text in found] == ["chair", "clerk"]


def test_that_double_spaced_lines_that_a_model_gave_in_pieces_are_one_box() -> None:
    lines = _double_spaced()
    pieces: list[tuple[BoxClass, list[Line]]] = [("list-item", lines[i : i + 2]) for i in (0, 2)]
    pieces += [("list-item", lines[4:5]), ("list-item", lines[5:7]), ("list-item", lines[7:])]
    found = [box.text for box in document(page(pieces)).boxes()]
    assert [text.split(" ")[1] for text in found] == ["chair", "clerk"]


def test_that_notes_in_one_box_part_at_the_next_number() -> None:
    texts = [
        "3 See the ledger of the council,",
        "page 12, and the bill of 1974.",
        "4 The keeper's book says so.",
        "12 crates are named there.",
    ]
    notes = of_class(document(page([("text", body(72, 60)), ("footnote", block(texts, 72, 700, 8, 10))])), "footnote")
    assert [note.text[:5] for note in notes] == ["3 See", "4 The"]


def test_that_a_word_broken_between_boxes_goes_whole_to_the_first() -> None:
    assert broken_head("has capabili-", "ties which the crew", NO_EVIDENCE) == ("has capabilities", 5)
    assert broken_head("has it all.", "Then came", NO_EVIDENCE) is None


def test_that_a_sentence_goes_on_over_page_break_furniture_and_footnote() -> None:
    def leaf(number: int, *parts: tuple[BoxClass, list[Line]]) -> object:
        head = [line("The harbour book", 72, 30, 9)]
        return page([("page-header", head), *parts], number)

    first = leaf(
        1, ("text", block([FILLER, "and the powerful capabili-"], 72, 60)), ("footnote", [line("1 A note.", 72, 700, 8)])
    )
    second = leaf(2, ("text", block(["ties of the winch were not expected of it."], 72, 60)))
    layout = document(first, second)  # type: ignore[arg-type]
    open_box, rest = of_class(layout, "text")
    assert rest.continues == open_box.id
    assert open_box.text.endswith("powerful capabilities")
    assert rest.text.startswith("of the winch")


def test_that_a_new_paragraph_does_not_continue_the_one_before() -> None:
    layout = document(page([("text", body(72, 60))]), page([("text", body(72, 60))], 2))
    assert [box.continues for box in layout.boxes()] == [None, None]


def test_that_a_sentence_goes_on_in_the_next_column() -> None:
    left = block(["The crew moved the crates and the"] * 3, 72, 60)
    right = block(["quarry crew counted stone tiles there."] * 3, 318, 60)
    boxes = document(page([("text", left), ("text", right)])).boxes()
    assert boxes[1].continues == boxes[0].id


HEAD = ("Berth", "Class", "Fee")


def _grid(rows: list[tuple[str, ...]], header_rows: int) -> TableGrid:
    cells = [TableCell(r, c, text, header=r < header_rows) for r, row in enumerate(rows) for c, text in enumerate(row)]
    return TableGrid(
        len(rows), len(rows[0]), tuple(cells), header_rows, tuple((72, 60 + 12 * r, 400, 72 + 12 * r) for r in range(len(rows)))
    )


def _table_page(number: int, rows: list[tuple[str, ...]], header_rows: int, top: float) -> ParsedPage:
    lines = [line(text, 72 + 100 * c, top + 12 * r) for r, row in enumerate(rows) for c, text in enumerate(row)]
    made = replace(region(lines), box_class="table", table=_grid(rows, header_rows))
    whole = Region((72, made.rect[1], 400, made.rect[3]), "table", made.table)
    return replace(page([], number), lines=tuple(lines), regions=(whole,))


def _tables(*pages: object) -> list[object]:
    return [box for box in document(*pages).boxes() if box.box_class == "table"]  # type: ignore[arg-type]


def test_that_a_table_goes_on_with_its_repeated_header_dropped() -> None:
    rows = [(f"B-{n}", "Barge", str(100 + n)) for n in range(4)]
    first, second = _tables(_table_page(1, [HEAD, *rows[:2]], 1, 700), _table_page(2, [HEAD, *rows[2:]], 1, 60))
    assert second.continues == first.id  # type: ignore[attr-defined]
    assert second.table.grid() == [list(row) for row in rows[2:]]  # type: ignore[attr-defined]
    assert (first.table.header_rows, second.table.header_rows) == (1, 0)  # type: ignore[attr-defined]


def _captioned(parsed: ParsedPage, text: str, top: float) -> ParsedPage:
    """The page with a caption on top."""
    above = line(text, 72, top)
    return replace(parsed, lines=(above, *parsed.lines), regions=(region([above], "caption"), *parsed.regions))


@pytest.mark.parametrize(
    ("again", "kept"), [("Table 3. Fees (continued)", False), ("Table 3 (continued)", False), ("Table 3. Fees of winter", True)]
)
def test_that_the_caption_said_again_above_a_later_part_is_left_out(again: str, kept: bool) -> None:
    rows = [(f"B-{n}", "Barge", str(100 + n)) for n in range(4)]
    first = _captioned(_table_page(1, [HEAD, *rows[:2]], 1, 700), "Table 3. Fees", 680)
    layout = document(first, _captioned(_table_page(2, [HEAD, *rows[2:]], 1, 60), again, 40))
    assert [box.excluded for box in layout.boxes() if box.text.startswith("Table 3")] == [None, None if kept else "page-header"]
    assert [box.continues is not None for box in of_class(layout, "table")] == [False, True]


def test_that_a_table_goes_on_after_a_note_that_names_it_and_says_so() -> None:
    rows = [(f"B-{n}", "Barge", str(100 + n)) for n in range(4)]
    first = _captioned(_table_page(1, [HEAD, *rows[:2]], 1, 690), "Table 3. Fees of the harbour office", 670)
    note = line("Table 3. Fees of the harbour office, continued on next page", 72, 740)
    first = replace(first, lines=(*first.lines, note), regions=(*first.regions, region([note], "caption")))
    layout = document(first, _table_page(2, [HEAD, *rows[2:]], 1, 60))
    assert [box.box_class for box in layout.boxes() if box.text == note.text] == ["text"]
    assert [box.continues is not None for box in of_class(layout, "table")] == [False, True]


def test_that_repetition_shows_a_header_that_the_parser_did_not_mark() -> None:
    rows = [(f"B-{n}", "Barge", str(100 + n)) for n in range(4)]
    first, second = _tables(_table_page(1, [HEAD, *rows[:2]], 0, 700), _table_page(2, [HEAD, *rows[2:]], 0, 60))
    assert first.table.header_rows == 1  # type: ignore[attr-defined]
    assert second.table.rows == 2  # type: ignore[attr-defined]


def test_that_a_table_with_another_header_is_another_table() -> None:
    rows = [("a", "b", "1"), ("c", "d", "2")]
    first, second = _tables(_table_page(1, [HEAD, *rows], 1, 700), _table_page(2, [("Pier", "Depth", "Cranes"), *rows], 1, 60))
    assert (first.continues, second.continues) == (None, None)  # type: ignore[attr-defined]


def _aligned(rows: list[tuple[str, ...]], columns: Sequence[float], header_rows: int, top: float, number: int) -> ParsedPage:
    """A page with a table whose rectangle reaches to its texts only, as the fast parser draws it."""
    lines = [line(text, columns[c], top + 12 * r) for r, row in enumerate(rows) for c, text in enumerate(row)]
    table = build_table(lines, union([each.rect for each in lines]), ())
    assert table is not None and table.header_rows == header_rows
    return replace(page([], number), lines=tuple(lines), regions=(replace(region(lines), box_class="table", table=table),))


@pytest.mark.parametrize(("columns", "one_table"), [((72.0, 172.0, 272.0), True), ((72.0, 150.0, 230.0), False)])
def test_that_rows_without_a_header_belong_to_the_table_before_whose_columns_stand_where_theirs_do(
    columns: tuple[float, ...], one_table: bool
) -> None:
    rows = [(f"B-{n}", "Barge", str(100 + n)) for n in range(6)]
    head = ("Berth", "Class", "Fee of the whole winter in crowns")
    first = _aligned([head, *rows[:3]], (72.0, 172.0, 272.0), 1, 700, 1)
    one, two = _tables(first, _aligned(rows[3:], columns, 0, 60, 2))
    assert (two.continues == one.id) == one_table  # type: ignore[attr-defined]


@given(st.integers(0, 4))
def test_that_dropping_rows_keeps_the_others(count: int) -> None:
    rows = [(str(r), str(r)) for r in range(5)]
    assert without_rows(_grid(rows, 1), count).grid() == [list(row) for row in rows[count:]]


def _sample() -> LayoutDocument:
    return document(page([("section-header", [line("1 Scope", 72, 60, 12, bold=True)]), ("text", body(72, 90))]))


def test_that_the_layout_hash_covers_what_later_stages_see() -> None:
    layout = _sample()
    again = layout_hash(layout.info, layout.pages, layout.title, layout.title_source)
    assert again == layout.layout_hash == _sample().layout_hash
    box = replace(layout.pages[0].boxes[1], text="Other words.")
    changed = replace(layout.pages[0], boxes=(layout.pages[0].boxes[0], box))
    assert layout_hash(layout.info, (changed,), layout.title, layout.title_source) != again


def test_that_the_layout_hash_is_the_same_in_other_processes_with_other_hash_seeds() -> None:
    code = "from tests.layout.test_joined_text import _sample; print(_sample().layout_hash)"
    found = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        found.add(
            subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout.strip()
        )
    assert found == {_sample().layout_hash}


def test_that_pages_in_any_order_give_the_same_document() -> None:
    first, second = page([("text", body(72, 60))]), page([("text", body(72, 90, 2))], 2)
    assert document(first, second).layout_hash == document(second, first).layout_hash


def test_that_hidden_text_is_listed_as_an_excluded_box() -> None:
    from chunkstudio.layout.model import HiddenText

    layout = document(page([("text", body(72, 60))], hidden=(HiddenText("Secret order", (72, 500, 140, 510), "hidden"),)))
    assert [(box.text, box.excluded) for box in layout.boxes() if box.excluded] == [("Secret order", "hidden")]


def test_that_every_box_says_which_rules_made_it() -> None:
    assert all({"class", "order"} <= {note.decides for note in box.notes} for box in _sample().boxes())
