"""Starting and ending the program as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_RUN = "import sys; from pathlib import Path; from chunkstudio.gui.app import run; sys.exit(run({paths}, profile={profile}))"


def _start(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    clean = {key: value for key, value in os.environ.items() if key not in hidden}
    homes = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code], env=clean | homes | environment, capture_output=True, text=True, timeout=120, check=False
    )


def test_that_a_missing_display_gives_one_sentence_and_code_2(tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        return
    done = _start(_RUN.format(paths="[]", profile="None"), tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "display" in done.stderr


def test_that_a_missing_library_gives_one_sentence_with_its_package_and_code_2(tmp_path: Path) -> None:
    broken = "import sys\nclass Finder:\n    def find_spec(self, name, path=None, target=None):\n"
    broken += "        if name == 'PySide6.QtGui':\n"
    broken += "            raise ImportError('libEGL.so.1: cannot open shared object file: No such file or directory')\n"
    broken += "sys.meta_path.insert(0, Finder())\n"
    done = _start(broken + _RUN.format(paths="[]", profile="None"), tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].endswith("apt install libegl1")
    assert "Traceback" not in done.stderr


def test_that_a_refused_profile_gives_one_sentence_and_code_2(tmp_path: Path) -> None:
    profile = tmp_path / "bad.yaml"
    profile.write_text("assembly: {token_budget: 0}", encoding="utf-8")
    done = _start(_RUN.format(paths="[]", profile=f"Path({str(profile)!r})"), tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2
    assert "assembly.token_budget" in done.stderr
    assert "Traceback" not in done.stderr


def test_that_the_program_opens_its_window_and_ends_with_code_0(tmp_path: Path) -> None:
    code = "from PySide6.QtCore import QTimer\nfrom chunkstudio.gui import studio\n"
    code += "made = studio.application()\nQTimer.singleShot(400, made.closeAllWindows)\n"
    done = _start(code + _RUN.format(paths="[]", profile="None"), tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.rglob("crash.log"))


def test_that_the_first_window_loads_neither_the_engine_nor_the_evaluation(tmp_path: Path) -> None:
    """They are loaded in the background once the window can be seen, so that it can be seen soon."""
    code = f"""
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from chunkstudio.gui.studio import Studio, application
app = application()
folder = Path({str(tmp_path)!r})
studio = Studio(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat), folder)
studio.window.show()
app.processEvents()
heavy = ["numpy", "pymupdf", "tiktoken", "numba", "pyqtgraph", "chunkstudio.workspace.workspace"]
heavy += ["chunkstudio.retrieval.evaluation", "chunkstudio.chunking.pipeline", "chunkstudio.layout.document_pass"]
print("loaded:", *[name for name in heavy if name in sys.modules])
studio.end()
"""
    done = _start(code, tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "loaded:"
