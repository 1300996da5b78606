"""Profiles are tried under the labels that a document was cut with, whatever became of its side file since."""

from __future__ import annotations

from pathlib import Path

from chunkstudio.gui.evaluation.relayout import trial_document
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual


def test_that_a_side_file_that_was_broken_later_stops_no_trial(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    file = draw_manual(tmp_path / "manual.pdf", 2)
    side = tmp_path / "manual.pdf.acl.yaml"
    side.write_text("acl: [staff, board]\nnarrower: [{pages: 2, acl: [board]}]\n", encoding="utf-8")
    state = studio.open(file)
    studio.wait_final()
    side.write_text("acl: [staff\n", encoding="utf-8")
    access = trial_document(studio.session, state).access
    assert access is not None and access.acl == ("board", "staff") and access.narrower[0].acl == ("board",)
