"""Cost and memory of layout: ``python -m tests.bench.layout [PDF ...] [--pages 6] [--documents 20] [--only cpu,fast]``.

Prints CPU a page of the layout model against the peer's default in one run (alternating), two layout processes side by
side against one and against the peer's single process (by the clock: needs two idle cores), milliseconds that the
document pass adds to a page, the median of the fast parser's page, and how a layout process grows over documents in a row.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from chunkstudio.layout import protocol
from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.worker_process import WorkerProcess

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("cpu", "clock", "pass", "fast", "memory")
Spans = list[str]


def main() -> None:
    """Print the figures asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((ROOT / "sample_docs").glob("*.pdf")))
    parser.add_argument("--pages", type=int, default=6, help="so many first pages of each file")
    parser.add_argument("--documents", type=int, default=20, help="documents in a row for the growth of memory")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts to measure, of {', '.join(PARTS)}")
    options = parser.parse_args()
    wanted = options.only.split(",")
    spans = [f"{file}:1-{min(options.pages, page_count(file))}" for file in options.files]
    if "cpu" in wanted:
        print_cpu(spans)
    if "clock" in wanted:
        print_clock(spans)
    if "pass" in wanted:
        print_pass(options.files, options.pages)
    if "fast" in wanted:
        print_fast(spans)
    if "memory" in wanted:
        print_growth(options.files, options.pages, options.documents)


def page_count(file: Path) -> int:
    """Pages of a PDF."""
    from chunkstudio.layout.reader import open_pdf

    pdf = open_pdf(file)
    try:
        return pdf.info().page_count
    finally:
        pdf.close()


def started(who: str, spans: Spans, *, wait: bool = False) -> subprocess.Popen[str]:
    """A child that lays out pages."""
    command = [sys.executable, "-m", "tests.bench.layout_child", who, *spans, *(["wait"] if wait else [])]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def result(child: subprocess.Popen[str]) -> dict[str, Any]:
    """What a child printed last."""
    out, _ = child.communicate()
    return dict(json.loads(out.strip().splitlines()[-1]))


def print_cpu(spans: Spans) -> None:
    """CPU a page with the layout model: this program, the peer, in turn, twice."""
    costs: dict[str, list[float]] = {"mine": [], "peer": []}
    peaks: dict[str, float] = {}
    for who in ("mine", "peer", "peer", "mine"):
        found = result(started(who, spans))
        costs[who] += found["costs"]
        peaks[who] = found["peak"]
    mine, peer = (statistics.fmean(costs[who]) * 1e3 for who in ("mine", "peer"))
    print(f"layout model, CPU ms a page: {mine:.0f}, peer {peer:.0f}, ratio {mine / peer:.2f} (at most .75)")
    print(f"  peak of memory in MB: {peaks['mine']:.0f}, peer {peaks['peer']:.0f}")


def print_clock(spans: Spans) -> None:
    """Time by the clock: all pages in one process, in two side by side, and in the peer's single process."""
    one = result(started("mine", spans))["clock"]
    halves = [started("mine", half, wait=True) for half in halved(spans)]
    for child in halves:
        assert child.stdout is not None
        child.stdout.readline()
    start = time.perf_counter()
    for child in halves:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in halves:
        child.communicate()
    two = time.perf_counter() - start
    peer = result(started("peer", spans))["clock"]
    print(f"two processes side by side: {two / one:.2f} of one (at most .65), {two / peer:.2f} of the peer's one (at most .75)")


def halved(spans: Spans) -> tuple[Spans, Spans]:
    """Every file's pages in two halves, the larger half in turn to the one and the other."""
    parts: tuple[Spans, Spans] = ([], [])
    for index, span in enumerate(spans):
        file, pages = span.rsplit(":", 1)
        first, last = map(int, pages.split("-"))
        middle = (first + last) // 2
        parts[index % 2].append(f"{file}:{first}-{middle}")
        if middle < last:
            parts[(index + 1) % 2].append(f"{file}:{middle + 1}-{last}")
    return parts


def print_pass(files: list[Path], most: int) -> None:
    """CPU milliseconds that the document pass adds to a page, over pages that the fast parser gave."""
    from chunkstudio.layout.page_parsing import PageParsing

    spent, pages, options = 0.0, 0, LayoutOptions(parser="fast")
    for file in files:
        parsing = PageParsing(str(file), None)
        info = parsing.info()
        parsed = [parsing.parse(number, options) for number in range(1, min(most, info.page_count) + 1)]
        assemble(info, parsed, options)
        start = time.process_time()
        assemble(info, parsed, options)
        spent, pages = spent + time.process_time() - start, pages + len(parsed)
        parsing.close()
    print(f"document pass, CPU ms a page: {1e3 * spent / pages:.1f} (at most 8)")


def print_fast(spans: Spans) -> None:
    """CPU a page with the fast parser, of two runs the lesser for each page."""
    runs = zip(result(started("fast", spans))["costs"], result(started("fast", spans))["costs"], strict=True)
    costs = [1e3 * min(both) for both in runs]
    median, mean = statistics.median(costs), statistics.fmean(costs)
    print(f"fast parser, CPU ms a page: median {median:.1f} (at most 12), mean {mean:.1f}, over {len(costs)} pages")


def print_growth(files: list[Path], pages: int, documents: int) -> None:
    """Memory of one layout process after each of some documents in a row was closed (Linux only)."""
    process = WorkerProcess(120.0)
    process.ask(protocol.Warm(neural=True), 60.0)
    after: list[float] = []
    for index in range(documents):
        file, key = files[index % len(files)], f"d{index}"
        process.ask(protocol.Open(key, str(file)), 60.0)
        for number in range(1, min(pages, page_count(file)) + 1):
            process.ask(protocol.ReadPage(key, number, LayoutOptions()), 120.0)
        process.ask(protocol.Close(key), 30.0)
        after.append(status(process.pid or 0, "VmRSS"))
    peak = status(process.pid or 0, "VmHWM")
    process.end()
    growth = max(after[1:]) / after[0] - 1
    print(
        f"layout process over {documents} documents, MB: {after[0]:.0f} after the first, {after[-1]:.0f} after the last, ",
        end="",
    )
    print(f"growth {100 * growth:.1f} % (at most 5), peak {peak:.0f} (below 650)")


def status(pid: int, name: str) -> float:
    """A line of ``/proc/PID/status`` in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))


if __name__ == "__main__":
    main()
