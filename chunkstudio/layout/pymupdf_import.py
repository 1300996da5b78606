"""How PyMuPDF comes into a worker process: without its layout model, which is loaded only where a page needs it.

A plain ``import pymupdf`` pulls in pymupdf4llm and opens three ONNX sessions with default threads: about 1 s of CPU
and 90 MB that a process which reads text or paints pages never uses. Measured lean: .16 s and 47 MB.
"""

from __future__ import annotations

import sys
from typing import Any

_WITHHELD = ("pymupdf.layout", "pymupdf4llm")


def import_pymupdf() -> Any:
    """The pymupdf module, imported without layout model and without pymupdf4llm; both stay importable afterwards.

    Call it instead of ``import pymupdf``, before anything else in the process imports it. A later call costs nothing.
    """
    if "pymupdf" in sys.modules:
        return sys.modules["pymupdf"]
    withheld = [name for name in _WITHHELD if name not in sys.modules]
    for name in withheld:
        sys.modules[name] = None  # type: ignore[assignment]  # Python's own way to make an import fail
    try:
        import pymupdf
    finally:
        for name in withheld:
            del sys.modules[name]
    module: Any = pymupdf
    module.no_recommend_layout()  # it would print an advertisement to stdout
    return module
