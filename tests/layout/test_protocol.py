"""Frames on a pipe: whole messages or none, and typed errors that survive the way."""

from __future__ import annotations

import io

import pytest

from chunkstudio.layout import protocol
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_image import PageImage


@pytest.mark.parametrize(
    "request_message",
    [
        protocol.Warm(neural=True),
        protocol.Open("d1", "/tmp/ä 港.pdf", "pass", (3, 4)),
        protocol.ReadPage("d1", 7, LayoutOptions(parser="fast", language="de")),
        protocol.Render("d1", 2, 1.5, (0.0, 1.0, 2.0, 3.0)),
        protocol.Close("d1"),
    ],
)
def test_that_requests_arrive_as_they_were_sent(request_message: protocol.Request) -> None:
    pipe = io.BytesIO()
    protocol.write_message(pipe, request_message)
    protocol.write_message(pipe, protocol.Close("next"))
    pipe.seek(0)
    assert protocol.read_request(pipe) == request_message
    assert protocol.read_request(pipe) == protocol.Close("next")
    assert protocol.read_request(pipe) is None


def test_that_pixels_arrive_whole() -> None:
    pipe = io.BytesIO()
    image = PageImage(2, 2, 6, bytes(range(12)), 1.25)
    protocol.write_message(pipe, protocol.Painted(image))
    pipe.seek(0)
    assert protocol.read_reply(pipe) == protocol.Painted(image)


@pytest.mark.parametrize("length", [0, 2, 5, 9])
def test_that_a_frame_cut_off_is_the_end(length: int) -> None:
    pipe = io.BytesIO()
    protocol.write_message(pipe, protocol.Failed("damaged", "a.pdf is damaged.", "Fetch it again."))
    assert protocol.read_reply(io.BytesIO(pipe.getvalue()[:length])) is None


def test_that_a_failure_becomes_the_typed_error() -> None:
    error = protocol.error_of(protocol.Failed("encrypted", "a.pdf is protected.", "Give its password."))
    assert (error.code, error.message, error.hint) == ("encrypted", "a.pdf is protected.", "Give its password.")
