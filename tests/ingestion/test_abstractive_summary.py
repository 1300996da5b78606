"""Summaries by a language model, against a real server that answers well, slowly, wrongly and not at all."""

from __future__ import annotations

import json
import logging
import socket
import sys
import threading
import time
from typing import Any

import pytest

from chunkstudio.chunking.summaries import AbstractiveSummary, ExtractiveSummary, SummaryItem
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.abstractive_summary import AssistantBackedDocumentSummarizer
from chunkstudio.ingestion.summarizer_settings import SummarizerSettings
from chunkstudio.ingestion.summarizers import configured_summarizer
from chunkstudio.ingestion.summary_replies import SummarizerError
from tests.ingestion.model_server import good_answer, model_server

KEY = "sk-very-secret-1234"


def source(sections: int = 4, tables: int = 4, language: str = "en") -> ExtractiveSummary:
    return ExtractiveSummary(
        title="Harbour rules",
        language=language,
        overview="Boats pay fees.",
        synopsis="Boats pay fees.",
        section_guide=(),
        table_summary="",
        sections=tuple(SummaryItem(f"s{i}", f"Section {i}", "word " * 500, "One.") for i in range(1, sections + 1)),
        tables=tuple(SummaryItem(f"t{i}", f"Table {i}", "Fee: 3", "Fees.") for i in range(1, tables + 1)),
    )


def settings(url: str, **values: Any) -> SummarizerSettings:
    return SummarizerSettings(**({"base_url": url, "key": KEY, "model": "test", "retries": 1, "timeout": 5.0} | values))


def summarize(url: str, src: ExtractiveSummary | None = None, clip: int = 100, **values: Any) -> AbstractiveSummary | None:
    summarizer = AssistantBackedDocumentSummarizer(settings(url, **values))
    return summarizer.summarize(src or source(), tokenizer_for("cl100k_base"), clip=clip)


def test_that_one_overview_then_batches_of_three_are_asked_in_order() -> None:
    with model_server(good_answer) as server:
        result = summarize(server.url)
    assert result is not None
    kinds = ["overview" if "extract" in q else "sections" if "sections" in q else "tables" for q in server.questions]
    assert kinds == ["overview", "sections", "sections", "tables", "tables"]
    assert [len(q["sections"]) for q in server.questions[1:3]] == [3, 1]
    assert server.most_running == 1
    assert result.overview_summary == "About Harbour rules."
    assert result.section_summaries == {f"s{i}": f"Says Section {i}." for i in range(1, 5)}
    assert result.table_summaries["t4"] == "Shows Table 4."
    assert result.table_summary == "Figures. Figures."
    assert not result.degraded
    assert set(server.keys) == {f"Bearer {KEY}"}


def test_that_each_section_is_clipped_before_it_is_sent() -> None:
    with model_server(good_answer) as server:
        summarize(server.url, clip=40)
    count = tokenizer_for("cl100k_base").count
    assert all(count(s["text"]) <= 40 for q in server.questions if "sections" in q for s in q["sections"])


@pytest.mark.parametrize(("language", "words"), [("de", "ISO code de"), ("", "language of the given text")])
def test_that_the_language_is_passed_or_left_to_the_model(language: str, words: str) -> None:
    with model_server(good_answer) as server:
        summarize(server.url, source(1, 0, language))
    assert words in server.systems[0]


def test_that_foreign_and_repeated_ids_are_dropped() -> None:
    def answer(question: dict[str, Any]) -> str:
        if "extract" in question or "sections" not in question:
            return good_answer(question)
        lines = [("s1", "First."), ("s1", "Second."), ("s99", "Foreign."), ("s2", "  "), ("s3", "Line\nbreak\u202e.")]
        return json.dumps({"section_summaries": [{"section_id": i, "summary": s} for i, s in lines]})

    with model_server(answer) as server:
        result = summarize(server.url, source(3, 0))
    assert result is not None
    assert result.section_summaries == {"s1": "First.", "s3": "Line break ."}
    assert result.missing_section_ids == ("s2",)
    block = result.block()
    assert block["degraded_summary"] is True
    assert block["failed_batches"] == 0
    assert block["section_summary_count"] == 2


@pytest.mark.parametrize("fault", ["{broken", "[]", '{"section_summaries": 3}', "", 500, 429])
def test_that_a_failed_batch_leaves_the_rest_and_says_what_is_missing(fault: str | int) -> None:
    def answer(question: dict[str, Any]) -> str | int:
        return fault if "sections" in question and "extract" not in question else good_answer(question)

    with model_server(answer) as server:
        result = summarize(server.url, source(4, 1))
    assert result is not None
    block = result.block()
    assert block["overview_present"] is True
    assert block["failed_batches"] == 2
    assert block["missing_section_ids"] == ["s1", "s2", "s3", "s4"]
    assert block["table_summary_count"] == 1
    assert block["missing_table_ids"] == []


@pytest.mark.parametrize("fault", ["{broken", '{"overview_summary": ""}', "null", 500, 429, 401])
def test_that_a_failed_overview_raises_without_the_key(fault: str | int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="chunkstudio")
    with model_server(fault) as server, pytest.raises(SummarizerError) as caught:
        summarize(server.url)
    assert KEY not in str(caught.value)
    assert KEY not in caplog.text


def test_that_a_busy_server_is_asked_again() -> None:
    answers: list[int] = [429, 500]

    def answer(question: dict[str, Any]) -> str | int:
        return answers.pop() if answers else good_answer(question)

    with model_server(answer) as server:
        result = summarize(server.url, source(1, 0), retries=2)
    assert result is not None and not result.degraded


def test_that_a_server_without_json_schemas_is_asked_in_plain_words() -> None:
    def answer(question: dict[str, Any]) -> str | int:
        return 400 if "response_format" in question["_body"] else f"```json\n{good_answer(question)}\n```"

    with model_server(answer) as server:
        result = summarize(server.url, source(1, 1))
    assert result is not None and not result.degraded
    assert len(server.questions) == 4


def test_that_a_slow_server_ends_at_the_timeout() -> None:
    with model_server(lambda _: str(server.release.wait(30))) as server:
        began = time.monotonic()
        with pytest.raises(SummarizerError, match="Timeout"):
            summarize(server.url, timeout=0.2, retries=0)
        assert time.monotonic() - began < 5


def test_that_no_server_at_all_is_a_plain_failure() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(SummarizerError, match="Connection"):
        summarize(f"http://127.0.0.1:{port}/v1", retries=0)


def test_that_a_waiting_call_can_be_cancelled() -> None:
    stop = threading.Event()

    def answer(_: dict[str, Any]) -> str:
        stop.set()
        server.release.wait(30)
        return ""

    with model_server(answer) as server:
        summarizer = AssistantBackedDocumentSummarizer(settings(server.url))
        began = time.monotonic()
        with pytest.raises(ChunkStudioError) as caught:
            summarizer.summarize(source(), tokenizer_for("cl100k_base"), cancelled=stop.is_set)
        assert caught.value.code == "cancelled"
        assert time.monotonic() - began < 5


def test_that_the_gate_bounds_calls_over_documents() -> None:
    def answer(question: dict[str, Any]) -> str:
        time.sleep(0.02)
        return good_answer(question)

    with model_server(answer) as server:
        threads = [threading.Thread(target=summarize, args=(server.url,), kwargs={"concurrency": 1}) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert server.most_running == 1
    assert len(server.questions) == 15


def test_that_nothing_is_asked_where_nothing_was_chosen() -> None:
    with model_server(good_answer) as server:
        assert summarize(server.url, source(0, 0)) is None
    assert server.questions == []


def test_that_a_table_only_document_gets_an_overview_and_table_summaries() -> None:
    with model_server(good_answer) as server:
        result = summarize(server.url, source(0, 2))
    assert result is not None
    assert result.table_summaries == {"t1": "Shows Table 1.", "t2": "Shows Table 2."}


def test_that_progress_counts_the_calls() -> None:
    seen: list[tuple[int, int]] = []
    with model_server(good_answer) as server:
        AssistantBackedDocumentSummarizer(settings(server.url)).summarize(
            source(4, 1), tokenizer_for("cl100k_base"), progress=lambda done, total: seen.append((done, total))
        )
    assert seen == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


def test_that_settings_come_from_the_environment_and_hide_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_KEY", KEY)
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_MODEL", "m")
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_CONCURRENCY", "3")
    found = SummarizerSettings()
    assert (found.base_url, found.model, found.concurrency) == ("http://127.0.0.1:1/v1", "m", 3)
    assert KEY not in repr(found)
    assert KEY not in found.model_dump_json()


def test_that_a_wrong_setting_or_a_missing_package_is_a_plain_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_TIMEOUT", "soon")
    with pytest.raises(SummarizerError, match="CHUNKSTUDIO_SUMMARIZER_TIMEOUT"):
        configured_summarizer().summarize(source(), tokenizer_for("cl100k_base"))
    monkeypatch.setitem(sys.modules, "chunkstudio.ingestion.abstractive_summary", None)
    with pytest.raises(SummarizerError, match=r"chunkstudio\[summaries\]"):
        configured_summarizer().summarize(source(), tokenizer_for("cl100k_base"))


def test_that_without_a_model_the_summarizer_says_so() -> None:
    with pytest.raises(SummarizerError, match="CHUNKSTUDIO_SUMMARIZER_MODEL"):
        summarize("http://127.0.0.1:1/v1", model="")


def test_that_a_block_reads_back_to_the_same_texts() -> None:
    with model_server(good_answer) as server:
        result = summarize(server.url)
    assert result is not None
    assert AbstractiveSummary.from_block(json.loads(json.dumps(result.block()))).text_hash == result.text_hash
