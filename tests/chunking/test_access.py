"""Labels on documents, pages and sections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.access import DocumentAccess, NarrowerLabels, may_see, parse_page_ranges, shows_nothing_new
from chunkstudio.errors import ChunkStudioError

SIDE_FILE = """
acl: [staff, board]
narrower:
  - {pages: 3-4, acl: [board]}
  - {section: "3.2 Fees", acl: [board]}
"""
LABELS = st.sets(st.sampled_from("abcde"), min_size=1)


def test_that_a_side_file_is_read_and_written_back() -> None:
    access = DocumentAccess.from_yaml(SIDE_FILE)
    assert access.acl == ("board", "staff")
    assert access.narrower[0].pages == ((3, 4),)
    assert access.narrower[1].section == "3.2 Fees"
    assert DocumentAccess.parse(access.to_dict()) == access


def test_that_labels_mean_any_of() -> None:
    assert may_see(["staff", "guest"], ("board", "staff"))
    assert not may_see(["guest"], ("board", "staff"))
    assert not may_see(["guest"], None)


def test_that_pages_and_sections_narrow_a_place() -> None:
    access = DocumentAccess.from_yaml(SIDE_FILE)
    assert access.labels_at([2]) == ("board", "staff")
    assert access.labels_at([2, 3]) == ("board",)
    assert access.labels_at([9], ["3 Money", "3.2  FEES"]) == ("board",)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("acl: []", "missing_acl"),
        ("", "missing_acl"),
        ("narrower: []", "missing_acl"),
        ("acl: [a]\nnarrower: [{pages: 1, acl: [b]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: 1, acl: []}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: 4-3, acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: 0, acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{page: 3, acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{section: ' ', acl: [a]}]", "bad_acl"),
        ("acl: [1]", "bad_acl"),
        ("acl: [a", "bad_acl"),
        ("acl: [a]\nowner: x", "bad_acl"),
        ("acl: [a]\nnarrower: {}", "bad_acl"),
        ("acl: [a]\nnarrower: false", "bad_acl"),
        ("acl: [a]\nnarrower: 0", "bad_acl"),
        ("acl: [a]\nnarrower: ''", "bad_acl"),
        ("acl: [a]\nnarrower: {pages: 1, acl: [a]}", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: [], acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: [[]], acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: true, acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: {1: 2}, acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: 1.5, acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{section: 3.20, acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{section: [Fees], acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{section: , acl: [a]}]", "bad_acl"),
        ("acl: [a]\nnarrower: [{pages: 1, section: Fees, acl: [a]}]", "bad_acl"),
        ("acl: false", "bad_acl"),
        ("acl: 0", "bad_acl"),
        ("acl: {a: b}", "bad_acl"),
        ('acl: ["a\\ud800"]', "bad_acl"),
        ("acl: [a]\n---\nacl: [b]", "bad_acl"),
        ("12", "bad_acl"),
    ],
)
def test_that_contradictions_are_refused(text: str, code: str) -> None:
    with pytest.raises(ChunkStudioError) as caught:
        DocumentAccess.from_yaml(text)
    assert caught.value.code == code
    assert caught.value.hint


def test_that_given_labels_replace_the_side_file_but_not_its_narrower_parts() -> None:
    access = DocumentAccess.from_yaml(SIDE_FILE, labels=["board", "audit"])
    assert access.acl == ("audit", "board")
    assert access.labels_at([3]) == ("board",)
    with pytest.raises(ChunkStudioError, match="not among the document's"):
        DocumentAccess.from_yaml(SIDE_FILE, labels=["public"])


def test_that_parts_which_exclude_each_other_are_refused() -> None:
    access = DocumentAccess(("a", "b"), (NarrowerLabels(("a",), ((1, 2),)), NarrowerLabels(("b",), ((2, 3),))))
    assert access.labels_at([1]) == ("a",)
    with pytest.raises(ChunkStudioError) as caught:
        access.labels_at([2])
    assert caught.value.code == "bad_acl"


def test_that_page_ranges_are_read_in_all_their_forms() -> None:
    assert parse_page_ranges(3) == ((3, 3),)
    assert parse_page_ranges("1-2, 7") == ((1, 2), (7, 7))
    assert parse_page_ranges([1, "4–5"]) == ((1, 1), (4, 5))


@given(LABELS, LABELS, st.sets(st.sampled_from("abcde")))
def test_that_a_text_is_shown_in_a_record_only_if_all_its_readers_may_see_it(
    inner: set[str], record: set[str], reader: set[str]
) -> None:
    if shows_nothing_new(tuple(inner), tuple(record)) and may_see(reader, tuple(record)):
        assert may_see(reader, tuple(inner))


@given(
    LABELS,
    st.lists(st.tuples(LABELS, st.integers(1, 9), st.integers(0, 4)), max_size=6),
    st.sets(st.integers(1, 12), min_size=1),
)
def test_that_no_place_is_wider_than_its_document_and_none_without_labels(
    labels: set[str], parts: list[tuple[set[str], int, int]], pages: set[int]
) -> None:
    narrower = tuple(NarrowerLabels(tuple(sorted(s & labels)), ((first, first + n),)) for s, first, n in parts if s & labels)
    access = DocumentAccess(tuple(labels), narrower)
    try:
        found = access.labels_at(pages)
    except ChunkStudioError as error:
        assert error.code == "bad_acl"
        return
    assert found and set(found) <= labels
    for part in narrower:
        if any(part.covers_page(p) for p in pages):
            assert set(found) <= set(part.acl)


@pytest.mark.parametrize("text", ["acl: {public: false}", "acl: [a]\nnarrower: [{pages: 1, acl: {a: false}}]", "[" * 3000])
def test_that_a_mapping_is_no_list_of_labels_and_endless_nesting_no_crash(text: str) -> None:
    with pytest.raises(ChunkStudioError) as caught:
        DocumentAccess.from_yaml(text)
    assert caught.value.code == "bad_acl"


def test_that_a_part_without_anything_is_none() -> None:
    assert DocumentAccess.from_yaml("acl: [a]\nnarrower:\n").narrower == ()


def test_that_nested_lists_in_place_of_labels_or_pages_are_told_shortly() -> None:
    deep: list[object] = ["x"] * 9
    for _ in range(11):
        deep = [deep] * 9
    for data in (
        {"acl": [deep]},
        {"acl": ["a"], "narrower": deep},
        {"acl": ["a"], "narrower": [{"pages": deep, "acl": ["a"]}]},
    ):
        with pytest.raises(ChunkStudioError) as caught:
            DocumentAccess.parse(data)
        assert caught.value.code == "bad_acl" and len(caught.value.message) < 300
