"""The forms in which a model answers, and how its answers are checked before anything believes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Annotated, Any, TypeVar

import regex
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

_CONTROL = regex.compile(r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}]+")
_FENCE = re.compile(r"^\s*```(?:json)?\s*|\s*```\s*$")
_LONGEST = 2_000  # characters of one summary; a model that runs on is cut here


class SummarizerError(Exception):
    """The model gave no usable answer; the message says why and holds no key."""


def _one_line(value: object) -> object:
    """Summaries are one line of visible text: no control or format signs, no line breaks."""
    return " ".join(_CONTROL.sub(" ", value).split())[:_LONGEST] if isinstance(value, str) else value


Line = Annotated[str, BeforeValidator(_one_line)]


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore")


class OverviewReply(_Reply):
    """The answer to the overview question."""

    overview_summary: Line


class SectionLine(_Reply):
    """One section's summary."""

    section_id: str
    summary: Line


class SectionsReply(_Reply):
    """The answer for one batch of sections."""

    section_summaries: list[SectionLine]


class TableLine(_Reply):
    """One table's summary."""

    table_id: str
    summary: Line


class TablesReply(_Reply):
    """The answer for one batch of tables."""

    table_summaries: list[TableLine]
    table_summary: Line = ""


ReplyT = TypeVar("ReplyT", bound=_Reply)


def read_reply(text: str, form: type[ReplyT]) -> ReplyT:
    """A model's answer in its form; a code fence around it is forgiven. Raises SummarizerError."""
    try:
        return form.model_validate(json.loads(_FENCE.sub("", text)))
    except (ValueError, ValidationError, RecursionError) as error:
        kind = "is not JSON" if isinstance(error, json.JSONDecodeError) else "has not the form asked for"
        raise SummarizerError(f"The model's answer {kind}.") from None


def accept_lines(lines: Iterable[tuple[str, str]], valid_ids: frozenset[str], seen_ids: set[str]) -> dict[str, str]:
    """Summaries by id, of asked ids only, each once (the first counts), none empty. ``seen_ids`` grows."""
    out: dict[str, str] = {}
    for item_id, summary in lines:
        if item_id in valid_ids and item_id not in seen_ids and summary:
            seen_ids.add(item_id)
            out[item_id] = summary
    return out


def json_schema(form: type[BaseModel]) -> dict[str, Any]:
    """A form as a strict JSON schema: every property required, nothing else allowed, no references."""
    schema = form.model_json_schema()
    definitions = schema.pop("$defs", {})

    def closed(node: Any) -> Any:
        if isinstance(node, list):
            return [closed(item) for item in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return closed(definitions[node["$ref"].rsplit("/", 1)[1]])
        kept = {key: closed(value) for key, value in node.items() if key not in {"title", "default", "description"}}
        if kept.get("type") == "object":
            kept |= {"additionalProperties": False, "required": list(kept["properties"])}
        return kept

    return {"name": form.__name__, "strict": True, "schema": closed(schema)}
