"""Embedders: an embedded static one that never asks a network, a local folder, or any OpenAI-compatible endpoint."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from chunkstudio.errors import ChunkStudioError

Vectors = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors. ``window`` is the most tokens it reads of a text, None without a limit."""

    name: str
    revision: str
    window: int | None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(texts x dimensions) float32, each row of length 1 (0 for a text without a known word)."""
        ...

    def read(self, text: str) -> str:
        """The part of a text that the embedder reads; all of it where there is no window."""
        ...


def _unit(vectors: Any) -> Vectors:
    array = np.asarray(vectors, np.float32)
    lengths = np.linalg.norm(array, axis=1, keepdims=True)
    unit: Vectors = np.divide(array, lengths, out=np.zeros_like(array), where=lengths > 0)
    return unit


class StaticEmbedder:
    """WordLlama: static token vectors of 256 dimensions shipped inside the package (MIT); fast, and good for previews."""

    name = "wordllama"
    window: int | None = None

    def __init__(self) -> None:
        try:
            import wordllama
        except ImportError:
            raise ChunkStudioError(
                "bad_argument",
                "The embedder wordllama is not installed.",
                hint="Install it with: pip install 'chunkstudio[dense]'.",
                field="retrieval.embedder",
            ) from None
        self.revision = f"wordllama {version('wordllama')}"
        folder = Path(wordllama.__file__).parent
        self._model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See :class:`Embedder`."""
        return _unit(self._model.embed(list(texts))) if texts else np.zeros((0, 256), np.float32)

    def read(self, text: str) -> str:
        """See :class:`Embedder`."""
        return text


class FolderEmbedder:
    """A sentence-transformers model in a local folder; nothing is fetched."""

    def __init__(self, folder: Path) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise ChunkStudioError(
                "bad_argument",
                "A model folder needs the package sentence-transformers.",
                hint="Install it with: pip install sentence-transformers.",
                field="retrieval.embedder",
            ) from None
        self._model: Any = SentenceTransformer(str(folder), local_files_only=True, device="cpu")
        self.name = folder.name
        self.revision = f"{folder.name} (sentence-transformers {version('sentence-transformers')})"
        self.window: int | None = int(self._model.max_seq_length)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See :class:`Embedder`."""
        return _unit(self._model.encode(list(texts), show_progress_bar=False))

    def read(self, text: str) -> str:
        """See :class:`Embedder`."""
        offsets = self._model.tokenizer(text, truncation=True, max_length=self.window, return_offsets_mapping=True)[
            "offset_mapping"
        ]
        return text[: max((int(end) for _, end in offsets), default=0)]


class EndpointEmbedder:
    """Any OpenAI-compatible embeddings endpoint; base URL and key come from the environment, never from a profile."""

    window: int | None = None
    _BATCH = 64

    def __init__(self, model: str) -> None:
        try:
            from openai import OpenAI
        except ImportError:
            raise ChunkStudioError(
                "bad_argument",
                "An embeddings endpoint needs the package openai.",
                hint="Install it with: pip install 'chunkstudio[summaries]'.",
                field="retrieval.embedder",
            ) from None
        base = os.environ.get("CHUNKSTUDIO_EMBEDDER_BASE_URL")
        if not base:
            raise ChunkStudioError(
                "bad_argument",
                f"No endpoint is set for the embedder {model}.",
                hint="Set CHUNKSTUDIO_EMBEDDER_BASE_URL (and _KEY).",
                field="retrieval.embedder",
            )
        self._client = OpenAI(
            base_url=base, api_key=os.environ.get("CHUNKSTUDIO_EMBEDDER_KEY") or "none", timeout=60, max_retries=2
        )
        self._model = model
        self.name, self.revision = f"openai:{model}", model

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See :class:`Embedder`. Raises ChunkStudioError ``cannot_read`` when the endpoint does not answer well."""
        from openai import OpenAIError

        rows: list[list[float]] = []
        for start in range(0, len(texts), self._BATCH):
            try:
                answer = self._client.embeddings.create(model=self._model, input=list(texts[start : start + self._BATCH]))
            except OpenAIError as error:
                reason = type(error).__name__
                raise ChunkStudioError(
                    "cannot_read", f"The embeddings endpoint failed: {reason}.", hint="Check it, then try again."
                ) from None
            rows += [item.embedding for item in answer.data]
        return _unit(rows) if rows else np.zeros((0, 1), np.float32)

    def read(self, text: str) -> str:
        """See :class:`Embedder`; what an endpoint reads is not known, so all of it."""
        return text


@cache
def embedder_for(name: str) -> Embedder:
    """The embedder of a profile: ``wordllama``, ``openai:MODEL``, or the path of a model folder.

    Raises ChunkStudioError ``bad_profile`` for an unknown one and ``bad_argument`` where a package is missing.
    """
    if name == "wordllama":
        return StaticEmbedder()
    if name.startswith("openai:") and name != "openai:":
        return EndpointEmbedder(name.removeprefix("openai:"))
    folder = Path(name).expanduser()
    if name and folder.is_dir():
        return FolderEmbedder(folder)
    raise ChunkStudioError(
        "bad_profile",
        f"There is no embedder {name!r}.",
        hint="Use wordllama, openai:MODEL, or the path of a model folder.",
        field="retrieval.embedder",
    )


def installed(package: str) -> bool:
    """Whether an optional package is there."""
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True
