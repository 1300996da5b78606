"""``chunkstudio explain``: why a document is cut at a place, or not, and what would change it."""

from __future__ import annotations

import json
from textwrap import shorten
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunkstudio.cli import options
from chunkstudio.errors import ChunkStudioError

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.model import Boundary

_SNIPPET = 70


def explain(
    file: options.FileArgument,
    at: Annotated[
        str, typer.Option("--at", metavar="BOX", help="A box such as p3.b5 (the boundary after it), or a unit p3.b5.u2.")
    ],
    profile: options.ProfileOption = None,
    changes: options.SetOption = None,
    pages: options.PagesOption = None,
    password_file: options.PasswordFileOption = None,
    json_: options.JsonOption = False,
) -> None:
    """Say why the document is cut after a box, or why not: each signal's part, and the smallest changes that would turn it."""
    from chunkstudio.chunking.counterfactuals import counterfactuals

    chunked = options.chunked_for_command(file, profile, changes, pages, password_file)
    index = boundary_index(chunked, at)
    boundary = chunked.boundary(index)
    turns = [
        {"field": c.field, "from": c.current, "value": c.value, "effect": c.effect.replace("_", " ")}
        for c in counterfactuals(chunked, index)
    ]
    if json_:
        print(json.dumps(_data(boundary, turns), ensure_ascii=False, indent=2))
        return
    _print(chunked, boundary, turns)


def boundary_index(chunked: ChunkedDocument, at: str) -> int:
    """The boundary after a unit, or after the last unit of a box. Raises ``bad_argument`` where there is none."""
    unit = chunked.unit_index(at)
    if unit is None:
        of_box = [u.index for u in chunked.units if u.box_id == at]
        if not of_box:
            excluded = next((e.reason for e in chunked.diagnostics.excluded if e.id == at), None)
            why = f"{at} is left out of the chunks: {excluded}." if excluded else f"There is no box {at}."
            raise ChunkStudioError("bad_argument", why, hint="Boxes are listed by chunkstudio inspect --layout.", field="at")
        unit = max(of_box)
    if unit >= len(chunked.boundaries):
        raise ChunkStudioError(
            "bad_argument", f"{at} is the end of the document; no boundary follows.", hint="Name an earlier box.", field="at"
        )
    return unit


def _data(boundary: Boundary, turns: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "after": boundary.after,
        "decision": "cut" if boundary.cut else "no cut",
        "reason": boundary.reason,
        "detail": boundary.detail,
        "score": round(boundary.score, 6),
        "threshold": round(boundary.threshold, 6),
        "weighted_sum": round(boundary.weighted_sum, 6),
        "threshold_sum": round(boundary.threshold_sum, 6),
        "signals": {p.name: [round(p.raw, 6), p.weight, round(p.contribution, 6)] for p in boundary.parts},
        "would_change": turns,
    }


def _end_of(text: str) -> str:
    """The last words of a text, as ``shorten`` gives the first ones."""
    return " ".join(reversed(shorten(" ".join(reversed(text.split())), _SNIPPET, placeholder=" …").split()))


def _print(chunked: ChunkedDocument, boundary: Boundary, turns: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    before, after = chunked.units[boundary.index], chunked.units[boundary.index + 1]
    console.print("Cut" if boundary.cut else "Not cut", f"after {boundary.after}, reason: {boundary.reason}", style="bold")
    if boundary.detail:
        console.print(f"  {boundary.detail}")
    console.print(f"  before: {_end_of(before.plain)}\n  after:  {shorten(after.plain, _SNIPPET, placeholder=' …')}")
    console.print(
        f"  score {boundary.score:.2f}, threshold {boundary.threshold:.2f}; weighted sum {boundary.weighted_sum:.2f}\n"
    )
    table = Table("Signal", "Measured", "Raw", "Weight", "Adds")
    for part in boundary.parts:
        table.add_row(part.name, part.measured, f"{part.raw:.2f}", f"{part.weight:.2f}", f"{part.contribution + 0.0:+.2f}")
    console.print(table)
    console.print("What would change it", style="bold")
    for turn in turns:
        value = str(turn["value"]).lower() if isinstance(turn["value"], bool) else turn["value"]
        console.print(f"  --set {turn['field']}={value}  then {turn['effect']} (now {turn['from']})")
    if not turns:
        console.print("  No single control does.")
