"""Values of frozen classes, written many at once."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from chunkstudio.chunking.model import Region
from chunkstudio.chunking.value_batches import values_of

RECT = (1.0, 2.0, 3.0, 4.0)


def test_that_values_written_together_equal_constructed_ones() -> None:
    made = values_of(Region, ([1, 2], [RECT, RECT]))
    assert made == [Region(1, RECT), Region(2, RECT)]
    assert [type(value) for value in made] == [Region, Region]
    assert len({*made, Region(1, RECT)}) == 2
    assert pickle.loads(pickle.dumps(made)) == made
    assert replace(made[0], page=2) == made[1]


def test_that_values_written_together_are_frozen() -> None:
    (made,) = values_of(Region, ([1], [RECT]))
    with pytest.raises(FrozenInstanceError):
        made.page = 2  # type: ignore[misc]


def test_that_a_missing_column_is_refused() -> None:
    with pytest.raises(TypeError):
        values_of(Region, ([1, 2],))


def test_that_columns_of_other_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        values_of(Region, ([1, 2], [RECT]))


@dataclass(frozen=True, slots=True)
class _Named:
    name: str


@dataclass(frozen=True, slots=True)
class _Derived(_Named):
    place: int


@dataclass(frozen=True, slots=True)
class _Checked:
    name: str

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a name is needed")


@dataclass(frozen=True)
class _Open:
    name: str


@pytest.mark.parametrize(("cls", "columns"), [(_Derived, (["a"], [1])), (_Checked, ([""],)), (_Open, (["a"],))])
def test_that_a_class_whose_constructor_does_more_is_refused(cls: type, columns: tuple[list[object], ...]) -> None:
    with pytest.raises(TypeError, match="needs its constructor"):
        values_of(cls, columns)
