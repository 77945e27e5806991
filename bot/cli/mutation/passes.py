"""Which tests pass through which lines, and how long each takes: measured once, and kept in a file if wanted."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import coverage
import pytest

from bot.cli.mutation.forks import Watch, in_forks


@dataclass
class Passes:
    """What the tests do on the rules as they are."""

    lines: dict[Path, dict[int, set[str]]] = field(default_factory=dict)
    """The tests that pass through each line of each file."""
    seconds: dict[str, float] = field(default_factory=dict)
    """What each test computes, in seconds, slowed down by being watched."""

    def add(self, other: Passes) -> None:
        """Take over what other tests do."""
        self.seconds |= other.seconds
        for path, lines in other.lines.items():
            mine = self.lines.setdefault(path, {})
            for line, names in lines.items():
                mine.setdefault(line, set()).update(names)

    @cached_property
    def reach(self) -> Counter[str]:
        """How many lines of the rules each test passes through."""
        return Counter(name for lines in self.lines.values() for names in lines.values() for name in names)

    def only(self, names: set[str]) -> Passes:
        """The same of these tests alone."""
        return Passes(
            {p: {line: found & names for line, found in lines.items()} for p, lines in self.lines.items()},
            {name: s for name, s in self.seconds.items() if name in names},
        )


def measured(items: Sequence[pytest.Item], paths: Sequence[Path], jobs: int, kept: Path | None) -> Passes | None:
    """What these tests do in these files; None when one fails.

    With ``kept``, tests of unchanged files that were measured on the same rules are taken from there, and all of them
    are kept there for the next time.
    """
    rules = {str(p): _digest(p) for p in paths}
    files = {item.nodeid: _digest(item.path) for item in items}
    known = _read(kept, rules, files) if kept is not None and kept.exists() else Passes()
    new = [item for item in items if item.nodeid not in known.seconds]
    # Every so-manieth for each process: slow tests lie together.
    parts = [part for n in range(jobs) if (part := new[n::jobs])]
    for found in in_forks([lambda part=part: _passed_through(part, paths) for part in parts]):
        if found is None:
            return None
        known.add(found)
    if kept is not None and new:
        _write(kept, known, rules, files)
    return known


def _passed_through(items: Sequence[pytest.Item], paths: Sequence[Path]) -> Passes | None:
    seconds: dict[str, float] = {}
    watched = coverage.Coverage(data_file=None, include=[str(p) for p in paths], config_file=False)
    watched.start()
    watch = Watch()
    for item in items:
        watched.switch_context(item.nodeid)
        began = time.process_time()
        if watch.run(item):
            return None
        seconds[item.nodeid] = time.process_time() - began
    watched.stop()
    data = watched.get_data()
    lines = {p: {line: set(names) for line, names in data.contexts_by_lineno(str(p)).items()} for p in paths}
    return Passes(lines, seconds)


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read(kept: Path, rules: Mapping[str, str], files: Mapping[str, str]) -> Passes:
    """What was kept of tests whose files are the same; nothing when a rule has changed, or more rules are asked for."""
    document = json.loads(kept.read_text())
    if any(document["rules"].get(path) != digest for path, digest in rules.items()):
        return Passes()
    names: list[str] = document["tests"]
    lines = {
        Path(path): {int(line): {names[n] for n in found} for line, found in lines.items()}
        for path, lines in document["lines"].items()
    }
    same = {name for name in names if files.get(name) == document["files"][name]}
    return Passes(lines, document["seconds"]).only(same)


def _write(kept: Path, passes: Passes, rules: Mapping[str, str], files: Mapping[str, str]) -> None:
    names = sorted(passes.seconds)
    number = {name: n for n, name in enumerate(names)}
    document = {
        "rules": dict(rules),
        "files": {name: files[name] for name in names},
        "tests": names,
        "seconds": passes.seconds,
        "lines": {
            str(path): {str(line): sorted(number[n] for n in found if n in number) for line, found in lines.items()}
            for path, lines in passes.lines.items()
        },
    }
    kept.write_text(json.dumps(document))
