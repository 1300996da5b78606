"""Quotes are found on pages; sets of other tools resolve; lint names what is wrong; drafts are marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chunkstudio import Profile, chunk_document
from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.drafts import unlabelled_sections
from chunkstudio.retrieval.foreign import read_foreign
from chunkstudio.retrieval.lint import lint
from chunkstudio.retrieval.locating import QuoteLocator
from chunkstudio.retrieval.question_imports import import_questions
from chunkstudio.retrieval.questions import QuestionSet
from tests.retrieval.documents_made import asked, handbook, inspection_questions

DOCUMENT = handbook()


def test_that_a_quote_is_found_whatever_its_case_and_punctuation() -> None:
    place = QuoteLocator(DOCUMENT).find("the CABLE is inspected, every 4 months")
    assert place is not None and place.page == 1 and place.rects
    assert place.text == "The cable is inspected every 4 months"


def test_that_a_quote_that_is_not_printed_gives_the_nearest_places() -> None:
    locator = QuoteLocator(DOCUMENT)
    assert locator.find("The cable is painted every 4 months by the cook") is None
    assert locator.nearest("The cable is painted every 4 months by the mate")[0].share > 0.5


def test_that_words_of_another_text_are_near_nothing() -> None:
    assert QuoteLocator(DOCUMENT).nearest("quantum flux of purple bananas") == []


def test_that_quotes_are_imported_and_the_rest_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    rows = [
        {"question": "How dear was the davit?", "quote": "Its last repair cost 121 crowns"},
        {"question": "Who paints it?", "quote": "It is painted by the cook on Sundays"},
    ]
    path.write_text("\n".join(json.dumps(r) for r in rows), encoding="utf-8")
    result = import_questions(path, "quotes", [DOCUMENT])
    assert [q.question for q in result.questions.questions] == ["How dear was the davit?"]
    assert result.questions.questions[0].evidence[0].document == DOCUMENT.info.sha256
    assert [u.question for u in result.unresolved] == ["Who paints it?"]


def test_that_a_beir_folder_is_imported_by_passage_text(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text(
        json.dumps({"_id": "p1", "text": "The jetty is inspected every 11 months"}), encoding="utf-8"
    )
    (tmp_path / "queries.jsonl").write_text(json.dumps({"_id": "q1", "text": "How often the jetty?"}), encoding="utf-8")
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tp1\t1\n", encoding="utf-8")
    result = import_questions(tmp_path, "beir", [DOCUMENT])
    assert [q.id for q in result.questions.questions] == ["q1"] and not result.unresolved


def test_that_character_ranges_with_their_text_are_imported(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    references = json.dumps([{"content": "The fender is inspected every 7 months", "start_index": 1, "end_index": 9}]).replace(
        '"', '""'
    )
    path.write_text(f'question,references,corpus_id\nHow often the fender?,"{references}",\n', encoding="utf-8")
    assert len(import_questions(path, "chroma", [DOCUMENT]).questions.questions) == 1


def test_that_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ChunkStudioError) as caught:
        import_questions(path, "quotes", [DOCUMENT])
    assert caught.value.code == "bad_argument"


def _codes(*questions: object) -> dict[str, str]:
    chunked = chunk_document(DOCUMENT, Profile())
    found = lint(QuestionSet(name="x", questions=questions), {DOCUMENT.info.sha256: chunked})  # type: ignore[arg-type]
    return {f.question_id: f.code for f in found if f.question_id}


def test_that_lint_names_what_is_not_printed_and_what_is_asked_twice() -> None:
    good = asked(DOCUMENT, 1, "How often is the beacon inspected?", "The beacon is inspected every 3 months")
    lost = asked(DOCUMENT, 2, "Who sails it?", "The harbour pilot sails it at dawn with a lantern")
    twice = asked(DOCUMENT, 3, "How often is the beacon inspected", "The beacon is inspected every 3 months")
    assert _codes(good, lost, twice) == {"q2": "not_found", "q3": "duplicate"}


def test_that_lint_says_when_a_set_is_too_small_for_the_wanted_difference() -> None:
    chunked = chunk_document(DOCUMENT, Profile())
    found = lint(inspection_questions(DOCUMENT), {DOCUMENT.info.sha256: chunked})
    assert [f.code for f in found] == ["too_few"]


def test_that_a_labelled_section_is_not_walked_to_again() -> None:
    chunked = chunk_document(DOCUMENT, Profile())
    nothing = QuestionSet(name="x", questions=())
    assert [s.id for s in unlabelled_sections(chunked, nothing)] == ["s0"]
    place = QuoteLocator(DOCUMENT).find("The beacon is inspected")
    assert place is not None
    question = asked(DOCUMENT, 1, "How often?", "The beacon is inspected")
    evidence = question.evidence[0].model_copy(update={"rects": place.rects})
    labelled = QuestionSet(name="x", questions=(question.model_copy(update={"evidence": (evidence,)}),))
    assert unlabelled_sections(chunked, labelled) == []


def test_that_chunks_of_another_tool_are_placed_and_searched(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    mine = [
        c.text for c in chunk_document(DOCUMENT, Profile().replace({"assembly.token_budget": 80, "assembly.min_tokens": 10}))
    ]
    rows = [{"id": f"x{k}", "text": t} for k, t in enumerate(mine)] + [
        {"id": "alien", "text": "Purple bananas orbit the moon of Saturn."}
    ]
    path.write_text("\n".join(json.dumps(r) for r in rows), encoding="utf-8")
    found = read_foreign(path, [DOCUMENT])
    assert [u[0] for u in found.unplaced] == ["alien"]
    assert all(c.exact and c.regions and c.pages == (1,) for c in found.chunks)
    assert len(found.corpus.passages) == len(mine)


def test_that_a_line_without_text_is_refused_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text('{"text": "fine"}\n{"no": 1}\n', encoding="utf-8")
    with pytest.raises(ChunkStudioError) as caught:
        read_foreign(path, [DOCUMENT])
    assert "line 2" in caught.value.message
