"""What holds for every document and every profile; the invariants themselves stand in :mod:`tests.chunking.invariants`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from tests.chunking.invariants import check_every
from tests.chunking.random_documents import random_access, random_document, random_profile
from tests.chunking.strategies import EXAMPLES, chances, quick

ROOT = Path(__file__).resolve().parents[2]


@quick
@given(chances())
def test_that_every_invariant_holds(chance: Random) -> None:
    document = random_document(chance, 9)
    check_every(chance, document, random_profile(chance), random_access(chance, document))


@pytest.mark.parametrize("seed", [1_034_481])  # a figure without words after a line end that joins its neighbours
def test_that_documents_which_once_broke_a_rule_keep_it(seed: int) -> None:
    chance = Random(seed)
    document = random_document(chance, 9)
    check_every(chance, document, random_profile(chance), random_access(chance, document))


def test_that_other_processes_with_other_hash_seeds_give_the_same() -> None:
    def digests(seed: str) -> str:
        command = [sys.executable, "-m", "tests.soak.invariants", "--digests", str(EXAMPLES)]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout

    first = digests("1")
    assert len(first.split()) == EXAMPLES and first == digests("77")
