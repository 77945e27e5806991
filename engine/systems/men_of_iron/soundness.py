"""What has to agree with the charts in a Men of Iron battle's data; its form alone is checked by the model."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel import soundness
from engine.kernel.hexes import Hex, show
from engine.systems.men_of_iron import rulebook, special
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.scenario import (
    Formation,
    MenOfIronScenario,
    SideSpec,
    UnitGroup,
    UnitType,
)
from engine.systems.men_of_iron.special import named

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
    yield from soundness.ground(scenario.map, hexes.__contains__, hexsides.__contains__, lambda name: True)


def rule_problems(scenario: MenOfIronScenario) -> Iterator[str]:
    """What is wrong with special rules: unknown ones, and what they aren't given or can't do anything with."""
    yield from soundness.special_rules(scenario, special.kinds(), named.known(scenario))


def _side(scenario: MenOfIronScenario, side: SideSpec, at: str, known: Collection[str]) -> Iterator[str]:
    ids = {c.id for c in side.commands}
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
        yield from _dry(scenario, command.leader.hex, f"{here}.leader.hex", known)
        for k, group in enumerate(command.units):
            yield from _group(scenario, side, command.id, group, f"{here}.units[{k}] ({group.code})", known)
    for j, standard in enumerate(side.standards):
        yield from _dry(scenario, standard.hex, f"{at}.standards[{j}] ({standard.id}).hex", known)


def _group(
    scenario: MenOfIronScenario, side: SideSpec, command: str, group: UnitGroup, here: str, known: Collection[str]
) -> Iterator[str]:
    for h in group.hexes:
        yield from _dry(scenario, h, f"{here}.hexes", known)
    forms = any(group.type in f.types and (not f.commands or command in f.commands) for f in side.formations)
    if group.formation and not forms:
        yield f"{here}.formation: {group.type} of this Command may use no formation"
    if group.weapon is not None and group.type not in ("MH", "DH"):
        yield f"{here}.weapon: only Hobilars are given one (14.2)"


def _dry(scenario: MenOfIronScenario, h: Hex, here: str, known: Collection[str]) -> Iterator[str]:
    """A piece stands where nobody can."""
    terrain = scenario.map.terrain_at(h)
    if terrain in known and Charts.standard().terrain(terrain).impassable:
        yield f"{here}: nobody enters {terrain}, hex {show(h)}"
