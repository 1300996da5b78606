"""Qt's classes are made before threads start."""

from __future__ import annotations

import subprocess
import sys

import pytest

_PLOTS = """
import enum, sys
from PySide6 import QtCore, QtGui, QtWidgets
from chunkstudio.gui.qt_types import make_qt_types

if "first" in sys.argv:
    make_qt_types()
made, create = [], enum.EnumType._create_

def counted(cls, class_name, *args, **named):
    made.append(class_name)
    return create(cls, class_name, *args, **named)

enum.EnumType._create_ = counted
import chunkstudio.gui.plots.score_plot
print(len(made), *made)
"""


@pytest.mark.parametrize(("when", "left"), [("first", False), ("never", True)])
def test_that_the_plots_library_makes_no_class_of_qt_in_its_thread(when: str, left: bool) -> None:
    """The second case proves that the first could fail."""
    done = subprocess.run([sys.executable, "-c", _PLOTS, when], capture_output=True, text=True, timeout=60, check=True)
    assert (int(done.stdout.split()[0]) > 0) is left, done.stdout
