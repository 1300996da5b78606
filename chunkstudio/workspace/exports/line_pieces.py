"""Forms that are lines, as pieces of whole documents: an export that was stopped goes on with the next piece."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from chunkstudio.retrieval.embedders import Vectors
from chunkstudio.workspace.exports import framework_forms, text_forms
from chunkstudio.workspace.exports.manifest import Delta
from chunkstudio.workspace.exports.pieces import Piece
from chunkstudio.workspace.exports.rows import export_rows, row_head
from chunkstudio.workspace.exports.sources import SetSource

LINE_FORMS = ("jsonl", "langchain", "llamaindex", "opensearch")
_PIECE = 20_000


@dataclass(frozen=True, slots=True)
class LineExport:
    """What to write as lines. ``mark`` names everything besides the records that the lines depend on."""

    form: str
    draft: bool
    index: str
    only: frozenset[str] | None
    changes: Delta | None
    vectors: Vectors | None
    mark: str

    def pieces(self, sources: Sequence[SetSource]) -> list[Piece]:
        """Pieces with names that change with their content; deletions of a delta are the last."""
        out: list[Piece] = []
        start = 0
        for group in _groups([s for s in sources if self.only is None or not self.only.isdisjoint(s.digests())]):
            digests = {i: d for s in group for i, d in s.digests().items() if self.only is None or i in self.only}
            heads = [str(row_head(s.facts, draft=self.draft)) for s in group]  # each line has them too
            out.append((self._name("".join([*heads, *digests.values()])), partial(self._lines, group, start)))
            start += len(digests)
        if self.changes is not None and self.changes.delete:
            out.append((self._name("".join(self.changes.delete)), self._deletions))
        return out

    def _name(self, content: str) -> str:
        facts = "\n".join((self.form, str(self.draft), self.index, self.mark, content))
        return hashlib.sha256(facts.encode()).hexdigest()[:32]

    def _lines(self, group: Sequence[SetSource], start: int) -> Iterator[str]:
        """The lines of some sets, of which the first row has the vector at ``start``."""
        if self.form == "jsonl":  # from the stored text, without reading it into values
            for source in group:
                yield from text_forms.set_lines(source, draft=self.draft, only=self.only, changes=self.changes)
            return
        rows = export_rows(group, draft=self.draft, only=self.only)
        if self.form == "langchain":
            yield from framework_forms.langchain_lines(rows)
        elif self.form == "llamaindex":
            yield from framework_forms.llama_lines(rows)
        else:
            vectors = None if self.vectors is None else self.vectors[start:]
            yield from text_forms.bulk_lines(rows, self.index, vectors, None)

    def _deletions(self) -> Iterable[str]:
        """Forms for frameworks have no deletions in the file; the manifest of every delta names them."""
        gone = Delta((), (), self.changes.delete if self.changes is not None else ())
        if self.form == "jsonl":
            return text_forms.json_lines((), gone)
        return text_forms.bulk_lines((), self.index, None, gone) if self.form == "opensearch" else ()


def _groups(sources: Sequence[SetSource]) -> Iterator[list[SetSource]]:
    """Sets by the thousands of records, so that many small documents do not make many small files."""
    group: list[SetSource] = []
    held = 0
    for source in sources:
        group.append(source)
        held += source.facts.records
        if held >= _PIECE:
            yield group
            group, held = [], 0
    if group:
        yield group
