"""The profiles that ship with the program."""

from __future__ import annotations

import pytest

from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.resources import resource_path

NAMES = ["default", "small_chunks", "large_chunks", "plain_splitter_400_50", "peer_defaults", "seed"]


@pytest.mark.parametrize("name", NAMES)
def test_that_each_preset_loads_and_has_name_owner_and_purpose(name: str) -> None:
    profile = Profile.load(resource_path(f"profiles/{name}.yaml"))
    assert profile.name and profile.owner and profile.description
    assert Profile.from_yaml(profile.to_yaml()) == profile


def test_that_every_shipped_profile_is_listed_here() -> None:
    assert sorted(p.stem for p in resource_path("profiles").glob("*.yaml")) == sorted(NAMES)


def test_that_the_default_preset_is_the_default_profile() -> None:
    assert Profile.load(resource_path("profiles/default.yaml")).version == Profile().version


def test_that_the_seed_profile_has_the_lines_of_the_seed() -> None:
    context = Profile.load(resource_path("profiles/seed.yaml")).context
    assert context.document_summary and context.title and context.section_summary
    assert not context.heading_path


def test_that_endlessly_nested_yaml_is_refused() -> None:
    with pytest.raises(ChunkStudioError, match="not valid YAML") as caught:
        Profile.from_yaml("[" * 3000)
    assert caught.value.code == "bad_profile"
