"""Parsed pages on disk: equal when read back, private, limited, and never trusted when damaged."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from chunkstudio.layout import page_revision
from chunkstudio.layout.cache import VARIABLE, PageCache, page_key
from chunkstudio.layout.model import Line, ParsedPage, Region, TableCell, TableGrid
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.protocol import decode_page, encode_page

_TABLE = TableGrid(
    1, 2, (TableCell(0, 0, "Pier", header=True), TableCell(0, 1, "9 m", column_span=1)), 1, ((1.0, 2.0, 3.0, 4.0),)
)
_PAGE = ParsedPage(
    3,
    595.0,
    842.0,
    90,
    "fast",
    "iii",
    lines=(Line("Café 😀", (1.0, 2.0, 30.0, 12.0), 11.0, stops=((0, 1.0), (5, 20.0)), ends=(18.0, 30.0), rtl=True),),
    regions=(Region((0.0, 0.0, 50.0, 50.0), "table", _TABLE, rule="ruled"),),
)


def _key(number: int) -> str:
    return page_key("f" * 64, number, LayoutOptions())


def test_that_a_page_comes_back_equal() -> None:
    assert decode_page(encode_page(_PAGE)) == _PAGE


def test_that_a_kept_page_is_found_again_and_others_are_not(tmp_path: Path) -> None:
    cache = PageCache(tmp_path)
    cache.put(_key(1), encode_page(_PAGE))
    assert cache.get(_key(1)) == _PAGE
    assert cache.get(_key(2)) is None


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "other"])
def test_that_a_damaged_entry_counts_as_missing_and_is_removed(tmp_path: Path, damage: str) -> None:
    cache = PageCache(tmp_path)
    cache.put(_key(1), encode_page(_PAGE))
    (path,) = [p for p in tmp_path.rglob("*") if p.is_file()]
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes({"cut": bytes(data[:-9]), "flip": bytes(data), "empty": b"", "other": b"not a page at all" * 9}[damage])
    assert cache.get(_key(1)) is None
    assert not path.exists()


def test_that_the_folder_stays_below_its_limit_and_keeps_what_was_used_last(tmp_path: Path) -> None:
    cache = PageCache(tmp_path, limit=4000)
    for number in range(40):
        page = replace(_PAGE, lines=tuple(replace(_PAGE.lines[0], text=os.urandom(40).hex()) for _ in range(5)))
        cache.put(_key(number), encode_page(page))
        path = next(p for p in tmp_path.rglob("*") if p.is_file() and p.name == _key(number)[2:])
        os.utime(path, (1000 + number, 1000 + number))
    cache.trim()
    assert sum(p.stat().st_size for p in tmp_path.rglob("*") if p.is_file()) <= 4000
    assert cache.get(_key(39)) is not None
    assert cache.get(_key(0)) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such bits; the user's folder is private there")
def test_that_a_folder_which_vanishes_while_it_is_trimmed_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def vanished(folder: Path, pattern: str) -> object:
        raise FileNotFoundError(folder / pattern)

    cache, key = PageCache(tmp_path), _key(1)
    monkeypatch.setattr(Path, "glob", vanished)
    cache.put(key, encode_page(_PAGE))
    assert cache.get(key) == _PAGE


def test_that_only_the_user_can_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "c"))
    cache = PageCache.default()
    assert cache is not None
    cache.put(_key(1), encode_page(_PAGE))
    modes = {p.stat().st_mode & 0o777 for p in (tmp_path / "c").rglob("*")}
    assert modes == {0o700, 0o600}


@pytest.mark.parametrize("setting", ["off", "0", "NONE"])
def test_that_the_variable_turns_it_off(monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    monkeypatch.setenv(VARIABLE, setting)
    assert PageCache.default() is None


def test_that_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file"))
    assert PageCache.default() is None
    PageCache(tmp_path / "file").put(_key(1), encode_page(_PAGE))


def test_that_the_key_changes_with_all_that_a_page_depends_on_and_nothing_else() -> None:
    base = LayoutOptions()
    changes = [
        replace(base, parser="fast"),
        replace(base, edge_threshold=0.4),
        replace(base, hidden_text="keep"),
        replace(base, ocr="auto"),
        replace(base, ocr="auto", language="de"),
    ]
    keys = {page_key("a", 1, o) for o in [base, *changes]} | {page_key("b", 1, base), page_key("a", 2, base)}
    assert len(keys) == len(changes) + 3
    same = replace(
        base, table_output="markdown", headers_footers="include", toc="include", use_outline=True, max_level=3, language="de"
    )
    assert page_key("a", 1, same) == page_key("a", 1, base)


def test_that_every_source_named_for_the_revision_exists() -> None:
    folder = Path(page_revision.__file__).parent
    names = {path.stem for path in folder.glob("*.py")}
    assert set(page_revision.READER_SOURCES) <= names
    for patterns in page_revision.PARSER_SOURCES.values():
        assert all(list(folder.glob(f"{pattern}.py")) for pattern in patterns)
    assert page_revision.page_revision("fast") != page_revision.page_revision("neural")
