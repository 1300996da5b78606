"""Pixels of a page as they travel from the worker to the window."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageImage:
    """Pixels of a page or of a part of it: ``rgb`` has ``stride`` bytes a row and 3 bytes a pixel.

    ``scale`` is pixels per point; it may be lower than asked where the page is huge. An image without pixels has width 0.
    """

    width: int
    height: int
    stride: int
    rgb: bytes
    scale: float = 1.0
