"""The battles that come with Hexarch, and those a community adds. Data, checked from end to end when it is loaded.

>>> load("cataphract/tricameron").title
'Tricameron'
>>> [info.key for info in listing() if info.system == "cataphract"][-3:]
['cataphract/taginae', 'cataphract/tricameron', 'cataphract/utus']

A battle is one JSON file, ``<folder>/<system>/<id>.json``; ``docs/scenario-format.md`` describes it for authors.
Maps that several battles share lie in ``<folder>/<system>/maps`` (:mod:`scenarios.shared_maps`).
Besides this package, the folders named in the environment variable ``HEXARCH_SCENARIOS`` are searched.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.kernel.closeness import closest
from engine.kernel.closeness import likeness as alike
from engine.kernel.text import Text
from scenarios import shared_maps
from scenarios.checking import checked
from scenarios.errors import ScenarioError, UnknownScenario
from scenarios.files import DRILL, PACKAGED, by_key, document, find, folders, is_drill, loose_document
from scenarios.formats import FAST, FORMATS, Scenario
from scenarios.reading import packaged, read

__all__ = [
    "DRILL",
    "PACKAGED",
    "Scenario",
    "ScenarioError",
    "ScenarioInfo",
    "UnknownScenario",
    "beside",
    "checked",
    "document",
    "find",
    "folders",
    "full_first",
    "game_named",
    "game_told",
    "is_drill",
    "is_ours",
    "listing",
    "load",
    "load_file",
    "loose_document",
    "matching",
    "passed_over",
    "read",
    "resembling",
]

log = logging.getLogger(__name__)
# Where nobody keeps a log, as on the command line, faulty files are told by the commands (passed_over), and once.
log.addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """What a list of battles shows of one."""

    key: str
    """"cataphract/tricameron": what :func:`load` takes."""
    id: str
    system: str
    game: str
    """Name of the rule system: "Cataphract"; "Simple GBoH, fast rules" of those that play others' battles."""
    title: str
    date: str
    place: str
    sides: tuple[str, ...]
    units: int
    """Combat units of both sides, reinforcements included."""
    length: str
    balance: str
    parent: str = ""
    """The same battle by the full rules of its game, by key, if it is one by fast rules."""
    author: str = ""
    licence: str = ""
    version: str = ""
    """As its file has them; "" for nothing said."""


def passed_over() -> list[tuple[Path, str]]:
    """Files and folders of a community that give no battle, each with the reason.

    Faulty files are among them, with the number of what is to mend; :func:`load_file` tells it all.
    """
    used = by_key()
    found: list[tuple[Path, str]] = []
    for folder in folders()[1:]:
        if not folder.is_dir():
            found.append((folder, "is no folder (HEXARCH_SCENARIOS names it)"))
            continue
        for path in sorted({*folder.glob("*.json"), *folder.glob("*/*.json"), *folder.glob("*/*/*.json")}):
            system = path.parent.name
            if system == shared_maps.FOLDER and path.parent.parent.name in FORMATS:
                continue  # a map battles name
            if path.parent.parent != folder or system not in FORMATS:
                places = " or ".join(str(folder / s) for s in FORMATS)
                found.append((path, f"lies where no battles are looked for: those are {places}"))
            elif (other := used[f"{system}/{path.stem}"]) != path:
                whose = (
                    "a battle that comes with Hexarch" if other.is_relative_to(PACKAGED) else f"the battle in {other}"
                )
                found.append((path, f"has the id of {whose}, which is taken instead: give it another name and id"))
            else:
                try:
                    load(f"{system}/{path.stem}")
                except ScenarioError as e:
                    more = f" (and {len(e.problems) - 1} more)" if len(e.problems) > 1 else ""
                    found.append((path, f"can't be used: {e.problems[0]}{more}"))
    return found


def _load(path: Path) -> Scenario:
    """The battle in a file, read again only when the file has changed. Raises :class:`ScenarioError`."""
    if path.is_relative_to(PACKAGED):
        return packaged(path)
    stamp = path.stat()
    found = _brought(path, stamp.st_mtime_ns, stamp.st_size)
    if isinstance(found, ScenarioError):
        raise found
    return found


@lru_cache(maxsize=256)
def _brought(path: Path, changed: int, size: int) -> Scenario | ScenarioError:
    """A community's battle, or what is wrong with it, once for each version of its file."""
    try:
        scenario = load_file(path)
    except ScenarioError as e:
        log.warning("%s", e)
        return e
    wrong: list[str] = []
    if scenario.id != path.stem:
        wrong.append(f"id: {scenario.id!r} differs from the name of the file")
    if scenario.system != path.parent.name:
        wrong.append(f"system: {scenario.system!r} differs from the folder the file lies in, {path.parent.name}")
    return ScenarioError(str(path), wrong) if wrong else scenario


def load(key: str) -> Scenario:
    """A battle by "system/id".

    Raises :class:`UnknownScenario`, a KeyError, when there is none; :class:`ScenarioError` when its file is faulty.
    """
    return _load(find(key))


def is_ours(scenario: Scenario) -> bool:
    """Whether it is, to the letter, a battle that comes with the program."""
    try:
        path = find(scenario.key)
        return path.is_relative_to(PACKAGED) and _load(path) == scenario
    except ScenarioError:
        return False


def load_file(path: str | os.PathLike[str]) -> Scenario:
    """The battle in a file, wherever it is, checked as any from outside. Raises :class:`ScenarioError`."""
    loose = loose_document(path)
    return checked(loose.document, str(path), loose.problems)


def listing() -> list[ScenarioInfo]:
    """Every battle that is offered, by system in the order of :data:`FORMATS`, and title; no drill grounds.

    A community's faulty file is left out, and logged once. So are the battles of a system that isn't refereed in full
    (:attr:`engine.systems.registry.Listed.complete`); :func:`load` has them all the same.
    """
    infos: list[ScenarioInfo] = []
    for key, path in by_key().items():
        if is_drill(key) or not FORMATS[key.partition("/")[0]].complete:
            continue
        try:
            scenario = _load(path)
        except (ScenarioError, OSError):
            if path.is_relative_to(PACKAGED):
                raise
            continue
        infos.append(info(scenario))
    order = list(FORMATS)
    return sorted(infos, key=lambda i: (order.index(i.system), i.title))


def game_named(system: str) -> str:
    """What a list of battles calls the game: the fast rules are told as what they are.

    >>> game_named("spqr"), game_named("simple-gboh")
    ('SPQR', 'Simple GBoH, fast rules')
    """
    return str(game_told(system))


def game_told(system: str) -> Text:
    """The same, for a reader of any language."""
    title = FORMATS[system].title
    return Text("{game}, fast rules", game=title) if system in FAST else Text("{game}", game=title)


def beside(infos: Sequence[ScenarioInfo]) -> list[ScenarioInfo]:
    """The same battles, those by fast rules right after the same ones by full rules where these are among them."""
    keys = {i.key for i in infos}
    fast = [i for i in infos if i.parent in keys]
    return [x for i in infos if i not in fast for x in (i, *(f for f in fast if f.parent == i.key))]


def full_first(infos: Sequence[ScenarioInfo]) -> list[ScenarioInfo]:
    """Those of which the same battle by full rules isn't among them: who says no more than a title means that one."""
    keys = {i.key for i in infos}
    return [i for i in infos if i.parent not in keys]


def matching(words: str, own: Sequence[ScenarioInfo] = ()) -> list[ScenarioInfo]:
    """Battles in which every word is found, whatever its case: in title, game, place, date, key or a side's name.

    Those whose title begins like what was typed come first; without words, of every system in turn, so that the
    beginning of the list shows them all. ``own`` are further battles, which come before ours.

    >>> [i.key for i in matching("cataphract vandal")]
    ['cataphract/ad-decimum', 'cataphract/tricameron']
    >>> [i.key for i in matching("Tricamaron")]
    ['cataphract/tricameron', 'simple-gboh/tricameron']
    """
    wanted = words.casefold().split()
    if not wanted:
        return [*own, *_in_turn(listing())]
    found = [i for i in (*own, *listing()) if all(w in _searched(i) for w in wanted)]
    if not found:
        # A slip of the finger.
        return closest(words, [*own, *listing()], lambda i: "\n".join((i.title, i.id, i.place, *i.sides)))
    typed = " ".join(wanted)
    return beside(sorted(found, key=lambda i: not i.title.casefold().startswith(typed)))


def resembling(words: str, own: Sequence[ScenarioInfo] = (), most: int = 4) -> list[ScenarioInfo]:
    """Battles whose names are most like words that name none, best first; none where nothing resembles them. The same
    battle by fast rules isn't named beside that by full ones.

    >>> [i.title for i in resembling("cataphract/tricamron 533")]
    ['Tricameron']
    >>> resembling("chess")
    []
    """
    known = full_first([*own, *listing()])
    # "of" and "the" are in many names.
    typed = [words.rpartition("/")[2], *(w for w in words.replace("/", " ").split() if len(w) > len("the"))]
    near = [(sum(max(alike(w, name) for name in (i.title, i.id, i.place)) for w in typed), i) for i in known]
    return [i for likeness, i in sorted(near, key=lambda n: -n[0]) if likeness][:most]


def _searched(info: ScenarioInfo) -> str:
    return " ".join((info.key, info.title, info.game, info.place, info.date, *info.sides)).casefold()


def _in_turn(infos: list[ScenarioInfo]) -> list[ScenarioInfo]:
    """One battle of every system, then the next one of every system, and so on."""
    seen: Counter[str] = Counter()
    rank: dict[str, int] = {}
    for i in infos:
        rank[i.key] = seen[i.system]
        seen[i.system] += 1
    return sorted(infos, key=lambda i: rank[i.key])


def info(scenario: Scenario) -> ScenarioInfo:
    """The summary of a battle."""
    return ScenarioInfo(
        key=scenario.key,
        id=scenario.id,
        system=scenario.system,
        game=game_named(scenario.system),
        title=scenario.title,
        date=scenario.date,
        place=scenario.place,
        sides=tuple(s.name for s in scenario.sides),
        units=sum(s.unit_count for s in scenario.sides),
        length=scenario.briefing.length,
        balance=scenario.briefing.balance,
        parent=getattr(scenario, "parent", None) or "",
        author=scenario.author,
        licence=scenario.licence,
        version=scenario.version,
    )
