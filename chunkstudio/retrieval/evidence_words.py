"""The words by which evidence and chunks are compared: case, markup, separators and the commonest words do not count.

The definition is that of the measuring set on which the program's figures are stated: a chunk has *found* an evidence
when it holds at least 60 % of these words, each as often as the evidence has it, and touches the evidence's page.
"""

from __future__ import annotations

import re
from collections import Counter

FOUND_SHARE = 0.6
INTACT_SHARE = 0.95

_MARKUP = re.compile(r"<[^>]{1,40}>")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
# Letters of scripts without blanks between words count one by one; a word of such a text would be a whole sentence.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_UNSPACED_SIGN = re.compile(f"[{_UNSPACED}]")
_STRAY_AT_MOST = 4
_WORD = re.compile(rf"\d+(?:\.\d+)?|[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+")
_COMMON = frozenset(
    "a an and are as at be by for from has have in is it its of on or our that the their this to was we were which with".split()  # noqa: SIM905
)


def evidence_words(text: str) -> list[str]:
    """Words and numbers of a text in order: ``Net **Sales** | $1,577`` gives ``net sales 1577``."""
    plain = _THOUSANDS.sub("", _MARKUP.sub(" ", text.lower()))
    return [w for w in _WORD.findall(plain) if w not in _COMMON]


def word_counts(text: str) -> Counter[str]:
    """The words of a text with how often each stands in it."""
    return Counter(evidence_words(text))


def needed_words(quote: str) -> Counter[str]:
    """The words of an evidence. Stray signs of an unspaced script (a dash printed as 一) in other text do not count."""
    words = evidence_words(quote)
    strays = [w for w in words if _UNSPACED_SIGN.fullmatch(w)]
    stray = len(strays) * _STRAY_AT_MOST < len(words)
    return Counter(w for w in words if not (stray and _UNSPACED_SIGN.fullmatch(w)))


def share_held(evidence: Counter[str], chunk: Counter[str]) -> float:
    """Share (0..1) of the evidence's words that the chunk holds, counted with repetition; 0 for empty evidence."""
    total = evidence.total()
    return (evidence & chunk).total() / total if total else 0.0
