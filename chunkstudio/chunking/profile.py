"""The profile: every setting of the engine, frozen, checked, written as YAML, and named by its hash."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    create_model,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from chunkstudio.chunking.profile_faults import TOGETHER, faults_of, no_setting, refusal
from chunkstudio.chunking.signal_specs import SIGNALS
from chunkstudio.chunking.strict_yaml import load_yaml
from chunkstudio.errors import ChunkStudioError, reason_of
from chunkstudio.layout.languages import is_language

DEFAULT_THRESHOLD = 0.5


def _whole(value: object) -> object:
    """Counts are whole numbers: true is not 1 and 3.5 is not 3."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise PydanticCustomError("whole_number", "must be a whole number")
    return value


def _real(value: object) -> object:
    """Weights are numbers: true is not 1, "NaN" is not a weight."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("real_number", "must be a number")
    if not math.isfinite(value):
        raise PydanticCustomError("real_number", "must be a finite number")
    return value


def _flag(value: object) -> object:
    """Switches are true or false: "no" is not a switch."""
    if not isinstance(value, bool):
        raise PydanticCustomError("flag", "must be true or false")
    return value


def _language(value: str, info: ValidationInfo) -> str:
    if not is_language(value) and info.context != _KEPT:
        raise PydanticCustomError("language", "must be codes of languages, joined by +")
    return value


_KEPT = {"kept": True}

Count = Annotated[int, BeforeValidator(_whole)]
Real = Annotated[float, BeforeValidator(_real), Field(allow_inf_nan=False)]
Flag = Annotated[bool, BeforeValidator(_flag)]


class Part(BaseModel):
    """Base of the profile's parts: frozen, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


class LayoutSettings(Part):
    """How pages become boxes."""

    parser: Literal["neural", "fast"] = Field("neural", title="Parser", description="Which layout counts as final.")
    table_output: Literal["html", "markdown"] = Field(
        "html",
        title="Table output",
        description="HTML keeps spans and headers; Markdown has neither.",
    )
    edge_threshold: Real = Field(
        0.5,
        ge=0.0,
        le=1.0,
        title="Box confidence",
        description="The layout model drops boxes it trusts less than this.",
    )
    headers_footers: Literal["exclude", "auto", "include"] = Field(
        "exclude", title="Headers and footers", description="Leave running heads out, only repeated ones, or keep all."
    )
    hidden_text: Literal["drop", "keep"] = Field(
        "drop", title="Hidden text", description="Text that no reader can see: invisible, white, tiny, off the page."
    )
    toc: Literal["exclude", "include"] = Field(
        "exclude", title="Contents pages", description="Keep or leave out contents lists."
    )
    ocr: Literal["never", "auto"] = Field("never", title="OCR", description="Read scanned pages with Tesseract, if installed.")
    language: Annotated[str, AfterValidator(_language)] = Field(
        "",
        title="Language",
        description="Of the text, also for OCR; empty: as the file says.",
        json_schema_extra={"allowed": "language codes such as en, de-CH, eng+deu or chi_sim, or nothing"},
    )


class HeadingSettings(Part):
    """How headings get their levels."""

    use_outline: Flag = Field(False, title="Use the outline", description="Take classes and levels from the file's bookmarks.")
    max_level: Count = Field(6, ge=1, le=9, title="Deepest level", description="Headings below this level become text of it.")


class UnitSettings(Part):
    """How text becomes sentences."""

    sentence_splitter: Literal["auto", "western", "multilingual"] = Field(
        "auto", title="Sentence splitter", description="Auto chooses by the script of each box."
    )


class _WeightsBase(Part):
    """What a boundary's signals weigh; the fields come from the register of signals."""

    def as_mapping(self) -> dict[str, float]:
        """Weight by signal name, in the register's order, all non-negative."""
        return {spec.name: float(getattr(self, _attribute(spec.name))) for spec in SIGNALS}


def _attribute(name: str) -> str:
    """Python attribute of a signal's weight (``class`` is a keyword)."""
    return f"{name}_" if name == "class" else name


if TYPE_CHECKING:

    class Weights(_WeightsBase):
        """Weights by signal name; see :data:`chunkstudio.chunking.signal_specs.SIGNALS`."""
else:
    Weights = create_model(
        "Weights",
        __base__=_WeightsBase,
        __doc__="Weights by signal name.",
        **{
            _attribute(s.name): (
                Real,
                Field(s.default, ge=0.0, le=3.0, title=s.label, description=s.help, alias=s.name),
            )
            for s in SIGNALS
        },
    )


class AssemblySettings(Part):
    """Where cuts may fall and how large chunks are."""

    tokenizer: str = Field(
        "cl100k_base",
        title="Tokenizer",
        description="cl100k_base, o200k_base, embedder, or the path of a Hugging Face tokenizer.json.",
    )
    token_budget: Count = Field(400, ge=1, le=32_000, title="Token budget", description="No chunk is larger, context included.")
    min_tokens: Count = Field(
        120,
        ge=0,
        le=32_000,
        title="Minimum tokens",
        description="Smaller chunks are joined where headings allow; up to about twice that, larger ones are preferred.",
    )
    overlap_tokens: Count = Field(0, ge=0, le=16_000, title="Overlap tokens", description="Text of the chunk before, repeated.")
    overlap_scope: Literal["section", "document"] = Field(
        "section", title="Overlap scope", description="Overlap stays within a section, or may cross headings."
    )
    threshold: Real = Field(
        DEFAULT_THRESHOLD,
        ge=0.0,
        le=1.0,
        title="Threshold",
        description="A boundary that scores above it is worth a cut.",
    )
    respect_section_starts: Flag = Field(True, title="Section starts always cut", description="A heading begins a new chunk.")
    table_mode: Literal["preserve", "isolate", "rows"] = Field(
        "preserve", title="Tables", description="Stay in the text, stand alone, or leave it as row records."
    )
    merge_small_chunks: Flag = Field(
        True,
        title="Merge small chunks",
        description="Join what is below the minimum with its neighbour; off, every place above the threshold is cut.",
    )


class ContextSettings(Part):
    """Which lines stand before the body in the retrieval text."""

    document_summary: Flag = Field(
        False, title="Document summary", description="Costs dense recall (measured); off by default."
    )
    title: Flag = Field(True, title="Document title", description="The line Document: with the title.")
    heading_path: Flag = Field(True, title="Heading path", description="The line Section: with the printed headings.")
    section_summary: Flag = Field(False, title="Section summary", description="One sentence on the section.")
    table_caption: Flag = Field(True, title="Table caption", description="The line Table: in row records.")
    table_summary: Flag = Field(False, title="Table summary", description="One sentence on the table in row records.")
    share: Real = Field(
        0.3, ge=0.0, le=0.9, title="Largest share", description="Context takes at most this share of the budget."
    )


class LayerSettings(Part):
    """Which kinds of records are made."""

    section: Flag = Field(True, title="Sections", description="Prose, one record per chunk.")
    table_row: Flag = Field(True, title="Table rows", description="Row groups of tables.")
    document: Flag = Field(True, title="Document", description="One record for the whole document.")


class SummarySettings(Part):
    """How summaries are made."""

    mode: Literal["extractive", "abstractive"] = Field(
        "extractive", title="Summaries", description="Sentences of the document, or written by a language model."
    )
    sections: Count = Field(6, ge=0, le=100, title="Representative sections", description="How many feed the document summary.")
    tables: Count = Field(3, ge=0, le=100, title="Representative tables", description="How many feed the document summary.")
    prompt_clip: Count = Field(
        1200, ge=100, le=20_000, title="Prompt clip", description="Tokens of each section or table sent."
    )
    reserved_tokens: Count = Field(48, ge=0, le=1_000, title="Reserved tokens", description="Room that a summary may take.")


class RetrievalSettings(Part):
    """How recall is measured."""

    retriever: Literal["bm25", "dense", "hybrid"] = Field(
        "bm25", title="Retriever", description="Lexical, dense, or both by reciprocal ranks."
    )
    embedder: str = Field("wordllama", title="Embedder", description="Name, folder or endpoint of the embedding model.")
    return_parent: Literal["table", "chunk", "off"] = Field(
        "table",
        title="Row records return",
        description="The whole table, the chunk that holds the rows, or themselves.",
    )
    k: Count = Field(5, ge=1, le=1_000, title="k", description="How many results count.")
    min_recall_at_k: Annotated[float, BeforeValidator(_real)] | None = Field(
        None,
        ge=0.0,
        le=1.0,
        allow_inf_nan=False,
        title="Least recall at k",
        description="The gate refuses below this; none: always.",
    )
    question_set: str = Field("", title="Question set", description="Hash or path of the labelled questions.")


class Profile(Part):
    """Every setting of the engine. Immutable; a changed copy comes from :meth:`replace`.

    Raises ChunkStudioError ``bad_profile`` with every refused field and its allowed range.
    """

    name: str = Field("Default", title="Name", description="What people call this profile.")
    owner: str = Field("", title="Owner", description="Who answers for it.")
    description: str = Field("", title="Description", description="What it is for.")
    layout: LayoutSettings = LayoutSettings()
    headings: HeadingSettings = HeadingSettings()
    units: UnitSettings = UnitSettings()
    weights: Weights = Weights()
    assembly: AssemblySettings = AssemblySettings()
    context: ContextSettings = ContextSettings()
    layers: LayerSettings = LayerSettings()
    summaries: SummarySettings = SummarySettings()
    retrieval: RetrievalSettings = RetrievalSettings()

    @field_validator("assembly")
    @classmethod
    def _limits_fit(cls, a: AssemblySettings) -> AssemblySettings:
        wrong: dict[str, tuple[str, int]] = {}
        if a.min_tokens > a.token_budget:
            wrong["min_tokens"] = (f"must be at most the token budget of {a.token_budget}", a.min_tokens)
        if a.overlap_tokens and a.overlap_tokens >= a.token_budget:
            wrong["overlap_tokens"] = (f"must be below the token budget of {a.token_budget}", a.overlap_tokens)
        if wrong:
            raise PydanticCustomError(TOGETHER, "settings that do not fit together", wrong)
        return a

    @model_validator(mode="before")
    @classmethod
    def _mapping_only(cls, data: object) -> object:
        if not isinstance(data, dict | Profile):
            raise PydanticCustomError("mapping", "must be a mapping of settings")
        return data

    @classmethod
    def parse(cls, data: object, *, kept: bool = False) -> Profile:
        """A profile from plain data (as read from YAML). Raises ChunkStudioError ``bad_profile``.

        One that is ``kept`` in a workspace or chunk set may name a language in words, as any text was once allowed.
        """
        try:
            return cls.model_validate(data, context=_KEPT if kept else None)
        except ValidationError as error:
            raise refusal(faults_of(error)) from None

    @classmethod
    def from_yaml(cls, text: str) -> Profile:
        """A profile from YAML (or JSON). Raises ChunkStudioError ``bad_profile``; an empty text is refused."""
        try:
            data = load_yaml(text)
        except (yaml.YAMLError, RecursionError) as error:
            raise ChunkStudioError(
                "bad_profile", f"The profile is not valid YAML: {error}.", hint="Mend the YAML.", field=""
            ) from None
        if data is None:
            raise ChunkStudioError("bad_profile", "The profile is empty.", hint="Write {} for all defaults.", field="")
        return cls.parse(data)

    @classmethod
    def load(cls, path: str | Path) -> Profile:
        """A profile from a YAML file. Raises ChunkStudioError ``not_found``, ``cannot_read`` or ``bad_profile``."""
        try:
            return cls.from_yaml(Path(path).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ChunkStudioError("not_found", f"There is no profile {path}.", hint="Check the path.") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ChunkStudioError(
                "cannot_read", f"The profile {path} cannot be read: {reason_of(error)}.", hint="Check the file."
            ) from None

    def to_dict(self) -> dict[str, Any]:
        """Plain data with every key, as JSON and YAML carry it."""
        return self.model_dump(mode="json", by_alias=True)

    def changed(self) -> dict[str, Any]:
        """Only the settings that differ from the defaults, by dotted path."""
        ours, default = flatten(self.to_dict()), flatten(Profile().to_dict())
        return {path: value for path, value in ours.items() if value != default[path]}

    def to_yaml(self) -> str:
        """YAML with every key; reads back to an equal profile."""
        return yaml.safe_dump(self.to_dict(), sort_keys=False, allow_unicode=True)

    def get(self, path: str) -> Any:
        """Value at a dotted path such as ``assembly.token_budget``. Raises ``bad_profile`` for an unknown path."""
        values = flatten(self.to_dict())
        if path not in values:
            raise refusal([no_setting(path)])
        return values[path]

    def replace(self, values: dict[str, Any]) -> Profile:
        """A copy with the settings at these dotted paths. Raises ChunkStudioError ``bad_profile`` with all that are refused."""
        data, unknown = self.to_dict(), []
        for path, value in values.items():
            *parts, last = path.split(".")
            node: Any = data
            for part in parts:
                node = node.get(part) if isinstance(node, dict) else None
            if not isinstance(node, dict) or last not in node or isinstance(node[last], dict):
                unknown.append(no_setting(path))
            else:
                node[last] = value
        try:
            changed = Profile.parse(data)
        except ChunkStudioError as error:
            raise refusal([*unknown, *error.faults]) from None
        if unknown:
            raise refusal(unknown)
        return changed

    @property
    def version(self) -> str:
        """Hash over every setting that is not only a name: 16 hexadecimal signs."""
        data = self.to_dict()
        for key in ("name", "owner", "description"):
            del data[key]
        return hashlib.sha256(json.dumps(data, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def flatten(data: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested mappings as one mapping of dotted paths, in order."""
    out: dict[str, Any] = {}
    for key, value in data.items():
        path = f"{prefix}{key}"
        out |= flatten(value, f"{path}.") if isinstance(value, dict) else {path: value}
    return out
