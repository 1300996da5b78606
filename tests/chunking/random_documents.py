"""Random documents, profiles and labels from a source of chance: one generator for hypothesis and for the soak."""

from __future__ import annotations

from random import Random
from typing import Any

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.documents import DocumentBuilder

_PLAIN_WORDS = (
    "the harbour clerk 3.5 wrote (see note) A. Dr. berth; fees, U.S. it naïve — x/y “quote” e.g. 100% it's don't ÄÖ /path 's"
)
_WORDS = [*_PLAIN_WORDS.split(), "donau" * 9, "https://a.example/b?c=d", "12,345.67"]
_END = [".", ".", ".", "!", "?", "…", ".”", ":", ""]
_OTHER = [
    "港の灯台は毎晩六時に点灯する。漁師は夜明け前に網を上げる。",
    "كتب الكاتب رسالة؟ ثم غادر.",
    "नाव आई। पानी शांत था।",
    "👨‍👩‍👧‍👦👋🏻 äöüß é நி",
    "한국어 문장이다. 다음 문장.",
]
_TITLES = ["Scope", "Fees", "Long heading with many words in it", "X"]
_CODE = ["x = 1\nif x:\n    y = 2", "one", "a\n\n\n    b\n" * 6]
_CELLS = ["", "12", "Pier", "1,234", "a|b", "Share of the year", "ends\\"]
_ODD_CHARACTERS = "\u00a0\u200b\u2028\ufeff\u0301\u0e01\u3000\U0001f1e9\U0001f1ea\t`|#*\\/·٣"


def one_in(chance: Random, count: int) -> bool:
    """True once in ``count`` times."""
    return chance.randint(1, count) == count


def random_paragraph(chance: Random, most: int = 8) -> str:
    """Some sentences, now and then in another script or with odd characters."""
    out = []
    for _ in range(chance.randint(1, most)):
        if one_in(chance, 10):
            out.append(chance.choice(_OTHER))
            continue
        words = [chance.choice(_WORDS) for _ in range(chance.randint(1, 14))]
        if one_in(chance, 25):
            words.append("".join(chance.choice(_ODD_CHARACTERS) for _ in range(3)))
        out.append(" ".join(words).capitalize() + chance.choice(_END))
    return " ".join(out).strip() or "Blank."


def random_rows(chance: Random) -> list[list[str]]:
    """Rows of a table; now and then one cell is very long."""
    columns = chance.randint(1, 5)

    def cell() -> str:
        return random_paragraph(chance, 2) if one_in(chance, 5) else chance.choice(_CELLS)

    rows = [[cell() for _ in range(columns)] for _ in range(chance.randint(1, 9))]
    if one_in(chance, 5):
        rows[-1][-1] = random_paragraph(chance, 12) + " " + random_paragraph(chance, 12)
    rows[0][0] = rows[0][0] or "Key"
    return rows


def random_document(chance: Random, most: int = 14) -> LayoutDocument:
    """A document of all kinds of boxes, over a few pages."""
    builder = DocumentBuilder()
    if one_in(chance, 2):
        builder.title("The harbour book")
    for number in range(chance.randint(0, most)):
        _add_box(chance, builder, number)
        if one_in(chance, 7):
            builder.new_page()
    return builder.build()


def _add_box(chance: Random, builder: DocumentBuilder, number: int) -> None:
    kind = chance.randint(0, 12)
    if kind <= 2:
        builder.heading(f"{number} {chance.choice(_TITLES)}", chance.randint(1, 4))
    elif kind <= 6:
        builder.text(random_paragraph(chance))
    elif kind == 7:
        if one_in(chance, 2):
            builder.text("Do the following:")
        items = [random_paragraph(chance, 3) for _ in range(chance.randint(1, 4))]
        builder.items(*items, depth=chance.randint(0, 2))
    elif kind == 8:
        _add_table(chance, builder)
    elif kind == 9:
        builder.box("code", chance.choice(_CODE))
    elif kind == 10:
        builder.box("picture", chance.choice(["", "axis label 12"]))
    elif kind == 11:
        builder.box(chance.choice(["footnote", "caption", "formula"]), random_paragraph(chance, 2))
    else:
        _add_continued(chance, builder)


def _add_table(chance: Random, builder: DocumentBuilder) -> None:
    """A table, now and then with a caption that it is linked to."""
    rows = random_rows(chance)
    more: dict[str, Any] = {}
    if one_in(chance, 3):
        more["caption"] = builder.box("caption", f"Table: {random_paragraph(chance, 1)}").id
    builder.table(rows, header_rows=chance.randint(0, min(2, len(rows))), **more)


def _add_continued(chance: Random, builder: DocumentBuilder) -> None:
    """A paragraph that goes on over the page, in the middle of a sentence."""
    first = builder.text(random_paragraph(chance, 2).rstrip(".!?…:”") + " and")
    if one_in(chance, 2):
        builder.new_page()
    builder.text(random_paragraph(chance, 3).lower(), continues=first.id)


def random_settings(chance: Random) -> dict[str, Any]:
    """Settings whose budget holds at least one grapheme of every text that the documents have."""
    budget = chance.randint(40, 160)
    return {
        "assembly.tokenizer": chance.choice(["cl100k_base", "cl100k_base", "o200k_base"]),
        "assembly.token_budget": budget,
        "assembly.min_tokens": chance.randint(0, budget // 2),
        "assembly.overlap_tokens": chance.choice([0, 0, 5, 15, 39]),
        "assembly.overlap_scope": chance.choice(["section", "document"]),
        "assembly.threshold": chance.choice([0.2, 0.4, 0.5, 0.7]),
        "assembly.respect_section_starts": chance.choice([True, False]),
        "assembly.merge_small_chunks": chance.choice([True, False]),
        "assembly.table_mode": chance.choice(["preserve", "preserve", "isolate", "rows"]),
        "context.title": chance.choice([True, False]),
        "context.heading_path": chance.choice([True, False]),
    }


def random_profile(chance: Random) -> Profile:
    """A profile with :func:`random_settings`."""
    return Profile().replace(random_settings(chance))


def random_access(chance: Random, document: LayoutDocument) -> DocumentAccess:
    """Labels of a document, narrower on some of its pages and in some of its sections."""
    narrower: list[dict[str, Any]] = []
    titles = [box.text for box in document.boxes() if box.box_class == "section-header"]
    for _ in range(chance.randint(1, 3)):
        acl = chance.choice([["board"], ["staff", "board"], ["public", "board"]])
        if titles and one_in(chance, 2):
            narrower.append({"section": chance.choice(titles), "acl": acl})
        else:
            narrower.append({"pages": chance.randint(1, document.info.page_count), "acl": acl})
    return DocumentAccess.parse({"acl": ["public", "staff", "board"], "narrower": narrower})
