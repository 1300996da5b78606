"""Versions in commands: save, branch, compare, evaluate, approve, restore; revisions, waivers, locked files, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pymupdf
import pytest

from tests.cli.command import Command
from tests.workspace.zoo import LARGER, PROFILE, TEXT, feeding_questions

pytestmark = pytest.mark.usefixtures("zoo")


@pytest.fixture
def zoo(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A workspace with one text document in the current folder; the document's id."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zoo.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "p.yaml").write_text(PROFILE.to_yaml(), encoding="utf-8")
    (tmp_path / "larger.yaml").write_text(LARGER.to_yaml(), encoding="utf-8")
    run("workspace", "init", "zoo")
    document: str = run("workspace", "add", "zoo.txt", "--acl", "keepers", "--json").data[0]["document"]
    (tmp_path / "asked.yaml").write_text(feeding_questions(document).dump(".yaml"), encoding="utf-8")
    return document


def test_that_a_version_goes_from_draft_to_approved_to_export(run: Command) -> None:
    version = run("profile", "save", "p.yaml", "--tag", "live", "--json").data
    assert (version["state"], version["tags"]) == ("draft", ["live"])
    run("workspace", "rechunk")
    refused = run("export", "out.jsonl", "--json")
    assert refused.code == 2 and "Nothing is approved" in refused.error["message"]
    assert run("profile", "approve", "live", "--questions", "asked.yaml", "--dry-run").code == 0
    approved = run("profile", "approve", "live", "--questions", "asked.yaml", "--note", "first", "--json").data
    assert approved["verdict"]["searchable"] and approved["corpus_version"]
    assert run("export", "out.jsonl").code == 0
    rows = [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows and not any(r["draft"] for r in rows)
    assert run("diff", "out.jsonl", "out.jsonl.manifest.json", "--json").data == {"add": [], "update": [], "delete": []}
    (listed,) = run("profile", "approvals", "--json").data
    assert (listed["approval"], listed["searchable"]) == (approved["approval"], True)
    assert listed["corpus_version"] == approved["corpus_version"]
    retired = run("profile", "retire", "live", "--json")
    assert retired.code == 2 and approved["approval"] in retired.error["message"]
    assert run("profile", "revoke", approved["approval"], "--reason", "a leak", "--json").data["revoked"]
    assert "revoked" in run("profile", "approvals").out
    assert run("profile", "retire", "live", "--json").data["state"] == "retired"
    assert run("audit", "verify").code == 0


def test_that_a_refused_approval_keeps_nothing(run: Command) -> None:
    run("profile", "save", "p.yaml", "--tag", "live")
    entries = run("audit", "verify", "--json").data["entries"]
    refused = run("profile", "approve", "live", "--questions", "asked.yaml", "--json")
    assert refused.code == 1 and "chunk it" in refused.data["blockers"][0]
    assert run("audit", "verify", "--json").data["entries"] == entries


def test_that_versions_are_compared_by_controls_cuts_tokens_and_recall(run: Command) -> None:
    one, two = (run("profile", "save", f).out.strip() for f in ("p.yaml", "larger.yaml"))
    run("profile", "evaluate", one, "--questions", "asked.yaml")
    assert run("profile", "diff", one, two, "--json").data["recall"] == []
    figures = run("profile", "evaluate", two, "--questions", "asked.yaml", "--json").data
    assert figures["measures"]["R@5"] > 0 and figures["question_set"]
    data = run("profile", "diff", one, two, "--json").data
    assert data["settings"]["assembly.token_budget"] == {"first": 80, "second": 120}
    (effect,) = data["documents"]
    assert effect["chunks"][1] < effect["chunks"][0] and effect["cuts_go"] == sum(c["change"] == "goes" for c in effect["cuts"])
    assert effect["pages"]["1"] == {"come": effect["cuts_come"], "go": effect["cuts_go"]}
    assert effect["to_embed"]["records"] > 0 and data["recall"][0]["R@5"][1] == figures["measures"]["R@5"]
    words = run("profile", "diff", one, two).out
    assert "cuts come" in words and "median chunk" in words and "on 12 questions" in words
    assert run("profile", "diff", one, two, "--controls", "--json").data["documents"] == []
    mixed = run("profile", "diff", "p.yaml", two, "--controls", "--json").data
    assert mixed["settings"] == data["settings"]


def test_that_a_branch_begins_with_a_change_and_an_old_version_is_restored(run: Command) -> None:
    one = run("profile", "save", "p.yaml").out.strip()
    assert run("profile", "branch", one, "legal", "--json").error["message"].endswith("already.")
    made = run("profile", "branch", one, "legal", "--set", "assembly.token_budget=60", "--note", "long", "--json").data
    assert (made["name"], made["parent"], made["note"]) == ("legal", one, "long")
    rows = run("profile", "list", "--json").data
    assert [r["current"] for r in rows] == [False, True]
    assert run("profile", "restore", one[:8], "--json").data["tags"] == ["current"]
    assert [r["current"] for r in run("profile", "list", "--json").data] == [True, False]
    assert run("profile", "list").out.startswith(f"* {one}")
    run("profile", "tag", made["hash"], "live")
    assert run("profile", "show", "live", "--json").data["version"] == made["hash"]
    assert run("profile", "untag", "live", "--json").data["tags"] == []


def test_that_an_exported_version_is_checked_when_it_comes_back(run: Command, tmp_path: Path) -> None:
    version = run("profile", "save", "p.yaml").out.strip()
    text = run("profile", "show", version, "--yaml").out
    (tmp_path / "back.yaml").write_text(text, encoding="utf-8")
    assert run("profile", "save", "back.yaml").out.strip() == version
    (tmp_path / "back.yaml").write_text(text.replace("token_budget: 80", "token_budget: 81"), encoding="utf-8")
    refused = run("profile", "save", "back.yaml", "--json")
    assert refused.code == 2 and version in refused.error["message"]


def test_that_a_revision_says_what_it_changed(run: Command, zoo: str, tmp_path: Path) -> None:
    run("profile", "save", "p.yaml")
    run("workspace", "rechunk")
    run("profile", "evaluate", PROFILE.version, "--questions", "asked.yaml")
    assert "one revision only" in run("workspace", "revision", zoo[:8], "--json").error["message"]
    (tmp_path / "zoo.txt").write_text(TEXT.replace("The otter is fed at 2", "The mole is fed at 9"), encoding="utf-8")
    (row,) = run("workspace", "status", "--json").data
    assert (row["state"], row["changed"]) == ("missing", ["file"])
    refused = run("workspace", "rechunk", "--json")
    assert refused.code == 1 and refused.data[0]["error"]["code"] == "changed"
    run("workspace", "add", "zoo.txt", "--revises", zoo[:8])
    assert run("workspace", "status", "--stale", "--json").data[0]["changed"] == ["revision"]
    data = run("workspace", "revision", zoo[:8], "--json").data
    assert data["pages"] == {"1": {"changed": 1}} and data["boxes"][0]["text"].startswith("The mole")
    states = {e["question"]: e["state"] for e in data["evidence"]}
    assert states["q1"] == "lost" and set(states.values()) == {"lost", "kept"}
    assert data["records"]["keep_their_id"] == len(data["records"]["kept"]) > 0
    words = run("workspace", "revision", zoo[:8]).out
    assert "keep their id" in words and "evidence of q1 lost" in words


def test_that_a_waiver_has_a_reason(run: Command, zoo: str) -> None:
    assert run("workspace", "waive", zoo[:8], "page_failed", "--reason", " ", "--json").code == 2
    assert (
        run("workspace", "waive", zoo[:8], "page_failed", "--reason", "a blank page", "--json").data["reason"] == "a blank page"
    )
    assert "finding.waive" in run("audit", "show").out


def test_that_a_locked_document_is_chunked_again_with_its_password(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pymupdf.open() as drawn:
        drawn.new_page().insert_textbox((72, 72, 520, 700), TEXT, fontsize=11)
        drawn.save(tmp_path / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="tide", owner_pw="moon")
    (tmp_path / "secret").write_text("tide\n", encoding="utf-8")
    assert run("workspace", "add", "locked.pdf", "--acl", "a", "--password-file", "secret").code == 0
    fast = ("--set", "layout.parser=fast")
    refused = run("workspace", "rechunk", *fast, "--json")
    assert refused.code == 1 and [r["error"]["code"] for r in refused.data if "error" in r] == ["encrypted"]
    assert run("workspace", "rechunk", *fast, "--password-file", "secret").code == 0
    monkeypatch.setenv("CHUNKSTUDIO_PASSWORD", "tide")
    assert run("workspace", "rechunk", *fast, "--dry-run").code == 0
    assert b"tide" not in (tmp_path / "zoo.chunkstudio").read_bytes()


def test_that_adding_names_the_file_whose_labels_are_wrong_and_keeps_none(run: Command, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(f"A text of {name}.", encoding="utf-8")
    (tmp_path / "b.txt.acl.yaml").write_text("acl: [x]\nnarrower: [{pages: 1, acl: [y]}]\n", encoding="utf-8")
    refused = run("workspace", "add", "a.txt", "b.txt", "--json")
    assert refused.code == 2 and refused.error["code"] == "bad_acl" and "b.txt" in refused.error["message"]
    (tmp_path / "b.txt.acl.yaml").write_text("owner: x\n", encoding="utf-8")
    assert "b.txt" in run("workspace", "add", "a.txt", "b.txt", "--json").error["message"]
    assert [d["title"] for d in run("workspace", "status", "--json").data] == ["zoo"]


def test_that_reading_commands_leave_nothing_behind(run: Command, tmp_path: Path) -> None:
    before = sorted(p.name for p in tmp_path.iterdir())
    for command in (("workspace", "status"), ("profile", "list"), ("audit", "verify"), ("audit", "show")):
        assert run(*command).code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == before
