"""ChunkStudio: see, tune, prove and export how a document is cut into retrieval chunks.

The names below are the whole library interface; they are loaded when first used, so that importing the package is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.pipeline import chunk_document
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.errors import ChunkStudioError
    from chunkstudio.layout.model import LayoutDocument
    from chunkstudio.layout.opening import open_document

__version__ = "0.1.0"
__all__ = ["ChunkStudioError", "ChunkedDocument", "LayoutDocument", "Profile", "chunk_document", "open_document"]

_HOMES = {
    "ChunkStudioError": "chunkstudio.errors",
    "ChunkedDocument": "chunkstudio.chunking.chunked_document",
    "LayoutDocument": "chunkstudio.layout.model",
    "Profile": "chunkstudio.chunking.profile",
    "chunk_document": "chunkstudio.chunking.pipeline",
    "open_document": "chunkstudio.layout.opening",
    "embedder_tokens": "chunkstudio.retrieval.embedder_tokens",
}
"""Where each name lives. The last is no part of the interface: the engine asks here how an embedder counts."""


def __getattr__(name: str) -> Any:
    """Load one of the public names from its module (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
