"""A 8.53, S 8.43 How a unit of two hexes takes the ground: forward, by a wheel, or forward and then by a wheel."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.events import facing_name, pair_moved
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.movement import displaced, pairs
from engine.systems.gboh.state import Unit

Way = tuple[Move, ...]


def ways(g: Battle, unit: Unit, vacated: Collection[Hex]) -> list[Way]:
    """The ways open to it, each to end with a half in a hex that enemies have left."""

    def free(h: Hex) -> bool:
        return h in g.map and g.unit_at(h) in (None, unit)

    found = footprint.advances(unit, frozenset(vacated), free, whole=g.game.combat.pair_advances_whole)
    if g.deep(unit):
        # A 9.62, S 9.52 Double depth neither wheels nor turns.
        found = tuple(way for way in found if all(m.kind not in pairs.WHEELS for m in way))
    return [way for way in found if all(_passable(g, unit, m) for m in way)]


def _passable(g: Battle, unit: Unit, m: Move) -> bool:
    return all(g.charts.step_cost(g.map, unit, a, to) is not None for a, to in m.steps if to in m.entered)


def hits(g: Battle, unit: Unit, way: Way) -> int:
    """Hits a way costs for certain."""
    total = 0
    for m in way:
        costs = (g.step_cost(unit, a, to) for a, to in m.steps if to in m.entered)
        total += max((c.hits for c in costs if c is not None), default=0)
        total += unit.troop.wheel_hits if m.kind in pairs.WHEELS else 0
    return total


async def choose(g: Battle, unit: Unit, open_to: list[Way], vacated: Collection[Hex]) -> Way:
    """The way its owner takes: of those that fill as many hexes for as few hits the one to name."""
    ranked = sorted(
        open_to,
        key=lambda w: (
            hits(g, unit, w),
            -sum(h in vacated for h in footprint.hexes_of(w[-1].to)),
            len(w),
            w[-1].to.hex,
            w[-1].to.facing,
        ),
    )
    named = {_key(w): w for w in reversed(ranked)}
    if len(named) == 1:
        return ranked[0]
    answer = await g.ask(
        Choose(
            kind="advance-hex",
            side=unit.side,
            rule=g.case(Case.WHO_ADVANCES),
            prompt=Text("{unit} advances. How?", unit=unit.id),
            subject=unit.id,
            focus=(*footprint.hexes_of(unit), *vacated),
            choices=tuple(
                Choice(
                    _key(w),
                    Text(
                        "To {hexes}, facing {facing}",
                        hexes=joined((show(h) for h in footprint.hexes_of(w[-1].to)), " and "),
                        facing=facing_name(w[-1].to.facing),
                    ),
                    unit=unit.id,
                    hex=w[-1].to.hex,
                    facing=w[-1].to.facing,
                    hits=hits(g, unit, w),
                )
                for w in ranked
                if named[_key(w)] is w
            ),
            default_key=_key(ranked[0]),
        )
    )
    return named[answer.key]


def _key(way: Way) -> str:
    end = way[-1].to
    return f"{show(end.hex)}@{end.facing.name}"


async def go(g: Battle, unit: Unit, way: Way) -> None:
    """8.51 The advance, move by move: hits that never break it, then what the opponent may do."""
    rule, cap = g.case(Case.ADVANCE), cohesion.tq(g, unit) - 1
    for m in way:
        if not unit.on_map or unit.routed:
            return
        zones = g.zones(g.state.enemy(unit.side))
        about = m in footprint.wheels_about(unit, zones)
        holders = {e.id: e for h in footprint.hexes_of(unit) for e in g.enemy_zoc(h, unit.side)}
        company, places = await riders.advancing(g, unit), footprint.hexes_of(unit)
        harm = hits(g, unit, (m,))
        g.emit(pair_moved(unit, m, how="advance", rule=rule))
        special.call(g, Special.entered, unit)
        displaced.follow(g, company, m, "advance", rule)
        for u in g.ranks(unit):
            await cohesion.hits(g, u, harm, Text("advancing"), rule, cap=cohesion.tq(g, u) - 1)
        if about and any(e.troop.target != "skirmisher" for e in holders.values()):
            text, wheel = Text("{unit} wheels before the enemy", unit=unit.id), g.case(Case.HALF_WHEEL)
            n = await cohesion.tq_check(g, unit, "wheel", text, wheel, minimum=1)
            await cohesion.hits(g, unit, n, Text("wheeling before the enemy"), wheel, cap=cap)
        await displaced.comes_up(g, unit, places)
        for h in places:
            await leaders.left_alone(g, h, unit.side)
