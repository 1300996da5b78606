"""From a layout and a profile to a :class:`ChunkedDocument`: the engine as one call, and with memory for a slider."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.boundary_scorer import decided
from chunkstudio.chunking.chunk_assembler import Cuts
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.identity import value_hash
from chunkstudio.chunking.model import Boundaries, Diagnostics
from chunkstudio.chunking.policy import policy_parts, policy_version
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.result_findings import result_diagnostics
from chunkstudio.chunking.stage_cache import StageCache
from chunkstudio.chunking.stages import Circumstances, StageRun
from chunkstudio.chunking.unit_columns import Ints, UnitSequence
from chunkstudio.chunking.written_chunks import write_chunks
from chunkstudio.layout.breaks import Cancelled, take_break, with_breaks
from chunkstudio.layout.collection_pause import without_collection
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.layout.options import LayoutOptions

_TRIALS_KEPT = 6


@dataclass(frozen=True, slots=True, eq=False)
class CutPreview:
    """The fast answer to a moved slider: scores and reasons of all boundaries, and the extent of each chunk.

    ``first`` and ``end`` are unit ranges by chunk, ``tokens`` its count as text (exact but where CJK sentences meet).
    """

    scores: npt.NDArray[np.float64]
    threshold: float
    reason: npt.NDArray[np.int8]
    first: Ints
    end: Ints
    tokens: Ints


def layout_options(profile: Profile) -> LayoutOptions:
    """What layout analysis must know of a profile."""
    p = profile.layout
    return LayoutOptions(
        parser=p.parser,
        table_output=p.table_output,
        edge_threshold=p.edge_threshold,
        headers_footers=p.headers_footers,
        hidden_text=p.hidden_text,
        toc=p.toc,
        ocr=p.ocr,
        language=p.language,
        use_outline=profile.headings.use_outline,
        max_level=profile.headings.max_level,
    )


class Pipeline:
    """Runs the engine and keeps what the next run can use again. Safe to call from several threads; one runs at a time."""

    def __init__(self, *, kept: int = 2) -> None:
        self._cache = StageCache(kept)
        self._lock = threading.Lock()

    def run(self, layout: LayoutDocument, profile: Profile, **given: Unpack[Circumstances]) -> ChunkedDocument:
        """The whole result, with ``access``, manual ``rules``, and ``cancelled`` (asked now and then whether to stop).

        Raises ChunkStudioError ``cancelled``, ``bad_profile`` or ``bad_acl``.
        """
        with self._lock, without_collection(), with_breaks(given.get("cancelled")):
            return self._finish(StageRun(self._cache, layout, profile, **given), given.get("cancelled"))

    def preview(self, layout: LayoutDocument, profile: Profile, **given: Unpack[Circumstances]) -> CutPreview:
        """Boundaries and extents alone, without any string. Takes and raises what :meth:`run` does."""
        with self._lock, without_collection():
            run = StageRun(self._cache, layout, profile, **given)
            cuts, costs, atoms = run.cuts(), run.costs(), run.atoms().atoms
            starts, ends = cuts.places[:-1], cuts.places[1:]
            first = atoms.unit[starts] if len(starts) else starts
            end = atoms.unit_end[ends - 1] if len(starts) else ends
            tokens = costs.text_open[starts] + costs.text_close[ends]
            return CutPreview(run.scores()[1], profile.assembly.threshold, cuts.reason, first, end, tokens)

    def forget(self) -> None:
        """Drop all kept results."""
        with self._lock:
            self._cache.clear()

    def _finish(self, run: StageRun, cancelled: Cancelled) -> ChunkedDocument:
        stage, profile = run.units(), run.profile
        cuts = run.cuts()
        written = write_chunks(run, cuts, cancelled)
        take_break()
        weights, threshold = profile.weights.as_mapping(), profile.assembly.threshold
        boundaries = decided(stage.raw, weights, run.scores(), threshold, written.reason)
        rules_hash = value_hash(list(run.manual)) if run.manual else ""
        text = run.tokens()[0]
        later = run.later()

        def diagnostics() -> Diagnostics:
            return result_diagnostics(stage, later.views(), profile, written, boundaries)

        def trial() -> Callable[[Profile], StageRun]:
            cache = self._cache.fork(_TRIALS_KEPT)
            return lambda tried: run.later(cache, tried)

        return ChunkedDocument(
            layout=stage.layout,
            profile=profile,
            columns=stage.columns,
            units=UnitSequence(stage.columns, text.own),
            boundaries=boundaries,
            chunks=written.chunks,
            views=later.views,
            diagnostics=diagnostics,
            policy_version=policy_version(policy_parts(profile, rules=rules_hash)),
            rechunk=lambda changed: self.run(run.given, changed, **run.again()),
            explain=lambda index: explain_boundary(later, cuts, boundaries, index),
            access=run.access(),
            text_tokens=text,
            trial=trial,
            rules_hash=rules_hash,
            rule_places=stage.rule_places,
        )


def explain_boundary(run: StageRun, cuts: Cuts, boundaries: Boundaries, index: int) -> tuple[str, dict[str, str]]:
    """Words on a decision and on what its signals measured."""
    from chunkstudio.chunking.explanations import decision_words, measured_words

    return decision_words(run, cuts, boundaries, index), measured_words(run.units().pairs, index)


def chunk_document(document: LayoutDocument, profile: Profile | None = None, **given: Unpack[Circumstances]) -> ChunkedDocument:
    """Cut a document with a profile (the default one if none is given). Takes and raises what :meth:`Pipeline.run` does."""
    return Pipeline().run(document, profile or Profile(), **given)
