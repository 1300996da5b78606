"""The pool: a crash or a slow page costs that page, closing frees the file, and nothing outlives the program."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.cache import PageCache
from chunkstudio.layout.job_queue import Job, JobQueue, Work
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.pool import LayoutPool
from chunkstudio.layout.protocol import Close, Warm
from tests.layout.made_pdfs import FAST, make_pdf, numbered, write


@pytest.fixture
def pool() -> Iterator[LayoutPool]:
    made = LayoutPool(1, cache=False)
    yield made
    made.shutdown()


def _until(holds: Callable[[], bool], seconds: float) -> bool:
    """Whether something comes true within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.01)
    return holds()


def _slow_page(page: Any) -> None:
    """A page whose extraction takes about a second: a hundred thousand tiny strokes, written straight into its content."""
    page.insert_text((72, 100), "Strokes")
    strokes = b"".join(b"%d %d m %d %d l S\n" % (i % 500, i % 700, i % 500 + 1, i % 700 + 1) for i in range(100_000))
    page.parent.update_stream(page.get_contents()[0], strokes)


def test_that_pages_come_in_any_number_and_keep_their_numbers(tmp_path: Path, pool: LayoutPool) -> None:
    document = pool.open(make_pdf(tmp_path / "a.pdf", *numbered(12)))
    pages = [future.result() for future in [pool.submit_page(document, n, FAST) for n in range(1, 13)]]
    assert [page.number for page in pages] == list(range(1, 13))
    assert all(page.lines[0].text.startswith(f"Page number {page.number} ") for page in pages)
    assert not any(page.failed for page in pages)


def test_that_the_program_itself_never_imports_pymupdf(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", *numbered(1))
    script = f"""
        import sys
        from chunkstudio.layout.opening import open_document
        from chunkstudio.layout.options import LayoutOptions
        layout = open_document({str(path)!r}, options=LayoutOptions(parser="fast"))
        print(len(layout.pages), sorted(m for m in sys.modules if m in ("pymupdf", "onnxruntime", "PySide6")))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=True, env=_environment()
    )
    assert done.stdout.strip() == "1 []"


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "CHUNKSTUDIO_CACHE": "off"}


def test_that_a_crash_costs_at_most_one_page_and_the_next_ones_come(tmp_path: Path, pool: LayoutPool) -> None:
    document = pool.open(make_pdf(tmp_path / "a.pdf", *numbered(30)))
    futures = [pool.submit_page(document, n, FAST) for n in range(1, 31)]
    futures[3].result()
    psutil.Process(pool.process_ids[0]).kill()
    pages = [future.result(30) for future in futures]
    failed = [page for page in pages if page.failed]
    assert len(failed) <= 1
    assert all([w.code for w in page.warnings] == ["page_failed"] and page.width == 595 for page in failed)
    assert not pool.submit_page(document, 1, FAST).result(30).failed


def test_that_a_page_which_cannot_be_handed_on_costs_that_page_and_no_lane(tmp_path: Path) -> None:
    class OddCache(PageCache):
        def put(self, *_: object) -> None:
            if self.odd:
                self.odd -= 1
                raise RuntimeError("odd")

        odd = 4

    pool = LayoutPool(1, cache=OddCache(tmp_path / "cache"))
    try:
        document = pool.open(make_pdf(tmp_path / "a.pdf", *numbered(20)))
        pages = [f.result(20) for f in [pool.submit_page(document, n, FAST) for n in range(1, 21)]]
    finally:
        pool.shutdown()
    failed = [page for page in pages if page.failed]
    assert [page.number for page in pages] == list(range(1, 21))
    assert len(failed) == 4 and all("odd" in page.warnings[0].message for page in failed)


def test_that_a_page_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    pool = LayoutPool(1, time_limit=0.01, cache=False)
    try:
        document = pool.open(make_pdf(tmp_path / "a.pdf", _slow_page, write("Short")))
        page = pool.submit_page(document, 1, FAST).result(30)
        assert page.failed
        assert "too long" in page.warnings[0].message
    finally:
        pool.shutdown()


def test_that_closing_frees_the_file_within_a_second(tmp_path: Path, pool: LayoutPool) -> None:
    path = make_pdf(tmp_path / "a.pdf", *([_slow_page] * 6))
    document = pool.open(path)
    futures = [pool.submit_page(document, n, FAST) for n in range(1, 7)]
    _until(lambda: futures[0].running(), 5)
    pool.close(document)
    assert _until(lambda: not _holders(pool, path), 1.0)
    assert _until(lambda: all(future.done() for future in futures), 2.0)


def _holders(pool: LayoutPool, path: Path) -> list[int]:
    """The worker processes that have the file open now."""
    out = []
    for pid in pool.process_ids:
        try:
            out += [pid for file in psutil.Process(pid).open_files() if Path(file.path) == path.resolve()]
        except psutil.Error:
            continue
    return out


def test_that_closing_one_document_spares_the_pages_of_another(tmp_path: Path, pool: LayoutPool) -> None:
    slow = pool.open(make_pdf(tmp_path / "a.pdf", *([_slow_page] * 3)))
    other = pool.open(make_pdf(tmp_path / "b.pdf", *numbered(3)))
    futures = [pool.submit_page(slow, n, FAST, priority=5) for n in (1, 2, 3)]
    kept = [pool.submit_page(other, n, FAST) for n in (1, 2, 3)]
    _until(lambda: futures[0].running(), 5)
    pool.close(slow)
    assert not any(future.result(30).failed for future in kept)


def test_that_images_come_while_pages_wait(tmp_path: Path, pool: LayoutPool) -> None:
    document = pool.open(make_pdf(tmp_path / "a.pdf", *numbered(60)))
    pages = [pool.submit_page(document, n, FAST) for n in range(1, 61)]
    image = pool.submit_image(document, 30, 1.0).result(30)
    assert (image.width, image.height) == (595, 842)
    assert len(pages) == 60
    with pytest.raises(ChunkStudioError):
        pool.submit_image(document, 99, 1.0).result(30)


def test_that_cancelled_pages_never_run(tmp_path: Path, pool: LayoutPool) -> None:
    document = pool.open(make_pdf(tmp_path / "a.pdf", *([_slow_page] * 2), *numbered(20)))
    futures = [pool.submit_page(document, n, FAST) for n in range(1, 23)]
    _until(lambda: futures[0].running(), 5)
    pool.cancel(document)
    assert all(future.cancelled() for future in futures[4:])


def test_that_after_a_shutdown_nothing_runs_and_futures_are_cancelled(tmp_path: Path) -> None:
    pool = LayoutPool(1, cache=False)
    document = pool.open(make_pdf(tmp_path / "a.pdf", *numbered(2)))
    ids = pool.process_ids
    pool.shutdown()
    pool.shutdown()
    assert not any(psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE for pid in ids)
    assert pool.submit_page(document, 1, FAST).cancelled()


@pytest.mark.parametrize("ending", ["", "import os; os._exit(3)", "raise SystemExit(0)"])
def test_that_no_worker_outlives_the_program(tmp_path: Path, ending: str) -> None:
    path = make_pdf(tmp_path / "a.pdf", *numbered(2))
    script = f"""
        from chunkstudio.layout.pool import LayoutPool
        from chunkstudio.layout.options import LayoutOptions
        pool = LayoutPool(1, cache=False)
        document = pool.open({str(path)!r})
        pool.submit_page(document, 1, LayoutOptions(parser="fast")).result()
        print(*pool.process_ids, flush=True)
        {ending}
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, env=_environment())
    ids = [int(pid) for pid in done.stdout.split()]
    assert ids
    assert _until(lambda: not any(psutil.pid_exists(pid) for pid in ids), 5)


def test_that_a_worker_ends_with_its_input_and_keeps_its_output_clean() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "chunkstudio.layout.worker"], input=b"", capture_output=True, timeout=60, env=_environment()
    )
    assert (done.returncode, done.stdout) == (0, b"")


def _job(work: Work, number: int, priority: int = 0, key: str = "d") -> Job:
    from concurrent.futures import Future

    return Job(work, key, number, Close(key), Future(), priority, LayoutOptions())


def test_that_jobs_go_by_priority_then_nearness_then_age() -> None:
    queue = JobQueue()
    for number, priority in ((1, 0), (9, 0), (5, 0), (3, 2), (4, 2)):
        queue.put(_job("slow", number, priority))
    queue.see("d", (8,))
    taken = [queue.take(("slow", "fast"), 1) for _ in range(5)]
    assert [job.number for job in taken if isinstance(job, Job)] == [4, 3, 9, 5, 1]


def test_that_the_document_in_view_goes_before_the_others() -> None:
    queue = JobQueue()
    queue.put(_job("fast", 1, key="other"))
    queue.put(_job("fast", 40, key="seen"))
    queue.see("seen", (1, 2))
    first = queue.take(("fast",), 1)
    assert isinstance(first, Job)
    assert first.key == "seen"


def test_that_each_lane_gets_its_own_work_and_what_it_was_told_first() -> None:
    queue = JobQueue()
    queue.put(_job("quick", 1))
    queue.put(_job("slow", 2))
    queue.tell(7, Warm())
    assert queue.take(("slow", "fast"), 7) == Warm()
    slow = queue.take(("slow", "fast"), 7)
    quick = queue.take(("quick", "fast"), 8)
    assert isinstance(slow, Job)
    assert isinstance(quick, Job)
    assert (slow.number, quick.number) == (2, 1)
    assert queue.close() == []
    assert queue.take(("quick",), 8) is None


def test_that_memory_stays_level_over_many_opens(tmp_path: Path, pool: LayoutPool) -> None:
    path = make_pdf(tmp_path / "a.pdf", *numbered(20))
    sizes = []
    for _ in range(40):
        document = pool.open(path)
        for future in [pool.submit_page(document, n, FAST) for n in range(1, 21)]:
            future.result()
        pool.close(document)
        sizes.append(sum(psutil.Process(pid).memory_info().rss for pid in pool.process_ids[:1]))
    assert sizes[-1] < sizes[9] * 1.05


def test_that_workers_report_to_nobody(tmp_path: Path, pool: LayoutPool) -> None:
    document = pool.open(make_pdf(tmp_path / "a.pdf", *numbered(1)))
    assert psutil.Process(pool.process_ids[0]).environ()["ORT_DISABLE_TELEMETRY"] == "1"
    pool.close(document)


@pytest.mark.skipif(sys.platform == "win32", reason="priority classes are set at the start there")
def test_that_background_workers_leave_the_processor_to_the_program(tmp_path: Path) -> None:
    """A lower number goes first; within one session, since Linux shares the processor out by sessions before."""
    pool = LayoutPool(1, cache=False, background=True)
    try:
        pool.open(make_pdf(tmp_path / "a.pdf", *numbered(1)))
        (pid,) = pool.process_ids
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getsid(pid) == os.getsid(0)
        assert os.getpgid(pid) != os.getpgid(0)  # Ctrl-C in a terminal reaches the program only
    finally:
        pool.shutdown()


@pytest.mark.skipif(sys.platform == "win32", reason="priority classes are set at the start there")
def test_that_workers_of_a_command_run_at_its_own_priority(tmp_path: Path, pool: LayoutPool) -> None:
    pool.open(make_pdf(tmp_path / "a.pdf", *numbered(1)))
    assert [os.getpriority(os.PRIO_PROCESS, pid) for pid in pool.process_ids] == [os.getpriority(os.PRIO_PROCESS, 0)]
