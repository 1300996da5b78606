"""Developer command: how long frames of the page view take while scrolling, with every layer on.

python -m tests.bench.scroll_frames [FILE.pdf] [--size 803x550] [--frames 200]

Without a file a made document of 156 pages is scrolled. CPU time of the window's thread is printed beside the wall
clock, since other work on the machine delays frames but does not make them dearer.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from statistics import quantiles

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def main() -> None:
    """Scroll in steps of 40, 120 and 400 pixels, then change the cuts, and print what each costs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--size", default="803x550")
    parser.add_argument("--frames", type=int, default=200)
    options = parser.parse_args()
    from PySide6.QtWidgets import QApplication

    from chunkstudio.gui.pages.page_view import PageView
    from chunkstudio.gui.session import LAYERS, Session
    from chunkstudio.gui.theme import Theme
    from tests.gui.pages.made_pages import InkSource

    app = QApplication([])
    session = Session()
    session.images.source = InkSource()
    view = PageView(session, Theme("light"))
    view.resize(*map(int, options.size.split("x")))
    view.show()
    session.add_document(_state(options.file))
    session.set_layers(frozenset(LAYERS))
    _turn(app, 0.5)
    for step in (40, 120, 400):
        view.canvas.verticalScrollBar().setValue(2000)
        wall, cpu = _frames(app, view, step, options.frames)
        print(f"{step:>3} px a frame: CPU p50 {_p(cpu, 50):.1f} p95 {_p(cpu, 95):.1f} ms, wall p95 {_p(wall, 95):.1f} ms")
    _recut(session, view)


def _state(path: Path | None) -> object:
    from dataclasses import replace

    from chunkstudio.chunking.pipeline import chunk_document
    from chunkstudio.layout.opening import open_document
    from chunkstudio.layout.options import LayoutOptions
    from tests.gui.pages.made_pages import made_state

    if path is None:
        return made_state(156)
    layout = open_document(path, options=LayoutOptions(parser="fast"))
    made = made_state(1, key=str(path))
    return replace(made, path=path, info=layout.info, layout=layout, result=chunk_document(layout))


def _frames(app: object, view: object, step: int, count: int) -> tuple[list[float], list[float]]:
    bar, port = view.canvas.verticalScrollBar(), view.canvas.viewport()  # type: ignore[attr-defined]
    wall, cpu = [], []
    for _ in range(count):
        clock, work = time.perf_counter(), time.thread_time()
        bar.setValue(bar.value() + step)
        port.repaint()
        wall.append((time.perf_counter() - clock) * 1000)
        cpu.append((time.thread_time() - work) * 1000)
        _turn(app, 0.002)
    return wall, cpu


def _recut(session: object, view: object) -> None:
    state = session.current  # type: ignore[attr-defined]
    changed = state.result.reassemble_chunks(token_budget=220)
    work = time.thread_time()
    session.accept_result(state.key, changed, state.result)  # type: ignore[attr-defined]
    view.canvas.viewport().repaint()  # type: ignore[attr-defined]
    print(f"new cuts on the visible pages: CPU {(time.thread_time() - work) * 1000:.1f} ms")


def _turn(app: object, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        app.processEvents()  # type: ignore[attr-defined]


def _p(values: list[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1]


if __name__ == "__main__":
    main()
