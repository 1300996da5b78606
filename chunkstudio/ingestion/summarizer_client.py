"""Calls to an OpenAI-compatible endpoint: cancellable, gated over all documents, and without the key in any message."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, TimeoutError
from typing import Any, TypeVar

from pydantic import BaseModel

from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.summarizer_settings import SummarizerSettings
from chunkstudio.ingestion.summary_replies import SummarizerError, json_schema

_POLL = 0.05  # seconds between looks at the cancel switch
_gates: dict[int, threading.BoundedSemaphore] = {}
_gates_lock = threading.Lock()
_ResultT = TypeVar("_ResultT")


def concurrency_gate(limit: int) -> threading.BoundedSemaphore:
    """The one gate of this process for a limit: it holds over all documents that are summarised at once."""
    with _gates_lock:
        return _gates.setdefault(limit, threading.BoundedSemaphore(limit))


class SummarizerClient:
    """One endpoint and model. ``ask`` blocks; it raises SummarizerError, or ChunkStudioError ``cancelled``."""

    def __init__(self, settings: SummarizerSettings) -> None:
        if not settings.model:
            raise SummarizerError("No model is named in CHUNKSTUDIO_SUMMARIZER_MODEL.")
        try:
            import openai
        except ImportError:
            raise SummarizerError('The package openai is missing; install "chunkstudio[summaries]".') from None
        self.settings = settings
        self._plain = False
        self._client = openai.OpenAI(
            api_key=settings.key.get_secret_value() or "none",
            base_url=settings.base_url or None,
            timeout=settings.timeout,
            max_retries=settings.retries,
        )

    def ask(self, system: str, question: str, form: type[BaseModel], cancelled: Callable[[], bool] | None = None) -> str:
        """The model's answer as text. Waits for a place at the gate first."""
        gate = concurrency_gate(self.settings.concurrency)
        while not gate.acquire(timeout=_POLL):
            _stop_if(cancelled)
        try:
            return _watched(lambda: self._call(system, question, form), cancelled)
        finally:
            gate.release()

    def close(self) -> None:
        """Give up the connections."""
        self._client.close()

    def _call(self, system: str, question: str, form: type[BaseModel]) -> str:
        import openai

        messages: Any = [{"role": "system", "content": system}, {"role": "user", "content": question}]
        shape: Any = {} if self._plain else {"response_format": {"type": "json_schema", "json_schema": json_schema(form)}}
        try:
            reply = self._client.chat.completions.create(
                model=self.settings.model, messages=messages, temperature=0, stream=False, **shape
            )
        except openai.BadRequestError as error:
            if self._plain:
                raise self._failure(error) from None
            self._plain = True  # a server that does not know JSON schemas is asked in plain words from now on
            return self._call(system, question, form)
        except (openai.OpenAIError, ValueError) as error:
            raise self._failure(error) from None
        choices = getattr(reply, "choices", None)
        content = choices[0].message.content if choices else None
        if not content:
            raise SummarizerError("The model gave an empty answer.")
        return str(content)

    def _failure(self, error: Exception) -> SummarizerError:
        """The failure in words, without the key, which some servers repeat."""
        text = " ".join(str(error).split())[:300]
        key = self.settings.key.get_secret_value()
        return SummarizerError(f"{type(error).__name__}: {text.replace(key, '[key]') if key else text}")


def _watched(call: Callable[[], _ResultT], cancelled: Callable[[], bool] | None) -> _ResultT:
    """Run a blocking call in a thread of its own and look at the cancel switch while it runs."""
    result: Future[_ResultT] = Future()

    def run() -> None:
        try:
            result.set_result(call())
        except BaseException as error:  # handed to the waiting thread, whatever it is
            result.set_exception(error)

    threading.Thread(target=run, name="summarizer-call", daemon=True).start()
    while True:
        try:
            return result.result(timeout=_POLL)
        except TimeoutError:
            if result.done():
                raise
            _stop_if(cancelled)


def _stop_if(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise ChunkStudioError("cancelled", "The summaries were cancelled.", hint="Start again when you like.")
