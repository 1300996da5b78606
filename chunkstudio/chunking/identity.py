"""Hashes and ids that depend on content alone, so that they are the same in every process and on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec


def stable_hash(parts: Iterable[str], *, bits: int = 128) -> str:
    """Hexadecimal hash over length-delimited texts: ("ab", "c") and ("a", "bc") differ."""
    return hashlib.sha256(_delimited(parts).encode("utf-8", "surrogatepass")).hexdigest()[: bits // 4]


def _delimited(parts: Iterable[str]) -> str:
    return "".join([f"{len(part)}:{part}" for part in parts])


def content_hash(body: str) -> str:
    """Hash of a body alone (white space folded), 128 bits: the same text has it in every document and profile."""
    flat = body.replace("\n\n", "\n").replace("\n", " ")
    if not flat.isprintable() or "  " in flat or flat[:1] == " " or flat[-1:] == " ":
        flat = " ".join(body.split())  # other white space than single blanks and line ends, of which none is printable
    return _hash_of_one(flat)


def embedding_hash(retrieval_text: str) -> str:
    """Hash of the text that is embedded: what must be embedded again has another one."""
    return _hash_of_one(retrieval_text)


def _hash_of_one(text: str) -> str:
    """:func:`stable_hash` of a single text, without the detour over a list: every record has two of them."""
    return hashlib.sha256(f"{len(text)}:{text}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def record_id(document_id: str, layer: str, heading_path: Sequence[str], body: str, which: int) -> str:
    """Id of a record: 128 bits over document, layer, path, body and which of equal ones it is (from 0).

    No profile, revision or ordinal is in it, so a change renames only the records whose text or path it changed.
    """
    return stable_hash((document_id, layer, str(len(heading_path)), *heading_path, body, str(which)))


def record_ids(document_id: str, layer: str, items: Iterable[tuple[Sequence[str], str]]) -> list[str]:
    """Ids of (heading path, body) pairs in document order; equal ones are told apart by their count."""
    seen: dict[tuple[tuple[str, ...], str], int] = {}
    begun: dict[tuple[str, ...], Any] = {}
    out = []
    for given, body in items:
        path = tuple(given)
        which = seen.get((path, body), 0)
        seen[path, body] = which + 1
        start = begun.get(path)
        if start is None:  # what all records under one heading have in common is hashed once
            lead = _delimited((document_id, layer, str(len(path)), *path))
            start = begun[path] = hashlib.sha256(lead.encode("utf-8", "surrogatepass"))
        digest = start.copy()
        digest.update(_delimited((body, str(which))).encode("utf-8", "surrogatepass"))
        out.append(digest.hexdigest()[:32])
    return out


def value_hash(value: object) -> str:
    """Hash of frozen values (dataclasses, tuples, numbers, texts) by their canonical encoding, 128 bits."""
    return hashlib.sha256(msgspec.msgpack.encode(value, order="sorted")).hexdigest()[:32]
