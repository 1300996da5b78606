"""The one error type of the program: a code, a sentence for people, and what to do about it."""

from __future__ import annotations

from typing import Literal

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


class ChunkStudioError(Exception):
    """A failure that a user can act on.

    ``code`` is one of the documented codes, ``message`` one sentence that names the file or setting,
    ``hint`` one sentence that says what to do, and ``field`` the dotted profile field (or option) at fault.
    """

    def __init__(self, code: ErrorCode, message: str, *, hint: str = "", field: str | None = None) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.hint = hint
        self.field = field

    def as_dict(self) -> dict[str, str | None]:
        """The error as the command line prints it under ``"error"``."""
        return {"code": self.code, "message": self.message, "hint": self.hint, "field": self.field}

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Errors travel between processes; keyword arguments do not survive the default pickling."""
        return _rebuild, (self.code, self.message, self.hint, self.field)


def _rebuild(code: ErrorCode, message: str, hint: str, field: str | None) -> ChunkStudioError:
    return ChunkStudioError(code, message, hint=hint, field=field)
