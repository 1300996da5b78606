"""Starting: quickly, without what is not needed, and files without a command open the window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.command import Command


def test_that_help_loads_neither_window_nor_pdf_library_nor_tokenizer() -> None:
    script = (
        "import sys\nfrom chunkstudio.__main__ import main\nmain(['--help'])\n"
        "heavy = {'PySide6', 'pymupdf', 'tiktoken', 'numba', 'numpy', 'onnxruntime', 'pydantic'} & set(sys.modules)\n"
        "sys.exit(len(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "chunk" in done.stdout


def test_that_files_without_a_command_open_the_window(run: Command, samples: Path) -> None:
    assert run(samples / "policy_manual.pdf", samples / "two_column_paper.pdf").code == 0
    assert run.opened == [([samples / "policy_manual.pdf", samples / "two_column_paper.pdf"], None)]


def test_that_nothing_at_all_opens_an_empty_window(run: Command) -> None:
    assert run().code == 0 and run.opened == [([], None)]


def test_that_the_version_is_printed(run: Command) -> None:
    assert run("--version").out.startswith("chunkstudio ")


def test_that_an_unknown_option_is_one_sentence_with_a_hint(run: Command) -> None:
    outcome = run("chunk", "--nonsense")
    assert outcome.code == 2 and "No such option" in outcome.err and "--help" in outcome.err
    assert "Traceback" not in outcome.err


def test_that_five_lines_of_a_plain_script_chunk_a_document(samples: Path) -> None:
    script = (
        "from chunkstudio import open_document, Profile, chunk_document\n"
        "profile = Profile().replace({'layout.parser': 'fast'})\n"
        "from chunkstudio.chunking.pipeline import layout_options\n"
        f"document = open_document({str(samples / 'two_column_paper.pdf')!r}, options=layout_options(profile), pages=[1])\n"
        "print(len(chunk_document(document, profile)), chunk_document(document, profile)[0].heading_path)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) >= 2
