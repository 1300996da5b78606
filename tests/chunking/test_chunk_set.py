"""Chunk sets as data: the documented JSON, reading back, differences, identity."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.chunkset_json import to_json, to_json_dict, to_jsonl
from chunkstudio.chunking.chunkset_reading import from_json
from chunkstudio.chunking.chunkset_text import document_markdown, document_text, reading_markdown
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.policy import changed_parts, policy_parts, policy_version
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.service import ChunkingBuilder
from tests.chunking.record_layouts import B, heading, layout, table, text

RECORD_KEYS = (
    "id layer position ordinal part parts section_ordinal text retrieval_text summary_text token_count text_tokens"
    " body_tokens overlap_tokens context_tokens heading_path section_id section_ids parent_section_id parent_table_id"
    " parent_chunk_id table_ids figure_ids box_ids unit_range pages regions start end acl cut_reason content_hash"
    " embedding_hash fingerprint types metadata"
)
TOP_KEYS = "schema preview document profile policy_version chunks boxes units boundaries sections tables figures diagnostics"


def boxes(words: list[str]) -> list[B]:
    out = [heading("Manual", 0)]
    for n, paragraph in enumerate(words):
        if n % 3 == 0:
            out.append(heading(f"{n // 3 + 1} Section"))
        out.append(text(paragraph))
    return [*out, table([["Unit", "Fee"], ["Boat", "3"], ["Ship", "9"]]), B("picture", "")]


WORDS = [f"Paragraph {n} speaks of gate number {n * 7}. It is closed in winter and opened in spring. " * 3 for n in range(9)]


def test_that_contents_pages_that_are_left_out_are_sections_without_records_in_their_place() -> None:
    contents = B("toc", "Contents", level=1), B("toc", "1 Gates 3")
    laid_out = layout([heading("Manual", 0), *contents, heading("1 Gates"), text(WORDS[0])])
    [shown] = laid_out.pages
    left_out = tuple(replace(box, excluded="toc") if box.box_class == "toc" else box for box in shown.boxes)
    laid_out = replace(laid_out, pages=(replace(shown, boxes=left_out),))
    profile = Profile()
    chunked = chunk_document(laid_out, profile, access=DocumentAccess(("public",)))
    data = to_json_dict(ChunkingBuilder(profile, document_id="manual").build_chunks(chunked))
    assert [(row["title"], row["level"]) for row in data["sections"]][1:] == [("Manual", 0), ("Contents", 1), ("1 Gates", 1)]
    row = data["sections"][2]
    assert (row["path"], row["chunk_ids"], row["acl"]) == (["Contents"], [], ["public"])
    assert all("Contents" not in chunk["retrieval_text"] for chunk in data["chunks"])


def make(words: list[str] = WORDS, *, file_name: str = "made.pdf", **values: object) -> ChunkSet:
    profile = Profile().replace({key.replace("__", "."): value for key, value in values.items()})
    chunked = chunk_document(layout(boxes(words), file_name=file_name), profile, access=DocumentAccess(("public",)))
    return ChunkingBuilder(profile, document_id="manual").build_chunks(chunked)


def test_that_the_json_has_the_documented_keys_in_order() -> None:
    data = to_json_dict(make(), boundaries=True)
    assert list(data) == TOP_KEYS.split()
    assert data["schema"] == "chunkstudio.chunkset/1"
    assert all(list(chunk) == RECORD_KEYS.split() for chunk in data["chunks"])
    assert {"name", "version", "settings", "policy"} <= set(data["profile"])
    assert set(data["document"]) == {
        *("id", "sha256", "title", "language", "file_name", "owner", "acl", "layout_hash", "pages")
    }
    assert {"number", "label", "width", "height", "rotation", "parser"} == set(data["document"]["pages"][0])
    assert set(data["diagnostics"]) == {"warnings", "counts", "excluded", "coverage"}
    assert "units" not in to_json_dict(make())


def test_that_boundaries_carry_signals_that_add_up() -> None:
    data = to_json_dict(make(), boundaries=True)
    assert len(data["boundaries"]) == len(data["units"]) - 1
    for boundary, unit in zip(data["boundaries"], data["units"], strict=False):
        assert boundary["after"] == unit["id"]
        assert boundary["decision"] in {"cut", "join"}
        assert 0 <= boundary["score"] <= 1
        for raw, weight, contribution in boundary["signals"].values():
            assert contribution == pytest.approx(raw * weight, abs=1e-5)
    cuts = sum(boundary["decision"] == "cut" for boundary in data["boundaries"])
    assert cuts == len([c for c in data["chunks"] if c["layer"] == "section"]) - 1


def test_that_views_and_records_name_each_other() -> None:
    data = to_json_dict(make())
    records = {chunk["id"]: chunk for chunk in data["chunks"]}
    for part, field in (("tables", "table_ids"), ("figures", "figure_ids")):
        for view in data[part]:
            assert view["chunk_ids"] == [r["id"] for r in data["chunks"] if view["id"] in r[field]]
    for section in data["sections"]:
        assert set(section["chunk_ids"]) <= set(records)
    held = {i for section in data["sections"] for i in section["chunk_ids"]}
    assert held == {r["id"] for r in data["chunks"] if r["layer"] != "document"}
    boxes_ = {box["id"] for box in data["boxes"]}
    assert all(set(r["box_ids"]) <= boxes_ for r in data["chunks"])


def test_that_a_set_reads_back_from_its_json() -> None:
    chunk_set = make()
    back = from_json(to_json(chunk_set))
    assert back.policy_version == chunk_set.policy_version == policy_version(back.policy)
    assert back.profile == chunk_set.profile
    assert back.document == chunk_set.document
    assert to_json_dict(back)["chunks"] == to_json_dict(chunk_set)["chunks"]
    assert chunk_set.diff(back).empty


@pytest.mark.parametrize("damage", ["", "{}", "[1]", "no", '{"schema": "chunkstudio.chunkset/1"}'])
def test_that_what_is_no_chunk_set_is_refused(damage: str) -> None:
    with pytest.raises(ChunkStudioError) as caught:
        from_json(damage)
    assert caught.value.code == "cannot_read"


def test_that_each_json_line_stands_alone() -> None:
    chunk_set = make()
    lines = [json.loads(line) for line in to_jsonl(chunk_set)]
    assert [line["id"] for line in lines] == [record.id for record in chunk_set]
    assert all(line["document_id"] == "manual" and line["policy_version"] for line in lines)


def test_that_text_forms_hold_the_document() -> None:
    chunk_set = make()
    assert document_markdown(chunk_set).startswith("# Manual")
    assert all(word in document_text(chunk_set) for word in WORDS[4].split())
    reading = "".join(reading_markdown(chunk_set))
    assert all(record.text in reading for record in chunk_set.layer("section"))


def test_that_the_same_input_gives_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    script = tmp_path / "again.py"
    script.write_text(
        "import sys\nfrom tests.chunking.test_chunk_set import make\nfrom chunkstudio.chunking.chunkset_json import to_json\n"
        "sys.stdout.buffer.write(to_json(make(), boundaries=True).encode())\n",
        encoding="utf-8",
    )
    root = str(Path(__file__).resolve().parents[2])
    env = {"PYTHONHASHSEED": "77", "PYTHONPATH": root, "PATH": "", "SYSTEMROOT": ""}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, check=True, cwd=root, env=env)
    assert done.stdout == to_json(make(), boundaries=True).encode()


def test_that_a_renamed_copy_is_the_same_document() -> None:
    def plain(file_name: str) -> ChunkSet:
        document = layout([text(WORDS[0]), table([["A", "B"], ["1", "2"]])], file_name=file_name)
        return ChunkingBuilder().build_chunks(chunk_document(document, access=DocumentAccess(("public",))))

    one, other = plain("one.pdf"), plain("other.pdf")
    assert one.document.id == other.document.id
    assert [r.id for r in one] == [r.id for r in other]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(WORDS) - 1), st.sampled_from(["A new sentence stands here. ", "Gone. ", "7 boats. " * 30]))
def test_that_a_changed_paragraph_renames_only_what_holds_it(place: int, words: str) -> None:
    changed = list(WORDS)
    changed[place] = words
    old, new = make(), make(changed)
    lost = {r.id for r in old} - {r.id for r in new}
    section = f"{place // 3 + 1} Section"
    for record in old:
        if record.id in lost:
            assert section in record.heading_path or section in record.text
    assert any(record.id in lost for record in old.layer("section"))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(
        [("assembly__threshold", 0.8), ("assembly__token_budget", 150), ("weights__box", 0.9), ("context__title", False)]
    )
)
def test_that_a_moved_slider_renames_only_records_with_another_body(change: tuple[str, object]) -> None:
    old, new = make(assembly__min_tokens=20), make(assembly__min_tokens=20, **{change[0]: change[1]})
    bodies = {(r.layer, r.heading_path, r.content_hash) for r in old}
    known = {r.id for r in old}
    for record in new:
        same = (record.layer, record.heading_path, record.content_hash) in bodies
        assert (record.id in known) == same or record.layer == "document"


def test_that_a_diff_tells_what_changed_and_what_it_costs() -> None:
    changed = [*WORDS[:3], WORDS[3].replace("Paragraph 3 speaks", "Paragraph 3 tells"), *WORDS[4:], "A tenth one. " * 40]
    old, new = make(), make(changed)
    diff = old.diff(new, price_per_million=2.0)
    assert diff.unchanged and diff.changed and diff.added
    assert {r.id for _, r in (*diff.unchanged, *diff.moved, *diff.changed)} | {r.id for r in diff.added} == {r.id for r in new}
    known = {r.embedding_hash for r in old}
    fresh = {r.embedding_hash: r.token_count for r in new if r.embedding_hash not in known}
    assert (diff.cost.records, diff.cost.tokens) == (len(fresh), sum(fresh.values()))
    assert diff.cost.money == pytest.approx(diff.cost.tokens * 2e-6)
    assert old.diff(old).empty and old.diff(old).cost.records == 0


def test_that_a_title_in_the_context_changes_embeddings_but_not_ids() -> None:
    diff = make().diff(make(context__title=False))
    assert not diff.added and not diff.removed
    assert len(diff.changed) == diff.cost.records > 0


def test_that_the_policy_version_names_what_can_change_a_record() -> None:
    base = Profile()
    version = policy_version(policy_parts(base))
    for path, value in {
        "weights.font": 0.3,
        "assembly.token_budget": 399,
        "layers.document": False,
        "layout.toc": "include",
    }.items():
        parts = policy_parts(base.replace({path: value}))
        assert policy_version(parts) != version
        assert changed_parts(policy_parts(base), parts) == (path,)
    for path, value in {"name": "x", "owner": "y", "retrieval.k": 7, "summaries.prompt_clip": 300}.items():
        assert policy_version(policy_parts(base.replace({path: value}))) == version


def test_that_pinned_texts_alone_make_nothing_stale() -> None:
    stored = policy_parts(Profile(), rules="r1", summaries="s1")
    assert policy_version(stored) != policy_version(policy_parts(Profile()))
    assert changed_parts(stored, policy_parts(Profile())) == ()
    assert changed_parts(stored, policy_parts(Profile(), rules="r2")) == ("rules",)
