"""Which headings of a path stand in the retrieval text: all of a short document's, the near ones of a long one's."""

from __future__ import annotations

import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.chunking.telling_headings import SHORT_DOCUMENT, WHOLE_PART, telling_depths
from chunkstudio.ingestion.service import ChunkingBuilder
from tests.chunking.record_layouts import B, heading, layout, table, text

SENTENCE = "The harbour master writes down each boat that comes in or goes out. "
ROWS = table([["Unit", "Fee"], ["Boat", "3"], ["Ship", "5"]])


def filing(filler: int) -> list[B]:
    """Part > item > note, each with text; ``filler`` characters of text stand in another item of the same part."""
    few = text(SENTENCE * 4)
    return [
        *(heading("Part II", level=1), heading("Item 7", level=2), text(SENTENCE * (filler // len(SENTENCE)))),
        *(heading("Item 8", level=2), few, heading("Note 3", level=3), few, heading("Fees", level=4), few, ROWS),
    ]


def records(filler: int) -> ChunkSet:
    chunked = chunk_document(layout(filing(filler)), access=DocumentAccess(("a",)))
    return ChunkingBuilder().build_chunks(chunked)


@pytest.mark.parametrize(
    ("filler", "line"), [(20_000, "Part II > Item 8 > Note 3 > Fees"), (SHORT_DOCUMENT, "Item 8 > Note 3 > Fees")]
)
def test_that_the_heading_of_a_long_section_stands_only_in_records_right_below_it(filler: int, line: str) -> None:
    row = records(filler).layer("table_row")[0]
    assert f"\nSection: {line}\nTable: " in row.retrieval_text
    assert row.heading_path == ("Part II", "Item 8", "Note 3", "Fees")


@pytest.mark.parametrize(("filler", "line"), [(WHOLE_PART // 2, "Section: Part II\n"), (WHOLE_PART, "")])
def test_that_a_record_that_opens_with_its_heading_does_not_show_that_of_a_whole_part(filler: int, line: str) -> None:
    long = text(SENTENCE * (filler // len(SENTENCE) + 1))
    boxes = [heading("Part II", level=1), heading("Item 7", level=2), long, heading("Item 8", level=2), text(SENTENCE * 20)]
    chunked = chunk_document(layout(boxes), access=DocumentAccess(("a",)))
    opening = next(chunk for chunk in chunked if chunk.heading_path[-1] == "Item 8")
    before, _, body = opening.retrieval_text.partition("Content:\n")
    assert body.startswith("Item 8\n")
    assert before.endswith(line)
    assert ("Section: " in before) == bool(line)


def test_that_the_fields_of_section_records_keep_the_whole_path() -> None:
    long = [r for r in records(SHORT_DOCUMENT).layer("section") if r.heading_path[:2] == ("Part II", "Item 7")]
    assert len(long) > 2
    assert all("\nSection: Item 7\nContent:\n" in r.retrieval_text for r in long[1:])


def test_that_every_section_shows_its_own_heading_at_least() -> None:
    for filler in (0, 20_000, SHORT_DOCUMENT):
        chunked = chunk_document(layout(filing(filler)))
        depths = telling_depths(chunked.columns)
        assert depths[0] == 0
        assert all(1 <= depth <= len(s.heading_path) for depth, s in zip(depths[1:], chunked.sections[1:], strict=True))
