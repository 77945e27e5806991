"""What has to agree with the charts in a Men of Iron battle's data; its form alone is checked by the model."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel import soundness
from engine.kernel.hexes import Hex, show
from engine.systems.men_of_iron import rulebook
from engine.systems.men_of_iron.charts import Charts, is_mounted
from engine.systems.men_of_iron.scenario import (
    Formation,
    MenOfIronScenario,
    SideSpec,
    UnitGroup,
    UnitType,
)
from engine.systems.men_of_iron.special import named
from engine.systems.men_of_iron.special.kinds import KINDS

FORMERS: dict[Formation, tuple[UnitType, ...]] = {"shield-wall": ("PK", "DM"), "schiltron": ("PK",)}
"""14.1, FK-1 Types that may stand in a formation at all."""


def problems(scenario: MenOfIronScenario) -> Iterator[str]:
    """What the model can't see; one sentence with its path each."""
    yield from ground_problems(scenario)
    hexes = Charts.standard().terrains()
    for i, side in enumerate(scenario.sides):
        yield from _side(scenario, side, f"sides[{i}]", set(hexes))
    yield from rule_problems(scenario)
    yield from soundness.optional_rules(scenario, lambda number: rulebook.BOOK.case(number) is not None)


def ground_problems(scenario: MenOfIronScenario) -> Iterator[str]:
    """Terrain of the map for which the charts have no row."""
    charts = Charts.standard()
    hexes, hexsides = charts.terrains(), charts.hexside_types()
    # Roads cost nothing and spare nothing in these rules: any will do.
    yield from soundness.ground(scenario.map, hexes, hexsides, None)


def rule_problems(scenario: MenOfIronScenario) -> Iterator[str]:
    """What is wrong with special rules: unknown ones, and what they aren't given or can't do anything with."""
    yield from soundness.special_rules(scenario, KINDS, named.known(scenario))


def _side(scenario: MenOfIronScenario, side: SideSpec, at: str, known: Collection[str]) -> Iterator[str]:
    ids = {c.id for c in side.commands}
    if not side.commands:
        yield f"{at}.commands: an army needs Commands"
    enemies = {h: g.code for s in scenario.sides if s is not side for g in s.units for h in g.hexes}

    def held(here: str, h: Hex) -> Iterator[str]:
        if h in enemies:
            yield f"{here}: hex {show(h)} is held by the enemy's {enemies[h]}"

    for j, spec in enumerate(side.formations):
        here = f"{at}.formations[{j}]"
        for kind in spec.types:
            if kind not in FORMERS[spec.formation]:
                yield f"{here}.types: {kind} never forms a {spec.formation} (14.1)"
        for name in spec.commands:
            if name not in ids:
                yield f"{here}.commands: {name} is no Command of this side"
    for j, command in enumerate(side.commands):
        here = f"{at}.commands[{j}] ({command.id})"
        if not command.units:
            yield f"{here}.units: a Command needs units"
        yield from _dry(scenario, command.leader.hex, f"{here}.leader.hex", known, mounted=True)
        yield from held(f"{here}.leader.hex", command.leader.hex)
        if side.standards and not any(command.id in x.commands for x in side.standards):
            yield f"{at}.standards: none rallies {command.id} (13.2)"
        for k, group in enumerate(command.units):
            yield from _group(scenario, side, command.id, group, f"{here}.units[{k}] ({group.code})", known)
    for j, standard in enumerate(side.standards):
        here = f"{at}.standards[{j}] ({standard.id}).hex"
        yield from _dry(scenario, standard.hex, here, known)
        yield from held(here, standard.hex)
    if not side.standards:
        yield f"{at}.standards: an army needs one at least (13.2)"
    for j, marker in enumerate(side.markers):
        here = f"{at}.markers[{j}] ({marker.id}).hex"
        yield from _dry(scenario, marker.hex, here, known)
        yield from held(here, marker.hex)
        if marker.facing is not None and not marker.facing.is_vertex:
            yield f"{at}.markers[{j}] ({marker.id}).facing: {marker.facing.name} is a hexside"


def _group(
    scenario: MenOfIronScenario, side: SideSpec, command: str, group: UnitGroup, here: str, known: Collection[str]
) -> Iterator[str]:
    if not group.numbers:
        yield f"{here}.numbers: names no unit"
    for n in group.numbers:
        if not 1 <= n <= 999:
            yield f"{here}.numbers: must be 1 to 999, not {n}"
    for h in group.hexes:
        yield from _dry(scenario, h, f"{here}.hexes", known, mounted=is_mounted(group.type))
    if group.arrival is not None:
        if group.hexes:
            yield f"{here}.hexes: units that come later have none (their arrival)"
        rule = scenario.special(group.arrival)
        kind = KINDS.get(group.arrival)
        if rule is not None and kind is not None and "units" not in kind.takes.model_fields:
            yield f"{here}.arrival: the special rule {group.arrival} brings nobody on"
    forms = any(group.type in f.types and (not f.commands or command in f.commands) for f in side.formations)
    if group.formation and not forms:
        yield f"{here}.formation: {group.type} of this Command may use no formation"
    if group.weapon is not None and group.type not in ("MH", "DH"):
        yield f"{here}.weapon: only Hobilars are given one (14.2)"


def _dry(
    scenario: MenOfIronScenario, h: Hex, here: str, known: Collection[str], *, mounted: bool = False
) -> Iterator[str]:
    """A piece stands where nobody can, or nobody on horseback."""
    terrain = scenario.map.terrain_at(h)
    if terrain not in known or h not in scenario.map:
        return
    ground = Charts.standard().terrain(terrain)
    if ground.impassable:
        yield f"{here}: nobody enters {terrain}, hex {show(h)}"
    elif mounted and ground.mp(mounted=True) is None:
        yield f"{here}: nobody rides into {terrain}, hex {show(h)} (5.1)"
