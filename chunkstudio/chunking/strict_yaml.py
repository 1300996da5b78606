"""YAML as people write it by hand: a key that stands twice in a mapping is refused, since one of the two would be lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import yaml

_SHOWN = 60


class _Loader(yaml.SafeLoader):
    """The safe loader; it alone would keep the last of equal keys without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key, _ in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else None
            if name is not None and name in seen:
                line = key.start_mark.line + 1
                raise yaml.constructor.ConstructorError(problem=f"the key {name} stands twice, again in line {line}")
            seen.add(name)
        return super().construct_mapping(node, deep)

    def construct_scalar(self, node: yaml.ScalarNode | yaml.MappingNode) -> Any:
        value = super().construct_scalar(node)
        if isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
            line = node.start_mark.line + 1
            raise yaml.constructor.ConstructorError(problem=f"line {line} has half of a character, which cannot be written")
        return value


def load_yaml(text: str) -> Any:
    """Plain data of a YAML text. Raises ``yaml.YAMLError`` with one line of words, also for a key that stands twice."""
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f" (line {mark.line + 1}, column {mark.column + 1})" if mark is not None else ""
        raise yaml.YAMLError(f"{error.problem or error.context}{where}") from None
    except yaml.reader.ReaderError as error:
        raise yaml.YAMLError(f"{error.reason} (sign {error.position + 1})") from None


def shown(value: object) -> str:
    """A value as a message shows it: as JSON writes it, clipped; of a list or mapping, which may be endless, only its kind."""
    if isinstance(value, Mapping):
        return "a mapping" if value else "{}"
    if isinstance(value, list | tuple):
        return "a list" if value else "[]"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
