"""Random documents and profiles for the engine's invariants."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from chunkstudio.chunking.profile import Profile
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.documents import DocumentBuilder

EXAMPLES = int(os.environ.get("CHUNKSTUDIO_EXAMPLES", "25"))
quick = settings(max_examples=EXAMPLES, deadline=None)

_PLAIN_WORDS = (
    "the harbour clerk 3.5 wrote (see note) A. Dr. berth; fees, U.S. it naïve — x/y “quote” e.g. 100% it's don't ÄÖ /path 's"
)
_WORDS = st.sampled_from([*_PLAIN_WORDS.split(), "donau" * 9, "https://a.example/b?c=d", "12,345.67"])
_END = st.sampled_from([".", ".", ".", "!", "?", "…", ".”", ":", ""])
_OTHER = st.sampled_from(
    [
        "港の灯台は毎晩六時に点灯する。漁師は夜明け前に網を上げる。",
        "كتب الكاتب رسالة؟ ثم غادر.",
        "नाव आई। पानी शांत था।",
        "👨‍👩‍👧‍👦👋🏻 äöüß é நி",
        "한국어 문장이다. 다음 문장.",
    ]
)


@st.composite
def paragraphs(draw: st.DrawFn, most: int = 8) -> str:
    """One paragraph of some sentences, now and then in another script."""
    out = []
    for _ in range(draw(st.integers(1, most))):
        if draw(st.integers(0, 9)) == 0:
            out.append(draw(_OTHER))
            continue
        words = draw(st.lists(_WORDS, min_size=1, max_size=14))
        out.append(" ".join(words).capitalize() + draw(_END))
    return " ".join(out)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Rows of a table, header rows marked or not; now and then one cell is very long."""
    columns = draw(st.integers(1, 5))
    cell = st.one_of(st.sampled_from(["", "12", "Pier", "1,234", "a|b", "Share of the year"]), paragraphs(2))
    rows = draw(st.lists(st.lists(cell, min_size=columns, max_size=columns), min_size=1, max_size=9))
    if draw(st.integers(0, 4)) == 0:
        rows[-1][-1] = draw(paragraphs(12)) + " " + draw(paragraphs(12))
    rows[0][0] = rows[0][0] or "Key"
    return {"rows": rows, "header_rows": draw(st.integers(0, min(2, len(rows))))}


@st.composite
def documents(draw: st.DrawFn, most: int = 14) -> LayoutDocument:
    """A document of all kinds of boxes, over a few pages."""
    builder = DocumentBuilder()
    if draw(st.booleans()):
        builder.title("The harbour book")
    for number in range(draw(st.integers(0, most))):
        kind = draw(st.integers(0, 11))
        if kind <= 2:
            builder.heading(
                f"{number} {draw(st.sampled_from(['Scope', 'Fees', 'Long heading with many words in it', 'X']))}",
                draw(st.integers(1, 4)),
            )
        elif kind <= 6:
            builder.text(draw(paragraphs()))
        elif kind == 7:
            if draw(st.booleans()):
                builder.text("Do the following:")
            builder.items(*draw(st.lists(paragraphs(3), min_size=1, max_size=4)), depth=draw(st.integers(0, 2)))
        elif kind == 8:
            table = draw(tables())
            builder.table(table["rows"], header_rows=table["header_rows"])
        elif kind == 9:
            builder.box("code", draw(st.sampled_from(["x = 1\nif x:\n    y = 2", "one", "a\n\n\n    b\n" * 6])))
        elif kind == 10:
            builder.box("picture", draw(st.sampled_from(["", "axis label 12"])))
        else:
            builder.box(draw(st.sampled_from(["footnote", "caption", "formula"])), draw(paragraphs(2)))
        if draw(st.integers(0, 6)) == 0:
            builder.new_page()
    return builder.build()


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    """A profile whose budget holds at least one grapheme of every text that the documents have."""
    budget = draw(st.integers(40, 160))
    return Profile().replace(
        {
            "assembly.token_budget": budget,
            "assembly.min_tokens": draw(st.integers(0, budget // 2)),
            "assembly.overlap_tokens": draw(st.sampled_from([0, 0, 5, 15, 39])),
            "assembly.overlap_scope": draw(st.sampled_from(["section", "document"])),
            "assembly.threshold": draw(st.sampled_from([0.2, 0.4, 0.5, 0.7])),
            "assembly.respect_section_starts": draw(st.booleans()),
            "assembly.merge_small_chunks": draw(st.booleans()),
            "assembly.table_mode": draw(st.sampled_from(["preserve", "preserve", "isolate", "rows"])),
            "context.title": draw(st.booleans()),
            "context.heading_path": draw(st.booleans()),
        }
    )
