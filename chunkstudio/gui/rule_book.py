"""The manual rules of the open documents: added and taken back as steps of the undo stack, kept where the keeper keeps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from chunkstudio.errors import ChunkStudioError

if TYPE_CHECKING:
    from chunkstudio.chunking.rules import ManualRule


@dataclass(frozen=True, slots=True)
class KeptRule:
    """A rule under the name that its keeper gave it."""

    id: str
    rule: ManualRule


class RuleKeeper(Protocol):
    """Where rules are kept: the workspace's file, or the scratch file of the program. Documents are named by SHA-256."""

    def load(self, sha256: str) -> list[KeptRule]: ...
    def add(self, sha256: str, rule: ManualRule) -> str: ...
    def remove(self, sha256: str, rule_id: str) -> None: ...
    def restore(self, sha256: str, rule_id: str) -> None: ...


class RuleBook(QObject):
    """Rules by document. ``changed`` carries the SHA-256 of the document, ``failed`` why something could not be kept."""

    changed = Signal(str)
    failed = Signal(object)

    def __init__(self, undo_stack: QUndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stack = undo_stack
        self._keeper: RuleKeeper | None = None
        self._rules: dict[str, tuple[KeptRule, ...]] = {}
        self._moved: dict[str, str] = {}
        self._next = 0

    @property
    def keeper(self) -> RuleKeeper | None:
        """Where rules are kept now."""
        return self._keeper

    def set_keeper(self, keeper: RuleKeeper | None) -> None:
        """Keep rules elsewhere from now on; what is shown is read from there again.

        Steps that can be undone stay: one about a rule that is not kept there does nothing when undone, and makes the rule
        there when redone.
        """
        self._keeper = keeper
        for sha256 in list(self._rules):
            self.reload(sha256)

    def of(self, sha256: str) -> tuple[KeptRule, ...]:
        """The rules of a document, oldest first."""
        if sha256 not in self._rules:
            self._rules[sha256] = tuple(self._keeper.load(sha256)) if self._keeper is not None else ()
        return self._rules[sha256]

    def rules(self, sha256: str) -> tuple[ManualRule, ...]:
        """The same as the engine takes them."""
        return tuple(kept.rule for kept in self.of(sha256))

    def reload(self, sha256: str) -> None:
        """Read the rules of a document again, e.g. when its file became a new revision."""
        before = self._rules.pop(sha256, ())
        if self.of(sha256) != before:
            self.changed.emit(sha256)

    # ---- wishes ---------------------------------------------------------------------------------------------------
    def add(self, sha256: str, rule: ManualRule, *, instead: Sequence[str] = (), label: str = "rule") -> None:
        """Make a rule as one undoable step; rules named in ``instead`` are taken back in the same step."""
        self._stack.push(RuleEdit(self, sha256, rule, tuple(instead), label))

    def remove(self, sha256: str, names: Sequence[str], *, label: str = "delete rule") -> None:
        """Take rules back as one undoable step."""
        if names:
            self._stack.push(RuleEdit(self, sha256, None, tuple(names), label))

    # ---- what the steps do ----------------------------------------------------------------------------------------
    def put(self, sha256: str, rule: ManualRule, name: str = "") -> str:
        """Keep a rule, or (by ``name``) bring one back. Returns its name; "" when it could not be kept."""
        known = self.of(sha256)
        try:
            kept = self._keep(sha256, rule, self._names(name))
        except ChunkStudioError as error:
            self.failed.emit(error)
            return ""
        if name and kept != name:
            self._moved[name] = kept
        self._rules[sha256] = (*known, KeptRule(kept, rule))
        return kept

    def _keep(self, sha256: str, rule: ManualRule, names: Sequence[str]) -> str:
        """Bring a rule back, or make it where it was never kept. Returns its name. Raises ChunkStudioError."""
        if self._keeper is None:
            self._next += 1
            return names[0] if names else f"r{self._next}"
        for name in names:
            try:
                self._keeper.restore(sha256, name)
            except ChunkStudioError as error:
                if error.code != "not_found":
                    raise
            else:
                return name
        return self._keeper.add(sha256, rule)

    def moved(self, names: Mapping[str, str]) -> None:
        """Rules were taken over by another keeper, under new names: earlier steps mean these."""
        self._moved.update(names)

    def _names(self, name: str) -> list[str]:
        """What a rule is called, newest name first: keepers that it went through may each have named it."""
        out = [name] if name else []
        while out and out[0] in self._moved and self._moved[out[0]] not in out:
            out.insert(0, self._moved[out[0]])
        return out

    def drop(self, sha256: str, name: str) -> ManualRule | None:
        """Take a rule back; the rule itself, or None when it is not there (any more) or could not be taken back."""
        names = self._names(name)
        found = next((kept for kept in self.of(sha256) if kept.id in names), None)
        if found is None:
            return None
        try:
            if self._keeper is not None:
                self._keeper.remove(sha256, found.id)
        except ChunkStudioError as error:
            self.failed.emit(error)
            return None
        self._rules[sha256] = tuple(kept for kept in self.of(sha256) if kept.id != found.id)
        return found.rule


class RuleEdit(QUndoCommand):
    """One step: a rule comes (or none), others go."""

    def __init__(self, book: RuleBook, sha256: str, rule: ManualRule | None, gone: tuple[str, ...], label: str) -> None:
        super().__init__(label)
        self._book, self._sha256, self._rule, self._gone = book, sha256, rule, gone
        self._taken: list[tuple[str, ManualRule]] = []
        self._name = ""

    def redo(self) -> None:
        self._taken = []
        for name in self._gone:
            rule = self._book.drop(self._sha256, name)
            if rule is not None:
                self._taken.append((name, rule))
        if self._rule is not None:
            self._name = self._book.put(self._sha256, self._rule, self._name)
        self._book.changed.emit(self._sha256)

    def undo(self) -> None:
        if self._name:
            self._book.drop(self._sha256, self._name)
        for name, rule in self._taken:
            self._book.put(self._sha256, rule, name)
        self._book.changed.emit(self._sha256)
