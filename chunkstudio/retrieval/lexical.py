"""BM25 over any script: the library does the scoring, this module only says what a word is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np
import numpy.typing as npt

_STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
# Runs of two and more word signs, as the library finds them; the plain set is twice as quick for ASCII in lower case.
_TOKEN = re.compile(r"\w\w+")
_ASCII_TOKEN = re.compile(r"[a-z0-9_]{2,}")
_STOPWORDS = {"en", "de", "nl", "fr", "es", "pt", "it", "ru", "sv", "no", "zh", "tr"}
# Chinese, Japanese, Korean, Thai, Lao, Khmer and Myanmar write no blanks between words: pairs of signs stand for words.
_UNSPACED_RUN = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")


def _pairs(match: re.Match[str]) -> str:
    run = match[0]
    return f" {run}{run} " if len(run) == 1 else " " + " ".join(run[i : i + 2] for i in range(len(run) - 1)) + " "


def words_apart(text: str) -> str:
    """The text with runs of unspaced scripts written as overlapping pairs of signs (a single sign is doubled)."""
    return text if text.isascii() else _UNSPACED_RUN.sub(_pairs, text)


@cache
def lexical_revision() -> str:
    """Library and version; read once, since package metadata is parsed anew each time it is asked for."""
    return f"bm25s {version('bm25s')}"


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
        self._bm25: Any = _library().BM25()
        ids, stems = self._stem_ids(texts)
        # An index of texts without a single word cannot be built; it also has nothing to find.
        self._size = len(texts) if stems else 0
        if self._size:
            self._bm25.index(_library().tokenization.Tokenized(ids=ids, vocab=stems), show_progress=False)

    @property
    def revision(self) -> str:
        """Library and version, for results that must be explained later."""
        return lexical_revision()

    def _stem_ids(self, texts: Sequence[str]) -> tuple[list[list[int]], dict[str, int]]:
        """The texts as ids of stems, and the stems; the same words as :meth:`_tokenize` finds, in a third of its time:
        every distinct word is looked up among the common ones and stemmed once."""
        words: defaultdict[str, int] = defaultdict()
        words.default_factory = words.__len__
        found = [[words[w] for w in (_ASCII_TOKEN if t.isascii() else _TOKEN).findall(words_apart(t).lower())] for t in texts]
        common = set(_library().tokenization._infer_stopwords(self._stopwords))
        names = list(words)
        roots = self._stemmer.stemWords(names) if self._stemmer is not None else names
        stems: dict[str, int] = {}
        ids = [-1 if name in common else stems.setdefault(root, len(stems)) for name, root in zip(names, roots, strict=True)]
        return [[k for w in text if (k := ids[w]) >= 0] for text in found], stems

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
