"""BM25 over any script: the library does the scoring, this module only says what a word is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import numpy as np
import numpy.typing as npt

_STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_STOPWORDS = {"en", "de", "nl", "fr", "es", "pt", "it", "ru", "sv", "no", "zh", "tr"}
# Chinese, Japanese, Korean, Thai, Lao, Khmer and Myanmar write no blanks between words: pairs of signs stand for words.
_UNSPACED_RUN = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")


def _pairs(match: re.Match[str]) -> str:
    run = match[0]
    return f" {run}{run} " if len(run) == 1 else " " + " ".join(run[i : i + 2] for i in range(len(run) - 1)) + " "


def words_apart(text: str) -> str:
    """The text with runs of unspaced scripts written as overlapping pairs of signs (a single sign is doubled)."""
    return _UNSPACED_RUN.sub(_pairs, text)


def _library() -> Any:
    """bm25s, loaded when first used; its annotations are not complete enough to be checked against."""
    import bm25s

    return bm25s


class LexicalIndex:
    """BM25 (Robertson and Walker 1994, Lucene's variant as bm25s has it) over texts of one language."""

    def __init__(self, texts: Sequence[str], language: str = "en") -> None:
        import Stemmer

        code = language.split("-")[0].lower() or "en"
        self._stopwords: Any = code if code in _STOPWORDS else []
        self._stemmer = Stemmer.Stemmer(_STEMMERS[code]) if code in _STEMMERS else None
        self._size = len(texts)
        self._bm25: Any = _library().BM25()
        if texts:
            tokens = self._tokenize(list(texts))
            # An index of texts without a single word cannot be built; it also has nothing to find.
            self._size = len(texts) if tokens.vocab else 0
            if self._size:
                self._bm25.index(tokens, show_progress=False)

    @property
    def revision(self) -> str:
        """Library and version, for results that must be explained later."""
        return f"bm25s {version('bm25s')}"

    def _tokenize(self, texts: list[str], **options: Any) -> Any:
        spaced = [words_apart(t) for t in texts]
        return _library().tokenize(spaced, stopwords=self._stopwords, stemmer=self._stemmer, show_progress=False, **options)

    def query_words(self, query: str) -> list[str]:
        """The stems by which a query is searched."""
        found: list[list[str]] = self._tokenize([query], return_ids=False)
        return list(dict.fromkeys(found[0]))

    def scores(self, query: str) -> npt.NDArray[np.float32]:
        """One score for each text, 0 where no word is shared."""
        words = [w for w in self.query_words_all(query) if w in self._bm25.vocab_dict] if self._size else []
        if not words:
            return np.zeros(self._size, np.float32)
        return np.asarray(self._bm25.get_scores(words), np.float32)

    def query_words_all(self, query: str) -> list[str]:
        """The stems of a query with repetitions, which count in its score."""
        found: list[list[str]] = self._tokenize([query], return_ids=False)
        return found[0]
