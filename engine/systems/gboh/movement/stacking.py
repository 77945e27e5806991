"""6.6 Passing through friends, as the game's stacking chart has it (6.65)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import footprint, special, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.stack import Passage, Toll
from engine.systems.gboh.state import Unit

WEAVING_MP = 1
"""MP a unit pays that a rule of the battle lets weave through a friend without a hit to itself."""


def passage(g: Battle, mover: Unit, here: Sequence[Unit]) -> Passage[Unit] | None:
    """6.65, table:stacking What the mover and those in its way take for its passing; None where it can't (6.47)."""
    closing = special.having(g, Special.bars_passing) if not mover.routed else ()
    if closing and any(r.bars_passing(g, h) for r in closing for u in here for h in footprint.hexes_of(u)):
        return None
    # S 6.63 Of a stack that goes as one the lower counts as one more that the upper goes through.
    with_it = [mover] if g.massed == mover.id else []
    everybody = list({x.id: x for u in (*here, *with_it) for x in g.ranks(u) if x is not mover}.values())
    return stack.passage(g.game.stacking, mover, everybody)


def entry_mp(g: Battle, mover: Unit, here: Sequence[Unit]) -> int:
    """G 5.14 Movement Points for entering a hex of these friends besides those of the ground, to stay or to go on."""
    if not g.game.movement.friends_cost:
        return 0
    others = list({x.id: x for u in here for x in g.ranks(u) if x is not mover and x.side == mover.side}.values())
    chart = g.game.stacking
    return max((v.mp for v in (*chart.through(mover, others), chart.stop(mover, others))), default=0) if others else 0


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


def full(g: Battle, mover: Unit, h: Hex) -> Refusal:
    """6.61, S 6.63, G 5.32 Why the mover can't stay where friends stand: who it is, or that they are two already."""
    # A friend in ambush stands there too, though he isn't seen.
    here = sharing.others(g, mover, h) or [g.lurkers(mover.side)[h]]
    third = len(here) > 1 and any(sharing.stays_with(g, mover, (u,)) for u in here)
    if third and Case.STACK_TERMS in g.game.cases:
        text = "{unit} can't end its move at {hex}: {others} stand there, and a third unit can't stay."
        return Refusal(
            text,
            rule=g.case(Case.STACK_TERMS),
            unit=mover.id,
            hex=show(h),
            others=joined((u.id for u in here), " and "),
        )
    text = "{unit} can't end its move at {hex}: {other} stands there."
    return Refusal(text, rule=g.case(Case.STACKING_LIMIT), unit=mover.id, hex=show(h), other=here[0].id)


async def pass_through(g: Battle, mover: Unit, friend: Unit, *, weaving: bool = False) -> bool:
    """6.63, 6.65 ``mover`` enters the hex of ``friend``; the chart's Stop In (10.24) does the same to who stands there.

    Others in the hex suffer like that friend (11.63); the mover takes its hit once. ``weaving``: a rule of the battle
    spares the mover its hit (see :meth:`Special.weaves`).

    Returns True while the mover can go on.
    """
    here = [friend, *(u for u in g.units(friend.side) if u.hex == friend.hex and u is not friend and u is not mover)]
    found = passage(g, mover, here)
    if found is None:
        return mover.on_map
    tolls = {u.id: toll for u, toll in found.stationary}
    for unit, toll in found.stationary:
        if unit.on_map and unit.beneath not in tolls:
            await _passed(g, mover, unit, toll, tolls)
        if unit is friend and found.mover.hits and not weaving:
            # 6.63 For riding down a routed friend too.
            cause = Text("passing through {unit}", unit=friend.id)
            await cohesion.hits(g, mover, found.mover.hits, cause, _case(g, mover))
    return mover.on_map


def suffered(g: Battle, unit: Unit, hits: int) -> int:
    """10.26 Of so many hits of friends who come where a unit stands those it takes: routed none, in some games."""
    return 0 if unit.routed and g.game.combat.routed_passed_unhurt else hits


async def stop_in(g: Battle, mover: Unit, h: Hex) -> None:
    """S 6.69, 10.25 A flight would end in friends' hex: what "Stop In" has for those there beyond "Through"."""
    here = sharing.others(g, mover, h)
    found = passage(g, mover, here)
    tolls: dict[str, Toll] = {}
    for u, had in found.stationary if found is not None else ():
        due = g.game.stacking.stop(mover, (u,)).stationary
        check = due.check if had.check == "none" else "none"
        tolls[u.id] = Toll(hits=max(0, due.hits - had.hits), check=check)
    for u in [u for u in here if u.id in tolls]:
        if u.on_map and u.beneath not in tolls:
            await _passed(g, mover, u, tolls[u.id], tolls, ends=True)


def _case(g: Battle, mover: Unit) -> str:
    """What friends suffer, and by what case: of who flees by 10.24 where the book has one for it, else by the chart."""
    flees = mover.routed and Case.ROUT_THROUGH in g.game.cases
    return g.case(Case.ROUT_THROUGH if flees else Case.STACKING_CHART)


_PASSES = "{mover} passes through it", "{mover} passes through {unit}"
_FLEES = "{mover} flees through it", "{mover} flees through {unit}"
_ENDS = "{mover} ends its flight on it", "{mover} ends its flight on {unit}"


async def _passed(
    g: Battle, mover: Unit, unit: Unit, toll: Toll, tolls: Mapping[str, Toll], *, ends: bool = False
) -> None:
    """What being passed through does to one unit; to both of a stack, for which the upper checks TQ (S 6.68).

    ``ends``: the mover's flight ends with it.
    """
    rule = _case(g, mover)
    cause, deed = _ENDS if ends else _FLEES if mover.routed else _PASSES
    cause = Text(cause, mover=mover.id)
    if toll.lost:
        # 6.63 A routed unit ridden down by its own side is lost, whoever rides.
        await g.breaks.eliminate(g, unit, cause, g.case(Case.PASSING_FRIENDS))
        return
    both = g.ranks(unit) if g.stacked(unit) else (unit,)
    for u in both:
        n = suffered(g, u, tolls[u.id].hits) if u.id in tolls else 0
        await cohesion.hits(g, u, n, cause, rule, defer=len(both) > 1)
    for u in both if len(both) > 1 else ():
        await cohesion.settle(g, u)
    if toll.check == "none" or not unit.on_map or (len(both) > 1 and unit.routed):
        return
    least = 1 if toll.check == "excess, one at least" else 0
    text, most = Text(deed, mover=mover.id, unit=unit.id), 1 if toll.check == "one" else None
    n = await cohesion.tq_check(g, unit, "pass-through", text, rule, minimum=least, most=most)
    await cohesion.spread(g, unit, n, Text("its check as {cause}", cause=cause), rule)
