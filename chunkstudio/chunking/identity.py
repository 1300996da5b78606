"""Hashes and ids that depend on content alone, so that they are the same in every process and on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import msgspec


def stable_hash(parts: Iterable[str], *, bits: int = 128) -> str:
    """Hexadecimal hash over length-delimited texts: ("ab", "c") and ("a", "bc") differ."""
    text = "".join([f"{len(part)}:{part}" for part in parts])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[: bits // 4]


def content_hash(body: str) -> str:
    """Hash of a body alone (white space folded), 128 bits: the same text has it in every document and profile."""
    return stable_hash((" ".join(body.split()),))


def embedding_hash(retrieval_text: str) -> str:
    """Hash of the text that is embedded: what must be embedded again has another one."""
    return stable_hash((retrieval_text,))


def record_id(document_id: str, layer: str, heading_path: Sequence[str], body: str, which: int) -> str:
    """Id of a record: 128 bits over document, layer, path, body and which of equal ones it is (from 0).

    No profile, revision or ordinal is in it, so a change renames only the records whose text or path it changed.
    """
    return stable_hash((document_id, layer, str(len(heading_path)), *heading_path, body, str(which)))


def record_ids(document_id: str, layer: str, items: Iterable[tuple[Sequence[str], str]]) -> list[str]:
    """Ids of (heading path, body) pairs in document order; equal ones are told apart by their count."""
    seen: dict[tuple[tuple[str, ...], str], int] = {}
    out = []
    for path, body in items:
        key = (tuple(path), body)
        which = seen.get(key, 0)
        seen[key] = which + 1
        out.append(record_id(document_id, layer, path, body, which))
    return out


def value_hash(value: object) -> str:
    """Hash of frozen values (dataclasses, tuples, numbers, texts) by their canonical encoding, 128 bits."""
    return hashlib.sha256(msgspec.msgpack.encode(value, order="sorted")).hexdigest()[:32]
