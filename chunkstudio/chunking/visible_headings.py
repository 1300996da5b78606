"""Titles and heading paths as the readers of a record may see them."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.chunking.access import RESTRICTED, Labels, shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.model import SectionNode


def visible_path(access: AccessMap, sections: Sequence[SectionNode], index: int, labels: Labels | None) -> tuple[str, ...]:
    """The heading path of a section for readers with ``labels``; what they may not see reads "[restricted]"."""
    node = sections[index]
    if access.access is None or labels is None:
        return node.heading_path
    place = {section.id: i for i, section in enumerate(sections)}
    out: list[str] = []
    at: SectionNode | None = node
    while at is not None and at.box_id is not None:
        i = place[at.id]
        out.append(at.title if shows_nothing_new(access.of_section(i), labels) else RESTRICTED)
        at = sections[place[at.parent]] if at.parent is not None else None
    return tuple(reversed(out))


def visible_title(access: AccessMap, sections: Sequence[SectionNode], title: str, labels: Labels | None) -> str:
    """The document's title, or "[restricted]" if it is printed only where readers with ``labels`` may not look."""
    if access.access is None or labels is None:
        return title
    printed = [i for i, section in enumerate(sections) if section.box_id is not None and section.title == title]
    hidden = printed and not any(shows_nothing_new(access.of_section(i), labels) for i in printed)
    return RESTRICTED if hidden else title
