"""Evaluations, comparisons and verdicts as plain data and as one HTML page that opens anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from chunkstudio.retrieval.comparison import Difference, Flip
from chunkstudio.retrieval.evaluation import Evaluation
from chunkstudio.retrieval.gate import GateVerdict
from chunkstudio.retrieval.misses import Miss

_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a2029;background:#fff}"
    "table{border-collapse:collapse;width:100%;margin:1rem 0}td,th{border-bottom:1px solid #d3d8e0;padding:.35rem .6rem;"
    "text-align:left;vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}small{color:#525c6b}"
)


def evaluation_data(evaluation: Evaluation, k: int, misses: dict[str, list[Miss]]) -> dict[str, Any]:
    """An evaluation as plain data: means, then each question with its ranks and the cause of each miss."""
    return {
        "question_set": evaluation.question_set,
        "scope": evaluation.scope,
        "retriever": evaluation.retriever,
        "revision": evaluation.revision,
        "return_parent": evaluation.return_parent,
        "policy_versions": list(evaluation.policy_versions),
        "questions": len(evaluation.results),
        "skipped": list(evaluation.skipped),
        "k": k,
        "measures": {name: round(value, 6) for name, value in evaluation.means.items()},
        "recall_curve": [round(v, 6) for v in evaluation.recall_curve()],
        "per_question": [
            {
                "id": r.question.id,
                "question": r.question.question,
                "tags": list(r.question.tags),
                "ranks": list(r.ranks),
                "measures": {name: round(value, 6) for name, value in r.values.items()},
                "misses": [miss_data(m) for m in misses.get(r.question.id, [])],
            }
            for r in evaluation.results
        ],
    }


def miss_data(miss: Miss) -> dict[str, Any]:
    """One miss as plain data."""
    return {
        "evidence": miss.evidence,
        "cause": miss.cause,
        "sentence": miss.sentence,
        "rank": miss.rank,
        "chunks": list(miss.chunks),
        "cuts": [list(c) for c in miss.cuts],
        "above": list(miss.above),
        "shared": list(miss.shared),
        "missing": list(miss.missing),
    }


def difference_data(difference: Difference, flips: Sequence[Flip]) -> dict[str, Any]:
    """One comparison as plain data."""
    return {
        "measure": difference.measure,
        "difference": round(difference.mean, 6),
        "interval": [round(difference.low, 6), round(difference.high, 6)],
        "p_value": round(difference.p_value, 6),
        "adjusted_p_value": round(difference.adjusted, 6),
        "questions": difference.questions,
        "questions_needed": difference.needed,
        "verdict": difference.verdict,
        "gained": [f.question_id for f in flips if f.gained],
        "lost": [f.question_id for f in flips if not f.gained],
    }


def verdict_data(verdict: GateVerdict) -> dict[str, Any]:
    """The gate's verdict as plain data."""
    return {
        "searchable": verdict.searchable,
        f"R@{verdict.k}": round(verdict.recall, 6),
        "interval": [round(verdict.low, 6), round(verdict.high, 6)],
        "required": verdict.required,
        f"tok@{verdict.k}": round(verdict.tokens, 1),
        "questions": verdict.questions,
        "question_set": verdict.question_set,
        "retriever": verdict.retriever,
        "reasons": list(verdict.reasons),
        "notes": list(verdict.notes),
    }


def html_page(title: str, data: dict[str, Any]) -> str:
    """One self-contained HTML page of a report's data; every text is escaped."""
    parts = [f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title><style>{_STYLE}</style>"]
    parts.append(f"<h1>{escape(title)}</h1>")
    parts += [_section(name, value) for name, value in data.items()]
    return "".join(parts) + "</html>\n"


def _section(name: str, value: Any) -> str:
    heading = escape(name.replace("_", " ").capitalize())
    if isinstance(value, dict):
        rows = "".join(f"<tr><td>{escape(str(k))}<td class=n>{_cell(v)}" for k, v in value.items())
        return f"<h2>{heading}</h2><table>{rows}</table>"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        columns = list(value[0])
        head = "".join(f"<th>{escape(c.replace('_', ' '))}" for c in columns)
        rows = "".join("<tr>" + "".join(f"<td>{_cell(row.get(c))}" for c in columns) for row in value)
        return f"<h2>{heading}</h2><table><tr>{head}{rows}</table>"
    return f"<p><small>{heading}</small> {_cell(value)}</p>"


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if value is None:
        return "—"
    if isinstance(value, list):
        return ", ".join(_cell(v) for v in value) or "—"
    if isinstance(value, dict):
        return "; ".join(f"{escape(str(k))} {_cell(v)}" for k, v in value.items())
    return escape(str(value))
