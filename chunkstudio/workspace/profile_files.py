"""Profile versions as YAML files that say which version they are, so that a file that was changed since is noticed."""

from __future__ import annotations

import re
from pathlib import Path

from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError

_MARK = re.compile(r"# profile version ([0-9a-f]{8,64})\s*\n")


def marked_yaml(profile: Profile) -> str:
    """The profile as YAML with every setting; the first line names its hash."""
    return f"# profile version {profile.version}\n{profile.to_yaml()}"


def load_version(path: Path) -> Profile:
    """The profile of a file. Raises as ``Profile.load`` does, and ``bad_profile`` when it is not the version that it names."""
    try:
        profile = Profile.load(path)
    except ChunkStudioError as error:
        raise (error.about(path) if error.code == "bad_profile" else error) from None
    said = _MARK.match(path.read_text(encoding="utf-8"))
    if said is not None and said[1] != profile.version:
        raise ChunkStudioError(
            "bad_profile",
            f"{path} says that it is version {said[1]}, but its settings are version {profile.version}.",
            hint="It was changed after it was exported. Take its first line away to keep it as another version.",
        )
    return profile
