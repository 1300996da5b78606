"""Rules made without a workspace: kept in a file of the program, by document, so that they are there the next time."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.rule_book import KeptRule
from chunkstudio.ingestion.atomic_file import write_atomically

if TYPE_CHECKING:
    from chunkstudio.chunking.rules import ManualRule

FILE = "rules.json"


class ScratchRules:
    """The file ``rules.json`` in a folder; written whole or not at all after each change. A damaged one counts as empty."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._gone: dict[str, KeptRule] = {}

    def load(self, sha256: str) -> list[KeptRule]:
        """The rules of a document, oldest first."""
        entries = self._read().get(sha256, [])
        if not entries:
            return []
        from chunkstudio.chunking.rules import ManualRule

        out = []
        for entry in entries:
            try:
                out.append(KeptRule(str(entry["id"]), ManualRule(**entry["rule"])))
            except (KeyError, TypeError):
                continue  # written by another version of the program
        return out

    def documents(self) -> list[str]:
        """SHA-256 of every document that has rules."""
        return list(self._read())

    def add(self, sha256: str, rule: ManualRule) -> str:
        """Keep a rule. Raises ChunkStudioError ``cannot_write``."""
        kept = KeptRule(secrets.token_hex(6), rule)
        self._write(sha256, [*self.load(sha256), kept])
        return kept.id

    def remove(self, sha256: str, rule_id: str) -> None:
        """Take a rule back. Raises ChunkStudioError ``cannot_write``."""
        known = self.load(sha256)
        self._gone |= {kept.id: kept for kept in known if kept.id == rule_id}
        self._write(sha256, [kept for kept in known if kept.id != rule_id])

    def restore(self, sha256: str, rule_id: str) -> None:
        """Undo taking a rule back in this run of the program. Raises ChunkStudioError ``not_found`` or ``cannot_write``."""
        if rule_id not in self._gone:
            raise ChunkStudioError("not_found", "The rule was not taken back here.", hint="Set the rule again.")
        self._write(sha256, [*self.load(sha256), self._gone[rule_id]])

    def _read(self) -> dict[str, Any]:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return data if isinstance(data, dict) else {}

    def _write(self, sha256: str, rules: list[KeptRule]) -> None:
        data = self._read()
        data[sha256] = [{"id": kept.id, "rule": asdict(kept.rule)} for kept in rules]
        if not rules:
            del data[sha256]
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ChunkStudioError("cannot_write", f"{self._path} cannot be written: {error}", hint="Check the disk.") from None
        write_atomically(self._path, json.dumps(data, ensure_ascii=False, indent=1))
