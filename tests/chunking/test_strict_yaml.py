"""A key that stands twice is refused by its name in every YAML that people write: profiles, labels, question sets."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.strict_yaml import load_yaml
from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.questions import QuestionSet


def test_that_plain_yaml_reads_as_before() -> None:
    text = "a: &x {b: 1, c: [1, 2]}\nd: {<<: *x, b: 2}\n"
    assert load_yaml(text) == yaml.safe_load(text) == {"a": {"b": 1, "c": [1, 2]}, "d": {"b": 2, "c": [1, 2]}}


@pytest.mark.parametrize("text", ["assembly: {min_tokens: 1}\nassembly: {}\n", "assembly:\n  assembly: 1\n  assembly: 2\n"])
def test_that_a_profile_names_the_key_that_stands_twice(text: str) -> None:
    with pytest.raises(ChunkStudioError, match="the key assembly stands twice") as caught:
        Profile.from_yaml(text)
    assert caught.value.code == "bad_profile"


def test_that_labels_name_their_file_and_the_key() -> None:
    with pytest.raises(ChunkStudioError, match=r"The side file x.acl.yaml.*the key acl stands twice") as caught:
        DocumentAccess.from_yaml("acl: [a]\nacl: [b]\n", source="The side file x.acl.yaml")
    assert caught.value.code == "bad_acl"


def test_that_a_question_set_names_the_key(tmp_path: Path) -> None:
    path = tmp_path / "asked.yaml"
    path.write_text("schema: chunkstudio.questions/1\nname: a\nname: b\nquestions: []\n", encoding="utf-8")
    with pytest.raises(ChunkStudioError, match="the key name stands twice") as caught:
        QuestionSet.load(path)
    assert caught.value.code == "bad_argument"


@pytest.mark.parametrize("label", ["a\nb", "a\u2028b", "a\tb", "a\x07"])
def test_that_a_label_stands_on_one_line(label: str) -> None:
    with pytest.raises(ChunkStudioError, match="is not a label") as caught:
        DocumentAccess.parse([label])
    assert caught.value.code == "bad_acl"


def test_that_half_a_character_is_refused_before_it_is_written() -> None:
    with pytest.raises(ChunkStudioError, match="line 2 has half of a character") as caught:
        Profile.from_yaml('owner: a\nname: "x\\ud800"\n')
    assert caught.value.code == "bad_profile"
