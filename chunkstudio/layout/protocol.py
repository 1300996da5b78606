"""The messages between the program and its layout workers, and how they are framed on a pipe.

A frame is four bytes of length (little endian) and one msgpack message. Only values of ``layout.model`` travel.
"""

from __future__ import annotations

import struct
from typing import BinaryIO

import msgspec

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.model import DocumentInfo, ParsedPage, Rect
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_image import PageImage

_LENGTH = struct.Struct("<I")
_LONGEST = 1 << 31


class Warm(msgspec.Struct, tag=True, frozen=True):
    """Import what later requests need; ``neural`` loads the layout model as well."""

    neural: bool = False


class Open(msgspec.Struct, tag=True, frozen=True):
    """Open a file under a key. ``stamp`` is its size and time of change when first opened, (0, 0) if that is now."""

    key: str
    path: str
    password: str | None = None
    stamp: tuple[int, int] = (0, 0)


class ReadPage(msgspec.Struct, tag=True, frozen=True):
    """Parse one page (from 1) of an open document."""

    key: str
    number: int
    options: LayoutOptions


class Render(msgspec.Struct, tag=True, frozen=True):
    """Paint one page, or the part ``clip`` of it in displayed points, at ``scale`` pixels per point."""

    key: str
    number: int
    scale: float
    clip: Rect | None = None


class Close(msgspec.Struct, tag=True, frozen=True):
    """Free the file of a document; unknown keys are no error."""

    key: str


class Done(msgspec.Struct, tag=True, frozen=True):
    """Answer to Warm and Close."""


class Opened(msgspec.Struct, tag=True, frozen=True):
    """Answer to Open."""

    info: DocumentInfo
    stamp: tuple[int, int]


class PageRead(msgspec.Struct, tag=True, frozen=True):
    """Answer to ReadPage: a ParsedPage, still encoded, so that it can be stored as it is."""

    page: msgspec.Raw


class Painted(msgspec.Struct, tag=True, frozen=True):
    """Answer to Render."""

    image: PageImage


class Failed(msgspec.Struct, tag=True, frozen=True):
    """Answer to anything that failed with a typed error; ``code`` is an ErrorCode or a warning code."""

    code: str
    message: str
    hint: str = ""


Request = Warm | Open | ReadPage | Render | Close
Reply = Done | Opened | PageRead | Painted | Failed

_encoder = msgspec.msgpack.Encoder()
_request_decoder = msgspec.msgpack.Decoder(Request)
_reply_decoder = msgspec.msgpack.Decoder(Reply)
_page_decoder = msgspec.msgpack.Decoder(ParsedPage)


def encode_page(page: ParsedPage) -> bytes:
    """A page as msgpack, as the pipe and the cache carry it."""
    return _encoder.encode(page)


def decode_page(data: bytes | msgspec.Raw) -> ParsedPage:
    """The way back; raises msgspec.DecodeError (or its ValidationError) for anything else."""
    return _page_decoder.decode(data)


def write_message(stream: BinaryIO, message: Request | Reply) -> None:
    """Write one frame and flush. Raises OSError when the other side is gone."""
    data = _encoder.encode(message)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def read_request(stream: BinaryIO) -> Request | None:
    """The next request, or None at the end of the stream."""
    data = _read_frame(stream)
    return None if data is None else _request_decoder.decode(data)


def read_reply(stream: BinaryIO) -> Reply | None:
    """The next reply, or None when the worker is gone."""
    data = _read_frame(stream)
    return None if data is None else _reply_decoder.decode(data)


def _read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    length = _LENGTH.unpack(head)[0]
    if length > _LONGEST:
        return None
    data = stream.read(length)
    return data if len(data) == length else None


def error_of(failed: Failed) -> ChunkStudioError:
    """The typed error that a worker reported."""
    return ChunkStudioError(failed.code, failed.message, hint=failed.hint)  # type: ignore[arg-type]  # the worker sends codes only
