"""Write chunk sets in one of the forms, whole or as a delta, with a manifest beside it."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chunkstudio.chunking.access import missing_acl
from chunkstudio.chunking.chunkset_text import document_markdown
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.atomic_file import write_atomically
from chunkstudio.layout.collection_pause import without_collection
from chunkstudio.retrieval.embedders import Embedder, Vectors
from chunkstudio.retrieval.vector_cache import VectorCache
from chunkstudio.workspace.exports import table_forms, text_forms, vector_forms
from chunkstudio.workspace.exports.line_pieces import LINE_FORMS, LineExport
from chunkstudio.workspace.exports.manifest import NAME_SUFFIX, Delta, Manifest, delta
from chunkstudio.workspace.exports.pieces import write_pieces
from chunkstudio.workspace.exports.rows import Row, export_rows
from chunkstudio.workspace.exports.sources import KnownSource, SetSource, sources_of


@dataclass(frozen=True, slots=True)
class Form:
    """One form: its file ending, whether it holds vectors, and whether an index can take a delta of it."""

    name: str
    label: str
    suffix: str
    vectors: str = "none"  # none, optional or needed
    deltas: bool = True


FORMS: dict[str, Form] = {
    f.name: f
    for f in (
        Form("jsonl", "JSON lines", ".jsonl"),
        Form("parquet", "Parquet", ".parquet", "optional"),
        Form("csv", "CSV for spreadsheets", ".csv", deltas=False),
        Form("report", "Markdown report", ".md", deltas=False),
        Form("markdown", "Whole document as Markdown", ".md", deltas=False),
        Form("sqlite", "SQLite", ".sqlite", deltas=False),
        Form("lancedb", "LanceDB table", ".lancedb", "needed"),
        Form("qdrant", "Qdrant collection", ".qdrant", "needed"),
        Form("langchain", "LangChain documents", ".langchain.jsonl"),
        Form("llamaindex", "LlamaIndex nodes", ".llamaindex.jsonl"),
        Form("opensearch", "OpenSearch bulk file", ".bulk.ndjson", "optional"),
        Form("pgvector", "SQL for pgvector", ".sql", "optional"),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """What to write and where. ``target`` is a file, a folder, or a server's address (Qdrant).

    ``draft`` marks what was not approved. With ``base`` only the changes since that manifest are written. ``index`` names
    the table, collection or index. ``profile`` is the version under which the sets were made.
    """

    sets: Sequence[ChunkSet | SetSource]
    form: str
    target: str
    draft: bool
    profile: str = ""
    embedder: Embedder | None = None
    vectors: VectorCache | None = None
    base: Manifest | None = None
    index: str = "chunks"
    overwrite: bool = False

    @property
    def sources(self) -> list[SetSource]:
        """The sets as sources."""
        return sources_of(self.sets)


def export(request: ExportRequest, *, progress: Callable[[int, int], None] | None = None) -> Manifest:
    """Write an export and then its manifest; what is interrupted leaves no half file and no manifest.

    Raises ChunkStudioError ``missing_acl``, ``cannot_write``, or ``bad_argument`` (unknown form, missing package, missing
    vectors, a delta where the form has none).
    """
    form = _checked(request)
    if form.name != "markdown":
        request = replace(request, sets=[KnownSource(s) for s in sources_of(request.sets)])
    digests = _all_digests(request.sources)
    changes = delta(request.base.records, digests) if request.base is not None else None
    only = None if changes is None else frozenset((*changes.add, *changes.update))
    if form.name == "qdrant" and "://" in request.target:
        manifest_path = Path(f"{request.index}{NAME_SUFFIX}")
    else:
        manifest_path = Path(request.target + NAME_SUFFIX)
        if not request.overwrite and Path(request.target).exists() and not (changes is not None and form.vectors == "needed"):
            raise ChunkStudioError(
                "cannot_write", f"{request.target} exists already.", hint="Allow overwriting (--force), or choose another name."
            )
    with without_collection():  # hundreds of thousands of small values come and go, none in a cycle
        embedded = _vectors(request, form, only)
        _write(request, form, changes, only, embedded, progress)
        manifest = _manifest(request, form, digests, changes)
    write_atomically(manifest_path, manifest.to_json())
    return manifest


def _checked(request: ExportRequest) -> Form:
    form = FORMS.get(request.form)
    if form is None:
        raise ChunkStudioError(
            "bad_argument", f"There is no form {request.form}.", hint=f"Known are {', '.join(FORMS)}.", field="format"
        )
    if request.base is not None and not form.deltas:
        raise ChunkStudioError("bad_argument", f"{form.label} has no delta.", hint="Export the whole.", field="format")
    if form.vectors == "needed" and request.embedder is None:
        raise ChunkStudioError("bad_argument", f"{form.label} needs vectors.", hint="Name an embedder.", field="embedder")
    if form.name == "markdown" and any(not isinstance(s, ChunkSet) or s.chunked is None for s in request.sets):
        hint = "Use chunkstudio chunk FILE --format markdown."
        raise ChunkStudioError("bad_argument", "Stored chunk sets do not hold the whole document.", hint=hint, field="format")
    for source in request.sources:
        facts = source.facts
        if facts.acl is None and not (facts.preview and request.draft):
            raise missing_acl(facts.file_name)
    return form


def _all_digests(sources: Sequence[SetSource]) -> dict[str, str]:
    """Digest by record id of all sets. Raises ``bad_argument`` when two records share an id."""
    out: dict[str, str] = {}
    for source in sources:
        digests = source.digests()
        if not out.keys().isdisjoint(digests):
            twice = next(i for i in digests if i in out)
            hint = "Export each document once, under one document id."
            raise ChunkStudioError("bad_argument", f"The record id {twice} occurs twice.", hint=hint)
        out |= digests
    return out


def _vectors(request: ExportRequest, form: Form, only: frozenset[str] | None) -> Vectors | None:
    if request.embedder is None or form.vectors == "none":
        return None
    texts = [row["retrieval_text"] for row in export_rows(request.sets, draft=request.draft, only=only)]
    return request.vectors.embed(texts, request.embedder)[0] if request.vectors else request.embedder.embed(texts)


def _write(
    request: ExportRequest,
    form: Form,
    changes: Delta | None,
    only: frozenset[str] | None,
    vectors: Vectors | None,
    progress: Callable[[int, int], None] | None,
) -> None:
    def rows() -> Iterator[Row]:
        return export_rows(request.sets, draft=request.draft, only=only)

    target = Path(request.target)
    if form.name in LINE_FORMS:
        base = request.base.digest if request.base is not None else ""
        mark = f"{base} {request.embedder.revision if vectors is not None and request.embedder else ''}"
        lines = LineExport(form.name, request.draft, request.index, only, changes, vectors, mark)
        write_pieces(target, lines.pieces(request.sources), done=progress)
    elif form.name == "parquet":
        tables = _tables(request, only, vectors)
        _in_place_of(target, lambda path: table_forms.write_parquet(tables, path))
    elif form.name == "sqlite":
        facts = {"profile": request.profile, "draft": str(request.draft).lower()}
        _in_place_of(target, lambda path: table_forms.write_sqlite(rows(), path, facts))
    elif form.name == "lancedb":
        if changes is None:
            _in_place_of(
                target, lambda path: vector_forms.write_lancedb(_tables(request, only, vectors), path, request.index, None)
            )
        else:
            vector_forms.write_lancedb(_tables(request, only, vectors), target, request.index, changes)
    elif form.name == "qdrant":
        assert vectors is not None
        vector_forms.write_qdrant(rows(), request.target, vectors, request.index, changes)
    else:
        write_atomically(target, _text(request, form, rows(), changes, vectors))


def _tables(request: ExportRequest, only: frozenset[str] | None, vectors: Vectors | None) -> Iterator[Any]:
    """The records as Arrow tables. Raises ``bad_argument`` without pyarrow, before anything is read."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise table_forms.missing_package("pyarrow", "parquet") from None
    from chunkstudio.workspace.exports.arrow_sets import set_tables

    return set_tables(request.sources, draft=request.draft, only=only, vectors=vectors)


def _text(
    request: ExportRequest, form: Form, rows: Iterator[Row], changes: Delta | None, vectors: Vectors | None
) -> Iterator[str]:
    """The forms that are one text."""
    if form.name == "csv":
        return text_forms.comma_separated(rows)
    if form.name == "report":
        return text_forms.markdown_report((s.chunk_set() for s in request.sources), draft=request.draft)
    if form.name == "markdown":
        return (document_markdown(s.chunk_set()) for s in request.sources)
    return text_forms.pgvector_sql(rows, request.index, vectors, changes)


def _in_place_of(target: Path, write: Callable[[Path], None]) -> None:
    """Write a file or folder under another name and put it in its place only when it is whole."""
    if target.is_dir() and any(target.iterdir()) and not Path(f"{target}{NAME_SUFFIX}").is_file():
        raise ChunkStudioError("cannot_write", f"{target} is a folder that no export made.", hint="Choose another name.")
    beside = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write(beside)
        if target.is_dir():
            shutil.rmtree(target)
        beside.replace(target)
    except (OSError, sqlite3.OperationalError) as error:
        number = error.errno if isinstance(error, OSError) else None
        reason = (os.strerror(number) if number else str(error)).lower()
        raise ChunkStudioError(
            "cannot_write", f"{target} cannot be written: {reason}.", hint="Check the folder and the disk."
        ) from None
    finally:
        if beside.is_dir():
            shutil.rmtree(beside, ignore_errors=True)
        else:
            beside.unlink(missing_ok=True)


def _manifest(request: ExportRequest, form: Form, digests: dict[str, str], changes: Delta | None) -> Manifest:
    facts = [s.facts for s in request.sources]
    counts = {"documents": len(facts), "records": len(digests), "tokens": sum(f.tokens for f in facts)}
    if changes is not None:
        counts |= {"added": len(changes.add), "updated": len(changes.update), "deleted": len(changes.delete)}
    files = {}
    if os.path.isfile(request.target):  # noqa: PTH113  (a target may be an address)
        with Path(request.target).open("rb") as file:
            files[Path(request.target).name] = hashlib.file_digest(file, "sha256").hexdigest()
    return Manifest(
        format=form.name,
        documents=tuple({"id": f.id, "sha256": f.sha256, "file_name": f.file_name} for f in facts),
        policy_versions=tuple(sorted({f.policy_version for f in facts})),
        profile=request.profile,
        draft=request.draft,
        records=digests,
        counts=counts,
        embedder=request.embedder.revision if request.embedder and form.vectors != "none" else "",
        base=request.base.digest if request.base else "",
        changes={} if changes is None else {"add": changes.add, "update": changes.update, "delete": changes.delete},
        files=files,
    )
