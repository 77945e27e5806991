"""What a unit can do while the enemy gives orders: withdraw, feign a retreat, fire, lock shields."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.inquiry import scene
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import reach, retreats
from engine.systems.gboh.state import Unit


def of(g: Battle, u: Unit) -> Iterator[Fact]:
    """What it may do in the enemy's Orders Phase: withdraw, feign, fire at who enters its ZOC, lock shields."""
    other = scene.as_if(g, g.state.enemy(u.side))
    yield from _withdrawals(other, u)
    if fire.carries(g, u) and u.troop.reacts and fire.inability(g, u) is None:
        words = Text("Fires at units that enter or leave its ZOC, and returns fire")
        if u.zone == "none":
            words = Text("Returns fire")
        yield Fact(words, g.case(Case.REACTION_FIRE))
    yield from special.told(other, Special.reaction_facts, u)


def _withdrawals(g: Battle, u: Unit) -> Iterator[Fact]:
    """6.51 Whom it could withdraw from, of those that can come within two hexes of it in one move."""
    near = [
        e
        for e in g.units(g.state.enemy(u.side))
        if not e.routed and footprint.distance(e, u) <= e.ma + retreats.TRIGGER
    ]
    if not near or not g.uses(Case.WITHDRAWAL):
        return
    slower: dict[int, list[Unit]] = {}
    for e in near:
        if retreats.bar(g, u, e) is None:
            slower.setdefault(u.ma - reach.allowance(g, e), []).append(e)
    if not slower:
        bar = retreats.bar(g, u, min(near, key=lambda e: (e.ma, footprint.distance(e, u))))
        yield (
            Fact(Text("No Orderly Withdrawal: {why}", why=bar.text), bar.rule)
            if bar is not None
            else Fact(Text("No Orderly Withdrawal"), g.case(Case.WITHDRAWAL))
        )
    for mp, enemies in sorted(slower.items()):
        yield Fact(
            Text("Withdraws in order with {mp} MP from {enemies}", mp=mp, enemies=scene.names(enemies)),
            g.case(Case.WITHDRAWAL),
        )
    company = line_composition.cavalry_line(g, u)
    if slower and len(company) > 1:
        yield Fact(
            Text("With its whole cavalry Line if all can: {units}", units=scene.names(company)),
            g.case(Case.LINE_WITHDRAWAL),
        )
