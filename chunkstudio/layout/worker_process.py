"""One layout worker process as the program sees it: start it, ask it, end it; no Qt, no fork, no multiprocessing."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO, Literal, cast

import msgspec

from chunkstudio.layout import protocol

LOG_VARIABLE = "CHUNKSTUDIO_WORKER_LOG"
LIMIT_VARIABLE = "CHUNKSTUDIO_WORKER_LIMIT"
_SETTINGS = {
    "PYTHONIOENCODING": "utf-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime reports to its maker otherwise, from its import on
}
_BACKGROUND_NICE = 10
_PACKAGE_ROOT = str(Path(__file__).resolve().parents[2])


Reason = Literal["crashed", "timeout", "cancelled"]


class WorkerGoneError(Exception):
    """The process ended, or was ended, before it answered."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class WorkerProcess:
    """Starts on the first request and again after an end. One thread asks; any thread may call :meth:`end`.

    ``known`` are the keys of the documents that the running process was told of. In the ``background`` the process leaves
    the processor to the program that a person is waiting for.
    """

    def __init__(self, page_limit: float, *, background: bool = False) -> None:
        self._page_limit = page_limit
        self._background = background
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = threading.Lock()
        self._asking = False
        self._shut = False
        self._reason: Reason = "crashed"
        self.known: set[str] = set()

    @property
    def pid(self) -> int | None:
        """Process id while one runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def ask(self, request: protocol.Request, time_limit: float) -> protocol.Reply:
        """The reply to a request.

        Raises WorkerGoneError if the process crashes, is ended, was shut, or takes more than ``time_limit`` seconds.
        """
        process = self._running()
        timer = threading.Timer(time_limit, self.end, args=("timeout", process))
        timer.daemon = True
        timer.start()
        self._asking = True
        try:
            protocol.write_message(cast(BinaryIO, process.stdin), request)
            reply = protocol.read_reply(cast(BinaryIO, process.stdout))
        except (OSError, ValueError, msgspec.DecodeError):
            reply = None
        finally:
            self._asking = False
            timer.cancel()
        if reply is not None:
            return reply
        self.end("crashed", process)
        _close_streams(process)
        raise WorkerGoneError(self._reason)

    def end(self, reason: Reason = "cancelled", process: subprocess.Popen[bytes] | None = None) -> None:
        """End the process at once (only if it is still the given one) and wait until it is gone, so that files are free."""
        with self._guard:
            running = self._process
            if running is None or (process is not None and running is not process):
                return
            self._process = None
            self._reason = reason if running.poll() is None else "crashed"
            self.known = set()
            running.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.wait(5)
        if not self._asking:
            _close_streams(running)

    def shut(self) -> None:
        """End the process for good: a request that comes after this, or was about to start one, is refused."""
        with self._guard:
            self._shut = True
        self.end("cancelled")

    def _running(self) -> subprocess.Popen[bytes]:
        with self._guard:
            if self._shut:
                raise WorkerGoneError("cancelled")
            if self._process is None or self._process.poll() is not None:
                self.known = set()
                self._reason = "crashed"
                self._process = _start(self._page_limit, self._background)
            return self._process


def _start(page_limit: float, background: bool) -> subprocess.Popen[bytes]:
    """A new worker, in a process group of its own so that Ctrl-C in a terminal reaches the program only.

    Not in a session of its own: Linux shares the processor out by sessions first, and a low priority counts within one.
    """
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (_PACKAGE_ROOT, environment.get("PYTHONPATH", ""))))
    environment |= _SETTINGS
    environment[LIMIT_VARIABLE] = str(page_limit + 15)
    log = os.environ.get(LOG_VARIABLE)
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    if background:
        flags |= getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
    with contextlib.ExitStack() as stack:
        errors = stack.enter_context(Path(log).open("ab")) if log else subprocess.DEVNULL
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "chunkstudio.layout.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            process_group=None if sys.platform == "win32" else 0,
            creationflags=flags,
        )
    if background and sys.platform != "win32":
        with contextlib.suppress(OSError):  # it works all the same, only not as politely
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + _BACKGROUND_NICE)
    return process


def _close_streams(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()
