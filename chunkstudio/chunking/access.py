"""Who may read what: labels on a document, and narrower labels on pages or sections of it.

Labels mean any-of: a reader with at least one of them may read. ``None`` in place of labels means that nobody has
said who may read yet; such results may only be shown as a marked preview.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from chunkstudio.chunking.strict_yaml import load_yaml, shown
from chunkstudio.errors import ChunkStudioError

Labels = tuple[str, ...]
PageRange = tuple[int, int]

RESTRICTED = "[restricted]"
"""What stands in place of a heading, caption or title that a record's readers may not see."""

_NO_SIGNS = ("Cc", "Cs", "Zl", "Zp")  # Unicode's categories of control characters, half characters and line ends
_RANGE = re.compile(r"^(\d+)(?:\s*[-–]\s*(\d+))?$")


def may_see(reader: Iterable[str], acl: Labels | None) -> bool:
    """True if a reader with these labels may see what carries ``acl`` (any-of). ``None`` (no ACL known): never."""
    return acl is not None and not set(acl).isdisjoint(reader)


def shows_nothing_new(inner: Labels | None, record: Labels | None) -> bool:
    """True if everyone who may read a record with labels ``record`` may also read what carries ``inner``.

    Each label of the record alone must open the inner text, so ``record`` must be a subset of ``inner``.
    Without any ACL (a preview) nothing is hidden.
    """
    if record is None:
        return True
    return inner is not None and set(record) <= set(inner)


@dataclass(frozen=True, slots=True)
class NarrowerLabels:
    """Labels for a part of a document: pages (inclusive ranges, from 1), or a section by its printed heading."""

    acl: Labels
    pages: tuple[PageRange, ...] = ()
    section: str = ""

    def covers_page(self, page: int) -> bool:
        """True if a page lies in one of the ranges."""
        return any(first <= page <= last for first, last in self.pages)

    def to_dict(self) -> dict[str, Any]:
        """As the side file writes it."""
        where: dict[str, Any] = {"section": self.section} if self.section else {"pages": range_text(self.pages)}
        return {**where, "acl": list(self.acl)}


@dataclass(frozen=True, slots=True)
class DocumentAccess:
    """The labels of a document, sorted and distinct, with narrower ones for parts of it.

    Raises ChunkStudioError ``missing_acl`` if there is no label at all, and ``bad_acl`` if a narrower set is empty or
    not a subset of the document's.
    """

    acl: Labels
    narrower: tuple[NarrowerLabels, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "acl", clean_labels(self.acl, "acl"))
        if not self.acl:
            raise missing_acl()
        for part in self.narrower:
            self._check(part)

    def _check(self, part: NarrowerLabels) -> None:
        where = f'section "{part.section}"' if part.section else f"pages {range_text(part.pages)}"
        if not part.acl:
            raise bad_acl(f"The narrower labels of {where} are empty.", "Name at least one label of the document.")
        wider = sorted(set(part.acl) - set(self.acl))
        if wider:
            raise bad_acl(
                f"The labels {', '.join(wider)} of {where} are not among the document's.",
                f"Use a subset of {', '.join(self.acl)}, or add them to the document.",
            )

    @classmethod
    def parse(cls, data: object, *, labels: Sequence[str] = ()) -> DocumentAccess:
        """Access from plain data: a list of labels, or a mapping with ``acl`` and ``narrower``.

        ``labels``, where given, take the place of ``acl``; the narrower parts stay, so that nothing is widened.
        Raises ChunkStudioError ``bad_acl`` or ``missing_acl``.
        """
        if isinstance(data, list | tuple | str):
            data = {"acl": data}
        if not isinstance(data, Mapping):
            raise bad_acl("An ACL is a list of labels, or a mapping with acl and narrower.", "Write acl: [label].")
        unknown = sorted(str(key) for key in set(data) - {"acl", "narrower"})
        if unknown:
            raise bad_acl(f"There is no key {unknown[0]} in an ACL.", "Use acl and narrower.")
        parts, given = (() if data.get(key) is None else data[key] for key in ("narrower", "acl"))
        if not isinstance(parts, list | tuple):
            raise bad_acl("narrower must be a list.", 'Write narrower: [{pages: "3-4", acl: [label]}].')
        own = clean_labels(labels or given, "acl")
        return cls(own, tuple(_parse_part(part) for part in parts))

    @classmethod
    def from_yaml(cls, text: str, *, labels: Sequence[str] = (), source: str = "The ACL") -> DocumentAccess:
        """Access from the text of a side file. Raises ChunkStudioError ``bad_acl`` or ``missing_acl``."""
        try:
            data = load_yaml(text)
        except (yaml.YAMLError, RecursionError) as error:
            raise bad_acl(f"{source} is not valid YAML: {error}.", "Mend the YAML.") from None
        try:
            return cls.parse({} if data is None else data, labels=labels)
        except ChunkStudioError as error:
            raise ChunkStudioError(error.code, f"{source}: {error.message}", hint=error.hint, field=error.field) from None

    def to_dict(self) -> dict[str, Any]:
        """As the side file writes it; reads back to an equal value."""
        out: dict[str, Any] = {"acl": list(self.acl)}
        if self.narrower:
            out["narrower"] = [part.to_dict() for part in self.narrower]
        return out

    def labels_at(self, pages: Iterable[int], headings: Iterable[str] = ()) -> Labels:
        """The labels of a place on these pages, under these headings: the intersection of all that cover it.

        Raises ChunkStudioError ``bad_acl`` if the intersection is empty, because nobody could read it.
        """
        pages, names = list(pages), {heading_key(h) for h in headings}
        left = set(self.acl)
        for part in self.narrower:
            inside = heading_key(part.section) in names if part.section else any(part.covers_page(p) for p in pages)
            left = left & set(part.acl) if inside else left
        if not left:
            raise bad_acl(
                f"On page {min(pages, default=0)} the narrower labels exclude each other, so nobody could read it.",
                "Give parts that lie within each other at least one common label.",
            )
        return tuple(sorted(left))


def heading_key(title: str) -> str:
    """A heading as it is compared: compatibility forms, case and white space folded."""
    return " ".join(unicodedata.normalize("NFKC", title).casefold().split())


def clean_labels(value: object, field: str) -> Labels:
    """Distinct labels in order of their code points. Raises ChunkStudioError ``bad_acl`` for what is not a label."""
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, Iterable) or isinstance(items, Mapping):
        raise bad_acl(f"{field} must be a list of labels.", "Write acl: [label, other].")
    out: set[str] = set()
    for item in items:
        if not isinstance(item, str) or not item.strip():
            raise bad_acl(f"{shown(item)} in {field} is not a label.", "A label is a text that is not blank; quote numbers.")
        if any(unicodedata.category(c) in _NO_SIGNS for c in item):
            raise bad_acl(
                f"{shown(item)} in {field} is not a label.", "A label stands on one line, without control characters."
            )
        out.add(" ".join(unicodedata.normalize("NFC", item).split()))
    return tuple(sorted(out))


def parse_page_ranges(value: object) -> tuple[PageRange, ...]:
    """``3``, ``"3-4"``, ``"1-2, 7"`` or a list of these as inclusive ranges, one at least. Raises ``bad_acl``."""
    items = value if isinstance(value, list | tuple) and value else [value]
    return tuple(span for item in items for span in _page_ranges(item))


def _page_ranges(value: object) -> list[PageRange]:
    known = isinstance(value, int | str) and not isinstance(value, bool)
    spans: list[PageRange] = []
    for piece in str(value if known else "").split(","):
        found = _RANGE.match(piece.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last:
            raise bad_acl(f"{shown(value)} is not a range of pages.", 'Write pages: "3-4"; pages count from 1.')
        spans.append((first, last))
    return spans


def missing_acl(name: str = "the document") -> ChunkStudioError:
    """The refusal to write anything that nobody was given access to."""
    return ChunkStudioError(
        "missing_acl",
        f"Nobody has said who may read {name}.",
        hint="Give labels with --acl, or write them into a side file NAME.acl.yaml, or ask for a preview.",
        field="acl",
    )


def bad_acl(message: str, hint: str) -> ChunkStudioError:
    """The refusal of labels that contradict each other or cannot be read."""
    return ChunkStudioError("bad_acl", message, hint=hint, field="acl")


def _parse_part(part: object) -> NarrowerLabels:
    if not isinstance(part, Mapping) or "acl" not in part or len(part) != 2 or not {"pages", "section"} & set(part):
        raise bad_acl(f"{shown(part)} is not a narrower part.", "Give either pages or section, and acl.")
    labels = clean_labels(part["acl"], "narrower acl")
    if "pages" in part:
        return NarrowerLabels(labels, pages=parse_page_ranges(part["pages"]))
    section = part["section"]
    if not isinstance(section, str):  # 3.20 would be read as another number than the one that is printed
        raise bad_acl(f"{shown(section)} is not the heading of a section.", 'Put it in quotes: section: "3.2 Fees".')
    if not section.strip():
        raise bad_acl("A narrower part has an empty section.", "Write the heading as it is printed.")
    return NarrowerLabels(labels, section=section.strip())


def range_text(pages: Sequence[PageRange]) -> str:
    """``1-3, 7``."""
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in pages)
