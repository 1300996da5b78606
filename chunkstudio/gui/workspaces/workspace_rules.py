"""Rules of the documents that the open workspace holds are kept in it, those of other open documents where they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.rule_book import KeptRule, RuleKeeper

if TYPE_CHECKING:
    from chunkstudio.chunking.rules import ManualRule
    from chunkstudio.workspace.document_store import StoredDocument
    from chunkstudio.workspace.workspace import Workspace


class WorkspaceRules:
    """A :class:`chunkstudio.gui.rule_book.RuleKeeper`. ``document`` gives the stored document of some bytes."""

    def __init__(self, work: Workspace, document: Callable[[str], StoredDocument], changed: Callable[[], None]) -> None:
        self._work = work
        self._document = document
        self._changed = changed

    def load(self, sha256: str) -> list[KeptRule]:
        """Rules of the document that has, or had, these bytes; none where it is not in the workspace."""
        document = self._work.documents.find_content(sha256)
        return [KeptRule(r.id, r.rule) for r in self._work.rules.of(document.id)] if document is not None else []

    def add(self, sha256: str, rule: ManualRule) -> str:
        """Keep a rule. Raises ChunkStudioError."""
        stored = self._work.rules.add(self._document(sha256).id, rule, author=self._work.author)
        self._changed()
        return stored.id

    def remove(self, sha256: str, rule_id: str) -> None:
        """Take a rule back; the log keeps both entries. Raises ChunkStudioError."""
        del sha256
        self._work.rules.remove(rule_id, author=self._work.author)
        self._changed()

    def restore(self, sha256: str, rule_id: str) -> None:
        """Undo taking back. Raises ChunkStudioError."""
        del sha256
        self._work.rules.restore(rule_id, author=self._work.author)
        self._changed()


class SortedRules:
    """A rule keeper that gives each document's rules to one of two: ``outside`` tells which documents are the second's."""

    def __init__(self, inside: RuleKeeper, other: RuleKeeper | None, outside: Callable[[str], bool]) -> None:
        self._inside, self._other, self._outside = inside, other, outside

    def load(self, sha256: str) -> list[KeptRule]:
        """Rules of a document, oldest first."""
        keeper = self._keeper(sha256)
        return keeper.load(sha256) if keeper is not None else []

    def add(self, sha256: str, rule: ManualRule) -> str:
        """Keep a rule. Raises ChunkStudioError."""
        return self._needed(sha256).add(sha256, rule)

    def remove(self, sha256: str, rule_id: str) -> None:
        """Take a rule back. Raises ChunkStudioError."""
        self._needed(sha256).remove(sha256, rule_id)

    def restore(self, sha256: str, rule_id: str) -> None:
        """Undo taking back. Raises ChunkStudioError."""
        self._needed(sha256).restore(sha256, rule_id)

    def _keeper(self, sha256: str) -> RuleKeeper | None:
        return self._other if self._outside(sha256) else self._inside

    def _needed(self, sha256: str) -> RuleKeeper:
        keeper = self._keeper(sha256)
        if keeper is None:
            raise ChunkStudioError("not_found", "The document is not in the workspace.", hint="Add it first.")
        return keeper
