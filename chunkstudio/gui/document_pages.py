"""What has arrived of one document: for each page the best layout so far, and what is still under way."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from chunkstudio.layout.model import DocumentInfo, LayoutWarning, ParsedPage
from chunkstudio.layout.options import LayoutOptions


class DocumentPages:
    """Pages of one open document under one set of layout options.

    A page that the wanted parser has not reached yet is shown as the fast parser sees it; one that nobody has reached
    is empty. ``stamp`` grows with every arrival, so that a run can tell whether it saw all of them. Pages are
    ``out_of_date`` while other options ask for pages that cannot be read anew, since the file is not what it was.
    """

    def __init__(self, document: Any, info: DocumentInfo, options: LayoutOptions) -> None:
        self.document = document
        self.info = info
        self.options = options
        self.access: Any = None
        self.stamp = 0
        self.cancelled = False
        self.out_of_date = False
        self.wanted: dict[int, ParsedPage] = {}
        self.quick: dict[int, ParsedPage] = {}
        self.under_way: dict[tuple[str, int], Future[ParsedPage]] = {}

    @property
    def total(self) -> int:
        """Number of pages of the file."""
        return self.info.page_count

    @property
    def complete(self) -> bool:
        """Whether each page has the layout that counts."""
        return len(self.wanted) == self.total and not self.out_of_date

    @property
    def anything(self) -> bool:
        """Whether there is a page to show boxes of."""
        return bool(self.wanted or self.quick)

    def take(self, page: ParsedPage, options: LayoutOptions) -> bool:
        """Keep an arrived page; False when it was parsed under options that no longer count."""
        if options.page_key() == self.options.page_key():
            self.wanted[page.number] = page
            self.quick.pop(page.number, None)  # shown until now; a tenth of the window's memory over a whole document
        elif options.page_key() == self.quick_options.page_key():
            if page.number not in self.wanted:
                self.quick[page.number] = page
        else:
            return False
        self.stamp += 1
        return True

    def wants(self, options: LayoutOptions) -> bool:
        """Whether pages parsed under these options are still of use."""
        return options.page_key() in (self.options.page_key(), self.quick_options.page_key())

    @property
    def quick_options(self) -> LayoutOptions:
        """The options of the fast layout that is shown first."""
        return replace(self.options, parser="fast")

    def reads_anew(self, options: LayoutOptions) -> bool:
        """Whether these options ask for other pages than those that are there."""
        return options.page_key() != self.options.page_key()

    def change_options(self, options: LayoutOptions) -> bool:
        """Take other options. True when pages must be parsed again; pages that may be shown meanwhile are kept."""
        same = not self.reads_anew(options)
        self.out_of_date = False
        if not same:
            alike = self.quick_options.page_key() == replace(options, parser="fast").page_key()
            if options.parser == "neural" and not alike:
                self.quick = {}
            if options.parser == "neural" and (alike or self.options.parser == "fast"):
                self.quick = self.quick | self.wanted
            self.wanted = {}
            self.stamp += 1
        self.options = options
        return not same

    def missing(self, quick: bool) -> list[int]:
        """Page numbers without the fast layout (``quick``) or without the one that counts."""
        if quick:
            return [n for n in range(1, self.total + 1) if n not in self.quick and n not in self.wanted]
        return [n for n in range(1, self.total + 1) if n not in self.wanted]

    def snapshot(self) -> tuple[ParsedPage, ...]:
        """Every page in order, each as good as it is known; pages still to come are empty."""
        return tuple(self._page(n) for n in range(1, self.total + 1))

    def _page(self, number: int) -> ParsedPage:
        page = self.wanted.get(number) or self.quick.get(number)
        if page is not None:
            return page
        sizes, labels = self.info.page_sizes, self.info.page_labels
        width, height = sizes[number - 1] if number <= len(sizes) else (612.0, 792.0)
        label = labels[number - 1] if number <= len(labels) else ""
        return ParsedPage(number, width, height, 0, "fast", label)

    def failed_pages(self) -> list[LayoutWarning]:
        """Warnings of pages that could not be read."""
        return [w for page in self.wanted.values() if page.failed for w in page.warnings]
