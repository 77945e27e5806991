"""The cases of a system, each with its home in the sources, the other places that cite it, and its tests."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.cli.case_index import data
from bot.cli.case_index.citations import Cases, Citation, OtherBook, in_file, python_files
from bot.cli.case_index.homes import Place, places
from bot.cli.case_index.lists import FOLDER, ListedCase, case_list, folder_of, is_complete, listed, systems
from bot.cli.case_index.marks import Mark
from bot.cli.case_index.mentions import Mentions
from engine.systems.gboh.cases import FILE, Case
from engine.systems.registry import SYSTEMS, title

__all__ = [
    "LETTERS",
    "ROOT",
    "Entry",
    "case_list",
    "citations",
    "concept_numbers",
    "entries",
    "is_complete",
    "search",
    "shared_folders",
    "systems",
    "twins",
]

ROOT = FOLDER.parent.parent
"""The folder that holds ``engine``, ``bot`` and the rest."""

LETTERS: Mapping[str, str] = {"simple-gboh": "G"}
"""What shared code writes before numbers of a book, where it isn't the first letter of the system's id."""


@dataclass(frozen=True, slots=True)
class Entry(ListedCase):
    """One case with all that is found of it."""

    home: Place | None
    """None where nothing in the sources cites it."""
    others: tuple[Place, ...]
    tests: tuple[Mark, ...]


def entries(system: str, marks: Sequence[Mark] = (), only: Collection[str] | None = None) -> list[Entry]:
    """The cases of a system in the order of its rules, ``only`` those numbers if given. ``marks`` are those of tests.

    To find some cases, only what may name them is read.
    """
    cited = _places(system, None if only is None else frozenset(only))
    tests: dict[str, list[Mark]] = defaultdict(list)
    for m in marks:
        name, _, case = m.rule.partition(" ")
        if name == system:
            tests[case.strip()].append(m)
    made: list[Entry] = []
    for x in listed(system):
        if x.case in cited:
            home, *others = cited[x.case] or (None,)
            made.append(Entry(system, x.case, x.title, x.testable, home, tuple(others), tuple(tests[x.case])))
    return made


@cache
def _places(system: str, only: frozenset[str] | None) -> Mapping[str, Sequence[Place]]:
    """What cites each case, its home first. The sources are read once: a program doesn't change while it runs."""
    known = listed(system)
    found: dict[str, list[Citation]] = {x.case: [] for x in known if only is None or x.case in only}
    for c in citations(system, Cases([x.case for x in known]), only):
        if c.case in found:
            found[c.case].append(c)
    return {x.case: places(found[x.case], x.title, ROOT) for x in known if x.case in found}


def citations(system: str, cases: Cases, only: Collection[str] | None = None) -> Iterator[Citation]:
    """Every place that names a case of a system: in its package, in code it shares with others, in its data.

    ``only``: all that name one of these, and some that don't.
    """
    package = folder_of(system)
    for path in _naming(python_files([package]), only, cases):
        yield from in_file(path, cases)
    concepts = concept_numbers(package / FILE)
    book = _other_book(system, concepts)
    for path in _naming(python_files(shared_folders()), only, cases, concepts, book) if concepts else ():
        yield from in_file(path, cases, concepts, book=book)
    yield from data.in_charts(package / "charts.json", _shown(package / "rulebook.json"), cases)
    yield from data.in_troops(package / "troops.json", cases)
    yield from data.in_battles(ROOT / "scenarios" / system, cases)


def _naming(
    paths: Sequence[Path],
    only: Collection[str] | None,
    cases: Cases,
    concepts: Mapping[str, str] | None = None,
    book: OtherBook | None = None,
) -> Sequence[Path]:
    """The files that may name one of ``only``; all of them for None."""
    if only is None:
        return paths
    mentions = Mentions(only, cases, concepts, book)
    return [path for path in paths if mentions.may_be_in(path.read_text("utf-8"))]


def _shown(rulebook: Path) -> dict[str, str]:
    """The number of the case that shows a chart, by the chart's name."""
    cases = json.loads(rulebook.read_text("utf-8")) if rulebook.is_file() else {}
    return {chart: number for number, case in cases.items() for chart in case.get("charts", ())}


def _other_book(system: str, concepts: Mapping[str, str]) -> OtherBook | None:
    """How shared code reads to a system's book; None for the one whose numbers it writes out, and outside the
    family."""
    first = next(iter(SYSTEMS))
    if system == first or not concepts:
        return None
    alike: dict[str, list[str]] = defaultdict(list)
    for concept, number in concept_numbers(folder_of(first) / FILE).items():
        if concept in concepts and concepts[concept] not in alike[number]:
            alike[number].append(concepts[concept])
    for number, its in twins(folder_of(system) / FILE).items():
        if number not in alike[its]:
            alike[its].append(number)
    return OtherBook(LETTERS.get(system, system[0].upper()), alike, frozenset(_own_numbers(system)))


def _own_numbers(system: str) -> set[str]:
    """Numbers of a system that no book before it has: what shared code writes out of them is that book's."""
    found = {x.case for x in listed(system)}
    for before in SYSTEMS:
        if before == system:
            break
        if concept_numbers(folder_of(before) / FILE):
            found -= {x.case for x in listed(before)}
    return found


def twins(path: Path) -> dict[str, str]:
    """Cases that no refusal names, with the first book's number for the same, of a system's numbers."""
    return json.loads(path.read_text("utf-8")).get("twins", {}) if path.is_file() else {}


def shared_folders() -> list[Path]:
    """Packages beside the systems that are none: what several of them share."""
    packages = [path.parent for path in sorted(FOLDER.glob("*/__init__.py"))]
    return [p for p in packages if f"engine.systems.{p.name}" not in systems().values()]


def concept_numbers(path: Path) -> dict[str, str]:
    """What shared code calls a case, by the numbers a book gives it in its package: RETURN_FIRE is "8.23"."""
    if not path.is_file():
        return {}
    chapters = json.loads(path.read_text("utf-8"))["numbers"].values()
    return {Case(name).name: number for chapter in chapters for name, number in chapter.items()}


def search(words: str, everything: Mapping[str, Sequence[ListedCase]]) -> list[ListedCase]:
    """The cases that words mean: a number, a chart's name, or words of titles; a system's id narrows them.

    A number that is one names that case, and those it is split into; else every case whose title has all the words.
    """
    wanted, systems_meant = _narrowed(words.split(), everything)
    pool = [e for s in systems_meant for e in everything[s]]
    phrase = " ".join(wanted)
    plain = _plain(phrase)
    if not plain:
        return pool
    named = [e for e in pool if plain in (_plain(e.case), _plain(e.case.removeprefix("table:")))]
    if named:
        return [e for e in pool if e in named or any(e.case.startswith((f"{n.case}/", f"{n.case}(")) for n in named)]
    terms = [_plain(w) for w in wanted]
    return [e for e in pool if all(any(w.startswith(t) for w in _title_words(e)) for t in terms)]


def _narrowed(words: Sequence[str], everything: Mapping[str, Sequence[ListedCase]]) -> tuple[list[str], list[str]]:
    """What is left of the words when a system at their beginning is taken off, and the systems meant."""
    for n in range(min(3, len(words)), 0, -1):
        said = _plain(" ".join(words[:n]))
        meant = [s for s in everything if said in (_plain(s), _plain(title(s)))]
        if meant:
            return list(words[n:]), meant
    return list(words), list(everything)


def _title_words(e: ListedCase) -> list[str]:
    """The words of a case's title, and of its number where that is one of words: "table:shock_crt"."""
    spoken = e.case.removeprefix("table:") if e.case.startswith(("table:", "T-")) else ""
    return [_plain(w) for w in f"{e.title} {spoken}".replace("_", " ").replace("-", " ").replace("/", " ").split()]


def _plain(text: str) -> str:
    """What is left when punctuation is forgiven.

    >>> _plain("FK-1"), _plain("10.4 (2A)"), _plain("Men of Iron") == _plain("men-of-iron")
    ('fk1', '10.42a', True)
    """
    return "".join(x for x in text.lower() if x.isalnum() or x == ".").strip(".")
