"""What must be true of every position, whatever has happened."""

from __future__ import annotations

from engine.kernel.hexes import show
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.deployment import limits


def broken(g: Battle, *, at_rest: bool) -> list[str]:
    """Every invariant the position breaks, one sentence each; some hold only between orders (``at_rest``)."""
    found: list[str] = []
    held: dict[int, str] = {}
    for u in g.state.units.values():
        if u.hex is None:
            continue
        if u.eliminated:
            found.append(f"{u.id} is eliminated and still on the map")
        for h in footprint.hexes_of(u):
            if h not in g.map:
                found.append(f"{u.id} stands off the map at {show(h)}")
            if g.charts.is_prohibited(g.map.terrain_at(h)) and not special.any_of(g, Special.manned, h):
                found.append(f"{u.id} stands in prohibited terrain at {show(h)}")
            if not u.troop.is_engine and u.beneath is None:
                # A unit on its way through a friend shares that one's hex while its opponent is asked (6.63).
                if h in held and at_rest:
                    found.append(f"{u.id} and {held[h]} share {show(h)} ({g.case(Case.STACKING_LIMIT)})")
                held[h] = u.id
        if u.hits < 0:
            found.append(f"{u.id} has {u.hits} hits")
        if at_rest and u.routed and u.hits:
            found.append(f"{u.id} is routed and has hits ({g.case(Case.ROUT)})")
        if at_rest and u.hits and not u.routed and u.hits >= cohesion.tq(g, u):
            breaking = g.case(Case.BREAKING)
            found.append(f"{u.id} has {u.hits} hits at TQ {cohesion.tq(g, u)} and stands ({breaking})")
    for x in g.leaders():
        if x.at not in g.map:
            found.append(f"{x.id} is off the map")
        enemy = g.enemy_in(x.at, x.side)
        if enemy is not None and at_rest:
            rule = g.case(Case.LEADER_ENTERS_ZONE)
            found.append(f"{x.id} shares {show(x.at)} with the enemy's {enemy.id} ({rule})")
    if g.state.phase == "setup":
        for side in g.state.sides:
            for p in limits.choosers(g, side):
                if limits.area(g, p) and p.at not in limits.area(g, p):
                    found.append(f"{p.id} is set up at {show(p.at)}, outside its area")
    for side, account in g.state.sides.items():
        if account.rout_points < 0:
            found.append(f"{side} has {account.rout_points} Rout Points")
    return [*found, *special.told(g, Special.broken, at_rest=at_rest)]
