"""What a unit can do while the enemy acts: shoot at who comes up, return fire, counter-charge, withdraw."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact, percent
from engine.kernel.text import Text
from engine.systems.men_of_iron import counter_charge, shot
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.preview import scene
from engine.systems.men_of_iron.shock import before
from engine.systems.men_of_iron.state import Unit


def of(g: Battle, u: Unit) -> Iterator[Fact]:
    """9.2, 10.2, 11.5 as the unit stands, against whoever may come."""
    yield from _fire(g, u)
    yield from _counter_charge(g, u)
    yield from _withdrawal(g, u)
    if g.exerts_zoc(u):
        yield Fact(Text("Its ZOC: {hexes}", hexes=_listed(g.zoc(u))), "7.1")


def _listed(hexes: tuple[int, ...]) -> str:
    return ", ".join(show(h) for h in hexes) or "-"


def _fire(g: Battle, u: Unit) -> Iterator[Fact]:
    if u.weapon is None or shot.inability(g, u) is not None:
        return
    front = _listed(g.front(u))
    if u.weapon == "crossbow":
        used = g.state.activation is not None and u.id in g.act.reaction_shots
        words = (
            "Has made its one Reaction shot of this activation"
            if used
            else "Fires once in an activation at who enters {hexes}, not at Counter-Charges; never returns fire"
        )
        yield Fact(Text(words, hexes=front), "9.2/cb")
        return
    yield Fact(Text("Fires at everybody who enters {hexes}", hexes=front), "9.2/reaction")
    text = Text("Returns fire within {n:hex|hexes}, not to its rear", n=shot.reach(g, u))
    yield Fact(text, "9.2/return")


def _counter_charge(g: Battle, u: Unit) -> Iterator[Fact]:
    if u.type != "MM":
        return
    if not u.normal:
        yield Fact(Text("No Counter-Charge: it is {state}", state=scene.state(u)), "11.5")
    elif g.active is not None and g.active != u.side and u.id in g.act.countercharged:
        yield Fact(Text("It has made its Counter-Charge in this activation"), "11.5")
    else:
        text = Text(
            "Counter-charges succeed with {front}, through a flank {flank}; never to the rear",
            front=percent(counter_charge.chance(g, u, "front")),
            flank=percent(counter_charge.chance(g, u, "flank")),
        )
        yield Fact(text, "11.6")
        holders = g.enemy_zoc(u.at, u.side)
        if holders:
            words = (
                "In the ZOC of {enemies}: at nobody else" if len(holders) == 1 else "In the ZOC of {enemies}: at nobody"
            )
            yield Fact(Text(words, enemies=scene.names(holders)), "11.5")


def _withdrawal(g: Battle, u: Unit) -> Iterator[Fact]:
    """10.2, NA-3 Before foot; before anybody where a battle's rule says so."""
    enemy = g.state.enemy(u.side)
    foot = next((e for e in g.units(enemy) if e.foot), None)
    horse = next((e for e in g.units(enemy) if e.mounted), None)
    how = before.evasion(g, u, [foot]) if foot is not None else None
    if how is None:
        return
    wide = horse is not None and before.evasion(g, u, [horse]) is not None
    whom = Text("anybody") if wide else Text("foot")
    words = (
        "Retreats before Shock by {whom}, and becomes Disordered"
        if how.disorders
        else "Retreats before Shock by {whom}"
    )
    yield Fact(Text(words, whom=whom), how.rule)
