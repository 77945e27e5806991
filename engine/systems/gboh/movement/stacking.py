"""6.6 Passing through friends, as the game's stacking chart has it (6.65)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.hexes import Hex
from engine.systems.gboh import footprint, special, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.stack import Passage, Toll
from engine.systems.gboh.state import Unit

WEAVING_MP = 1
"""MP a unit pays that a rule of the battle lets weave through a friend without a hit to itself."""


def passage(g: Battle, mover: Unit, here: Sequence[Unit]) -> Passage[Unit] | None:
    """6.65, table:stacking What the mover and those in its way take for its passing; None where it can't (6.47)."""
    closing = special.having(g, "bars_passing") if not mover.routed else ()
    if closing and any(r.bars_passing(g, h) for r in closing for u in here for h in footprint.hexes_of(u)):
        return None
    everybody = list({x.id: x for u in here for x in g.ranks(u) if x is not mover}.values())
    return stack.passage(g.game.stacking, mover, everybody)


def price(g: Battle, mover: Unit, h: Hex) -> Passage[Unit] | None:
    """:func:`passage` through whoever stands in a hex."""
    return passage(g, mover, sharing.others(g, mover, h))


def hits(g: Battle, mover: Unit, h: Hex) -> int:
    """6.65 Hits the mover takes for certain as it passes through a hex."""
    found = price(g, mover, h)
    return found.mover.hits if found is not None else 0


def may_pass(g: Battle, mover: Unit, friend: Unit) -> bool:
    """6.47 Whether the mover may pass through one friend: Columns neither pass nor are passed, save in flight."""
    return passage(g, mover, (friend,)) is not None


async def pass_through(g: Battle, mover: Unit, friend: Unit, *, weaving: bool = False) -> bool:
    """6.63, 6.65 ``mover`` enters the hex of ``friend``; the chart's Stop In (10.24) does the same to who stands there.

    Others in the hex suffer like that friend (11.63); the mover takes its hit once. ``weaving``: a rule of the battle
    spares the mover its hit (see :func:`special.weaves`).

    Returns True while the mover can go on.
    """
    here = [friend, *(u for u in g.units(friend.side) if u.hex == friend.hex and u is not friend and u is not mover)]
    found = passage(g, mover, here)
    if found is None:
        return mover.on_map
    for unit, toll in found.stationary:
        if unit.on_map:
            await _passed(g, mover, unit, toll)
        if unit is friend and found.mover.hits and not weaving:
            # 6.63 For riding down a routed friend too.
            cause = f"passing through {friend.id}"
            await cohesion.hits(g, mover, found.mover.hits, cause, g.case(Case.STACKING_CHART))
    return mover.on_map


async def _passed(g: Battle, mover: Unit, unit: Unit, toll: Toll) -> None:
    """What being passed through does to one unit."""
    rule = g.case(Case.STACKING_CHART)
    if toll.lost:
        # 6.63 A routed unit ridden down by its own side is lost, whoever rides.
        await g.breaks.eliminate(g, unit, f"{mover.id} passes through it", g.case(Case.PASSING_FRIENDS))
        return
    await cohesion.hits(g, unit, toll.hits, f"{mover.id} passes through it", rule)
    if toll.check == "none" or not unit.on_map:
        return
    verb = "flees" if mover.routed else "rides"
    least = 1 if toll.check == "excess, one at least" else 0
    n = await cohesion.tq_check(g, unit, "pass-through", f"{mover.id} {verb} through {unit.id}", rule, minimum=least)
    await cohesion.hits(g, unit, min(1, n) if toll.check == "one" else n, f"{mover.id} {verb} through it", rule)
