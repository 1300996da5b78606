"""How the scores act on real documents: the figures that stand in ``chunkstudio/chunking/calibration.py``.

    python -m tests.bench.calibration [--parser fast|neural] PATH ...

A PATH is a PDF, a pickled LayoutDocument (``*.pkl``, only your own: pickles run code), or a folder with either. Printed are
the median over documents of the share of cuts with reason ``score``, of the cuts that move with the threshold +-.1, and, for
each weight set to 0 or doubled (whichever moves more), of the free cuts that move on the documents where its signal occurs
at a free boundary, and on those of them where a cut falls on such a boundary at the default. Free is a boundary that is
neither forced nor forbidden at the default; soft section starts are free.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from chunkstudio.chunking.assembly_rules import FREE
from chunkstudio.chunking.model import FIRST_CUT_REASON, REASONS
from chunkstudio.chunking.pipeline import CutPreview, Pipeline
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.signal_specs import SIGNALS
from chunkstudio.chunking.signals import Flags
from chunkstudio.chunking.stage_cache import StageCache
from chunkstudio.chunking.stages import StageRun
from chunkstudio.layout.model import LayoutDocument

FEWEST_CUTS = 3
FULL_FROM = 0.4
ENOUGH = 0.01
_SCORE, _SECTION = REASONS.index("score"), REASONS.index("section")


@dataclass
class Figures:
    """What is known of each document, and of all chunks."""

    score_share: list[float] = field(default_factory=list)
    moved_by_threshold: list[float] = field(default_factory=list)
    moved_by_weight: dict[str, list[tuple[float, bool, str]]] = field(default_factory=lambda: {s.name: [] for s in SIGNALS})
    chunks: int = 0
    filled_or_ending: int = 0
    small: int = 0


def layouts(paths: list[Path], parser: str) -> Iterator[tuple[str, LayoutDocument]]:
    """The documents below the paths, in order of their names."""
    from chunkstudio.layout.opening import open_document
    from chunkstudio.layout.options import LayoutOptions

    files = [f for p in paths for f in (sorted(p.iterdir()) if p.is_dir() else [p])]
    for file in files:
        if file.suffix == ".pkl":
            yield file.stem, pickle.loads(file.read_bytes())
        elif file.suffix.lower() == ".pdf":
            try:
                yield file.stem, open_document(file, options=LayoutOptions(parser=parser))  # type: ignore[arg-type]
            except Exception as error:  # a locked or broken file has no cuts to measure
                print(f"left out: {file.name}: {error}")


def measure(name: str, layout: LayoutDocument, profile: Profile, figures: Figures) -> None:
    """Add one document's figures."""
    pipeline = Pipeline(kept=3)
    now = pipeline.preview(layout, profile)
    _add_sizes(now, profile, figures)
    cut = now.reason >= FIRST_CUT_REASON
    if cut.sum() < FEWEST_CUTS:
        return

    def changed(path: str, value: float) -> Flags:
        return cut != (pipeline.preview(layout, profile.replace({path: value})).reason >= FIRST_CUT_REASON)

    figures.score_share.append(float(np.count_nonzero(now.reason == _SCORE) / cut.sum()))
    threshold = profile.assembly.threshold
    steps = [changed("assembly.threshold", min(max(threshold + d, 0.0), 1.0)).sum() for d in (-0.1, 0.1)]
    figures.moved_by_threshold.append(float(max(steps) / cut.sum()))
    run = StageRun(StageCache(1), layout, profile)
    raw, rules = run.units().raw, run.rules()
    free = (rules.forced == FREE) & (rules.forbidden == 0)
    free_cuts = np.count_nonzero(free & cut)
    for k, spec in enumerate(SIGNALS):
        at = (raw[:, k] > 0) & free
        if not at.any() or not free_cuts:
            continue
        path = f"weights.{spec.name}"
        changes = [changed(path, 0.0), changed(path, 2 * spec.default)]
        share = max(np.count_nonzero(change & free) for change in changes) / free_cuts
        words = f"{name}: {share:.1%} of {free_cuts} cuts, {np.count_nonzero(at)} places"
        figures.moved_by_weight[spec.name].append((share, bool((at & cut).any()), words))


def _add_sizes(now: CutPreview, profile: Profile, figures: Figures) -> None:
    """Chunks that are filled to 40 % or more, or end where a section does."""
    budget = profile.assembly.token_budget
    ends = now.end - 1
    last = ends >= len(now.reason)
    section = np.zeros(len(ends), np.bool_)
    section[~last] = now.reason[ends[~last]] == _SECTION
    figures.chunks += len(ends)
    figures.filled_or_ending += int(np.count_nonzero((now.tokens >= FULL_FROM * budget) | last | section))
    figures.small += int(np.count_nonzero(now.tokens < profile.assembly.min_tokens))


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description="Calibration figures over real documents.")
    asked.add_argument("paths", nargs="+", type=Path)
    asked.add_argument("--parser", default="fast", choices=["fast", "neural"])
    asked.add_argument("--detail", help="print each document for one signal")
    given = asked.parse_args()
    figures, profile = Figures(), Profile()
    for name, layout in layouts(given.paths, given.parser):
        measure(name, layout, profile, figures)
    print(f"{len(figures.score_share)} documents with {FEWEST_CUTS} cuts or more, {figures.chunks} chunks")
    filled = figures.filled_or_ending / figures.chunks
    print(f"filled to {FULL_FROM:.0%} or ending a section: {filled:.1%}; below min_tokens: {figures.small}")
    print(f"cuts with reason score, median: {np.median(figures.score_share):.1%}")
    print(f"cuts that move with the threshold +-.1, median: {np.median(figures.moved_by_threshold):.1%}")
    for name, found in figures.moved_by_weight.items():
        shares = [share for share, _, _ in found]
        reached = [share for share, cut_there, _ in found if cut_there]
        print(f"  {name}: {_told(shares)}; where a cut falls on it {_told(reached)}")
        if given.detail == name:
            print("\n".join(f"    {words}" for _, _, words in sorted(found)))


def _told(shares: list[float]) -> str:
    """Median, number of documents, and how many of them move enough."""
    if not shares:
        return "never"
    return f"{np.median(shares):.1%} of {len(shares)} ({sum(s >= ENOUGH for s in shares)} by {ENOUGH:.0%} or more)"


if __name__ == "__main__":
    main()
