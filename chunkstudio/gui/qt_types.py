"""Qt's classes for Python, made before the first thread starts: :func:`make_qt_types`."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

_NEEDED = ("QtCore", "QtGui", "QtWidgets")
_BY_PLOTS = ("QtOpenGLWidgets", "QtSvg", "QtTest")


def make_qt_types() -> None:
    """Have PySide make each class of Qt now; some 70 ms of CPU, nothing when called again.

    PySide makes a class, and the enumerations in it, when it is first asked for, partly in Python, so that another thread
    may run in between. Where that one paints meanwhile, the program ends with a segmentation fault (seen with 6.11, where
    the plots' library asked for all classes in a thread of its own). To be called in the window's thread before others start.
    """
    for name in _NEEDED:
        module = import_module(f"PySide6.{name}")
        for member in dir(module):
            getattr(module, member)
    for name, member in zip(_BY_PLOTS, ("QOpenGLWidget", "QSvgRenderer", "QTest"), strict=True):
        with suppress(ImportError):  # the plots' library does without them too
            getattr(import_module(f"PySide6.{name}"), member)
