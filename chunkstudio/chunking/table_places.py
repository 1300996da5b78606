"""Where row groups stand: the boxes, pages and rectangles of their rows, and which rows these are."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.chunking.model import Region, TableView
from chunkstudio.chunking.table_chunker import RowGroups
from chunkstudio.chunking.unit_columns import UnitColumns
from chunkstudio.layout.model import Rect, union


def row_places(groups: RowGroups, columns: UnitColumns) -> dict[str, Sequence[object]]:
    """The fields of records that say where each group stands."""
    tables = [frame.table for frame in groups.frames]
    pages, boxes = groups.spread([table.pages for table in tables]), groups.spread([table.box_ids for table in tables])
    parted = [len(table.pages) > 1 or len(table.box_ids) > 1 for table in tables]
    if any(parted):
        for k in [k for k, place in enumerate(groups.at) if parted[place]]:
            a, b = groups.units[k]
            pages[k], boxes[k] = _own_pages(tables[groups.at[k]], columns.row[a:b].tolist()), _own_boxes(columns, a, b)
    return {
        "unit_range": groups.units,
        "box_ids": boxes,
        "pages": pages,
        "regions": _regions(groups),
        "metadata": _rows(groups),
    }


def _own_pages(table: TableView, rows: Sequence[int]) -> tuple[int, ...]:
    """The pages of some rows, ascending."""
    return tuple(sorted({table.row_pages[row] for row in rows}))


def _own_boxes(columns: UnitColumns, first: int, end: int) -> tuple[str, ...]:
    """The boxes in which the units of a group begin."""
    return tuple([columns.boxes[place].id for place in dict.fromkeys(columns.box[first:end].tolist())])


def _regions(groups: RowGroups) -> list[tuple[Region, ...]]:
    """The rectangles of the rows of each group, one for each page, in order of pages as they come."""
    rects = [[frame.table.row_rects[number] for number in frame.rows.numbers] for frame in groups.frames]
    own = zip(groups.spread(rects), groups.spans, strict=True)
    return [(places[a],) if b - a == 1 else _merged(places[a:b]) for places, (a, b) in own]


def _merged(places: Sequence[Region]) -> tuple[Region, ...]:
    by_page: dict[int, list[Rect]] = {}
    for place in places:
        by_page.setdefault(place.page, []).append(place.rect)
    return tuple([Region(page, union(found)) for page, found in by_page.items()])


def _rows(groups: RowGroups) -> list[dict[str, object]]:
    """The first and the last row of each group, as they are numbered in its table."""
    numbers = groups.spread([frame.rows.numbers for frame in groups.frames])
    return [{"rows": [own[a], own[b - 1]]} for own, (a, b) in zip(numbers, groups.spans, strict=True)]
