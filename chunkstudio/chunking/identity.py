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
    return content_hashes((body,))[0]


def content_hashes(bodies: Iterable[str], *, tidy: bool = False) -> list[str]:
    """:func:`content_hash` of many bodies; ``tidy`` promises that they have no white space but single blanks and line ends
    between words, so that nobody need look."""
    return embedding_hashes([body.replace("\n", " ") for body in bodies] if tidy else map(_folded, bodies))


def _folded(body: str) -> str:
    """The body with every run of white space as one blank, and none at its ends."""
    flat = " ".join(filter(None, body.split("\n")))
    if not flat.isprintable() or "  " in flat or flat[:1] == " " or flat[-1:] == " ":
        return " ".join(body.split())  # other white space than single blanks and line ends, of which none is printable
    return flat


def embedding_hash(retrieval_text: str) -> str:
    """Hash of the text that is embedded: what must be embedded again has another one."""
    return embedding_hashes((retrieval_text,))[0]


def embedding_hashes(texts: Iterable[str]) -> list[str]:
    """:func:`embedding_hash` of many texts: :func:`stable_hash` of each alone, without the detour over a list."""
    sha = hashlib.sha256
    return [sha(f"{len(text)}:{text}".encode("utf-8", "surrogatepass")).hexdigest()[:32] for text in texts]


def record_id(document_id: str, layer: str, heading_path: Sequence[str], body: str, which: int) -> str:
    """Id of a record: 128 bits over document, layer, path, body and which of equal ones it is (from 0).

    No profile, revision or ordinal is in it, so a change renames only the records whose text or path it changed.
    """
    return stable_hash((document_id, layer, str(len(heading_path)), *heading_path, body, str(which)))


def record_ids(document_id: str, layer: str, items: Iterable[tuple[Sequence[str], str]]) -> list[str]:
    """Ids of (heading path, body) pairs in document order; equal ones are told apart by their count."""
    begun: dict[tuple[str, ...], tuple[Any, dict[str, int]]] = {}
    out = []
    for given, body in items:
        path = tuple(given)
        known = begun.get(path)
        if known is None:  # what all records under one heading have in common is hashed once
            lead = _delimited((document_id, layer, str(len(path)), *path))
            known = begun[path] = hashlib.sha256(lead.encode("utf-8", "surrogatepass")), {}
        start, seen = known
        which = seen[body] = seen.get(body, -1) + 1
        digest, mark = start.copy(), str(which)
        digest.update(f"{len(body)}:{body}{len(mark)}:{mark}".encode("utf-8", "surrogatepass"))
        out.append(digest.hexdigest()[:32])
    return out


def value_hash(value: object) -> str:
    """Hash of frozen values (dataclasses, tuples, numbers, texts) by their canonical encoding, 128 bits."""
    return hashlib.sha256(msgspec.msgpack.encode(value, order="sorted")).hexdigest()[:32]
