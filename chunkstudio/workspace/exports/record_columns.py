"""The records of a set by column, as flat bytes that an Arrow array is without any copying.

A set is stored as JSON, which every form can be made from; making columns of it costs several times what writing them does.
So they are made once, when the set is kept (see :mod:`chunkstudio.workspace.chunkset_store`). The layout of the bytes is that
of Arrow's columnar format (little-endian 32-bit offsets, validity bits from the lowest), so that nothing but numpy is needed
to make them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any, Literal

import msgspec
import numpy as np

from chunkstudio.chunking.chunkset_json import dump
from chunkstudio.chunking.records import ChunkRecord

Kind = Literal["text", "number", "texts", "numbers", "regions"]
Buffers = tuple[bytes | None, ...]
"""Validity bits (None: every value is there), then what the kind needs, see :func:`_buffers`."""

_FAST = 1
_LISTS = ("heading_path", "section_ids", "table_ids", "figure_ids", "box_ids", "types", "acl")
_COUNTS = (
    "position", "ordinal", "part", "parts", "section_ordinal", "token_count", "text_tokens", "body_tokens", "overlap_tokens",
    "context_tokens", "start", "end",
)  # fmt: skip


def _kind(name: str) -> Kind:
    if name == "regions":
        return "regions"
    if name in ("pages", "unit_range"):
        return "numbers"
    return "texts" if name in _LISTS else "number" if name in _COUNTS else "text"


KINDS: dict[str, Kind] = {f.name: _kind(f.name) for f in fields(ChunkRecord)}
"""What each field of a record is, in the records' order; ``metadata`` is JSON text."""


@dataclass(frozen=True, slots=True)
class RecordColumns:
    """``count`` records, each field of :data:`KINDS` with its buffers."""

    count: int
    buffers: Mapping[str, Buffers]

    def pack(self) -> bytes:
        """For keeping."""
        return zlib.compress(msgspec.msgpack.encode([self.count, self.buffers]), _FAST)

    @classmethod
    def unpack(cls, data: bytes) -> RecordColumns:
        """What :meth:`pack` made."""
        count, buffers = _DECODER.decode(zlib.decompress(data))
        return cls(count, buffers)


_DECODER = msgspec.msgpack.Decoder(tuple[int, dict[str, tuple[bytes | None, ...]]])


def record_columns(rows: Iterable[Mapping[str, Any]]) -> RecordColumns:
    """Columns of records as ``chunkset_json.record_dict`` gives them."""
    known = list(rows)
    columns = {name: [row[name] for row in known] for name in KINDS}
    columns["metadata"] = [dump(value) for value in columns["metadata"]]
    return RecordColumns(len(known), {name: _buffers(KINDS[name], values) for name, values in columns.items()})


def _buffers(kind: Kind, values: Sequence[Any]) -> Buffers:
    valid = _validity(values)
    if kind == "number":
        return (valid, _numbers([v or 0 for v in values]))
    if kind == "text":
        return (valid, *_texts([v or "" for v in values]))
    lists = [v or () for v in values]
    flat = list(chain.from_iterable(lists))
    ends = _ends([len(v) for v in lists])
    if kind == "texts":
        return (valid, ends, *_texts(flat))
    if kind == "numbers":
        return (valid, ends, _numbers(flat))
    rects = np.array([v for region in flat for v in region["rect"]], "<f4")
    return (valid, ends, _numbers([region["page"] for region in flat]), rects.tobytes())


def _validity(values: Sequence[Any]) -> bytes | None:
    there = [v is not None for v in values]
    return None if all(there) else np.packbits(np.array(there), bitorder="little").tobytes()


def _texts(values: Sequence[str]) -> tuple[bytes, bytes]:
    encoded = [v.encode() for v in values]
    return _ends([len(v) for v in encoded]), b"".join(encoded)


def _ends(lengths: Sequence[int]) -> bytes:
    return np.cumsum([0, *lengths], dtype="<i4").tobytes()


def _numbers(values: Sequence[int]) -> bytes:
    return np.array(values, "<i4").tobytes()
