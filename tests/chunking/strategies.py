"""Random documents and profiles for the engine's invariants."""

from __future__ import annotations

import os
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from chunkstudio.chunking.profile import Profile
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.random_documents import random_document, random_paragraph, random_profile

EXAMPLES = int(os.environ.get("CHUNKSTUDIO_EXAMPLES", "25"))
IN_CI = "CHUNKSTUDIO_EXAMPLES" in os.environ
"""With a number of examples asked for they are the same in every run; what chance may still find is looked for by the soak."""
quick = settings(max_examples=EXAMPLES, deadline=None, derandomize=IN_CI)


def chances() -> st.SearchStrategy[Random]:
    """A source of chance whose answers hypothesis chooses, keeps and shrinks."""
    return st.randoms(use_true_random=False)


def paragraphs(most: int = 8) -> st.SearchStrategy[str]:
    """One paragraph of some sentences, now and then in another script."""
    return chances().map(lambda chance: random_paragraph(chance, most))


def documents(most: int = 14) -> st.SearchStrategy[LayoutDocument]:
    """A document of all kinds of boxes, over a few pages."""
    return chances().map(lambda chance: random_document(chance, most))


def profiles() -> st.SearchStrategy[Profile]:
    """A profile whose budget holds at least one grapheme of every text that the documents have."""
    return chances().map(random_profile)
