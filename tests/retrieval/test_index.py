"""Search: filters, parents, readers, scripts without blanks, fused ranks."""

from __future__ import annotations

from collections import Counter

import bm25s
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chunkstudio.retrieval.index import SearchIndex, fuse
from chunkstudio.retrieval.lexical import LexicalIndex
from chunkstudio.retrieval.word_ids import word_ids, words_of
from tests.retrieval.passages_made import corpus, passage

ROW = {"layer": "table_row", "parent_chunk": "c1", "parent_table": "t1"}


def _index(**options: object) -> SearchIndex:
    made = corpus(
        [
            passage("c0", "the harbour opens at dawn", section_ordinal=1),
            passage("c1", "fees of the harbour in a table", section_ordinal=3, acl=frozenset({"staff", "public"})),
            passage("r1", "fee for a mooring: 12 crowns", section_ordinal=3, acl=frozenset({"staff", "public"}), **ROW),
            passage("x0", "mooring in another port", document="e"),
            passage("doc", "mooring harbour fees summary", layer="document"),
        ],
        [passage("t1", "all fees: mooring 12, towing 30", layer="table_row", acl=frozenset({"staff"}))],
    )
    return SearchIndex(made, **options)  # type: ignore[arg-type]


def _ids(index: SearchIndex, query: str, **filters: object) -> list[str]:
    return [h.passage.id for h in index.search(query, 10, **filters).hits]  # type: ignore[arg-type]


def test_that_a_row_record_hands_back_its_whole_table() -> None:
    assert _ids(_index(), "mooring crowns", document="d")[0] == "t1"


def test_that_a_row_record_hands_back_its_chunk_or_itself_when_asked_so() -> None:
    assert _ids(_index(return_parent="chunk"), "mooring crowns", document="d")[0] == "c1"
    assert _ids(_index(return_parent="off"), "mooring crowns", document="d")[0] == "r1"


def test_that_a_reader_is_never_handed_a_parent_that_they_may_not_see() -> None:
    assert _ids(_index(), "mooring crowns", document="d", reader={"public"})[0] == "c1"
    assert _ids(_index(), "mooring crowns", document="d", reader={"staff"})[0] == "t1"


def test_that_a_reader_without_a_label_gets_nothing_of_it() -> None:
    assert "c1" not in _ids(_index(), "fees harbour mooring", reader={"guest"})


def test_that_a_printed_section_number_limits_the_search() -> None:
    assert _ids(_index(return_parent="off"), "harbour mooring", section_ordinal=1) == ["c0"]


def test_that_document_records_come_only_when_their_layer_is_asked_for() -> None:
    assert "doc" not in _ids(_index(), "harbour fees summary")
    assert _ids(_index(), "harbour fees summary", layer="document") == []  # its own layer has no words in the section index


def test_that_a_search_names_what_made_it() -> None:
    result = _index().search("harbour")
    assert result.retriever == "bm25" and result.revision.startswith("bm25s ")


def test_that_a_query_without_a_known_word_finds_nothing() -> None:
    assert _ids(_index(), "zzz qqq") == []


def test_that_chinese_and_thai_are_searched_by_pairs_of_signs() -> None:
    index = LexicalIndex(["港の灯台は毎晩六時に点灯する", "漁師は夜明け前に網を上げる"], "ja")
    scores = index.scores("灯台")
    assert scores[0] > 0 and scores[1] == 0
    assert words_of("灯台は a 港b") == ["灯台", "台は", "港港"]


def test_that_scripts_which_write_vowels_as_marks_keep_their_words_whole() -> None:
    assert words_of("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


@given(st.lists(st.text(max_size=60), max_size=12))
def test_that_many_texts_at_once_give_the_words_of_each(texts: list[str]) -> None:
    owners, words, names = word_ids(texts)
    found = Counter(zip(owners.tolist(), (names[w] for w in words.tolist()), strict=True))
    assert found == Counter((i, word) for i, text in enumerate(texts) for word in words_of(text))


@given(st.lists(st.text(st.sampled_from("aAbé ß_9-’灯台𝔘\x00"), max_size=40), min_size=1, max_size=12))
def test_that_scores_are_exactly_those_of_the_library_s_own_loop(texts: list[str]) -> None:
    found = [words_of(t) for t in texts]
    assume(any(found))
    library = bm25s.BM25()
    library.index(found, show_progress=False)
    index = LexicalIndex(texts, "xx")
    for word in {w for words in found for w in words}:
        assert index.scores(word).tolist() == library.get_scores([word]).tolist()


def test_that_a_german_index_stems_german() -> None:
    index = LexicalIndex(["die Gebühren im Hafen", "der Fahrplan"], "de")
    assert index.scores("Gebühr")[0] > 0


def test_that_fusion_prefers_what_both_rankings_have() -> None:
    assert [p for p, _ in fuse([[(1, 9.0), (2, 8.0)], [(2, 0.9), (3, 0.8)]], 3)] == [2, 1, 3]


def test_that_the_shared_and_the_missing_words_of_a_result_are_named() -> None:
    index = _index()
    found = index.corpus.passages[2]
    assert "moor" in index.shared_words("mooring prices", found)
    assert index.missing_words("mooring prices", found) == ("price",)
    assert index.typed_words("Mooring prices, and prices", ("price",)) == ("prices",)
    assert index.typed_words("Mooring prices", ()) == ()


@pytest.mark.parametrize("texts", [[], ["", "  "], ["the of and"]])
def test_that_an_index_without_words_answers_with_nothing(texts: list[str]) -> None:
    assert not LexicalIndex(texts).scores("anything").any()
