"""Starting: quickly, without what is not needed, and files without a command open the window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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


def _shell(line: str) -> subprocess.CompletedProcess[str]:
    program = f"'{sys.executable}' -m chunkstudio profile show"
    return subprocess.run(["bash", "-c", line.format(program)], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("option", ["", "--json"])
def test_that_a_full_disk_behind_standard_output_is_said_in_words(option: str) -> None:
    done = _shell("{} " + option + " > /dev/full")
    assert done.returncode == 2 and "cannot be written: no space left" in done.stderr
    assert "inside ChunkStudio" not in done.stderr and "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="bash")
@pytest.mark.parametrize("line", ["{} | head -c 1 > /dev/null; exit ${{PIPESTATUS[0]}}", "{} >&-"])
def test_that_a_reader_that_has_gone_is_no_failure(line: str) -> None:
    done = _shell(line)
    assert (done.returncode, done.stderr) == (0, "")


def test_that_an_argument_in_another_encoding_is_said(run: Command) -> None:
    outcome = run("chunk", "caf\udce9.pdf", "--preview")
    assert outcome.code == 2 and "not in UTF-8" in outcome.err and "inside ChunkStudio" not in outcome.err
