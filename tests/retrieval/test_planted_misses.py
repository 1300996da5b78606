"""The miss doctor on twenty planted faults: every cause right, and every change that it proposes really helps."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from chunkstudio.retrieval import embedders
from chunkstudio.retrieval.evidence_words import FOUND_SHARE, needed_words, share_held, word_counts
from chunkstudio.retrieval.fixes import FixSearch, profile_with
from chunkstudio.retrieval.misses import diagnose
from chunkstudio.retrieval.trials import Trial
from tests.retrieval.planted import PLANTS
from tests.retrieval.planted_fault import SHORT_SIGHTED, Plant, ShortSightedEmbedder

CAUSES = ("bad label", "excluded", "not for this reader", "cut in two", "outranked", "clipped", "crowded out")
plants = pytest.mark.parametrize("plant", PLANTS, ids=lambda p: p.name)


@pytest.fixture(autouse=True)
def short_sighted(monkeypatch: pytest.MonkeyPatch) -> Iterator[ShortSightedEmbedder]:
    """The embedder with a window is known by its name wherever an embedder is looked up."""
    made, real = ShortSightedEmbedder(), embedders.embedder_for
    for name, module in list(sys.modules.items()):
        if name.startswith("chunkstudio.") and getattr(module, "embedder_for", None) is real:
            monkeypatch.setattr(module, "embedder_for", lambda name: made if name == SHORT_SIGHTED else real(name))
    yield made


def rank_in(trial: Trial) -> int:
    """The rank of the one evidence, beyond all ranks if it was not found."""
    return trial.evaluation.results[0].ranks[0] or 10_000


def share_on_its_page(plant: Plant, *, excluded: bool) -> float:
    """The share of the evidence's words that stands in kept or in excluded boxes of the labelled page."""
    (evidence,) = plant.question.evidence
    layout = next(d.layout for d in plant.documents if d.layout.info.sha256 == evidence.document)
    boxes = [b for b in layout.boxes() if b.page == evidence.page and (b.excluded is not None) is excluded]
    texts = [b.text for b in boxes] + [c.text for b in boxes if b.table is not None for c in b.table.cells]
    return share_held(needed_words(evidence.quote), word_counts(" ".join(texts)))


def rank_without_copies(trial: Trial) -> int:
    """The rank that the evidence would have if no result repeated half of a better one."""
    kept: list[set[str]] = []
    for hit in trial.evaluation.results[0].search.hits[: rank_in(trial) - 1]:
        words = set(word_counts(hit.passage.text))
        if all(len(words & better) < min(len(words), len(better)) / 2 for better in kept):
            kept.append(words)
    return len(kept) + 1


def test_that_there_are_twenty_plants_and_at_least_two_of_each_cause() -> None:
    causes = [p.cause for p in PLANTS]
    assert len(PLANTS) == len({p.name for p in PLANTS}) == 20
    assert set(causes) == set(CAUSES) and min(map(causes.count, CAUSES)) >= 2


@plants
def test_that_a_plant_has_its_fault_and_no_other(
    plant: Plant, short_sighted: ShortSightedEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = plant.bench().run(plant.profile)
    printed, hidden = (share_on_its_page(plant, excluded=e) >= FOUND_SHARE for e in (False, True))
    whole = trial.evaluation.results[0].judged.best[0] >= FOUND_SHARE
    lost = any(d.layout.pages[plant.question.evidence[0].page - 1].failed for d in plant.documents[:1])
    assert rank_in(trial) > plant.k
    assert (printed, hidden or lost, whole) == {
        "bad label": (False, False, False),
        "excluded": (False, True, False),
        "cut in two": (True, False, False),
    }.get(plant.cause, (True, False, True))
    open_to_all = Plant(plant.name, plant.cause, plant.documents, plant.question, plant.profile, None, plant.scope)
    assert (rank_in(open_to_all.bench().run(plant.profile)) <= plant.k) == (plant.cause == "not for this reader")
    if whole and plant.cause != "not for this reader":
        assert (rank_without_copies(trial) <= plant.k) == (plant.cause == "crowded out")
        monkeypatch.setattr(short_sighted, "read", lambda text: text)
        assert (rank_in(plant.bench().run(plant.profile)) <= plant.k) == (plant.cause == "clipped")


@plants
def test_that_the_doctor_names_the_planted_cause(plant: Plant) -> None:
    trial = plant.bench().run(plant.profile)
    found = diagnose(trial, trial.evaluation.results[0], plant.k, reader=plant.reader)
    assert [m.cause for m in found] == [plant.cause]


@plants
def test_that_every_proposed_change_brings_the_evidence_into_the_results(plant: Plant) -> None:
    bench = plant.bench()
    trial = bench.run(plant.profile)
    fixes = FixSearch(bench, trial, plant.question, 0).run()
    assert not fixes or plant.cause not in ("bad label", "not for this reader"), (
        "no way of cutting mends a label or opens a text"
    )
    assert fixes or plant.cause in ("bad label", "excluded", "not for this reader"), (
        "these were planted so that a control helps"
    )
    for fix in fixes:
        changed = profile_with(plant.profile, fix)
        again = plant.bench().run(changed)
        assert rank_in(again) <= changed.retrieval.k, fix
