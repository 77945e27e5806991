"""What has to agree with the map, the charts and each other in the armies of a battle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from engine.kernel.complaints import offer, unknown
from engine.kernel.hexes import Facing, Hex, front, show
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.scenario import GbohScenario, LeaderSpec, SideSpec, UnitGroup
from engine.systems.gboh.troops import Troop, Weapon

MOST_TURNS = 999


Own = Callable[[Any, str], Iterator[str]]
"""What is wrong with what a system's groups of units alone have, given one and its path."""


def problems(
    scenario: GbohScenario, charts: Charts, troops: Mapping[str, Troop], own: Own, manned: Collection[Hex]
) -> Iterator[str]:
    """One sentence with its path each; ``manned`` are hexes units hold although nobody may enter them."""
    if scenario.turn_limit is not None and not 1 <= scenario.turn_limit <= MOST_TURNS:
        yield f"turn_limit: must be 1 to {MOST_TURNS}, or left out, not {scenario.turn_limit}"
    yield from _missiles(scenario, charts)
    held = {h: (s.id, g.code) for s in scenario.sides for g in s.units for h in g.hexes}
    closed = _Closed(scenario, charts, manned)
    for i, side in enumerate(scenario.sides):
        at = f"sides[{i}]"
        if not any(g.numbers for g in side.units):
            yield f"{at}.units: an army needs units"
        yield from _edge(scenario, side, at, closed)
        yield from _lines(side, at, troops)
        for j, group in enumerate(side.units):
            yield from _group(group, f"{at}.units[{j}] ({group.code})", closed)
            yield from own(group, f"{at}.units[{j}] ({group.code})")
        for j, leader in enumerate(side.leaders):
            here = f"{at}.leaders[{j}] ({leader.id})"
            yield from _leader(leader, here, troops)
            for field, hexes in (("hex", (leader.hex,)), ("allowed", leader.allowed)):
                for h in hexes:
                    yield from closed.at(f"{here}.{field}", h)
            if leader.hex in held and held[leader.hex][0] != side.id:
                yield f"{here}.hex: {show(leader.hex)} holds an enemy unit"
        yield from _chains(side, at)
    yield from _sharing(scenario, troops)
    ids: dict[str, int] = {}
    for i, side in enumerate(scenario.sides):
        taken = {x.id for s in scenario.sides for x in s.leaders}
        for j, leader in enumerate(side.replacements):
            if leader.id in taken or leader.id in ids:
                yield f"sides[{i}].replacements[{j}] ({leader.id}).id: used twice"
            ids[leader.id] = j
            yield from _leader(leader, f"sides[{i}].replacements[{j}] ({leader.id})", troops)


class _Closed:
    """Hexes nobody can stand in."""

    def __init__(self, scenario: GbohScenario, charts: Charts, manned: Collection[Hex]) -> None:
        self.map = scenario.map
        self.charts = charts
        self.manned = manned

    def at(self, here: str, h: Hex | None) -> Iterator[str]:
        """Why nobody can stand there, if so."""
        if h is None or h not in self.map or h in self.manned:
            return
        terrain = self.map.terrain_at(h)
        if self.charts.is_prohibited(terrain):
            yield f"{here}: nobody enters {terrain}, hex {show(h)}"


def _missiles(scenario: GbohScenario, charts: Charts) -> Iterator[str]:
    """9.31"""
    cells = charts.document["charts"]["missile_range_results"]["cells"]
    for row, strengths in scenario.missile_overrides.items():
        here = f"missile_overrides.{row}"
        if row not in cells:
            yield f"{here}: the Missile Range chart has no such row" + offer(row, cells)
            continue
        ranges = list(cells[row])
        for distance, strength in strengths.items():
            if distance not in ranges:
                yield f"{here}.{distance}: is no range of the chart; there are: {ranges[0]} to {ranges[-1]}"
            if not 0 <= strength <= 9:
                yield f"{here}.{distance}: must be 0 to 9, not {strength}"


def _edge(scenario: GbohScenario, side: SideSpec, at: str, closed: _Closed) -> Iterator[str]:
    """10.21 Where routed units flee to."""
    for h in side.retreat_edge:
        yield from closed.at(f"{at}.retreat_edge", h)
    facing = side.retreat_facing
    if facing is None:
        if len(side.retreat_edge) > 1:
            yield f"{at}.retreat_facing: is missing: null is for a retreat_edge of one hex"
        return
    if not facing.is_vertex:
        yield f"{at}.retreat_facing: {facing.name} is a hexside; routing units face a vertex"
        return
    inside = [h for h in side.retreat_edge if h in scenario.map and all(x in scenario.map for x in front(h, facing))]
    if inside:
        right = [f for f in Facing if f.is_vertex and any(x not in scenario.map for x in front(inside[0], f))]
        more = f"; there it is {' or '.join(f.name for f in right)}" if right else ""
        yield (
            f"{at}.retreat_facing: {facing.name} doesn't lead off the map from {show(inside[0])} of retreat_edge{more}"
        )


def _lines(side: SideSpec, at: str, troops: Collection[str]) -> Iterator[str]:
    """4.32"""
    if not side.lines and any(x.line_commands for x in side.leaders):
        yield f"{at}.lines: missing, though leaders of this army may give Line Commands"
    yield from lines(side, at, troops)


def lines(side: SideSpec, at: str, troops: Collection[str]) -> Iterator[str]:
    """4.32 What is wrong with the rows of a side's Line Commands: they name nobody there is."""
    contingents = {g.contingent for g in side.units}
    for j, line in enumerate(side.lines):
        if not line.types:
            yield f"{at}.lines[{j}]: names no unit type"
        yield from kinds(f"{at}.lines[{j}]", line.types, troops)
        yield from _contingents(f"{at}.lines[{j}].contingents", line.contingents, contingents)


def kinds(here: str, given: Collection[str], troops: Collection[str]) -> Iterator[str]:
    """Types and classes that no troops are of; a type of which there are classes alone is asked for one of them."""
    for kind in given:
        if kind in troops:
            continue
        classes = sorted(x for x in troops if x.startswith(f"{kind}/"))
        if classes:
            yield f"{here}: {kind!r} says no class; write {' or '.join(classes)}"
        else:
            yield f"{here}: {kind!r} is no unit type; known: {', '.join(sorted(troops))}"


def _contingents(here: str, given: Collection[str], known: Collection[str]) -> Iterator[str]:
    for name in given:
        if name not in known:
            yield f"{here}: no unit belongs to {name}" + offer(name, sorted(known))


def _group(group: UnitGroup, here: str, closed: _Closed) -> Iterator[str]:
    if not group.numbers:
        yield f"{here}.numbers: names no unit"
    for n in group.numbers:
        if not 1 <= n <= 999:
            yield f"{here}.numbers: must be 1 to 999, not {n}"
    for field, hexes in (("hexes", group.hexes), ("allowed", group.allowed)):
        for h in hexes:
            yield from closed.at(f"{here}.{field}", h)
    if group.reinforcement is not None and group.hexes:
        yield f"{here}.hexes: units that come by a reinforcement have none"
    if group.rp is not None and not 0 <= group.rp <= 1000:
        yield f"{here}.rp: must be 0 to 1000, not {group.rp}"


def _leader(leader: LeaderSpec, here: str, troops: Collection[str]) -> Iterator[str]:
    yield from kinds(f"{here}.kinds", leader.kinds, troops)
    if leader.strategy is not None and not 0 <= leader.strategy <= 9:
        yield f"{here}.strategy: must be 0 to 9, not {leader.strategy}"
    if leader.superior == leader.id:
        yield f"{here}.superior: nobody is their own superior"


def _chains(side: SideSpec, at: str) -> Iterator[str]:
    """4.6 Who takes whose place: nobody in the end their own."""
    heirs = {x.id: x.succeeds for x in side.leaders}
    for j, leader in enumerate(side.leaders):
        seen: list[str] = []
        name: str | None = leader.id
        while name is not None and name not in seen:
            seen.append(name)
            name = heirs.get(name)
        if name == leader.id:
            yield f"{at}.leaders[{j}] ({leader.id}).succeeds: in a circle: {' succeeds '.join([*seen, leader.id])}"


def _sharing(scenario: GbohScenario, troops: Mapping[str, Troop]) -> Iterator[str]:
    """6.62 Units of both sides in one hex."""
    first, second = scenario.sides
    held = {h: g.code for g in first.units for h in g.hexes}
    for j, group in enumerate(second.units):
        for h in group.hexes:
            kinds = (group.kind, *(g.kind for g in first.units if h in g.hexes))
            if h in held and any(k in troops and troops[k].is_engine for k in kinds):
                yield f"sides[1].units[{j}] ({group.code}).hexes: hex {show(h)} is held by the enemy's {held[h]}"


def kind_problems(
    group: UnitGroup, troops: Mapping[str, Troop], weapons: Mapping[str, Weapon], here: str
) -> Iterator[str]:
    """Classes that a type hasn't, and missiles that nobody of it shoots."""
    if group.kind not in troops:
        classes = [kind.partition("/")[2] for kind in troops if kind.startswith(f"{group.type}/")]
        yield f"{here}.cls: {unknown(group.cls, classes)}" if classes else f"{here}.cls: {group.type} has no classes"
    elif group.missile is not None and troops[group.kind].arm not in weapons[group.missile].rows:
        yield f"{here}.missile: nobody of type {group.type} shoots with {group.missile}"
