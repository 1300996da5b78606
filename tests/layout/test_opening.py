"""Opening: each way to fail has its code and a sentence that names the file; a whole document in one call."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.cache import VARIABLE
from chunkstudio.layout.opening import open_document
from chunkstudio.layout.pool import LayoutPool
from chunkstudio.layout.reader import open_pdf
from tests.layout.made_pdfs import FAST, codes, make_pdf, numbered, pymupdf, read, texts, write

LOCK: dict[str, Any] = {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "user_pw": "open-sesame", "owner_pw": "boss"}


@pytest.fixture(scope="module")
def pool() -> Iterator[LayoutPool]:
    made = LayoutPool(1, cache=False)
    yield made
    made.shutdown()


def _truncated(path: Path) -> None:
    whole = make_pdf(path, *numbered(6)).read_bytes()
    path.write_bytes(whole[: len(whole) // 8])


_BAD: dict[str, tuple[str, Callable[[Path], object]]] = {
    "missing": ("not_found", lambda _: None),
    "folder": ("cannot_read", lambda path: path.mkdir()),
    "empty": ("empty_file", lambda path: path.write_bytes(b"")),
    "web page": ("not_a_pdf", lambda path: path.write_bytes(b"<!DOCTYPE html><html><body>Log in</body></html>")),
    "picture": ("not_a_pdf", lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 64)),
    "noise": ("not_a_pdf", lambda path: path.write_bytes(bytes(range(200)))),
    "only a head": ("damaged", lambda path: path.write_bytes(b"%PDF-1.7\n" + b"lost " * 200)),
}


@pytest.mark.parametrize("kind", list(_BAD))
def test_that_a_file_that_cannot_be_opened_is_named_with_code_and_hint(tmp_path: Path, pool: LayoutPool, kind: str) -> None:
    code, make = _BAD[kind]
    path = tmp_path / "ledger.pdf"
    make(path)
    with pytest.raises(ChunkStudioError) as caught:
        pool.open(path)
    assert caught.value.code in (code, "no_pages") if kind == "only a head" else caught.value.code == code
    assert "ledger.pdf" in caught.value.message
    assert caught.value.hint


def test_that_a_locked_file_asks_for_its_password_and_opens_with_it(tmp_path: Path, pool: LayoutPool) -> None:
    path = make_pdf(
        tmp_path / "a.pdf",
        write("Locked ledger"),
        encryption=pymupdf.PDF_ENCRYPT_AES_256,
        user_pw="open-sesame",
        owner_pw="boss",
    )
    for password, code in ((None, "encrypted"), ("wrong", "wrong_password")):
        with pytest.raises(ChunkStudioError) as caught:
            pool.open(path, password)
        assert caught.value.code == code
    document = pool.open(path, "open-sesame")
    assert document.info.encrypted
    assert texts(pool.submit_page(document, 1, FAST).result()) == ["Locked ledger"]
    pool.close(document)


def test_that_a_cut_off_file_is_an_error_or_says_damaged(tmp_path: Path) -> None:
    _truncated(tmp_path / "a.pdf")
    try:
        pdf = open_pdf(tmp_path / "a.pdf")
    except ChunkStudioError as error:
        assert error.code in ("damaged", "no_pages")
    else:
        assert "damaged" in {w.code for w in pdf.info().warnings}
        pdf.close()


def test_that_a_page_whose_content_breaks_off_says_damaged_and_the_others_do_not(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", *numbered(3), deflate=True)
    document = pymupdf.open(path)
    stream = document.xref_stream_raw(document[1].get_contents()[0])
    document.close()
    data = path.read_bytes()
    path.write_bytes(data.replace(stream, stream[: len(stream) // 3] + b"\xff" * (len(stream) - len(stream) // 3)))
    assert [codes(read(path, n)) for n in (1, 2, 3)] == [set(), {"damaged"}, set()]


@pytest.mark.parametrize("content", ["<</Length 3>>", "12"])
def test_that_a_page_whose_content_is_no_stream_says_damaged_and_keeps_its_fields(tmp_path: Path, content: str) -> None:
    def draw(page: Any) -> None:
        field = pymupdf.Widget()
        field.field_name, field.field_type, field.field_value = "cargo", pymupdf.PDF_WIDGET_TYPE_TEXT, "Nine crates"
        field.rect = pymupdf.Rect(72, 72, 300, 90)
        page.add_widget(field)
        other = page.parent.get_new_xref()
        page.parent.update_object(other, content)
        page.parent.xref_set_key(page.xref, "Contents", f"{other} 0 R")

    page = read(make_pdf(tmp_path / "a.pdf", draw))
    assert (texts(page), codes(page)) == (["Nine crates"], {"damaged"})


def test_that_a_repaired_file_says_so(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", write("Ledger of the ferry"))
    data = path.read_bytes()
    at = data.rindex(b"startxref")
    path.write_bytes(data[:at] + b"startxref\n7\n%%EOF\n")
    pdf = open_pdf(path)
    assert pdf.info().repaired
    assert [w.code for w in pdf.info().warnings] == ["repaired"]
    pdf.close()
    assert texts(read(path)) == ["Ledger of the ferry"]


def test_that_info_has_title_outline_sizes_and_labels(tmp_path: Path) -> None:
    document = pymupdf.open()
    for n in range(3):
        write(f"Page {n}")(document.new_page(width=400, height=500))
    document[1].set_rotation(90)
    document.set_metadata({"title": "O\ufb03ce \x00rules"})
    document.set_toc([[1, "Sco\u00adpe", 1], [2, "Vessels", 2]])
    document.set_page_labels([{"startpage": 0, "prefix": "", "style": "r", "firstpagenum": 1}])
    document.save(tmp_path / "a.pdf")
    pdf = open_pdf(tmp_path / "a.pdf")
    info = pdf.info()
    pdf.close()
    assert (info.title, info.page_count, info.page_labels) == ("Office rules", 3, ("i", "ii", "iii"))
    assert [(e.level, e.title, e.page) for e in info.outline] == [(1, "Scope", 1), (2, "Vessels", 2)]
    assert info.page_sizes == ((400, 500), (500, 400), (400, 500))
    assert len(info.sha256) == 64


def test_that_a_huge_page_is_painted_within_bounds(tmp_path: Path) -> None:
    pdf = open_pdf(make_pdf(tmp_path / "a.pdf", write("Drawn in one piece"), size=(14400, 14400)))
    whole, part = pdf.render(1, 2.0), pdf.render(1, 2.0, (0, 0, 200, 150))
    pdf.close()
    assert whole.width * whole.height <= 24_100_000
    assert whole.scale < 2.0
    assert (part.width, part.height, part.scale) == (400, 300, 2.0)
    assert len(part.rgb) == part.stride * part.height


def test_that_a_clip_beside_the_page_gives_no_pixels(tmp_path: Path) -> None:
    pdf = open_pdf(make_pdf(tmp_path / "a.pdf", write("Edge")))
    assert pdf.render(1, 1.0, (900, 900, 1000, 1000)).width == 0
    pdf.close()


def test_that_a_document_opens_in_one_call_with_progress(tmp_path: Path, pool: LayoutPool) -> None:
    seen: list[tuple[int, int]] = []
    path = make_pdf(tmp_path / "a.pdf", *numbered(4))
    layout = open_document(path, options=FAST, pool=pool, progress=lambda done, total: seen.append((done, total)))
    assert [page.number for page in layout.pages] == [1, 2, 3, 4]
    assert (seen[0], seen[-1]) == ((0, 4), (4, 4))
    assert not layout.provisional


def test_that_chosen_pages_keep_the_numbers_of_the_file(tmp_path: Path, pool: LayoutPool) -> None:
    path = make_pdf(tmp_path / "a.pdf", *numbered(5))
    layout = open_document(path, options=FAST, pool=pool, pages=[4, 2])
    assert [page.number for page in layout.pages] == [2, 4]
    assert all(box.id.startswith(f"p{box.page}.") for box in layout.boxes())
    with pytest.raises(ChunkStudioError) as caught:
        open_document(path, options=FAST, pool=pool, pages=[6])
    assert (caught.value.code, caught.value.field) == ("bad_argument", "pages")


def test_that_cancelling_ends_with_its_own_error(tmp_path: Path, pool: LayoutPool) -> None:
    path = make_pdf(tmp_path / "a.pdf", *numbered(40))
    with pytest.raises(ChunkStudioError) as caught:
        open_document(path, options=FAST, pool=pool, cancelled=lambda: True)
    assert caught.value.code == "cancelled"


def test_that_a_file_changed_while_open_is_noticed(tmp_path: Path, pool: LayoutPool) -> None:
    path = make_pdf(tmp_path / "a.pdf", *numbered(2))
    document = pool.open(path)
    make_pdf(tmp_path / "b.pdf", *numbered(7))
    os.replace(tmp_path / "b.pdf", path)  # noqa: PTH105  # the call that editors use
    page = pool.submit_page(document, 1, FAST).result()
    assert page.failed
    assert [w.code for w in page.warnings] == ["changed"]
    assert "a.pdf" in page.warnings[0].message
    pool.close(document)


def test_that_text_files_open_too_and_latin_1_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes("# Title\n\nCafé\n".encode())
    (tmp_path / "b.txt").write_bytes("Caf\xe9 cr\xe8me".encode("latin-1"))
    assert any("Café" in box.text for box in open_document(tmp_path / "a.md").boxes())
    latin = open_document(tmp_path / "b.txt")
    assert latin.warnings[0].code == "decoded_as_latin1"
    assert "Café crème" in latin.boxes()[0].text


def test_that_nothing_of_a_locked_file_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    locked = make_pdf(tmp_path / "a.pdf", write("Locked"), **LOCK)
    plain = make_pdf(tmp_path / "b.pdf", write("Plain"))
    pool = LayoutPool(1)
    try:
        open_document(locked, password="open-sesame", options=FAST, pool=pool)
        assert not [p for p in (tmp_path / "cache").rglob("*") if p.is_file()]
        open_document(plain, options=FAST, pool=pool)
        assert len([p for p in (tmp_path / "cache").rglob("*") if p.is_file()]) == 1
    finally:
        pool.shutdown()


def test_that_a_name_in_another_encoding_is_said(tmp_path: Path, pool: LayoutPool) -> None:
    with pytest.raises(ChunkStudioError, match="not in UTF-8") as caught:
        pool.open(tmp_path / "caf\udce9.pdf")
    assert caught.value.code == "cannot_read" and caught.value.message.isprintable()


def test_that_control_characters_of_a_text_file_become_blanks_in_place(tmp_path: Path) -> None:
    source = tmp_path / "log.txt"
    source.write_bytes(b"Red \x1b[31malert\x07 at\tnoon\x7f, \xc2\x9bnot later.\x00\n\nNext.")
    document = open_document(source)
    assert document.source == "Red  [31malert  at\tnoon ,  not later. \n\nNext."
    assert [b.text for b in document.boxes()] == ["Red  [31malert  at\tnoon ,  not later.", "Next."]


@pytest.mark.parametrize(("user_password", "kept"), [("", True), ("tide", False)])
def test_that_pages_are_kept_on_disk_unless_a_password_was_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user_password: str, kept: bool
) -> None:
    monkeypatch.setenv("CHUNKSTUDIO_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "forbidding.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "Words that anyone may read, but not print.")
        document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=user_password, owner_pw="moon")
    pool = LayoutPool(1)
    try:
        open_document(path, password=user_password or None, options=FAST, pool=pool)
    finally:
        pool.shutdown()
    assert any(p.is_file() for p in (tmp_path / "cache").rglob("*")) is kept
