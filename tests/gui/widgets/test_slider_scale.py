from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.profile_fields import profile_fields
from chunkstudio.gui.widgets.slider_scale import SliderScale

_NUMBERS = [f for f in profile_fields() if f.kind in ("real", "count")]


def _scale(path: str) -> SliderScale:
    field = next(f for f in _NUMBERS if f.path == path)
    assert field.minimum is not None and field.maximum is not None
    return SliderScale(field.minimum, field.maximum, float(field.default or 0), field.kind == "count")


def test_that_every_default_has_a_place_of_its_own_on_the_track() -> None:
    for field in _NUMBERS:
        scale = _scale(field.path)
        place = scale.fraction(float(field.default or 0))
        assert 0 <= place <= 1
        assert place < 1 or float(field.default) == scale.maximum, field.path


def test_that_the_usual_budgets_lie_in_the_middle_of_the_track() -> None:
    scale = _scale("assembly.token_budget")
    assert 0.3 < scale.fraction(400) < 0.6
    assert scale.fraction(800) - scale.fraction(400) > 0.1


@given(st.sampled_from(_NUMBERS), st.floats(0, 1))
def test_that_a_value_taken_from_a_place_lies_in_the_range_and_near_that_place(field: object, place: float) -> None:
    scale = _scale(field.path)  # type: ignore[attr-defined]
    value = scale.value(place)
    assert scale.minimum <= value <= scale.reach <= scale.maximum
    assert abs(scale.fraction(value) - place) < 0.12
    assert not scale.whole or value.is_integer()


@given(st.sampled_from(_NUMBERS), st.floats(0, 1), st.floats(0, 1))
def test_that_places_further_right_never_give_smaller_values(field: object, one: float, other: float) -> None:
    scale = _scale(field.path)  # type: ignore[attr-defined]
    low, high = sorted((one, other))
    assert scale.value(low) <= scale.value(high)


def test_that_values_beyond_the_reach_keep_the_handle_at_the_end() -> None:
    scale = _scale("assembly.token_budget")
    assert scale.fraction(32_000) == 1.0
