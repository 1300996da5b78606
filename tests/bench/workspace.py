"""Speed of a large workspace: ``python -m tests.bench.workspace [--documents 500] [--records 200]``.

The documents are made up: one set of records is cut from prose and copied under other words, ids and hashes. Seconds of CPU
and wall clock of: opening, status, a delta export after one document changed, whole exports as JSON lines and Parquet.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.ingestion.service import ChunkingBuilder
from chunkstudio.layout.plain_text import document_from_text
from chunkstudio.workspace.exports.export import ExportRequest, export
from chunkstudio.workspace.exports.manifest import NAME_SUFFIX, Manifest
from chunkstudio.workspace.released import released_sets
from chunkstudio.workspace.workspace import Workspace

PROFILE = Profile().replace({"layers.document": False})


def pattern(records: int) -> ChunkSet:
    """A set of about this many records."""
    sentence = (
        "Pump {k} of hall {n} is opened at {n} in the morning, and the keeper writes its pressure into the book of the day."
    )
    parts = (" ".join(sentence.format(k=k, n=n) for n in range(7)) for k in range(records))
    layout = document_from_text("\n\n".join(parts), title="Pumps")
    chunked = chunk_document(layout, PROFILE, access=DocumentAccess(("staff",)))
    return ChunkingBuilder(PROFILE, document_id="pattern").build_chunks(chunked)


def copied(made: ChunkSet, document: str, sha256: str, word: str) -> ChunkSet:
    """The same set as that of another document."""

    def name(identity: str) -> str:
        return hashlib.blake2b(f"{document}{identity}".encode(), digest_size=16).hexdigest()

    records = tuple(
        replace(r, id=name(r.id), text=r.text.replace("Pump", word), retrieval_text=r.retrieval_text.replace("Pump", word))
        for r in made.records
    )
    return replace(made, document=replace(made.document, id=document, sha256=sha256), records=records, chunked=None)


def fill(work: Workspace, folder: Path, documents: int, records: int) -> str:
    """Documents with a chunk set each; returns the id of the first."""
    made, first = pattern(records), ""
    work.profiles.save(PROFILE, author="bench")
    for k in range(documents):
        path = folder / f"{k}.txt"
        path.write_text(f"document {k}", encoding="utf-8")
        access = DocumentAccess(("staff",))
        document = work.documents.add(path, title=f"Document {k}", pages=1, author="bench", access=access)
        work.chunk_sets.save(copied(made, document.id, document.id, f"Pump{k}"), document.id, author="bench")
        first = first or document.id
    return first


def timed(label: str, do: Callable[[], object], records: int = 0) -> tuple[float, float]:
    """Run once; print and return CPU and wall seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    do()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    rate = f", {records / cpu:>9,.0f} records a second of CPU" if records else ""
    print(f"{label:<42} {cpu:6.2f} s CPU, {wall:6.2f} s wall{rate}")
    return cpu, wall


def write(work: Workspace, form: str, target: Path, base: Path | None = None) -> Manifest:
    """An export of the newest sets."""
    sets, profile = released_sets(work, draft=True)
    since = Manifest.load(base) if base is not None else None
    request = ExportRequest(sets=sets, form=form, target=str(target), draft=True, profile=profile, base=since, overwrite=True)
    return export(request)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--records", type=int, default=300, help="paragraphs of a document")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        work = Workspace.create(folder / "large.chunkstudio")
        first = fill(work, folder, options.documents, options.records)
        count = sum(s.records for s in work.chunk_sets.latest().values())
        work.close()
        print(
            f"{options.documents:,} documents, {count:,} records, {(folder / 'large.chunkstudio').stat().st_size / 1e6:,.0f} MB"
        )
        opened: list[Workspace] = []
        timed("open", lambda: opened.append(Workspace.open(folder / "large.chunkstudio")))
        work = opened[0]
        timed("status", lambda: work.status(PROFILE))
        timed("whole export, JSON lines", lambda: write(work, "jsonl", folder / "a.jsonl"), count)
        timed("whole export, Parquet", lambda: write(work, "parquet", folder / "a.parquet"), count)
        newest = work.chunk_sets.read(work.chunk_sets.latest()[first].id)
        changed = replace(newest, records=tuple(replace(r, text=r.text + " Changed.") for r in newest.records[:-1]))
        work.chunk_sets.save(changed, first, author="bench")
        base = folder / f"a.jsonl{NAME_SUFFIX}"
        timed("delta export of one changed document", lambda: write(work, "jsonl", folder / "d.jsonl", base))
        work.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
