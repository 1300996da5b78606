"""Words for the boundary inspector: why a place is cut or not, and what each signal saw there."""

from __future__ import annotations

import numpy as np

from chunkstudio.chunking.assembly_rules import section_starts
from chunkstudio.chunking.chunk_assembler import Cuts
from chunkstudio.chunking.model import REASONS, Boundaries
from chunkstudio.chunking.signals import Neighbours, white_space
from chunkstudio.chunking.stages import StageRun, UnitStage
from chunkstudio.chunking.table_names import ends_with_colon
from chunkstudio.chunking.unit_columns import HEADING, LIST_ITEM, TABLE_ROW

_WORDS = {
    "below_threshold": "Its score is not above the threshold, and the budget did not ask for a cut here.",
    "min_tokens": "Its score is above the threshold, but the chunks around it would become too small.",
    "section": "A section starts here.",
    "score": "Its score is above the threshold.",
    "budget": "The budget asked for a cut, and this was the best place for it.",
    "access": "What follows has other readers.",
    "table": "A table stands alone in this profile.",
    "manual": "Somebody set a cut here by hand.",
}


def decision_words(run: StageRun, cuts: Cuts, boundaries: Boundaries, index: int) -> str:
    """One sentence on why the place after unit ``index`` is cut or not."""
    stage, reason = run.units(), REASONS[int(boundaries.reason[index])]
    if reason == "min_tokens":
        soft = bool(section_starts(stage.columns)[index])
        return "Two small sections under one heading were merged here." if soft else _size_words(run, cuts, boundaries, index)
    return _forbidden_words(stage, index) if reason == "forbidden" else _WORDS[reason]


def _size_words(run: StageRun, cuts: Cuts, boundaries: Boundaries, index: int) -> str:
    """Why a place above the threshold lies inside a chunk: what the two chunks would be that a cut here makes of it."""
    atoms, costs, settings = run.atoms().atoms, run.costs(), run.profile.assembly
    above = f"Above the threshold by {float(boundaries.scores[index]) - boundaries.threshold:.2f}"
    place = int(np.searchsorted(atoms.unit, index + 1))
    chunk = int(np.searchsorted(cuts.places, place, side="right")) - 1
    if not 0 < place < len(atoms) or cuts.places[chunk] == place:
        return _WORDS["min_tokens"]
    first, end = int(cuts.places[chunk]), int(cuts.places[chunk + 1])
    halves = ((first, place), (place, end))
    sizes = [int(costs.text_open[a] + costs.text_close[b]) for a, b in halves]
    plain = [int(costs.plain_open[a] + costs.plain_close[b]) for a, b in halves]
    if max(*sizes, *plain) > settings.token_budget:
        return f"{above}; what a chunk from here on would repeat is too much for the budget of {settings.token_budget}."
    if min(sizes) < settings.min_tokens:
        return f"{above}; a cut would leave a chunk of {min(sizes)} tokens, below the minimum of {settings.min_tokens}."
    return f"{above}; two chunks of {sizes[0]} and {sizes[1]} tokens instead of one would cost more than that."


def _forbidden_words(stage: UnitStage, index: int) -> str:
    columns = stage.columns
    if stage.placed.never[index]:
        return "Somebody forbade a cut here by hand."
    if columns.kind[index] == HEADING:
        return "A heading is never the end of a chunk."
    if stage.captions[index]:
        return "A caption stays with its table or figure."
    if stage.forbidden[index] == 0:
        return f"A {'table' if columns.kind[index] == TABLE_ROW else 'list'} below the minimum is not cut apart."
    if columns.kind[index] == TABLE_ROW:
        return "A table's header stays with its first row."
    if columns.kind[index + 1] == LIST_ITEM:
        return "The sentence that introduces a list stays with its first item."
    if ends_with_colon(columns, index):
        return "A line that ends with a colon stays with what it announces."
    return "The structure forbids a cut here."


def _box_words(pairs: Neighbours, index: int) -> str:
    """From which box, or row of a table (counted from 1), to which the boundary leads."""
    c = pairs.columns
    a, b = (c.boxes[int(box[index])].id for box in (pairs.box_a, pairs.box_b))
    if c.table[index] >= 0 and c.table[index] == c.table[index + 1]:
        return f"row {c.row[index] + 1} to {c.row[index + 1] + 1} of t{c.table[index] + 1}"
    return f"{a} to {b}" if a != b else f"inside {a}"


def measured_words(pairs: Neighbours, index: int) -> dict[str, str]:
    """What the signals saw between units ``index`` and ``index`` + 1, in points and words."""
    f = pairs.features
    a, b = int(pairs.box_a[index]), int(pairs.box_b[index])
    boxes = pairs.columns.boxes
    gap = f.top[b] - f.bottom[a]
    same_page = bool(pairs.same_page[index])
    return {
        "box": _box_words(pairs, index),
        "class": f"{boxes[a].box_class} to {boxes[b].box_class}"
        if boxes[a].box_class != boxes[b].box_class
        else boxes[a].box_class,
        "page": f"page {boxes[a].page} to {boxes[b].page}" if not same_page else f"page {boxes[a].page}",
        "vertical_gap": f"{gap:.1f} pt, {float(white_space(pairs)[index]):.1f} type sizes" if same_page and a != b else "",
        "horizontal_gap": f"left edge moves by {f.left[b] - f.left[a]:.1f} pt" if same_page and a != b else "",
        "font": f"{f.size[a]:.1f} pt to {f.size[b]:.1f} pt",
        "heading": f"level {boxes[b].level}" if pairs.columns.kind[index + 1] == HEADING else "",
    }
