"""What a workspace holds, as one frozen value that is read in the background and shown by the panel."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunkstudio.chunking.profile import Profile

if TYPE_CHECKING:
    from chunkstudio.workspace.approvals import Approval
    from chunkstudio.workspace.profile_store import ProfileVersion
    from chunkstudio.workspace.workspace import DocumentStatus, Workspace

Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contents:
    """Documents with their status under a profile, versions newest first, approvals newest first, question sets.

    ``question_sets`` are (hash, name, questions, frozen).
    """

    profile: Profile
    documents: tuple[DocumentStatus, ...]
    versions: tuple[ProfileVersion, ...]
    approvals: tuple[Approval, ...]
    question_sets: tuple[tuple[str, str, int, bool], ...]

    @property
    def states(self) -> Counter[str]:
        """How many documents are fresh, stale, failed, missing, new."""
        return Counter(s.state for s in self.documents)

    @property
    def outdated(self) -> tuple[DocumentStatus, ...]:
        """Documents that would be chunked again: everything but the fresh and the missing ones."""
        return tuple(s for s in self.documents if s.state in ("new", "stale", "failed"))

    def version(self, name: str) -> ProfileVersion | None:
        """A version by its hash."""
        return next((v for v in self.versions if v.hash == name), None)


def read_contents(work: Workspace, profile: Profile) -> Contents:
    """Everything that the panel shows; reads no file's bytes and no chunk set's data."""
    from chunkstudio.workspace.approvals import Approvals

    with work.database.whole():
        versions, approvals = work.profiles.all(), Approvals(work).all()
        question_sets = work.evaluations.question_sets()
    return Contents(
        profile=profile,
        documents=tuple(work.status(profile)),
        versions=tuple(reversed(versions)),
        approvals=tuple(reversed(approvals)),
        question_sets=tuple(question_sets),
    )
