"""The one error type of the program: a code, a sentence for people, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

ErrorCode = Literal[
    "not_found",
    "cannot_read",
    "cannot_write",
    "changed",
    "cancelled",
    "encrypted",
    "wrong_password",
    "not_a_pdf",
    "empty_file",
    "damaged",
    "no_pages",
    "missing_acl",
    "bad_acl",
    "bad_profile",
    "timeout",
    "crashed",
    "bad_argument",
]


@dataclass(frozen=True, slots=True)
class FieldFault:
    """One refused setting: its dotted name, why, what is allowed in words (empty: any text), and what was given as JSON."""

    field: str
    message: str
    allowed: str = ""
    given: str = ""


class ChunkStudioError(Exception):
    """A failure that a user can act on.

    ``code`` is one of the documented codes, ``message`` one sentence that names the file or setting,
    ``hint`` says what to do, and ``field`` is the dotted profile field (or option) at fault. Where settings are refused,
    ``faults`` has each of them; of several, the hint has a line for each, and ``field`` is the first's.
    """

    def __init__(
        self, code: ErrorCode, message: str, *, hint: str = "", field: str | None = None, faults: Sequence[FieldFault] = ()
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.hint = hint
        self.field = field
        self.faults = tuple(faults)

    def as_dict(self) -> dict[str, Any]:
        """The error as the command line prints it under ``"error"``; ``faults`` only where settings are refused."""
        out: dict[str, Any] = {"code": self.code, "message": self.message, "hint": self.hint, "field": self.field}
        return out | {"faults": [asdict(f) for f in self.faults]} if self.faults else out

    def about(self, source: object) -> ChunkStudioError:
        """The same error with what it is about before the message."""
        return type(self)(self.code, f"{source}: {self.message}", hint=self.hint, field=self.field, faults=self.faults)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Errors travel between processes; keyword arguments do not survive the default pickling."""
        return _rebuild, (self.code, self.message, self.hint, self.field, self.faults)


def reason_of(error: Exception) -> str:
    """Why a file could not be read or written, in words that end a sentence: without numbers and names of classes."""
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[:1].lower() + error.strerror[1:]
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    return str(error)


def _rebuild(
    code: ErrorCode, message: str, hint: str, field: str | None, faults: tuple[FieldFault, ...] = ()
) -> ChunkStudioError:
    return ChunkStudioError(code, message, hint=hint, field=field, faults=faults)
