"""Question sets read and write, refuse nonsense, and are named by what they ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.evidence_words import evidence_words, needed_words, share_held, word_counts
from chunkstudio.retrieval.questions import QuestionSet
from tests.retrieval.passages_made import question, question_set

MADE = question_set(
    question(1, "What does it cost?", "a fee of 1,250 crowns"), question(2, "Who signs?", "the board, signs", page=4)
)


@pytest.mark.parametrize("suffix", [".yaml", ".json", ".jsonl", ".csv"])
def test_that_a_set_reads_back_equal_from_every_format(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"made{suffix}"
    path.write_text(MADE.dump(suffix), encoding="utf-8")
    assert QuestionSet.load(path).questions == MADE.questions


def test_that_the_hash_covers_questions_but_not_the_name() -> None:
    assert QuestionSet(name="other", questions=MADE.questions).hash == MADE.hash
    assert question_set(MADE.questions[0]).hash != MADE.hash


SCHEMA = "chunkstudio.questions/1"
PLACE = "{document: d, page: 1, quote: berth, rects: [[.nan, 0, 1, 1]]}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schema: chunkstudio.questions/1\nquestions: [{id: a, question: x, evidence: []}]", "evidence"),
        ("questions: []", "schema"),
        ("- 1\n- 2", "schema"),
        ("schema: [", ""),
        ("[" * 3000, ""),
        (f"schema: {SCHEMA}\nquestions: [{{id: a, question: x, evidence: [{PLACE}]}}]", "finite"),
    ],
)
def test_that_a_bad_file_is_refused_with_its_fault(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ChunkStudioError) as caught:
        QuestionSet.load(path)
    assert caught.value.code == "bad_argument" and words in caught.value.message


def test_that_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(ChunkStudioError) as caught:
        QuestionSet.load(tmp_path / "none.yaml")
    assert caught.value.code == "not_found"


def test_that_two_questions_may_not_share_an_id() -> None:
    with pytest.raises(ValueError, match="used twice"):
        question_set(MADE.questions[0], MADE.questions[0])


def test_that_case_markup_separators_and_common_words_do_not_count() -> None:
    assert evidence_words("The Net **Sales** of | $1,577 <b>rose</b>") == ["net", "sales", "1577", "rose"]


def test_that_a_share_counts_repeated_words() -> None:
    assert share_held(word_counts("five five ten"), word_counts("five ten")) == pytest.approx(2 / 3)


def test_that_a_dash_drawn_as_a_sign_of_another_script_is_not_needed() -> None:
    assert needed_words("net income rose sharply 一 again") == word_counts("net income rose sharply again")
    assert needed_words("灯台") == word_counts("灯台")
