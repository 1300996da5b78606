"""One process that lays out pages and prints what it cost as JSON.

    python -m tests.bench.layout_child WHO FILE:FIRST-LAST ... [wait]

WHO is ``mine`` (a layout process of this program: reader and layout model), ``peer`` (pymupdf's own ``parse_document`` with
its default sessions) or ``fast``. Before the clock runs, one page is laid out, so that loading the model is not counted.
With ``wait`` as last argument it says "ready" and starts at the first line on stdin, so that several can start at once.
"""

from __future__ import annotations

import contextlib
import io
import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

from chunkstudio.layout.process_memory import steady_allocator

Page = Callable[[int], object]


def opened_by_mine(path: str, parser: str) -> Page:
    """The function that lays out one page of a file with this program's parser."""
    from chunkstudio.layout.options import LayoutOptions
    from chunkstudio.layout.page_parsing import PageParsing

    parsing, options = PageParsing(path, None), LayoutOptions(parser=parser)  # type: ignore[arg-type]
    return lambda number: parsing.parse(number, options)


def opened_by_peer(path: str) -> Page:
    """The function that lays out one page of a file with the peer, as its users call it, but page by page."""
    import pymupdf
    from pymupdf4llm.helpers.document_layout import parse_document

    document: Any = pymupdf.open(path)

    def page(number: int) -> object:
        with contextlib.redirect_stdout(io.StringIO()):
            return parse_document(document, pages=[number - 1])

    return page


def main() -> None:
    """Lay out the pages named; print seconds of CPU for each, the time by the clock, and the peak of memory in megabytes."""
    who, *parts = sys.argv[1:]
    wait = parts[-1] == "wait"
    if who != "peer":
        steady_allocator()
    files = [part.rsplit(":", 1) for part in parts if part != "wait"]
    pages: list[tuple[Page, int]] = []
    for path, span in files:
        first, last = map(int, span.split("-"))
        page = opened_by_peer(path) if who == "peer" else opened_by_mine(path, "fast" if who == "fast" else "neural")
        pages += [(page, number) for number in range(first, last + 1)]
    pages[0][0](pages[0][1])
    if wait:
        print("ready", flush=True)
        sys.stdin.readline()
    costs = []
    clock = time.perf_counter()
    for page, number in pages:
        start = time.process_time()
        page(number)
        costs.append(time.process_time() - start)
    clock = time.perf_counter() - clock
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    print(json.dumps({"costs": costs, "clock": clock, "peak": peak}))


if __name__ == "__main__":
    main()
