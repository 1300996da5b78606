"""``chunkstudio evaluate``, ``compare`` and ``gate``: what a profile finds, and whether it may go live."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunkstudio.cli.options import (
    JsonOption,
    PasswordFileOption,
    ProfileOption,
    SetOption,
    load_profile,
    open_for_command,
    require_output,
)
from chunkstudio.errors import ChunkStudioError

if TYPE_CHECKING:
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.retrieval.evaluation import Evaluation
    from chunkstudio.retrieval.questions import QuestionSet
    from chunkstudio.retrieval.trials import Trial, TrialBench

Files = Annotated[
    list[Path], typer.Argument(help="The documents that the questions are about.", show_default=False, readable=False)
]
Questions = Annotated[Path, typer.Option("--questions", help="Question set (YAML, JSON, JSONL or CSV).", readable=False)]
Scope = Annotated[str, typer.Option("--scope", help="single: search the question's document; all: every document.")]
Html = Annotated[Path | None, typer.Option("--html", help="Also write the report as a web page.", readable=False)]
NAME_LEAST_RECALL = "Name it in the profile: retrieval.min_recall_at_k, from 0 to 1."
_SHOWN = ("R@1", "R@5", "R@10", "Success@5", "RR", "nDCG@10", "cov@2000tok", "tok@5", "intact")


def evaluate(
    files: Files,
    questions: Questions,
    profile: ProfileOption = None,
    changes: SetOption = None,
    scope: Scope = "single",
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
    html: Html = None,
) -> None:
    """Score a profile on labelled questions, and say of each missed evidence why it was missed."""
    from chunkstudio.retrieval.misses import diagnose
    from chunkstudio.retrieval.reports import evaluation_data

    require_output(html, *files, questions)
    chosen = load_profile(profile, changes)
    asked = _questions(questions)
    trial = _bench(files, asked, chosen, scope, password_file).run(chosen)
    k = chosen.retrieval.k
    misses = {r.question.id: diagnose(trial, r, k) for r in trial.evaluation.results}
    data = evaluation_data(trial.evaluation, k, misses) | {"chunks": trial.chunks, "tokens": trial.tokens}
    _report("Evaluation", data, json_, html)
    if not json_:
        _print_evaluation(data)


def compare(
    files: Files,
    questions: Questions,
    profiles: Annotated[
        list[Path] | None,
        typer.Option("--profile", help="Profiles; without --chunks the first is the baseline.", readable=False),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PART.FIELD=VALUE",
            help="Compare the one profile (or the defaults) with itself changed so; of several profiles change all.",
        ),
    ] = None,
    chunks: Annotated[
        Path | None,
        typer.Option(
            "--chunks", help="Chunks of another tool (JSON lines) as the baseline.", show_default=False, readable=False
        ),
    ] = None,
    scope: Scope = "single",
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
    html: Html = None,
) -> None:
    """Compare profiles on the same questions: intervals, an exact test, and the words "no difference shown" where it is so."""
    require_output(html, *files, questions, *(profiles or []), *([chunks] if chunks else []))
    loaded = _compared(profiles or [], changes or [], alone=chunks is None)
    first = loaded[0][1]
    bench = _bench(files, _questions(questions), first, scope, password_file)
    rows = [(name, t.evaluation, _summary(name, t)) for name, t in ((name, bench.run(p)) for name, p in loaded)]
    if chunks is not None:
        rows.insert(0, _foreign(chunks, bench, first, scope))
    data = {"baseline": rows[0][0], "profiles": [r[2] for r in rows], "differences": _differences(rows, first.retrieval.k)}
    _report("Comparison", data, json_, html)
    if not json_:
        _print_comparison(data)


def _compared(paths: list[Path], changes: list[str], *, alone: bool) -> list[tuple[str, Profile]]:
    """The profiles to compare with their names; ``alone`` says that nothing else is compared with. Raises ``bad_argument``."""
    if len(paths) > 1 or (paths and not alone):
        return [(str(path), load_profile(path, changes)) for path in paths]
    one = paths[0] if paths else None
    name = str(one) if one is not None else "defaults"
    if changes:
        return [(name, load_profile(one, None)), (f"{name} with {', '.join(changes)}", load_profile(one, changes))]
    if not alone:
        return [(name, load_profile(one, None))]
    raise ChunkStudioError(
        "bad_argument",
        "Comparing needs two profiles or more.",
        hint="Name --profile twice, or --set a change.",
        field="profile",
    )


def _foreign(path: Path, bench: TrialBench, profile: Profile, scope: str) -> tuple[str, Evaluation, dict[str, Any]]:
    """Another tool's chunks, scored on the same questions with the same retriever."""
    from chunkstudio.retrieval.evaluation import evaluate as score
    from chunkstudio.retrieval.foreign import read_foreign
    from chunkstudio.retrieval.index import SearchIndex

    found = read_foreign(path, [d.layout for d in bench.documents])
    index = SearchIndex(found.corpus, retriever=profile.retrieval.retriever, embedder_name=profile.retrieval.embedder)
    evaluation = score(index, bench.questions, scope="all" if scope == "all" else "single")
    means = {name: round(value, 4) for name, value in evaluation.means.items() if name in _SHOWN}
    tokens = sum(p.tokens for p in found.corpus.passages)
    facts = {
        "profile": str(path),
        "version": "",
        "chunks": len(found.chunks),
        "tokens": tokens,
        "unplaced": len(found.unplaced),
    }
    return str(path), evaluation, facts | means


def _differences(rows: list[tuple[str, Evaluation, dict[str, Any]]], k: int) -> list[dict[str, Any]]:
    from chunkstudio.retrieval.comparison import differences, flips
    from chunkstudio.retrieval.measures import Measure
    from chunkstudio.retrieval.reports import difference_data

    first, others = rows[0][1], rows[1:]
    out: list[dict[str, Any]] = []
    for name in (f"R@{k}", "RR", "cov@2000tok"):
        found = differences(first, [o[1] for o in others], Measure.parse(name))
        for (path, evaluation, _), difference in zip(others, found, strict=True):
            turned = flips(first, evaluation, k) if name.startswith("R@") else []
            out.append({"profile": path, **difference_data(difference, turned)})
    return out


def gate(
    files: Files,
    questions: Annotated[
        Path | None, typer.Option("--questions", help="Question set; the profile's without it.", readable=False)
    ] = None,
    profile: ProfileOption = None,
    changes: SetOption = None,
    scope: Scope = "single",
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
    html: Html = None,
) -> None:
    """Say whether documents under a profile may be searched: recall on held-out questions. Exit code 1 when not."""
    from chunkstudio.retrieval.gate import judge, split
    from chunkstudio.retrieval.reports import verdict_data

    chosen = load_profile(profile, changes)
    path = questions or (Path(chosen.retrieval.question_set) if chosen.retrieval.question_set else None)
    if path is None:
        hint = "Name --questions, or retrieval.question_set in the profile."
        raise ChunkStudioError("bad_argument", "No question set is named.", hint=hint)
    require_output(html, *files, path)
    held_out = split(_questions(path)).held_out
    if not held_out.questions:
        raise ChunkStudioError("bad_argument", "The set is too small: no question is held out.", hint="Label more questions.")
    verdict = judge(_bench(files, held_out, chosen, scope, password_file).run(chosen).evaluation, chosen)
    data = verdict_data(verdict)
    _report("Gate", data, json_, html)
    if not json_:
        print("Searchable." if verdict.searchable else "Not searchable.")
        interval = f"R@{verdict.k} {verdict.recall:.3f} [{verdict.low:.3f}, {verdict.high:.3f}]"
        print(f"{interval} on {verdict.asked}, {verdict.tokens:.0f} tokens read for each.")
        for line in (*verdict.reasons, *verdict.notes):
            print(f"  {line}")
        if verdict.required is None:
            print(f"  {NAME_LEAST_RECALL}")
    if not verdict.searchable:
        raise typer.Exit(1)


def _questions(path: Path) -> QuestionSet:
    from chunkstudio.retrieval.questions import QuestionSet

    return QuestionSet.load(path)


def _bench(files: list[Path], questions: QuestionSet, profile: Profile, scope: str, password_file: Path | None) -> TrialBench:
    from chunkstudio.ingestion.access_file import access_for
    from chunkstudio.retrieval.trials import TrialBench, TrialDocument

    if scope not in ("single", "all"):
        raise ChunkStudioError("bad_argument", f"There is no scope {scope}.", hint="Use single or all.", field="scope")
    documents = [TrialDocument(open_for_command(f, profile, password_file=password_file), access_for(f)) for f in files]
    return TrialBench(documents, questions, scope="all" if scope == "all" else "single")


def _summary(name: str, trial: Trial) -> dict[str, Any]:
    means = {name: round(value, 4) for name, value in trial.evaluation.means.items() if name in _SHOWN}
    return {"profile": name, "version": trial.profile.version, "chunks": trial.chunks, "tokens": trial.tokens, **means}


def _report(title: str, data: dict[str, Any], as_json: bool, html: Path | None) -> None:
    from chunkstudio.ingestion.atomic_file import write_atomically
    from chunkstudio.retrieval.reports import html_page

    if html is not None:
        write_atomically(html, html_page(title, data))
    if as_json:
        print(json.dumps(data, ensure_ascii=False, indent=2))


def _print_evaluation(data: dict[str, Any]) -> None:
    made_by = f"{data['retriever']} ({data['revision']}), returns {data['return_parent']}"
    print(f"{data['questions']} questions, {data['chunks']} chunks, {made_by}")
    print(_figures({name: value for name, value in data["measures"].items() if name in _SHOWN}))
    missed = [(q, m) for q in data["per_question"] for m in q["misses"]]
    print(f"Missed within the first {data['k']}: {len(missed)}")
    for question, miss in missed:
        print(f"  {question['id']} {question['question']}\n      {miss['cause']}: {miss['sentence']}")
    if data["skipped"]:
        print(f"Skipped, on other documents: {len(data['skipped'])}")


def _figures(measures: dict[str, float]) -> str:
    """Shares to three digits, tokens as whole numbers."""
    return "  ".join(f"{n} {value:,.0f}" if n.startswith("tok") else f"{n} {value:.3f}" for n, value in measures.items())


def _print_comparison(data: dict[str, Any]) -> None:
    for row in data["profiles"]:
        print(f"{row['profile']}: {row['chunks']} chunks, {_figures({n: row[n] for n in _SHOWN if n in row})}")
    print(f"Against {data['baseline']}:")
    for row in data["differences"]:
        low, high = row["interval"]
        needed = (
            f", {row['questions_needed']} questions would show it"
            if row["verdict"] == "no difference shown" and row["questions_needed"]
            else ""
        )
        print(f"  {row['profile']} {row['measure']} {row['difference']:+.3f} [{low:+.3f}, {high:+.3f}] "
              f"p {row['adjusted_p_value']:.3f}: {row['verdict']}{needed}")  # fmt: skip
        for word in ("gained", "lost"):
            if row[word]:
                print(f"      {word}: {', '.join(row[word])}")
