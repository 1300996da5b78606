"""The diagnostics of one result, gathered from all stages when somebody asks for them."""

from __future__ import annotations

from chunkstudio.chunking.diagnostics import (
    build_diagnostics,
    cut_findings,
    empty_section_finding,
    excluded_items,
    heading_findings,
    layout_findings,
    rule_findings,
    table_findings,
)
from chunkstudio.chunking.embedder_findings import embedder_findings
from chunkstudio.chunking.model import Boundaries, Diagnostics, Finding
from chunkstudio.chunking.overlap import overlap_limit
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.stages import UnitStage
from chunkstudio.chunking.views import BaseViews
from chunkstudio.chunking.written_chunks import WrittenChunks


def result_diagnostics(
    stage: UnitStage, views: BaseViews, profile: Profile, written: WrittenChunks, boundaries: Boundaries
) -> Diagnostics:
    """Findings of layout, headings, tables, cuts, overlap and context, with counts and exclusions."""
    layout, columns = stage.layout, stage.columns
    findings = [
        *layout_findings(layout),
        *heading_findings(layout, columns),
        *table_findings(layout),
        *rule_findings(stage.rule_places),
        *cut_findings(columns, written.broken),
        *empty_section_finding(columns, stage.trailing),
        *_overlap_findings(profile),
        *_context_findings(written),
        *_header_findings(views, written),
        *embedder_findings(profile, written.chunks),
    ]
    excluded = excluded_items(layout, columns, stage.trailing)
    counts = {
        "boundaries": len(boundaries),
        "cuts": int(boundaries.cut.sum()),
        "tables": len(views.tables),
        "figures": len(views.figures),
        "over_budget": len(written.over),
        "rules": len(stage.rule_places),
        "rule_conflicts": sum(p.conflict for p in stage.rule_places),
    }
    return build_diagnostics(layout, columns, written.chunks, findings, excluded, counts)


def _overlap_findings(profile: Profile) -> list[Finding]:
    limit, asked = overlap_limit(profile.assembly), profile.assembly.overlap_tokens
    if limit >= asked:
        return []
    message = f"The overlap of {asked} tokens is more than half the budget; {limit} are used."
    return [Finding("overlap_clamped", 0, message, hint="Lower the overlap or raise the budget.")]


def _context_findings(written: WrittenChunks) -> list[Finding]:
    if not written.clipped and not written.clipped_sections:
        return []
    message = "Context lines are longer than their share of the budget and were shortened."
    return [Finding("context_clipped", 0, message, written.clipped, "info", "Raise the budget or the context's share.")]


def _header_findings(views: BaseViews, written: WrittenChunks) -> list[Finding]:
    """Tables whose header would take more than half of the budget."""
    message = "A table's header takes more than half of the budget; only its first columns' names are repeated."
    return [
        Finding("oversize_table_header", table.page, message, (table.id,), hint="Raise the token budget.")
        for table in views.tables
        if table.id in written.short_headers
    ]
