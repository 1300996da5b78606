"""The sample documents are what our generator draws, and what they promise to be."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
import yaml

from tests.samples import financial_report, paper, policy_manual, questions, scan

SHIPPED = Path(__file__).resolve().parents[1] / "sample_docs"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    for module in (policy_manual, paper, financial_report):
        module.draw(folder)
    return folder


@pytest.mark.parametrize("name", ["policy_manual.pdf", "two_column_paper.pdf", "financial_report.pdf"])
def test_that_the_generator_draws_the_shipped_file_to_the_byte(drawn: Path, name: str) -> None:
    assert (drawn / name).read_bytes() == (SHIPPED / name).read_bytes()


def test_that_the_scan_has_pictures_and_no_text(tmp_path: Path) -> None:
    import pymupdf

    with pymupdf.open(scan.draw(tmp_path)) as document:
        assert document.page_count == 4
        assert all(not page.get_text().strip() and page.get_images() for page in document)


def test_that_every_sample_has_between_4_and_30_pages_and_an_acl() -> None:
    import pymupdf

    for path in SHIPPED.glob("*.pdf"):
        with pymupdf.open(path) as document:
            assert 4 <= document.page_count <= 30
        assert yaml.safe_load(Path(f"{path}.acl.yaml").read_text(encoding="utf-8"))["acl"]


def test_that_the_question_set_names_the_shipped_files_by_hash_and_place() -> None:
    data = yaml.safe_load((SHIPPED / "questions.yaml").read_text(encoding="utf-8"))
    hashes = {hashlib.sha256(p.read_bytes()).hexdigest() for p in SHIPPED.glob("*.pdf")}
    evidence = [e for q in data["questions"] for e in q["evidence"]]
    assert len(data["questions"]) >= 20
    assert all(e["document"] in hashes and e["page"] >= 1 and e["rects"] and e["quote"] for e in evidence)


def test_that_a_question_whose_quote_is_not_printed_is_refused(drawn: Path) -> None:
    with pytest.raises(ValueError, match="does not print"):
        questions._place(drawn / "policy_manual.pdf", "words that nobody wrote")
