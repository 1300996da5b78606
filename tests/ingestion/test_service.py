"""The entry points: command in, chunk set out, files and staleness."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.abstractive_summary import AssistantBackedDocumentSummarizer
from chunkstudio.ingestion.chunkset_file import FORMATS, read_chunk_set, render, write_chunk_set
from chunkstudio.ingestion.service import ChunkDocumentCommand, ChunkDocumentService, ChunkingBuilder, pinned_summaries
from chunkstudio.ingestion.staleness import stale_report, stale_reports
from chunkstudio.ingestion.summarizer_settings import SummarizerSettings
from chunkstudio.ingestion.summarizers import summarizer_for
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.resources import resource_path
from tests.chunking.record_layouts import heading, layout, table, text
from tests.ingestion.model_server import good_answer, model_server

PUBLIC = DocumentAccess(("public",))
ABSTRACTIVE = Profile().replace(
    {"summaries.mode": "abstractive", "context.section_summary": True, "context.table_summary": True}
)
TEXT = "Boats pay a fee for each night.\n\nThe fee is three crowns. It is paid at the office.\n"


def document() -> LayoutDocument:
    boxes = [heading("Harbour rules", 0)]
    for n in range(1, 6):
        boxes += [heading(f"Topic {chr(64 + n)}x"), text(f"The keeper of dock {n} counts the boats each night. " * 5)]
    return layout([*boxes, table([["Unit", "Fee"], ["Boat", "3"], ["Ship", "9"]])])


def settings(url: str) -> SummarizerSettings:
    return SummarizerSettings(base_url=url, model="test", retries=0, timeout=5.0)  # type: ignore[call-arg]


def run(url: str, **values: Any) -> Any:
    command = ChunkDocumentCommand(
        layout=document(),
        access=PUBLIC,
        profile=ABSTRACTIVE,
        summarizer=AssistantBackedDocumentSummarizer(settings(url)),
        **values,
    )
    return ChunkDocumentService().execute(command)


def test_that_without_labels_nothing_is_done(tmp_path: Path) -> None:
    missing = tmp_path / "never-opened.pdf"
    with pytest.raises(ChunkStudioError) as caught:
        ChunkDocumentService().execute(ChunkDocumentCommand(path=missing))
    assert caught.value.code == "missing_acl"
    assert "never-opened.pdf" in caught.value.message


def test_that_the_side_file_is_read_beside_a_path(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(TEXT, encoding="utf-8")
    (tmp_path / "rules.txt.acl.yaml").write_text("acl: [staff]\n", encoding="utf-8")
    chunk_set = ChunkDocumentService().execute(ChunkDocumentCommand(path=path, owner="office"))
    assert chunk_set.document.acl == ("staff",)
    assert chunk_set.document.owner == "office"
    assert {record.acl for record in chunk_set} == {("staff",)}


def test_that_bytes_and_their_file_give_the_same_records(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(TEXT.encode())
    service = ChunkDocumentService()
    of_file = service.execute(ChunkDocumentCommand(path=path, access=PUBLIC))
    of_bytes = service.execute(ChunkDocumentCommand(data=TEXT.encode(), file_name="copy.txt", access=PUBLIC))
    assert [r.id for r in of_file] == [r.id for r in of_bytes]
    assert of_bytes.document.file_name == "copy.txt"


def test_that_a_contradictory_command_is_refused() -> None:
    for command in (
        ChunkDocumentCommand(access=PUBLIC),
        ChunkDocumentCommand(layout=document(), data=b"x", access=PUBLIC),
    ):
        with pytest.raises(ChunkStudioError) as caught:
            ChunkDocumentService().execute(command)
        assert caught.value.code == "bad_argument"


def test_that_the_password_is_not_printed() -> None:
    assert "secret-word" not in repr(ChunkDocumentCommand(password="secret-word"))


def test_that_a_models_summaries_stand_in_their_places() -> None:
    with model_server(good_answer) as server:
        chunk_set = run(server.url)
    record = chunk_set.layer("document")[0]
    assert record.text.startswith("About Harbour rules.")
    assert "Figures." in record.text
    assert "degraded_summary" not in record.metadata["abstractive_summary"]
    written = [r for r in chunk_set.layer("section") if "\nSection summary: Says " in r.retrieval_text]
    assert len(written) == len(chunk_set.layer("section"))
    assert all("\nTable summary: Shows t1." in r.retrieval_text for r in chunk_set.layer("table_row"))
    assert not any(f.code == "summary_degraded" for f in chunk_set.diagnostics.warnings)
    assert chunk_set.policy["summaries.text"] == pinned_summaries(chunk_set).text_hash  # type: ignore[union-attr]


@pytest.mark.parametrize("fault", ["{broken", 500])
def test_that_a_failed_summarizer_leaves_the_extractive_set(fault: str | int) -> None:
    with model_server(fault) as server:
        chunk_set = run(server.url)
    plain = ChunkDocumentService().execute(ChunkDocumentCommand(layout=document(), access=PUBLIC, profile=ABSTRACTIVE))
    assert [f.code for f in chunk_set.diagnostics.warnings if f.code == "summary_degraded"] == ["summary_degraded"]
    assert chunk_set.records == plain.records


def test_that_a_failed_batch_is_told_in_the_document_record() -> None:
    def answer(question: dict[str, Any]) -> str | int:
        return 500 if "sections" in question and "extract" not in question else good_answer(question)

    with model_server(answer) as server:
        chunk_set = run(server.url)
    block = chunk_set.layer("document")[0].metadata["abstractive_summary"]
    assert block["degraded_summary"] is True and block["failed_batches"] == 2
    assert block["missing_section_ids"]
    assert any(f.code == "summary_degraded" for f in chunk_set.diagnostics.warnings)
    assert all("\nSection summary: The keeper" in r.retrieval_text for r in chunk_set.layer("section"))


def test_that_a_set_made_again_still_tells_of_the_summaries_that_are_missing() -> None:
    def answer(question: dict[str, Any]) -> str | int:
        return 500 if "sections" in question and "extract" not in question else good_answer(question)

    with model_server(answer) as server:
        first = run(server.url)
    pinned = pinned_summaries(first)
    again = ChunkDocumentService().execute(
        ChunkDocumentCommand(layout=document(), access=PUBLIC, profile=ABSTRACTIVE, pinned=pinned)
    )
    assert again.diagnostics.warnings == first.diagnostics.warnings
    assert again.records == first.records


def test_that_a_summarizer_is_made_only_for_a_profile_that_wants_one() -> None:
    assert summarizer_for(Profile()) is None
    assert summarizer_for(ABSTRACTIVE) is not None


def test_that_summaries_move_no_cut() -> None:
    with model_server(good_answer) as server:
        written = run(server.url)
    plain = ChunkDocumentService().execute(ChunkDocumentCommand(layout=document(), access=PUBLIC, profile=ABSTRACTIVE))
    assert [r.id for r in written.layer("section")] == [r.id for r in plain.layer("section")]


def test_that_redoing_uses_the_models_texts_again(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(TEXT * 4, encoding="utf-8")
    with model_server(good_answer) as server:
        first = ChunkDocumentService().execute(
            ChunkDocumentCommand(
                path=path,
                access=PUBLIC,
                document_id="rules",
                profile=ABSTRACTIVE,
                summarizer=AssistantBackedDocumentSummarizer(settings(server.url)),
            )
        )
        asked = len(server.questions)
    stored = read_chunk_set(write_chunk_set(tmp_path / "set.json", first))
    again = ChunkDocumentService().redo(stored, path, ABSTRACTIVE)
    assert asked > 0
    assert again.records == first.records
    assert again.policy_version == first.policy_version
    assert again.document.acl == ("public",)


def test_that_redoing_never_widens_a_narrower_part(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(f"# Fees\n\n{TEXT}\n# Boats\n\n{TEXT}", encoding="utf-8")
    access = DocumentAccess.parse({"acl": ["a", "b"], "narrower": [{"pages": 1, "acl": ["a"]}]})
    first = ChunkDocumentService().execute(ChunkDocumentCommand(path=path, access=access))
    with pytest.raises(ChunkStudioError) as caught:
        ChunkDocumentService().redo(first, path, Profile())
    assert caught.value.code == "bad_acl"
    again = ChunkDocumentService().redo(first, path, Profile(), access=access)
    assert again.records == first.records


def test_that_a_stale_set_names_the_parts_that_changed(tmp_path: Path) -> None:
    chunk_set = ChunkDocumentService().execute(ChunkDocumentCommand(layout=document(), access=PUBLIC))
    path = write_chunk_set(tmp_path / "set.json", chunk_set)
    assert not stale_report(chunk_set, Profile(name="Another name")).stale  # type: ignore[call-arg]
    changed = Profile().replace({"assembly.token_budget": 300, "weights.font": 0.4})
    report = stale_reports([path], changed)[0]
    assert report.stale
    assert report.changed == ("assembly.token_budget", "weights.font")
    assert report.stored_version == chunk_set.policy_version
    assert ChunkingBuilder(changed).build_policy_version() != chunk_set.policy_version
    assert ChunkingBuilder().build_policy_version() == chunk_set.policy_version


@pytest.mark.parametrize("form", FORMATS)
def test_that_every_form_is_written_whole(tmp_path: Path, form: Any) -> None:
    chunk_set = ChunkDocumentService().execute(ChunkDocumentCommand(layout=document(), access=PUBLIC))
    path = write_chunk_set(tmp_path / f"set.{form}", chunk_set, form)
    content = path.read_text(encoding="utf-8")
    assert content.endswith("\n")
    assert "dock 3" in content
    if form == "json":
        assert json.loads(content)["preview"] is False


@pytest.mark.parametrize("form", FORMATS)
def test_that_a_preview_says_so_in_every_form(form: Any) -> None:
    chunk_set = ChunkDocumentService().execute(ChunkDocumentCommand(layout=document(), preview=True))
    assert "preview" in "".join(render(chunk_set, form)).casefold()


def test_that_progress_tells_the_step() -> None:
    seen: list[tuple[str, int, int]] = []
    with model_server(good_answer) as server:
        run(server.url, progress=lambda *step: seen.append(step))
    assert seen[-1] == ("summaries", 4, 4)


def test_that_cancelling_stops_the_work() -> None:
    with pytest.raises(ChunkStudioError) as caught:
        ChunkDocumentService().execute(ChunkDocumentCommand(layout=document(), access=PUBLIC, cancelled=lambda: True))
    assert caught.value.code == "cancelled"


def test_that_a_document_summary_in_every_record_is_warned_of() -> None:
    profile = Profile().replace({"context.document_summary": True})
    chunk_set = ChunkDocumentService().execute(ChunkDocumentCommand(layout=document(), access=PUBLIC, profile=profile))
    assert "document_summary_risk" in {f.code for f in chunk_set.diagnostics.warnings}


def test_that_the_first_seeds_profile_gives_its_form_byte_for_byte() -> None:
    seed = Profile.load(resource_path("profiles/seed.yaml")).replace({"summaries.mode": "abstractive"})
    with model_server(good_answer) as server:
        summarizer = AssistantBackedDocumentSummarizer(settings(server.url))
        command = ChunkDocumentCommand(layout=document(), access=PUBLIC, profile=seed, summarizer=summarizer)
        records = ChunkDocumentService().execute(command).layer("section")
    assert len(records) > 1
    for record in records:
        lines = record.retrieval_text.split("\n", 4)
        body = "\n\n".join(part.lstrip("# ") for part in record.text.split("|")[0].strip().split("\n\n"))
        summary = lines[2].removeprefix("Section summary: ")
        assert summary.startswith("Says Harbour rules > Topic ")
        start = f"Document summary: About Harbour rules.\nDocument: Harbour rules\nSection summary: {summary}\nContent:\n"
        assert record.retrieval_text.encode().startswith((start + body).encode())


def test_that_an_endless_overview_stays_within_the_budget() -> None:
    def answer(question: dict[str, Any]) -> str | int:
        return json.dumps({"overview_summary": "On and on. " * 900}) if "extract" in question else 500

    small = ABSTRACTIVE.replace({"assembly.token_budget": 70, "assembly.min_tokens": 20, "context.document_summary": True})
    with model_server(answer) as server:
        chunk_set = ChunkDocumentService().execute(
            ChunkDocumentCommand(
                layout=document(),
                access=PUBLIC,
                profile=small,
                summarizer=AssistantBackedDocumentSummarizer(settings(server.url)),
            )
        )
    assert chunk_set.layer("document")[0].text.startswith("On and on.")
    assert all(r.token_count <= 70 and r.text_tokens <= 70 for r in chunk_set)
