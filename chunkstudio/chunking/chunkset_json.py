"""A chunk set as plain data: the JSON of schema ``chunkstudio.chunkset/1``, one line a record, and text for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from chunkstudio.chunking.chunkset_views import boundary_rows, box_rows, figure_rows, section_rows, table_rows, unit_rows
from chunkstudio.chunking.model import Diagnostics, Region
from chunkstudio.chunking.records import ChunkRecord, ChunkSet, DocumentFacts

SCHEMA = "chunkstudio.chunkset/1"
_FIELDS = tuple(field.name for field in fields(ChunkRecord))


def to_json_dict(chunk_set: ChunkSet, *, boundaries: bool = False, preview: bool | None = None) -> dict[str, Any]:
    """The whole set as plain data, keys in the documented order; units and boundaries only where asked for.

    ``preview`` marks the set as one that may not be indexed; by default a set marks itself.
    """
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "preview": chunk_set.preview if preview is None else preview or chunk_set.preview,
        "document": document_dict(chunk_set.document),
        "profile": profile_dict(chunk_set),
        "policy_version": chunk_set.policy_version,
        "chunks": [record_dict(record) for record in chunk_set.records],
    }
    if chunk_set.chunked is not None:
        out["boxes"] = box_rows(chunk_set)
        if boundaries:
            out["units"] = unit_rows(chunk_set)
            out["boundaries"] = boundary_rows(chunk_set)
        out["sections"] = section_rows(chunk_set)
        out["tables"] = table_rows(chunk_set)
        out["figures"] = figure_rows(chunk_set)
    out["diagnostics"] = diagnostics_dict(chunk_set.diagnostics)
    return out


def to_json(chunk_set: ChunkSet, *, boundaries: bool = False) -> str:
    """The set as one JSON text, ended by a line feed; the same set gives the same bytes."""
    return dump(to_json_dict(chunk_set, boundaries=boundaries)) + "\n"


def to_jsonl(chunk_set: ChunkSet) -> Iterator[str]:
    """One line of JSON a record, each with the ids of its document and policy so that it stands alone."""
    head = {
        "schema": SCHEMA,
        "preview": chunk_set.preview,
        "document_id": chunk_set.document.id,
        "policy_version": chunk_set.policy_version,
    }
    for record in chunk_set.records:
        yield dump(head | record_dict(record)) + "\n"


def dump(data: object) -> str:
    """Compact JSON in UTF-8 letters, without NaN."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def record_dict(record: ChunkRecord) -> dict[str, Any]:
    """One record with every documented field."""
    return {name: _plain(getattr(record, name)) for name in _FIELDS}


def document_dict(facts: DocumentFacts) -> dict[str, Any]:
    """The document's fields; ``acl`` is null in a preview without labels."""
    out = {name: _plain(getattr(facts, name)) for name in ("id", "sha256", "title", "language", "file_name", "owner", "acl")}
    out["layout_hash"] = facts.layout_hash
    out["pages"] = [
        {
            "number": page.number,
            "label": page.label,
            "width": round_points(page.width),
            "height": round_points(page.height),
            "rotation": page.rotation,
            "parser": page.parser,
        }
        for page in facts.pages
    ]
    return out


def profile_dict(chunk_set: ChunkSet) -> dict[str, Any]:
    """Name, version, owner and every setting, with the parts that the policy version hashes."""
    profile = chunk_set.profile
    return {
        "name": profile.name,
        "version": profile.version,
        "owner": profile.owner,
        "description": profile.description,
        "settings": {k: v for k, v in profile.to_dict().items() if k not in {"name", "owner", "description"}},
        "policy": dict(chunk_set.policy),
    }


def diagnostics_dict(diagnostics: Diagnostics) -> dict[str, Any]:
    """Warnings, counts, exclusions and the share of words kept."""
    return {
        "warnings": [
            {"code": f.code, "page": f.page, "message": f.message, "ids": list(f.ids), "level": f.level, "hint": f.hint}
            for f in diagnostics.warnings
        ],
        "counts": dict(diagnostics.counts),
        "excluded": [{"id": e.id, "reason": e.reason} for e in diagnostics.excluded],
        "coverage": round(diagnostics.coverage, 6),
    }


def round_points(value: float) -> float:
    """Points to a thousandth: the same digits on every machine."""
    return round(float(value), 3)


def _plain(value: object) -> Any:
    """Tuples as lists, regions as mappings, numbers of points rounded."""
    if isinstance(value, Region):
        return {"page": value.page, "rect": [round_points(v) for v in value.rect]}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value
