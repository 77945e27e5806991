"""Which files of a project depend on which: what imports show, and what is declared."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from tests.selection.patterns import filled, fits
from tests.selection.rows import Loads, Table

Imports = Mapping[str, Collection[str]]
"""The modules each module imports, by dotted name."""


def imports(packages: Sequence[str]) -> dict[str, frozenset[str]]:
    """What every module of these packages imports, inside of functions too.

    What is imported for types alone is left out: it isn't there when a test runs.
    """
    import grimp  # who runs all tests needs none of it

    graph = grimp.build_graph(*packages, exclude_type_checking_imports=True, cache_dir=None)
    return {m: frozenset(graph.find_modules_directly_imported_by(m)) for m in graph.modules}


class Graph:
    """The files of a project, and which tests a change of them reaches."""

    def __init__(self, root: Path, imports: Imports, table: Table) -> None:
        self.root = root
        self.table = table
        self._paths = {m: path for m in imports if (path := self._path(m))}
        self._texts = {p: (root / p).read_text("utf-8") for p in self._paths.values()}
        self.tests = frozenset(p for p in self._texts if fits(p, table.tests) is not None)
        """The files that tests are collected from."""
        self._dependents: dict[str, set[str]] = defaultdict(set)
        self._users: dict[Loads, set[str]] = {row: set() for row in table.loads if row.of_a_system}
        """Who imports what loads the parts of a system."""
        for module, path in self._paths.items():
            self._add(module, path, {*imports[module], *self._mentioned(path)} - {module})
        self._playing_all = self._closed(self._asking_for_all())
        """Tests of which it needn't be told that they play all systems."""

    def reached(self, changed: str) -> frozenset[str]:
        """The test files that a change of a file can reach: one that is there, is new, or is gone."""
        rows = [(row, values) for row in self.table.reads if (values := self._fits(changed, row.what)) is not None]
        begin: set[str] = set()
        if changed in self._texts:
            begin = {changed}
        elif changed.endswith(".py") and not (self.root / changed).exists():
            begin = set(self._missing(changed))
        elif rows or fits(changed, self.table.unread) is not None:
            begin = set(self._naming(changed))
        else:
            return self.tests
        found = self._closed(begin)
        for row, values in rows:
            through = self._closed(self._fitting(filled(p, values) for p in row.who))
            found |= self._playing(through, values) if row.of_a_system else through
        for row, users in self._users.items():
            behind = [v for f in found if (v := self._fits(f, row.what)) is not None]
            through = self._closed(users) if behind else set[str]()
            found |= {t for v in behind for t in self._playing(through, v)}
        return frozenset(found & self.tests)

    def _add(self, module: str, path: str, used: set[str]) -> None:
        """What a module depends on."""
        # It is executed after the packages it lies in, a test after the conftests above it.
        wanted = {self._paths[m] for m in (*used, *_above(module)) if m in self._paths}
        if path in self.tests:
            wanted |= {f"{folder.as_posix()}/conftest.py" for folder in Path(path).parents} & self._texts.keys()
        own = module if not path.endswith("__init__.py") else ""
        for row in (row for row in self.table.loads if row.by in {*used, own}):
            if row.of_a_system:
                self._users[row].add(path)
            else:
                wanted |= self._fitting(row.what)
        for other in wanted - {path}:
            self._dependents[other].add(path)

    def _path(self, module: str) -> str:
        """The file of a module; "" for a folder that isn't one."""
        stem = module.replace(".", "/")
        return next((p for p in (f"{stem}/__init__.py", f"{stem}.py") if (self.root / p).is_file()), "")

    def _mentioned(self, path: str) -> Iterator[str]:
        """Modules that a file names: in a string that begins so, as of cogs that are loaded or names that are patched;
        wherever it is in tests, which have programs in strings and start them."""
        if fits(path, self.table.silent) is not None:
            return
        tops = "|".join(self.table.packages)
        before = r"\b" if path.startswith("tests/") else "[\"']"
        for name in re.findall(rf"{before}((?:{tops})(?:\.\w+)+)", self._texts[path]):
            yield next((m for m in (name, *_above(name)) if m in self._paths), "")

    def _naming(self, file: str) -> Iterator[str]:
        """Modules of tests that name a file that is no module: they read it, or look whether it is there."""
        named = re.compile(rf"[\"'/]{re.escape(Path(file).name)}[\"']")
        yield from (p for p in self._speaking() if named.search(self._texts[p]))

    def _missing(self, gone: str) -> Iterator[str]:
        """Who may still ask for a module that is gone."""
        *above, name = Path(gone).with_suffix("").parts
        if name == "__init__":
            yield from (p for p in self._texts if p.startswith(f"{'/'.join(above)}/"))
            *above, name = above
        if name == "conftest":
            yield from (p for p in self.tests if p.startswith(f"{'/'.join(above)}/"))
        parent = re.escape(".".join(above))
        asked = re.compile(rf"\b{parent}\.{name}\b|\bfrom {parent} import (?:[^(\n]*|\([^)]*)\b{name}\b")
        yield from (p for p, text in self._texts.items() if asked.search(text))

    def _closed(self, begin: Iterable[str]) -> set[str]:
        """These files, and all that depend on them."""
        found: set[str] = set()
        waiting = list(begin)
        while waiting:
            path = waiting.pop()
            if path not in found:
                found.add(path)
                waiting.extend(self._dependents.get(path, ()))
        return found

    def _fits(self, path: str, patterns: Iterable[str]) -> Mapping[str, str] | None:
        """As :func:`fits`, where it is a system that stands for ``<system>``."""
        found = (fits(path, (pattern,)) for pattern in patterns)
        return next((v for v in found if v is not None and v.get("system") in (None, *self.table.systems)), None)

    def _fitting(self, patterns: Iterable[str]) -> set[str]:
        """The modules that fit one of these patterns."""
        given = tuple(patterns)
        return {p for p in self._texts if fits(p, given) is not None}

    def _playing(self, files: Iterable[str], values: Mapping[str, str]) -> set[str]:
        """The test files among these that play the system that was found."""
        system = values["system"].replace("-", "_")
        return {f for f in files if f in self.tests and (f in self._playing_all or self._said_to_play(f, system))}

    def _said_to_play(self, test: str, system: str) -> bool:
        return next((system in row.systems for row in self.table.plays if fits(test, row.who) is not None), True)

    def _asking_for_all(self) -> Iterator[str]:
        """Modules of tests in which one of the names stands by which all systems are asked for."""
        if self.table.all_systems:
            asked = re.compile(rf"\b(?:{'|'.join(self.table.all_systems)})\b")
            yield from (p for p in self._speaking() if asked.search(self._texts[p]))

    def _speaking(self) -> Iterator[str]:
        """Modules of tests in which a name is more than a word."""
        yield from (p for p in self._texts if p.startswith("tests/") and fits(p, self.table.silent) is None)


@cache
def _above(module: str) -> tuple[str, ...]:
    """The packages a module lies in, the nearest first.

    >>> _above("a.b.c")
    ('a.b', 'a')
    """
    parts = module.split(".")
    return tuple(".".join(parts[:n]) for n in range(len(parts) - 1, 0, -1))
