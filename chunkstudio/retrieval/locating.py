"""Find a quote in a document: its page and rectangles, or the places that come nearest."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from chunkstudio.chunking.unit_columns import slice_rects
from chunkstudio.layout.model import LayoutBox, LayoutDocument, Rect
from chunkstudio.retrieval.evidence_words import needed_words, share_held

_TOKEN = re.compile(r"[^\W_]+")
_NEAR = 0.5


@dataclass(frozen=True, slots=True)
class Place:
    """Where a quote stands: page from 1, rectangles in points, the words as printed, and whether they match exactly."""

    page: int
    rects: tuple[Rect, ...]
    text: str
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class _Word:
    key: str
    box: int
    start: int
    end: int
    cell: Rect | None = None


def _key(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold()


class QuoteLocator:
    """Looks for quotes in one document by their words; case, punctuation and line breaks do not count."""

    def __init__(self, layout: LayoutDocument) -> None:
        self._layout = layout

    @cached_property
    def _boxes(self) -> list[LayoutBox]:
        return self._layout.boxes()

    @cached_property
    def _pages(self) -> dict[int, list[_Word]]:
        """The words of each page in reading order; table cells row by row."""
        pages: dict[int, list[_Word]] = defaultdict(list)
        for k, box in enumerate(self._boxes):
            if box.table is not None:
                for cell in sorted(box.table.cells, key=lambda c: (c.row, c.column)):
                    row = box.table.row_rects[cell.row] if cell.row < len(box.table.row_rects) else box.rect
                    pages[box.page] += [_Word(_key(m[0]), k, 0, 0, cell.rect or row) for m in _TOKEN.finditer(cell.text)]
            else:
                pages[box.page] += [_Word(_key(m[0]), k, *m.span()) for m in _TOKEN.finditer(box.text)]
        return pages

    def find(self, quote: str, page: int | None = None) -> Place | None:
        """The quote's first exact place, on the given page if it is there; None when it is not printed."""
        wanted = [_key(w) for w in _TOKEN.findall(quote)]
        if not wanted:
            return None
        order = sorted(self._pages, key=lambda n: (n != page, abs(n - page) if page else n))
        for number in order:
            words = self._pages[number]
            for i in _matches(words, wanted):
                return self._place(number, words[i : i + len(wanted)], 1.0)
        return None

    def nearest(self, quote: str, count: int = 3) -> list[Place]:
        """The stretches of pages that hold most of the quote's words, best first; only those with at least half."""
        need, size = needed_words(quote), max(1, len(_TOKEN.findall(quote)))
        found: list[Place] = []
        for number, words in self._pages.items():
            step = max(1, size // 2)
            windows = [words[i : i + 2 * size] for i in range(0, max(1, len(words) - size), step)]
            shares = [share_held(need, needed_words(" ".join(w.key for w in window))) for window in windows]
            best = max(range(len(windows)), key=lambda i: shares[i], default=None)
            if best is not None and shares[best] >= _NEAR:
                found.append(self._place(number, windows[best], shares[best]))
        return sorted(found, key=lambda p: -p.share)[:count]

    def _place(self, page: int, words: Sequence[_Word], share: float) -> Place:
        rects: list[Rect] = []
        texts: list[str] = []
        for k in dict.fromkeys(w.box for w in words):
            own = [w for w in words if w.box == k]
            box = self._boxes[k]
            if own[0].cell is not None:
                rects += list(dict.fromkeys(w.cell for w in own if w.cell is not None))
                texts.append(" ".join(w.key for w in own))
            else:
                start, end = own[0].start, own[-1].end
                rects += slice_rects(box, start, end)
                texts.append(box.text[start:end])
        return Place(page, tuple(rects), " ".join(texts), share)


def _matches(words: Sequence[_Word], wanted: Sequence[str]) -> list[int]:
    first = wanted[0]
    starts = [i for i, w in enumerate(words) if w.key == first and i + len(wanted) <= len(words)]
    return [i for i in starts if all(words[i + j].key == key for j, key in enumerate(wanted))]
