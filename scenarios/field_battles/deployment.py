"""How the armies are drawn up on the ground: rank by rank across its middle, the leaders behind their men."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, Literal

from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap
from engine.systems.cataphract.scenario import LeaderSpec, SideSpec
from scenarios.field_battles.arrangement import arm, ranks
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
        self.back = -1 if ground.facing == "E" else 1
        """From a column to the one behind it."""
        self.placed: list[tuple[Hex, str]] = []
        """Hexes and contingents of its units, rank by rank."""
        self.line: list[Hex] = []
        """Hexes of the main line: the first rank that isn't light foot."""

    def units(self, troops: Sequence[Fielded], side: SideSpec) -> list[dict[str, Any]]:
        """The units, with their places."""
        order = sorted(troops, key=lambda f: _line(side, f))
        single = [i for i, (_, n) in enumerate(order) for _ in range(n)]
        groups = [order[i][0].group for i in single]
        hexes: list[list[Hex]] = [[] for _ in order]
        for rank, who in enumerate(ranks(groups, lambda rank: len(self._rank(rank)))):
            places = self._middle(self._rank(rank), len(who))
            for h, i in zip(places, who, strict=True):
                hexes[single[i]].append(h)
                self.placed.append((h, groups[i].contingent))
            if not self.line and any(arm(groups[i]) != "light" for i in who):
                self.line = places
        self.line = self.line or [h for h, _ in self.placed]
        numbers: dict[str, count[int]] = {}
        found: list[dict[str, Any]] = []
        for (troop, n), places in zip(order, hexes, strict=True):
            group = troop.group
            known = numbers.setdefault(group.code, count(1))
            found.append(
                {
                    **group.model_dump(mode="json", exclude={"area", "reinforcement", "optional"}),
                    "numbers": [next(known) for _ in range(n)],
                    "hexes": sorted(places),
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
        """The leaders, each behind his men: the commander behind the middle, others behind a part of the line."""
        found: list[dict[str, Any]] = []
        taken = {h for h, _ in self.placed}
        parts = max(1, len(leaders) - 1)
        for i, x in enumerate(leaders):
            own = sorted((h for h, contingent in self.placed if contingent in x.commands), key=lambda h: h % 100)
            men = own or sorted(self.line, key=lambda h: h % 100)
            before = men[len(men) // 2] if own or not i else men[(2 * i - 1) * len(men) // (2 * parts)]
            at = self._behind(before, taken)
            taken.add(at)
            found.append({**x.model_dump(mode="json"), "hex": at})
        return found

    def _behind(self, h: Hex, taken: set[Hex]) -> Hex:
        """A free hex next behind one, or beside that; where there is none, the hex itself."""
        behind = h + 100 * self.back
        for row in (0, 1, -1, 2, -2):
            at = behind + row
            if at not in taken and at in self.field and _open(self.field, at):
                return at
        return h

    @cached_property
    def _columns(self) -> list[int]:
        """Columns of the ranks, from the front; between them, where they don't suffice."""
        first, last = self.field.cols
        found = [self.ground.front + APART * self.back * k for k in range(last - first)]
        found += [c + self.back for c in found]
        return [c for c in found if first < c < last]

    def _rank(self, rank: int) -> list[Hex]:
        """Hexes where units of a rank may stand, those next to the middle first."""
        if rank >= len(self._columns):
            raise AssertionError(f"no room for rank {rank}")
        middle, column = self.ground.middle, self._columns[rank]
        rows = sorted(range(middle - WIDTH // 2, middle + WIDTH // 2 + 1), key=lambda r: (abs(r - middle), r))
        return [h for h in (100 * column + r for r in rows) if h in self.field and _open(self.field, h)]

    def _middle(self, rank: Sequence[Hex], n: int) -> list[Hex]:
        """So many hexes of a rank, round its middle, from one end to the other."""
        return sorted(rank[:n], key=lambda h: h % 100)


def _line(side: SideSpec, fielded: Fielded) -> tuple[int, int]:
    """In what order troops are listed: as the side's lines are, then as its units are."""
    group = fielded[0].group
    rows = [i for i, line in enumerate(side.lines) if line.admits(group.kind, group.contingent)]
    return (rows[0] if rows else len(side.lines), list(side.units).index(group))


def _open(field: BattleMap, h: Hex) -> bool:
    return field.terrain_at(h) == field.default_terrain
