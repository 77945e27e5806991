"""What a battle's data must agree with besides its own format: the charts, cases and special rules of its system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from engine.kernel import parameters
from engine.kernel.complaints import near, offer, shown
from engine.kernel.hexes import show
from engine.kernel.parameters import Known
from engine.kernel.scenario import BaseScenario
from engine.kernel.special import Special
from engine.kernel.terrain import BattleMap

NEEDS_CODE = "What none of these does needs code: docs/writing-a-battle.md, “Rules that need code”, says where"
"""For who names a special rule that there isn't."""

SWITCHED_ON = '"optional": true'
"""What a special rule says that players switch on."""

ELSEWHERE: Mapping[str, str] = {
    "hidden": "units that lie hidden are played in Cataphract alone; how armies set up unseen by each other stands in "
    "docs/writing-a-battle.md, “What the battle is about”",
}
"""Rules that one game has and authors of the others look for, by id: what to tell them."""


def ground(
    battle_map: BattleMap, hexes: Collection[str], hexsides: Collection[str], roads: Collection[str] | None
) -> Iterator[str]:
    """Types of ground for which the charts have no row; the collections are those that have one (None: any)."""
    if battle_map.default_terrain not in hexes:
        yield f"map.default_terrain: {_no_ground('terrain', battle_map.default_terrain, hexes)}"
    for h in sorted(battle_map.terrain):
        if battle_map.terrain[h] not in hexes:
            yield f"map.terrain.{show(h)}: {_no_ground('terrain', battle_map.terrain[h], hexes)}"
    for j, feature in enumerate(battle_map.hexsides):
        if feature.type not in hexsides:
            here = f"map.hexsides[{j}] ({show(feature.a)}-{show(feature.b)}).type"
            yield f"{here}: {_no_ground('hexside', feature.type, hexsides)}"
    for j, road in enumerate(battle_map.roads):
        if roads is not None and road.type not in roads:
            yield f"map.roads[{j}] ({road.type}).type: {_no_ground('road', road.type, roads)}"


def _no_ground(what: str, given: str, known: Collection[str]) -> str:
    return f"the charts know no {what} {given!r}" + offer(given, known)


def special_rules(
    scenario: BaseScenario, kinds: Mapping[str, type[Special]], known: Mapping[str, Known]
) -> Iterator[str]:
    """Rules of this battle alone that no procedure implements, or that are given what they don't take.

    ``kinds``: the rules there are, by id. ``known`` looks up the names in their parameters, by kind of name.
    """
    for j, rule in enumerate(scenario.special_rules):
        here = f"special_rules[{j}] ({rule.id})"
        kind = kinds.get(rule.id)
        if kind is None:
            if rule.id in ELSEWHERE:
                yield f"{here}.id: {ELSEWHERE[rule.id]}"
                continue
            told = f"{here}.id: the referee knows no special rule {shown(rule.id)}{offer(rule.id, kinds)}"
            # Whoever has misspelt one is told so; anybody else has a new one in mind.
            yield told if near(rule.id, kinds) is not None else f"{told}. {NEEDS_CODE}"
            continue
        wrong = list(parameters.problems(kind.takes, rule.params, known))
        if not wrong:
            wrong = list(kind.takes.model_validate(rule.params).problems(scenario, rule.id))
        yield from (f"{here}.params.{why}" for why in wrong)


def briefing(scenario: BaseScenario) -> Iterator[str]:
    """Sides that are briefed and don't exist."""
    sides = [s.id for s in scenario.sides]
    for side in scenario.briefing.sides:
        if side not in sides:
            yield f"briefing.sides: {side!r} is no side of this battle" + offer(side, sides)


def cases(field: str, given: Collection[str], known: Callable[[str], bool]) -> Iterator[str]:
    """Entries of a list of cases, in ``field``, that are no cases of the rules."""
    for case in given:
        if not known(case):
            yield f"{field}: {case!r} is no case of the rules"


def optional_rules(scenario: BaseScenario, known: Callable[[str], bool]) -> Iterator[str]:
    """Optional rules that are neither cases nor optional special rules of the battle."""
    special = {r.id: r.optional for r in scenario.special_rules}
    for name in scenario.optional_rules:
        if special.get(name) or known(name):
            continue
        if name in special:
            yield f"optional_rules: the special rule {name} isn't optional; say {SWITCHED_ON} in it, if it should be"
            continue
        meant = near(name, [r for r, optional in special.items() if optional])
        hint = f"; did you mean {meant}?" if meant is not None else ""
        yield f"optional_rules: {name!r} is no case of the rules, and no optional special rule of this battle{hint}"
