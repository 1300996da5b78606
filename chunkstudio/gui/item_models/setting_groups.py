"""The order in which the editor shows the settings: the profile's own groups, what people tune most at the top."""

from __future__ import annotations

from dataclasses import dataclass

from chunkstudio.chunking.profile_fields import ProfileField, profile_fields

_ORDER = ("What counts as a boundary", "Keep together", "Where to cut", "Tables and sections")
_MOVED = {
    "assembly.table_mode": "Tables and sections",
    "assembly.respect_section_starts": "Tables and sections",
    "assembly.merge_small_chunks": "Tables and sections",
}
_FIRST = ("assembly.threshold",)


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """A heading of the editor and its settings."""

    title: str
    fields: tuple[ProfileField, ...]


def setting_groups() -> tuple[SettingGroup, ...]:
    """All settings, each once; a new profile field appears in its own group without a change here."""
    groups: dict[str, list[ProfileField]] = {title: [] for title in _ORDER}
    later: dict[str, list[ProfileField]] = {}
    for field in profile_fields():
        title = _MOVED.get(field.path, field.group)
        (groups if title in groups else later).setdefault(title, []).append(field)
    named = later.pop("Profile", None)
    ordered = {**groups, **later, **({"Profile": named} if named else {})}
    return tuple(SettingGroup(t, tuple(sorted(f, key=_rank))) for t, f in ordered.items() if f)


def _rank(field: ProfileField) -> tuple[int, int]:
    """Named ones first, then sliders, choices, texts and check boxes, each in the profile's order."""
    kinds = ("real", "count", "choice", "text", "flag")
    kind = 0 if field.kind in ("real", "count") else kinds.index(field.kind)
    return (0 if field.path in _FIRST else 1, kind)


def choice_label(value: str) -> str:
    """A choice as a button's word: capital at the start, known short forms as they are written."""
    return {"html": "HTML", "bm25": "BM25"}.get(value, value[:1].upper() + value[1:])
