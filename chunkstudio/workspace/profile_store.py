"""Profile versions: immutable and named by their hash; drafts are kept apart from them."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from chunkstudio.chunking.profile import Profile, flatten
from chunkstudio.errors import ChunkStudioError
from chunkstudio.workspace.audit import append, now
from chunkstudio.workspace.database import Database

CURRENT = "current"
"""The tag of a version that was restored; saving or approving another one, or retiring this one, takes it away."""

_TAG = re.compile(r"[\w][\w.-]{0,59}")
State = Literal["draft", "evaluated", "approved", "retired"]
_NEXT: dict[str, tuple[str, ...]] = {
    "draft": ("evaluated", "retired"),
    "evaluated": ("evaluated", "approved", "retired"),
    "approved": ("evaluated", "retired"),
    "retired": ("evaluated",),
}


@dataclass(frozen=True, slots=True)
class ProfileVersion:
    """A saved state of a profile. ``parent`` is the version that it was changed from."""

    hash: str
    name: str
    parent: str | None
    author: str
    note: str
    created: str
    state: State
    profile: Profile
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One control that differs between two versions."""

    path: str
    before: Any
    after: Any


class ProfileStore:
    """The profile versions and drafts of a workspace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, profile: Profile, *, author: str, note: str = "", parent: str | None = None) -> ProfileVersion:
        """Keep a version; a state that was saved before is given back as it is, since its hash is its name."""
        with self._database.change() as base:
            if not _row(base, profile.version):
                values = (
                    profile.version,
                    profile.name,
                    parent,
                    author,
                    note,
                    now(),
                    "draft",
                    json.dumps(profile.to_dict(), ensure_ascii=False),
                )
                base.execute("insert into profile_versions values (?, ?, ?, ?, ?, ?, ?, ?)", values)
                base.execute("delete from profile_tags where tag = ?", (CURRENT,))
                append(
                    base,
                    author,
                    "profile.save",
                    {"profile": profile.version, "name": profile.name, "parent": parent, "note": note},
                )
        return self.get(profile.version)

    def get(self, name: str) -> ProfileVersion:
        """A version by its hash, a tag, a name (the newest of it: the head of a branch), or the start of a hash.

        Raises ChunkStudioError ``not_found`` or ``bad_argument``.
        """
        with self._database.whole() as base:
            tagged = base.execute("select hash from profile_tags where tag = ?", (name,)).fetchone()
            wanted = tagged["hash"] if tagged else name
            rows = base.execute("select * from profile_versions where hash = ?", (wanted,)).fetchall()
            if not rows:  # a branch may be called "ad" or "fee", with which hashes begin too
                named = "select * from profile_versions where name = ? order by created desc, rowid desc limit 1"
                rows = base.execute(named, (wanted,)).fetchall()
            if not rows:
                started = "select * from profile_versions where substr(hash, 1, ?) = ?"
                rows = base.execute(started, (len(wanted), wanted)).fetchall()
            tags = _tags(base)
        if not rows or not wanted:
            raise ChunkStudioError("not_found", f"There is no profile version {name}.", hint="See chunkstudio profile list.")
        if len(rows) > 1:
            raise ChunkStudioError(
                "bad_argument", f"{name} names {len(rows)} profile versions.", hint="Give more signs of the hash."
            )
        return _version(rows[0], tags)

    def all(self) -> list[ProfileVersion]:
        """Every version, oldest first."""
        with self._database.whole() as base:
            rows = base.execute("select * from profile_versions order by created, rowid").fetchall()
            tags = _tags(base)
        return [_version(r, tags) for r in rows]

    def tag(self, tag: str, name: str, *, author: str) -> None:
        """Give a version a name that can move from one version to another. Raises ``not_found`` or ``bad_argument``."""
        if not _TAG.fullmatch(tag):
            raise ChunkStudioError("bad_argument", "A tag has letters, digits, dots and dashes only.", hint="Write --tag live.")
        version = self.get(name)
        with self._database.change() as base:
            base.execute(
                "insert into profile_tags values (?, ?) on conflict (tag) do update set hash = excluded.hash",
                (tag, version.hash),
            )
            append(base, author, "profile.tag", {"tag": tag, "profile": version.hash})

    def untag(self, tag: str, *, author: str) -> None:
        """Take a name away from the version that has it. Raises ``not_found``."""
        with self._database.change() as base:
            if not base.execute("delete from profile_tags where tag = ?", (tag,)).rowcount:
                raise ChunkStudioError("not_found", f"There is no tag {tag}.", hint="See chunkstudio profile list.")
            append(base, author, "profile.untag", {"tag": tag})

    def branch(self, origin: str, name: str, changes: Mapping[str, Any], *, author: str, note: str = "") -> ProfileVersion:
        """A version with another name that begins at ``origin`` with changed settings.

        Raises ``bad_argument`` where the changes give a version that is there already (a version is its settings), and
        ``bad_profile`` for a setting that is refused.
        """
        parent = self.get(origin)
        profile = parent.profile.replace({**changes, "name": name})
        if any(v.hash == profile.version for v in self.all()):
            hint = "Change a setting: a version is named by its settings."
            raise ChunkStudioError("bad_argument", f"These settings are version {profile.version} already.", hint=hint)
        return self.save(profile, author=author, note=note, parent=parent.hash)

    def restore(self, name: str, *, author: str) -> ProfileVersion:
        """Use an earlier version again until another one is saved or approved; a retired one comes back.

        It is the same version, not a copy. Raises ``not_found``.
        """
        version = self.get(name)
        with self._database.change() as base:
            if version.state == "retired":
                set_state(base, version.hash, "evaluated", author=author)
            base.execute(
                "insert into profile_tags values (?, ?) on conflict (tag) do update set hash = excluded.hash",
                (CURRENT, version.hash),
            )
            append(base, author, "profile.restore", {"profile": version.hash})
        return self.get(version.hash)

    def current(self) -> ProfileVersion | None:
        """The version that counts where none is named: restored last, else approved last, else saved last."""
        queries = (
            "select hash from profile_tags where tag = 'current'",
            "select profile_hash as hash from approvals where revoked is null order by created desc, rowid desc limit 1",
            "select hash from profile_versions where state <> 'retired' order by created desc, rowid desc limit 1",
        )
        with self._database.whole() as base:
            found = (base.execute(query).fetchone() for query in queries)
            row = next((row for row in found if row is not None), None)
            return self.get(row["hash"]) if row is not None else None

    def move(self, name: str, state: State, *, author: str) -> ProfileVersion:
        """Change a version's state along draft, evaluated, approved, retired. Raises ``bad_argument`` for another way."""
        version = self.get(name)
        with self._database.change() as base:
            set_state(base, version.hash, state, author=author)
        return self.get(version.hash)

    def keep_draft(self, name: str, profile: Profile, base_version: str | None) -> None:
        """Autosave: the draft under a name, with the version that it started from."""
        with self._database.change() as base:
            base.execute(
                "insert into drafts values (?, ?, ?, ?) on conflict (name) do update "
                "set base = excluded.base, data = excluded.data, changed = excluded.changed",
                (name, base_version, json.dumps(profile.to_dict(), ensure_ascii=False), now()),
            )

    def draft(self, name: str) -> tuple[Profile, str | None] | None:
        """The draft under a name and the version that it started from, or None."""
        row = self._database.row("select data, base from drafts where name = ?", (name,))
        return (Profile.parse(json.loads(row["data"]), kept=True), row["base"]) if row else None


def _tags(base: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """The tags of each version that has any, by hash."""
    out: dict[str, tuple[str, ...]] = {}
    for row in base.execute("select hash, tag from profile_tags order by tag").fetchall():
        out[row["hash"]] = (*out.get(row["hash"], ()), row["tag"])
    return out


def _version(row: sqlite3.Row, tags: Mapping[str, tuple[str, ...]]) -> ProfileVersion:
    profile = Profile.parse(json.loads(row["data"]), kept=True)
    if profile.version != row["hash"]:
        raise ChunkStudioError(
            "damaged", f"Profile version {row['hash']} was changed after it was saved.", hint="Restore a backup."
        )
    return ProfileVersion(
        row["hash"], row["name"], row["parent"], row["author"], row["note"], row["created"], row["state"], profile,
        tags.get(row["hash"], ()),
    )  # fmt: skip


def set_state(base: sqlite3.Connection, version: str, state: State, *, author: str) -> None:
    """Change a version's state inside the caller's transaction. Raises ``bad_argument`` for a step that is not allowed."""
    row = _row(base, version)
    current = row["state"] if row else ""
    if state not in _NEXT.get(current, ()):
        hint = f"Allowed from here: {', '.join(_NEXT.get(current, ())) or 'nothing'}."
        raise ChunkStudioError("bad_argument", f"Profile version {version} is {current}; it cannot become {state}.", hint=hint)
    base.execute("update profile_versions set state = ? where hash = ?", (state, version))
    if state == "retired":  # a version out of use does not count any more where none is named
        base.execute("delete from profile_tags where tag = ? and hash = ?", (CURRENT, version))
    append(base, author, f"profile.{state}", {"profile": version})


def _row(base: sqlite3.Connection, version: str) -> sqlite3.Row | None:
    row: sqlite3.Row | None = base.execute("select * from profile_versions where hash = ?", (version,)).fetchone()
    return row


def setting_changes(before: Profile, after: Profile) -> list[SettingChange]:
    """The controls that differ, in the profile's order; names and descriptions do not count."""
    a, b = flatten(before.to_dict()), flatten(after.to_dict())
    return [SettingChange(p, a[p], b[p]) for p in a if a[p] != b[p] and p not in ("name", "owner", "description")]
