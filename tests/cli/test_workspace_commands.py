"""A team's months in commands: init, add, chunk, approve, export, delta, audit."""

from __future__ import annotations

from pathlib import Path

import pytest

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
