"""Rules kept in the open workspace, by the document that the shown bytes belong to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from chunkstudio.gui.rule_book import KeptRule

if TYPE_CHECKING:
    from chunkstudio.chunking.rules import ManualRule
    from chunkstudio.workspace.document_store import StoredDocument
    from chunkstudio.workspace.workspace import Workspace


class WorkspaceRules:
    """A :class:`chunkstudio.gui.rule_book.RuleKeeper`. ``ensure`` gives the document of some bytes, added where needed."""

    def __init__(self, work: Workspace, ensure: Callable[[str], StoredDocument], changed: Callable[[], None]) -> None:
        self._work = work
        self._ensure = ensure
        self._changed = changed

    def load(self, sha256: str) -> list[KeptRule]:
        """Rules of the document that has, or had, these bytes; none where it is not in the workspace."""
        document = self._work.documents.find_content(sha256)
        return [KeptRule(r.id, r.rule) for r in self._work.rules.of(document.id)] if document is not None else []

    def add(self, sha256: str, rule: ManualRule) -> str:
        """Keep a rule. Raises ChunkStudioError."""
        stored = self._work.rules.add(self._ensure(sha256).id, rule, author=self._work.author)
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
