"""Refused settings: all of them at once, each with its name, what is allowed and what was given."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.profile_fields import profile_fields
from chunkstudio.errors import ChunkStudioError

WRONG: dict[str, Any] = {
    "layout": {"parser": "slow", "edge_threshold": float("nan"), "language": "../../etc"},
    "assembly": {"token_budget": 0, "min_tokens": 2.5, "overlap_tokens": True, "nonsense": 1},
    "weights": {"box": -1},
    "units": None,
}


def refused(data: object) -> ChunkStudioError:
    with pytest.raises(ChunkStudioError) as caught:
        Profile.parse(data)
    assert caught.value.code == "bad_profile"
    return caught.value


def test_that_every_wrong_setting_is_named_with_its_range_and_the_value() -> None:
    error = refused(WRONG)
    assert {f.field: (f.allowed, f.given) for f in error.faults} == {
        "layout.parser": ("one of neural, fast", '"slow"'),
        "layout.edge_threshold": ("a number from 0 to 1", "NaN"),
        "layout.language": ("language codes such as en, de-CH, eng+deu or chi_sim, or nothing", '"../../etc"'),
        "assembly.token_budget": ("a whole number from 1 to 32000", "0"),
        "assembly.min_tokens": ("a whole number from 0 to 32000", "2.5"),
        "assembly.overlap_tokens": ("a whole number from 0 to 16000", "true"),
        "assembly.nonsense": ("", ""),
        "weights.box": ("a number from 0 to 3", "-1"),
        "units": ("", "null"),
    }
    assert error.field == "layout.parser"


def test_that_several_faults_are_a_line_each_in_the_hint() -> None:
    error = refused(WRONG)
    assert error.message == "9 settings are refused." and len(error.hint.splitlines()) == 9
    assert "assembly.token_budget: 0 is not allowed. Allowed: a whole number from 1 to 32000." in error.hint.splitlines()
    assert any(line.startswith("There is no setting assembly.nonsense.") for line in error.hint.splitlines())


def test_that_a_single_fault_is_the_message() -> None:
    error = refused({"assembly": {"min_tokens": 401}})
    assert error.message == "assembly.min_tokens: must be at most the token budget of 400, not 401."
    assert error.hint == "Allowed: a whole number from 0 to 32000." and error.field == "assembly.min_tokens"


def test_that_settings_which_do_not_fit_together_are_all_named() -> None:
    error = refused({"assembly": {"token_budget": 100, "min_tokens": 101, "overlap_tokens": 100}})
    assert [(f.field, f.given) for f in error.faults] == [("assembly.min_tokens", "101"), ("assembly.overlap_tokens", "100")]


def test_that_changes_name_unknown_and_refused_settings_together() -> None:
    with pytest.raises(ChunkStudioError) as caught:
        Profile().replace({"assembly.nope": 1, "weights.box": 9, "name.x": 2, "weights": {}})
    assert [f.field for f in caught.value.faults] == ["assembly.nope", "name.x", "weights", "weights.box"]


def test_that_faults_travel_between_processes() -> None:
    error = refused(WRONG)
    back = pickle.loads(pickle.dumps(error))
    assert back.as_dict() == error.as_dict() and len(back.as_dict()["faults"]) == 9


def test_that_an_endless_value_is_shown_clipped() -> None:
    (fault,) = refused({"layout": {"parser": "x" * 10_000}}).faults
    assert len(fault.given) < 80


@pytest.mark.parametrize("data", [[1], "text", 7, [], {"assembly": [1, 2]}])
def test_that_what_is_no_mapping_is_said(data: object) -> None:
    assert "must be a mapping of settings" in refused(data).message


@pytest.mark.parametrize(
    "language", ["", "en", "de-CH", "eng", "eng+deu", "chi_sim", "chi_sim_vert+eng", "zh-Hant", "deu_latf"]
)
def test_that_language_codes_are_taken(language: str) -> None:
    assert Profile().replace({"layout.language": language}).layout.language == language


@pytest.mark.parametrize(
    "language",
    ["../../etc", "e", "english language", "eng+", "+eng", "eng,deu", "en\n", "dé", "eng/deu", "nonsensenonsense", " "],
)
def test_that_other_words_for_a_language_are_refused(language: str) -> None:
    error = refused({"layout": {"language": language}})
    assert error.field == "layout.language" and "eng+deu" in error.hint


def test_that_endlessly_nested_values_are_told_by_their_kind() -> None:
    deep: list[object] = []
    for _ in range(30):
        deep = [deep] * 9
    (fault,) = refused({"layout": {"parser": deep}}).faults
    assert fault.given == "a list"


def test_that_every_default_is_allowed_and_every_form_is_said() -> None:
    assert Profile.parse({}).version == Profile().version
    assert next(f for f in profile_fields() if f.path == "layout.language").allowed


def test_that_a_profile_with_nothing_in_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(ChunkStudioError, match="is empty"):
        Profile.load(path)


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("assembly.tokn_budget", "Did you mean assembly.token_budget?"),
        ("asembly.token_budget", "Did you mean assembly.token_budget?"),
        ("context.token_budget", "Did you mean assembly.token_budget?"),
        ("threshold", "Did you mean assembly.threshold?"),
        ("assembly.colour", "See chunkstudio profile show."),
    ],
)
def test_that_a_misspelt_setting_names_the_one_that_is_like_it(written: str, hint: str) -> None:
    for ask in (lambda: Profile().get(written), lambda: Profile().replace({written: 1})):
        with pytest.raises(ChunkStudioError) as caught:
            ask()
        assert (caught.value.message, caught.value.hint) == (f"There is no setting {written}.", hint)
