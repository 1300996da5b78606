"""Developer command: opens files in the real window, waits until they are final, and grabs pictures of it.

python tests/tools/screenshot.py OUT.png FILE... [--theme dark] [--view tune] [--page 66] [--chunk 12]
    [--boundary 40] [--panel findings] [--scale 2] [--size 1440x900] [--set weights.box=0.8] [--no-wait]
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import yaml


def main() -> int:
    """Take one picture; returns the exit code."""
    options = _options()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = str(options.scale)
    os.environ["QT_FONT_DPI"] = "96"
    from PySide6.QtCore import QSettings

    from chunkstudio.gui.studio import Studio, application

    app = application()
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("preferences/theme", f'"{options.theme}"')
        studio = Studio(settings, Path(folder))
        try:
            _take(app, studio, options)
        finally:
            studio.end()  # threads that still run would end the process with a crash, whatever went wrong before
            studio.take_down()
    print(options.out)
    return 0


def _take(app: Any, studio: Any, options: argparse.Namespace) -> None:
    """Open, arrange and grab. Raises what a wrong argument leads to, and OSError where the picture cannot be written."""
    width, height = map(int, options.size.split("x"))
    studio.window.resize(width, height)
    studio.show(options.files)
    _settle(app, 0.5)
    if options.files:
        _wait(app, studio, final=not options.no_wait, limit=options.limit)
    _arrange(app, studio, options)
    if not _grab(app, studio.window).save(options.out):
        raise OSError(f"{options.out} cannot be written.")


def _grab(app: Any, window: Any) -> Any:
    """The window with its open dialogs and menus drawn over it."""
    from PySide6.QtGui import QPainter

    picture = window.grab()
    painter = QPainter(picture)
    for widget in app.topLevelWidgets():
        if widget is not window and widget.isVisible():
            painter.drawPixmap(widget.pos() - window.pos(), widget.grab())
    painter.end()
    return picture


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=_picture_name)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--theme", default="light")
    parser.add_argument("--view", default="inspect")
    parser.add_argument("--page", type=int, default=0)
    parser.add_argument("--chunk", type=int)
    parser.add_argument("--boundary", type=int)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--question", default="")
    parser.add_argument("--panel", action="append", default=[])
    parser.add_argument("--set", action="append", default=[], dest="settings")
    parser.add_argument("--command", action="append", default=[])
    parser.add_argument("--menu", default="")
    parser.add_argument("--zoom", type=float)
    parser.add_argument("--find", default="")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--no-wait", action="store_true")
    parser.add_argument("--limit", type=float, default=600)
    return parser.parse_args()


def _picture_name(text: str) -> str:
    """The picture's path; anything else is refused, since a document given first would be overwritten."""
    if Path(text).suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{text} is no name for a picture; the first argument must end in .png")
    return text


def _settle(app: Any, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        app.processEvents()
        time.sleep(0.005)


def _wait(app: Any, studio: Any, *, final: bool, limit: float) -> None:
    """Until every document is final (or has any result), or was refused."""
    until = time.monotonic() + limit
    while time.monotonic() < until:
        app.processEvents()
        time.sleep(0.005)
        states = studio.session.documents
        if all(s.error is not None or (s.result is not None and (s.final or not final)) for s in states):
            break
    else:
        print("Not final in time:", studio.session.documents, studio.session.busy, file=sys.stderr)
        for key in studio.jobs.layout.open_keys():
            pages = studio.jobs.layout.pages(key)
            print(len(pages.wanted), len(pages.quick), pages.under_way, file=sys.stderr)
        faulthandler.dump_traceback(all_threads=True)
    _settle(app, 1.0)


def _arrange(app: Any, studio: Any, options: argparse.Namespace) -> None:
    session = studio.session
    if options.view != studio.window.views.current.name:
        studio.window.views.switch(options.view)
        _settle(app, 0.3)
    for text in options.settings:
        path, _, value = text.partition("=")
        refusal = session.edit_profile(path, yaml.safe_load(value))
        if refusal is not None:
            print(refusal.message, file=sys.stderr)
    if options.settings:
        _settle(app, 1.5)
    if options.questions:
        studio.window.evaluation.actions.take(options.questions)
        until = time.monotonic() + 60
        _settle(app, 0.5)
        while studio.evaluation.busy and time.monotonic() < until:
            _settle(app, 0.1)
        studio.evaluation.choose(options.question)
    for name in options.panel:
        studio.window.views.show_panel(name)
    if options.zoom:
        studio.window.pages.set_zoom(options.zoom)
    result = session.shown_result
    if options.page:
        session.show_page(options.page)
    if options.chunk is not None and result is not None:
        session.select("chunk", result.chunks[options.chunk].id, reveal=True)
    if options.boundary is not None and result is not None:
        session.select("boundary", result.units[options.boundary].id, reveal=True)
    if options.find:
        studio.window.toolbar.find_field.setText(options.find)
        studio.window.finder.step(1)
    for name in options.command:
        studio.window.table.run(name)
    if options.menu:
        menu = studio.window.menus.menus[options.menu]
        menu.popup(studio.window.mapToGlobal(studio.window.menuBar().actionGeometry(menu.menuAction()).bottomLeft()))
    _settle(app, 1.0)
    until = time.monotonic() + 20
    while session.images.pending() and time.monotonic() < until:
        _settle(app, 0.1)
    _settle(app, 0.3)


if __name__ == "__main__":
    sys.exit(main())
