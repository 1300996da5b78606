"""What a new revision changed: boxes by page, records that keep their id, evidence that moved or was lost."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.layout.plain_text import document_from_text
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet
from chunkstudio.workspace.revision_diff import BoxFact, RevisionDiff, box_changes, boxes_of, evidence_changes
from chunkstudio.workspace.workspace import Workspace

PROFILE = Profile().replace({"assembly.token_budget": 80, "assembly.min_tokens": 10})


def _box(k: int, text: str, *, page: int = 1, y: float = 0.0) -> BoxFact:
    return BoxFact(f"p{page}.b{k}", page, (50.0, y, 500.0, y + 20), "text", text)


def _column(texts: list[str], *, gap: float = 30.0) -> list[BoxFact]:
    return [_box(k, t, y=gap * k) for k, t in enumerate(texts)]


def test_that_each_kind_of_change_is_told() -> None:
    before = _column(["one fine day", "two of a kind are here", "three blind mice run", "four winds blow"])
    after = [*_column(["one fine day", "two of a kind were here", "four winds blow", "five new things came"])]
    changes, same = box_changes(before, after)
    kinds = {c.kind: (c.before.text if c.before else "", c.after.text if c.after else "") for c in changes}
    assert same == 1
    assert kinds["changed"] == ("two of a kind are here", "two of a kind were here")
    assert kinds["removed"] == ("three blind mice run", "")
    assert kinds["moved"] == ("four winds blow", "four winds blow")
    assert kinds["added"] == ("", "five new things came")


def test_that_a_box_carried_to_another_page_is_moved_not_removed_and_added() -> None:
    before = [*_column(["alpha beta", "gamma delta"]), _box(0, "omega", page=2)]
    after = [*_column(["gamma delta"]), _box(0, "omega", page=2), _box(1, "alpha beta", page=2, y=30)]
    changes, _ = box_changes(before, after)
    assert {(c.kind, c.after.text, c.page) for c in changes if c.after} >= {("moved", "alpha beta", 2)}
    assert not any(c.kind in ("added", "removed") for c in changes)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from("abcdefgh"), max_size=12), st.lists(st.sampled_from("abcdefgh"), max_size=12))
def test_that_every_box_is_accounted_for_once(old: list[str], new: list[str]) -> None:
    before, after = (_column([f"word{c} text{c}" for c in texts]) for texts in (old, new))
    changes, same = box_changes(before, after)
    olds = [c.before for c in changes if c.before is not None]
    news = [c.after for c in changes if c.after is not None]
    assert len(olds) + same == len(before) and len(news) + same == len(after)
    assert len({b.id for b in olds}) == len(olds) and len({b.id for b in news}) == len(news)


def test_that_evidence_is_kept_moved_or_lost() -> None:
    layout = document_from_text("The pump runs at night.\n\nThe valve is closed at noon by the second officer on duty.")
    asked = [
        Question(id=name, question="?", evidence=(Evidence(document="d", page=page, quote=quote),))
        for name, page, quote in (
            ("kept", 1, "The pump runs at night."),
            ("moved", 4, "The pump runs at night."),
            ("lost", 1, "The valve is opened at noon by the second officer"),
        )
    ]
    found = evidence_changes(QuestionSet(name="q", questions=tuple(asked)), ["d"], layout)
    assert {e.question: e.state for e in found} == {"kept": "kept", "moved": "moved", "lost": "lost"}
    assert next(e for e in found if e.state == "lost").share >= 0.5


def test_that_a_workspace_compares_its_new_revision_with_the_chunked_one(tmp_path: Path) -> None:
    work = Workspace.create(tmp_path / "w.chunkstudio")
    text = "\n\n".join(f"Gauge {i} is read at {i} in the morning. The reading is written into book {i}." for i in range(20))
    path = tmp_path / "gauges.txt"
    path.write_text(text, encoding="utf-8")
    document = work.documents.add(path, title="Gauges", pages=1, author="ann", access=DocumentAccess(acl=("staff",)))
    sha256 = document.current.sha256
    evidence = [Evidence(document=sha256, page=1, quote=f"Gauge {i} is read at {i} in the morning.") for i in (3, 7)]
    asked = [Question(id=f"q{k}", question="When?", evidence=(e,)) for k, e in enumerate(evidence)]
    work.evaluations.save_questions(QuestionSet(name="q", questions=tuple(asked)), author="ann")
    work.rechunk(PROFILE, [document])
    path.write_text(text.replace("Gauge 7 is read at 7 in the morning", "Gauge 7 is read at dusk"), encoding="utf-8")
    found: RevisionDiff = work.revision_diff(work.documents.revise(document.id, path, pages=1, author="ann"), PROFILE)
    assert [c.kind for c in found.boxes] == ["changed"] and found.pages() == {1: {"changed": 1}}
    assert {e.question: e.state for e in found.evidence} == {"q0": "kept", "q1": "lost"}
    assert found.records is not None and len(found.kept_ids()) > len(found.records.added) + len(found.records.changed)
    work.close()


def test_that_boxes_of_a_layout_carry_their_words() -> None:
    assert [b.text for b in boxes_of(document_from_text("One.\n\nTwo."))] == ["One.", "Two."]
