"""Which stored chunk sets no longer fit a profile and this program, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from chunkstudio.chunking.policy import changed_parts, policy_parts
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.ingestion.chunkset_file import read_chunk_set


@dataclass(frozen=True, slots=True)
class StaleReport:
    """One stored set: ``changed`` names the parts of its policy that differ from today's; none: it is fresh."""

    source: str
    document_id: str
    file_name: str
    stored_version: str
    changed: tuple[str, ...]

    @property
    def stale(self) -> bool:
        """True if chunking the document again could change a record."""
        return bool(self.changed)


def stale_report(chunk_set: ChunkSet, profile: Profile, *, source: str = "") -> StaleReport:
    """Compare a stored set with a profile as this program would carry it out."""
    facts = chunk_set.document
    changed = changed_parts(chunk_set.policy, policy_parts(profile))
    return StaleReport(source or facts.file_name, facts.id, facts.file_name, chunk_set.policy_version, changed)


def stale_reports(paths: Iterable[str | Path], profile: Profile) -> list[StaleReport]:
    """One report for each file of a chunk set. Raises ``not_found`` or ``cannot_read``."""
    return [stale_report(read_chunk_set(path), profile, source=str(path)) for path in paths]
