"""What has to agree with the charts in a Men of Iron battle's data; its form alone is checked by the model."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel import soundness
from engine.kernel.hexes import Hex, show
from engine.kernel.scenario import SpecialRule
from engine.systems.men_of_iron import rulebook, special
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.scenario import (
    Formation,
    MenOfIronScenario,
    SideSpec,
    UnitGroup,
    UnitType,
)

FORMERS: dict[Formation, tuple[UnitType, ...]] = {"shield-wall": ("PK", "DM"), "schiltron": ("PK",)}
"""14.1, FK-1 Types that may stand in a formation at all."""


def problems(scenario: MenOfIronScenario) -> Iterator[str]:
    """What the model can't see; one sentence with its path each."""
    yield from ground_problems(scenario)
    hexes = Charts.standard().terrains()
    for i, side in enumerate(scenario.sides):
        yield from _side(scenario, side, f"sides[{i}]", set(hexes))
    yield from soundness.special_rules(scenario, special.kinds())
    yield from rule_problems(scenario)
    yield from soundness.optional_rules(scenario, lambda number: rulebook.BOOK.case(number) is not None)


def ground_problems(scenario: MenOfIronScenario) -> Iterator[str]:
    """Terrain of the map for which the charts have no row."""
    charts = Charts.standard()
    hexes, hexsides = charts.terrains(), charts.hexside_types()
    # Roads cost nothing and spare nothing in these rules: any will do.
    yield from soundness.ground(scenario.map, hexes.__contains__, hexsides.__contains__, lambda name: True)


def rule_problems(scenario: MenOfIronScenario) -> Iterator[str]:
    """What is wrong with the parameters of special rules."""
    for j, rule in enumerate(scenario.special_rules):
        yield from _rule(scenario, rule, f"special_rules[{j}] ({rule.id}).params")


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


def _rule(scenario: MenOfIronScenario, rule: SpecialRule, here: str) -> Iterator[str]:
    """A special rule's parameters: those it needs, and whatever they name."""
    kind = special.kinds().get(rule.id)
    for name in kind.needs if kind is not None else ():
        if name not in rule.params:
            yield f"{here}.{name}: missing"
    units = {f"{g.code}{n}": g for s in scenario.sides for g in s.units for n in g.numbers}
    there: dict[str, Collection[object]] = {
        "side": {s.id for s in scenario.sides},
        "command": {c.id for s in scenario.sides for c in s.commands},
        "units": units,
        "hexes": {x for h in scenario.map.hexes for x in (h, show(h))},
        "column": range(scenario.map.cols[0], scenario.map.cols[1] + 1),
        "terrain": Charts.standard().terrains(),
    }
    there |= {"commands": there["command"], "columns": there["column"]}
    for name, value in rule.params.items():
        for one in value if isinstance(value, list) else [value]:
            if name in there and one not in there[name]:
                yield f"{here}.{name}: there is no {one!r} in this battle"
    brought, hexes = rule.params.get("units"), rule.params.get("hexes")
    if isinstance(brought, list):
        for name in brought:
            if name in units and units[str(name)].arrival != rule.id:
                yield f"{here}.units: {name} doesn't wait for this rule (its group's arrival)"
        if isinstance(hexes, list) and len(hexes) != len(brought):
            yield f"{here}.hexes: {len(brought)} units need as many hexes, not {len(hexes)}"
