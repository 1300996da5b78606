"""Hashes of bodies and ids of records: many together are those of each alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.identity import content_hash, content_hashes, record_id, record_ids, stable_hash

PIECES = st.sampled_from(["a", "word", "é", "中", "—", "😀", "\ud800", " ", "  ", "\n", "\n\n", "\n  - "])
ODD = st.sampled_from(["\0", "\n\0\n", "\xa0", "\t", "\u2003", "\x1c"])
BODIES = st.lists(st.lists(PIECES, max_size=10).map("".join), max_size=6)
ODD_BODIES = st.lists(st.lists(PIECES | ODD, max_size=10).map("".join), max_size=6)


@given(BODIES | ODD_BODIES)
def test_that_a_body_has_the_hash_of_its_words_whatever_is_hashed_beside_it(bodies: list[str]) -> None:
    assert content_hashes(bodies) == [stable_hash([" ".join(body.split())]) for body in bodies]
    assert content_hashes(bodies) == [content_hash(body) for body in bodies]


@given(st.lists(st.tuples(st.sampled_from([(), ("A",), ("A", "B"), ("AB",)]), st.sampled_from(["", "x", "1:0", "xy"]))))
def test_that_ids_made_together_are_those_made_one_by_one(items: list[tuple[tuple[str, ...], str]]) -> None:
    alone = [record_id("d", "section", path, body, items[:k].count((path, body))) for k, (path, body) in enumerate(items)]
    assert record_ids("d", "section", items) == alone
    assert len(set(alone)) == len(items)
