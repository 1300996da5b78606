"""Shipped profiles, by name: the presets that the profile menu offers."""

from __future__ import annotations

from functools import cache

from chunkstudio.chunking.profile import Profile
from chunkstudio.resources import resource_path


@cache
def profile_presets() -> tuple[Profile, ...]:
    """The shipped profiles with the default first, then by file name. Raises ChunkStudioError if one is broken."""
    try:
        folder = resource_path("profiles")
    except FileNotFoundError:
        return (Profile(),)
    shipped = [Profile.load(path) for path in sorted(folder.glob("*.yaml"))]
    rest = [p for p in shipped if p.version != Profile().version]
    default = next((p for p in shipped if p.version == Profile().version), Profile())
    return (default, *rest)


def version_words(profile: Profile, baseline: Profile) -> str:
    """How the version of a draft is named: the first four signs of its hash, or ``draft on 4c1e`` when it is changed."""
    if profile == baseline:
        return profile.version[:4]
    return f"draft on {baseline.version[:4]}"
