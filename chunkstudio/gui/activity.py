"""What the program is doing and has done: the status bar's progress and the list of events."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

Level = Literal["info", "ok", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Busy:
    """Work under way: ``text`` for people, ``done`` of ``total`` steps (total 0: unknown), and whether it can be cancelled."""

    text: str
    done: int = 0
    total: int = 0
    can_cancel: bool = True


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the activity list. ``at`` is in seconds since the epoch, ``seconds`` how long it took (0: unknown)."""

    level: Level
    text: str
    hint: str = ""
    document: str = ""
    seconds: float = 0.0
    at: float = field(default_factory=time.time)
