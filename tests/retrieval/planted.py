"""Twenty small documents, each with one question that is missed for one known cause."""

from __future__ import annotations

from tests.retrieval import planted_rank as rank
from tests.retrieval import planted_reach as reach
from tests.retrieval.planted_fault import Plant

PLANTS: tuple[Plant, ...] = (
    reach.label_on_the_wrong_page(),
    reach.label_on_the_wrong_document(),
    reach.label_in_other_words(),
    reach.in_the_running_head(),
    reach.in_the_contents_list(),
    reach.in_hidden_text(),
    reach.on_a_lost_page(),
    reach.page_of_others(),
    reach.section_of_others(),
    reach.document_of_others(),
    rank.cut_by_the_budget(),
    rank.cut_by_a_section(),
    rank.cut_by_the_score(),
    rank.behind_other_words(),
    rank.behind_many_better(),
    rank.behind_another_document(),
    rank.behind_the_window(),
    rank.behind_a_long_context(),
    rank.behind_boilerplate(),
    rank.behind_overlap(),
)
