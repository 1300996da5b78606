"""Where the language model that writes summaries is found: environment variables ``CHUNKSTUDIO_SUMMARIZER_*``."""

from __future__ import annotations

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class SummarizerSettings(BaseSettings):
    """An OpenAI-compatible endpoint (OpenAI, Ollama, vLLM, LM Studio ...).

    Read from the environment only: the key is never written into a workspace, a log or an export.
    """

    model_config = SettingsConfigDict(env_prefix="CHUNKSTUDIO_SUMMARIZER_", frozen=True, extra="ignore")

    base_url: str = Field("", description="Such as http://localhost:11434/v1; empty: OpenAI's own.")
    key: SecretStr = Field(SecretStr(""), description="Many local servers need none.")
    model: str = Field("", description="The model's name at that endpoint; empty: summaries stay extractive.")
    timeout: float = Field(60.0, gt=0, description="Seconds for one call.")
    concurrency: int = Field(2, ge=1, le=64, description="How many calls may run at once, over all documents.")
    retries: int = Field(2, ge=0, le=10, description="How often a busy or failing server is asked again.")
