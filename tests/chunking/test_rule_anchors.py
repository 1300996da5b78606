"""Manual rules follow their words through revisions, or are told as conflicts; they never land on other text."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass

import pytest

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.rule_anchors import fold
from chunkstudio.chunking.rules import (
    ManualRule,
    edit_layout,
    place_rules,
    rule_for_boundary,
    rule_for_box,
    rule_for_unit,
)
from chunkstudio.chunking.sentence_builder import build_units
from chunkstudio.chunking.unit_columns import UnitColumns
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.layout.plain_text import document_from_text

REVISIONS = int(os.environ.get("CHUNKSTUDIO_REVISIONS", "150"))
BOILER = ("See the table above", "Not applicable", "Reserved for later use", "The general terms apply")


@dataclass(frozen=True)
class Paragraph:
    uid: int
    text: str


def _paragraph(rng: random.Random, uid: int) -> Paragraph:
    if rng.random() < 0.35:
        return Paragraph(uid, rng.choice(BOILER))
    return Paragraph(uid, f"Item {uid} was noted by clerk {rng.randrange(9)} on the day of the count")


def _revised(rng: random.Random, paragraphs: list[Paragraph], uid: int) -> tuple[list[Paragraph], int]:
    """One to six edits: insert, delete, change, move, swap, copy."""
    out = list(paragraphs)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(out))
        edit = rng.choice(("insert", "delete", "change", "move", "swap", "copy"))
        if edit == "insert":
            out.insert(at, _paragraph(rng, uid))
        elif edit == "delete" and len(out) > 5:
            out.pop(at)
        elif edit == "change":
            out[at] = Paragraph(uid, f"Entry {uid} replaces what stood here")
        elif edit == "move":
            out.insert(rng.randrange(len(out)), out.pop(at))
        elif edit == "swap":
            other = rng.randrange(len(out))
            out[at], out[other] = out[other], out[at]
        elif edit == "copy":
            out.insert(rng.randrange(len(out)), Paragraph(uid, out[at].text))
        uid += 1
    return out, uid


def _layout(paragraphs: list[Paragraph]) -> LayoutDocument:
    return document_from_text("\n\n".join(p.text for p in paragraphs))


def _units(layout: LayoutDocument) -> UnitColumns:
    return build_units(layout, "auto")


def _around(paragraphs: list[Paragraph], at: int) -> tuple[str, str]:
    before = paragraphs[at - 1].text if at else ""
    return before, paragraphs[at + 1].text if at + 1 < len(paragraphs) else ""


def test_that_a_rule_follows_its_words_or_is_a_conflict_through_random_revisions() -> None:
    rng = random.Random(7)
    placed = 0
    for _ in range(REVISIONS):
        uid = 40
        paragraphs = [_paragraph(rng, i) for i in range(rng.randint(6, 30))]
        first = _layout(paragraphs)
        columns = _units(first)
        assert len(columns) == len(paragraphs)
        at = rng.randrange(len(paragraphs) - 1)
        kind = rng.choice(("never_cut", "always_cut"))
        boundary, box = rule_for_boundary(columns, at, kind), rule_for_box(first.boxes(), at, "leave_out")
        assert place_rules(columns, [boundary]).places[0].boundary == at
        revised, uid = _revised(rng, paragraphs, uid)
        layout = _layout(revised)
        found = place_rules(_units(layout), [boundary]).places[0]
        _, on_boxes = edit_layout(layout, [box])
        row = -1 if on_boxes[0].conflict else [b.id for b in layout.boxes()].index(on_boxes[0].box_id)
        for where in (found.boundary, row):
            if where < 0:
                continue
            placed += 1
            assert revised[where].text == paragraphs[at].text
            if paragraphs[at].text in BOILER and revised[where].uid != paragraphs[at].uid:
                shared = [a == b for a, b in zip(_around(paragraphs, at), _around(revised, where), strict=True)]
                assert any(shared), (at, where, paragraphs, revised)
        if kind == "never_cut" and found.boundary >= 0:
            now, then = fold(revised[found.boundary + 1].text).split(), fold(paragraphs[at + 1].text).split()
            assert len(set(now) & set(then)) >= 0.4 * len(set(then))
    assert placed > REVISIONS * 0.8


def test_that_a_rule_on_the_same_document_is_always_found() -> None:
    paragraphs = [Paragraph(i, BOILER[0] if i % 2 else f"Line {i} of the list") for i in range(12)]
    same = [Paragraph(i, BOILER[1]) for i in range(6)]
    columns = _units(_layout(paragraphs + same))
    rules = [rule_for_unit(columns, i, "always_cut") for i in range(len(columns) - 1)]
    assert [p.boundary for p in place_rules(columns, rules).places] == list(range(len(columns) - 1))


def test_that_a_repeated_text_whose_copy_is_gone_is_a_conflict() -> None:
    texts = ["Day shift", BOILER[0], "First words", "Night shift", BOILER[0], "Last words"]
    paragraphs = [Paragraph(i, t) for i, t in enumerate(texts)]
    rule = rule_for_unit(_units(_layout(paragraphs)), 4, "always_cut")
    without = [*paragraphs[:4], paragraphs[5]]
    assert place_rules(_units(_layout(without)), [rule]).places[0].state == "ambiguous"
    moved = [*paragraphs[3:], *paragraphs[:3]]
    assert place_rules(_units(_layout(moved)), [rule]).places[0].boundary == 1


def test_that_never_cut_holds_only_between_the_two_texts_it_was_said_of() -> None:
    texts = ["The pump is started by hand", "It runs until the tank is full", "Then the valve is closed"]
    paragraphs = [Paragraph(i, t) for i, t in enumerate(texts)]
    rule = rule_for_boundary(_units(_layout(paragraphs)), 0, "never_cut")
    between = [paragraphs[0], Paragraph(9, "An entirely new matter"), *paragraphs[1:]]
    assert place_rules(_units(_layout(between)), [rule]).places[0].state == "neighbour"
    mended = [paragraphs[0], Paragraph(9, "It runs until the tank is half full"), paragraphs[2]]
    assert place_rules(_units(_layout(mended)), [rule]).places[0].boundary == 0


def test_that_a_short_quote_does_not_land_on_a_sentence_that_begins_with_it() -> None:
    paragraphs = [Paragraph(i, t) for i, t in enumerate(("Opening", "Fees", "What is paid by all", "Closing words"))]
    rule = rule_for_unit(_units(_layout(paragraphs)), 1, "always_cut")
    revised = [paragraphs[0], Paragraph(8, "Fees are paid in advance"), *paragraphs[2:]]
    assert place_rules(_units(_layout(revised)), [rule]).places[0].state == "gone"


def test_that_of_two_equally_near_copies_none_is_guessed() -> None:
    columns = _units(_layout([Paragraph(i, t) for i, t in enumerate(("Same words here", "Other", "Same words here", "End"))]))
    near = ManualRule("always_cut", "Same words here", 1, columns.boxes[2].rect[1])
    assert place_rules(columns, [near]).places[0].boundary == 2
    middle = ManualRule("always_cut", "Same words here", 1, (columns.boxes[0].rect[1] + columns.boxes[2].rect[1]) / 2)
    assert place_rules(columns, [middle]).places[0].state == "ambiguous"


def test_that_the_later_of_two_contradicting_rules_counts_and_the_other_is_told() -> None:
    layout = _layout([Paragraph(i, f"Sentence number {i} of the log") for i in range(6)])
    columns = _units(layout)
    rules = [rule_for_boundary(columns, 2, "never_cut"), rule_for_boundary(columns, 2, "always_cut")]
    result = chunk_document(layout, Profile(), rules=rules)
    assert 2 in result.cuts
    assert [p.state for p in result.rule_places] == ["overruled", "placed"]
    assert "rule_overruled" in {w.code for w in result.diagnostics.warnings}
    assert result.diagnostics.counts["rule_conflicts"] == 1


@pytest.mark.parametrize("changes", [{"assembly.token_budget": 64, "assembly.min_tokens": 8}, {"weights.box": 0.9}])
def test_that_rules_hold_under_another_profile(changes: dict[str, float]) -> None:
    layout = _layout([Paragraph(i, f"Sentence number {i} of the log is kept by the clerk") for i in range(12)])
    columns = _units(layout)
    rules = [rule_for_boundary(columns, 4, "always_cut"), rule_for_boundary(columns, 7, "never_cut")]
    result = chunk_document(layout, Profile().replace(changes), rules=rules)
    assert 4 in result.cuts and 7 not in result.cuts
    assert not any(p.conflict for p in result.rule_places)


def test_that_equal_places_are_told_apart_by_their_order_while_their_number_stays() -> None:
    block = ["Check the oil", "Check the water", "Check the oil", "Check the water", "Check the oil"]
    first = [Paragraph(0, "Morning round"), *(Paragraph(i, t) for i, t in enumerate(block, 1))]
    other = [Paragraph(20, "Evening round"), Paragraph(21, "Check the oil"), Paragraph(22, "Lock the door")]
    rule = rule_for_unit(_units(_layout([*first, Paragraph(9, "End")])), 3, "always_cut")
    revised = [*other, *first, Paragraph(9, "End")]
    assert place_rules(_units(_layout(revised)), [rule]).places[0].boundary == len(other) + 3
