"""A team's months in commands: init, add, chunk, approve, export, delta, audit."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunkstudio.workspace.workspace import Workspace
from tests.cli.command import Command

pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, samples: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("two_column_paper.pdf", "two_column_paper.pdf.acl.yaml"):
        (tmp_path / name).write_bytes((samples / name).read_bytes())
    (tmp_path / "p.yaml").write_text(
        "name: Fast\nlayout: {parser: fast}\nretrieval: {min_recall_at_k: 0.5}\n", encoding="utf-8"
    )
    return tmp_path


def test_that_a_delta_of_an_unchanged_workspace_is_empty(run: Command) -> None:
    assert run("workspace", "init", "demo").code == 0
    added = run("workspace", "add", "two_column_paper.pdf", "--json").data
    assert added[0]["acl"] == ["research"]
    version = run("profile", "save", "p.yaml", "--tag", "live").out.strip()
    assert run("workspace", "status", "--stale").code == 1
    assert run("workspace", "rechunk", "--version", "live").code == 0
    assert run("workspace", "status", "--stale", "--version", "live").code == 0
    refused = run("export", "out.jsonl", "--json")
    assert refused.code == 2 and "approved" in refused.error["message"]
    assert run("export", "draft.jsonl", "--draft").code == 0
    delta = run("export", "delta.jsonl", "--draft", "--since", "draft.jsonl.manifest.json", "--json").data
    assert (delta["counts"]["added"], delta["counts"]["updated"], delta["counts"]["deleted"]) == (0, 0, 0)
    assert run("profile", "list", "--json").data[0]["hash"] == version
    assert run("audit", "verify").code == 0


def test_that_a_folder_without_a_workspace_says_how_to_make_one(run: Command) -> None:
    outcome = run("workspace", "status", "--json")
    assert outcome.code == 2 and "init" in outcome.error["hint"]


def test_that_a_dry_run_of_chunking_keeps_nothing(run: Command) -> None:
    run("workspace", "init", "demo")
    run("workspace", "add", "two_column_paper.pdf")
    assert run("workspace", "rechunk", "--profile", "p.yaml", "--dry-run").code == 0
    assert run("workspace", "status", "--profile", "p.yaml", "--json").data[0]["state"] == "new"


def test_that_a_diff_of_two_chunk_sets_counts_records_and_cost(run: Command) -> None:
    for name, budget in (("a.json", "400"), ("b.json", "200")):
        run(
            "chunk", "two_column_paper.pdf", "--profile", "p.yaml", "--set", f"assembly.token_budget={budget}", "--output", name
        )
    data = run("diff", "a.json", "b.json", "--json").data
    assert data["added"] + data["changed"] > 0 and data["tokens_to_embed"] > 0
    assert run("diff", "a.json", "a.json", "--json").data["records_to_embed"] == 0


@pytest.mark.parametrize("name", ["", "."])
def test_that_a_workspace_without_a_name_is_refused(run: Command, name: str) -> None:
    outcome = run("workspace", "init", name)
    assert outcome.code == 2 and "has no name" in outcome.err


def _chunked(run: Command) -> None:
    run("workspace", "init", "demo")
    run("workspace", "add", "two_column_paper.pdf")
    assert run("workspace", "rechunk", "--profile", "p.yaml").code == 0


@pytest.mark.parametrize(
    "target",
    ["demo.chunkstudio", "./demo.chunkstudio-wal", "two_column_paper.pdf", "two_column_paper.pdf.acl.yaml", "link.pdf"],
)
def test_that_an_export_takes_no_place_of_the_workspace_or_its_documents(run: Command, here: Path, target: str) -> None:
    _chunked(run)
    (here / "link.pdf").symlink_to(here / "two_column_paper.pdf")
    before = (here / "two_column_paper.pdf").read_bytes()
    refused = run("export", target, "--draft", "--force", "--json")
    assert refused.code == 2 and refused.error["field"] == "target"
    assert (here / "two_column_paper.pdf").read_bytes() == before and run("audit", "verify").code == 0


def test_that_an_export_takes_no_place_of_a_folder_with_a_document(run: Command, here: Path) -> None:
    (here / "out").mkdir()
    run("workspace", "init", "demo")
    (here / "two_column_paper.pdf").rename(here / "out" / "paper.pdf")
    run("workspace", "add", "out/paper.pdf", "--acl", "a")
    assert run("workspace", "rechunk", "--profile", "p.yaml").code == 0
    (here / "out.manifest.json").write_text("{}", encoding="utf-8")  # an export stood there once
    refused = run("export", "out", "--format", "sqlite", "--draft", "--force", "--json")
    assert refused.code == 2 and refused.error["field"] == "target"
    assert (here / "out" / "paper.pdf").is_file()


@pytest.mark.parametrize("target", ["", "-", "."])
def test_that_an_export_needs_a_name(run: Command, target: str) -> None:
    _chunked(run)
    assert run("export", target, "--draft", "--json").error["field"] == "target"


def test_that_nothing_is_exported_from_a_workspace_whose_log_cannot_be_written(run: Command, here: Path) -> None:
    _chunked(run)
    other = Workspace.open(here / "demo.chunkstudio")
    try:
        refused = run("export", "out.jsonl", "--draft", "--json")
        assert refused.code == 2 and refused.error["code"] == "cannot_write" and not (here / "out.jsonl").exists()
    finally:
        other.close()
    assert run("export", "out.jsonl", "--draft").code == 0


def test_that_a_damaged_workspace_is_said_in_words(run: Command, here: Path) -> None:
    _chunked(run)
    path = here / "demo.chunkstudio"
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x07" * len(content[4096:])
    path.write_bytes(content)
    for command in (("workspace", "status"), ("profile", "list"), ("audit", "verify"), ("export", "x.jsonl", "--draft")):
        told = run(*command, "--json")
        assert told.code == 2 and told.error["code"] == "damaged" and "demo.chunkstudio" in told.error["message"]


def test_that_the_log_tells_which_labels_were_set(run: Command) -> None:
    run("workspace", "init", "demo")
    run("workspace", "add", "two_column_paper.pdf")
    shown = run("audit", "show").out
    assert '"acl":["research"]' in shown
    assert run("audit", "show", "--limit", "0").code == 2


def test_that_a_file_with_other_readers_than_its_document_is_not_taken_in_silence(run: Command, here: Path) -> None:
    run("workspace", "init", "demo")
    identity = run("workspace", "add", "two_column_paper.pdf", "--acl", "a", "--acl", "b", "--json").data[0]["document"]
    assert run("workspace", "add", "two_column_paper.pdf", "--acl", "b", "--acl", "a").code == 0
    side = here / "two_column_paper.pdf.acl.yaml"
    side.write_text("acl: [a, b]\nnarrower: [{pages: 2, acl: [a]}]\n", encoding="utf-8")
    (here / "next.txt").write_text("Another text.\n", encoding="utf-8")
    for arguments in (("two_column_paper.pdf",), ("next.txt", "--revises", identity, "--acl", "a")):
        refused = run("workspace", "add", *arguments, "--json").error
        assert refused["code"] == "bad_acl" and f"labels {identity[:12]}" in refused["hint"]
    assert run("workspace", "status", "--json").data[0]["revision"] == 1
    told = run("workspace", "labels", identity, "--from", side, "--json").data
    assert told["acl"] == ["a", "b"] and told["narrower"] == [{"pages": "2", "acl": ["a"]}]
    assert run("workspace", "add", "two_column_paper.pdf").code == 0
    assert run("workspace", "labels", identity, "--acl", "a", "--json").data["narrower"] == told["narrower"]


def test_that_labels_of_a_revision_are_taken_where_its_document_has_none(run: Command, here: Path) -> None:
    run("workspace", "init", "demo")
    (here / "first.txt").write_text("A text.\n", encoding="utf-8")
    identity = run("workspace", "add", "first.txt", "--json").data[0]["document"]
    (here / "next.txt").write_text("Another text.\n", encoding="utf-8")
    side = here / "next.txt.acl.yaml"
    side.write_text('acl: [a, b]\nnarrower: [{section: "Fees", acl: [a]}]\n', encoding="utf-8")
    revised = run("workspace", "add", "next.txt", "--revises", identity, "--json").data[0]
    assert revised["revision"] == 2 and revised["acl"] == ["a", "b"]
    assert run("workspace", "labels", identity, "--acl", "a", "--json").data["narrower"] == [{"section": "Fees", "acl": ["a"]}]


def test_that_labels_are_asked_for(run: Command, here: Path) -> None:
    run("workspace", "init", "demo")
    identity = run("workspace", "add", "two_column_paper.pdf", "--json").data[0]["document"]
    assert run("workspace", "labels", identity, "--json").error["field"] == "acl"
    assert run("workspace", "labels", identity, "--from", here / "none.yaml", "--json").error["code"] == "cannot_read"


def test_that_a_refused_profile_is_named_by_its_file(run: Command, here: Path) -> None:
    run("workspace", "init", "demo")
    (here / "bad.yaml").write_text("layout: {parser: slow}\n", encoding="utf-8")
    for command in (("profile", "save", "bad.yaml"), ("workspace", "status", "--profile", "bad.yaml")):
        assert run(*command, "--json").error["message"].startswith("bad.yaml: ")


def test_that_pages_with_narrower_labels_are_called_to_mind_in_a_new_revision(run: Command, here: Path) -> None:
    run("workspace", "init", "demo")
    side = here / "two_column_paper.pdf.acl.yaml"
    side.write_text("acl: [a, b]\nnarrower: [{pages: 2, acl: [a]}]\n", encoding="utf-8")
    added = run("workspace", "add", "two_column_paper.pdf", "--json")
    assert added.err == ""
    (here / "next.txt").write_text("Another text.\n", encoding="utf-8")
    revised = run("workspace", "add", "next.txt", "--revises", added.data[0]["document"])
    assert revised.code == 0 and "name pages by their number" in revised.err
