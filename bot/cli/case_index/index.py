"""The cases of a system, each with its home in the sources, the other places that cite it, and its tests."""

from __future__ import annotations

import csv
import json
import pkgutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import engine.systems
import scenarios
from bot.cli.case_index import data
from bot.cli.case_index.citations import Cases, Citation, OtherBook, in_file, python_files
from bot.cli.case_index.homes import Place, places
from bot.cli.case_index.marks import Mark
from engine.systems.gboh.cases import FILE, Case
from engine.systems.registry import RULEBOOKS, SYSTEMS, title

ROOT = Path(engine.systems.__file__).parent.parent.parent
"""The folder that holds ``engine``, ``bot`` and the rest."""

LETTERS: Mapping[str, str] = {"simple-gboh": "G"}
"""What shared code writes before numbers of a book, where it isn't the first letter of the system's id."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One case."""

    system: str
    case: str
    title: str
    testable: bool
    home: Place | None
    """None where nothing in the sources cites it."""
    others: tuple[Place, ...]
    tests: tuple[Mark, ...]


def systems() -> dict[str, str]:
    """Package of each system that has a list of cases, by system id: "engine.systems.men_of_iron" of "men-of-iron"."""
    found = (f"engine.systems.{m.name}" for m in pkgutil.iter_modules(engine.systems.__path__) if m.ispkg)
    having = {
        package.rpartition(".")[2].replace("_", "-"): package
        for package in sorted(found)
        if resources.files(package).joinpath("cases.csv").is_file()
    }
    # As they are offered, and any others after those.
    return {s: having[s] for s in (*(x for x in RULEBOOKS if x in having), *(x for x in having if x not in RULEBOOKS))}


def is_complete(system: str) -> bool:
    """Whether every case of a system is refereed, so that each testable one must have a test."""
    return SYSTEMS[system].complete if system in SYSTEMS else True


def case_list(system: str) -> list[dict[str, str]]:
    """Every case of a system: case, title, kind ("mandatory", "optional"...), testable ("yes" or "no")."""
    text = resources.files(systems()[system]).joinpath("cases.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def entries(system: str, marks: Sequence[Mark] = ()) -> list[Entry]:
    """Every case of a system in the order of its rules. ``marks`` are those of all tests."""
    cited = _places(system)
    tests: dict[str, list[Mark]] = defaultdict(list)
    for m in marks:
        name, _, case = m.rule.partition(" ")
        if name == system:
            tests[case.strip()].append(m)
    made: list[Entry] = []
    for r in case_list(system):
        found = cited[r["case"]]
        made.append(
            Entry(
                system,
                r["case"],
                r["title"],
                r["testable"] == "yes",
                found[0] if found else None,
                tuple(found[1:]),
                tuple(tests[r["case"]]),
            )
        )
    return made


@cache
def _places(system: str) -> Mapping[str, Sequence[Place]]:
    """What cites each case, its home first. The sources are read once: a program doesn't change while it runs."""
    rows = case_list(system)
    found: dict[str, list[Citation]] = {r["case"]: [] for r in rows}
    for c in citations(system, Cases([*found])):
        found[c.case].append(c)
    return {r["case"]: places(found[r["case"]], r["title"], ROOT) for r in rows}


def citations(system: str, cases: Cases) -> Iterator[Citation]:
    """Every place that names a case of a system: in its package, in code it shares with others, in its data."""
    package = Path(engine.systems.__file__).parent / system.replace("-", "_")
    for path in python_files([package]):
        yield from in_file(path, cases)
    concepts = concept_numbers(package / FILE)
    book = _other_book(system, concepts)
    for path in python_files(shared_folders()) if concepts else ():
        yield from in_file(path, cases, concepts, book=book)
    shown = {chart: case.number for chart, case in RULEBOOKS[system].charts.items()} if system in RULEBOOKS else {}
    yield from data.in_charts(package / "charts.json", shown, cases)
    yield from data.in_troops(package / "troops.json", cases)
    yield from data.in_battles(Path(scenarios.__file__).parent / system, cases)


def _other_book(system: str, concepts: Mapping[str, str]) -> OtherBook | None:
    """How shared code reads to a system's book; None for the one whose numbers it writes out, and outside the
    family."""
    first = next(iter(RULEBOOKS))
    if system == first or not concepts:
        return None
    theirs = concept_numbers(Path(engine.systems.__file__).parent / first / FILE)
    alike: dict[str, list[str]] = defaultdict(list)
    for concept, number in theirs.items():
        if concept in concepts and concepts[concept] not in alike[number]:
            alike[number].append(concepts[concept])
    own = Path(engine.systems.__file__).parent / system.replace("-", "_") / FILE
    for number, its in twins(own).items():
        if number not in alike[its]:
            alike[its].append(number)
    return OtherBook(LETTERS.get(system, system[0].upper()), alike, frozenset(_own_numbers(system)))


def _own_numbers(system: str) -> set[str]:
    """Numbers of a system that no book before it has: what shared code writes out of them is that book's."""
    found = {r["case"] for r in case_list(system)}
    for before in RULEBOOKS:
        if before == system:
            break
        if concept_numbers(Path(engine.systems.__file__).parent / before.replace("-", "_") / FILE):
            found -= {r["case"] for r in case_list(before)}
    return found


def twins(path: Path) -> dict[str, str]:
    """Cases that no refusal names, with the first book's number for the same, of a system's numbers."""
    return json.loads(path.read_text("utf-8")).get("twins", {}) if path.is_file() else {}


def shared_folders() -> list[Path]:
    """Packages beside the systems that are none: what several of them share."""
    return [
        Path(engine.systems.__file__).parent / m.name
        for m in pkgutil.iter_modules(engine.systems.__path__)
        if m.ispkg and f"engine.systems.{m.name}" not in systems().values()
    ]


def concept_numbers(path: Path) -> dict[str, str]:
    """What shared code calls a case, by the numbers a book gives it in its package: RETURN_FIRE is "8.23"."""
    if not path.is_file():
        return {}
    chapters = json.loads(path.read_text("utf-8"))["numbers"].values()
    return {Case(name).name: number for chapter in chapters for name, number in chapter.items()}


def search(words: str, everything: Mapping[str, Sequence[Entry]]) -> list[Entry]:
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


def _narrowed(words: Sequence[str], everything: Mapping[str, Sequence[Entry]]) -> tuple[list[str], list[str]]:
    """What is left of the words when a system at their beginning is taken off, and the systems meant."""
    for n in range(min(3, len(words)), 0, -1):
        said = _plain(" ".join(words[:n]))
        meant = [s for s in everything if said in (_plain(s), _plain(title(s)))]
        if meant:
            return list(words[n:]), meant
    return list(words), list(everything)


def _title_words(e: Entry) -> list[str]:
    """The words of a case's title, and of its number where that is one of words: "table:shock_crt"."""
    spoken = e.case.removeprefix("table:") if e.case.startswith(("table:", "T-")) else ""
    return [_plain(w) for w in f"{e.title} {spoken}".replace("_", " ").replace("-", " ").replace("/", " ").split()]


def _plain(text: str) -> str:
    """What is left when punctuation is forgiven.

    >>> _plain("FK-1"), _plain("10.4 (2A)"), _plain("Men of Iron") == _plain("men-of-iron")
    ('fk1', '10.42a', True)
    """
    return "".join(x for x in text.lower() if x.isalnum() or x == ".").strip(".")
