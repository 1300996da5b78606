"""Forms with vectors: a LanceDB table and a Qdrant collection, local or on a server."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.embedders import Vectors
from chunkstudio.workspace.exports.manifest import Delta
from chunkstudio.workspace.exports.rows import Row
from chunkstudio.workspace.exports.table_forms import missing_package

_BATCH = 256
# Qdrant ids are numbers or UUIDs; ours are made from the record id, so that the same record is the same point for ever.
_POINT_SPACE = uuid.UUID("6f1a3c52-8f0e-5b4e-9a54-3f8f4f0d6c11")


def point_id(record_id: str) -> str:
    """The Qdrant point id of a record."""
    return str(uuid.uuid5(_POINT_SPACE, record_id))


def write_lancedb(tables: Iterable[Any], folder: Path, table: str, changes: Delta | None) -> None:
    """Arrow tables with vectors as a table in a LanceDB folder: made anew, or for a delta merged by id.

    Raises ``bad_argument`` without lancedb, or when there is nothing to make a table of.
    """
    os.environ.setdefault("LANCE_LOG", "error")  # it warns that a new table does not exist yet
    try:
        import lancedb
    except ImportError:
        raise missing_package("lancedb", "lancedb") from None
    import pyarrow as pa

    records = pa.concat_tables(tables)
    base = lancedb.connect(str(folder))
    if changes is None:
        if not records.num_rows:
            raise ChunkStudioError("bad_argument", "There are no records to export.", hint="Turn a layer on in the profile.")
        base.create_table(table, records, mode="overwrite")
        return
    target = base.open_table(table)
    if records.num_rows:
        target.merge_insert("id").when_matched_update_all().when_not_matched_insert_all().execute(records)
    for part in _parts(changes.delete):
        target.delete("id in (" + ", ".join("'" + i.replace("'", "''") + "'" for i in part) + ")")


def write_qdrant(rows: Iterable[Row], place: str, vectors: Vectors, collection: str, changes: Delta | None) -> None:
    """A collection on a Qdrant server (``http://...``) or in a local folder; points carry the record as payload.

    Raises ``bad_argument`` without qdrant-client and ``cannot_write`` when the server does not answer.
    """
    try:
        from qdrant_client import QdrantClient, models
    except ImportError:
        raise missing_package("qdrant-client", "qdrant") from None
    client = QdrantClient(url=place) if place.startswith(("http://", "https://")) else QdrantClient(path=place)
    try:
        if changes is None:
            if client.collection_exists(collection):
                client.delete_collection(collection)
            size = len(vectors[0]) if len(vectors) else 1
            client.create_collection(collection, models.VectorParams(size=size, distance=models.Distance.COSINE))
        for part in _parts(list(zip(rows, vectors, strict=True))):
            points = [
                models.PointStruct(id=point_id(r["id"]), vector=[float(x) for x in v], payload=_payload(r)) for r, v in part
            ]
            client.upsert(collection, points)
        for ids in _parts(changes.delete if changes else ()):
            client.delete(collection, models.PointIdsList(points=[point_id(i) for i in ids]))
    except (OSError, ValueError, RuntimeError) as error:
        raise ChunkStudioError(
            "cannot_write", f"Qdrant at {place} refused: {error}", hint="Check the address and try again."
        ) from None
    finally:
        client.close()


def _payload(row: Row) -> dict[str, Any]:
    out: dict[str, Any] = json.loads(json.dumps(row))
    return out


def _parts(items: Sequence[Any]) -> Iterator[list[Any]]:
    source = iter(items)
    while part := list(islice(source, _BATCH)):
        yield part
