"""What a new result costs the models of the panels: views are told little, and rows in their own order are not sorted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.views import SectionNode
from chunkstudio.gui.item_models.chunk_table_model import CHUNK, TOKENS, ChunkTableModel
from chunkstudio.gui.item_models.outline_model import CHUNKS, OutlineModel
from tests.gui.docks.made_documents import made_state


def test_that_new_chunk_counts_tell_the_views_once_for_each_parent(qtbot: QtBot) -> None:
    del qtbot
    result = made_state().result
    assert result is not None
    owner = QObject()
    model = OutlineModel(owner)
    model.show_document(result.sections, result.tables, result.figures)
    told: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last, _roles: told.append((first.row(), last.row())))
    sections: tuple[SectionNode, ...] = result.sections[1:]
    model.set_chunk_counts({s.id: len(s.chunk_ids) + 5 for s in sections})
    assert len(told) == len({s.parent for s in sections}) < len(sections)
    for section in sections:
        index = model.index_of(section.id).siblingAtColumn(CHUNKS)
        assert index.data() == str(len(section.chunk_ids) + 5)
    told.clear()
    model.set_chunk_counts({s.id: len(s.chunk_ids) + 5 for s in sections})
    assert told == []


def test_that_chunks_in_their_own_order_are_not_sorted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    del qtbot
    result = made_state().result
    assert result is not None
    owner = QObject()
    model = ChunkTableModel(owner)
    asked: list[int] = []
    key = ChunkTableModel.sort_key
    monkeypatch.setattr(
        ChunkTableModel, "sort_key", lambda self, row, column: (asked.append(column), key(self, row, column))[1]
    )
    model.sort(CHUNK)
    model.show_chunks(result.chunks, budget=200, minimum=40, box_classes={})
    assert asked == []
    assert [row.position for row in model.rows] == list(range(len(result.chunks)))
    model.sort(CHUNK, Qt.SortOrder.DescendingOrder)
    assert [row.position for row in model.rows] == list(range(len(result.chunks)))[::-1]
    model.sort(TOKENS)
    assert [row.token_count for row in model.rows] == sorted(chunk.token_count for chunk in result.chunks)
