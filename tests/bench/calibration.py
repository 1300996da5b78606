"""How the scores act on real documents: the figures that stand in ``chunkstudio/chunking/calibration.py``.

    python -m tests.bench.calibration [--parser fast|neural] PATH ...

A PATH is a PDF, a pickled LayoutDocument (``*.pkl``, only your own: pickles run code), or a folder with either. Printed are
the median over documents of the share of cuts with reason ``score``, of the cuts that move with the threshold +-.1, and, for
each weight set to 0 or doubled (whichever moves more), of the free cuts that move on the documents where its signal occurs
at a free boundary, then the same on those of them where a cut falls on such a boundary at the default. Free is a boundary
that is neither forced nor forbidden at the default; soft section starts are free.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from chunkstudio.chunking.model import FIRST_CUT_REASON, REASONS
from chunkstudio.chunking.pipeline import CutPreview, Pipeline
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.signal_specs import SIGNALS
from chunkstudio.layout.model import LayoutDocument

FEWEST_CUTS = 3
FULL_FROM = 0.4
_FREE = [REASONS.index(name) for name in ("below_threshold", "min_tokens", "score", "budget")]
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

    def moved(path: str, value: float, where: np.ndarray) -> int:
        after = pipeline.preview(layout, profile.replace({path: value})).reason >= FIRST_CUT_REASON
        return int(np.count_nonzero((cut != after) & where))

    figures.score_share.append(float(np.count_nonzero(now.reason == _SCORE) / cut.sum()))
    everywhere = np.ones(len(cut), np.bool_)
    threshold = profile.assembly.threshold
    steps = [moved("assembly.threshold", min(max(threshold + d, 0.0), 1.0), everywhere) for d in (-0.1, 0.1)]
    figures.moved_by_threshold.append(max(steps) / int(cut.sum()))
    raw = pipeline.run(layout, profile).boundaries.raw
    free = np.isin(now.reason, _FREE)
    count = int(np.count_nonzero(free & cut))
    for k, spec in enumerate(SIGNALS):
        occurs = int(np.count_nonzero((raw[:, k] > 0) & free))
        if occurs and count:
            path = f"weights.{spec.name}"
            best = max(moved(path, 0.0, free), moved(path, 2 * spec.default, free))
            reached = bool(np.any((raw[:, k] > 0) & free & cut))
            figures.moved_by_weight[spec.name].append((best / count, reached, f"{name}: {best} of {count}, {occurs} places"))


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
        middle = f"{np.median(shares):.1%}" if shares else "never free"
        print(f"  {name}: {middle} of {len(found)} documents, {sum(s >= 0.01 for s in shares)} moved by 1 % or more", end="")
        reached = [share for share, cut_there, _ in found if cut_there]
        print(
            f"; {np.median(reached):.1%} of the {len(reached)} where a cut falls on it" if reached else "; no cut falls on it"
        )
        if given.detail == name:
            print("\n".join(f"    {share:.1%} {words}" for share, _, words in sorted(found)))


if __name__ == "__main__":
    main()
