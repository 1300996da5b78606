"""Write all sample documents with their side files: ``python -m tests.samples [FOLDER]`` (default ``sample_docs``)."""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from tests.samples import financial_report, paper, policy_manual, questions, scan


def main(folder: Path) -> None:
    """Draw every document, its ACL side file, and the question set."""
    folder.mkdir(parents=True, exist_ok=True)
    for module in (policy_manual, paper, financial_report, scan):
        path = module.draw(folder)
        path.with_suffix(".pdf.acl.yaml").write_text(yaml.safe_dump(module.ACL, sort_keys=False), encoding="utf-8")
        print(path)
    print(questions.write(folder))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "sample_docs")
