"""What a user should know where a dense retriever reads texts otherwise than the budget counts them."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.chunking.model import Chunk, Finding
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.tokens import embedder_tokens, profile_tokenizer
from chunkstudio.errors import ChunkStudioError


def embedder_findings(profile: Profile, chunks: Sequence[Chunk]) -> list[Finding]:
    """``tokenizer_mismatch`` and ``beyond_embedder_window``; nothing for lexical search or an embedder that is not known."""
    if profile.retrieval.retriever == "bm25":
        return []
    name = profile.retrieval.embedder
    try:
        known = embedder_tokens(name)
    except ChunkStudioError:  # a folder whose tokenizer cannot be read is told when the embedder is used
        return []
    if known is None:
        return []
    out = []
    own = profile_tokenizer(profile.assembly.tokenizer, name)
    if own.revision != known.tokenizer.revision:
        message = f"The budget is counted with {profile.assembly.tokenizer}, the embedder {name} counts with another tokenizer."
        out.append(Finding("tokenizer_mismatch", 0, message, hint="Set assembly.tokenizer to embedder."))
    if known.window is not None:
        counts = known.tokenizer.count_many([chunk.retrieval_text for chunk in chunks])
        far = tuple(chunk.id for chunk, count in zip(chunks, counts, strict=True) if count > known.window)
        if far:
            message = f"{len(far)} chunks are longer than the {known.window} tokens that the embedder {name} reads."
            out.append(Finding("beyond_embedder_window", 0, message, far, hint="Lower the token budget."))
    return out
