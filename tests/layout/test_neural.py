"""The layout model's adapter: regions in displayed coordinates, one thread a session, plain exceptions, a file left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chunkstudio.layout.geometry import share_inside
from chunkstudio.layout.model import ParsedPage, Region
from chunkstudio.layout.neural import NeuralParser
from chunkstudio.layout.options import LayoutOptions
from tests.layout.made_pdfs import WORDS, both, make_pdf, pymupdf, read, write

NEURAL = LayoutOptions(parser="neural")
ROWS = [
    ["Pier", "Winter fee", "Summer fee"],
    ["North", "120", "307"],
    ["South", "95", "210"],
    ["East", "77", "180"],
    ["West", "64", "150"],
]


def draw_table(page: Any) -> None:
    """A ruled table of five rows and three columns."""
    for r, row in enumerate(ROWS):
        for c, text in enumerate(row):
            page.insert_text((100 + 120 * c, 340 + 20 * r), text, fontsize=11)
    for y in range(326, 427, 20):
        page.draw_line((92, y), (440, y))
    for x in (92, 212, 332, 440):
        page.draw_line((x, 326), (x, 426))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a heading, paragraphs and a table."""
    path = tmp_path_factory.mktemp("neural") / "sample.pdf"
    return make_pdf(
        path, both(write("2 Fees of the piers", size=18), write(*[WORDS] * 6, y=150), draw_table, write(*[WORDS] * 6, y=480))
    )


def regions_of(path: Path, number: int = 1) -> tuple[ParsedPage, tuple[Region, ...]]:
    """A page and what the model says of it, in points of the displayed page."""
    page = read(path, number, NEURAL)
    parser = NeuralParser(path, None, NEURAL)
    try:
        return page, parser.regions(page)
    finally:
        parser.close()


def test_that_the_model_gives_classes_boxes_and_the_cells_of_a_table(sample: Path) -> None:
    page, regions = regions_of(sample)
    heading = next(one for one in page.lines if one.text.startswith("2 Fees"))
    assert max(regions, key=lambda r: share_inside(heading.rect, r.rect)).box_class in ("section-header", "title")
    [table] = [r for r in regions if r.box_class == "table"]
    assert table.table is not None and table.table.grid() == ROWS
    assert table.table.header_rows == 1
    assert all(r.rule.startswith("neural.") for r in regions)


def test_that_regions_of_a_turned_page_lie_in_the_page_as_displayed(tmp_path: Path) -> None:
    def draw(page: Any) -> None:
        for index in range(8):
            page.insert_text((80 + 20 * index, 760), WORDS, fontsize=11, rotate=90)

    page, regions = regions_of(make_pdf(tmp_path / "turned.pdf", draw, rotation=90))
    assert (page.width, page.height) == (842, 595)
    assert regions and all(0 <= r.rect[0] < r.rect[2] <= 842 and 0 <= r.rect[1] < r.rect[3] <= 595 for r in regions)
    assert all(any(share_inside(one.rect, r.rect) > 0.7 for r in regions) for one in page.lines)


def test_that_a_poster_is_shown_to_the_model_at_a_smaller_size(tmp_path: Path) -> None:
    page, regions = regions_of(
        make_pdf(tmp_path / "poster.pdf", write(*[WORDS] * 4, x=900, y=900, size=90, step=130), size=(6000, 6000))
    )
    assert page.lines and regions
    assert all(any(share_inside(one.rect, r.rect) > 0.6 for r in regions) for one in page.lines)


def test_that_text_which_the_reader_held_back_is_in_no_cell(tmp_path: Path) -> None:
    secret = write("SECRET", x=350, y=380, size=11, color=(1, 1, 1))
    _, regions = regions_of(make_pdf(tmp_path / "hidden.pdf", both(write(*[WORDS] * 4), draw_table, secret)))
    texts = [cell.text for r in regions if r.table for cell in r.table.cells]
    assert texts and not any("SECRET" in text for text in texts)


def test_that_the_model_prints_nothing_and_leaves_the_file_alone(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sample.read_bytes()
    regions_of(sample)
    assert capsys.readouterr().out == ""
    assert sample.read_bytes() == before


def test_that_a_locked_file_is_a_plain_error_and_opens_with_its_password(tmp_path: Path) -> None:
    path = make_pdf(
        tmp_path / "locked.pdf", write(WORDS), encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open", owner_pw="owner"
    )
    with pytest.raises(ValueError, match="locked"):
        NeuralParser(path, None, NEURAL)
    NeuralParser(path, "open", NEURAL).close()


_SESSIONS = """
import subprocess
import sys
from chunkstudio.layout.neural_model import load_model
load_model()
assert "pymupdf4llm" not in sys.modules
import pymupdf
model = next(c.cell_contents for c in pymupdf._get_layout.__closure__ if hasattr(c.cell_contents, "_model"))._model
for session in (model.session, model.feature_extractor._session):
    options = session.get_session_options()
    print(options.intra_op_num_threads, options.enable_cpu_mem_arena)
"""


def test_that_the_sessions_have_one_thread_each_and_only_the_image_network_an_arena() -> None:
    command = [sys.executable, "-c", _SESSIONS]  # in a process of its own: other tests import pymupdf with its default sessions
    out = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert out.split("\n")[:2] == ["1 False", "1 True"]


def test_that_the_edge_threshold_reaches_the_model(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def predict(_page: Any, **options: Any) -> list[dict[str, Any]]:
        seen.append(options["edge_threshold"])
        return []

    monkeypatch.setattr("chunkstudio.layout.neural.load_model", lambda: predict)
    parser = NeuralParser(sample, None, LayoutOptions(edge_threshold=0.7))
    assert parser.regions(read(sample, 1, NEURAL)) == ()
    parser.close()
    assert seen == [0.7]


def test_that_images_which_the_model_missed_become_pictures(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setattr("chunkstudio.layout.neural.load_model", lambda: lambda _page, **_options: [])
    page = replace(read(sample, 1, NEURAL), images=((100, 600, 300, 700), (0, 0, 1, 1)))
    parser = NeuralParser(sample, None, NEURAL)
    assert [(r.box_class, r.rect) for r in parser.regions(page)] == [("picture", (100, 600, 300, 700))]
    parser.close()


def test_that_a_drawing_which_the_model_missed_is_a_picture_where_a_figures_label_names_it(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    monkeypatch.setattr("chunkstudio.layout.neural.load_model", lambda: lambda _page, **_options: [])
    label = replace(read(sample, 1, NEURAL).lines[0], text="Fig. 2: The lock", rect=(100, 505, 200, 517))
    drawings = ((100, 400, 300, 500), (100, 600, 300, 700))
    page = replace(read(sample, 1, NEURAL), lines=(label,), images=(), drawings=drawings)
    parser = NeuralParser(sample, None, NEURAL)
    assert [(r.box_class, r.rect) for r in parser.regions(page)] == [("picture", drawings[0])]
    parser.close()
