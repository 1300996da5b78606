"""Overlaps that repeat only the end of a unit: which end, and what it and its join count, remembered between runs."""

from __future__ import annotations

from typing import NamedTuple

from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.refinement_text import TailStarts, best_tail
from chunkstudio.chunking.token_columns import JoinMeter, is_loose_join
from chunkstudio.chunking.tokens import Tokenizer

_KEPT = 20_000
"""Ends that are remembered: those of a large document under some limits."""


class Tail(NamedTuple):
    """The end of an atom that is repeated, and its tokens."""

    text: str
    tokens: int


class TailFinder:
    """Finds the ends of one set of atoms. What it has counted it keeps: a dragged overlap asks for the same words again."""

    def __init__(self, atoms: Atoms, tokenizer: Tokenizer) -> None:
        self._atoms = atoms
        self._tokenizer = tokenizer
        self._meter = JoinMeter(tokenizer)
        self._starts: dict[int, tuple[str, TailStarts, dict[int, int]]] = {}
        self._found: dict[tuple[int, int], Tail | None] = {}

    def tail(self, atom: int, limit: int) -> Tail | None:
        """The longest end of an atom within ``limit`` tokens, from a clause or else a word; None if there is none."""
        key = (atom, limit)
        if key not in self._found:
            if len(self._found) >= _KEPT:
                self._found.clear()
            self._found[key] = self._find(atom, limit)
        return self._found[key]

    def _find(self, atom: int, limit: int) -> Tail | None:
        if atom in self._atoms.literal:
            return None
        known = self._starts.get(atom)
        if known is None:
            text, plain = self._atoms.texts(atom)
            source = plain if plain and text.endswith(plain) else text
            known = self._starts[atom] = (source, TailStarts(source), {})
        source, starts, counts = known

        def tokens(start: int) -> int:
            found = counts.get(start)
            if found is None:
                found = counts[start] = self._tokenizer.count(source[start:])
            return found

        start = best_tail(len(source), starts, lambda at: tokens(at) <= limit)
        return None if start is None else Tail(source[start:], tokens(start))

    def joined(self, tail: Tail, gap: str, first: str, body: str, body_tokens: int) -> int:
        """Tokens of tail + gap + body; ``first`` is the text of the body's first atom."""
        if not gap or is_loose_join(tail.text, gap, first, self._tokenizer):
            return self._tokenizer.count(tail.text + gap + body)
        return tail.tokens + self._meter.addition(tail.text, gap, first) + body_tokens
