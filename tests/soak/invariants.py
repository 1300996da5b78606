"""All invariants of the engine on many random documents: ``python -m tests.soak.invariants N [--from SEED] [--log FILE]``.

Each number is a document; one that breaks a rule is named with its number, so that ``N = 1 --from NUMBER`` shows it again.
``--digests N`` prints only a digest of each result, for comparing processes. Exit code 1 if any document broke a rule.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path
from random import Random

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.pipeline import chunk_document
from tests.chunking.invariants import check_every
from tests.chunking.random_documents import random_access, random_document, random_profile

REPORT_EVERY = 1_000
COMPARED = 1_000
MOST_BOXES = 9


def digest(result: ChunkedDocument) -> str:
    """What another process must find as well."""
    parts = (result.content_hash, result.policy_version, *result.record_ids, *(c.retrieval_text for c in result))
    return hashlib.blake2b("\n".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def checked(seed: int) -> ChunkedDocument:
    """The result for one number after all invariants were asked."""
    chance = Random(seed)
    document = random_document(chance, MOST_BOXES)
    return check_every(chance, document, random_profile(chance), random_access(chance, document))


def digests(first: int, count: int) -> list[str]:
    """Digests of the results alone."""
    out = []
    for seed in range(first, first + count):
        chance = Random(seed)
        document = random_document(chance, MOST_BOXES)
        out.append(digest(chunk_document(document, random_profile(chance))))
    return out


def soak(first: int, count: int, log: Path | None) -> int:
    """Check documents ``first`` to ``first + count - 1``; how many broke a rule."""
    broken, slowest, here = 0, 0.0, []
    for done, seed in enumerate(range(first, first + count), start=1):
        start = time.process_time()
        try:
            result = checked(seed)
            here += [digest(result)] if done <= COMPARED else []
        except Exception:  # whatever goes wrong with one document is what is looked for
            broken += 1
            _say(log, f"document {seed}:\n{traceback.format_exc()}")
        slowest = max(slowest, time.process_time() - start)
        if done % REPORT_EVERY == 0 or done == count:
            _say(
                log,
                f"{done} of {count} documents, {broken} broke a rule, slowest {slowest:.2f} s, CPU {time.process_time():.0f} s",
            )
    if not broken and here != _elsewhere(first, min(count, COMPARED)):
        _say(log, "another process with another hash seed gives other results")
        broken += 1
    return broken


def _elsewhere(first: int, count: int) -> list[str]:
    """The same digests from a process with another hash seed."""
    command = [sys.executable, "-m", "tests.soak.invariants", "--digests", "--from", str(first), str(count)]
    env = {**os.environ, "PYTHONHASHSEED": "4242"}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.split()


def _say(log: Path | None, line: str) -> None:
    if log is None:
        print(line, flush=True)
        return
    with log.open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def main() -> None:
    asked = argparse.ArgumentParser(description="Check all invariants of the engine on random documents.")
    asked.add_argument("count", type=int)
    asked.add_argument("--from", dest="first", type=int, default=0)
    asked.add_argument("--log", type=Path)
    asked.add_argument("--digests", action="store_true")
    given = asked.parse_args()
    if given.digests:
        print("\n".join(digests(given.first, given.count)))
        return
    sys.exit(min(soak(given.first, given.count, given.log), 1))


if __name__ == "__main__":
    main()
