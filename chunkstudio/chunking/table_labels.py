"""Who may see a table as a whole, and its caption."""

from __future__ import annotations

from itertools import chain, zip_longest

from chunkstudio.chunking.access import Labels
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.model import TableView
from chunkstudio.chunking.unit_columns import UnitColumns


def labels_of_caption(columns: UnitColumns, access: AccessMap, table: TableView) -> Labels | None:
    """Labels of the caption's own place, which may be another page than the rows'; without a caption the document's."""
    if access.access is None or table.caption_box is None:
        return access.document
    first = table.unit_range[0]
    outwards = chain.from_iterable(zip_longest(range(first - 1, -1, -1), range(first, len(columns))))  # it is mostly near
    near = (u for u in outwards if u is not None and columns.boxes[columns.box[u]].id == table.caption_box)
    return next((access.of_unit(u) for u in near), ())


def labels_of_table(columns: UnitColumns, access: AccessMap, table: TableView) -> Labels | None:
    """Labels that open every row, the header and the caption of a table; empty if no single label does."""
    rows = access.of_range(*table.unit_range)
    caption = labels_of_caption(columns, access, table)
    return None if rows is None else tuple(sorted({*rows} & {*(caption or ())}))
