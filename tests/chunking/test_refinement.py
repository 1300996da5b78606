"""What is larger than a chunk is cut where it hurts least, and what must be repeated is."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.refinement_rows import read_row, split_row
from chunkstudio.chunking.refinement_text import TailStarts, best_tail, split_text
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.documents import DocumentBuilder, sentences
from tests.chunking.strategies import paragraphs, quick

TIGHT = Profile().replace({"assembly.token_budget": 60, "assembly.min_tokens": 10})


@quick
@given(st.one_of(paragraphs(), st.text(min_size=1, max_size=120)), st.integers(1, 30))
def test_that_pieces_fit_and_cover_the_text_at_graphemes(text: str, most: int) -> None:
    graphemes = [m.span() for m in regex.finditer(r"\X", text)]
    widest = max((b - a for a, b in graphemes), default=1)
    spans = split_text(text, lambda a, b: b - a <= max(most, widest))
    assert all(b - a <= max(most, widest) for a, b in spans)
    assert "".join("".join(text[a:b] for a, b in spans).split()) == "".join(text.split())
    starts = {a for a, _ in graphemes}
    assert all(a in starts or text[a - 1].isspace() for a, _ in spans)


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("| a | b |", ("a", "b")),
        ("a | b", ("a", "b")),
        ("  | a | b", ("a", "b")),
        ("a | b |  ", ("a", "b")),
        ("|| b ||", ("", "b", "")),
        ("| a \\| b | c\\", ("a \\| b", "c\\")),
        ("", ()),
    ],
)
def test_that_a_row_has_its_cells_with_and_without_pipes_at_its_ends(line: str, cells: tuple[str, ...]) -> None:
    row = read_row(line, 10)
    assert row.cells == cells
    assert all(line[a - 10 : b - 10] == cell for cell, (a, b) in zip(cells, row.spans, strict=True))


def test_that_text_is_cut_at_sentences_then_clauses_then_words() -> None:
    text = "First of all, this is long, and it goes on. Short one. Unbrokenlongword here."
    spans = split_text(text, lambda a, b: b - a <= 28)
    assert [text[a:b] for a, b in spans] == [
        "First of all, this is long,",
        "and it goes on.",
        "Short one.",
        "Unbrokenlongword here.",
    ]
    words = "one two, three four"
    assert best_tail(len(words), TailStarts(words), lambda start: len(words) - start <= 12) == 9


def test_that_a_giant_row_is_cut_by_cells_with_its_key() -> None:
    row = read_row("| K-12 | Ada | " + "word " * 30 + "|", 100)
    pieces = split_row(row, lambda text, plain: len(text) <= 60 and len(plain) <= 60)
    assert len(pieces) > 2
    assert all(piece.text.startswith("|K-12|") and piece.text.count("|") == 4 for piece in pieces)
    assert sum(piece.text.count("word") for piece in pieces) == 30


def test_that_table_pieces_repeat_header_and_caption() -> None:
    b = DocumentBuilder()
    caption = b.box("caption", "Table 4: Lamps", caption_of="p1.b1")
    b.table([["Channel", "Colour"], *([f"North {n}", "green"] for n in range(30))], caption=caption.id)
    result = chunk_document(b.build(), TIGHT)
    assert len(result) > 3
    assert all(chunk.text.startswith("Table 4: Lamps\n\n|Channel|Colour|\n|---|---|") for chunk in result)
    assert all("Channel: Colour" in chunk.retrieval_text for chunk in result)
    assert all(chunk.table_ids == ("t1",) for chunk in result)
    assert result.tables[0].chunk_ids == tuple(chunk.id for chunk in result)


def test_that_a_header_above_half_the_budget_keeps_its_key_columns_and_is_told() -> None:
    b = DocumentBuilder()
    names = [f"Column with a rather long name {n}" for n in range(6)]
    b.table([names, *([f"R{r}C{c}" for c in range(6)] for r in range(6))])
    result = chunk_document(b.build(), TIGHT)
    assert any(w.code == "oversize_table_header" for w in result.diagnostics.warnings)
    assert any(chunk.text.startswith("|Column with a rather long name 0||") for chunk in result)
    for r in range(6):
        assert sum(f"|R{r}C0|R{r}C1|R{r}C2|R{r}C3|R{r}C4|R{r}C5|" in chunk.text for chunk in result) == 1


def test_that_code_is_cut_at_lines_with_its_fence_closed_and_opened() -> None:
    b = DocumentBuilder()
    b.box("code", "\n".join(f"    value_{n} = read(port_{n})" for n in range(40)))
    result = chunk_document(b.build(), TIGHT)
    assert len(result) > 2
    for chunk in result:
        assert chunk.text.startswith("```\n    value_") and chunk.text.endswith("\n```")


def test_that_an_unbroken_word_and_emoji_are_cut_at_graphemes() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    b = DocumentBuilder()
    b.text("Qh3" * 400)
    b.text(family * 12)
    result = chunk_document(b.build(), TIGHT)
    assert "".join(c.body for c in result).replace("\n", "").replace(" ", "") == "Qh3" * 400 + family * 12
    assert not any(c.body.endswith("\u200d") or c.body.startswith("\u200d") for c in result)


def test_that_a_budget_too_small_for_one_grapheme_is_refused() -> None:
    b = DocumentBuilder()
    b.text("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466")
    with pytest.raises(ChunkStudioError) as caught:
        chunk_document(b.build(), Profile().replace({"assembly.token_budget": 8, "assembly.min_tokens": 1}))
    assert caught.value.field == "assembly.token_budget"


def test_that_a_heading_is_kept_with_the_first_piece_of_a_long_sentence() -> None:
    b = DocumentBuilder()
    b.heading("1 A heading of some words", 1)
    b.text("word " * 200)
    result = chunk_document(b.build(), TIGHT)
    assert result[0].text.startswith("## 1 A heading of some words\n\nword word")


def test_that_overlap_is_whole_units_or_a_tail_and_says_why_it_is_not_there() -> None:
    b = DocumentBuilder()
    b.heading("1 One", 1)
    b.text(sentences(1, 12))
    b.heading("2 Two", 1)
    b.text(sentences(20, 12))
    result = chunk_document(b.build(), TIGHT.replace({"assembly.overlap_tokens": 12}))
    with_overlap = [c for c in result if c.overlap_tokens]
    assert with_overlap and all(c.overlap_regions and not c.overlap_why for c in with_overlap)
    at_section = next(c for c in result if c.cut_reason == "section")
    assert at_section.overlap_tokens == 0 and "section begins here" in at_section.overlap_why
    wide = chunk_document(b.build(), TIGHT.replace({"assembly.overlap_tokens": 50}))
    assert any(w.code == "overlap_clamped" for w in wide.diagnostics.warnings)


@pytest.mark.parametrize("budget", [20, 30, 64])
def test_that_plain_text_is_cut_into_slices_of_itself(budget: int) -> None:
    text = "This is a test, please keep calm. " * 30 + "\n\n\nAnother   paragraph\nwith lines. äöüß é नि 👨‍👩‍👧‍👦👋🏻 end."
    document = LayoutDocument.from_text(text, title="Notes")
    profile = Profile().replace({"assembly.token_budget": budget, "assembly.min_tokens": 1, "assembly.overlap_tokens": 5})
    result = chunk_document(document, profile)
    count = tokenizer_for("cl100k_base").count
    starts = [chunk.start for chunk in result]
    assert all(text[c.start : c.end] == c.body and c.text.endswith(c.body) for c in result)
    assert starts == sorted(set(starts))  # type: ignore[type-var]
    assert all(count(c.text) <= budget for c in result)
    assert result[0].heading_path == ("Notes",)
    assert any(w.code == "no_headings" for w in result.diagnostics.warnings)


@pytest.mark.parametrize("caption_first", [True, False])
@pytest.mark.parametrize("kind", ["picture", "table"])
def test_that_a_caption_shares_a_chunk_with_a_piece_of_what_is_too_long_for_one(kind: str, caption_first: bool) -> None:
    b = DocumentBuilder()
    b.heading("1 One")
    words = "Caption of the crane and of all its parts."
    if caption_first:
        b.box("caption", words, caption_of="p1.b2")
    if kind == "picture":
        b.box("picture", sentences(100, 14))
    else:
        b.table([["Name", "Note"], ["crane", sentences(100, 14)]])
    if not caption_first:
        b.box("caption", words, caption_of="p1.b1")
    b.text(sentences(50, 3))
    result = chunk_document(b.build(), Profile().replace({"assembly.token_budget": 120, "assembly.min_tokens": 20}))
    assert all("note 01" in c.text for c in result if words in c.text) and any(words in c.text for c in result)
    assert "forced_cut" not in {w.code for w in result.diagnostics.warnings}
    assert not any(c.text.endswith("1 One") for c in result)


def test_that_a_budget_of_thirty_holds_the_longest_emoji_in_text_lists_and_tables() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    b = DocumentBuilder()
    b.heading(f"Of {family}")
    b.text(family * 5)
    b.items(family * 3)
    b.table([["A", "B"], [family * 4, family * 2]])
    small = {"assembly.token_budget": 30, "assembly.min_tokens": 0, "context.title": False, "context.heading_path": False}
    result = chunk_document(b.build(), Profile().replace(small))
    assert all(c.text_tokens <= 30 and c.token_count <= 30 for c in result)
    assert sum(c.text.count(family) for c in result) == 15 == "".join(c.text for c in result).count("\U0001f468")


def test_that_a_budget_too_small_for_one_letter_names_a_larger_one() -> None:
    document = LayoutDocument.from_text(
        "The pump runs at night.\n\n```\na line of code\n```\n", title="Manual of the pumping stations"
    )
    for budget in range(1, 40):
        profile = Profile().replace({"assembly.token_budget": budget, "assembly.min_tokens": 0})
        try:
            chunk_document(document, profile)
        except ChunkStudioError as refusal:
            assert int(refusal.hint.rstrip(".").split()[-1]) > budget
        else:
            assert budget > 1
            break
    else:
        raise AssertionError("no budget was large enough")


def test_that_a_code_line_that_fits_without_its_indent_is_counted_as_it_is_written() -> None:
    count = tokenizer_for("cl100k_base").count
    b = DocumentBuilder()
    b.text("One line of words.")
    b.box("code", "x = 1\n        total = harbour(rope, quay) + harbour(tide, pier)")
    for budget in range(20, 50):
        small = {
            "assembly.token_budget": budget,
            "assembly.min_tokens": 0,
            "context.title": False,
            "context.heading_path": False,
        }
        for chunk in chunk_document(b.build(), Profile().replace(small)):
            assert chunk.text_tokens == count(chunk.text) and chunk.token_count == count(chunk.retrieval_text)
