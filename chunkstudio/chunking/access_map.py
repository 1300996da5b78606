"""The labels of every unit, section and table of one document: access rules laid over its structure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.access import DocumentAccess, Labels, bad_acl, heading_key, range_text
from chunkstudio.chunking.model import SectionNode, SentenceUnit

Place = tuple[tuple[int, ...], int]
"""Where a unit stands: the pages that it touches, and the index of its section."""


@dataclass(frozen=True, slots=True)
class AccessMap:
    """Labels by unit as codes into ``sets``; without an ACL there is one set, ``None``, and no border.

    ``section_sets`` are the labels of each section's heading, by section index; the root has the document's.
    ``access`` and ``chains`` (the headings above and of each section) are there only with narrower parts.
    """

    document: Labels | None
    sets: tuple[Labels | None, ...]
    codes: npt.NDArray[np.int32]
    section_sets: tuple[Labels | None, ...]
    access: DocumentAccess | None = None
    chains: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def build(
        cls,
        access: DocumentAccess | None,
        units: Sequence[SentenceUnit],
        sections: Sequence[SectionNode],
        *,
        page_count: int = 0,
        pages: Sequence[int] = (),
        provisional: bool = False,
    ) -> AccessMap:
        """Lay ``access`` over units as values; see :meth:`of_places`."""
        plain = access is None or not access.narrower
        places = [((), 0)] * len(units) if plain else [(_pages_of(unit), unit.section) for unit in units]
        return cls.of_places(access, places, sections, page_count=page_count, pages=pages, provisional=provisional)

    @classmethod
    def of_places(
        cls,
        access: DocumentAccess | None,
        places: Sequence[Place],
        sections: Sequence[SectionNode],
        *,
        page_count: int = 0,
        pages: Sequence[int] = (),
        provisional: bool = False,
    ) -> AccessMap:
        """Lay ``access`` over the places of units; a unit that spans pages gets what all of them allow.

        Raises ChunkStudioError ``bad_acl`` if a narrower part names a section that the document does not have or pages
        beyond ``page_count`` (0: unknown): text that was meant to be narrower must not become public by a typing
        error. So it does where only some ``pages`` of the file are there, of which a section may cover more than its
        heading tells. While the layout is ``provisional`` a section may still be missing.
        """
        if access is None:
            return cls(None, (None,), np.zeros(len(places), np.int32), (None,) * len(sections))
        if not access.narrower:
            return cls(access.acl, (access.acl,), np.zeros(len(places), np.int32), (access.acl,) * len(sections))
        if not provisional:
            _check_targets(access, sections, page_count, pages if len(pages) < page_count else ())
        chains = _heading_chains(sections)
        seen: dict[Labels | None, int] = {access.acl: 0}
        known: dict[Place, int] = {}
        for place in dict.fromkeys(places):
            labels = access.labels_at(place[0], chains[place[1]])
            known[place] = seen.setdefault(labels, len(seen))
        codes = np.fromiter((known[place] for place in places), np.int32, len(places))
        heads = tuple(access.labels_at((s.page,), chains[i]) if i else access.acl for i, s in enumerate(sections))
        return cls(access.acl, tuple(seen), codes, heads, access, tuple(chains))

    def of_unit(self, index: int) -> Labels | None:
        """Labels of one unit."""
        return self.sets[int(self.codes[index])]

    def of_range(self, first: int, end: int) -> Labels | None:
        """Labels of those who may read every unit of [first, end); empty if no single label opens all of them."""
        if self.document is None:
            return None
        left = set(self.document)
        if len(self.sets) == 1:  # the same labels everywhere
            return tuple(sorted(left))
        for code in np.unique(self.codes[first:end]):
            left &= set(self.sets[int(code)] or ())
        return tuple(sorted(left))

    def of_section(self, index: int) -> Labels | None:
        """Labels of a section's heading."""
        return self.section_sets[index]

    def of_place(self, page: int, section: int) -> Labels | None:
        """Labels of something without units, such as a running head: by its page and the section it stands in."""
        if self.access is None:
            return self.document
        return self.access.labels_at((page,), self.chains[section])

    def borders(self) -> npt.NDArray[np.bool_]:
        """True after unit i where unit i + 1 has other labels: forced cuts (one fewer than units)."""
        return np.asarray(self.codes[1:] != self.codes[:-1], dtype=np.bool_)


def _pages_of(unit: SentenceUnit) -> tuple[int, ...]:
    return tuple(sorted({unit.page, *(page for page, _ in unit.rects)}))


def _heading_chains(sections: Sequence[SectionNode]) -> list[tuple[str, ...]]:
    """The headings above and of each section, by its index."""
    place = {section.id: i for i, section in enumerate(sections)}
    chains: list[tuple[str, ...]] = []
    for section in sections:
        above = chains[place[section.parent]] if section.parent is not None and place[section.parent] < len(chains) else ()
        chains.append((*above, section.title) if section.box_id is not None else above)
    return chains


def _check_targets(access: DocumentAccess, sections: Sequence[SectionNode], page_count: int, pages: Sequence[int]) -> None:
    """``pages`` are those that are there, where they are not all."""
    names = {heading_key(s.title) for s in sections if s.box_id is not None}
    for part in access.narrower:
        if part.section:
            _check_pages(part.section, pages)
            if heading_key(part.section) not in names:
                where = f" on pages {_spans(pages)}" if pages else ""
                raise bad_acl(
                    f'No section{where} is headed "{part.section}", so its narrower labels would protect nothing.',
                    f"{'Take in the page where it begins, write' if pages else 'Write'} the heading as it is printed, "
                    "or give pages instead.",
                )
        last = max((b for _, b in part.pages), default=0)
        if page_count and last > page_count:
            raise bad_acl(
                f"Narrower labels name page {last}, but the document has {page_count} pages.", "Mend the range of pages."
            )


def _check_pages(section: str, pages: Sequence[int]) -> None:
    """A section that begins on a page left out, or another one with its heading, may cover pages behind the gap."""
    if pages and list(pages) != list(range(1, len(pages) + 1)):
        raise bad_acl(
            f'Whether pages {_spans(pages)} belong to the section "{section}" is not known without all pages before them.',
            f"Begin with page 1 (1-{pages[-1]}), take all pages, or give the section's pages instead of its heading.",
        )


def _spans(pages: Sequence[int]) -> str:
    """``1-3, 7`` for 1, 2, 3, 7; clipped where there are many."""
    starts = [p for i, p in enumerate(pages) if i == 0 or pages[i - 1] != p - 1]
    ends = [p for i, p in enumerate(pages) if i + 1 == len(pages) or pages[i + 1] != p + 1]
    spans = list(zip(starts, ends, strict=True))
    return range_text(spans[:8]) + (" ..." if len(spans) > 8 else "")
