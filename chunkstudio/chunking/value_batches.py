"""Many values of one frozen class, written column by column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, make_dataclass
from functools import lru_cache
from itertools import starmap
from typing import Any, TypeVar, cast

T = TypeVar("T")


def values_of(cls: type[T], columns: Iterable[Iterable[object]]) -> list[T]:
    """Values of a frozen dataclass with slots from one column a field, in the order of its fields.

    The constructor of a frozen class sets each field by a call, which takes six times as long as all else. So the values
    begin as those of a class with the same slots that is not frozen, and are given their own when they are complete.
    Raises TypeError for a class that has a base, no slots or a ``__post_init__``, ValueError for columns of other lengths.
    """
    which: Any = cls  # a class is hashable, whatever its values are
    out: list[Any] = list(starmap(_open_twin(which), zip(*columns, strict=True)))
    for value in out:
        value.__class__ = cls
    return cast(list[T], out)


@lru_cache(maxsize=16)
def _open_twin(cls: type) -> type:
    """A class with the same slots whose values can be written. Raises TypeError where its values would be other ones."""
    if cls.__bases__ != (object,) or "__slots__" not in vars(cls) or hasattr(cls, "__post_init__"):
        raise TypeError(f"{cls.__name__} needs its constructor: its values cannot be written together")
    return make_dataclass(f"_Open{cls.__name__}", [field.name for field in fields(cls)], slots=True)
