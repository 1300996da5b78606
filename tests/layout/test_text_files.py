"""Files of text in the layout workers: the same layout as the library gives, and pictures of their lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.layout.opening import open_document
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_image import PageImage
from chunkstudio.layout.pool import LayoutPool
from chunkstudio.layout.text_rows import COLUMNS, LINE_HEIGHT, rows_of


@pytest.fixture(scope="module")
def pool() -> Iterator[LayoutPool]:
    made = LayoutPool(1, cache=None)
    yield made
    made.shutdown()


def through_pool(pool: LayoutPool, path: Path, options: LayoutOptions) -> LayoutDocument:
    """The layout as the window makes it."""
    document = pool.open(path)
    try:
        page = pool.submit_page(document, 1, options).result()
        return assemble(document.info, [page], options)
    finally:
        pool.close(document)


@pytest.mark.parametrize("parser", ["fast", "neural"])
@pytest.mark.parametrize("name", ["a.md", "a.txt"])
def test_that_the_window_gets_the_layout_of_the_command_line(tmp_path: Path, pool: LayoutPool, name: str, parser: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\xef\xbb\xbf# Pier\r\n\r\nCaf\xc3\xa9.\r\n\r\n- one\r\n")
    options = LayoutOptions(parser=parser)  # type: ignore[arg-type]
    seen, read = through_pool(pool, path, options), open_document(path, options=options)
    assert seen.layout_hash == read.layout_hash and seen.boxes() == read.boxes() and seen.source == read.source
    assert (seen.title, seen.info.file_name, seen.warnings) == (read.title, name, read.warnings)


def test_that_another_encoding_is_said_once(tmp_path: Path, pool: LayoutPool) -> None:
    (tmp_path / "a.txt").write_bytes("Caf\xe9".encode("latin-1"))
    assert [w.code for w in through_pool(pool, tmp_path / "a.txt", LayoutOptions()).warnings] == ["decoded_as_latin1"]


def test_that_a_missing_text_is_said(tmp_path: Path, pool: LayoutPool) -> None:
    with pytest.raises(ChunkStudioError) as caught:
        pool.open(tmp_path / "gone.md")
    assert caught.value.code == "not_found"


def dark_rows(image: PageImage) -> set[int]:
    """Rows of pixels with ink."""
    rows = range(image.height)
    return {y for y in rows if min(image.rgb[y * image.stride : y * image.stride + 3 * image.width]) < 128}


def test_that_lines_are_painted_where_their_boxes_are(tmp_path: Path, pool: LayoutPool) -> None:
    lines = ["# Pier", "", "Boats.", "", "港の灯台", "", "word " * 50, *[""] * 200, "the end"]
    (tmp_path / "a.md").write_text("\n".join(lines), encoding="utf-8")
    boxes = open_document(tmp_path / "a.md").boxes()
    assert [box.rect[1] / LINE_HEIGHT for box in boxes] == [0, 2, 4, 6, 209]
    document = pool.open(tmp_path / "a.md")
    whole = pool.submit_image(document, 1, 1.0).result()
    inked = {int(y // LINE_HEIGHT) for y in dark_rows(whole)}
    assert inked == {0, 2, 4, 6, 7, 8, 209}
    part = pool.submit_image(document, 1, 2.0, (0.0, 209 * LINE_HEIGHT, 300.0, 210 * LINE_HEIGHT)).result()
    assert (part.width, part.height) == (600, 24) and dark_rows(part)
    pool.close(document)


@pytest.mark.parametrize("line", ["", "short", "word " * 99, "x" * 999, "港" * 200, "\ttab " * 40, "港 a" * 90])
def test_that_a_long_line_takes_rows_that_lose_nothing(line: str) -> None:
    rows = rows_of(line)
    assert "".join(rows) == line.expandtabs(4).rstrip()
    assert all(len(row) + sum(sign > "\u2fff" for sign in row) <= COLUMNS for row in rows)
    assert len(rows) <= 1 + len(line.expandtabs(4)) * 4 // COLUMNS


def test_that_a_title_is_said_to_come_from_where_it_stands(tmp_path: Path) -> None:
    for name, text, title, source in (
        ("tides.md", "Boats.", "tides", "file_name"),
        ("tides.txt", "Boats.", "tides", "file_name"),
        ("tides.md", "---\ntitle: Pier book\n---\nBoats.", "Pier book", "metadata"),
        ("tides.md", "# Harbour\n\nBoats.", "Harbour", "printed"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        layout = open_document(tmp_path / name)
        assert (layout.title, layout.title_source) == (title, source)
