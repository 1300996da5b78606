"""The wheel, built and installed where nothing else is: it starts, finds its resources, and cuts a document."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)], check=True, capture_output=True
    )
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "clean", with_pip=True)
    interpreter = folder / "clean" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [str(interpreter), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=900)
    return interpreter


def _run(python: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(folder)}
    return subprocess.run(
        [str(python), *arguments], capture_output=True, text=True, cwd=folder, env=env, timeout=300, check=False
    )


@pytest.mark.slow
def test_that_an_installed_wheel_starts_and_finds_its_files(python: Path, tmp_path: Path) -> None:
    assert _run(python, "-m", "chunkstudio", "--version", folder=tmp_path).stdout.startswith("chunkstudio ")
    names = ("profiles/seed.yaml", "LICENSE.txt", "sample_docs/policy_manual.pdf")
    script = f"from chunkstudio.resources import resource_path; print(all(resource_path(n).is_file() for n in {names!r}))"
    assert _run(python, "-c", script, folder=tmp_path).stdout.strip() == "True"


@pytest.mark.slow
def test_that_an_installed_wheel_cuts_a_sample(python: Path, tmp_path: Path) -> None:
    find = "from chunkstudio.resources import resource_path; print(resource_path('sample_docs/two_column_paper.pdf'))"
    sample = _run(python, "-c", find, folder=tmp_path).stdout.strip()
    done = _run(
        python,
        "-m",
        "chunkstudio",
        "chunk",
        sample,
        "--set",
        "layout.parser=fast",
        "--pages",
        "1",
        "--output",
        "x.json",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "x.json").stat().st_size > 1000


@pytest.mark.slow
def test_that_an_installed_wheel_shows_its_window(python: Path, tmp_path: Path) -> None:
    script = (
        "import sys\nfrom PySide6.QtCore import QTimer\nfrom PySide6.QtWidgets import QApplication\n"
        "from chunkstudio.gui import app\n"
        "def end():\n"
        "    seen = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w.isWindow()]\n"
        "    print('visible', len(seen), flush=True)\n"
        "    QApplication.closeAllWindows()\n"
        "    QApplication.quit()\n"
        "start = QApplication.exec\n"
        "def run(*_):\n"
        "    QTimer.singleShot(500, end)\n"
        "    return start()\n"
        "QApplication.exec = run\n"
        "sys.exit(app.run([]))\n"
    )
    done = _run(python, "-c", script, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "visible 1" in done.stdout
