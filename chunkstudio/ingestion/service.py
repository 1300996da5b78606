"""From a document to its chunk set: what the command line, the window and the corpus runner call."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from chunkstudio.chunking.access import DocumentAccess, missing_acl
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.chunking_service import ChunkingService
from chunkstudio.chunking.diagnostics import open_findings
from chunkstudio.chunking.model import Diagnostics, Finding
from chunkstudio.chunking.pipeline import chunk_document, layout_options
from chunkstudio.chunking.policy import policy_parts, policy_version
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet, DocumentFacts, PageFact
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.chunking.summaries import AbstractiveSummary, ExtractiveSummary
from chunkstudio.chunking.tokens import Tokenizer, tokenizer_for
from chunkstudio.chunking.visible_headings import visible_title
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.access_file import access_for
from chunkstudio.layout.languages import iso_code
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.layout.opening import open_document

if TYPE_CHECKING:
    from chunkstudio.layout.pool import LayoutPool

_log = logging.getLogger(__name__)
DEGRADED = "summary_degraded"
"""Code of the warning that a model's summaries are missing, all or some; extractive ones stand in for them."""

Progress = Callable[[str, int, int], None]
"""Called with the step ("layout", "summaries"), how much of it is done, and how much there is."""


class Summarizer(Protocol):
    """What writes abstractive summaries; see :class:`chunkstudio.ingestion.abstractive_summary`."""

    def summarize(
        self,
        source: ExtractiveSummary,
        tokenizer: Tokenizer,
        *,
        clip: int = 1200,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> AbstractiveSummary | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkDocumentCommand:
    """What to chunk and how. Exactly one of ``layout``, ``path`` and ``data`` (the file's bytes) is given.

    ``access`` is who may read it; without it the side file beside ``path`` is read, and without either only a
    ``preview`` is made. ``document_id`` stands in place of the SHA-256 of the bytes. ``summarizer`` writes summaries
    where the profile wants abstractive ones; ``pinned`` are summaries to use again without asking.
    ``pages`` (from 1) limits the layout.
    """

    layout: LayoutDocument | None = None
    path: Path | None = None
    data: bytes | None = None
    file_name: str = "document.pdf"
    document_id: str = ""
    access: DocumentAccess | None = None
    owner: str = ""
    profile: Profile = field(default_factory=Profile)
    rules: Sequence[ManualRule] = ()
    summarizer: Summarizer | None = None
    pinned: AbstractiveSummary | None = None
    preview: bool = False
    pages: Sequence[int] | None = None
    password: str | None = field(default=None, repr=False)
    pool: LayoutPool | None = field(default=None, repr=False)
    progress: Progress | None = field(default=None, repr=False)
    cancelled: Callable[[], bool] | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """What to call the document in messages."""
        if self.path is not None:
            return self.path.name
        return self.layout.info.file_name if self.layout is not None else self.file_name


class ChunkDocumentService:
    """One document in, one chunk set out; nothing is written."""

    def execute(self, command: ChunkDocumentCommand) -> ChunkSet:
        """The chunk set of a command.

        Raises ChunkStudioError: ``missing_acl`` before any work if nobody may read it and it is no preview, ``bad_acl``,
        ``bad_profile``, ``cancelled``, what opening a file raises, ``bad_argument`` for a contradictory command.
        A summarizer that fails is a warning, not an error.
        """
        access = command.access or access_for(command.path)
        if access is None and not command.preview:
            raise missing_acl(command.name)
        layout = self._layout(command)
        chunked = chunk_document(layout, command.profile, access=access, rules=command.rules, cancelled=command.cancelled)
        return ChunkingBuilder(command.profile, document_id=command.document_id, owner=command.owner).build_chunks(
            chunked,
            summarizer=command.summarizer,
            pinned=command.pinned,
            preview=command.preview,
            progress=command.progress,
            cancelled=command.cancelled,
        )

    def redo(self, stored: ChunkSet, path: Path, profile: Profile, *, access: DocumentAccess | None = None) -> ChunkSet:
        """A stored set made again under another profile, with the same document id, owner and labels.

        The pages come from the layout cache; a model's summaries are used again. Raises ``bad_acl`` if the stored set had
        parts with narrower labels that neither ``access`` nor a side file names, since they would become wider.
        """
        labels = stored.document.acl
        found = access or access_for(path, labels or ())
        narrow = labels is not None and any(record.acl != labels for record in stored.records)
        if narrow and (found is None or not found.narrower):
            raise ChunkStudioError(
                "bad_acl",
                f"{path.name} had parts with narrower labels, and nothing says which.",
                hint="Give its access, or keep its side file beside it.",
                field="acl",
            )
        facts = stored.document
        document_id = facts.id if facts.id != facts.sha256 else ""
        command = ChunkDocumentCommand(
            path=path,
            document_id=document_id,
            access=found,
            owner=facts.owner,
            profile=profile,
            pinned=pinned_summaries(stored) if profile.summaries.mode == "abstractive" else None,
            preview=stored.preview,
        )
        return self.execute(command)

    def _layout(self, command: ChunkDocumentCommand) -> LayoutDocument:
        given = [source for source in (command.layout, command.path, command.data) if source is not None]
        if len(given) != 1:
            raise ChunkStudioError("bad_argument", "Give either a layout, a path or bytes.", hint="Give one of them.")
        if command.layout is not None:
            return command.layout
        if command.path is not None:
            return _open(command, command.path)
        with tempfile.TemporaryDirectory(prefix="chunkstudio-", ignore_cleanup_errors=True) as folder:
            path = Path(folder) / (Path(command.file_name).name or "document.pdf")
            path.write_bytes(command.data or b"")
            return _open(command, path)


class ChunkingBuilder:
    """Builds chunk sets under one profile. ``document_id`` stands in place of the SHA-256 of a document's bytes."""

    def __init__(self, profile: Profile | None = None, *, document_id: str = "", owner: str = "") -> None:
        self._profile = profile or Profile()
        self._document_id = document_id
        self._owner = owner

    def build_policy_version(self, *, rules: str = "", summaries: str = "") -> str:
        """The version of everything that can change a record under this profile; see :mod:`chunkstudio.chunking.policy`."""
        return policy_version(policy_parts(self._profile, rules=rules, summaries=summaries))

    def build_chunks(
        self,
        chunked: ChunkedDocument,
        *,
        summarizer: Summarizer | None = None,
        pinned: AbstractiveSummary | None = None,
        preview: bool = False,
        summaries: bool = True,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> ChunkSet:
        """The chunk set of a chunked document. Without labels only a preview is made (else ``missing_acl``).

        ``summaries`` off leaves out every summary, also the sentences of records.
        """
        if chunked.access.document is None and not preview:
            raise missing_acl(chunked.layout.info.file_name)
        service = ChunkingService(chunked, document_id=self._document_id, summaries=summaries)
        written, finding = pinned, None
        if pinned is not None:
            finding = _missing_summaries(pinned)  # a set made again still lacks what its first run lacked
        elif summarizer is not None and chunked.profile.summaries.mode == "abstractive":
            written, finding = self._summarize(service, summarizer, progress, cancelled)
        parts = policy_parts(
            chunked.profile, rules=chunked.rules_hash, summaries=written.text_hash if written is not None else ""
        )
        return ChunkSet(
            document=_facts(chunked, service.document_id, self._owner),
            profile=chunked.profile,
            policy_version=policy_version(parts),
            policy=parts,
            records=service.records(written),
            diagnostics=_with_findings(_open_diagnostics(chunked), (finding, _summary_risk(chunked.profile))),
            chunked=chunked,
            preview=preview,
        )

    def _summarize(
        self,
        service: ChunkingService,
        summarizer: Summarizer,
        progress: Progress | None,
        cancelled: Callable[[], bool] | None,
    ) -> tuple[AbstractiveSummary | None, Finding | None]:
        """A model's summaries, and a warning if they are missing or not all there."""
        from chunkstudio.ingestion.summary_replies import SummarizerError

        profile = service.chunked.profile
        tokenizer = tokenizer_for(profile.assembly.tokenizer)
        clip = profile.summaries.prompt_clip
        report = (lambda done, total: progress("summaries", done, total)) if progress is not None else None
        try:
            written = summarizer.summarize(service.extractive, tokenizer, clip=clip, progress=report, cancelled=cancelled)
        except SummarizerError as error:
            _log.warning("Summaries stay extractive: %s", error)
            return None, _degraded(f"The summarizer failed, so summaries stay extractive: {error}")
        return written, _missing_summaries(written) if written is not None else None


def pinned_summaries(chunk_set: ChunkSet) -> AbstractiveSummary | None:
    """The model's summaries that a set was made with, to be used again; ``None`` if it has none."""
    for record in chunk_set.layer("document"):
        block = record.metadata.get("abstractive_summary")
        if isinstance(block, dict):
            return AbstractiveSummary.from_block(block)
    return None


def _open(command: ChunkDocumentCommand, path: Path) -> LayoutDocument:
    report = command.progress
    return open_document(
        path,
        password=command.password,
        options=layout_options(command.profile),
        pages=command.pages,
        progress=(lambda done, total: report("layout", done, total)) if report is not None else None,
        cancelled=command.cancelled,
        pool=command.pool,
    )


def _facts(chunked: ChunkedDocument, document_id: str, owner: str) -> DocumentFacts:
    layout = chunked.layout
    pages = tuple(PageFact(p.number, p.label, p.width, p.height, p.rotation, p.parser) for p in layout.pages)
    return DocumentFacts(
        id=document_id,
        sha256=layout.info.sha256,
        title=visible_title(chunked.access, chunked.sections, layout.title, chunked.access.document),
        language=iso_code(chunked.profile.layout.language) or layout.info.language,
        file_name=layout.info.file_name,
        owner=owner,
        acl=chunked.access.document,
        layout_hash=layout.layout_hash,
        pages=pages,
    )


def _degraded(message: str, ids: tuple[str, ...] = ()) -> Finding:
    return Finding(DEGRADED, 0, message, ids, "warning", "Check the summarizer and run again, or go on without.")


def _missing_summaries(written: AbstractiveSummary) -> Finding | None:
    """A warning for summaries of which some are missing."""
    if not written.degraded:
        return None
    ids = (*written.missing_section_ids, *written.missing_table_ids)
    return _degraded("Some summaries are missing; extractive ones stand in their place.", ids)


def _summary_risk(profile: Profile) -> Finding | None:
    """The measured warning for who puts the document's summary into every record."""
    if not profile.context.document_summary:
        return None
    message = (
        "A document summary stands in every record; on public filings that cost dense recall at 5 .146 and gained nothing."
    )
    hint = "Leave it to the document record, or compare both with your own questions."
    return Finding("document_summary_risk", 0, message, (), "warning", hint)


def _open_diagnostics(chunked: ChunkedDocument) -> Diagnostics:
    """The diagnostics as every reader of the document may see them, since they leave with its chunk set."""
    found = chunked.diagnostics
    return (
        found if chunked.access.access is None else replace(found, warnings=open_findings(found.warnings, chunked.rule_places))
    )


def _with_findings(diagnostics: Diagnostics, findings: Sequence[Finding | None]) -> Diagnostics:
    more = tuple(finding for finding in findings if finding is not None)
    return replace(diagnostics, warnings=(*diagnostics.warnings, *more)) if more else diagnostics
