"""Every form reads back with its own library; deltas say exactly what changed; nothing is half written."""

from __future__ import annotations

import csv
import errno
import io
import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chunkstudio import chunk_document
from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion import atomic_file
from chunkstudio.ingestion.service import ChunkingBuilder
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.embedders import embedder_for
from chunkstudio.workspace.exports import framework_forms, line_pieces, table_forms
from chunkstudio.workspace.exports.export import FORMS, ExportRequest, export
from chunkstudio.workspace.exports.line_pieces import LINE_FORMS
from chunkstudio.workspace.exports.manifest import Manifest, delta, exported_records, record_digests
from chunkstudio.workspace.exports.rows import export_rows
from chunkstudio.workspace.workspace import Workspace

PROSE = "\n\n".join(
    f"Paragraph {i} says that berth {i} is let for the season and the fee is {100 + i} crowns. It ends here." for i in range(40)
)


def chunk_set(text: str = PROSE, *, document: str = "berths", **changes: object) -> ChunkSet:
    """The set of one document whose text may change from revision to revision."""
    profile = Profile().replace({"assembly.token_budget": 120, "assembly.min_tokens": 20, **changes})
    layout = LayoutDocument.from_text(text, title="Berths")
    chunked = chunk_document(layout, profile, access=DocumentAccess(acl=("staff",)))
    return ChunkingBuilder(profile, document_id=document).build_chunks(chunked)


@pytest.fixture(scope="module")
def made() -> ChunkSet:
    return chunk_set()


def run(form: str, target: Path, made: ChunkSet, **options: object) -> Manifest:
    embedder = embedder_for("wordllama") if FORMS[form].vectors != "none" else None
    return export(
        ExportRequest(sets=[made], form=form, target=str(target), draft=False, profile="p", embedder=embedder, **options)
    )  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("form", "module", "name"), [("sqlite", table_forms, "write_sqlite"), ("jsonl", atomic_file, "_write_and_rename")]
)
def test_that_a_full_disk_is_told_of_the_file_that_was_asked_for(
    made: ChunkSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, module: Any, name: str
) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full") if form == "sqlite" else OSError(errno.ENOSPC, "No space")

    monkeypatch.setattr(module, name, full)
    target = tmp_path / "x"
    with pytest.raises(ChunkStudioError, match=re.escape(f"{target} cannot be written: ")) as caught:
        run(form, target, made)
    assert caught.value.code == "cannot_write" and list(tmp_path.iterdir()) == []


def test_that_json_lines_hold_every_field_of_every_record(made: ChunkSet, tmp_path: Path) -> None:
    manifest = run("jsonl", tmp_path / "x.jsonl", made)
    rows = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [r["id"] for r in rows] == [r.id for r in made.records] == list(manifest.records)
    assert all(r["acl"] == ["staff"] and r["draft"] is False for r in rows)
    assert {r["retrieval_text"] for r in rows} == {r.retrieval_text for r in made.records}


def test_that_parquet_reads_back_with_pyarrow_with_vectors(made: ChunkSet, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    run("parquet", tmp_path / "x.parquet", made)
    table = pq.read_table(tmp_path / "x.parquet")
    assert table.column("id").to_pylist() == [r.id for r in made.records]
    assert len(table.column("vector")[0]) == 256
    assert table.column("regions").to_pylist()[0][0]["page"] == 1


def test_that_csv_reads_back_and_no_cell_runs_as_a_formula(tmp_path: Path) -> None:
    made = chunk_set("=HYPERLINK(1) is how a bad cell begins, and it goes on for a while.\n\n" + PROSE)
    run("csv", tmp_path / "x.csv", made)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text(encoding="utf-8-sig"))))
    assert len(rows) == len(made.records)
    assert not any(v.startswith(("=", "@")) for r in rows for v in r.values())


def test_that_sqlite_holds_the_records_and_finds_words(made: ChunkSet, tmp_path: Path) -> None:
    run("sqlite", tmp_path / "x.sqlite", made)
    with sqlite3.connect(tmp_path / "x.sqlite") as base:
        assert base.execute("select count(*) from records").fetchone()[0] == len(made.records)
        found = base.execute("select count(*) from records_search where records_search match 'berth'").fetchone()[0]
        assert found > 0


def test_that_a_lancedb_table_is_searched_and_merged(made: ChunkSet, tmp_path: Path) -> None:
    import lancedb

    folder = tmp_path / "x.lancedb"
    first = run("lancedb", folder, made)
    other = chunk_set(PROSE.replace("berth 7 is let", "berth 7 is closed"))
    run("lancedb", folder, other, base=first)
    table = lancedb.connect(str(folder)).open_table("chunks")
    assert sorted(table.to_arrow().column("id").to_pylist()) == sorted(r.id for r in other.records)


def test_that_a_qdrant_collection_is_searched_and_follows_a_delta(made: ChunkSet, tmp_path: Path) -> None:
    from qdrant_client import QdrantClient

    folder = tmp_path / "x.qdrant"
    first = run("qdrant", folder, made)
    other = chunk_set(PROSE.replace("berth 7 is let", "berth 7 is closed"))
    run("qdrant", folder, other, base=first)
    client = QdrantClient(path=str(folder))
    points, _ = client.scroll("chunks", limit=1000)
    client.close()
    assert {p.payload["id"] for p in points if p.payload} == {r.id for r in other.records}


def test_that_langchain_documents_read_back(made: ChunkSet, tmp_path: Path) -> None:
    from langchain_core.load import loads

    run("langchain", tmp_path / "x.jsonl", made)
    documents = [loads(line) for line in (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [d.id for d in documents] == [r.id for r in made.records]
    assert documents[0].page_content == made.records[0].retrieval_text


def test_that_llamaindex_nodes_read_back_with_their_links(made: ChunkSet, tmp_path: Path) -> None:
    from llama_index.core.schema import TextNode

    run("llamaindex", tmp_path / "x.jsonl", made)
    nodes = [TextNode.from_json(line) for line in (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [n.node_id for n in nodes] == [r.id for r in made.records]
    objects = framework_forms.llama_nodes(export_rows([made], draft=False))
    assert objects[1].prev_node is not None and objects[1].prev_node.node_id == nodes[0].node_id


def test_that_bulk_lines_pair_an_action_with_a_record(made: ChunkSet, tmp_path: Path) -> None:
    run("opensearch", tmp_path / "x.ndjson", made, index="berths")
    lines = [json.loads(line) for line in (tmp_path / "x.ndjson").read_text(encoding="utf-8").splitlines()]
    assert [a["index"]["_id"] for a in lines[::2]] == [r["id"] for r in lines[1::2]] == [r.id for r in made.records]


def test_that_sql_quotes_what_the_text_holds(tmp_path: Path) -> None:
    made = chunk_set("It's a berth'); drop table chunks; -- and more words follow here.\n\n" + PROSE)
    run("pgvector", tmp_path / "x.sql", made)
    text = (tmp_path / "x.sql").read_text(encoding="utf-8")
    assert "It''s a berth''); drop table" in text
    assert text.startswith("begin;") and text.endswith("commit;\n")


def test_that_the_report_and_the_whole_markdown_hold_the_text(made: ChunkSet, tmp_path: Path) -> None:
    run("report", tmp_path / "r.md", made)
    run("markdown", tmp_path / "m.md", made)
    assert made.records[0].text in (tmp_path / "r.md").read_text(encoding="utf-8")
    assert "Paragraph 39 says" in (tmp_path / "m.md").read_text(encoding="utf-8")


def test_that_a_delta_holds_only_what_changed(made: ChunkSet, tmp_path: Path) -> None:
    first = run("jsonl", tmp_path / "a.jsonl", made)
    other = chunk_set(PROSE.replace("berth 7 is let", "berth 7 is closed"))
    second = run("jsonl", tmp_path / "b.jsonl", other, base=first)
    rows = [json.loads(line) for line in (tmp_path / "b.jsonl").read_text(encoding="utf-8").splitlines()]
    done = dict(first.records)
    for row in rows:
        if row["operation"] == "delete":
            del done[row["id"]]
        else:
            done[row["id"]] = second.records[row["id"]]
    assert done == second.records and 0 < len(rows) < len(made.records)


def test_that_an_unchanged_set_has_an_empty_delta(made: ChunkSet) -> None:
    digests = record_digests([made])
    assert delta(digests, record_digests([chunk_set()])).empty


def test_that_the_same_export_gives_the_same_bytes(made: ChunkSet, tmp_path: Path) -> None:
    a, b = run("jsonl", tmp_path / "a.jsonl", made), run("jsonl", tmp_path / "b.jsonl", chunk_set())
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert a.records == b.records


def test_that_the_manifest_reads_back_and_names_the_file_by_hash(made: ChunkSet, tmp_path: Path) -> None:
    manifest = run("jsonl", tmp_path / "x.jsonl", made)
    assert Manifest.load(tmp_path / "x.jsonl.manifest.json") == manifest
    assert manifest.files.keys() == {"x.jsonl"} and manifest.counts["records"] == len(made.records)


def test_that_nothing_is_exported_without_labels(made: ChunkSet, tmp_path: Path) -> None:
    bare = replace(made, document=replace(made.document, acl=None))
    with pytest.raises(ChunkStudioError) as caught:
        run("jsonl", tmp_path / "x.jsonl", bare)
    assert caught.value.code == "missing_acl" and not list(tmp_path.iterdir())


def test_that_an_existing_file_is_kept_unless_overwriting_is_allowed(made: ChunkSet, tmp_path: Path) -> None:
    target = tmp_path / "x.jsonl"
    target.write_text("mine")
    with pytest.raises(ChunkStudioError):
        run("jsonl", target, made)
    assert target.read_text() == "mine"
    run("jsonl", target, made, overwrite=True)
    assert target.read_text() != "mine"


@pytest.mark.parametrize("form", LINE_FORMS)
def test_that_a_stopped_export_goes_on_with_the_next_document(
    form: str, made: ChunkSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets = [made, chunk_set("Another text that is short.", document="other")]
    monkeypatch.setattr(line_pieces, "_PIECE", 1)
    real, calls = line_pieces.LineExport._lines, []

    def stopping(self: line_pieces.LineExport, group: object, start: int) -> object:
        calls.append(start)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(self, group, start)  # type: ignore[arg-type]

    def write(name: str) -> bytes:
        export(ExportRequest(sets=sets, form=form, target=str(tmp_path / name), draft=False))
        return (tmp_path / name).read_bytes()

    monkeypatch.setattr(line_pieces.LineExport, "_lines", stopping)
    with pytest.raises(KeyboardInterrupt):
        write("x.jsonl")
    assert not (tmp_path / "x.jsonl").exists()
    resumed = write("x.jsonl")
    assert calls == [0, len(made.records), len(made.records)]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["x.jsonl", "x.jsonl.manifest.json"]
    assert resumed == write("again.jsonl")


def test_that_a_stopped_export_takes_over_no_lines_of_another_version(
    made: ChunkSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_pieces, "_PIECE", 1)
    sets, target = [made, chunk_set("Another text that is short.", document="other")], tmp_path / "x.jsonl"
    real = line_pieces.LineExport._lines

    def stopping(self: line_pieces.LineExport, group: object, start: int) -> object:
        if start:
            raise KeyboardInterrupt
        return real(self, group, start)  # type: ignore[arg-type]

    with monkeypatch.context() as stopped:
        stopped.setattr(line_pieces.LineExport, "_lines", stopping)
        with pytest.raises(KeyboardInterrupt):
            export(ExportRequest(sets=sets, form="jsonl", target=str(target), draft=False))
    renewed = [replace(s, policy_version="another", document=replace(s.document, title="Quays")) for s in sets]
    export(ExportRequest(sets=renewed, form="jsonl", target=str(target), draft=False))
    rows = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert {(r["policy_version"], r["document_title"]) for r in rows} == {("another", "Quays")}


def test_that_what_cannot_begin_leaves_no_folder(made: ChunkSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> object:
        raise table_forms.missing_package("langchain-core", "langchain")

    monkeypatch.setattr(line_pieces.LineExport, "_lines", refuse)
    with pytest.raises(ChunkStudioError, match="langchain-core"):
        run("langchain", tmp_path / "x.jsonl", made)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["parquet", "langchain", "opensearch"])
def test_that_the_manifest_of_every_delta_names_what_to_delete(form: str, made: ChunkSet, tmp_path: Path) -> None:
    base = run(form, tmp_path / "whole", made)
    shorter = replace(made, records=made.records[1:])
    changed = run(form, tmp_path / "delta", shorter, base=base)
    assert dict(changed.changes) == {"add": (), "update": (), "delete": (made.records[0].id,)}
    loaded = Manifest.load(tmp_path / "delta.manifest.json")
    assert loaded.to_json() == changed.to_json() and loaded.digest == changed.digest


def test_that_an_export_is_compared_with_another_or_with_a_manifest(made: ChunkSet, tmp_path: Path) -> None:
    manifest = run("jsonl", tmp_path / "x.jsonl", made)
    assert exported_records(tmp_path / "x.jsonl") == exported_records(tmp_path / "x.jsonl.manifest.json") == manifest.records
    (tmp_path / "bad.jsonl").write_text('{"id": "a"}\n', encoding="utf-8")
    with pytest.raises(ChunkStudioError, match="is no export"):
        exported_records(tmp_path / "bad.jsonl")


def test_that_a_manifest_is_the_json_of_its_fields(made: ChunkSet, tmp_path: Path) -> None:
    from dataclasses import asdict

    manifest = run("jsonl", tmp_path / "x.jsonl", made)
    values = {name: value for name, value in asdict(manifest).items() if name != "changes"}  # none: it is no delta
    whole = json.dumps(values, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    assert manifest.to_json() == whole
    empty = replace(manifest, records={})
    assert json.loads(empty.to_json())["records"] == {}


def test_that_stored_sets_give_the_same_bytes_as_sets_in_memory(made: ChunkSet, tmp_path: Path) -> None:
    work = Workspace.create(tmp_path / "w.chunkstudio")
    path = tmp_path / "berths.txt"
    path.write_text(PROSE, encoding="utf-8")
    document = work.documents.add(path, title="Berths", pages=1, author="ann", access=DocumentAccess(acl=("staff",)))
    work.profiles.save(made.profile, author="ann")
    stored = work.chunk_sets.save(replace(made, document=replace(made.document, id=document.id)), document.id, author="ann")
    memory, kept = work.chunk_sets.read(stored.id), work.chunk_sets.sources([stored.id])
    for form in ("jsonl", "parquet", "csv", "report", "pgvector", "opensearch", "langchain"):
        targets = [tmp_path / f"{name}.{form}" for name in ("memory", "kept")]
        for sets, target in zip(([memory], kept), targets, strict=True):
            export(ExportRequest(sets=sets, form=form, target=str(target), draft=False))
        assert targets[0].read_bytes() == targets[1].read_bytes(), form
    work.close()


@pytest.mark.parametrize("form", ["lancedb", "parquet", "sqlite"])
def test_that_a_folder_of_other_files_is_never_written_over(made: ChunkSet, tmp_path: Path, form: str) -> None:
    target = tmp_path / "mine"
    target.mkdir()
    (target / "letter.txt").write_text("mine")
    with pytest.raises(ChunkStudioError, match="no export made"):
        run(form, target, made, overwrite=True)
    assert (target / "letter.txt").read_text() == "mine"
