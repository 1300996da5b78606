"""PyMuPDF's page layout model with sessions that are made for a worker process.

The package opens its ONNX sessions with one thread per core, which spin while they wait: two workers then cost more
than they gain. Here each session gets one thread and never spins. The memory arena is on only for the image network,
whose input has one fixed size: there it saves the page faults of every run and stays at its first size, while the
graph network's arena would grow with the largest page seen. Without planned memory patterns the arena holds 85 MB less
at the same speed (measured: no arena 1.15 of the CPU and 430 MB, with patterns 1.0 and 610 MB, without 1.0 and 520 MB).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from chunkstudio.layout.pymupdf_import import import_pymupdf

Predict = Callable[..., list[dict[str, Any]]]
_FIXED_INPUT = "feature_imf"


@cache
def load_model() -> Predict:
    """The model's predict function (page, return_raw=..., edge_threshold=...); loaded once a process.

    Takes about .6 s and 90 MB. Raises ImportError where the installed pymupdf has no layout package.
    """
    pymupdf = import_pymupdf()
    if callable(getattr(pymupdf, "_get_layout", None)):
        pymupdf._get_layout = None  # loaded by somebody else with default sessions: let go of them
        for name in [n for n in sys.modules if n == "pymupdf.layout"]:
            del sys.modules[name]
    with _single_threaded_sessions():
        importlib.import_module("pymupdf.layout")
    predict: Predict = pymupdf._get_layout
    return predict


@contextmanager
def _single_threaded_sessions() -> Iterator[None]:
    """While open, every ONNX session gets one thread, no spinning, and the arena only for fixed input."""
    onnxruntime: Any = importlib.import_module("onnxruntime")
    plain = onnxruntime.InferenceSession

    class SingleThreaded(plain):  # type: ignore[misc,valid-type]  # a class, since the package annotates with it
        def __init__(self, path: object, sess_options: Any = None, providers: Any = None, **more: Any) -> None:
            options = sess_options or onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            options.inter_op_num_threads = 1
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            options.enable_cpu_mem_arena = _FIXED_INPUT in str(path)
            options.enable_mem_pattern = False
            super().__init__(path, options, providers=providers or ["CPUExecutionProvider"], **more)

    onnxruntime.InferenceSession = SingleThreaded
    try:
        yield
    finally:
        onnxruntime.InferenceSession = plain
