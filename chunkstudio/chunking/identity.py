"""Hashes and ids that depend on content alone, so that they are the same in every process and on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
import numpy as np

from chunkstudio.chunking.rare_characters import rare_characters_of


def stable_hash(parts: Iterable[str], *, bits: int = 128) -> str:
    """Hexadecimal hash over length-delimited texts: ("ab", "c") and ("a", "bc") differ."""
    return hashlib.sha256(_delimited(parts).encode("utf-8", "surrogatepass")).hexdigest()[: bits // 4]


def _delimited(parts: Iterable[str]) -> str:
    return "".join([f"{len(part)}:{part}" for part in parts])


def content_hash(body: str) -> str:
    """Hash of a body alone (white space folded), 128 bits: the same text has it in every document and profile."""
    return content_hashes((body,))[0]


def content_hashes(bodies: Sequence[str], *, tidy: bool = False) -> list[str]:
    """:func:`content_hash` of many bodies; ``tidy`` promises that they have no white space but single blanks and line ends
    between words, so that nobody need look."""
    if tidy:
        return embedding_hashes([body.replace("\n", " ") for body in bodies])
    coded = [body.encode("utf-8", "surrogatepass") for body in bodies]
    folded = _folded_together(coded)
    if folded is None:
        return embedding_hashes([" ".join(body.split()) for body in bodies])
    sha, texts = hashlib.sha256, zip(folded, coded, bodies, strict=True)
    sized = [(len(flat) - len(code) + len(body), flat) for flat, code, body in texts]  # each blank left out is one byte
    return [sha(b"%d:%b" % one).hexdigest()[:32] for one in sized]


_MARK = b"\n\0\n"
_BLANK = 0x20


def _folded_together(bodies: Sequence[bytes]) -> list[bytes] | None:
    """Every body, in UTF-8, with its runs of blanks and line ends as one blank, and none at its ends.

    They are folded as one text, with a mark between them. ``None`` where one has other white space, or the mark itself.
    """
    data = _MARK.join((b"", *bodies, b""))
    rare = rare_characters_of(data)
    if rare.count("\0") != len(bodies) + 1 or "".join(rare.split()) != rare:
        return None
    flat = np.frombuffer(data.replace(b"\n", b" "), np.uint8)
    blank = flat == _BLANK
    text = flat[~(blank & np.append(blank[1:], False))].tobytes()  # of some blanks the last one stays
    return [body[1:-1] for body in text.split(b"\0")[1:-1]]


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
    for path, same in groupby(items, _PATH):  # neighbours mostly have one, and it is hashed once for all
        key = tuple(path)
        if key not in begun:
            lead = _delimited((document_id, layer, str(len(key)), *key))
            begun[key] = hashlib.sha256(lead.encode("utf-8", "surrogatepass")), {}
        start, seen = begun[key]
        for _, body in same:
            which = seen[body] = seen.get(body, -1) + 1
            digest, mark = start.copy(), f"{len(str(which))}:{which}" if which else "1:0"
            digest.update(f"{len(body)}:{body}{mark}".encode("utf-8", "surrogatepass"))
            out.append(digest.hexdigest()[:32])
    return out


_PATH = itemgetter(0)


def value_hash(value: object) -> str:
    """Hash of frozen values (dataclasses, tuples, numbers, texts) by their canonical encoding, 128 bits."""
    return hashlib.sha256(msgspec.msgpack.encode(value, order="sorted")).hexdigest()[:32]
