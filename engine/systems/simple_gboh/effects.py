"""8.1, 8.4, 9.0 Hits, and units that are lost with their Rout Points; what becomes of their leaders.

What hits at TQ do is :mod:`.breaking`'s, which every battle is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text
from engine.systems.gboh import footprint, special, stack
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.events import UnitEliminated
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.leaders import LeaderAway
from engine.systems.simple_gboh.state import Unit


def room(g: Battle, unit: Unit) -> int:
    """8.1 Hits that Rout or Deplete the unit, no fewer."""
    return cohesion.tq(g, unit) - unit.hits


# -- hits ------------------------------------------------------------------------------------------------------------


def shared(g: Battle, unit: Unit, n: int) -> Sequence[tuple[Unit, int]]:
    """5.35 Who of a stack takes how many of its hits, from top to bottom; in double depth the upper alone (10.3)."""
    return stack.shared(n, fighting(g, unit), "front")


def fighting(g: Battle, unit: Unit) -> tuple[Unit, ...]:
    """5.35 The units that fight as one with the top unit of a hex: two in a stack; double depth is one unit (10.3)."""
    ranks = g.ranks(unit)
    return ranks[:1] if g.deep(unit) else ranks


def depletes(unit: Unit) -> bool:
    """8.2 Whether it is Depleted where others Rout: at full strength, with a Depleted side by the scenario's list."""
    return unit.depletable and not unit.depleted


def remaining(unit: Unit, hits: int) -> int:
    """8.22 Hits left of so many when they Deplete the unit: those beyond its printed TQ, but one at least."""
    return max(1, hits - unit.tq)


# -- lost ------------------------------------------------------------------------------------------------------------


def points(g: Battle, unit: Unit) -> int:
    """9.0 table:rout_points Rout Points of a unit: its printed TQ, twice in two hexes, twice in double depth."""
    each = rout.points(unit)
    if unit.rp is not None or not g.deep(unit):
        return each
    return 2 * each if unit.beneath is None else 0  # 10.3 One unit, with the front one's TQ.


async def eliminate(g: Battle, unit: Unit, cause: Text, rule: str) -> None:
    """8.4, 9.0, 4.36 Take a unit out of play: its Rout Points count, its leaders are engaged elsewhere.

    Double depth is one unit and goes together (10.3); of a stack the other one stays.
    """
    if unit.eliminated:
        return
    both = g.ranks(unit) if g.deep(unit) else (unit,)
    others = [u for u in g.ranks(unit) if u not in both]
    company = () if others else g.leaders_with(unit)
    due = [(u, points(g, u)) for u in both]
    for u in others:
        if u.beneath is not None:
            g.emit(g.formed(unit=u.id, below="", rule="5.35"))
    for u, n in due:
        at = u.hex
        if u.beneath is not None:
            g.emit(g.formed(unit=u.id, below="", rule=rule))
        g.emit(UnitEliminated(unit=u.id, at=at, points=n, cause=cause, rule=rule))
    special.call(g, Special.dislodged)
    for leader in company:
        if leader.on_map and all(leader.hex not in footprint.hexes_of(u) for u in g.units(leader.side)):
            g.emit(LeaderAway(leader=leader.id, rule="4.36"))
    for u, _ in due:
        await special.run(g, Special.routed, u)
