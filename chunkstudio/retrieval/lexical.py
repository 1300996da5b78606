"""BM25 over any script: the library does the scoring, this module only says what a word is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, partial
from importlib.metadata import version
from typing import Any

import numpy as np
import numpy.typing as npt

from chunkstudio.retrieval.word_ids import Ids, word_ids, words_of

_STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_STOPWORDS = {"en", "de", "nl", "fr", "es", "pt", "it", "ru", "sv", "no", "zh", "tr"}


@cache
def lexical_revision() -> str:
    """Library and version; read once, since package metadata is parsed anew each time it is asked for."""
    return f"bm25s {version('bm25s')}"


def _library() -> Any:
    """bm25s, loaded when first used; its annotations are not complete enough to be checked against."""
    import bm25s

    return bm25s


def _columns(model: Any, unique_token_ids: Sequence[int], corpus_token_ids: tuple[Ids, Ids, int], **_: bool) -> dict[str, Any]:
    """Takes the place of the library's ``build_index_from_ids``, which loops over texts: the same scores in a fraction of
    its time. ``corpus_token_ids`` gives for each word that stands in a text the text and the word, and counts the texts.
    """
    owners, words, texts = corpus_token_ids
    vocabulary = len(unique_token_ids)
    model.nonoccurrence_array = None
    lengths = np.bincount(owners, minlength=texts)
    cells = words * texts + owners
    cells.sort()
    first = np.flatnonzero(np.diff(cells, prepend=-1))
    often = np.diff(first, append=len(cells)).astype(np.float32)
    word, text = np.divmod(cells[first], texts)
    held = np.bincount(word, minlength=vocabulary)
    rarity = np.array([math.log(1 + (texts - n + 0.5) / (n + 0.5)) for n in held.tolist()], np.float32)
    damped = model.k1 * ((1 - model.b) + model.b * lengths / lengths.mean())
    scores = rarity[word] * (often / (damped[text] + often))
    starts = np.concatenate(([0], np.cumsum(held)))
    return {"data": scores.astype(np.float32), "indices": text.astype(np.int32), "indptr": starts, "num_docs": texts}


class LexicalIndex:
    """BM25 (Robertson and Walker 1994, Lucene's variant as bm25s has it) over texts of one language."""

    def __init__(self, texts: Sequence[str], language: str = "en") -> None:
        import Stemmer

        code = language.split("-")[0].lower() or "en"
        self._common = frozenset(_library().tokenization._infer_stopwords(code if code in _STOPWORDS else []))
        self._stemmer = Stemmer.Stemmer(_STEMMERS[code]) if code in _STEMMERS else None
        self._bm25: Any = _library().BM25()
        owners, words, vocabulary = self._stem_ids(texts)
        # An index of texts without a single word cannot be built; it also has nothing to find.
        self._size = len(texts) if vocabulary else 0
        if self._size:
            self._bm25.build_index_from_ids = partial(_columns, self._bm25)
            ids = (owners, words, self._size)
            self._bm25.index(_library().tokenization.Tokenized(ids=ids, vocab=vocabulary), show_progress=False)

    @property
    def revision(self) -> str:
        """Library and version, for results that must be explained later."""
        return lexical_revision()

    def _stem_ids(self, texts: Sequence[str]) -> tuple[Ids, Ids, dict[str, int]]:
        """For each word of the texts its text and the number of its stem, and the stems: each distinct word is looked up
        among the common ones and stemmed once."""
        owners, words, names = word_ids(texts)
        stems: dict[str, int] = {}
        of_word = np.array(
            [stems.setdefault(root, len(stems)) if root else -1 for root in self._roots(names)], np.int64
        )[words]  # fmt: skip
        kept = of_word >= 0
        return owners[kept], of_word[kept], stems

    def _roots(self, words: Sequence[str]) -> list[str]:
        """The stem of each word; "" for the commonest words and single letters, by which nothing is searched."""
        roots = self._stemmer.stemWords(words) if self._stemmer is not None else words
        return [
            root if len(word) > 1 and word not in self._common else "" for word, root in zip(words, roots, strict=True)
        ]  # fmt: skip

    def query_words(self, query: str) -> list[str]:
        """The stems by which a query is searched."""
        return list(dict.fromkeys(self.query_words_all(query)))

    def scores(self, query: str) -> npt.NDArray[np.float32]:
        """One score for each text, 0 where no word is shared."""
        words = [w for w in self.query_words_all(query) if w in self._bm25.vocab_dict] if self._size else []
        if not words:
            return np.zeros(self._size, np.float32)
        return np.asarray(self._bm25.get_scores(words), np.float32)

    def query_words_all(self, query: str) -> list[str]:
        """The stems of a query with repetitions, which count in its score."""
        return [root for root in self._roots(words_of(query)) if root]
