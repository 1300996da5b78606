"""A chunk set read back from its JSON: records, document and policy, without units and layout."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from chunkstudio.chunking.chunkset_json import SCHEMA
from chunkstudio.chunking.model import Diagnostics, Excluded, Finding, Region
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkRecord, ChunkSet, DocumentFacts, PageFact
from chunkstudio.errors import ChunkStudioError

_TUPLES = ("heading_path", "section_ids", "table_ids", "figure_ids", "box_ids", "unit_range", "pages", "types")


def from_json(text: str, *, source: str = "The chunk set") -> ChunkSet:
    """The set that a JSON text holds. Raises ChunkStudioError ``cannot_read`` for anything else."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise _unreadable(source, f"it is not JSON ({error})") from None
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise _unreadable(source, f"it is not of the schema {SCHEMA}")
    try:
        return from_json_dict(data)
    except ChunkStudioError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable(source, f"a field is missing or wrong ({error})") from None


def from_json_dict(data: Mapping[str, Any]) -> ChunkSet:
    """The set from plain data; raises KeyError, TypeError or ValueError where a field is missing or wrong."""
    profile = data["profile"]
    names = {key: profile[key] for key in ("name", "owner", "description")}
    return ChunkSet(
        document=_facts(data["document"]),
        profile=Profile.parse(names | profile["settings"], kept=True),
        policy_version=str(data["policy_version"]),
        policy=dict(profile["policy"]),
        records=tuple(_record(chunk) for chunk in data["chunks"]),
        diagnostics=_diagnostics(data["diagnostics"]),
        preview=bool(data["preview"]),
    )


def _facts(data: Mapping[str, Any]) -> DocumentFacts:
    names = ("id", "sha256", "title", "language", "file_name", "owner", "layout_hash")
    return DocumentFacts(
        **{name: data[name] for name in names},
        acl=_labels(data["acl"]),
        pages=tuple(PageFact(**page) for page in data["pages"]),
    )


def _record(data: Mapping[str, Any]) -> ChunkRecord:
    values = dict(data)
    for name in _TUPLES:
        values[name] = tuple(values[name])
    values["regions"] = tuple(Region(region["page"], tuple(region["rect"])) for region in values["regions"])
    values["acl"] = _labels(values["acl"])
    return ChunkRecord(**values)


def _diagnostics(data: Mapping[str, Any]) -> Diagnostics:
    return Diagnostics(
        warnings=tuple(Finding(**{**warning, "ids": tuple(warning["ids"])}) for warning in data["warnings"]),
        counts=dict(data["counts"]),
        excluded=tuple(Excluded(entry["id"], entry["reason"]) for entry in data["excluded"]),
        coverage=float(data["coverage"]),
    )


def _labels(value: list[str] | None) -> tuple[str, ...] | None:
    return None if value is None else tuple(value)


def _unreadable(source: str, why: str) -> ChunkStudioError:
    return ChunkStudioError(
        "cannot_read", f"{source} cannot be read: {why}.", hint="Give a file written by chunkstudio chunk --format json."
    )
