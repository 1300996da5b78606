"""``chunkstudio stale``: which stored chunk sets another profile (or a newer engine) would change, and in which parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from chunkstudio.cli.options import JsonOption, ProfileOption, SetOption, load_profile
from chunkstudio.errors import ChunkStudioError, reason_of


def stale(
    files: Annotated[
        list[Path],
        typer.Argument(help="Chunk sets written by chunkstudio chunk --format json.", show_default=False, readable=False),
    ],
    profile: ProfileOption = None,
    changes: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """List stored chunk sets that no longer match a profile, with the parts that changed; exit code 1 when one is stale."""
    from chunkstudio.chunking.policy import changed_parts, policy_parts

    chosen = load_profile(profile, changes)
    rows: list[dict[str, Any]] = []
    for file in files:
        stored = _policy(file)
        found = changed_parts(stored, policy_parts(chosen))
        rows.append({"file": str(file), "stale": bool(found), "changed": list(found)})
    if json_:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for row in rows:
            print(f"{row['file']}: " + ("stale: " + ", ".join(row["changed"]) if row["stale"] else "fresh"))
    if any(row["stale"] for row in rows):
        raise typer.Exit(1)


def _policy(file: Path) -> dict[str, Any]:
    """The policy parts that a stored set was made with. Raises ``not_found`` or ``cannot_read``."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        policy = data["profile"]["policy"]
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no chunk set {file}.", hint="Check the path.") from None
    except json.JSONDecodeError:
        raise _no_chunk_set(file, "it is not JSON") from None
    except (OSError, UnicodeDecodeError) as error:
        raise _no_chunk_set(file, reason_of(error)) from None
    except (KeyError, TypeError, RecursionError):
        policy = None
    if not isinstance(policy, dict):
        raise _no_chunk_set(file, "it does not say what it was made under")
    return policy


def _no_chunk_set(file: Path, why: str) -> ChunkStudioError:
    hint = "Write it with chunkstudio chunk --format json."
    return ChunkStudioError("cannot_read", f"{file} is no chunk set: {why}.", hint=hint)
