"""The profile's settings as a flat list with label, help, kind and range: what the editor and error texts are built from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from chunkstudio.chunking.profile import Profile

FieldKind = Literal["count", "real", "flag", "choice", "text"]

_GROUPS = {
    "weights": "What counts as a boundary",
    "assembly": "Where to cut",
    "context": "Context lines",
    "layout": "Layout",
    "headings": "Headings",
    "units": "Units",
    "layers": "Layers",
    "summaries": "Summaries",
    "retrieval": "Retrieval",
    "": "Profile",
}


@dataclass(frozen=True, slots=True)
class ProfileField:
    """One setting: dotted ``path``, ``label``, ``help``, ``group`` title, ``kind``, default, and its range or choices."""

    path: str
    label: str
    help: str
    group: str
    kind: FieldKind
    default: Any
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    optional: bool = False
    keeps: bool = False
    form: str = ""

    @property
    def allowed(self) -> str:
        """The range in words; empty for free text, ``form`` for a text of a certain form."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "flag":
            return "true or false"
        if self.kind == "text":
            return self.form
        noun = "a whole number" if self.kind == "count" else "a number"
        words = f"{noun} from {self.minimum:g} to {self.maximum:g}"
        return f"{words}, or none" if self.optional else words


@cache
def profile_fields() -> tuple[ProfileField, ...]:
    """All settings in the order of the profile."""
    out: list[ProfileField] = []
    for name, info in Profile.model_fields.items():
        if isinstance(info.default, BaseModel):
            part = type(info.default)
            out += [_describe(f"{name}.{f.alias or key}", f, name) for key, f in part.model_fields.items()]
        else:
            out.append(_describe(name, info, ""))
    return tuple(out)


def setting_label(path: str) -> str:
    """What people read of a setting, with its group where another one is called the same; else its path."""
    found = next((f for f in profile_fields() if f.path == path), None)
    if found is None:
        return path
    alone = sum(f.label == found.label for f in profile_fields()) == 1
    return found.label if alone else f"{found.label} ({found.group.lower()})"


def _describe(path: str, info: FieldInfo, part: str) -> ProfileField:
    from chunkstudio.chunking.signal_specs import SIGNALS

    kind, choices, optional = _kind(info.annotation)
    low = next((float(m.ge) for m in info.metadata if isinstance(m, annotated_types.Ge)), None)  # type: ignore[arg-type]
    high = next((float(m.le) for m in info.metadata if isinstance(m, annotated_types.Le)), None)  # type: ignore[arg-type]
    more = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    keeps = part == "weights" and any(s.keeps and path == f"weights.{s.name}" for s in SIGNALS)
    return ProfileField(
        path=path,
        label=info.title or path,
        help=info.description or "",
        group="Keep together" if keeps else _GROUPS[part],
        kind=kind,
        default=info.default,
        minimum=low,
        maximum=high,
        choices=choices,
        optional=optional,
        keeps=keeps,
        form=str(more.get("allowed", "")),
    )


def _kind(annotation: Any) -> tuple[FieldKind, tuple[str, ...], bool]:
    """Kind, choices and whether none is allowed, from a field's type."""
    if get_origin(annotation) is Literal:
        return "choice", tuple(str(c) for c in get_args(annotation)), False
    if annotation is bool:
        return "flag", (), False
    if annotation is int:
        return "count", (), False
    if annotation is float:
        return "real", (), False
    inner = [a for a in get_args(annotation) if a is not type(None)]
    if type(None) in get_args(annotation) and inner:
        base = get_args(inner[0])[0] if get_origin(inner[0]) is not None else inner[0]
        return _kind(base)[0], (), True
    return "text", (), False
