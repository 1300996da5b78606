"""What is wrong with settings, in words: every fault with its field, what is allowed there, and what was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from chunkstudio.chunking.strict_yaml import shown
from chunkstudio.errors import ChunkStudioError, FieldFault

TOGETHER = "together"
"""Type of the validation error of a part whose settings do not fit together; its context has words and value by name."""

_SEE = "See chunkstudio profile show."
_NO_SETTING = "is no setting"
NOT_ALLOWED = "is not allowed"
"""Message of a fault of which the allowed range says all."""

_OWN_WORDS = {
    "greater_than_equal": NOT_ALLOWED,
    "less_than_equal": NOT_ALLOWED,
    "literal_error": NOT_ALLOWED,
    "model_type": "must be a mapping of settings",
    "string_type": "must be text (put it in quotes)",
}


def faults_of(error: ValidationError) -> tuple[FieldFault, ...]:
    """Every fault that a validation found, in the profile's order."""
    return tuple(fault for found in error.errors(include_url=False) for fault in _faults(found))


def no_setting(path: str) -> FieldFault:
    """The fault of a name that no setting has."""
    return FieldFault(path, _NO_SETTING)


def refusal(faults: Sequence[FieldFault]) -> ChunkStudioError:
    """``bad_profile`` with all faults: of a single one the sentence is the message, of several each is a line of the hint."""
    first = faults[0]
    if len(faults) == 1:
        return ChunkStudioError("bad_profile", _sentence(first), hint=_hint(first), field=first.field, faults=faults)
    lines = [" ".join((_sentence(f), _hint(f))) for f in faults]
    message = f"{len(faults)} settings are refused."
    return ChunkStudioError("bad_profile", message, hint="\n".join(lines), field=first.field, faults=faults)


def allowed_range(path: str) -> str:
    """What a setting allows, in words such as ``a whole number from 1 to 32000``; empty for free text."""
    from chunkstudio.chunking.profile_fields import profile_fields

    return next((f.allowed for f in profile_fields() if f.path == path), "")


def _faults(found: Any) -> Iterator[FieldFault]:
    path, kind, given = ".".join(str(part) for part in found["loc"]), found["type"], found["input"]
    if kind == TOGETHER:
        for name, (message, value) in found["ctx"].items():
            yield FieldFault(f"{path}.{name}", message, allowed_range(f"{path}.{name}"), shown(value))
    elif kind == "extra_forbidden":
        yield no_setting(path)
    else:
        message = _OWN_WORDS.get(kind, found["msg"][:1].lower() + found["msg"][1:])
        yield FieldFault(path, message, allowed_range(path), shown(given))


def _sentence(fault: FieldFault) -> str:
    if fault.message == _NO_SETTING:
        return f"There is no setting {fault.field}."
    name = fault.field or "The profile"
    if fault.message == NOT_ALLOWED:
        return f"{name}: {fault.given} {fault.message}."
    return f"{name}: {fault.message}, not {fault.given}."


def _hint(fault: FieldFault) -> str:
    if fault.allowed:
        return f"Allowed: {fault.allowed}."
    meant = _meant(fault.field) if fault.message == _NO_SETTING else ""
    return f"Did you mean {meant}?" if meant else _SEE


def _meant(path: str) -> str:
    """The setting whose name is like one that no setting has; empty where none is."""
    from chunkstudio.chunking.profile_fields import profile_fields

    paths = [f.path for f in profile_fields()]
    last = path.rpartition(".")[2]
    same = [known for known in paths if known.rpartition(".")[2] == last]
    return (same if len(same) == 1 else [*get_close_matches(path, paths, 1, 0.8), ""])[0]
