"""Records as documents of LangChain and nodes of LlamaIndex: as objects to import, and as the files that both read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from chunkstudio.workspace.exports.rows import Row
from chunkstudio.workspace.exports.table_forms import missing_package

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from llama_index.core.schema import TextNode

_BODY = ("text", "retrieval_text")


def _metadata(row: Row) -> dict[str, Any]:
    """Everything but the texts; both frameworks want plain JSON values here."""
    out: dict[str, Any] = json.loads(json.dumps({k: v for k, v in row.items() if k not in _BODY}))
    return out


def langchain_documents(rows: Iterable[Row]) -> list[Document]:
    """LangChain documents: the retrieval text as content (what is embedded), the Markdown in ``metadata["text"]``.

    Raises ChunkStudioError ``bad_argument`` without langchain-core.
    """
    try:
        from langchain_core.documents import Document
    except ImportError:
        raise missing_package("langchain-core", "langchain") from None
    return [Document(id=r["id"], page_content=r["retrieval_text"], metadata=_metadata(r) | {"text": r["text"]}) for r in rows]


def llama_nodes(rows: Iterable[Row]) -> list[TextNode]:
    """LlamaIndex nodes with our record ids as node ids, linked to the node before and after and to their parent chunk.

    Raises ChunkStudioError ``bad_argument`` without llama-index-core.
    """
    try:
        from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
    except ImportError:
        raise missing_package("llama-index-core", "llamaindex") from None
    nodes: list[Any] = []
    for row in rows:
        node = TextNode(id_=row["id"], text=row["retrieval_text"], metadata=_metadata(row) | {"markdown": row["text"]})
        node.excluded_embed_metadata_keys = node.excluded_llm_metadata_keys = list(node.metadata)
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=row["document_id"])
        if row["parent_chunk_id"]:
            node.relationships[NodeRelationship.PARENT] = RelatedNodeInfo(node_id=row["parent_chunk_id"])
        if nodes and nodes[-1].metadata["document_id"] == row["document_id"]:
            node.relationships[NodeRelationship.PREVIOUS] = RelatedNodeInfo(node_id=nodes[-1].node_id)
            nodes[-1].relationships[NodeRelationship.NEXT] = RelatedNodeInfo(node_id=node.node_id)
        nodes.append(node)
    return nodes


def langchain_lines(rows: Iterable[Row]) -> Iterator[str]:
    """One serialised LangChain document a line; ``langchain_core.load.loads`` reads each."""
    from langchain_core.load import dumps

    for document in langchain_documents(rows):
        yield dumps(document) + "\n"


def llama_lines(rows: Iterable[Row]) -> Iterator[str]:
    """One LlamaIndex node a line as JSON; ``TextNode.from_json`` reads each."""
    for node in llama_nodes(rows):
        yield node.to_json() + "\n"
