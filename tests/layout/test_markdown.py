"""Boxes from Markdown: class, level, text without markup, places by line, and the reason for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunkstudio.layout.markdown_places import place_of
from chunkstudio.layout.model import LayoutBox, LayoutDocument
from chunkstudio.layout.opening import open_document
from chunkstudio.layout.options import LayoutOptions


def boxes_of(source: str) -> tuple[LayoutBox, ...]:
    """The boxes of a Markdown source."""
    return LayoutDocument.from_markdown(source).pages[0].boxes


def headings_of(source: str) -> list[tuple[str, str, int | None]]:
    """Class, text and level of all headings."""
    return [(b.box_class, b.text, b.level) for b in boxes_of(source) if b.box_class in ("title", "section-header")]


def test_that_headings_are_read_however_they_are_written() -> None:
    under = "Pier rules\n==========\n\nOne.\n\nOpening hours\n---\n\nTwo.\n\n"
    source = f"{under}## Fees for *small* `boats` ##\n\nThree.\n\n#No heading.\n"
    assert headings_of(source) == [
        ("title", "Pier rules", 0),
        ("section-header", "Opening hours", 1),
        ("section-header", "Fees for small boats", 1),
    ]
    assert boxes_of(source)[-1].text == "#No heading."


def test_that_no_heading_is_deeper_than_its_parent_and_one() -> None:
    source = "# A\n\n#### B\n\n###### C\n\n## D\n\n# E\n\n### F\n"
    assert [level for _, _, level in headings_of(source)] == [1, 2, 3, 2, 1, 2]


@pytest.mark.parametrize("source", ["# A\n\n# B\n", "## A\n\n# B\n", "## A\n\nB\n"])
def test_that_only_a_first_heading_alone_on_the_first_level_is_a_title(source: str) -> None:
    assert all(kind == "section-header" for kind, _, _ in headings_of(source))
    assert LayoutDocument.from_markdown(source, title="Name").title == "Name"


def test_that_a_profile_limits_the_levels(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n# B\n\n## C\n\n### D\n")
    document = open_document(tmp_path / "a.md", options=LayoutOptions(max_level=2))
    assert [box.level for box in document.boxes()] == [1, 1, 2, 2]


def test_that_items_have_marker_depth_and_parent() -> None:
    boxes = boxes_of("Do this:\n\n- oil the *lock*\n  and wait\n  1. left\n  2. right\n- rest\n\n  Not long.\n")
    items = [(b.text, b.marker, b.depth, b.parent) for b in boxes if b.box_class == "list-item"]
    assert items == [
        ("- oil the lock and wait", "-", 0, "p1.b0"),
        ("1. left", "1.", 1, "p1.b1"),
        ("2. right", "2.", 1, "p1.b1"),
        ("- rest", "-", 0, "p1.b0"),
    ]
    assert (boxes[-1].box_class, boxes[-1].text) == ("text", "Not long.")


def test_that_a_table_has_its_header_and_rows_in_place() -> None:
    (box,) = boxes_of("| Tag | A \\| B |\n| --- | :-: |\n| T-1 | **Oak** |\n| T-2 |\n")
    assert box.table is not None and box.table.header_rows == 1
    assert box.table.grid() == [["Tag", "A | B"], ["T-1", "Oak"], ["T-2", ""]]
    assert [cell.header for cell in box.table.cells] == [True, True, False, False, False, False]
    assert [rect[1] for rect in box.table.row_rects] == [0.0, 24.0, 36.0]


def test_that_cells_behind_the_last_column_are_kept_with_it() -> None:
    row, quoted = "| `x|y` | why | | so |", "> |A|\n> |-|\n> | 1 | 2 |"
    (table,) = boxes_of(f"- |Key|Meaning|\n  |---|---|\n  {row}\n  | 1 |\n  3 | 4\n")
    assert table.table is not None
    assert table.table.grid() == [["Key", "Meaning"], ["`x", "y` | why | so"], ["1", ""], ["3", "4"]]
    assert table.text == "Key | Meaning\n`x | y` | why | so\n1\n3 | 4"
    assert boxes_of(quoted)[0].text == "A\n1 | 2"


def test_that_what_is_quoted_too_deep_for_the_parser_is_kept_in_its_place() -> None:
    deep = ">" * 40
    (box,) = boxes_of(f"> One.\n>\n{deep} Two *deep*.\n{deep}\n{deep} Three.\n>\n>\n\n> Four.\n")[:1]
    assert box.text == "One.\nTwo *deep*.\nThree."


def test_that_prose_with_pipes_and_escaped_marks_is_text() -> None:
    boxes = boxes_of("Costs | sales | a note.\n\n\\# no heading.\n\n> # quoted heading\n> quoted text\n")
    assert [(b.box_class, b.text) for b in boxes] == [
        ("text", "Costs | sales | a note."),
        ("text", "# no heading."),
        ("text", "quoted heading\nquoted text"),
    ]


def test_that_code_keeps_lines_and_indentation() -> None:
    fenced, indented = boxes_of("```python\ndef f():\n    # no heading\n    return 1\n```\n\n    a = 1\n\n      b = 2\n")
    assert (fenced.box_class, fenced.text) == ("code", "def f():\n    # no heading\n    return 1")
    assert (indented.box_class, indented.text) == ("code", "a = 1\n\n  b = 2")


def test_that_html_gives_its_text_row_by_row() -> None:
    cells = "<tr><th>Key</th><th>Val &amp; more</th></tr>\n<tr><td>k1</td><td>v1</td></tr>"
    table, line = boxes_of(f"<table>{cells}</table>\n\nA<br>b <b>c</b> Map<Pier>\n")
    assert table.text == "Key | Val & more\nk1 | v1"
    assert line.text == "A\nb c Map<Pier>"


def test_that_signs_of_entities_in_html_are_read_as_browsers_read_them() -> None:
    (box,) = boxes_of("<p>AT&T, R&D; a&amp;b &copy 2024&nbsp;x&#13;y <img alt='A\nboat' src=a> &#65;&#66</p>")
    assert box.text == "AT&T, R&D; a&b © 2024 x y A boat AB"


def test_that_what_shows_no_text_stays_in_the_markdown_of_a_box() -> None:
    document = LayoutDocument.from_markdown("One.\n\n***\n\n<!-- a note to myself -->\n\n[x]: http://a.b 'Pier'\n")
    written = [document.source[b.source_start : b.source_end] for b in document.boxes()]
    assert written == ["One.\n\n***", "<!-- a note to myself -->", "[x]: http://a.b 'Pier'"]
    assert [b.text for b in document.boxes()] == ["One.", "", "[x]: http://a.b 'Pier'"]


def test_that_front_matter_is_kept_and_its_title_used() -> None:
    document = LayoutDocument.from_markdown("---\ntitle: Pier book\ntags: [a]\n---\n\nText.\n\n## One\n\nMore.\n", title="file")
    assert (document.title, document.title_source) == ("Pier book", "metadata")
    assert document.boxes()[0].text == "title: Pier book\ntags: [a]"
    assert LayoutDocument.from_markdown("---\na: [\n---\n\nText.", title="file").title == "file"


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("|\n  Pier\n  book", "Pier book"),
        ('"\\u202ePier\\nbook"', "Pier book"),
        ("!!bool Pier", "Pier"),
        *((other, "file") for other in ("~", "[a]", "2024", "!!int ''", "!!timestamp x", "2001-99-99", "*no", "{? [a] : b}")),
    ],
)
def test_that_no_front_matter_is_too_odd_to_read(written: str, title: str) -> None:
    document = LayoutDocument.from_markdown(f"---\ntitle: {written}\n---\n\nText.\n", title="file")
    assert document.title == title
    assert [box.text for box in document.boxes()][-1] == "Text."


def test_that_a_footnote_is_one_and_its_mark_stays() -> None:
    text, note = boxes_of("Boats[^1] only.\n\n[^1]: Rafts *are* boats.\n")
    assert text.text == "Boats[^1] only."
    assert (note.box_class, note.text) == ("footnote", "Rafts are boats.")


def test_that_characters_know_where_they_are_written() -> None:
    document = LayoutDocument.from_markdown("## A **bold** &amp; `code`  \n\n> quoted\n> [link](http://x.y) end\n")
    for box in document.boxes():
        assert box.source_end is not None
        for at, sign in enumerate(box.text):
            if sign.isalpha():
                assert document.source[place_of(box.source_runs, at, box.source_end)] == sign


def test_that_boxes_lie_at_their_lines_and_say_why() -> None:
    title, text = boxes_of("\n# Pier\n\nOne\ntwo.\n")
    assert (title.rect[1], title.rect[3], text.rect[1], text.rect[3]) == (12.0, 24.0, 36.0, 60.0)
    assert [(n.decides, n.rule) for n in title.notes][-2:] == [("class", "markdown.only-first-level"), ("level", "level.title")]
    assert text.notes[0].rule == "markdown.paragraph" and ("line", "4") in text.notes[0].inputs


def test_that_the_hash_is_that_of_the_result() -> None:
    first, same, other = (LayoutDocument.from_markdown(s).layout_hash for s in ("# A\n\nb", "\ufeff# A\r\n\r\nb", "## A\n\nb"))
    assert first == same != other
    assert first != LayoutDocument.from_text("# A\n\nb").layout_hash


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
@pytest.mark.parametrize("content", [" \n\t\n  \n", " \u200b\n\u00a0\n", ""])
def test_that_a_text_of_blanks_has_no_boxes_and_says_so(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    document = open_document(tmp_path / name)
    assert document.boxes() == []
    assert [(w.code, w.page) for w in document.warnings] == [("blank", 1)]


def test_that_signs_without_width_between_paragraphs_are_no_paragraph() -> None:
    source = "\u200b\n\nOne.\n\n\u200b\n\nTwo."
    document = LayoutDocument.from_text(source)
    assert [b.text for b in document.boxes()] == ["\u200b\n\nOne.\n\n\u200b", "Two."]


def test_that_markdown_without_headings_says_so() -> None:
    assert [w.code for w in LayoutDocument.from_markdown("Only text.").warnings] == ["no_headings"]
    assert not LayoutDocument.from_markdown("# A\n\nOnly text.").warnings
