"""The single door to the files that ship with the program (profiles, licence, sample documents)."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_path(name: str) -> Path:
    """Absolute path of a shipped file or folder, e.g. ``profiles/seed.yaml`` or ``sample_docs``.

    In a wheel the files lie inside the package; in a checkout they lie beside it.
    Raises FileNotFoundError when nothing of that name is shipped.
    """
    checkout = _PACKAGE.parent
    for candidate in (_PACKAGE / "_resources" / name, checkout / "resources" / name, checkout / name):
        if candidate.exists():
            return candidate
    raise FileNotFoundError(f"ChunkStudio ships no file named {name}")
