"""Starting: quickly, without what is not needed, and files without a command open the window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from chunkstudio.__main__ import main
from tests.cli.command import FAST, Command


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


@pytest.mark.parametrize(
    ("word", "meant"), [("chnk", "chunk"), ("inspct", "inspect"), ("Chunk", "chunk"), ("wrokspace", "workspace")]
)
def test_that_a_mistyped_command_is_no_file(run: Command, samples: Path, word: str, meant: str) -> None:
    outcome = run(word, samples / "policy_manual.pdf", *FAST)
    assert (outcome.code, run.opened) == (2, [])
    assert outcome.err.splitlines()[0] == f"chunkstudio: No command or file named '{word}'. Did you mean '{meant}'?"


def test_that_a_word_like_no_command_names_none_and_is_json_where_asked_for(run: Command) -> None:
    outcome = run("zzzz", "--json")
    assert outcome.code == 2 and outcome.error["message"] == "No command or file named 'zzzz'."
    assert "chunkstudio --help" in (outcome.error["hint"] or "")


def test_that_a_file_named_like_a_mistyped_command_is_opened(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, samples: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chnk").write_bytes((samples / "two_column_paper.pdf").read_bytes())
    assert run("chnk").code == 0 and run.opened == [([Path("chnk")], None)]


@pytest.mark.parametrize("name", ["missing.pdf", "folder/missing", "./missing"])
def test_that_missing_files_are_said_before_a_window_opens(run: Command, name: str) -> None:
    outcome = run(name)
    assert (outcome.code, run.opened) == (2, []) and "There is no file" in outcome.err


def test_that_the_window_is_left_to_tell_of_one_missing_file_among_others(run: Command, samples: Path) -> None:
    files = [samples / "policy_manual.pdf", Path("missing.pdf")]
    assert run(*files).code == 0 and run.opened == [(files, None)]


@pytest.mark.parametrize("group", ["profile", "workspace", "audit"])
def test_that_a_group_without_a_command_asks_for_one(run: Command, group: str) -> None:
    outcome = run(group)
    assert outcome.code == 2 and "Usage" in outcome.out and "Name one of its commands." in outcome.err


@pytest.mark.parametrize("arguments", [["-h"], ["chunk", "-h"], ["profile", "show", "-h"]])
def test_that_the_short_option_for_help_is_known(run: Command, arguments: list[str]) -> None:
    outcome = run(*arguments)
    assert outcome.code == 0 and "Usage" in outcome.out


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


def test_that_ctrl_c_while_the_program_loads_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, _name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "chunkstudio.cli.app", Interrupted("chunkstudio.cli.app"))
    assert main(["--help"]) == 2 and "Cancelled" in capsys.readouterr().err


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


def _typed(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    given = {**os.environ, "PYTHONUTF8": "0", **environment}
    return subprocess.run(
        [sys.executable, "-m", "chunkstudio", *arguments], capture_output=True, env=given, check=False, timeout=60
    )


def test_that_a_program_reads_every_sign_whatever_the_systems_encoding_is() -> None:
    shown = _typed("profile", "show", "--set", "name=Größe…", "--yaml", PYTHONIOENCODING="ascii")
    assert shown.stdout.decode("utf-8").splitlines()[0] == "name: Größe…"
    told = _typed("inspect", "größe.pdf", "--json", PYTHONIOENCODING="ascii")
    assert "größe.pdf" in json.loads(told.stderr.decode("utf-8"))["error"]["message"]


def test_that_a_sign_that_cannot_be_shown_stops_no_report(samples: Path) -> None:
    page = ("inspect", str(samples / "two_column_paper.pdf"), *FAST, "--pages", "1")
    chosen, piped = _typed(*page, PYTHONIOENCODING="ascii"), _typed(*page, PYTHONIOENCODING="", LC_ALL="C")
    assert chosen.returncode == piped.returncode == 0
    assert b"?" in chosen.stdout and "█" in piped.stdout.decode("utf-8")


@pytest.mark.parametrize("columns", ["20", "40", "80"])
def test_that_a_profile_is_shown_whole_in_a_narrow_pipe(columns: str) -> None:
    lines = _typed("profile", "show", COLUMNS=columns).stdout.decode("utf-8").splitlines()
    (row,) = (line for line in lines if "assembly.token_budget" in line)
    assert "400" in row and "a whole number from 1 to 32000" in row


def test_that_a_name_with_brackets_is_shown_as_it_is(run: Command) -> None:
    shown = run("profile", "show", "--set", "name=[/bold] [red]x")
    assert shown.code == 0 and "[/bold] [red]x" in shown.out
