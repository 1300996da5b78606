"""``chunk``: the documented JSON, labels first, whole files or none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.ingestion.access_file import write_access
from chunkstudio.ingestion.service import ChunkDocumentCommand, ChunkDocumentService
from tests.cli.command import FAST, Command
from tests.layout.made_pdfs import make_pdf

DOCUMENTED = [
    "schema",
    "preview",
    "document",
    "profile",
    "policy_version",
    "chunks",
    "boxes",
    "sections",
    "tables",
    "figures",
    "diagnostics",
]


def test_that_the_json_has_the_documented_parts(run: Command, samples: Path) -> None:
    data = run("chunk", samples / "policy_manual.pdf", *FAST).data
    assert list(data) == DOCUMENTED
    assert data["document"]["acl"] == ["contractors", "duty-officers", "staff"]
    assert {c["layer"] for c in data["chunks"]} >= {"section", "document"}
    assert [p["number"] for p in data["document"]["pages"]] == list(range(1, 13))


def test_that_boundaries_add_units_and_scores(run: Command, samples: Path) -> None:
    data = run("chunk", samples / "two_column_paper.pdf", *FAST, "--pages", "2", "--boundaries").data
    assert len(data["boundaries"]) == len(data["units"]) - 1
    raw, weight, contribution = data["boundaries"][0]["signals"]["box"]
    assert contribution == pytest.approx(raw * weight, abs=1e-6)


def test_that_without_labels_nothing_is_written(run: Command, tmp_path: Path, samples: Path) -> None:
    bare = tmp_path / "bare.pdf"
    bare.write_bytes((samples / "two_column_paper.pdf").read_bytes())
    outcome = run("chunk", bare, *FAST, "--format", "json", "--output", tmp_path / "out.json")
    assert outcome.code == 2 and outcome.error["code"] == "missing_acl"
    assert [p.name for p in tmp_path.iterdir()] == ["bare.pdf"]


def test_that_a_preview_needs_no_labels_and_says_what_it_is(run: Command, tmp_path: Path, samples: Path) -> None:
    bare = tmp_path / "bare.pdf"
    bare.write_bytes((samples / "two_column_paper.pdf").read_bytes())
    assert run("chunk", bare, *FAST, "--pages", "1", "--preview").data["preview"] is True
    assert "Preview:" in run("chunk", bare, *FAST, "--pages", "1", "--preview", "--format", "markdown").out


def test_that_every_line_of_jsonl_stands_alone(run: Command, samples: Path) -> None:
    lines = run("chunk", samples / "two_column_paper.pdf", *FAST, "--pages", "2", "--format", "jsonl").out.splitlines()
    rows = [json.loads(line) for line in lines]
    assert len({r["id"] for r in rows}) == len(rows) and all(r["document_id"] and r["policy_version"] for r in rows)


def test_that_each_chunk_body_is_in_the_whole_markdown(run: Command, samples: Path) -> None:
    common = (samples / "two_column_paper.pdf", *FAST)
    whole = run("chunk", *common, "--format", "markdown").out
    chunks = [c for c in run("chunk", *common).data["chunks"] if c["layer"] == "section"]
    inside = [c for c in chunks if c["start"] is not None]
    assert len(inside) >= len(chunks) // 2
    assert all(c["text"].strip() in whole for c in inside if not c["overlap_tokens"])


def test_that_two_runs_write_the_same_bytes(run: Command, tmp_path: Path, samples: Path) -> None:
    for name in ("a.json", "b.json"):
        run("chunk", samples / "two_column_paper.pdf", *FAST, "--output", tmp_path / name)
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        (("--set", "assembly.token_budget=0"), "bad_profile", "assembly.token_budget"),
        (("--set", "assembly.nonsense=1"), "bad_profile", "assembly.nonsense"),
        (("--set", "weights.font=true"), "bad_profile", "weights.font"),
        (("--set", "assembly.tokenizer=nonsense"), "bad_profile", "assembly.tokenizer"),
        (("--pages", "9-3"), "bad_argument", "pages"),
        (("--pages", "400"), "bad_argument", "pages"),
    ],
)
def test_that_a_bad_setting_is_refused_with_its_name(
    run: Command, samples: Path, arguments: tuple[str, ...], code: str, field: str
) -> None:
    outcome = run("chunk", samples / "two_column_paper.pdf", *FAST, *arguments, "--format", "json")
    assert outcome.code == 2 and (outcome.error["code"], outcome.error["field"]) == (code, field)
    assert outcome.error["hint"]


def test_that_a_missing_file_is_one_sentence_that_names_it(run: Command, tmp_path: Path) -> None:
    outcome = run("chunk", tmp_path / "none.pdf", "--acl", "a", "--format", "json")
    assert outcome.code == 2 and outcome.error["code"] == "not_found" and "none.pdf" in outcome.error["message"]


def test_that_a_missing_file_is_said_before_its_labels_are_asked_for(run: Command, tmp_path: Path) -> None:
    assert run("chunk", tmp_path / "none.pdf", "--json").error["code"] == "not_found"
    assert run("chunk", tmp_path, "--json").error["code"] == "cannot_read"


def test_that_wrong_labels_are_not_laid_to_the_side_file(run: Command, samples: Path) -> None:
    refused = run("chunk", samples / "two_column_paper.pdf", "--acl", " ", "--json").error
    assert refused["code"] == "bad_acl" and "side file" not in refused["message"]


def test_that_pages_may_have_spaces(run: Command, samples: Path) -> None:
    data = run("chunk", samples / "two_column_paper.pdf", *FAST, "--pages", " 1 - 2 , 4").data
    assert [page["number"] for page in data["document"]["pages"]] == [1, 2, 4]


def test_that_labels_narrowed_while_a_document_is_chunked_stop_the_writing(
    run: Command, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tmp_path / "paper.pdf"
    document.write_bytes((samples / "two_column_paper.pdf").read_bytes())
    write_access(document, DocumentAccess(("a", "b")))
    execute = ChunkDocumentService.execute

    def narrowed(self: ChunkDocumentService, command: ChunkDocumentCommand) -> ChunkSet:
        write_access(document, DocumentAccess(("a",)))
        return execute(self, command)

    monkeypatch.setattr(ChunkDocumentService, "execute", narrowed)
    refused = run("chunk", document, *FAST, "--pages", "1", "--json", "--output", tmp_path / "out.json")
    assert refused.code == 2 and refused.error["code"] == "changed" and not (tmp_path / "out.json").exists()


def test_that_a_folder_that_cannot_be_written_is_said(run: Command, tmp_path: Path, samples: Path) -> None:
    target = tmp_path / "no" / "folder" / "out.json"
    outcome = run("chunk", samples / "two_column_paper.pdf", *FAST, "--pages", "1", "--format", "json", "--output", target)
    assert outcome.code == 2 and outcome.error["code"] == "cannot_write"


def test_that_a_name_that_is_too_long_is_said(run: Command, tmp_path: Path, samples: Path) -> None:
    target = tmp_path / ("a" * 300)
    refused = run("chunk", samples / "two_column_paper.pdf", *FAST, "--json", "--output", target).error
    assert refused["code"] == "cannot_write" and "too long" in refused["message"]


def test_that_the_password_comes_from_a_file_and_never_from_an_argument(run: Command, tmp_path: Path, samples: Path) -> None:
    import pymupdf

    locked, secret = tmp_path / "locked.pdf", tmp_path / "secret.txt"
    with pymupdf.open(samples / "two_column_paper.pdf") as document:
        document.save(locked, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="tide", owner_pw="moon")
    common = ("chunk", locked, "--acl", "a", *FAST, "--pages", "1", "--format", "json")
    asked = run(*common).error
    assert asked["code"] == "encrypted" and "--password-file" in asked["hint"]
    secret.write_text("ebb\n", encoding="utf-8")
    assert run(*common, "--password-file", secret).error["code"] == "wrong_password"
    secret.write_text("tide\n", encoding="utf-8")
    assert run(*common, "--password-file", secret).code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_that_ctrl_c_leaves_no_half_file(tmp_path: Path, samples: Path) -> None:
    target = tmp_path / "out.json"
    command = [sys.executable, "-m", "chunkstudio", "chunk", str(samples / "policy_manual.pdf"), "--output", str(target)]
    env = os.environ | {"CHUNKSTUDIO_CACHE": str(tmp_path / "cache")}
    listening = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell's background job would ignore it
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env, preexec_fn=listening)
    deadline = time.monotonic() + 60
    while not (tmp_path / "cache").exists() and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.05)  # until the layout has begun to keep pages
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2 and "Cancelled" in err and "Traceback" not in err
    assert not [p for p in tmp_path.iterdir() if p.name != "cache"]


def test_that_a_section_with_narrower_labels_outside_the_chosen_pages_is_not_forgotten(run: Command, samples: Path) -> None:
    outcome = run("chunk", samples / "policy_manual.pdf", *FAST, "--pages", "3-4", "--format", "json")
    assert outcome.code == 2 and outcome.error["code"] == "bad_acl"


def test_that_the_document_and_its_labels_are_never_written_over(run: Command, tmp_path: Path, samples: Path) -> None:
    mine = tmp_path / "mine.pdf"
    mine.write_bytes((samples / "two_column_paper.pdf").read_bytes())
    labels = tmp_path / "mine.pdf.acl.yaml"
    labels.write_text("acl: [staff]\n", encoding="utf-8")
    for output in (mine, labels):
        before = output.read_bytes()
        outcome = run("chunk", mine, *FAST, "--format", "json", "--force", "--output", output)
        assert outcome.code == 2 and outcome.error["code"] == "bad_argument"
        assert output.read_bytes() == before


@pytest.mark.parametrize("name", [" ", "a\nb", "\x07"])
def test_that_a_document_id_that_nobody_sees_is_refused(run: Command, samples: Path, name: str) -> None:
    outcome = run("chunk", samples / "two_column_paper.pdf", *FAST, "--format", "json", "--document-id", name)
    assert outcome.code == 2 and outcome.error["field"] == "document_id"


def test_that_a_dash_is_standard_output(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("A text.", encoding="utf-8")
    assert run("chunk", "a.txt", "--acl", "a", "-o", "-").data["chunks"]
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_that_a_text_has_one_page(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("A text.", encoding="utf-8")
    assert run("chunk", path, "--acl", "a", "--pages", "1").code == 0
    outcome = run("chunk", path, "--acl", "a", "--pages", "2", "--format", "json")
    assert outcome.code == 2 and outcome.error["field"] == "pages"


def test_that_a_label_with_a_line_break_is_refused(run: Command, samples: Path) -> None:
    outcome = run("chunk", samples / "two_column_paper.pdf", *FAST, "--format", "json", "--acl", "a\nb")
    assert outcome.code == 2 and outcome.error["code"] == "bad_acl"


def test_that_a_document_without_text_says_so_where_the_format_cannot(run: Command, samples: Path) -> None:
    outcome = run("chunk", samples / "scanned_letters.pdf", *FAST, "--format", "jsonl")
    assert outcome.code == 0 and outcome.err.count("This page is a picture without text.") == 1
    assert "scanned_letters.pdf" in outcome.err and "(pages 1, 2" in outcome.err and "layout.ocr" in outcome.err
    assert run("chunk", samples / "scanned_letters.pdf", *FAST, "--format", "json").err == ""
    assert run("chunk", samples / "two_column_paper.pdf", *FAST, "--format", "jsonl", "--pages", "1").err == ""


def test_that_a_document_of_blank_pages_is_said_to_give_no_chunk(run: Command, tmp_path: Path) -> None:
    blank = make_pdf(tmp_path / "blank.pdf", lambda _: None)
    outcome = run("chunk", blank, *FAST, "--acl", "a", "--format", "jsonl")
    assert outcome.code == 0 and "blank.pdf gave no chunk" in outcome.err


def test_that_a_place_where_no_file_can_be_is_refused_before_the_work(run: Command, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 broken")
    outcome = run("chunk", broken, "--acl", "a", "--format", "json", "--output", tmp_path / "none" / "x.json")
    assert outcome.code == 2 and outcome.error["code"] == "cannot_write"


def test_that_a_folder_is_no_document(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("chunk", ".", "--acl", "a", "--format", "json").error["code"] in ("cannot_read", "not_a_pdf")


@pytest.mark.parametrize("kind", ["folder", "broken link"])
def test_that_a_side_file_that_is_no_file_keeps_the_document_closed(
    run: Command, tmp_path: Path, samples: Path, kind: str
) -> None:
    paper, side = tmp_path / "p.pdf", tmp_path / "p.pdf.acl.yaml"
    paper.write_bytes((samples / "two_column_paper.pdf").read_bytes())
    if kind == "folder":
        side.mkdir()
    else:
        side.symlink_to(tmp_path / "gone.yaml")
    outcome = run("chunk", paper, *FAST, "--acl", "a", "--format", "json")
    assert outcome.code == 2 and outcome.error["code"] == "cannot_read" and outcome.out == ""


@pytest.mark.parametrize("name", ["blank.txt", "blank.md"])
def test_that_a_text_of_blanks_gives_no_section_and_says_so(tmp_path: Path, run: Command, name: str) -> None:
    (tmp_path / name).write_text(" \n\t\n \u200b\n", encoding="utf-8")
    done = run("chunk", tmp_path / name, "--acl", "a", "--format", "json", "-o", "-", "--set", "layers.document=false")
    assert done.code == 0 and done.data["chunks"] == []
    assert [w["code"] for w in done.data["diagnostics"]["warnings"]] == ["blank"]
    assert run("inspect", tmp_path / name).code == 0


def test_that_markdown_is_inspected_and_cut_by_its_headings(tmp_path: Path, run: Command) -> None:
    source = "# Pier book\n\nFor all.\n\n## Fees\n\n| Boat | Fee |\n|---|---|\n| raft | 2 |\n\n## Hours\n\nFrom *six*.\n"
    (tmp_path / "pier.md").write_text(source)
    seen = run("inspect", tmp_path / "pier.md", "--json").data
    assert [(s["title"], s["level"]) for s in seen["sections"][1:]] == [("Pier book", 0), ("Fees", 1), ("Hours", 1)]
    data = run("chunk", tmp_path / "pier.md", "--acl", "a", "--format", "json", "-o", "-").data
    sections = [c for c in data["chunks"] if c["layer"] == "section"]
    assert [c["heading_path"] for c in sections][-1] == ["Pier book", "Hours"]
    assert all(source[c["start"] : c["end"]] in c["text"] for c in sections)
    assert data["tables"][0]["rows"] == [["Boat", "Fee"], ["raft", "2"]]
