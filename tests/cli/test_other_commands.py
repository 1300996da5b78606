"""``inspect``, ``explain``, ``profile``, ``stale``, ``evaluate``, ``compare``, ``gate``: what they print and how they end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.cli.inspect_command import report, without_caption
from tests.chunking.documents import DocumentBuilder
from tests.cli.command import FAST, Command
from tests.layout.made_pdfs import make_pdf


def test_that_inspect_tells_sections_tables_and_sizes(run: Command, samples: Path) -> None:
    outcome = run("inspect", samples / "policy_manual.pdf", *FAST)
    assert "4.3 Travel" in outcome.out and "Daily allowances" in outcome.out and "budget 400" in outcome.out


def test_that_tables_without_a_caption_are_told_apart_by_place_and_rows() -> None:
    builder = DocumentBuilder()
    builder.heading("Fees:")
    builder.table([["Ship", "Fee"], ["Schooner", "3"], ["Barge [old]", "9"]])
    builder.table([["Spring", "Autumn"], ["3", "4"]])
    told = report(chunk_document(builder.build(), Profile()))["tables"]
    assert [(t["section"], t["labels"]) for t in told] == [
        ("Fees:", ["Schooner", "Barge [old]"]),
        ("Fees:", ["Spring", "Autumn"]),
    ]
    assert without_caption(told[0]) == "in Fees: Schooner, Barge [old]"


def test_that_inspect_counts_what_is_left_out_by_reason(run: Command, samples: Path) -> None:
    manual = (samples / "policy_manual.pdf", *FAST)
    left_out = run("inspect", *manual, "--json").data["excluded"]
    assert left_out["page-footer"] > 1
    assert f"Left out: {', '.join(f'{n} {reason}' for reason, n in left_out.items())}" in run("inspect", *manual).out


def test_that_inspect_says_where_a_title_comes_from(run: Command, samples: Path, tmp_path: Path) -> None:
    page = make_pdf(tmp_path / "plain.pdf", lambda page: page.insert_text((72, 72), "A line of text."))
    assert run("inspect", page, *FAST).out.splitlines()[0] == "plain  (title from the file name)"
    assert "(title" not in run("inspect", samples / "policy_manual.pdf", *FAST).out.splitlines()[0]


def test_that_inspect_gives_the_same_facts_as_json(run: Command, samples: Path) -> None:
    data = run("inspect", samples / "policy_manual.pdf", *FAST, "--json").data
    assert data["chunks"]["largest"] <= 400 and any(t["pages"] == [6, 7] for t in data["tables"])
    assert data["coverage"] > 0.99


def test_that_inspect_shows_the_rule_behind_every_box(run: Command, samples: Path) -> None:
    data = run("inspect", samples / "two_column_paper.pdf", *FAST, "--pages", "1", "--layout", "--json").data
    assert data["boxes"] and all(any(r["decides"] == "class" and r["rule"] for r in b["rules"]) for b in data["boxes"])


def test_that_explain_says_the_reason_and_the_parts(run: Command, samples: Path) -> None:
    boxes = run("inspect", samples / "policy_manual.pdf", *FAST, "--pages", "3", "--layout", "--json").data["boxes"]
    heading = next(b for b in boxes if b["text"].startswith("2 Working time"))
    before = boxes[boxes.index(heading) - 1]
    data = run("explain", samples / "policy_manual.pdf", *FAST, "--pages", "3", "--at", before["id"], "--json").data
    assert data["decision"] == "cut" and data["reason"] == "section"
    assert data["weighted_sum"] == pytest.approx(sum(s[2] for s in data["signals"].values()), abs=1e-3)


def test_that_explain_refuses_a_box_that_is_not_there(run: Command, samples: Path) -> None:
    outcome = run("explain", samples / "policy_manual.pdf", *FAST, "--pages", "3", "--at", "p3.b999", "--json")
    assert outcome.code == 2 and outcome.error["field"] == "at"


def test_that_profiles_are_shown_checked_and_compared(run: Command, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text("assembly: {token_budget: 300}\n", encoding="utf-8")
    bad.write_text("assembly: {token_budget: 300, overlap_tokens: 300}\n", encoding="utf-8")
    assert "assembly.token_budget" in run("profile", "show", good).out
    assert run("profile", "validate", good).code == 0
    refused = run("profile", "validate", good, bad, "--json")
    assert refused.code == 1 and refused.data[1]["error"]["field"] == "assembly.overlap_tokens"
    other = tmp_path / "other.yaml"
    other.write_text("assembly: {token_budget: 200}\n", encoding="utf-8")
    assert run("profile", "diff", good, other, "--json").data["settings"] == {
        "assembly.token_budget": {"first": 300, "second": 200}
    }


def test_that_all_faults_of_a_profile_are_told_a_line_each(run: Command, tmp_path: Path, samples: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("assembly: {token_budget: 0, tokens: 1}\nweights: {box: x}\n", encoding="utf-8")
    told = run("profile", "validate", bad)
    assert told.code == 1 and told.out.splitlines()[0] == f"{bad}: 3 settings are refused."
    assert [line.split()[0] for line in told.out.splitlines()[1:]] == ["weights.box:", "assembly.token_budget:", "There"]
    faults = run("profile", "validate", bad, "--json").data[0]["error"]["faults"]
    assert {f["field"]: f["given"] for f in faults}["weights.box"] == '"x"'
    used = run("inspect", samples / "policy_manual.pdf", "--profile", bad, "--set", "weights.font=1")
    assert used.code == 2 and used.err.startswith(f"chunkstudio: {bad}: 3 settings are refused.")


def test_that_a_tokenizer_that_is_not_there_is_no_valid_profile(run: Command, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("assembly: {tokenizer: nope}\n", encoding="utf-8")
    told = run("profile", "validate", bad, "--json")
    assert told.code == 1 and told.data[0]["error"]["field"] == "assembly.tokenizer"


def test_that_all_refused_changes_are_told(run: Command) -> None:
    told = run(
        "profile", "show", "--set", "assembly.token_budget=0", "--set", "layout.parser=quick", "--set", "a.b=1", "--json"
    )
    assert told.code == 2 and told.error["code"] == "bad_profile"
    assert [f["field"] for f in told.error["faults"]] == ["a.b", "layout.parser", "assembly.token_budget"]


@pytest.mark.parametrize("text", ["no", "007", "2024-01-01", "1e3", "null"])
def test_that_a_text_setting_is_what_was_typed(run: Command, text: str) -> None:
    assert run("profile", "show", "--set", f"owner={text}", "--json").data["profile"]["owner"] == text


def test_that_norwegian_is_a_language(run: Command) -> None:
    shown = run("profile", "show", "--set", "layout.language=no", "--json").data
    assert shown["profile"]["layout"]["language"] == "no"


def test_that_a_stored_set_is_stale_under_another_profile_only(run: Command, samples: Path, tmp_path: Path) -> None:
    stored = tmp_path / "paper.json"
    run("chunk", samples / "two_column_paper.pdf", *FAST, "--pages", "1", "--output", stored)
    assert run("stale", stored, *FAST).code == 0
    outcome = run("stale", stored, *FAST, "--set", "assembly.min_tokens=50", "--json")
    assert outcome.code == 1 and outcome.data[0]["changed"] == ["assembly.min_tokens"]


def _documents(samples: Path) -> list[Path]:
    return [samples / f"{name}.pdf" for name in ("policy_manual", "financial_report", "two_column_paper")]


def test_that_evaluate_reports_recall_with_its_cost_and_a_cause_for_each_miss(
    run: Command, samples: Path, tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    outcome = run("evaluate", *_documents(samples), "--questions", samples / "questions.yaml", *FAST, "--json", "--html", page)
    data = outcome.data
    assert data["measures"]["R@5"] >= 0.8 and data["measures"]["tok@5"] > 0
    missed = [q for q in data["per_question"] if any(r is None or r > 5 for r in q["ranks"])]
    assert all(q["misses"] for q in missed)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_that_comparing_a_profile_with_itself_shows_no_difference(run: Command, samples: Path, tmp_path: Path) -> None:
    a, b = tmp_path / "a.yaml", tmp_path / "b.yaml"
    for path in (a, b):
        path.write_text("layout: {parser: fast}\n", encoding="utf-8")
    data = run(
        "compare", *_documents(samples), "--questions", samples / "questions.yaml", "--profile", a, "--profile", b, "--json"
    ).data
    assert {d["verdict"] for d in data["differences"]} == {"no difference shown"}


@pytest.mark.parametrize(("least", "code"), [("0.2", 0), ("1.0", 1)])
def test_that_the_gate_ends_with_its_verdict(run: Command, samples: Path, least: str, code: int) -> None:
    wanted = ("--set", f"retrieval.min_recall_at_k={least}", "--set", "retrieval.k=1")
    outcome = run("gate", *_documents(samples), "--questions", samples / "questions.yaml", *FAST, *wanted, "--json")
    assert outcome.code == code and outcome.data["searchable"] is (code == 0)


def test_that_a_gate_without_a_least_recall_says_what_is_missing_and_its_name(run: Command, samples: Path) -> None:
    outcome = run("gate", *_documents(samples), "--questions", samples / "questions.yaml", *FAST)
    assert outcome.code == 1 and "The profile asks for no least recall at k" in outcome.out
    assert "retrieval.min_recall_at_k" in outcome.out.splitlines()[-1], "how to name it is the command line's"


def test_that_a_comparison_prints_shares_to_three_digits_and_tokens_whole(run: Command, samples: Path, tmp_path: Path) -> None:
    fast = tmp_path / "fast.yaml"
    fast.write_text("layout: {parser: fast}\n", encoding="utf-8")
    asked = (samples / "two_column_paper.pdf", "--questions", samples / "questions.yaml", "--profile", fast)
    lines = run("compare", *asked, "--set", "assembly.token_budget=150").out.splitlines()
    figures = [figure for line in lines[:2] for figure in re.findall(r"(\S+) ([\d.,]+)(?=  |$)", line)]
    assert len(figures) > 10
    for name, value in figures:
        assert re.fullmatch(r"[\d,]+" if name.startswith("tok") else r"\d\.\d{3}", value), (name, value)


def test_that_recall_before_and_after_an_overlap_change_is_compared_on_the_same_set(
    run: Command, samples: Path, tmp_path: Path
) -> None:
    before, after = tmp_path / "before.yaml", tmp_path / "after.yaml"
    before.write_text("layout: {parser: fast}\n", encoding="utf-8")
    after.write_text("layout: {parser: fast}\nassembly: {overlap_tokens: 40}\n", encoding="utf-8")
    asked = ("--questions", samples / "questions.yaml")
    data = run("compare", *_documents(samples), *asked, "--profile", before, "--profile", after, "--json").data
    row = next(d for d in data["differences"] if d["measure"] == "R@5")
    first, second = (p["R@5"] for p in data["profiles"])
    assert row["difference"] == pytest.approx(second - first, abs=1e-3) and row["questions"] == 24


def test_that_one_profile_is_compared_with_itself_changed(run: Command, samples: Path, tmp_path: Path) -> None:
    fast = tmp_path / "fast.yaml"
    fast.write_text("layout: {parser: fast}\n", encoding="utf-8")
    asked = (samples / "two_column_paper.pdf", "--questions", samples / "questions.yaml", "--profile", fast)
    data = run("compare", *asked, "--set", "assembly.token_budget=150", "--json").data
    assert [p["profile"] for p in data["profiles"]] == [str(fast), f"{fast} with assembly.token_budget=150"]
    assert data["profiles"][1]["chunks"] > data["profiles"][0]["chunks"]
    both = run("compare", *asked, "--profile", fast, "--set", "assembly.token_budget=150", "--json").data
    assert [p["chunks"] for p in both["profiles"]] == [data["profiles"][1]["chunks"]] * 2
    assert run("compare", *asked, "--json").error["field"] == "profile"


def test_that_errors_of_an_export_are_json_only_where_asked_for(run: Command, tmp_path: Path) -> None:
    common = ("export", tmp_path / "x.jsonl", "--workspace", tmp_path / "none.chunkstudio", "--format", "jsonl")
    assert run(*common).err.startswith("chunkstudio: There is no workspace")
    assert run(*common, "--json").error["code"] == "not_found"


@pytest.mark.parametrize("name", ["two_column_paper.pdf", "two_column_paper.pdf.acl.yaml", "questions.yaml"])
def test_that_a_report_takes_no_place_of_what_is_read(run: Command, samples: Path, tmp_path: Path, name: str) -> None:
    for file in ("two_column_paper.pdf", "two_column_paper.pdf.acl.yaml", "questions.yaml"):
        (tmp_path / file).write_bytes((samples / file).read_bytes())
    common = (tmp_path / "two_column_paper.pdf", "--questions", tmp_path / "questions.yaml", *FAST, "--html", tmp_path / name)
    for command in ("evaluate", "gate", "compare"):
        refused = run(command, *common, "--json")
        assert refused.code == 2 and refused.error["field"] == "output"
    assert (tmp_path / name).read_bytes() == (samples / name).read_bytes()


def test_that_a_report_without_a_place_is_refused_before_the_work(run: Command, samples: Path, tmp_path: Path) -> None:
    asked = ("none.pdf", "--questions", samples / "questions.yaml", "--html", tmp_path / "no" / "x.html", "--json")
    assert run("evaluate", *asked).error["code"] == "cannot_write"


def test_that_chunks_of_another_tool_that_are_none_are_refused(run: Command, samples: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs.jsonl").write_text("\n", encoding="utf-8")
    asked = (samples / "two_column_paper.pdf", "--questions", samples / "questions.yaml", *FAST)
    assert "holds no chunks" in run("compare", *asked, "--chunks", tmp_path / "theirs.jsonl", "--json").error["message"]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"{", b"[]", b"{}", b'{"profile": {"policy": [1]}}', b"7"])
def test_that_what_is_no_chunk_set_is_said_in_words(run: Command, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    for command in (("stale", path), ("diff", path, path)):
        refused = run(*command, "--json").error
        assert refused["code"] == "cannot_read" and "x.json" in refused["message"]
        assert not any(word in refused["message"] for word in ("codec", "indices", "Errno", "object is not"))


def test_that_a_profile_that_is_neither_file_nor_version_is_said(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (("profile", "show", "nope"), ("profile", "diff", "nope", "nope")):
        assert "no profile file nope" in run(*command, "--json").error["message"]
