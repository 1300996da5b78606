"""What an export holds, so that it can be checked, continued, and compared with the next one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from chunkstudio import __version__
from chunkstudio.chunking.record_digests import RECORD_FIELDS, record_digests, row_digest
from chunkstudio.errors import ChunkStudioError, reason_of

__all__ = ["Delta", "Manifest", "delta", "record_digests"]

SCHEMA = "chunkstudio.export/1"
NAME_SUFFIX = ".manifest.json"


@dataclass(frozen=True)
class Manifest:
    """The facts of one export. ``records`` maps each record id to a digest of all of its fields; ``files`` each written
    file to the SHA-256 of its bytes (folders of databases are not hashed, their records are). ``base`` is the digest of
    the manifest that a delta starts from, ``changes`` the ids that it adds, updates and deletes."""

    format: str
    documents: tuple[dict[str, Any], ...]
    policy_versions: tuple[str, ...]
    profile: str
    draft: bool
    records: dict[str, str]
    counts: dict[str, int]
    embedder: str = ""
    base: str = ""
    tool: str = f"chunkstudio {__version__}"
    schema: str = SCHEMA
    files: dict[str, str] = field(default_factory=dict)
    changes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def to_json(self) -> str:
        """JSON text, keys in a fixed order; the same export gives the same bytes."""
        values = {f.name: getattr(self, f.name) for f in fields(self)} | {"records": {}}
        if not self.changes:  # as manifests were written before there was this field
            del values["changes"]
        text = json.dumps(values, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        if not self.records:
            return text
        # With an indent the records alone would take the standard library a second for a hundred thousand.
        lines = json.dumps(self.records, ensure_ascii=False, sort_keys=True, separators=(",\n  ", ": "))[1:-1]
        return text.replace('"records": {}', f'"records": {{\n  {lines}\n }}', 1)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the manifest's text."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    @classmethod
    def load(cls, path: Path) -> Manifest:
        """Read a manifest. Raises ChunkStudioError ``not_found`` or ``cannot_read``."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data.get("schema") != SCHEMA:
                raise ValueError("no export manifest")
            data["documents"], data["policy_versions"] = tuple(data["documents"]), tuple(data["policy_versions"])
            return cls(**data)
        except FileNotFoundError:
            raise ChunkStudioError("not_found", f"There is no manifest {path}.", hint="Name the .manifest.json file.") from None
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise ChunkStudioError(
                "cannot_read", f"{path} is no export manifest: {reason_of(error)}.", hint="Name the .manifest.json file."
            ) from None


@dataclass(frozen=True, slots=True)
class Delta:
    """What an index must do to go from an earlier export to this one, by record id."""

    add: tuple[str, ...]
    update: tuple[str, ...]
    delete: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing has to be done."""
        return not (self.add or self.update or self.delete)


def delta(earlier: Mapping[str, str], now: Mapping[str, str]) -> Delta:
    """Records to add, update and delete, in the order of the export (deletions sorted)."""
    add = tuple(i for i in now if i not in earlier)
    update = tuple(i for i in now if i in earlier and earlier[i] != now[i])
    return Delta(add, update, tuple(sorted(i for i in earlier if i not in now)))


def exported_records(path: Path) -> dict[str, str]:
    """Digest by record id of an export: its manifest, or the JSON lines themselves. Deletions of a delta are left out.

    Raises ChunkStudioError ``not_found`` or ``cannot_read``.
    """
    if path.name.endswith(NAME_SUFFIX):
        return Manifest.load(path).records
    out: dict[str, str] = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if row.get("operation") != "delete":
                    out[row["id"]] = row_digest({name: row[name] for name in RECORD_FIELDS}, row["document_id"])
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no export {path}.", hint="Check the path.") from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        hint = "Name JSON lines of chunkstudio export, or a .manifest.json file."
        raise ChunkStudioError("cannot_read", f"{path} is no export: {reason_of(error)}.", hint=hint) from None
    return out
