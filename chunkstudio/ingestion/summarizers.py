"""The summarizer that the environment sets up, or a stand-in that says why there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.summaries import AbstractiveSummary, ExtractiveSummary
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.ingestion.service import Summarizer
from chunkstudio.ingestion.summary_replies import SummarizerError


@dataclass(frozen=True, slots=True)
class UnavailableSummarizer:
    """Fails with its reason, so that the set is made with extractive summaries and a warning."""

    reason: str

    def summarize(
        self,
        source: ExtractiveSummary,
        tokenizer: Tokenizer,
        *,
        clip: int = 1200,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> AbstractiveSummary | None:
        """Raises SummarizerError with the reason."""
        del source, tokenizer, clip, progress, cancelled
        raise SummarizerError(self.reason)


def summarizer_for(profile: Profile) -> Summarizer | None:
    """What the environment sets up, where the profile wants abstractive summaries; else None, and nothing is imported."""
    return configured_summarizer() if profile.summaries.mode == "abstractive" else None


def configured_summarizer() -> Summarizer:
    """What ``CHUNKSTUDIO_SUMMARIZER_*`` sets up; where packages are missing or a setting is wrong, a stand-in."""
    try:
        from chunkstudio.ingestion.abstractive_summary import AssistantBackedDocumentSummarizer

        return AssistantBackedDocumentSummarizer()
    except ImportError:
        return UnavailableSummarizer('Packages are missing; install "chunkstudio[summaries]".')
    except ValueError as error:
        names = sorted({str(part) for fault in getattr(error, "errors", list)() for part in fault["loc"]})
        return UnavailableSummarizer(f"A setting is wrong: {', '.join(f'CHUNKSTUDIO_SUMMARIZER_{n.upper()}' for n in names)}.")
