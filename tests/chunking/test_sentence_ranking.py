"""Sentences that stand for a text."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.sentence_ranking import SentenceVectors, best_of_groups, lexrank, mmr, words_of

HARBOUR = [
    "Boats pay a berth fee for each night in the harbour.",
    "The berth fee of a boat depends on the length of the boat.",
    "Lunch.",
    "A boat longer than ten metres pays double the berth fee.",
]


def test_that_the_central_sentence_is_chosen_and_a_fragment_is_not() -> None:
    best = best_of_groups(SentenceVectors.of(HARBOUR), np.zeros(4, np.int64))
    assert best == {0: 1} or best == {0: 0}
    alone = best_of_groups(SentenceVectors.of(["Lunch.", *HARBOUR]), np.array([0, 0, 0, 0, 0]))
    assert alone[0] != 0


def test_that_a_lead_in_does_not_stand_for_a_text() -> None:
    words = ["The berth fees of boats in the harbour are as follows:", "Boats pay a berth fee each night in the harbour."]
    assert best_of_groups(SentenceVectors.of(words), np.zeros(2, np.int64)) == {0: 1}


def test_that_each_group_gets_a_sentence_of_its_own() -> None:
    best = best_of_groups(SentenceVectors.of(HARBOUR), np.array([0, 0, 1, 2]))
    assert best[1] == 2
    assert best[2] == 3


def test_that_similarities_are_the_cosines_of_the_chosen_sentences() -> None:
    vectors = SentenceVectors.of([*HARBOUR, "", "Harbour harbour fees."])
    members = np.array([0, 2, 3, 4, 5])
    dense = np.zeros((len(HARBOUR) + 2, vectors.vocabulary))
    dense[vectors.rows, vectors.columns] = vectors.values
    assert np.allclose(vectors.similarities(members), (dense @ dense.T)[np.ix_(members, members)])


def test_that_lexrank_prefers_what_others_resemble() -> None:
    near = np.array([[1, 0.8, 0.7], [0.8, 1, 0.1], [0.7, 0.1, 1]])
    rank = lexrank(near)
    assert int(np.argmax(rank)) == 0
    assert np.isclose(rank.sum(), 1)


def test_that_mmr_leaves_out_what_was_said_already() -> None:
    near = np.array([[1, 0.99, 0.1], [0.99, 1, 0.1], [0.1, 0.1, 1]])
    assert mmr(np.array([1.0, 0.98, 0.75]), near.__getitem__, 2) == [0, 2]


def test_that_scripts_without_spaces_have_words() -> None:
    assert words_of("港の灯台") == ["港の", "の灯", "灯台"]
    assert "fee" in words_of("Fee 3 港湾")


def test_that_foreign_signs_part_words_and_foreign_letters_belong_to_them() -> None:
    assert words_of("“Fees”—they don’t rise") == ["fees", "they", "don", "rise"]
    assert words_of("Café—Été") == ["café", "été"]


@given(st.lists(st.text(max_size=30), max_size=12))
def test_that_any_sentences_are_ranked_without_a_crash(sentences: list[str]) -> None:
    vectors = SentenceVectors.of(sentences)
    best = best_of_groups(vectors, np.arange(len(sentences)) // 3)
    assert set(best) == {i // 3 for i in range(len(sentences))}
    near = vectors.similarities(np.arange(len(sentences)))
    picked = mmr(lexrank(near), near.__getitem__, 3)
    assert len(picked) == len(set(picked)) == min(3, len(sentences))
