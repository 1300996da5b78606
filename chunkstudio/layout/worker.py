"""The layout worker: ``python -m chunkstudio.layout.worker``. Reads requests from stdin, writes replies to stdout.

It ends at the end of stdin, so it cannot outlive the program that started it. What libraries print goes to stderr.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import sys
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout import protocol
from chunkstudio.layout.file_stamp import file_stamp, require_unchanged
from chunkstudio.layout.process_memory import give_back, steady_allocator
from chunkstudio.layout.worker_process import LIMIT_VARIABLE

if TYPE_CHECKING:
    from chunkstudio.layout.page_parsing import PageParsing
    from chunkstudio.layout.text_parsing import TextParsing

_MOST_OPEN = 4
_REQUESTS_BETWEEN_COLLECTIONS = 30
_REQUESTS_BETWEEN_SHRINKS = 120


class Worker:
    """Answers requests one after the other; keeps the few documents used last open."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, PageParsing | TextParsing] = OrderedDict()
        self._files: dict[str, protocol.Open] = {}

    def answer(self, request: protocol.Request) -> protocol.Reply:
        """The reply to one request; every expected failure is a ``Failed``."""
        try:
            return self._answer(request)
        except ChunkStudioError as error:
            return protocol.Failed(error.code, error.message, error.hint)
        except MemoryError:
            return protocol.Failed("page_failed", "There was not enough memory for this page.")
        except Exception as error:
            return protocol.Failed("page_failed", f"{type(error).__name__}: {error}")

    def _answer(self, request: protocol.Request) -> protocol.Reply:
        match request:
            case protocol.Warm():
                _warm(request.neural)
                return protocol.Done()
            case protocol.Open():
                return self._open_file(request)
            case protocol.ReadPage():
                parsing = self._document(request.key)
                page = parsing.parse(request.number, request.options)
                return protocol.PageRead(msgspec.Raw(protocol.encode_page(page)))
            case protocol.Render():
                return protocol.Painted(self._document(request.key).render(request.number, request.scale, request.clip))
            case protocol.Close():
                self._files.pop(request.key, None)
                self._drop(request.key)
                give_back()
                return protocol.Done()

    def _open_file(self, request: protocol.Open) -> protocol.Reply:
        stamp = file_stamp(Path(request.path))
        if any(request.stamp) and stamp != request.stamp:
            require_unchanged(Path(request.path), request.stamp)
        self._files[request.key] = msgspec.structs.replace(request, stamp=stamp)
        self._drop(request.key)
        return protocol.Opened(self._document(request.key).info(), stamp)

    def _document(self, key: str) -> PageParsing | TextParsing:
        from chunkstudio.layout.page_parsing import PageParsing
        from chunkstudio.layout.text_file import is_text_file
        from chunkstudio.layout.text_parsing import TextParsing

        file = self._files[key]
        require_unchanged(Path(file.path), file.stamp)
        if key not in self._open:
            while len(self._open) >= _MOST_OPEN:
                self._drop(next(iter(self._open)))
            self._open[key] = TextParsing(file.path) if is_text_file(file.path) else PageParsing(file.path, file.password)
        self._open.move_to_end(key)
        return self._open[key]

    def _drop(self, key: str) -> None:
        parsing = self._open.pop(key, None)
        if parsing is not None:
            parsing.close()


def _warm(neural: bool) -> None:
    import chunkstudio.layout.page_parsing

    if neural:
        chunkstudio.layout.page_parsing.load_neural()


def _private_stdout() -> BinaryIO:
    """The pipe to the program; file descriptor 1 is turned to stderr so that no library can write into the frames."""
    pipe = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(pipe.fileno(), os.O_BINARY)
        msvcrt.setmode(0, os.O_BINARY)
    return pipe


def _serve(out: BinaryIO) -> None:
    """Answer until stdin ends. A request that hangs ends the process, even when the program that would do it is gone."""
    worker, requests = Worker(), 0
    limit = float(os.environ.get(LIMIT_VARIABLE, "0") or 0)
    gc.disable()  # extraction makes thousands of small objects, none in cycles; searching for some took a fifth of the time
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        while (request := protocol.read_request(sys.stdin.buffer)) is not None:
            if limit > 0:
                faulthandler.dump_traceback_later(limit, exit=True, file=nowhere)
            reply = worker.answer(request)
            faulthandler.cancel_dump_traceback_later()
            protocol.write_message(out, reply)
            requests += 1
            if requests % _REQUESTS_BETWEEN_SHRINKS == 0:
                give_back()
            elif requests % _REQUESTS_BETWEEN_COLLECTIONS == 0:
                gc.collect()


def main() -> int:
    """Serve until stdin ends; 0 always, since the program learns of failures from the replies."""
    steady_allocator()
    out = _private_stdout()
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        _serve(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
