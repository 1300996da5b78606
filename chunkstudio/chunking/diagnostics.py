"""What a user should know of a result: findings with a level, counts, exclusions."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.chunking.access import RESTRICTED
from chunkstudio.chunking.model import Chunk, Diagnostics, Excluded, Finding
from chunkstudio.chunking.rules import RulePlace
from chunkstudio.chunking.text_source import table_content
from chunkstudio.chunking.unit_columns import UnitColumns
from chunkstudio.layout.model import LayoutDocument

_ERRORS = frozenset({"page_failed", "no_text", "unreadable_text"})
_INFOS = frozenset({"blank", "ocr_layer", "decoded_as_latin1", "repaired"})


def layout_findings(layout: LayoutDocument) -> list[Finding]:
    """The warnings of file and layout, each once."""
    seen = dict.fromkeys((*layout.info.warnings, *layout.warnings))
    return [
        Finding(
            w.code,
            w.page,
            w.message,
            w.ids,
            "error" if w.code in _ERRORS else "info" if w.code in _INFOS else "warning",
            w.hint,
        )
        for w in seen
    ]


def heading_findings(layout: LayoutDocument, columns: UnitColumns) -> list[Finding]:
    """A warning if a document with text has no heading at all."""
    if len(columns.sections) > 1 or not len(columns) or any(w.code == "no_headings" for w in layout.warnings):
        return []
    message = "No heading was found, so the document is cut at paragraphs and its path is its title."
    return [Finding("no_headings", 0, message, hint="Check the layout, or set heading levels by hand.")]


def table_findings(layout: LayoutDocument) -> list[Finding]:
    """Tables of which layout gave no usable grid."""
    out = []
    for box in layout.boxes():
        if box.box_class != "table" or box.excluded is not None:
            continue
        content = table_content(box.table)
        if content is None or not any(any(row) for row in content.rows) or len(content.rows[0]) < 2:
            message = "A table has no rows and columns that could be read; its words are kept as lines."
            out.append(Finding("degenerate_table", box.page, message, (box.id,)))
    return out


_CONFLICTS = {
    "gone": ("rule_lost", "finds its place {quote} no more.", "Delete the rule or set it again."),
    "ambiguous": ("rule_ambiguous", "cannot tell which {quote} it meant.", "Set the rule again at the right place."),
    "neighbour": (
        "rule_lost",
        "is not applied: what follows {quote} is another text now.",
        "Set the rule again, or delete it.",
    ),
    "overruled": ("rule_overruled", "at {quote} is overruled by a later one.", "Delete one of the two rules."),
}


def rule_findings(places: Sequence[RulePlace], *, quoted: bool = True) -> list[Finding]:
    """Manual rules that a person must settle: lost, ambiguous, or contradicted by a later rule.

    Without ``quoted`` the document's words in them are not said.
    """
    out = []
    for place in places:
        if place.state in _CONFLICTS:
            code, words, hint = _CONFLICTS[place.state]
            quote, kind = place.rule.quote[:60] if quoted else RESTRICTED, place.rule.kind.replace("_", " ")
            message = f"A manual rule ({kind}) " + words.format(quote=f'"{quote}"')
            out.append(Finding(code, place.page or place.rule.page, message, hint=hint))
    return out


def open_findings(findings: Sequence[Finding], places: Sequence[RulePlace]) -> tuple[Finding, ...]:
    """The findings as every reader of a document with narrower parts may see them: those on manual rules quote its words."""
    unquoted = dict(zip(rule_findings(places), rule_findings(places, quoted=False), strict=True))
    return tuple(unquoted.get(finding, finding) for finding in findings)


def cut_findings(columns: UnitColumns, broken: Sequence[int]) -> list[Finding]:
    """Places that were cut although structure forbids it, because the budget left no other way."""
    return [
        Finding(
            "forced_cut",
            columns.page(b),
            "The budget left no other way than to cut where the structure forbids it.",
            (columns.unit_id(b),),
            hint="Raise the token budget.",
        )
        for b in broken
    ]


def empty_section_finding(columns: UnitColumns, units: Sequence[int]) -> list[Finding]:
    """Headings at the end of the document that head nothing."""
    if not units:
        return []
    message = "The document ends with a heading that has no text; it is in no chunk."
    return [Finding("empty_section", columns.page(units[0]), message, tuple(columns.unit_id(u) for u in units), "info")]


def excluded_items(layout: LayoutDocument, columns: UnitColumns, empty: Sequence[int]) -> tuple[Excluded, ...]:
    """Every box that is in no chunk, with its reason; of empty sections the heading's box."""
    out = [Excluded(b.id, b.excluded, b.text, b.page) for b in layout.boxes() if b.excluded is not None]
    for u in empty:
        box = columns.boxes[int(columns.box[u])]
        out.append(Excluded(box.id, "empty_section", box.text, box.page))
    return tuple(out)


def build_diagnostics(
    layout: LayoutDocument,
    columns: UnitColumns,
    chunks: Sequence[Chunk],
    findings: Sequence[Finding],
    excluded: Sequence[Excluded],
    counts: dict[str, int],
) -> Diagnostics:
    """All of it together; ``coverage`` is the share of the document's words that reached a box or a named exclusion."""
    numbers = {
        "pages": len(layout.pages),
        "boxes": sum(len(page.boxes) for page in layout.pages),
        "units": len(columns),
        "sections": len(columns.sections) - 1,
        "chunks": len(chunks),
        "excluded": len(excluded),
        **counts,
    }
    return Diagnostics(tuple(findings), numbers, tuple(excluded), layout.coverage)
