"""The miss doctor where tables are handed back whole or not at all, and where a page lost a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.misses import Miss, diagnose
from chunkstudio.retrieval.trials import TrialDocument
from tests.chunking.documents import DocumentBuilder
from tests.retrieval.planted_fault import Plant, ask, profile_of

VALVES = ("Davit valve bronze 121", "Exhaust valve nickel 128", "Fuel valve copper 135", "Galley valve zinc 142")
NOTES = (
    "Bronze turns green at sea, and whoever buys a davit should ask for lacquer.",
    "What a davit lifts is stamped on its foot. The price of bronze rises in spring.",
    "Nobody knows the davit better than the bosun; his bronze bell is rung at six.",
    "A price is what a buyer and a seller agree upon, for bronze or for a davit.",
)


def spare_parts() -> LayoutDocument:
    """A price table, and four notes that match a question on bronze davits better."""
    b = DocumentBuilder()
    b.title("Spare parts")
    b.heading("Price list")
    b.text("All sums are in crowns.")
    b.table([["Part", "Metal", "Crowns"], *([n, m, c] for n, _, m, c in (v.split() for v in VALVES))])
    for n, note in enumerate(NOTES):
        b.heading(f"Note {n}")
        b.text(note)
    return b.build("Spare parts")


def miss_of(document: LayoutDocument, quote: str, **settings: Any) -> Miss:
    """The one miss of a question on the davit's price."""
    question = ask(document, "What is the price of a bronze davit?", quote)
    plant = Plant("table", "", (TrialDocument(document),), question, profile_of(2, **settings))
    trial = plant.bench().run(plant.profile)
    (miss,) = diagnose(trial, trial.evaluation.results[0], plant.k)
    return miss


def test_that_a_table_handed_back_whole_is_outranked_although_its_rows_stand_in_no_chunk() -> None:
    miss = miss_of(spare_parts(), " ".join(v.replace(" valve", "") for v in VALVES), assembly__table_mode="rows")
    assert miss.cause == "outranked" and miss.rank is not None and miss.rank > 2
    assert {"bronz", "davit"} <= set(miss.shared) and len(miss.above) == miss.rank - 1


def test_that_row_records_that_hand_back_a_chunk_without_the_rows_lose_the_text() -> None:
    settings = {"assembly__table_mode": "rows", "retrieval__return_parent": "chunk"}
    miss = miss_of(spare_parts(), " ".join(v.replace(" valve", "") for v in VALVES), **settings)
    assert miss.cause == "excluded" and "Row records return" in miss.sentence


def test_that_evidence_over_two_row_groups_that_are_handed_back_alone_is_cut_in_two() -> None:
    settings = {"assembly__table_mode": "rows", "retrieval__return_parent": "off", "assembly__token_budget": 36}
    miss = miss_of(spare_parts(), " ".join(v.replace(" valve", "") for v in VALVES), **settings)
    assert miss.cause == "cut in two" and len(miss.chunks) > 1 and "row group" in miss.sentence


def test_that_a_page_that_lost_a_word_or_two_does_not_excuse_a_quote_that_is_not_printed() -> None:
    whole = spare_parts()
    quote = "Lifeboats are repainted orange every third winter by apprentices"
    for coverage, cause in ((0.99, "bad label"), (0.8, "excluded")):
        pages = tuple(replace(p, coverage=coverage) for p in whole.pages)
        assert miss_of(replace(whole, pages=pages), quote).cause == cause
