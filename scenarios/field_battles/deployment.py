"""How the armies are drawn up: ranks across the middle of the ground, contingents together, officers among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap
from engine.systems.cataphract.scenario import LeaderSpec, SideSpec
from scenarios.field_battles.rosters import Fielded

WIDTH = 13
"""Hexes of a rank."""

APART = 2
"""Columns from one rank to the next."""

Facing = Literal["E", "W"]


@dataclass(frozen=True, slots=True)
class Ground:
    """Where an army is drawn up."""

    front: int
    """Column of its first rank."""
    facing: Facing
    middle: int
    """Row of the middle of its ranks."""


def edge(field: BattleMap, facing: Facing) -> list[int]:
    """The map's edge in a direction, as far as anybody may stand there."""
    first, last = field.cols
    column = last if facing == "E" else first
    found = [h for h in field.hexes if h // 100 == column]
    return sorted(h for h in found if _open(field, h)) or sorted(found)


class Drawing:
    """One army on the map."""

    def __init__(self, field: BattleMap, ground: Ground) -> None:
        self.field = field
        self.ground = ground
        self.placed: list[tuple[Hex, str]] = []
        """Hexes and contingents of its units, rank by rank."""
        self.first_rank = 0
        """Units in the first rank."""

    def units(self, troops: Sequence[Fielded], side: SideSpec) -> list[dict[str, Any]]:
        """The units, with their places."""
        order = sorted(troops, key=lambda f: _line(side, f))
        places = iter(self._places(sum(n for _, n in troops)))
        numbers: dict[str, count[int]] = {}
        found: list[dict[str, Any]] = []
        for troop, n in order:
            group = troop.group
            hexes = [next(places) for _ in range(n)]
            self.placed += [(h, group.contingent) for h in hexes]
            known = numbers.setdefault(group.code, count(1))
            found.append(
                {
                    **group.model_dump(mode="json", exclude={"area", "reinforcement", "optional"}),
                    "numbers": [next(known) for _ in range(n)],
                    "hexes": hexes,
                    "facing": self.ground.facing,
                    "allowed": [],
                    "commanded_by": [],
                    "retreats_to": [],
                    "free_facing": False,
                    "double_depth": False,
                }
            )
        return found

    def leaders(self, leaders: Sequence[LeaderSpec]) -> list[dict[str, Any]]:
        """The leaders: each with his men, the commander and others in the middle of a part of their own."""
        found: list[dict[str, Any]] = []
        for i, x in enumerate(leaders):
            own = [h for h, contingent in self.placed if contingent in x.commands] if x.commands else []
            rank = [h for h, _ in (self.placed[self.first_rank :] if not i else self.placed[: self.first_rank])]
            rank = sorted(own or rank or [h for h, _ in self.placed], key=lambda h: h % 100)
            at = rank[len(rank) // 2] if own or not i else rank[(2 * i - 1) * len(rank) // (2 * len(leaders) - 2)]
            found.append({**x.model_dump(mode="json"), "hex": at})
        return found

    def _places(self, n: int) -> list[Hex]:
        """Hexes for so many units: rank by rank, in each from one end to the other."""
        step = -APART if self.ground.facing == "E" else APART
        first, last = self.field.cols
        found: list[Hex] = []
        columns = [self.ground.front + step * k for k in range(last - first)]
        # Between the ranks where they don't suffice.
        columns += [c + step // APART for c in columns]
        for column in (c for c in columns if first < c < last):
            rank = self._rank(column, n - len(found))
            if not found:
                self.first_rank = len(rank)
            found += rank
            if len(found) >= n:
                return found
        raise AssertionError(f"no room for {n} units")

    def _rank(self, column: int, n: int) -> list[Hex]:
        middle = self.ground.middle
        rows = sorted(range(middle - WIDTH // 2, middle + WIDTH // 2 + 1), key=lambda r: (abs(r - middle), r))
        free = [h for h in (100 * column + r for r in rows) if h in self.field and _open(self.field, h)]
        return sorted(free[:n], key=lambda h: h % 100)


def _line(side: SideSpec, fielded: Fielded) -> tuple[int, int]:
    """Who stands before whom: as the side's lines are listed, then as its units are."""
    group = fielded[0].group
    rows = [i for i, line in enumerate(side.lines) if line.admits(group.kind, group.contingent)]
    return (rows[0] if rows else len(side.lines), list(side.units).index(group))


def _open(field: BattleMap, h: Hex) -> bool:
    return field.terrain_at(h) == field.default_terrain
