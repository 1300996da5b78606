"""A small document of which every sentence is a fact, questions about it, and a profile that cuts it by paragraph."""

from __future__ import annotations

from chunkstudio.chunking.profile import Profile
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet

PROFILE = Profile().replace({"assembly.token_budget": 80, "assembly.min_tokens": 10, "retrieval.min_recall_at_k": 0.8})
LARGER = PROFILE.replace({"assembly.token_budget": 120, "assembly.min_tokens": 60})
ANIMALS = ["heron", "otter", "badger", "falcon", "lynx", "marten", "beaver", "stork", "vole", "weasel", "hare", "swift"]
TEXT = "\n\n".join(
    f"The {a} is fed at {i + 1} in the morning. The keeper writes its weight of {10 + i} kilos into the book."
    for i, a in enumerate(ANIMALS)
)


def feeding_questions(sha256: str) -> QuestionSet:
    """When each animal is fed, answered by the document of these bytes."""
    asked = [
        Question(
            id=f"q{i}",
            question=f"When is the {a} fed?",
            evidence=(Evidence(document=sha256, page=1, quote=f"The {a} is fed at {i + 1}"),),
        )
        for i, a in enumerate(ANIMALS)
    ]
    return QuestionSet(name="feeding", questions=tuple(asked))
