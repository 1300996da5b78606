"""What a planted fault is, and an embedder that reads only the beginning of a text.

The planted documents were written from the issue's definitions of the causes, without sight of the doctor's code.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.profile import Profile
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.evaluation import Scope
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet
from chunkstudio.retrieval.trials import TrialBench, TrialDocument

SHORT_SIGHTED = "short-sighted"


@dataclass(frozen=True, slots=True)
class Plant:
    """Documents with one question whose evidence is missed for one known cause."""

    name: str
    cause: str
    documents: tuple[TrialDocument, ...]
    question: Question
    profile: Profile
    reader: frozenset[str] | None = None
    scope: Scope = "single"

    @property
    def k(self) -> int:
        """How many results count."""
        return self.profile.retrieval.k

    def bench(self) -> TrialBench:
        """A fresh bench that holds only this plant."""
        asked = QuestionSet(name=self.name, questions=(self.question,))
        return TrialBench(self.documents, asked, scope=self.scope, reader=self.reader)


def profile_of(k: int = 3, **settings: Any) -> Profile:
    """A profile with small chunks of their own; double underscores stand for the dots of a path."""
    base: dict[str, Any] = {"assembly.min_tokens": 0, "retrieval.k": k}
    return Profile().replace(base | {path.replace("__", "."): value for path, value in settings.items()})


def ask(document: LayoutDocument, words: str, quote: str, *, page: int = 1) -> Question:
    """A question with its evidence on one page."""
    return Question(id="planted", question=words, evidence=(Evidence(document=document.info.sha256, page=page, quote=quote),))


class ShortSightedEmbedder:
    """Bags of words hashed to 4,096 places, of the first 30 words of a text only."""

    name = SHORT_SIGHTED
    revision = "short-sighted 1"
    window: int | None = 30
    _WORD = re.compile(r"\w+")

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit rows, one for each text."""
        rows = np.zeros((len(texts), 4096), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in self._WORD.findall(self.read(text).lower()):
                row[zlib.crc32(word.encode()) % 4096] += 1
            row /= np.linalg.norm(row) or 1
        return rows

    def read(self, text: str) -> str:
        """The text up to the end of its thirtieth word."""
        ends = [m.end() for m in self._WORD.finditer(text)]
        return text[: ends[29]] if len(ends) > 30 else text
