"""The charts, read from ``charts.json``; each function names the chart's case.

A battle may fix another chart pack: :class:`Charts` is built from any document of the same shape.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import ceil
from typing import Any, Literal, TypeAlias

from engine.kernel import travel
from engine.kernel.ground import called
from engine.kernel.hexes import Hex, neighbours
from engine.kernel.packaged import document
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.systems.gboh import works
from engine.systems.gboh.state import Unit
from engine.systems.gboh.troops import Footing

Arc = Literal["front", "flank", "rear"]


class Exits(dict[Hex, tuple[tuple[Hex, int], ...]]):
    """The hexes that may be entered from one as :class:`Steps` have it, each with its Movement Points."""

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self._steps = steps

    def __missing__(self, a: Hex) -> tuple[tuple[Hex, int], ...]:
        costs = zip(neighbours(a), self._steps[a], strict=True)
        row = self[a] = tuple((b, cost.mp) for b, cost in costs if cost is not None)
        return row


Shut = Callable[[Unit | None, Hex, Hex], bool]
"""Whether a unit (None: a leader) is forbidden the step from the first hex to the second."""

HEADLONG_TURN_MP = 2
"""A 9.74 Movement Points for a vertex in charge formation."""

AS_GROUND = "other terrain"
"""MP of a hexside that changes no price: the ground of the hex alone counts (6.28, a dirt road)."""

TURNING = Text("turning")
"""Cause of hits for turning that the ground has no part in (A 9.21)."""
OPEN = "open"
"""Row of ground without anything on it."""

TURNING_IN_DIFFICULT = Text("turning in difficult terrain")
"""7.13 The hit of ground that is hard to turn in."""


WorksBar: TypeAlias = Literal["camp", "gates"]
"""G 11.13 What works do to who may not cross them: they keep it out of camps, or send it to their gates."""

AVOIDABLE = "(h)"
"""Hits of ground that its owner may spare a unit for :data:`AVOIDING_MP` (G 5.17)."""
AVOIDING_MP = 1
"""G 5.17 Movement Points that spare a unit one such hit."""

IN_COLUMN = "COLUMN"
"""Column of a Movement Costs chart for whoever marches In Column, where it has one (G 11.22)."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Price of one step or turn: movement points and cohesion hits."""

    mp: int
    hits: int
    causes: tuple[Text, ...] = ()
    """What the hits are for: "stream", "woods", "up one level"."""
    avoidable: tuple[Text, ...] = ()
    """What else there is 1 hit for unless :data:`AVOIDING_MP` is paid for it, each by itself; not among the hits."""

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.mp + other.mp,
            self.hits + other.hits,
            self.causes + other.causes,
            self.avoidable + other.avoidable,
        )


FREE = Cost(0, 0)

Priced = Callable[[Unit | None, Hex, Hex, Cost], Cost]
"""What a step costs a unit (None: a leader) where a rule of the battle changes the chart's price."""


def _arm(footing: Footing | None) -> str:
    """Column of the Movement Costs chart; leaders (None) use the cavalry's (6.15)."""
    return "CAV" if footing is None else footing.ground


class Steps(dict[Hex, tuple[Cost | None, ...]]):
    """6.28 Prices of the steps from a hex to its six neighbours, by direction, as a chart alone has them; None where it
    is closed. They are worked out once for a map and all who go alike.
    """

    def __init__(self, charts: Charts, ground: BattleMap, footing: Footing | None) -> None:
        super().__init__()
        self._charts = charts
        self._ground = ground
        self._footing = footing
        self.exits = Exits(self)

    def __missing__(self, a: Hex) -> tuple[Cost | None, ...]:
        row = self[a] = tuple(self._charts.printed(self._ground, self._footing, a, b) for b in neighbours(a))
        return row

    def between(self, a: Hex, b: Hex) -> Cost | None:
        """The price of the step from ``a`` to the adjacent ``b``; over what lies between, that of entering it."""
        near = neighbours(a)
        return self[a][near.index(b)] if b in near else self._charts.printed(self._ground, self._footing, a, b)


class Charts:
    """2.3 Die and charts: one chart pack."""

    def __init__(
        self,
        document: dict[str, Any],
        *,
        shut: Shut | None = None,
        priced: Priced | None = None,
        adapted: bool = False,
        nimble: bool = False,
    ) -> None:
        self.document = document
        self._charts: dict[str, Any] = document["charts"]
        self._ranges: dict[tuple[str | None, str], int] = {}
        self._known: dict[tuple[Footing | None, str, str, tuple[str, ...], int], Cost | None] = {}
        """Prices of steps by what tells them apart."""
        self._shut = shut
        """Steps a rule of the battle forbids, besides those the terrain forbids."""
        self._priced = priced
        """What a rule of the battle has a step cost, given the chart's price."""
        self.is_adapted = adapted
        """Whether it is the pack of one battle already."""
        self.is_nimble = nimble
        """Whether horse that isn't in charge formation turns for 1 MP a vertex, whatever it wears (A 9.42)."""

    @classmethod
    def of(cls, package: str) -> Charts:
        """The pack that comes with a system, by the name of its package; the same object every time."""
        return _packaged(package)

    def adapted(
        self,
        missiles: Mapping[str, Mapping[str, int]],
        shut: Shut | None,
        priced: Priced | None = None,
        *,
        gentle: bool = False,
    ) -> Charts:
        """The pack of one battle: rows of the Missile Range chart replaced (9.31), steps forbidden besides or dearer.

        ``gentle``: changing level costs no hits (6.22).
        """
        fire, costs = self._charts["missile_range_results"], self._charts["movement_costs"]
        cells = {**fire["cells"], **{row: dict(strengths) for row, strengths in missiles.items()}}
        charts = {**self._charts, "missile_range_results": {**fire, "cells": cells}}
        if gentle:
            slopes = {name: costs["rows"][name] for name in ("up_one_level", "down_one_level")}
            flat = {name: {**row, "hits": dict.fromkeys(row["hits"], 0)} for name, row in slopes.items()}
            charts["movement_costs"] = {**costs, "rows": {**costs["rows"], **flat}}
        return Charts({**self.document, "charts": charts}, shut=shut, priced=priced, adapted=True)

    def named(self, names: Mapping[str, str]) -> Charts:
        """The same pack for a battle whose map calls some ground otherwise: rows by the map's names."""
        costs = self._charts["movement_costs"]
        charts = {**self._charts, "movement_costs": {**costs, "names": {**costs.get("names", {}), **names}}}
        return Charts({**self.document, "charts": charts}, shut=self._shut, priced=self._priced, adapted=True)

    def nimble(self) -> Charts:
        """The same pack where cataphracts out of charge formation turn as other horse does (A 9.42)."""
        return Charts(self.document, shut=self._shut, priced=self._priced, adapted=True, nimble=True)

    # -- 6.28 Movement Costs ------------------------------------------------------------------------------------

    @cached_property
    def _chart(self) -> dict[str, Any]:
        return self._charts["movement_costs"]

    @cached_property
    def _costs(self) -> dict[str, Any]:
        return self._chart["rows"]

    @cached_property
    def _ground(self) -> dict[str, Any]:
        """Rows of hexes, by the names maps have for them too."""
        return {**self._costs, **{name: self._costs[row] for name, row in self._chart.get("names", {}).items()}}

    @cached_property
    def _sides(self) -> dict[str, Any]:
        """Rows of hexsides, by the names maps have for them too."""
        return {**self._costs, **{name: self._costs[row] for name, row in self._chart.get("side_names", {}).items()}}

    @cached_property
    def has_choices(self) -> bool:
        """Whether some ground costs a hit or a Movement Point, as its owner likes (G 5.17)."""
        return any(AVOIDABLE in row.get("hits", {}).values() for row in self._costs.values())

    def ground(self, terrain: str) -> str:
        """What the chart calls a terrain of the map."""
        return self._chart.get("names", {}).get(terrain, terrain)

    def hexside(self, feature: str) -> str:
        """What the chart calls a feature of the map's hexsides."""
        return self._chart.get("side_names", {}).get(feature, feature)

    def column_of(self, footing: Footing | None) -> str:
        """Column of the chart for those who go so; leaders (None) use the cavalry's (6.15)."""
        apart = footing is not None and footing.column and self._chart.get("column_apart")
        return IN_COLUMN if apart else _arm(footing)

    def is_difficult(self, terrain: str, unit: Unit) -> bool:
        """C 6.27 Woods and Rough; A 6.28 whatever costs the unit hits to enter, or that it can't enter."""
        return self._difficult(terrain, unit.footing)

    def _difficult(self, terrain: str, footing: Footing) -> bool:
        if not self._chart.get("difficult_by_arm"):
            return bool(self._ground.get(terrain, {}).get("difficult"))
        hits = self._ground_hits(terrain, footing)
        return hits is None or hits > 0

    def ground_hits(self, terrain: str, unit: Unit) -> int | None:
        """6.28 Hits of a hex of the terrain, from level ground; None where it is closed to the unit."""
        return self._ground_hits(terrain, unit.footing)

    def _ground_hits(self, terrain: str, footing: Footing) -> int | None:
        row = self._ground.get(terrain, {})
        hits = row["hits"][_arm(footing)] if "hits" in row else 0
        return 1 if hits == AVOIDABLE else hits

    def points(self, terrain: str) -> int:
        """6.28 Movement Points of a hex of the terrain, from level ground. Raises KeyError for what nobody enters."""
        return int(self._ground[terrain]["mp"])

    def is_prohibited(self, feature: str) -> bool:
        """6.25, S 6.24 Impassable terrain, which nothing may enter or cross."""
        return bool(self._ground.get(feature, {}).get("prohibited"))

    def is_impassable(self, battle_map: BattleMap, a: Hex, b: Hex) -> bool:
        """6.25, S 6.24 Whether nothing may go from ``a`` to the adjacent ``b``, whatever the rules of a battle add."""
        shut = any((row := self._sides.get(f)) and row.get("prohibited") for f in battle_map.side(a, b))
        return shut or self.is_prohibited(battle_map.terrain_at(b))

    def steps(self, battle_map: BattleMap, unit: Unit | None) -> Steps:
        """What steps cost a unit (None: a leader) on a map, but for what rules of the battle make of that."""
        footing = None if unit is None else unit.footing
        known: dict[Footing | None, Steps] = battle_map.scratch.setdefault(self, {})
        found = known.get(footing)
        if found is None:
            found = known[footing] = Steps(self, battle_map, footing)
        return found

    @property
    def is_ruled(self) -> bool:
        """Whether rules of the battle forbid steps, or price them otherwise than the chart."""
        return self._shut is not None or self._priced is not None

    def step_cost(self, battle_map: BattleMap, unit: Unit | None, a: Hex, b: Hex) -> Cost | None:
        """6.21, 6.22 Price of the step from ``a`` to the adjacent ``b``; None when prohibited. No unit: a leader."""
        if self._shut is not None and self._shut(unit, a, b):
            return None
        cost = self.steps(battle_map, unit).between(a, b)
        return cost if self._priced is None or cost is None else self._priced(unit, a, b, cost)

    def is_printed(self, battle_map: BattleMap, unit: Unit, a: Hex, b: Hex) -> bool:
        """Whether the step from ``a`` to the adjacent ``b`` is open and no rule of the battle prices it otherwise."""
        cost = self.step_cost(battle_map, unit, a, b)
        return cost is not None and cost == self.steps(battle_map, unit).between(a, b)

    def pays_like(self, unit: Unit) -> Hashable:
        """Units of one side for which this is equal pay the same for every step."""
        return unit.id if self.is_ruled else unit.footing

    def closing(self, battle_map: BattleMap, unit: Unit, a: Hex, b: Hex) -> str | None:
        """What of the ground closes the step from ``a`` to the adjacent ``b`` to units of its kind, as the map has it;
        None where it is the slope, works, or a rule of the battle."""
        arm, terrain = self.column_of(unit.footing), battle_map.terrain_at(b)
        rows = ((terrain, self._ground.get(terrain)), *((f, self._sides.get(f)) for f in battle_map.side(a, b)))
        shut = (f for f, row in rows if row is not None and (row.get("prohibited") or row["hits"].get(arm, 0) is None))
        return next(shut, None)

    def steep(self, battle_map: BattleMap, unit: Unit, a: Hex, b: Hex) -> int:
        """Levels, up or down, that alone close the step from ``a`` to the adjacent ``b`` to units of its kind; 0 where
        something else does."""
        climb = battle_map.level_at(b) - battle_map.level_at(a)
        ground = battle_map.terrain_at(a), battle_map.terrain_at(b), battle_map.side(a, b)
        closes = self._by_ground(unit.footing, *ground, climb) is None
        return climb if closes and self._by_ground(unit.footing, *ground, 0) is not None else 0

    def barred_by_works(self, battle_map: BattleMap, unit: Unit, a: Hex, b: Hex) -> WorksBar | None:
        """G 11.13 What works on the step from ``a`` to the adjacent ``b`` keep units of its kind from."""
        chart = self._charts.get("fortification_effects")
        if chart is None:
            return None
        return self._bar(chart, battle_map, unit.troop.ground, b, self.works(battle_map).between(a, b))

    def step_costs(self, battle_map: BattleMap, unit: Unit | None) -> Callable[[Hex, Hex], Cost | None]:
        """:meth:`step_cost` of one unit, for who asks it of many steps."""
        if self.is_ruled:
            return partial(self.step_cost, battle_map, unit)
        return self.steps(battle_map, unit).between

    def exits(self, battle_map: BattleMap, unit: Unit | None) -> travel.Exits:
        """The hexes a unit (None: a leader) may enter from one, each with its Movement Points."""
        if not self.is_ruled:
            return self.steps(battle_map, unit).exits.__getitem__

        def mp(a: Hex, b: Hex) -> int | None:
            cost = self.step_cost(battle_map, unit, a, b)
            return None if cost is None else cost.mp

        return travel.exits(battle_map, mp)

    def zone_reaches(self, battle_map: BattleMap, unit: Unit, a: Hex, b: Hex) -> bool:
        """7.21 Whether the ground lets ZOC reach from ``a`` to the adjacent ``b``; it does across works (G 11.14)."""
        if self.step_cost(battle_map, unit, a, b) is not None:
            return True
        across = self._work_kinds and self.works(battle_map).between(a, b)
        return bool(across) and self.printed(battle_map, unit.footing, a, b, across=False) is not None

    def _crossing(self, ground: BattleMap, footing: Footing | None, a: Hex, b: Hex) -> Cost | None:
        """G 11.11 to 11.13 What works between two hexes add to the price of a step; None where they shut it."""
        chart = self._charts.get("fortification_effects")
        if chart is None:
            return FREE
        found = self.works(ground).between(a, b)
        arm = None if footing is None else footing.ground
        if self._bar(chart, ground, arm, b, found) is not None:
            return None
        total = FREE
        for c in found:
            row, name = chart["rows"][c.row], c.kind
            mp = int(row["column_mp"] if footing is not None and footing.column else row["mp"])
            choice = row["hits"] == AVOIDABLE
            hits = 0 if footing is None or choice else int(row["hits"])
            total += Cost(
                mp, hits, (called(name),) if hits else (), (called(name),) if choice and footing is not None else ()
            )
        return total

    def _bar(
        self, chart: Mapping[str, Any], ground: BattleMap, arm: str | None, b: Hex, found: Sequence[works.Crossing]
    ) -> WorksBar | None:
        """G 11.13 Whether the arm (None: a leader) is kept out of the camp at ``b``, or from works but for gates."""
        if arm in chart["no_camps"] and (b in self.works(ground).inner or ground.terrain_at(b) in chart["camps"]):
            return "camp"
        if arm in chart["gates_only"] and any(c.kind != works.GATE for c in found):
            return "gates"
        return None

    def printed(
        self, battle_map: BattleMap, footing: Footing | None, a: Hex, b: Hex, *, across: bool = True
    ) -> Cost | None:
        """6.28 What the chart has for a step; ``across``: with what works between do (G 11.11)."""
        if b not in battle_map:
            return None
        climb = battle_map.level_at(b) - battle_map.level_at(a)
        # 6.24 Two terrains in a hex: the map has the one that prevails.
        kind = (footing, battle_map.terrain_at(a), battle_map.terrain_at(b), battle_map.side(a, b), climb)
        if kind in self._known:
            cost = self._known[kind]
        else:
            cost = self._known[kind] = self._by_ground(*kind)
        extra = self._crossing(battle_map, footing, a, b) if across and cost is not None else FREE
        if cost is None or extra is None:
            return None
        return cost if extra is FREE else cost + extra

    def _by_ground(
        self, footing: Footing | None, start: str, terrain: str, features: Sequence[str], climb: int
    ) -> Cost | None:
        """6.28 Price of a step from one terrain to another, over hexside features and so many levels up."""
        row = self._ground.get(terrain)
        if row is None or row.get("prohibited"):
            return None
        if self.ground(start) in row.get("within", ()):
            row = self._costs[OPEN]  # A bed of stones costs who comes down into it, not who is there already.
        arm = self.column_of(footing)
        in_column = footing is not None and footing.column
        mp, hits = int(row["mp"]), 0
        causes: list[Text] = []
        avoidable: list[Text] = []

        def charge(feature: str, r: dict[str, Any]) -> bool:
            """Add a row's hits; False where it is closed to this arm."""
            nonlocal hits
            n = 0 if in_column and arm in r.get("zero_hits_in_column", ()) else r["hits"][arm]
            if n == AVOIDABLE:
                if footing is not None:
                    avoidable.append(called(feature))
                return True
            if n and footing is not None:
                hits += n
                causes.append(called(feature))
            return n is not None

        if not charge(terrain, row):
            return None
        # 6.28 note c: cavalry, leaders and infantry In Column use a bridge and ignore the river under it.
        # G 5.14: in Column alone.
        bridged = "bridge" in features and (in_column or (arm == "CAV" and not self._chart.get("column_apart")))
        for feature in features:
            side = self._sides.get(feature)
            if side is None or (bridged and feature.startswith("river")):
                continue
            if side.get("prohibited"):
                return None
            if side["mp"] != AS_GROUND:
                mp += int(side["mp"])
            if not charge(feature, side):
                return None
        if climb:
            slopes = self._slopes(climb)
            for side in slopes:
                mp += int(side["mp"])
                if not charge("climbing" if climb > 0 else "going down", side):
                    return None
            if not slopes:
                return None
        if in_column and arm in self._chart.get("relief_in_column", ()):
            # A 6.62 One hit less for entering a hex, whatever it is made up of.
            hits = max(0, hits - 1)
        if footing is not None and footing.headlong:
            if self._difficult(terrain, footing):
                return None  # A 9.74 no Rough ground
            hits *= 2
        return Cost(mp, hits, tuple(causes) if hits else (), tuple(avoidable))

    @property
    def counts_levels(self) -> bool:
        """S 6.22 Whether levels beyond the first in an Orders Phase cost hits of their own."""
        return "up_further_level" in self._costs

    def further_levels(self, unit: Unit, before: int, more: int) -> int:
        """S 6.22 Hits for climbing ``more`` levels after ``before``: for each beyond the first, or once (6.27 note g).

        Who is hit by every level pays here what a Column is spared for the first (6.72).
        """
        beyond = max(0, before + more - 1) - max(0, before - 1)
        if not beyond or not self.counts_levels:
            return 0
        arm, first = unit.troop.ground, self._costs["up_one_level"]
        n = self._costs["up_further_level"]["hits"][arm]
        if first["hits"][arm]:
            return beyond * n if unit.column and arm in first.get("zero_hits_in_column", ()) else 0
        return n if before <= 1 else 0

    def _slopes(self, climb: int) -> list[dict[str, Any]]:
        """6.28 The rows of a change of level: one for each (C), or one for so many (A); [] where it is too much."""
        up = "up" if climb > 0 else "down"
        if not self._chart.get("levels_together"):
            return [self._costs[f"{up}_one_level"]] * abs(climb)
        names = {1: (f"{up}_one_level",), 2: (f"{up}_two_levels",), 3: ("three_levels", f"{up}_three_levels")}
        return [self._costs[name] for name in names.get(abs(climb), ()) if name in self._costs]

    def turn_cost(self, battle_map: BattleMap, unit: Unit, at: Hex, vertices: int, *, stays: bool = False) -> Cost:
        """7.12 Facing cost: price of turning by ``vertices``; ``stays``: without moving in the phase (A 9.21)."""
        if not vertices:
            return FREE
        troop = unit.troop
        always = vertices * self._costs["change_facing_per_vertex"]["hits"][troop.ground]
        if stays and troop.turns_standing_unhurt:
            always = 0
        # 7.13 Facing in Difficult terrain.
        difficult = not troop.turns_unhurt and self.is_difficult(battle_map.terrain_at(at), unit)
        ground = vertices if difficult else 0
        causes = (*((TURNING,) if always else ()), *((TURNING_IN_DIFFICULT,) if ground else ()))
        if unit.headlong:  # A 9.74
            return Cost(max(troop.turning(vertices), HEADLONG_TURN_MP * vertices), always + 2 * ground, causes)
        mp = troop.turning(vertices)
        return Cost(min(mp, vertices) if self.is_nimble and unit.is_cavalry else mp, always + ground, causes)

    # -- G 11.11 Fortifications --------------------------------------------------------------------------------

    def works(self, ground: BattleMap) -> works.Works:
        """The works of a map, of the kinds the chart has; none in games without such a chart."""
        return works.of(ground, self._work_kinds)

    @cached_property
    def _work_kinds(self) -> Mapping[str, str]:
        return self._charts.get("fortification_effects", {}).get("works", {})

    def work(self, row: str) -> Mapping[str, Any]:
        """What one kind of works does from one side of it: a row of the Fortification Effects Chart."""
        return self._charts["fortification_effects"]["rows"][row]

    # -- 8.15, 8.17 Missiles ------------------------------------------------------------------------------------

    def missile_strength(self, unit: Unit, distance: int) -> int | None:
        """9.31 Strength at a range in hexes; None when out of reach, and for missiles that its arm doesn't shoot."""
        row = unit.weapon.rows.get(unit.troop.arm) if unit.weapon is not None else None
        return self._charts["missile_range_results"]["cells"][row].get(str(distance)) if row is not None else None

    def missile_range(self, unit: Unit) -> int:
        """Longest printed range in hexes; 0 without missiles."""
        key = (unit.missile, unit.troop.arm)
        known = self._ranges.get(key)
        if known is None:
            reached = (d for d in range(1, 13) if self.missile_strength(unit, d) is not None)
            known = self._ranges[key] = max(reached, default=0)
        return known

    def low_on(self, missile: str) -> list[int]:
        """8.17 Unmodified rolls that leave a unit Missile Low."""
        return self._charts["missile_supply"]["rows"][missile]["low_on"]

    def no_after_use(self, missile: str) -> bool:
        """8.17 Throwing axes are gone after one throw."""
        return bool(self._charts["missile_supply"]["rows"][missile].get("no_after_use"))

    # -- 9.3 Shock ----------------------------------------------------------------------------------------------

    def clash(self, attacker: Unit, defender: Unit, arc: Arc) -> int:
        """9.33 Base column; the least where the chart has none, so that what nobody attacks (A 9.15) can be weighed."""
        column = self._charts["clash"]["cells"][arc][defender.troop.clash][attacker.troop.clash]
        return 1 if column is None else column

    def superiority(self, attacker: Unit, defender: Unit) -> Literal["AS", "DS", "-"]:
        """9.32 Superiority by weapon systems. DS* counts only while the defending javelin infantry has missiles."""
        cell = self._charts["shock_superiority"]["cells"][defender.troop.superiority][attacker.troop.superiority]
        if cell == "DS#":
            # A 8.36 Who carries missiles and has used them up has lost his superiority.
            return "-" if defender.missile is not None and defender.supply == "no" else "DS"
        if cell == "DS*":
            weapon = defender.weapon
            return "DS" if weapon is not None and weapon.wards and defender.supply != "no" else "-"
        return cell

    def crt(self, column: int, roll: int) -> tuple[int, int]:
        """9.34 (attacker hits, defender hits); column and roll are clamped to the chart."""
        a, d = self._charts["shock_crt"]["cells"][str(min(9, max(0, roll)))][str(min(13, max(1, column)))]
        return a, d

    def terrain_shift(self, row: str) -> int:
        """9.16 Column shift of one row of the terrain chart."""
        return self._charts["shock_terrain_shifts"]["rows"][row]

    def shifts_ground(self, ground: str) -> bool:
        """9.16 Whether the terrain chart has a row for the ground under the defenders (S: marsh too)."""
        return ground in self._charts["shock_terrain_shifts"]["rows"]

    def unit_shift(self, row: str) -> int:
        """A 8.36 Column shift for a kind of troops, by row of its chart."""
        return self._charts["shock_shifts"]["rows"][row]

    # -- 10.27 --------------------------------------------------------------------------------------------------

    def rallied(self, table: str, roll: int, tq: int) -> int | None:
        """A 10.27 Hits of a unit of a printed TQ that has rallied, by a table; None: it flees on after all."""
        chart = self._charts[table]
        column = next(i for i, most in enumerate(chart["columns"]) if tq <= most or i == len(chart["columns"]) - 1)
        row = next(r for r in chart["rows"] if min(roll, 9) in r["dr"])  # S 10.35 "8-9+"
        hits = row["hits"][column]
        return hits if hits is None or hits < tq else None

    def rampage(self, roll: int) -> Literal["nearest_friend", "direction", "away_first", "eliminated"]:
        """A 9.14, S 9.14 What a rampaging elephant does on a roll of 0 to 9."""
        return next(r["result"] for r in self._charts["rampage"]["rows"] if roll in r["dr"])

    # -- 5.33 ---------------------------------------------------------------------------------------------------

    def doom(self, roll: int) -> str:
        """5.33 Die Roll of Doom."""
        for r in self._charts["doom"]["rows"]:
            if roll in r["dr"]:
                return r["result"]
        raise ValueError(f"the doom chart has no row for {roll}")


def size_shift(attacker: int, defender: int, moved: bool) -> int:
    """9.16 step 2: column shift for total sizes; rounding favours attackers that moved. A size of 0 counts as 1.

    >>> size_shift(11, 5, True), size_shift(11, 5, False), size_shift(4, 5, False)
    (2, 1, -1)
    """
    attacker, defender = max(1, attacker), max(1, defender)
    if attacker >= defender:
        ratio = ceil(attacker / defender) if moved else attacker // defender
        return ratio - 1
    ratio = defender // attacker if moved else ceil(defender / attacker)
    return 1 - ratio


@cache
def _packaged(package: str) -> Charts:
    return Charts(document(package, "charts.json"))
