"""One line in the text for each table that leaves it as row records (``table_mode: rows``)."""

from __future__ import annotations

from chunkstudio.chunking.access import shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.assembly_atoms import Piece
from chunkstudio.chunking.table_labels import labels_of_caption
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import UnitColumns
from chunkstudio.chunking.views import BaseViews

_CAPTION_WORDS = 12


def table_placeholders(
    columns: UnitColumns, views: BaseViews, access: AccessMap, room: int, tokenizer: Tokenizer
) -> tuple[dict[int, list[Piece]], set[int]]:
    """The placeholder at each table's first unit, and all units of tables.

    It names the table, its size, and the first words of its caption (if that fits into ``room`` tokens, and readers of
    the table's begin may see it), so that a reader of the text knows what left it.
    """
    pieces: dict[int, list[Piece]] = {}
    units: set[int] = set()
    for table in views.tables:
        first, end = table.unit_range
        named = shows_nothing_new(labels_of_caption(columns, access, table), access.of_unit(first))
        words = " ".join(table.caption.split()[:_CAPTION_WORDS]) if named else ""
        rows = len(table.rows) - table.header_rows
        text = f"[Table {table.id}: {rows} rows, {words}]"
        if not words or tokenizer.count(text) > room:
            text = f"[Table {table.id}: {rows} rows]"
        span = (int(columns.start[first]), int(columns.end[first]))
        pieces[first] = [Piece(text, text, (span,))]
        units.update(range(first, end))
    return pieces, units
