"""The revision of kept pages is made of every module that decides what a page looks like."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

import pytest

from chunkstudio.layout import page_revision
from chunkstudio.layout.page_revision import PARSER_SOURCES, READER_SOURCES

FOLDER = Path(page_revision.__file__).parent
NO_PART_OF_A_PAGE = {"opening_errors", "page_image", "markdown_text", "plain_text", "pymupdf_import"}
"""What opens files, makes pictures, and reads files of text, which are not kept."""


def _imported(name: str) -> set[str]:
    """Modules of the package that a module imports when it runs (not those that only type checkers read)."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    typed = {id(n) for i in ast.walk(tree) if isinstance(i, ast.If) and "TYPE_CHECKING" in ast.unparse(i.test) for n in i.body}
    froms = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and id(n) not in typed]
    prefix = "chunkstudio.layout."
    return {n.module.removeprefix(prefix) for n in froms if n.module is not None and n.module.startswith(prefix)}


def _reached(names: Iterable[str]) -> set[str]:
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in seen and name not in NO_PART_OF_A_PAGE:
            seen.add(name)
            waiting += _imported(name)
    return seen


@pytest.mark.parametrize("parser", ["fast", "neural"])
def test_that_every_module_that_a_pages_parse_runs_through_counts(parser: str) -> None:
    patterns = (*READER_SOURCES, *PARSER_SOURCES[parser])
    reached = {"page_parsing"} | _reached(["page_reading", parser])  # page parsing chooses the parser
    assert len(reached) > 25
    assert sorted(name for name in reached if not any(fnmatch(name, p) for p in patterns)) == []
