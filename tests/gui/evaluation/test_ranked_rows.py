from __future__ import annotations

from chunkstudio.gui.evaluation.ranked_rows import first_words
from chunkstudio.retrieval.passages import Passage


def _passage(text: str) -> Passage:
    return Passage("r", "d", "section", text, text, 9, (1,), heading_path=("3 Leave", "3.1 Annual leave"))


def test_that_the_words_of_a_ranked_chunk_begin_below_the_headings_that_its_row_names() -> None:
    assert first_words(_passage("## 3 Leave\n\n### 3.1 Annual leave\n\nLeave is taken\nin days.")) == "Leave is taken in days."
    assert first_words(_passage("# not a heading\nprint(1)")) == "# not a heading print(1)"
    assert first_words(_passage("Leave.\n\n### 3.1 Annual leave")) == "Leave. ### 3.1 Annual leave"
    assert first_words(_passage("### 3.1 Annual leave")) == "### 3.1 Annual leave"
