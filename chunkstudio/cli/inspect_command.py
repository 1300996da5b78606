"""``chunkstudio inspect``: what a document is, what was found in it, and how it would be cut, as a readable report."""

from __future__ import annotations

import json
from collections import Counter
from statistics import mean
from textwrap import shorten
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunkstudio.cli import options

if TYPE_CHECKING:
    from rich.console import Console

    from chunkstudio.chunking.chunked_document import ChunkedDocument, HierarchyNode
    from chunkstudio.chunking.model import TableView
    from chunkstudio.layout.model import LayoutDocument

_BAR_STEPS = 8
_LABELS, _LABEL = 3, 36


def inspect(
    file: options.FileArgument,
    profile: options.ProfileOption = None,
    changes: options.SetOption = None,
    pages: options.PagesOption = None,
    password_file: options.PasswordFileOption = None,
    layout: Annotated[bool, typer.Option("--layout", help="List every box with the rules that decided on it.")] = False,
    json_: options.JsonOption = False,
) -> None:
    """Report what a document is: pages, findings, section tree, tables, figures, chunk statistics."""
    chunked = options.chunked_for_command(file, profile, changes, pages, password_file)
    if json_:
        data = report(chunked) | ({"boxes": layout_rows(chunked.layout)} if layout else {})
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return
    from rich.console import Console

    _print_report(Console(soft_wrap=True, highlight=False, markup=False), chunked)
    if layout:
        _print_layout(chunked.layout)


def report(chunked: ChunkedDocument) -> dict[str, Any]:
    """The facts of the report as plain data."""
    document, found = chunked.layout, chunked.diagnostics
    return {
        "file": document.info.file_name,
        "sha256": document.info.sha256,
        "title": document.title,
        "title_source": document.title_source,
        "pages": len(document.pages),
        "pages_in_file": document.info.page_count,
        "parsers": sorted({p.parser for p in document.pages}),
        "coverage": round(found.coverage, 4),
        "agreement": {k: round(v, 3) for k, v in document.agreement.items()},
        "counts": found.counts,
        "excluded": dict(Counter(e.reason for e in found.excluded).most_common()),
        "findings": [
            {"code": f.code, "page": f.page, "level": f.level, "message": f.message, "hint": f.hint} for f in found.warnings
        ],
        "policy_version": chunked.policy_version,
        **_views(chunked),
    }


def _views(chunked: ChunkedDocument) -> dict[str, Any]:
    tokens = [c.token_count for c in chunked]
    headings = {s.id: s.title for s in chunked.sections if s.box_id is not None}
    return {
        "sections": [
            {"id": s.id, "level": s.level, "title": s.title, "page": s.page, "chunks": len(s.chunk_ids)}
            for s in chunked.sections
        ],
        "tables": [
            {
                "id": t.id,
                "pages": list(t.pages),
                "rows": len(t.rows),
                "columns": len(t.rows[0]) if t.rows else 0,
                "caption": t.caption,
                "section": headings.get(t.section_id, ""),
                "labels": _labels(t),
            }
            for t in chunked.tables
        ],
        "figures": [
            {"id": f.id, "page": f.page, "caption": f.caption, "section": headings.get(f.section_id, "")}
            for f in chunked.figures
        ],
        "chunks": {
            "count": len(tokens),
            "mean_tokens": round(mean(tokens), 1) if tokens else 0,
            "smallest": min(tokens, default=0),
            "largest": max(tokens, default=0),
            "budget": chunked.profile.assembly.token_budget,
            "cut_reasons": _reasons(chunked),
        },
    }


def _labels(table: TableView) -> list[str]:
    """By what a person knows a table again: what its first rows are called, else the names of its columns."""
    rows = [" ".join(row[0].split()) for row in table.rows[table.header_rows :] if row]
    named = [name for name in rows if any(c.isalpha() for c in name)]
    columns = [" ".join(name.split()) for name in table.headers]
    return list(dict.fromkeys(name for name in named or columns if name))[:_LABELS]


def _reasons(chunked: ChunkedDocument) -> dict[str, int]:
    out: dict[str, int] = {}
    for chunk in chunked:
        out[chunk.cut_reason] = out.get(chunk.cut_reason, 0) + 1
    return dict(sorted(out.items(), key=lambda item: -item[1]))


def _print_report(console: Console, chunked: ChunkedDocument) -> None:
    data = report(chunked)
    source = "" if data["title_source"] == "printed" else f"  (title from the {data['title_source'].replace('_', ' ')})"
    console.print(f"{data['title'] or data['file']}{source}", style="bold")
    whole = data["pages"] == data["pages_in_file"]
    total = f"{data['pages_in_file']} page{'' if data['pages_in_file'] == 1 else 's'}"
    pages = total if whole else f"{data['pages']} of {total}"
    console.print(
        f"{data['file']}  {pages}  layout {', '.join(data['parsers']) or 'none'}  words kept {100 * data['coverage']:.2f} %"
    )
    if data["excluded"]:
        console.print("Left out: " + ", ".join(f"{count} {reason}" for reason, count in data["excluded"].items()))
    if data["agreement"]:
        console.print("Agreement with the file: " + "  ".join(f"{k} {v:.2f}" for k, v in data["agreement"].items()))
    console.print(f"\nFindings ({len(data['findings'])})", style="bold")
    for f in data["findings"] or [{"level": "", "page": 0, "code": "", "message": "No findings.", "hint": ""}]:
        where = f"p {f['page']}: " if f["page"] else ""
        console.print(f"  {f['level'] + ' ' if f['level'] else ''}{where}{f['message']} {f['hint']}".rstrip())
    console.print(f"\nSections ({max(0, len(data['sections']) - 1)})", style="bold")
    for child in chunked.hierarchy.children:
        _print_section(console, child, 1)
    _print_objects(console, data)
    _print_chunks(console, chunked, data)


def _print_section(console: Console, node: HierarchyNode, depth: int) -> None:
    section = node.section
    chunks = f"{len(section.chunk_ids)} chunk{'' if len(section.chunk_ids) == 1 else 's'}"
    console.print(f"{'  ' * depth}{section.title}  (p {section.page}, {chunks})")
    for child in node.children:
        _print_section(console, child, depth + 1)


def _print_objects(console: Console, data: dict[str, Any]) -> None:
    for name in ("tables", "figures"):
        console.print(f"\n{name.capitalize()} ({len(data[name])})", style="bold")
        for item in data[name]:
            pages = item.get("pages") or [item["page"]]
            where = f"p {pages[0]}" if len(pages) == 1 else f"p {pages[0]}-{pages[-1]}"
            size = f"  {item['rows']} x {item['columns']}" if name == "tables" else ""
            console.print(f"  {item['id']}  {where}{size}  {item['caption'] or without_caption(item)}")


def without_caption(item: dict[str, Any]) -> str:
    """Where a table or figure stands, and what is in it."""
    labels = ", ".join(shorten(label, _LABEL, placeholder=" …") for label in item.get("labels", ()))
    place = f"in {item['section'].rstrip(':')}" if item["section"] else "no caption"
    return f"{place}: {labels}" if labels else place


def _print_chunks(console: Console, chunked: ChunkedDocument, data: dict[str, Any]) -> None:
    facts = data["chunks"]
    console.print(f"\nChunks ({facts['count']})", style="bold")
    sizes = f"mean {facts['mean_tokens']}, smallest {facts['smallest']}, largest {facts['largest']}"
    console.print(f"  tokens: {sizes}, budget {facts['budget']}")
    console.print("  start by: " + ", ".join(f"{k} {v}" for k, v in facts["cut_reasons"].items()))
    step = max(1, -(-facts["budget"] // _BAR_STEPS))
    counts = [0] * _BAR_STEPS
    for chunk in chunked:
        counts[min(_BAR_STEPS - 1, chunk.token_count // step)] += 1
    for k, count in enumerate(counts):
        console.print(f"  {k * step:>5}-{(k + 1) * step - 1:<5} {'█' * round(40 * count / max(1, *counts))} {count}")


def layout_rows(document: LayoutDocument) -> list[dict[str, Any]]:
    """Every box with its parser and, for each decision on it, the rule and the values that the rule saw."""
    parser = {p.number: p.parser for p in document.pages}
    return [
        {
            "id": b.id,
            "page": b.page,
            "class": b.box_class,
            "level": b.level,
            "excluded": b.excluded,
            "parser": parser[b.page],
            "rect": [round(v, 1) for v in b.rect],
            "rules": [{"decides": n.decides, "rule": n.rule, "inputs": dict(n.inputs)} for n in b.notes],
            "text": b.text[:80],
        }
        for b in document.boxes()
    ]


def _print_layout(document: LayoutDocument) -> None:
    print("\nLayout")
    for row in layout_rows(document):
        level = f" level {row['level']}" if row["level"] is not None else ""
        left_out = f" left out: {row['excluded']}" if row["excluded"] else ""
        print(f"  {row['id']} {row['class']}{level}{left_out} ({row['parser']}): {row['text'][:60]}")
        for rule in row["rules"]:
            seen = ", ".join(f"{k}={v}" for k, v in rule["inputs"].items())
            print(f"      {rule['decides']}: {rule['rule']} ({seen})")
