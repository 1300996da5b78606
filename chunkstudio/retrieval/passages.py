"""What an index searches and what a search hands back, made from chunk sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.model import Layer, TableView
from chunkstudio.chunking.records import ChunkRecord, ChunkSet
from chunkstudio.chunking.text_source import header_markdown, row_markdown
from chunkstudio.chunking.tokens import tokenizer_for


@dataclass(frozen=True, slots=True)
class Passage:
    """One searchable record. ``indexed`` is what is searched, ``text`` what is handed back, ``tokens`` counts the latter.

    ``acl`` None means a preview without labels, which any reader sees.
    """

    id: str
    document: str
    layer: Layer
    indexed: str
    text: str
    tokens: int
    pages: tuple[int, ...]
    acl: frozenset[str] | None = None
    section_ordinal: int = 0
    parent_chunk: str | None = None
    parent_table: str | None = None
    heading_path: tuple[str, ...] = ()
    position: int = 0
    embedding_hash: str = ""

    def readable_by(self, reader: frozenset[str] | None) -> bool:
        """Whether a reader with these labels may see it; None asks for no reader in particular."""
        return reader is None or self.acl is None or bool(self.acl & reader)


@dataclass(frozen=True, slots=True)
class Corpus:
    """The passages of one or several documents, and what row records may hand back instead of themselves."""

    passages: tuple[Passage, ...]
    tables: dict[tuple[str, str], Passage] = field(default_factory=dict)
    documents: tuple[str, ...] = ()

    @classmethod
    def of(cls, sets: Sequence[ChunkSet]) -> Corpus:
        """The records of chunk sets; documents are named by the file's SHA-256."""
        return cls.of_sources([Source(s.document.sha256, s.records, s.chunked) for s in sets])

    @classmethod
    def of_sources(cls, sources: Sequence[Source]) -> Corpus:
        """The records of several documents, with the whole tables that their row records may hand back."""
        passages: list[Passage] = []
        tables: dict[tuple[str, str], Passage] = {}
        for source in sources:
            passages += [_passage(r, source.document) for r in source.records]
            tables |= {(source.document, p.id): p for p in _table_passages(source)}
        return cls(tuple(passages), tables, tuple(dict.fromkeys(s.document for s in sources)))


@dataclass(frozen=True, slots=True)
class Source:
    """The records of one document, named by the file's SHA-256, and what they were made from where that is known."""

    document: str
    records: Sequence[ChunkRecord]
    chunked: ChunkedDocument | None = None


def _passage(record: ChunkRecord, document: str) -> Passage:
    return Passage(
        id=record.id,
        document=document,
        layer=record.layer,
        indexed=record.retrieval_text,
        text=record.text,
        tokens=record.text_tokens,
        pages=record.pages,
        acl=None if record.acl is None else frozenset(record.acl),
        section_ordinal=record.section_ordinal,
        parent_chunk=record.parent_chunk_id,
        parent_table=record.parent_table_id,
        heading_path=record.heading_path,
        position=record.position,
        embedding_hash=record.embedding_hash,
    )


def _table_passages(source: Source) -> list[Passage]:
    """Whole tables that row records point to; a table is as narrow as its narrowest row record."""
    if source.chunked is None:
        return []
    tokenizer = tokenizer_for(source.chunked.profile.assembly.tokenizer)
    rows: dict[str, list[ChunkRecord]] = {}
    for record in source.records:
        if record.layer == "table_row" and record.parent_table_id:
            rows.setdefault(record.parent_table_id, []).append(record)
    views = [t for t in source.chunked.tables if t.id in rows]
    texts = [table_text(t) for t in views]
    return [
        _table_passage(view, text, tokens, rows[view.id], source.document)
        for view, text, tokens in zip(views, texts, tokenizer.count_many(texts), strict=True)
    ]


def _table_passage(view: TableView, text: str, tokens: int, rows: list[ChunkRecord], document: str) -> Passage:
    labels = [frozenset(r.acl) for r in rows if r.acl is not None]
    acl = frozenset.intersection(*labels) if labels and len(labels) == len(rows) else None
    return Passage(
        id=view.id,
        document=document,
        layer="table_row",
        indexed="",
        text=text,
        tokens=tokens,
        pages=view.pages,
        acl=acl,
        heading_path=rows[0].heading_path,
        position=rows[0].position,
    )


def table_text(view: TableView) -> str:
    """A whole table as Markdown: caption, header, all rows, notes; read as the canonical text reads them."""
    lines = [view.caption] if view.caption else []
    for k, row in enumerate(view.rows):
        last_header = k == max(view.header_rows, 1) - 1
        lines.append(header_markdown(row) if last_header else row_markdown(row))
    return "\n".join([*lines, *view.notes])
