from __future__ import annotations

import pytest

from chunkstudio.layout.captions import caption_label
from chunkstudio.layout.list_markers import marker_kind, marker_value, printed_marker
from chunkstudio.layout.model import BoxClass, Line
from tests.layout.made_pages import BOLD, FILLER, block, body, document, line, of_class, page, rule_ids

Part = tuple[BoxClass, list[Line]]


@pytest.mark.parametrize(
    ("text", "marker"),
    [
        ("• Morning round", "•"),
        ("3. Lift the lever", "3."),
        ("(b) Turn it", "(b)"),
        ("- oil the hinge", "-"),
        ("[12] A paper", "[12]"),
        ("iv) Late", "iv)"),
    ],
)
def test_that_markers_are_read(text: str, marker: str) -> None:
    assert printed_marker(text) == marker


@pytest.mark.parametrize("text", ["1.2 Vessels", "Plain words", "3.5 metres", "2041 was dry", ""])
def test_that_numbers_in_text_are_no_markers(text: str) -> None:
    assert printed_marker(text) is None


def test_that_markers_of_one_list_are_kin_and_count() -> None:
    assert marker_kind("3.") == marker_kind("12.") != marker_kind("(3)")
    assert [marker_value(m) for m in ("3.", "(c)", "•", "②")] == [3, 3, None, 2]


def _items(*texts: tuple[str, float, float]) -> list[Part]:
    return [("list-item", [line(text, x, y)]) for text, x, y in texts]


def test_that_nested_items_have_depth_and_parent() -> None:
    parts: list[Part] = [("text", [line("Duties are listed here:", 72, 60)])]
    parts += _items(
        ("• Morning round", 80, 80), ("- read the gauge", 100, 95), ("- oil the hinge", 100, 110), ("• Evening round", 80, 125)
    )
    boxes = document(page(parts)).boxes()
    assert [(box.marker, box.depth, box.parent) for box in boxes[1:]] == [
        ("•", 0, "p1.b0"),
        ("-", 1, "p1.b1"),
        ("-", 1, "p1.b1"),
        ("•", 0, "p1.b0"),
    ]


def test_that_a_list_goes_on_over_a_page_break() -> None:
    first = page(
        [
            ("text", [line("Do the following steps in order:", 72, 700)]),
            *_items(("1. Shut the gate", 80, 720), ("2. Turn the wheel", 80, 740)),
        ]
    )
    second = page(_items(("3. Lift the lever", 80, 60), ("4. Report", 80, 80)), 2)
    layout = document(first, second)
    assert {box.parent for box in of_class(layout, "list-item")} == {"p1.b0"}
    assert [box.marker for box in of_class(layout, "list-item")] == ["1.", "2.", "3.", "4."]


def test_that_items_in_one_text_region_are_split_at_their_markers() -> None:
    lines = block(
        ["1. Check that the gate is shut and the pin is in its place.", "2. Turn the wheel.", "3. Lift the lever."], 72, 60
    )
    assert [box.marker for box in of_class(document(page([("text", lines)])), "list-item")] == ["1.", "2.", "3."]


def test_that_a_number_at_a_lines_start_within_a_paragraph_is_no_item() -> None:
    lines = block(
        [
            "The tables are told of in the reports of other crews by",
            "[25]. Later on the counsel said the same of the gates and",
            "[29]. He was right.",
        ],
        72,
        60,
    )
    assert [box.box_class for box in document(page([("text", lines)])).boxes()] == ["text"]


def test_that_a_bullet_in_a_box_of_its_own_joins_its_text() -> None:
    parts: list[Part] = [("list-item", [line("-", 80, 60)]), ("text", [line("oil the hinge of the gate", 95, 60)])]
    assert [(box.marker, box.text) for box in of_class(document(page(parts)), "list-item")] == [
        ("-", "- oil the hinge of the gate")
    ]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Table 4: Lamp colours", ("table", "4")),
        ("Figure 3-1 The red lamp", ("figure", "3-1")),
        ("Abb. 2 Die Lampe", ("figure", "2")),
        ("• Figure 5.3 X-rays", ("figure", "5.3")),
        ("Tableau 4 : Puissances", ("table", "4")),
        ("表 3 水位", ("table", "3")),
        ("Table 3 shows the heights of all gauges", None),
        ("Figures are in crowns", None),
        ("Tables", None),
        ("Images", None),
        ("图A 水位", ("figure", "a")),
        ("TABLE IV", ("table", "iv")),
        ("Chart a course home", None),
        ("Box I open first", None),
    ],
)
def test_that_caption_labels_are_told_from_sentences(text: str, label: tuple[str, str] | None) -> None:
    assert caption_label(text) == label


@pytest.mark.parametrize("parsed", ["section-header", "text"])
def test_that_the_word_for_tables_alone_heads_a_section_and_names_no_table(parsed: BoxClass) -> None:
    parts: list[Part] = [(parsed, [line("Tables", 72, 60, 14, **BOLD)]), ("text", body(72, 90))]
    layout = document(page([*parts, ("table", [line("grid", 200, 150)])]))
    assert [box.text for box in of_class(layout, "title", "section-header")] == ["Tables"]


@pytest.mark.parametrize(
    ("name", "below", "names"),
    [
        ("Listing 3.1: The main loop", "code", True),
        ("Beispiel 2. Die Schleife", "code", True),
        ("Listing 3.1: The main loop", "text", False),
        ("Listing the ships", "code", False),
        ("Example 3 ships in a row", "code", False),
    ],
)
def test_that_a_numbered_title_right_above_a_listing_names_it(name: str, below: BoxClass, names: bool) -> None:
    code = [line(text, 80, 80 + 12 * k, mono=True) for k, text in enumerate(("x = 1;", "y = f(x);"))]
    parts: list[Part] = [("section-header", [line(name, 72, 60, 11, **BOLD)])]
    parts += [(below, code if below == "code" else body(72, 80)), ("text", body(72, 130, 8))]
    layout = document(page(parts))
    assert [box.text for box in of_class(layout, "caption")] == [name] * names
    assert [box.text for box in of_class(layout, "title", "section-header")] == [name] * (not names)


def test_that_captions_and_objects_are_paired_one_to_one() -> None:
    parts: list[Part] = [
        ("picture", [line("lamp", 200, 100)]),
        ("caption", [line("Figure 1: The red lamp", 150, 125)]),
        ("caption", [line("Table 4: Lamp colours", 150, 160)]),
        ("picture", [line("grid", 200, 180)]),
    ]
    boxes = {box.text.split(":")[0]: box for box in document(page(parts)).boxes()}
    assert boxes["Figure 1"].caption_of == boxes["lamp"].id
    assert boxes["lamp"].caption == boxes["Figure 1"].id
    assert boxes["Table 4"].caption_of == boxes["grid"].id


def test_that_a_source_below_a_picture_with_its_caption_and_a_note_that_it_goes_on_are_text() -> None:
    parts: list[Part] = [
        ("caption", [line("Figure 1: The red lamp", 150, 80)]),
        ("picture", [line("lamp", 200, 100)]),
        ("caption", [line("Source: harbour office", 150, 125)]),
        ("caption", [line("Table 4: Lamp colours", 150, 260)]),
        ("picture", [line("grid", 200, 280)]),
        ("caption", [line("Table 4 continued on next page", 150, 292)]),
    ]
    layout = document(page(parts))
    assert [box.text[:8] for box in of_class(layout, "caption") if box.caption_of] == ["Figure 1", "Table 4:"]
    assert [box.text[:7] for box in of_class(layout, "text")] == ["Source:", "Table 4"]


@pytest.mark.parametrize("parsed", ["caption", "text"])
def test_that_the_only_caption_of_a_table_names_it_where_it_says_that_the_table_goes_on(parsed: BoxClass) -> None:
    named = "Table 4: Lamp colours (continued on next page)"
    layout = document(page([(parsed, [line(named, 150, 260)]), ("picture", [line("grid", 200, 280)])]))
    assert [(box.text, box.caption_of) for box in of_class(layout, "caption")] == [(named, "p1.b1")]


def test_that_a_note_without_label_that_a_table_goes_on_is_no_caption() -> None:
    note = "Continued on next page"
    layout = document(page([("picture", [line("grid", 200, 280)]), ("caption", [line(note, 150, 292)])]))
    assert [box.text for box in of_class(layout, "text")] == [note]


def test_that_the_caption_of_a_listing_stays_one_where_a_picture_is_on_the_page() -> None:
    parts: list[Part] = [
        ("caption", [line("Sorting of lamps by colour", 150, 60)]),
        ("code", [line("x = 1", 150, 75)]),
        ("text", [line("The lamps are kept by the office.", 72, 300)]),
        ("picture", [line("grid", 200, 480)]),
    ]
    layout = document(page(parts))
    assert [box.text for box in of_class(layout, "caption")] == ["Sorting of lamps by colour"]


def test_that_the_caption_below_a_row_of_pictures_is_that_of_the_one_read_before_it() -> None:
    parts: list[Part] = [("picture", [line(name, x, 100)]) for name, x in (("left", 100), ("middle", 200), ("right", 300))]
    layout = document(page([*parts, ("caption", [line("Figure 1: Lamps of three colours on the pier", 100, 130)])]))
    assert [box.text for box in layout.boxes() if box.caption] == ["right"]


def test_that_labelled_text_beside_an_object_becomes_its_caption() -> None:
    parts: list[Part] = [
        ("picture", [line("lamp", 200, 100)]),
        ("text", [line("Figure 1: The red lamp", 150, 125)]),
        ("text", body(72, 300)),
    ]
    found = of_class(document(page(parts)), "caption")
    assert [box.text for box in found] == ["Figure 1: The red lamp"]
    assert {"caption.label", "caption.nearest"} <= rule_ids(found[0])


def test_that_one_picture_over_two_captions_is_two_figures() -> None:
    inside = [line("left", 100, 100), line("right", 420, 100), line("l" * 10, 80, 180), line("r" * 10, 450, 180)]
    parts: list[Part] = [
        ("picture", inside),
        ("caption", [line("Figure 5: Left things", 90, 200)]),
        ("caption", [line("Figure 6: Right things", 380, 200)]),
    ]
    layout = document(page(parts))
    assert [box.text.split()[0] for box in layout.boxes()] == ["left", "Figure", "right", "Figure"]
    assert [box.caption_of for box in of_class(layout, "caption")] == ["p1.b0", "p1.b2"]


def _with_typed_row(above: str, typed: str, below: str, gap: float = 2.0) -> list[tuple[str, int]]:
    """Class and rows of the boxes of a paragraph of which one row, set in typewriter, stands between two others."""
    rows = [line(above, 72, 60), line(typed, 72, 70 + gap, mono=True), line(below, 72, 80 + 2 * gap)]
    layout = document(page([("text", [*rows, *block([FILLER] * 2, 72, 92 + 2 * gap)]), ("text", body(72, 200, 8))]))
    return [(box.box_class, len(box.lines)) for box in layout.boxes()][:-1]


def test_that_a_row_of_files_within_a_sentence_tears_no_paragraph_apart() -> None:
    files = "/usr/share/harbour /var/lib/gates and /etc/harbour.conf"
    assert _with_typed_row("The crew moved the rules of the harbour into", files, "and opened the gates then.") == [("text", 5)]
    assert _with_typed_row("The crew moved it.", files, "and opened the upper gates then.") == [("text", 5)]


@pytest.mark.parametrize(
    ("above", "typed", "gap"),
    [
        ("The crew then types what opens the gates:", "open /dev/gate now", 2.0),
        ("The crew then types what opens the gates", "$ open /dev/gate", 2.0),
        ("The crew then types what opens the gates", "open /dev/gate", 8.0),
        ("The crew types", "open /dev/gate", 2.0),
    ],
    ids=["a colon", "a prompt", "white", "a short row"],
)
def test_that_a_command_below_what_announces_it_is_a_listing(above: str, typed: str, gap: float) -> None:
    assert ("code", 1) in _with_typed_row(above, typed, "The gates open then.", gap)


def test_that_an_item_about_commands_is_no_listing() -> None:
    items = ["• For each gate::open there should be a matching gate::shut", "• gate::open()"]
    layout = document(
        page([("text", body(72, 60)), *[("list-item", [line(t, 80, 130 + 20 * k, mono=True)]) for k, t in enumerate(items)]])
    )
    assert [box.box_class for box in layout.boxes()][1:] == ["list-item", "code"]


def test_that_code_keeps_line_breaks_and_indentation() -> None:
    style = {"mono": True, "font": "Courier"}
    code = [
        line("def read(port):", 72, 100, **style),
        line("for step in range(60):", 92, 112, **style),
        line("total += 1", 112, 124, **style),
        line("return total", 92, 136, **style),
    ]
    layout = document(page([("text", body(72, 60, 2)), ("section-header", code[:1]), ("text", code[1:])]))
    assert [box.text for box in of_class(layout, "code")] == [
        "def read(port):\n    for step in range(60):\n        total += 1\n    return total"
    ]


def test_that_a_listing_keeps_blanks_that_all_its_lines_begin_with() -> None:
    style = {"mono": True, "font": "Courier"}
    first = [line("def read(port):", 72, 700, **style), line("    total = 0", 96, 712, **style)]
    rest = [line("    total += port.value()", 96, 60, **style), line("    return total", 96, 72, **style)]
    layout = document(page([("text", body(72, 60, 2)), ("text", first)]), page([("text", rest), ("text", body(72, 200))], 2))
    assert [box.text for box in of_class(layout, "code")][-1] == "    total += port.value()\n    return total"


def test_that_lone_brackets_belong_to_the_listing_that_they_open_and_close() -> None:
    style = {"mono": True, "font": "Courier"}
    pieces = [line("{", 72, 100, **style), line('"port": 7001,', 96, 112, **style), line("}", 72, 124, **style)]
    layout = document(page([("text", body(72, 40, 2)), *(("text", [piece]) for piece in pieces)]))
    [code] = of_class(layout, "code")
    assert [row.strip() for row in code.text.split("\n")] == ["{", '"port": 7001,', "}"]


def test_that_a_typewritten_page_is_no_listing() -> None:
    style = {"mono": True, "font": "Courier"}
    layout = document(page([("text", block(["The crew moved the crates to the upper store."] * 4, 72, 60, **style))]))
    assert of_class(layout, "code") == []
