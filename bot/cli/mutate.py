"""``hexarch mutate``: break rules on purpose and see which tests notice."""

from __future__ import annotations

import argparse
import importlib.util
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.cli.case_index.index import concept_numbers, shared_folders, systems
from bot.cli.common import NO, OK, BadInput, show_json
from engine.systems.gboh.cases import FILE

if TYPE_CHECKING:
    from bot.cli.mutation.trial import Verdict

LEFT_OUT = (
    "chart_list.py",
    "choice_weights.py",
    "rulebook.py",
    "scopes.py",
    "inquiry",
    "preview",
    "events",
    "view.py",
    "planning.py",
    "goals.py",
    "ideas.py",
    "groups.py",
    "field.py",
)
"""Files and folders of a system that hold no rule: words, views, what is suggested, what computer players prefer, and
what units are where a position made by hand doesn't say."""

ALSO = ("positions", "scenarios", "engine/test_golden.py", "engine/test_whole_battles.py")
"""Tests of every system: it reads a battle's file and a position's too, and whole battles are played with it."""


def call(args: argparse.Namespace) -> int:
    if not hasattr(os, "fork"):
        raise BadInput("this needs a system that can fork processes, as Linux and macOS do")
    for needed in ("pytest", "coverage"):
        if importlib.util.find_spec(needed) is None:
            raise BadInput(f"{needed} is not installed: .venv/bin/pip install -e '.[dev]'")
    if args.sample < 1 or args.jobs < 1:
        raise BadInput("--sample and --jobs are at least 1")
    from bot.cli.mutation import trial

    paths, tests = _named(args.what, args.tests)
    everything = trial.candidates(paths)
    if not everything:
        raise BadInput("there is nothing to change in these files")
    chosen = trial.sample(everything, args.sample, args.seed)
    if not args.json:
        print(f"{len(chosen)} of {len(everything)} changes in {len(paths)} files", flush=True)

    def told(verdict: Verdict) -> None:
        if not args.json and (args.all or verdict.by is None):
            print(_line(verdict), flush=True)

    try:
        verdicts = trial.tried(chosen, tests, args.jobs, told, paths=paths, seconds=args.seconds, kept=args.keep)
    except RuntimeError as e:
        raise BadInput(str(e)) from e
    noticed = [v for v in verdicts if v.by is not None]
    share = 100 * len(noticed) / len(verdicts)
    if args.json:
        show_json({"changes": [_record(v) for v in verdicts], "noticed": len(noticed), "tried": len(verdicts)})
    else:
        marked = sum(bool(v.cases) for v in noticed)
        print(f"{len(noticed)} of {len(verdicts)} noticed ({share:.0f} %), {marked} by a test marked with a case")
        for kind, count in sorted(Counter(v.mutant.change.kind for v in verdicts if v.by is None).items()):
            print(f"  not noticed, {kind}: {count}")
    return OK if share >= args.at_least else NO


def _named(what: list[str], tests: list[Path] | None) -> tuple[list[Path], list[Path]]:
    """The files to change, and the tests to run on them. Raises :class:`BadInput` for what isn't there."""
    root = Path.cwd()
    paths: list[Path] = []
    folders: list[Path] = []
    for name in what:
        package = systems().get(name)
        path = (root / package.replace(".", "/") if package is not None else Path(name)).resolve()
        folder = [path]
        if package is not None and concept_numbers(path / FILE):
            # Its rules are in what it shares with its sisters as well.
            folder += shared_folders()
        found = [p for f in folder for p in (sorted(f.rglob("*.py")) if f.is_dir() else [f])]
        if package is not None:
            found = [p for p in found if not set(LEFT_OUT) & set(p.relative_to(root).parts)]
        for file in found:
            if not file.is_file() or file.suffix != ".py":
                raise BadInput(f"{name}: no such system or Python file here; run this from the root of the repository")
            if not file.is_relative_to(root):
                raise BadInput(f"{name}: that file is outside of this folder")
            paths.append(file)
            parts = file.relative_to(root).parts
            folders.append(root.joinpath("tests", *[p for p in parts[:-1] if p != "systems"][:2]))
        if package is not None:
            folders += [root / "tests" / also for also in ALSO]
    chosen = tests if tests is not None else sorted(set(folders))
    for folder in chosen:
        if not folder.exists():
            raise BadInput(f"{folder}: no such tests; name them with --tests")
    return paths, chosen


def _line(verdict: Verdict) -> str:
    change = verdict.mutant.change
    where = f"{verdict.mutant.path.relative_to(Path.cwd())}:{change.line}"
    how = f"{change.old or '∅'} → {change.new or '∅'}"
    if verdict.by is None:
        return f"{where}: {how}: not noticed ({verdict.asked} tests pass there)"
    return f"{where}: {how}: {verdict.by}" + (f" ({', '.join(verdict.cases)})" if verdict.cases else "")


def _record(verdict: Verdict) -> dict[str, Any]:
    change = verdict.mutant.change
    return {
        "file": str(verdict.mutant.path.relative_to(Path.cwd())),
        "line": change.line,
        "old": change.old,
        "new": change.new,
        "kind": change.kind,
        "noticed_by": verdict.by,
        "cases": list(verdict.cases),
    }
