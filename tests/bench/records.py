"""CPU milliseconds of records and of their summaries: ``python -m tests.bench.records [LAYOUT.pkl | PDF ...]``.

Each file is chunked anew with an empty memory of token counts before its records are made; sections, tables and ids of
the chunked document are there already. The least of some rounds counts, scaled to 1,000 pages.
"""

from __future__ import annotations

import argparse
import pickle
import time
from pathlib import Path

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.assembly_kernel import warm
from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.tokens import ByteLevelTokenizer, tokenizer_for
from chunkstudio.ingestion.service import ChunkingBuilder
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.layout.opening import open_document
from chunkstudio.layout.options import LayoutOptions

ROOT = Path(__file__).resolve().parents[2]


def layout_of(path: Path) -> LayoutDocument:
    """A pickled layout of our own, or a PDF laid out by the fast parser."""
    if path.suffix == ".pkl":
        layout = pickle.loads(path.read_bytes())
        assert isinstance(layout, LayoutDocument)
        return layout
    return open_document(path, options=LayoutOptions(parser="fast"))


def record_seconds(layout: LayoutDocument, *, summaries: bool) -> tuple[float, int]:
    """CPU seconds from a chunked document to its chunk set, and how many records that has."""
    tokenizer = tokenizer_for(Profile().assembly.tokenizer)
    assert isinstance(tokenizer, ByteLevelTokenizer)
    tokenizer._memo.clear()
    chunked = chunk_document(layout, Profile(), access=DocumentAccess(("public",)))
    _ = (chunked.tables, chunked.sections, chunked.record_ids, chunked.diagnostics)
    start = time.process_time()
    made = ChunkingBuilder(chunked.profile).build_chunks(chunked, summaries=summaries)
    return time.process_time() - start, len(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((ROOT / "sample_docs").glob("*.pdf")))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    warm()
    layouts = [layout_of(path) for path in options.files]
    pages = sum(len(layout.pages) for layout in layouts)
    for summaries in (False, True):
        least, count = 0.0, 0
        for layout in layouts:
            rounds = [record_seconds(layout, summaries=summaries) for _ in range(options.rounds)]
            least += min(seconds for seconds, _ in rounds)
            count += rounds[0][1]
        name = "with extractive summaries" if summaries else "without summaries"
        print(f"records {name:26} {least / pages * 1e6:8.0f} ms of CPU and {count / pages * 1e3:8,.0f} records a 1,000 pages")


if __name__ == "__main__":
    main()
