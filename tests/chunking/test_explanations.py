"""Why a place is cut, what would turn the decision, and how much each control matters."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from chunkstudio.chunking.calibration import score_of_sum, sum_of_score
from chunkstudio.chunking.counterfactuals import counterfactuals
from chunkstudio.chunking.pipeline import Pipeline, chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.sensitivity import sensitivities
from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.model import LayoutDocument
from tests.chunking.documents import DocumentBuilder, sentences
from tests.chunking.random_documents import random_document, random_profile
from tests.chunking.strategies import EXAMPLES, IN_CI, chances

PROFILE = Profile().replace({"assembly.token_budget": 200, "assembly.min_tokens": 40})


def sample() -> LayoutDocument:
    b = DocumentBuilder()
    b.heading("1 One", 1)
    for n in range(8):
        b.text(sentences(10 * n, 2 + n % 3), gap=6.0 + 9 * (n % 4))
    b.items(*(f"item {n} of some words" for n in range(6)))
    b.heading("2 Two", 1)
    b.text(sentences(200, 12))
    return b.build()


def test_that_each_counterfactual_turns_the_decision_and_one_step_less_does_not() -> None:
    result = chunk_document(sample(), PROFILE)
    turned = 0
    for index in (*result.cuts, result.cuts[0] + 1, 0):
        for change in counterfactuals(result, index):
            turned += 1
            after = result.reassemble_chunks(**{change.field: change.value})
            assert bool(after.boundaries.cut[index]) == (change.effect == "cut") != bool(result.boundaries.cut[index])
            if change.field.startswith("weights."):
                step = 0.001 if change.value < change.current else -0.001
                nearer = round(change.value + step, 3)
                if nearer != change.current:
                    again = result.reassemble_chunks(**{change.field: nearer})
                    assert bool(again.boundaries.cut[index]) == bool(result.boundaries.cut[index])
    assert turned > 3
    with pytest.raises(IndexError):
        counterfactuals(result, len(result.boundaries))


@settings(max_examples=max(EXAMPLES // 20, 10), deadline=None, derandomize=IN_CI)
@given(chances())
def test_that_counterfactuals_are_true_of_any_document(chance: Random) -> None:
    result = chunk_document(random_document(chance, 7), random_profile(chance))
    if not len(result.boundaries):
        return
    index = chance.randint(0, len(result.boundaries) - 1)
    now = bool(result.boundaries.cut[index])
    for change in counterfactuals(result, index):
        after = result.reassemble_chunks(**{change.field: change.value})
        assert bool(after.boundaries.cut[index]) == (change.effect == "cut") != now, change


def test_that_without_a_minimum_every_free_place_above_the_threshold_is_cut() -> None:
    for change in ({"assembly.min_tokens": 0}, {"assembly.merge_small_chunks": False}):
        result = chunk_document(sample(), PROFILE.replace(change))
        assert "min_tokens" not in {result.boundary(i).reason for i in range(len(result.boundaries))}


def test_that_a_place_above_the_threshold_that_is_not_cut_says_what_a_cut_would_make() -> None:
    result = chunk_document(sample(), PROFILE.replace({"assembly.min_tokens": 80}))
    details = [b.detail for b in map(result.boundary, range(len(result.boundaries))) if b.reason == "min_tokens"]
    small = [d for d in details if "below the minimum of 80" in d]
    costly = [re.search(r"by 0\.\d+; two chunks of (\d+) and (\d+) tokens", d) for d in details if "would cost more" in d]
    assert small and costly and len(small) + len(costly) == len(details)
    assert all(found and min(int(found[1]), int(found[2])) >= 80 for found in costly)
    index = next(i for i in range(len(result.boundaries)) if "would cost more" in result.boundary(i).detail)
    assert "assembly.min_tokens" in {c.field for c in counterfactuals(result, index)}


def test_that_the_scale_of_scores_and_that_of_sums_turn_into_each_other() -> None:
    sums = np.linspace(-3.0, 4.0, 141)
    scores = score_of_sum(sums)
    assert (np.diff(scores) > 0).all() and 0.0 < scores[0] < scores[-1] < 1.0
    assert np.allclose([sum_of_score(float(s)) for s in scores], sums)
    assert (sum_of_score(0.0), sum_of_score(1.0)) == (-math.inf, math.inf)


def test_that_each_weight_moves_cuts_where_its_signal_occurs() -> None:
    b = DocumentBuilder()
    b.text(sentences(0, 5))
    b.items(*(f"item {n} of a list that is longer than a chunk may be" for n in range(24)))
    b.text(sentences(20, 9))
    b.table([["Name", "Note"], *([f"row {n}", "some words on this row of the table"] for n in range(24))])
    b.text(sentences(40, 5))
    tried = {"list": (0.0, 1.7), "table": (0.0, 2.0), "box": (0.0,), "class": (0.0, 1.0), "vertical_gap": (0.0, 0.6)}
    for name, values in tried.items():
        long_runs = name in ("list", "table")
        profile = PROFILE.replace({"assembly.threshold": 0.4 if long_runs else 0.5})
        result = chunk_document(b.build() if long_runs else sample(), profile)
        assert any(result.reassemble_chunks(**{f"weights.{name}": v}).cuts != result.cuts for v in values), name


def test_that_a_row_counts_as_a_box_and_only_its_tables_weight_holds_it() -> None:
    b = DocumentBuilder()
    b.text(sentences(0, 4))
    b.table([["Name", "Note"], *([f"row {n}", "some words on this row of the table"] for n in range(8))])
    b.text(sentences(20, 4))
    result = chunk_document(b.build(), PROFILE)
    rows = [i for i in range(len(result.boundaries)) if result.columns.table[i] == result.columns.table[i + 1] == 0]
    parts = {p.name: p for p in result.boundary(rows[3]).parts}
    assert parts["box"].raw == 1.0 and parts["box"].measured == "row 4 to 5 of t1"
    assert (result.boundaries.scores[rows] < result.boundaries.threshold).all() and not result.boundaries.cut[rows].any()
    loose = result.reassemble_chunks(**{"weights.table": 0.0})
    assert (loose.boundaries.scores[rows] > loose.boundaries.threshold).all() and loose.boundaries.cut[rows].any()


def test_that_a_caption_is_held_to_its_table_over_the_line_between_them() -> None:
    b = DocumentBuilder()
    b.text(sentences(0, 8))
    b.box("caption", "Table 7:", gap=24.0, caption_of="p1.b3")
    b.text("Participation in education and training", gap=16.0)
    b.table([["Name", "Note"], *([f"row {n}", "some words on this row of the table"] for n in range(9))], gap=24.0)
    b.text(sentences(20, 8))
    result = chunk_document(b.build(), PROFILE)
    places = [i for i in range(len(result.boundaries)) if {p.name: p for p in result.boundary(i).parts}["caption"].raw]
    assert [result.units[i].kind for i in places] == ["caption", "sentence"]
    assert not result.boundaries.cut[places].any()
    assert result.reassemble_chunks(**{"weights.caption": 0.0}).boundaries.cut[places].any()


def test_that_a_list_or_table_below_the_minimum_is_not_cut_apart() -> None:
    b = DocumentBuilder()
    b.text(sentences(0, 8))
    b.items(*(f"item {n} of a few words" for n in range(5)))
    b.text(sentences(20, 8))
    b.table([["Name", "Note"], *([f"row {n}", "some words"] for n in range(4))])
    b.text(sentences(40, 8))
    low = {"weights.list": 0.0, "weights.table": 0.0, "assembly.threshold": 0.1, "assembly.min_tokens": 66}
    result = chunk_document(b.build(), PROFILE.replace(low))
    inside = [i for i in range(len(result.boundaries)) if "below the minimum is not cut" in result.boundary(i).detail]
    assert len(inside) == 4 + 3 and not result.boundaries.cut[inside].any()
    free = chunk_document(b.build(), PROFILE.replace({**low, "assembly.min_tokens": 0}))
    assert free.boundaries.cut[inside].all()


def test_that_sensitivities_count_the_cuts_that_move() -> None:
    result = chunk_document(sample(), PROFILE)
    found = {s.field: s for s in sensitivities(result)}
    assert set(found) >= {"assembly.threshold", "assembly.token_budget", "assembly.min_tokens", "weights.class"}
    budget = found["assembly.token_budget"]
    after = result.reassemble_chunks(token_budget=200 + int(budget.step))
    moved = len(set(after.cuts) ^ set(result.cuts))
    assert budget.moved_up == moved and budget.cuts == len(result.cuts)
    assert found["assembly.overlap_tokens"].moved_down == -1
    with pytest.raises(ChunkStudioError, match="cancelled"):
        sensitivities(result, cancelled=lambda: True)


def test_that_work_can_be_cancelled_and_the_pipeline_goes_on() -> None:
    pipeline = Pipeline()
    with pytest.raises(ChunkStudioError) as caught:
        pipeline.run(sample(), PROFILE, cancelled=lambda: True)
    assert caught.value.code == "cancelled"
    assert len(pipeline.run(sample(), PROFILE)) > 3


def test_that_a_preview_agrees_with_the_whole_result() -> None:
    pipeline, document = Pipeline(), sample()
    result, preview = pipeline.run(document, PROFILE), pipeline.preview(document, PROFILE)
    assert [c.unit_range for c in result] == list(zip(preview.first.tolist(), preview.end.tolist(), strict=True))
    assert [c.text_tokens for c in result] == preview.tokens.tolist()
    assert (preview.reason == result.boundaries.reason).all() and (preview.scores == result.boundaries.scores).all()


SCRIPT = """
from tests.chunking.test_explanations import PROFILE, sample
from chunkstudio.chunking.pipeline import chunk_document
result = chunk_document(sample(), PROFILE)
print(result.content_hash, result.policy_version, *result.record_ids)
"""


def test_that_another_process_with_another_hash_seed_gives_the_same_ids() -> None:
    root = Path(__file__).resolve().parents[2]
    out = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PATH": "", "PYTHONPATH": str(root), "SYSTEMROOT": "C:\\\\Windows"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    result = chunk_document(sample(), PROFILE)
    assert out == {" ".join([result.content_hash, result.policy_version, *result.record_ids]) + "\n"}
