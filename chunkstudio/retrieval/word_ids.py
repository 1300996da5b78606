"""Texts as numbers of words, many texts at a time: what is not of a word becomes a blank, and what is left is split."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from unicodedata import category

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
# Thai, Lao, Myanmar, Khmer, Japanese, Chinese and Korean write no blanks between words: pairs of signs stand for words.
_UNSPACED = (
    (0xE00, 0xEFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF),
)  # fmt: skip
_END = "\x00"
# Letters, digits and the underscore stay, as do bytes of other scripts, and the sign that ends a text.
_WORD_BYTES = bytes(b if (chr(b).isalnum() and b < 128) or b >= 128 or b in (0, ord("_")) else 32 for b in range(256))
_AT_ONCE = 2_000


def words_of(text: str) -> list[str]:
    """The words of one text in order, in lower case; a word is a run of two and more letters, digits or underscores."""
    return [w for w in _split(text.replace(_END, " ").lower()).decode().split() if len(w) > 1]


def word_ids(texts: Sequence[str]) -> tuple[Ids, Ids, list[str]]:
    """All words of the texts: for each one the number of its text and of the word, and the words themselves.

    The same words as :func:`words_of` finds; texts are not in order, since those in plain ASCII are read more quickly.
    """
    numbers: defaultdict[bytes, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    end = numbers[_END.encode()]
    owners: list[Ids] = [np.empty(0, np.int64)]
    found: list[Ids] = [np.empty(0, np.int64)]
    for members in _blocks(texts):
        joined = f" {_END} ".join(texts[i].replace(_END, " ") for i in members)
        words = _split(joined.lower()).split()
        ids = np.fromiter(map(numbers.__getitem__, words), np.int64, len(words))
        ends = ids == end
        owners.append(np.asarray(members, np.int64)[np.cumsum(ends)[~ends]])
        found.append(ids[~ends])
    names = [name.decode() for name in numbers]
    whose, which = np.concatenate(owners), np.concatenate(found)
    long = np.array([len(name) > 1 for name in names])[which]
    return whose[long], which[long], names


def _blocks(texts: Sequence[str]) -> Iterator[list[int]]:
    """Numbers of texts that are read together: plain ones, then the others."""
    plain = [i for i, text in enumerate(texts) if text.isascii()]
    other = [i for i, text in enumerate(texts) if not text.isascii()]
    for members in (plain, other):
        for start in range(0, len(members), _AT_ONCE):
            yield members[start : start + _AT_ONCE]


def _split(text: str) -> bytes:
    """The text with a blank in the place of everything that belongs to no word, in UTF-8."""
    if text.isascii():
        return text.encode().translate(_WORD_BYTES)
    signs = np.frombuffer(text.encode("utf-32-le", "replace"), "<u4")
    written = np.arange(int(signs.max()) + 1, dtype="<u4")
    used = np.zeros(len(written), bool)
    used[signs] = True
    written[[s for s in np.flatnonzero(used).tolist() if not _of_word(chr(s))]] = ord(" ")
    kept = written[signs].tobytes().decode("utf-32-le")
    unspaced = np.zeros(len(written), bool)
    for low, high in _UNSPACED:
        unspaced[low : high + 1] = used[low : high + 1]
    return (_paired(kept, unspaced[signs]) if unspaced.any() else kept).encode()


def _of_word(sign: str) -> bool:
    """Letters, digits, the underscore, the sign that ends a text, and the marks as which many scripts write vowels."""
    return sign.isalnum() or sign in ("_", _END) or ("\u0483" <= sign <= "\u1cff" and category(sign).startswith("M"))


def _paired(text: str, unspaced: npt.NDArray[np.bool_]) -> str:
    """Runs of unspaced signs as overlapping pairs with blanks around them (a single sign is doubled), all else as it is."""
    edges = np.flatnonzero(np.diff(unspaced, prepend=False, append=False)).tolist()
    parts, done = [], 0
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        pairs = [text[i : i + 2] for i in range(start, end - 1)] or [text[start] * 2]
        parts += [text[done:start], *pairs, ""]
        done = end
    return " ".join([*parts, text[done:]])
