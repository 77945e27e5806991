"""``docs/family.md``: how the sisters differ, rule by rule, and where in the code each difference lives.

Everything below its marks is read from the tables that the games are made of.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from types import ModuleType
from typing import Any

from bot.cli.case_index.index import Entry
from bot.cli.case_index.page import home_file
from engine.systems.alexander.rules import RULES as ALEXANDER
from engine.systems.alexander.system import Alexander
from engine.systems.cataphract.rules import RULES as CATAPHRACT
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import rules, troops
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import AnyChapter
from engine.systems.gboh.rules import Rules
from engine.systems.gboh.troops import Troop
from engine.systems.simple_gboh.rules import RULES as SIMPLE_GBOH
from engine.systems.simple_gboh.system import SimpleGboh
from engine.systems.spqr.rules import RULES as SPQR
from engine.systems.spqr.system import Spqr

SISTERS: Mapping[str, Rules] = {
    Cataphract.id: CATAPHRACT,
    Alexander.id: ALEXANDER,
    Spqr.id: SPQR,
    SimpleGboh.id: SIMPLE_GBOH,
}
"""Each game's rules, by system id, in the order of the columns."""

CHAPTERS: Mapping[str, Sequence[type[AnyChapter]]] = {
    Cataphract.id: Cataphract.chapters,
    Alexander.id: Alexander.chapters,
    Spqr.id: Spqr.chapters,
    SimpleGboh.id: SimpleGboh.chapters,
}

BEGIN, END = "<!-- differences: written by `hexarch where --write docs/cases` -->", "<!-- end of differences -->"
"""What encloses everything that is read from the tables."""

PARTS = ("command", "movement", "fire", "combat", "artillery")
"""Fields of :class:`Rules` that are numbers and switches."""

WAYS = ("lines", "doom", "rally", "casualty")
"""Fields of :class:`Rules` that are procedures."""

NAMES = frozenset({"kind", "name", "word", "symbol", "armed", "ground", "clash", "superiority"})
"""What a kind of troops is called and where it stands in charts: no trait."""


def with_differences(text: str, everything: Mapping[str, Sequence[Entry]]) -> str:
    """The page with its tables as they are now. Raises ValueError where no place for them is marked."""
    before, _, rest = text.partition(BEGIN)
    _, marked, after = rest.partition(END)
    if not marked:
        raise ValueError(f"there is no {BEGIN} with {END} after it")
    parts = [_numbers(), _procedures(), _chapters(), _traits(), _cases(everything)]
    return before + BEGIN + "\n\n" + "\n\n".join("\n".join(p) for p in parts) + "\n\n" + END + after


def _header(*first: str) -> list[str]:
    titles = [r.cases.book for r in SISTERS.values()]
    columns = [*first, *titles]
    return ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]


def _numbers() -> list[str]:
    """Numbers and switches in which the sisters differ."""
    lines = [
        "## Numbers and switches",
        "",
        "Where all agree isn't listed. Each is a field of `engine/systems/gboh/rules.py`;",
    ]
    lines += ["a game's own value stands in its `rules.py`.", "", *_header("what", "field")]
    for part in PARTS:
        said = _docstrings(rules, type(getattr(CATAPHRACT, part)).__name__)
        for f in fields(getattr(CATAPHRACT, part)):
            values = [getattr(getattr(r, part), f.name) for r in SISTERS.values()]
            if any(v != values[0] for v in values):
                lines.append(_row(said[f.name], f"`{part}.{f.name}`", *(_shown(v) for v in values)))
    return lines


def _procedures() -> list[str]:
    """What is another procedure in each."""
    lines = [
        "## Procedures",
        "",
        "Where a number wouldn't do, each has a small class of its own in its `rules.py`, for one of the questions of",
    ]
    lines += [
        "`engine/systems/gboh/strategies.py`. Who may share or pass a hex is a table too: its `stacking_chart.py`.",
        "",
    ]
    lines += _header("of")
    for way in WAYS:
        lines.append(_row(way, *(_first_line(getattr(r, way)) for r in SISTERS.values())))
    return lines


def _chapters() -> list[str]:
    """Clauses that not all have, or that stand in a module of their own."""
    lines = [
        "## Chapters",
        "",
        "Clauses on the hooks of `engine/systems/gboh/chapter.py`: of one game alone in its own folder, of several in",
        "`gboh/`.",
        "",
    ]
    lines += _header("chapter", "module")
    seen: dict[type[AnyChapter], None] = dict.fromkeys(c for cs in CHAPTERS.values() for c in cs)
    for c in seen:
        module = c.__module__.removeprefix("engine.systems.").replace(".", "/")
        lines.append(_row(str(c.about), f"`{module}`", *(_number(s, c) for s in SISTERS)))
    return lines


def _number(system: str, chapter: type[AnyChapter]) -> str:
    """The case of a chapter in one game's book; "–" where it isn't in force."""
    if chapter not in CHAPTERS[system]:
        return "–"
    return chapter.case if isinstance(chapter.case, str) else SISTERS[system].cases[chapter.case]


def _traits() -> list[str]:
    """Kinds of troops by what they can do."""
    lines = [
        "## Troops",
        "",
        "Traits of kinds of troops (`engine/systems/gboh/troops.py`), with the kinds that have them in each game's",
    ]
    lines += [
        "`troops.json`. A trait that nobody has in any, or all have alike, isn't listed.",
        "",
        *_header("trait", "field"),
    ]
    said = _docstrings(troops, "Troop")
    for f in fields(Troop):
        if f.name in NAMES:
            continue
        cells = [_having(r, f.name) for r in SISTERS.values()]
        if any(c != "–" for c in cells):
            lines.append(_row(said.get(f.name, f.name.replace("_", " ")), f"`{f.name}`", *cells))
    return lines


def _having(game: Rules, trait: str) -> str:
    """ "2 (EL, CH)": the kinds for which a trait isn't as it is for most."""
    default = Troop.__dataclass_fields__[trait].default
    by_value: dict[str, list[str]] = {}
    for kind, troop in game.troops.items():
        value = getattr(troop, trait)
        if value != default:
            by_value.setdefault(_shown(value), []).append(kind)
    if list(by_value) == ["yes"]:
        return ", ".join(by_value["yes"])
    return "; ".join(f"{value}: {', '.join(kinds)}" for value, kinds in by_value.items()) or "–"


def _cases(everything: Mapping[str, Sequence[Entry]]) -> list[str]:
    """What each book calls the same rule, and the file it is decided in."""
    lines = [
        "## Cases",
        "",
        "What each book calls a rule that common procedures know (`engine/systems/gboh/cases.py`), and where it is",
        "decided.",
        "",
    ]
    lines += _header("rule", "home")
    homes = {(s, e.case): home_file(e.home) for s, es in everything.items() for e in es if e.home is not None}
    for case in Case:
        numbers = [r.cases.numbers.get(case) for r in SISTERS.values()]
        if any(numbers):
            found = dict.fromkeys(homes.get((s, n), "") for s, n in zip(SISTERS, numbers, strict=True) if n)
            named = ", ".join(f"`{x}`" for x in found if x and not x.endswith((".rules", "/rules", "/troops")))
            lines.append(_row(case.value, named or "–", *(n or "–" for n in numbers)))
    return lines


def _row(*cells: str) -> str:
    return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |"


def _first_line(thing: Any) -> str:
    said = inspect.getdoc(type(thing)) or ""
    return f"{said.splitlines()[0]} (`{type(thing).__name__}`)" if said else f"`{type(thing).__name__}`"


def _shown(value: Any) -> str:
    """
    >>> _shown(True), _shown(None), _shown(frozenset({"woods", "marsh"})), _shown({}), _shown({"heavy": 1})
    ('yes', '–', 'marsh, woods', '–', 'heavy 1')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {_shown(v)}" for k, v in value.items()) or "–"
    if isinstance(value, frozenset):
        return ", ".join(sorted(map(str, value))) or "–"
    if value is None or value == "":
        return "–"
    return str(getattr(value, "value", value))


def _docstrings(module: ModuleType, name: str) -> dict[str, str]:
    """What is written below each field of a class, in one line."""
    tree = ast.parse(inspect.getsource(module))
    (found,) = (n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name)
    return dict(_pairs(found.body))


def _pairs(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                yield field.target.id, re.sub(r":\w+:`~?([^`]+)`", r"`\1`", " ".join(str(below.value.value).split()))
            else:
                yield field.target.id, field.target.id.replace("_", " ")
