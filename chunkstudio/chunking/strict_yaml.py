"""YAML as people write it by hand: a key that stands twice in a mapping is refused, since one of the two would be lost."""

from __future__ import annotations

from typing import Any

import yaml


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


def load_yaml(text: str) -> Any:
    """Plain data of a YAML text. Raises ``yaml.YAMLError``, also for a key that stands twice, and names it."""
    return yaml.load(text, Loader=_Loader)
