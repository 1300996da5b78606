"""The two strings of a chunk: overlap, what is repeated, and its atoms, with exact counts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from chunkstudio.chunking.access import shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.assembly_atoms import Atoms, Span
from chunkstudio.chunking.assembly_costs import ChunkCosts
from chunkstudio.chunking.assembly_frames import NO_FRAME, FrameCosts, Frames
from chunkstudio.chunking.overlap import NO_ROOM, NOTHING_FITS, WHY
from chunkstudio.chunking.overlap_tails import TailFinder
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import Ints


class ChunkStrings(NamedTuple):
    """``body`` and ``plain_body`` without overlap; ``overlap``/``plain_overlap`` end with the white space that joins them.

    ``text_tokens`` counts overlap + body, ``body_tokens`` the body, ``plain_tokens`` the plain overlap + body.
    ``is_slice`` says that the body is exactly the one slice in ``spans``. ``overlap_atoms`` is the range of atoms repeated;
    ``overlap_tail`` the slice of the document text if only an end is.
    """

    body: str
    plain_body: str
    overlap: str
    plain_overlap: str
    text_tokens: int
    body_tokens: int
    plain_tokens: int
    spans: tuple[Span, ...]
    overlap_atoms: tuple[int, int]
    overlap_tail: Span | None
    overlap_why: str
    is_slice: bool


class BodyBuilder:
    """Builds the strings of chunks [a, b) of one set of atoms."""

    def __init__(
        self,
        atoms: Atoms,
        costs: ChunkCosts,
        frame_costs: FrameCosts,
        frames: Frames,
        access: AccessMap | None,
        tokenizer: Tokenizer,
        tails: TailFinder,
    ) -> None:
        self._atoms = atoms
        self._frames = frames
        self._access = access if access is not None and len(access.sets) > 1 else None
        self._tokenizer = tokenizer
        self._tails_of = tails
        self._limit = costs.plan.limit
        self._plan_start: list[int] = costs.plan.start.tolist()
        self._plan_tail: list[bool] = costs.plan.tail.tolist()
        self._plan_why: list[int] = costs.plan.why.tolist()
        self._opens: list[int] = frame_costs.open_frame.tolist()
        self._closes: list[int] = frame_costs.close_frame.tolist()
        self._heads: list[int] = atoms.text.heads.tolist()
        self._tails: list[int] = atoms.text.tails.tolist()
        self._plain_heads: list[int] = atoms.plain.heads.tolist()
        self._plain_tails: list[int] = atoms.plain.tails.tolist()
        self._starts: list[int] = atoms.start.tolist()
        self._ends: list[int] = atoms.end.tolist()
        self._plain_starts: list[int] = atoms.plain_start.tolist()
        self._plain_ends: list[int] = atoms.plain_end.tolist()
        self._following: list[int] = atoms.plain.following.tolist()
        self._preceding: list[int] = atoms.plain.preceding.tolist()
        self._loose, self._plain_loose = _running(atoms.text.loose), _running(atoms.plain.loose)
        literals: Ints = np.zeros(len(atoms), np.int64)
        literals[list(atoms.literal)] = 1
        self._literals = _running(literals)
        self._broken = _running(literals if atoms.whole else literals + _gaps_left(atoms))

    def strings(self, a: int, b: int, floor: int, *, overlap: bool = True) -> ChunkStrings:
        """The strings of chunk [a, b); the overlap begins no earlier than atom ``floor``, the start of the chunk before."""
        body, plain = self._joined(a, b), self._plain_joined(a, b)
        solid = self._broken[b] == self._broken[a + 1] and self._literals[b] == self._literals[a]
        spans = ((self._starts[a], self._ends[b - 1]),) if solid else self._atoms.spans(a, b)
        size, plain_size = self._tails[b] - self._heads[a], self._plain_size(a, b)
        exact = self._is_exact(a, b)
        one = len(spans) == 1 and self._literals[b] == self._literals[a]
        opened, closed = self._opens[a], self._closes[b]
        if opened != NO_FRAME or closed != NO_FRAME:
            body, plain, spans, added = self._framed(a, b, body, plain, spans)
            one = False
            exact = exact and added is not None
            if added is not None:
                size, plain_size = size + added[0], plain_size + added[1]
        if not exact:
            size, plain_size = self._tokenizer.count(body), self._tokenizer.count(plain)
        if not overlap or a == 0 or opened != NO_FRAME:
            why = WHY[NO_ROOM] if not overlap and self._limit and not self._plan_why[a] else WHY[self._plan_why[a]]
            return ChunkStrings(body, plain, "", "", size, size, plain_size, spans, (a, a), None, why, one)
        alone = ChunkStrings(body, plain, "", "", size, size, plain_size, spans, (a, a), None, "", one)
        return self._with_overlap(alone, a, b, floor, exact)

    def _plain_size(self, a: int, b: int) -> int:
        """Plain tokens of atoms [a, b); none where all of them are figures without words, whatever a join there adds."""
        return self._plain_tails[b] - self._plain_heads[a] if self._following[a] < self._preceding[b] else 0

    def _is_exact(self, a: int, b: int) -> bool:
        return (
            self._loose[max(b - 1, a)] == self._loose[a]
            and self._plain_loose[max(b - 1, a)] == self._plain_loose[a]
            and self._tokenizer.additive
        )

    def _joined(self, a: int, b: int) -> str:
        atoms = self._atoms
        if self._broken[b] - self._broken[a + 1] == 0 and a not in atoms.literal:
            return atoms.columns.markdown[self._starts[a] : self._ends[b - 1]]
        return "".join((atoms.gap(k) if k > a else "") + atoms.texts(k)[0] for k in range(a, b))

    def _plain_joined(self, a: int, b: int) -> str:
        atoms = self._atoms
        first, last = self._following[a], self._preceding[b]
        if first >= last:
            return ""
        if self._broken[last] - self._broken[first + 1] == 0 and first not in atoms.literal:
            return atoms.columns.plain[self._plain_starts[first] : self._plain_ends[last - 1]]
        out = ""
        for k in range(first, last):
            piece = atoms.texts(k)[1]
            if piece:
                out += (atoms.plain_gap(k) if out else "") + piece
        return out

    def _framed(
        self, a: int, b: int, body: str, plain: str, spans: tuple[Span, ...]
    ) -> tuple[str, str, tuple[Span, ...], tuple[int, int] | None]:
        """Body and plain body with what is repeated around them, and the tokens that this adds (None: count the string)."""
        added: tuple[int, int] | None = (0, 0)
        if self._opens[a] != NO_FRAME:
            frame = self._frames.frames[self._opens[a]]
            opening, plain_opening, extra = self._opening(self._opens[a], a, b)
            apart = opening == frame.opening and not (body.startswith("/") or plain.startswith("/"))  # may join a line end
            added = (frame.open_tokens, frame.plain_open_tokens) if apart else None
            body, plain, spans = opening + body, plain_opening + plain, (*extra, *spans)
        if self._closes[b] != NO_FRAME:
            body, added = body + self._frames.frames[self._closes[b]].closing, None
        return body, plain, spans, added

    def _opening(self, number: int, a: int, b: int) -> tuple[str, str, tuple[Span, ...]]:
        """What a chunk that begins inside a table or code block repeats; no caption that it holds anyway, and nothing that
        its readers may not see."""
        units, frame = self._atoms.unit, self._frames.frames[number]
        first, last = int(units[a]), int(units[b - 1])
        if (frame.spans or frame.short) and not self._may_show(int(self._frames.first[number]), first, last):
            return "", "", ()
        if frame.caption_unit < 0:
            return frame.opening, frame.plain_opening, frame.spans
        if not first <= frame.caption_unit <= last and self._may_show(frame.caption_unit, first, last):
            return frame.opening, frame.plain_opening, frame.spans
        caption = self._atoms.columns.text(frame.caption_unit)
        return frame.opening[len(caption) + 2 :], frame.plain_opening[len(caption) + 1 :], frame.spans[1:]

    def _may_show(self, unit: int, first: int, last: int) -> bool:
        """Whether all readers of units first..last may see another unit."""
        access = self._access
        return access is None or shows_nothing_new(access.of_unit(unit), access.of_range(first, last + 1))

    def _with_overlap(self, strings: ChunkStrings, a: int, b: int, floor: int, exact: bool) -> ChunkStrings:
        start = max(self._plan_start[a], floor)
        if self._plan_tail[a]:
            return self._with_tail(strings, a)
        if start >= a:
            return strings._replace(overlap_why=WHY[self._plan_why[a]])
        lead = self._joined(start, a) + self._atoms.gap(a)
        plain = self._plain_joined(start, a)
        plain += self._atoms.plain_gap(self._following[a]) if plain and strings.plain_body else ""
        simple = exact and self._is_exact(start, b) and self._closes[b] == NO_FRAME
        if simple:
            text_tokens = self._tails[b] - self._heads[start]
            plain_tokens = self._plain_size(start, b)
        else:
            text_tokens = self._tokenizer.count(lead + strings.body)
            plain_tokens = self._tokenizer.count(plain + strings.plain_body)
        return strings._replace(
            overlap=lead,
            plain_overlap=plain,
            text_tokens=text_tokens,
            plain_tokens=plain_tokens,
            overlap_atoms=(start, a),
        )

    def _with_tail(self, strings: ChunkStrings, a: int) -> ChunkStrings:
        """Repeat the end of the atom before, from a clause or word."""
        atoms, tail = self._atoms, self._tails_of.tail(a - 1, self._limit)
        if tail is None:
            return strings._replace(overlap_why=WHY[NOTHING_FITS])
        end, gap, after = self._ends[a - 1], atoms.gap(a), self._following[a]
        plain_gap = atoms.plain_gap(after) if strings.plain_body else ""
        joined = self._tails_of.joined
        tokens = joined(tail, gap, atoms.texts(a)[0], strings.body, strings.text_tokens)
        plain_tokens = tail.tokens
        if strings.plain_body:
            plain_tokens = joined(tail, plain_gap, atoms.texts(after)[1], strings.plain_body, strings.plain_tokens)
        return strings._replace(
            overlap=tail.text + gap,
            plain_overlap=tail.text + plain_gap,
            text_tokens=tokens,
            plain_tokens=plain_tokens,
            overlap_atoms=(a - 1, a),
            overlap_tail=(end - len(tail.text), end),
        )


def _running(flags: Ints) -> list[int]:
    """Running totals of a column, from 0."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(flags)]).tolist()  # type: ignore[no-any-return]


def _gaps_left(atoms: Atoms) -> Ints:
    """1 at each atom before which something of the document text was left out."""
    out: Ints = np.zeros(len(atoms), np.int64)
    out[1:] = atoms.gap_start[1:] != atoms.end[:-1]
    return out
