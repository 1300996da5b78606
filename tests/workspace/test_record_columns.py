"""Kept columns are the records: whatever is in them, Arrow reads the same values, and sets of earlier formats give the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkstudio.chunking.chunkset_json import record_dict
from chunkstudio.workspace.exports.arrow_sets import set_schema, set_tables
from chunkstudio.workspace.exports.export import ExportRequest, export
from chunkstudio.workspace.exports.record_columns import KINDS, RecordColumns, record_columns
from chunkstudio.workspace.exports.sources import MadeSource, SetFacts
from chunkstudio.workspace.released import released_sets
from chunkstudio.workspace.workspace import Workspace
from tests.workspace.test_exports import chunk_set
from tests.workspace.test_formats import FORMATS, written

_TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
_NUMBER = st.integers(-1, 2**31 - 1)
_REGION = st.fixed_dictionaries(
    {"page": st.integers(1, 99), "rect": st.lists(st.floats(0, 999, width=32), min_size=4, max_size=4)}
)
_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "text": st.none() | _TEXT,
    "number": st.none() | _NUMBER,
    "texts": st.none() | st.lists(_TEXT, max_size=3),
    "numbers": st.lists(_NUMBER, max_size=3),
    "regions": st.lists(_REGION, max_size=3),
}
_ROW = st.fixed_dictionaries(
    {name: st.just({"spans": [[1, 2]]}) if name == "metadata" else _VALUES[kind] for name, kind in KINDS.items()}
)


@dataclass(frozen=True)
class Rows:
    """Made-up rows as the source of an export."""

    known: list[dict[str, Any]]

    @property
    def facts(self) -> SetFacts:
        return SetFacts("d", "D", "a" * 64, "d.pdf", ("staff",), False, "p", len(self.known), 0)

    def digests(self) -> dict[str, str]:
        return {str(k): "" for k in range(len(self.known))}

    def records(self) -> Iterator[dict[str, Any]]:
        return iter(self.known)

    def raw(self) -> list[str]:
        return [json.dumps(row) for row in self.known]

    def columns(self) -> RecordColumns:
        return RecordColumns.unpack(record_columns(self.known).pack())

    def chunk_set(self) -> Any:
        raise AssertionError("columns alone are asked for")


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: json.loads(row[name]) if name == "metadata" and isinstance(row[name], str) else row[name] for name in KINDS}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(_ROW, max_size=4), min_size=1, max_size=3))
def test_that_arrow_reads_exactly_what_was_kept(sets: list[list[dict[str, Any]]]) -> None:
    (table,) = set_tables([Rows(rows) for rows in sets], draft=True, only=None, vectors=None)
    table.validate(full=True)
    assert table.schema == set_schema() and table.column("draft").to_pylist() == [True] * table.num_rows
    assert [_plain(row) for row in table.to_pylist()] == [row for rows in sets for row in rows]


def test_that_a_delta_has_only_its_records_with_their_vectors() -> None:
    made = chunk_set()
    wanted = [r.id for r in made.records[1:4]]
    vectors = [[float(k), 0.5] for k in range(3)]
    (table,) = set_tables([MadeSource(made)], draft=False, only=frozenset(wanted), vectors=vectors)  # type: ignore[arg-type]
    assert table.column("id").to_pylist() == wanted
    assert table.column("vector").to_pylist() == vectors


@pytest.mark.parametrize("script", FORMATS, ids=lambda p: p.stem)
def test_that_sets_of_earlier_formats_export_the_same_rows(script: Path, tmp_path: Path) -> None:
    work = Workspace.open(written(script, tmp_path))
    try:
        sets, profile = released_sets(work)
        target = tmp_path / "old.parquet"
        export(ExportRequest(sets=sets, form="parquet", target=str(target), draft=False, profile=profile))
        rows = [record_dict(r) for s in sets for r in s.chunk_set().records]
        assert [_plain(row) for row in pq.read_table(target).to_pylist()] == json.loads(json.dumps(rows))
    finally:
        work.close()
