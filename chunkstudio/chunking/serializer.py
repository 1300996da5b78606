"""Step E: runs of atoms become chunks with their final strings, exact counts, places and links.

A string over the budget first loses its overlap, then context; :meth:`ChunkWriter.fits` tells whether that helps.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.chunk_body import BodyBuilder, ChunkStrings
from chunkstudio.chunking.chunk_context import ChunkPlace, ContextChooser, bare_context_tokens
from chunkstudio.chunking.model import Chunk, CutReason, Region
from chunkstudio.chunking.regions import RegionFinder
from chunkstudio.chunking.tokens import Tokenizer


class ChunkWriter:
    """Writes the chunks of one document."""

    def __init__(
        self,
        atoms: Atoms,
        bodies: BodyBuilder,
        contexts: ContextChooser,
        regions: RegionFinder,
        labels: dict[int, str],
        access: AccessMap | None,
        budget: int,
        tokenizer: Tokenizer,
    ) -> None:
        self._atoms = atoms
        self._bodies = bodies
        self._contexts = contexts
        self._regions = regions
        self._labels = labels
        self._access = access
        self._budget = budget
        self._tokenizer = tokenizer
        self._bare = bare_context_tokens(tokenizer)
        columns = atoms.columns
        self._unit: list[int] = atoms.unit.tolist()
        self._unit_end: list[int] = atoms.unit_end.tolist()
        self._piece: list[int] = atoms.piece.tolist()
        self._pieces: list[int] = atoms.pieces.tolist()
        self._tables: list[int] = columns.table.tolist()
        self._figures: list[int] = columns.figure.tolist()
        self._table_sums: list[int] = np.concatenate([[0], np.cumsum(columns.table >= 0)]).tolist()
        self._figure_sums: list[int] = np.concatenate([[0], np.cumsum(columns.figure >= 0)]).tolist()
        self._box_ids = [box.id for box in columns.boxes]
        self._classes = [box.box_class for box in columns.boxes]
        self._section_ids = [s.id for s in columns.sections]

    def place(self, a: int, b: int) -> ChunkPlace:
        """Where atoms [a, b) stand in the tree of sections."""
        return self._contexts.place(self._unit[a], self._unit_end[b - 1], opens=self._piece[a] == 0)

    def chunk(
        self, position: int, a: int, b: int, floor: int, reason: CutReason, part: tuple[int, int], place: ChunkPlace
    ) -> tuple[Chunk, bool]:
        """The chunk of atoms [a, b) behind the one from ``floor`` on; True if its context had to be clipped once more."""
        first, end = self._unit[a], self._unit_end[b - 1]
        acl = self._access.of_range(first, end) if self._access is not None else None
        strings, prefix, prefix_tokens, clipped = self._fitting(a, b, floor, place, acl)
        boxes, regions, pages = self._where(a, b, first, end)
        start, stop = strings.spans[0] if strings.is_slice else (None, None)
        made = Chunk(
            f"c{position}",
            position,
            (first, end),
            strings.overlap + strings.body,
            prefix + strings.plain_overlap + strings.plain_body,
            strings.body,
            self._whole(prefix, prefix_tokens, strings),
            strings.text_tokens,
            strings.body_tokens,
            strings.text_tokens - strings.body_tokens,
            prefix_tokens,
            self._contexts.heading_path(place.section, acl),
            *self._section_links(place),
            tuple([self._box_ids[box] for box in boxes]),
            *self._links(first, end),
            pages,
            regions,
            strings.spans,
            start,
            stop,
            reason,
            tuple(dict.fromkeys([self._classes[box] for box in boxes])),
            *part,
            self._labels.get(pages[0], "") if pages else "",
            *self._overlap(strings),
            strings.overlap_why,
            acl,
            {} if strings.is_slice else {"spans": [list(span) for span in strings.spans]},
        )
        return made, clipped

    def _where(self, a: int, b: int, first: int, end: int) -> tuple[list[int], tuple[Region, ...], tuple[int, ...]]:
        """Boxes (by index), regions and pages of a chunk."""
        boxes = self._regions.boxes(first, end)
        regions = self._piece_regions(a, b) or self._regions.regions(first, end, boxes)
        return boxes, regions, _pages(regions)

    def _section_links(self, place: ChunkPlace) -> tuple[str, tuple[str, ...]]:
        """The innermost section that holds all of it, and all sections that it touches."""
        return self._section_ids[place.section], tuple([self._section_ids[s] for s in place.sections])

    def _links(self, first: int, end: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Tables and figures of a run of units."""
        tables = self._table_sums[end] > self._table_sums[first]
        figures = self._figure_sums[end] > self._figure_sums[first]
        return _ids("t", self._tables[first:end]) if tables else (), _ids("f", self._figures[first:end]) if figures else ()

    def _fitting(
        self, a: int, b: int, floor: int, place: ChunkPlace, acl: tuple[str, ...] | None
    ) -> tuple[ChunkStrings, str, int, bool]:
        """The strings within the budget as far as dropping the overlap, then clipping the context, allows."""
        strings = self._bodies.strings(a, b, floor)
        prefix, tokens = self._contexts.prefix(place.shown, acl)
        reserved = self._contexts.reserved(place.shown)
        if self._over(strings, prefix, tokens, reserved):
            strings = self._bodies.strings(a, b, floor, overlap=False)
        clipped = self._over(strings, prefix, tokens, reserved) and strings.text_tokens <= self._budget
        if clipped:
            limit = max(self._budget - strings.plain_tokens, self._bare)
            prefix, tokens = self._contexts.clipped_prefix(place.shown, min(limit, tokens), acl)
        return strings, prefix, tokens, clipped

    def _over(self, strings: ChunkStrings, prefix: str, tokens: int, reserved: int) -> bool:
        return strings.text_tokens > self._budget or reserved + self._whole(prefix, tokens, strings) > self._budget

    def _whole(self, prefix: str, tokens: int, strings: ChunkStrings) -> int:
        """Tokens of the retrieval text. The line end before the body parts tokens, but for a slash in some vocabularies."""
        plain = strings.plain_overlap or strings.plain_body
        if self._tokenizer.additive and not plain.startswith("/"):
            return tokens + strings.plain_tokens
        return self._tokenizer.count(prefix + strings.plain_overlap + strings.plain_body)

    def _piece_regions(self, a: int, b: int) -> tuple[Region, ...]:
        """Exact regions of a chunk that begins or ends inside a unit; empty if it does not."""
        if self._piece[a] == 0 and self._piece[b - 1] == self._pieces[b - 1] - 1:
            return ()
        out: list[Region] = []
        k = a
        while k < b:
            if self._pieces[k] == 1:
                stop = k
                while stop < b and self._pieces[stop] == 1:
                    stop += 1
                out += self._regions.regions(self._unit[k], self._unit_end[stop - 1])
                k = stop
                continue
            out += self._one_piece(k)
            k += 1
        return tuple(dict.fromkeys(out))

    def _one_piece(self, k: int) -> tuple[Region, ...]:
        unit = self._unit[k]
        if k in self._atoms.literal:
            return self._regions.regions(unit, self._unit_end[k])
        origin = int(self._atoms.columns.plain_start[unit])
        start, end = int(self._atoms.plain_start[k]) - origin, int(self._atoms.plain_end[k]) - origin
        return self._regions.piece_regions(unit, start, end)

    def _overlap(self, strings: ChunkStrings) -> tuple[tuple[int, ...], tuple[Region, ...]]:
        """Units and regions that the chunk repeats."""
        return self._overlap_units(strings), self._overlap_regions(strings)

    def _overlap_units(self, strings: ChunkStrings) -> tuple[int, ...]:
        first, end = strings.overlap_atoms
        if first >= end:
            return ()
        return tuple(dict.fromkeys(self._unit[first:end]))

    def _overlap_regions(self, strings: ChunkStrings) -> tuple[Region, ...]:
        first, end = strings.overlap_atoms
        if first >= end:
            return ()
        if strings.overlap_tail is None:
            return self._piece_regions(first, end) or self._regions.regions(self._unit[first], self._unit[end - 1] + 1)
        unit = self._unit[end - 1]
        stop = int(self._atoms.columns.plain_end[unit] - self._atoms.columns.plain_start[unit])
        return self._regions.piece_regions(unit, stop - (strings.overlap_tail[1] - strings.overlap_tail[0]), stop)


def _ids(letter: str, column: Sequence[int]) -> tuple[str, ...]:
    """Public ids of the tables or figures in a run of units."""
    return tuple([f"{letter}{number + 1}" for number in sorted({number for number in column if number >= 0})])


def _pages(regions: Sequence[Region]) -> tuple[int, ...]:
    """Pages of regions, ascending."""
    if len(regions) == 1 or (regions and all(r.page == regions[0].page for r in regions)):
        return (regions[0].page,)
    return tuple(sorted({region.page for region in regions}))
