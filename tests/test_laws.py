"""The laws of the design that can be read off the source."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted((ROOT / "chunkstudio").rglob("*.py"))
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}


def _imports(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {a.name.split(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def _importers(*wanted: str) -> set[str]:
    found = [m for m in MODULES if _imports(ast.parse(m.read_text(encoding="utf-8"))) & set(wanted)]
    return {m.relative_to(ROOT / "chunkstudio").as_posix() for m in found}


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.relative_to(ROOT).as_posix())
def test_that_a_module_is_at_most_400_lines_and_its_functions_at_most_40(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    assert source.count("\n") + 1 <= 401
    functions = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [f.name for f in functions if (f.end_lineno or 0) - f.lineno + 1 > 40] == []


def test_that_no_module_has_a_name_that_says_nothing() -> None:
    assert [m for m in MODULES if m.stem.strip("_") in EMPTY_NAMES] == []


def test_that_no_module_is_left_unfinished() -> None:
    marks = re.compile(r"NotImplementedError|\bTODO\b|\bFIXME\b|\bXXX\b")
    assert [m for m in MODULES if marks.search(m.read_text(encoding="utf-8"))] == []


def test_that_pymupdf_is_imported_in_the_layout_package_only() -> None:
    assert {m.split("/")[0] for m in _importers("pymupdf", "pymupdf4llm", "fitz")} == {"layout"}


def test_that_qt_is_imported_in_the_window_only() -> None:
    assert {m.split("/")[0] for m in _importers("PySide6", "pyqtgraph", "superqt", "qtawesome")} == {"gui"}


def test_that_plots_are_drawn_in_one_package() -> None:
    assert {m.rsplit("/", 1)[0] for m in _importers("pyqtgraph")} == {"gui/plots"}


def test_that_one_module_alone_knows_the_tokenizer_library() -> None:
    assert len(_importers("tiktoken")) == 1


def test_that_the_main_window_only_assembles() -> None:
    tree = ast.parse((ROOT / "chunkstudio/gui/main_window.py").read_text(encoding="utf-8"))
    assert len([n for n in tree.body if isinstance(n, ast.ClassDef)]) == 1


def test_that_the_top_level_holds_the_six_names_only() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    tops = {name.split("/")[0] for name in listed if not name.startswith(".")}
    assert tops <= {"chunkstudio", "tests", "resources", "sample_docs", "pyproject.toml", "README.md"}


def test_that_every_public_function_and_class_says_what_it_promises() -> None:
    silent = []
    for module in MODULES:
        for node in ast.parse(module.read_text(encoding="utf-8")).body:
            public = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
            if public and not ast.get_docstring(node):
                silent.append(f"{module.relative_to(ROOT)}:{node.name}")
    assert silent == []
