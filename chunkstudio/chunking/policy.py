"""The policy of a chunk set: everything that can change a record, part by part, and its version as a hash of the parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from chunkstudio.chunking.identity import value_hash
from chunkstudio.chunking.profile import Profile, flatten

ENGINE_REVISION = "9"
"""Raised whenever the same profile gives other units, cuts, texts or summaries than before."""

RULES = "rules"
SUMMARIES = "summaries.text"
_PINS = (RULES, SUMMARIES)
_NAMES = ("name", "owner", "description")
_MODEL_ONLY = ("summaries.prompt_clip",)


def policy_parts(profile: Profile, *, rules: str = "", summaries: str = "") -> dict[str, object]:
    """Each part that the policy version hashes, by name: dotted profile fields, ``revision.*``, and pins.

    Left out is what changes no record: names, and how recall is measured (but for the embedder whose tokenizer counts).
    ``rules`` is the hash of a document's manual rules, ``summaries`` that of a model's summaries: those texts are
    pinned, because asking again would give others.
    """
    fields = flatten(profile.to_dict())
    counts_by_embedder = profile.assembly.tokenizer == "embedder"
    parts = {
        path: value
        for path, value in fields.items()
        if path not in _NAMES
        and (not path.startswith("retrieval.") or (counts_by_embedder and path == "retrieval.embedder"))
        and (path not in _MODEL_ONLY or profile.summaries.mode == "abstractive")
    }
    parts |= {f"revision.{name}": text for name, text in _revisions(profile).items()}
    if rules:
        parts[RULES] = rules
    if summaries:
        parts[SUMMARIES] = summaries
    return parts


def policy_version(parts: Mapping[str, object]) -> str:
    """The version of a policy: 32 hexadecimal signs over its parts, whatever their order."""
    return value_hash(dict(sorted(parts.items())))


def changed_parts(stored: Mapping[str, object], current: Mapping[str, object]) -> tuple[str, ...]:
    """Names of the parts in which a stored policy differs from today's, sorted; pins count only where both have them."""
    names = sorted({*stored, *current})
    return tuple(
        name
        for name in names
        if stored.get(name) != current.get(name) and not (name in _PINS and (name not in stored or name not in current))
    )


def _revisions(profile: Profile) -> dict[str, str]:
    """What made the records besides the profile: engine, parser with its model, tokenizer, sentence rules."""
    from chunkstudio.chunking.tokens import profile_tokenizer

    parser = f"pymupdf {_package('pymupdf')}"
    if profile.layout.parser == "neural":
        parser += f", model {_package('pymupdf_layout')}"
    return {
        "engine": ENGINE_REVISION,
        "parser": parser,
        "tokenizer": profile_tokenizer(profile.assembly.tokenizer, profile.retrieval.embedder).revision,
        "splitter": ENGINE_REVISION,
    }


@cache
def _package(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
