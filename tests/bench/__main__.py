"""Speed of the engine against others, measured in one run, interleaved, in CPU seconds: ``python -m tests.bench [PDF ...]``.

Prints ratios, which travel between machines; seconds don't. The closest peer (pymupdf's own chunking) runs in a process
of its own on the same files, because it needs its own parse; its figures are taken per unit. Splitters that are not
installed are left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from tests.bench.engine_speed import counting_ratios, engine_figures
from tests.bench.splitter_speed import prose, splitter_figures

ROOT = Path(__file__).resolve().parents[2]


def peer_figures(files: list[Path]) -> dict[str, float]:
    """Units and CPU seconds per unit of the peer's chunking and re-chunking; empty if it fails."""
    command = [sys.executable, "-m", "tests.bench.peer_speed", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if lines else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((ROOT / "sample_docs").glob("*.pdf")))
    parser.add_argument("--units", type=int, default=24_000, help="size of the document that the engine cuts")
    parser.add_argument("--megabytes", type=float, default=5.0, help="size of the prose that the splitters cut")
    options = parser.parse_args()
    ours = engine_figures(options.files, options.units)
    peer = peer_figures(options.files)
    units = ours.pop("units")
    print(f"engine on {units:,.0f} units, milliseconds of CPU" + (" | peer, scaled to as many units | ratio" if peer else ""))
    for name, seconds in ours.items():
        theirs = peer.get("first" if name.startswith("first") else "again", 0.0) * units
        ratio = f" | {theirs * 1e3:8.0f} | {theirs / seconds:6.1f}" if theirs else ""
        print(f"  {name:34} {seconds * 1e3:8.1f}{ratio}")
    counted = counting_ratios(prose(options.megabytes), 20_000)
    print(f"counting {counted['texts']:,.0f} sentences: {counted['cold']:.1f} x tiktoken, {counted['again']:.0f} x again")
    print(f"prose of {options.megabytes:g} MB, budget 400, overlap 50: MB a CPU second")
    for name, rate in splitter_figures(options.megabytes).items():
        print(f"  {name:34} {rate:8.2f}")


if __name__ == "__main__":
    main()
