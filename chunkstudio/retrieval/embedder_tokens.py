"""How an embedder counts tokens and how many it reads, without loading its model."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from chunkstudio.chunking.tokens import EmbedderTokens, tokenizer_for

_WORDLLAMA = "tokenizers/l2_supercat_tokenizer_config.json"


def embedder_tokens(name: str) -> EmbedderTokens | None:
    """The tokenizer and the window of a profile's embedder; None where they are not known (most endpoints).

    A folder tells them by its ``tokenizer.json`` and ``sentence_bert_config.json``. Raises ChunkStudioError
    ``bad_profile`` if a tokenizer is there but cannot be read.
    """
    if name == "wordllama":
        found = find_spec("wordllama")
        path = Path(found.origin).parent / _WORDLLAMA if found is not None and found.origin else None
        return EmbedderTokens(tokenizer_for(str(path)), None) if path is not None and path.is_file() else None
    if name.startswith("openai:"):  # the vendor's own embedding models count with cl100k_base and read 8,191 tokens
        return EmbedderTokens(tokenizer_for("cl100k_base"), 8191) if name.startswith("openai:text-embedding-") else None
    tokenizer = Path(name).expanduser() / "tokenizer.json"
    if not name or not tokenizer.is_file():
        return None
    return EmbedderTokens(tokenizer_for(str(tokenizer)), _window(tokenizer.parent))


def _window(folder: Path) -> int | None:
    """Tokens that the model in a folder reads of a text, the special ones around it taken off."""
    try:
        length = json.loads((folder / "sentence_bert_config.json").read_text(encoding="utf-8")).get("max_seq_length")
    except (OSError, ValueError, AttributeError):
        return None
    return length - 2 if isinstance(length, int) and length > 2 else None
