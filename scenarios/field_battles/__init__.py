"""Battles on the field: from the order of battle of a campaign to a scenario of Cataphract like any author's.

>>> from engine.systems.justinian.field.order_of_battle import example
>>> made = document(example(12, 7))
>>> made["title"], [s["name"] for s in made["sides"]]
('Battle of Picenum', ['Byzantines', 'Goths'])

The same order of battle gives the same document. Troops, ground and Withdrawal Levels come from the battle of its time
between the same powers (T:tactical_bridge), made even by :mod:`~scenarios.field_battles.handicaps`; the armies are
drawn up afresh, facing each other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import scenarios
from engine.kernel.journal import canonical
from engine.systems.cataphract.scenario import CataphractScenario, SideSpec
from engine.systems.gboh.scenario import LineSpec
from engine.systems.justinian.field.order_of_battle import FieldArmy, OrderOfBattle
from engine.systems.justinian.scenario import BYZANTINE, OSTROGOTHS, PERSIA, VANDALS
from scenarios.field_battles import commanders, deployment, rosters
from scenarios.field_battles.deployment import Ground
from scenarios.field_battles.handicaps import HANDICAPS

TURNS = 15
"""Turns after which a battle in which neither army has withdrawn is a draw."""

GROUNDS: Mapping[str, tuple[str, Ground, Ground]] = {
    PERSIA: ("cataphract/callinicum", Ground(17, "E", 14), Ground(26, "W", 14)),
    VANDALS: ("cataphract/tricameron", Ground(51, "W", 13), Ground(44, "E", 13)),
    OSTROGOTHS: ("cataphract/taginae", Ground(47, "E", 17), Ground(55, "W", 17)),
    "franks": ("cataphract/casilinum", Ground(26, "W", 15), Ground(18, "E", 15)),
}
"""By the enemy's power: the battle troops and ground come from, and where Byzantines and enemies are drawn up on it."""


def document(order: OrderOfBattle) -> dict[str, Any]:
    """The scenario of a battle on the field, as JSON holds it."""
    key, *places = GROUNDS[order.enemy.power]
    base = scenarios.load(key)
    assert isinstance(base, CataphractScenario)
    mine, theirs = base.sides
    theirs = HANDICAPS[order.enemy.power].troops(theirs)
    pairs = zip((mine, theirs), (order.army("byzantine"), order.army("barbarian")), places, strict=True)
    name, taken = order.city or order.where, set[str]()
    first, last = order.years
    return {
        "format": base.format,
        "system": base.system,
        "id": "field",
        "title": f"Battle of {name}",
        "date": f"{first}-{last}",
        "place": order.where,
        "briefing": _briefing(order, base),
        "provenance": {
            "troops and ground": base.title,
            "strengths": "the campaign",
            "withdrawal levels": "set by playing, so that forces the campaign calls even are so on the field",
        },
        "map": base.map.model_dump(mode="json"),
        "sides": [_side(order, spec, army, ground, base, taken) for spec, army, ground in pairs],
        "turn_limit": TURNS,
        "rules_not_used": [r for r in base.rules_not_used if r != "8.18"],
    }


def digest(document: Mapping[str, Any]) -> str:
    """SHA-256 of a document, in hexadecimal digits."""
    return hashlib.sha256(canonical(document)).hexdigest()


def _side(
    order: OrderOfBattle,
    spec: SideSpec,
    army: FieldArmy,
    ground: Ground,
    base: CataphractScenario,
    taken: set[str],
) -> dict[str, Any]:
    troops = rosters.chosen(spec, order.size(army.side))
    leaders = commanders.chosen(spec, army, troops, base, taken)
    drawn_up = deployment.Drawing(base.map, ground)
    units = drawn_up.units(troops, spec)
    whole = sum(rosters.points(t, 1) * t.most for t in rosters.listed(spec))
    fielded = sum(rosters.points(t, n) for t, n in troops)
    level = spec.withdrawal_level * HANDICAPS[order.enemy.power].level(army.side == "byzantine")
    facing = "E" if ground.facing == "W" else "W"
    return {
        "id": army.side,
        "name": spec.name if army.power != BYZANTINE else "Byzantines",
        "adjective": spec.adjective,
        "withdrawal_level": max(1, round(level * fielded / whole)),
        "disciplined": spec.disciplined,
        "retreat_edge": deployment.edge(base.map, facing),
        "retreat_facing": facing,
        "lines": [line.model_dump(mode="json") for line in _lines(spec, troops)],
        "replacements": [x.model_dump(mode="json") for x in spec.replacements],
        "leaders": drawn_up.leaders(leaders),
        "units": units,
    }


def _lines(spec: SideSpec, troops: Sequence[rosters.Fielded]) -> list[LineSpec]:
    """The side's table of Line Commands, without contingents that aren't there."""
    present = {t.group.contingent for t, _ in troops}
    found: list[LineSpec] = []
    for line in spec.lines:
        contingents = tuple(c for c in line.contingents if c in present)
        if contingents or not line.contingents:
            found.append(line.model_copy(update={"contingents": contingents}))
    return found


def _briefing(order: OrderOfBattle, base: CataphractScenario) -> dict[str, Any]:
    a, b = order.armies
    told = f"{a.name} ({a.sp} SP) attacks {b.name} ({b.sp} SP) in {order.where}."
    if order.full > 20:
        told += f" A point of Size stands for {round(100 * order.full / 20)} men."
    return {
        "history": f"A battle of a campaign. {told} Troops and ground are those of {base.title}.",
        "sides": {
            "byzantine": "Make them withdraw; what you lose here the campaign loses.",
            "barbarian": "Make them withdraw; what you lose here the campaign loses.",
        },
        "balance": "As strong as the campaign has made them.",
        "length": f"{TURNS} turns at the most; then it is a draw.",
    }
