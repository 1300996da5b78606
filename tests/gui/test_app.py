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


def test_that_a_fault_while_the_window_is_made_or_shown_gives_one_sentence_and_code_2(tmp_path: Path) -> None:
    for broken in ("show", "_restore", "make_window"):
        code = f"""
from chunkstudio.gui import studio
def fail(*_, **__):
    raise ImportError("cannot import name 'lamp'")
if {broken!r} == "make_window":
    studio.MainWindow = fail
else:
    studio.Studio.{broken} = fail
"""
        done = _start(code + _RUN.format(paths="[]", profile="None"), tmp_path, QT_QPA_PLATFORM="offscreen")
        assert done.returncode == 2, (broken, done.stderr)
        said = [line for line in done.stderr.splitlines() if not line.startswith("This plugin")]
        assert len(said) == 1 and "cannot import name 'lamp'" in said[0], (broken, done.stderr)


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


def test_that_garbage_is_collected_again_only_after_every_other_thread_has_ended(tmp_path: Path) -> None:
    """A widget that is collected in the thread of a layout lane is deleted there, which ends the program with a crash."""
    sample = Path(__file__).parents[2] / "sample_docs" / "policy_manual.pdf"
    code = f"""
import gc, threading
from pathlib import Path
from PySide6.QtCore import QEventLoop, QSettings, QThread
from chunkstudio.gui.collector import Collector
from chunkstudio.gui.studio import Studio, application
app = application()
folder = Path({str(tmp_path)!r})
studio = Studio(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat), folder)
studio.show([Path({str(sample)!r})])
def ours():
    return [t.name for t in threading.enumerate() if t.name.startswith(("layout", "opening"))]
while "layout-lane" not in ours() or studio.session.current.info is None:
    app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
stop = Collector.stop
def tell(self):
    print("running:", *ours(), *(t.objectName() for t in studio.findChildren(QThread) if t.isRunning()))
    print("collecting:", gc.isenabled())
    stop(self)
Collector.stop = tell
studio.end()
print("collecting:", gc.isenabled())
"""
    done = _start(code, tmp_path, QT_QPA_PLATFORM="offscreen", CHUNKSTUDIO_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:3] == ["running:", "collecting: False", "collecting: True"]


def test_that_the_tokenizer_of_the_profile_is_read_before_the_window_is_there_to_be_held_up(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from PySide6.QtCore import QSettings
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.gui.main_window import MainWindow
from chunkstudio.gui.studio import Studio, application
app = application()
folder = Path({str(tmp_path)!r})
profile = Profile().replace({{"assembly.tokenizer": "o200k_base"}})
studio = Studio(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat), folder, profile)
show = MainWindow.showEvent
def tell(self, event):
    before = tokenizer_for.cache_info().misses
    tokenizer_for("o200k_base")
    print("read:", before, tokenizer_for.cache_info().misses)
    show(self, event)
MainWindow.showEvent = tell
studio.show()
studio.end()
"""
    done = _start(code, tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[0] == "read: 1 1"
