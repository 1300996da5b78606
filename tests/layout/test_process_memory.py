"""A layout process stays as small after many documents as after one."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from chunkstudio.layout import protocol
from chunkstudio.layout.worker_process import WorkerProcess
from tests.layout.made_pdfs import make_pdf, pymupdf

SIDE = 1024


def noise(seed: int) -> bytes:
    """A picture of some 3 MB of pixels that no other document shares."""
    grain = random.Random(seed).randbytes(SIDE * 32) * (SIDE * 3 // 32)
    return bytes(pymupdf.Pixmap(pymupdf.csRGB, SIDE, SIDE, grain, False).tobytes("jpg"))


def resident(process: WorkerProcess) -> int:
    """Resident memory of the process in kilobytes."""
    lines = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.skipif(sys.platform != "linux", reason="Resident memory is read from /proc, which only Linux has.")
def test_that_a_process_gives_back_what_closed_documents_used(tmp_path: Path) -> None:
    process = WorkerProcess(60.0)
    sizes = []
    try:
        for number in range(6):
            picture = noise(number)

            path = make_pdf(
                tmp_path / f"{number}.pdf", lambda page, stream=picture: page.insert_image(page.rect, stream=stream)
            )
            process.ask(protocol.Open(str(number), str(path)), 30.0)
            process.ask(protocol.Render(str(number), 1, 1.0), 30.0)
            process.ask(protocol.Close(str(number)), 30.0)
            sizes.append(resident(process))
    finally:
        process.end()
    assert max(sizes[1:]) <= 1.05 * sizes[0]
