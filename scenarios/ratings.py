"""Ratings of units and leaders in the battles that come with Hexarch: their ranges, and what lies far from them.

>>> ranges("cataphract")["MI"]["tq"]
Range(least=4, most=8)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from scenarios.files import PACKAGED, is_drill
from scenarios.formats import Scenario
from scenarios.reading import packaged

FAR = 2
"""How far beyond the range a rating may lie: the width of a range is chance where few units are of a type."""

OF_UNITS = ("size", "tq", "ma")
OF_LEADERS = (
    *("initiative", "command_range", "strategy", "charisma", "personal_combat", "line_commands"),
    *("activation", "ma", "seizure"),
)
"""Ratings by their fields; a game has some of them."""


class Range(NamedTuple):
    """The least and the most there is of a rating."""

    least: int
    most: int

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


class _Rated(NamedTuple):
    """Who has ratings."""

    path: str
    kind: str
    """Type of a unit, role of a leader: those of one kind are compared."""
    ratings: Mapping[str, int]


@cache
def ours(system: str) -> tuple[Scenario, ...]:
    """The battles of a system that come with Hexarch, drill grounds aside."""
    files = sorted((PACKAGED / system).glob("*.json"))
    return tuple(packaged(p) for p in files if not is_drill(f"{system}/{p.stem}"))


@cache
def ranges(system: str) -> Mapping[str, Mapping[str, Range]]:
    """The range of every rating in our battles of a system, by type of units and role of leaders."""
    found: dict[str, dict[str, Range]] = {}
    for one in (one for scenario in ours(system) for one in _rated(scenario)):
        kind = found.setdefault(one.kind, {})
        for name, value in one.ratings.items():
            least, most = kind.get(name, Range(value, value))
            kind[name] = Range(min(least, value), max(most, value))
    return found


def unusual(scenario: Scenario) -> Iterator[str]:
    """Ratings far from all in our battles, one sentence with its path each."""
    known = ranges(scenario.system)
    for one in _rated(scenario):
        for name, value in one.ratings.items():
            seen = known.get(one.kind, {}).get(name)
            if seen is not None and not seen.least - FAR <= value <= seen.most + FAR:
                yield f"{one.path}.{name}: {value} is far from what {one.kind} have in our battles, {seen}"


def _rated(scenario: Scenario) -> Iterator[_Rated]:
    for i, side in enumerate(scenario.sides):
        commands: Any = getattr(side, "commands", None)
        if commands is None:
            army: Any = side
            for name in ("leaders", "replacements"):
                for j, x in enumerate(getattr(army, name, ())):
                    yield _Rated(f"sides[{i}].{name}[{j}] ({x.id})", x.role, _values(x, OF_LEADERS))
            for j, g in enumerate(getattr(army, "units", ())):
                yield _Rated(f"sides[{i}].units[{j}] ({g.code})", g.type, _values(g, OF_UNITS))
        else:
            # In Men of Iron a unit's ratings come with its type.
            for j, c in enumerate(commands):
                yield _Rated(f"sides[{i}].commands[{j}] ({c.id}).leader", "leaders", _values(c.leader, OF_LEADERS))


def _values(piece: Any, names: tuple[str, ...]) -> Mapping[str, int]:
    given = {name: getattr(piece, name, None) for name in names}
    return {name: value for name, value in given.items() if isinstance(value, int)}
