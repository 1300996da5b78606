"""Counting with the embedder's own tokenizer, and being told where it is another or reads less."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.policy import policy_parts
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.tokens import embedder_tokens, tokenizer_for
from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.documents import DocumentBuilder, sentences


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A folder with a word-level tokenizer and a short window, as a model's folder has them."""
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "post_processor": None,
        "decoder": None,
        "model": {"type": "BPE", "vocab": _bytes(), "merges": [], "unk_token": None, "fuse_unk": False, "byte_fallback": False},
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    (tmp_path / "sentence_bert_config.json").write_text('{"max_seq_length": 130}', encoding="utf-8")
    return tmp_path


def _bytes() -> dict[str, int]:
    """The 256 signs of a byte-level vocabulary."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    signs = [chr(b) for b in plain] + [chr(256 + k) for k in range(256 - len(plain))]
    return {sign: n for n, sign in enumerate(signs)}


def document() -> LayoutDocument:
    b = DocumentBuilder()
    b.heading("1 Notes")
    for n in range(6):
        b.text(sentences(10 * n, 4))
    return b.build()


def codes(profile: Profile) -> dict[str, tuple[str, ...]]:
    return {w.code: w.ids for w in chunk_document(document(), profile).diagnostics.warnings}


def test_that_a_budget_is_counted_with_the_embedders_own_tokenizer(model: Path) -> None:
    profile = Profile().replace(
        {"assembly.tokenizer": "embedder", "retrieval.embedder": str(model), "retrieval.retriever": "dense"}
    )
    result = chunk_document(document(), profile)
    counter = tokenizer_for(str(model / "tokenizer.json"))
    assert counter.count("note") == 4
    assert all(c.token_count == counter.count(c.retrieval_text) <= 400 for c in result)
    assert policy_parts(profile)["revision.tokenizer"] == counter.revision
    assert "tokenizer_mismatch" not in codes(profile)


def test_that_another_tokenizer_and_a_short_window_are_told_for_dense_search_alone(model: Path) -> None:
    profile = Profile().replace({"retrieval.embedder": str(model), "retrieval.retriever": "hybrid"})
    found = codes(profile)
    assert {"tokenizer_mismatch", "beyond_embedder_window"} <= set(found)
    known = embedder_tokens(str(model))
    assert known is not None and known.window == 128
    result = chunk_document(document(), profile)
    assert found["beyond_embedder_window"] == tuple(c.id for c in result if known.tokenizer.count(c.retrieval_text) > 128)
    assert not {"tokenizer_mismatch", "beyond_embedder_window"} & set(codes(profile.replace({"retrieval.retriever": "bm25"})))


def test_that_an_embedder_whose_tokenizer_is_not_known_cannot_count() -> None:
    profile = Profile().replace({"assembly.tokenizer": "embedder", "retrieval.embedder": "openai:another-model"})
    with pytest.raises(ChunkStudioError) as caught:
        chunk_document(document(), profile)
    assert caught.value.code == "bad_profile" and caught.value.field == "assembly.tokenizer"
    known = embedder_tokens("openai:text-embedding-3-small")
    assert known is not None and known.tokenizer.name == "cl100k_base"


@pytest.mark.skipif(find_spec("wordllama") is None, reason="the extra dense is not installed")
def test_that_the_embedder_that_is_shipped_counts_as_its_own_library_does() -> None:
    tokenizers = pytest.importorskip("tokenizers")
    profile = Profile().replace({"assembly.tokenizer": "embedder", "assembly.token_budget": 150, "assembly.min_tokens": 20})
    known = embedder_tokens("wordllama")
    assert known is not None
    own = tokenizers.Tokenizer.from_file(known.tokenizer.name)
    for chunk in chunk_document(document(), profile):
        assert chunk.token_count == len(own.encode(chunk.retrieval_text, add_special_tokens=False).ids) <= 150
