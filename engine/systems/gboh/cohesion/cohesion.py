"""10.1 Cohesion: the TQ in force, hits, TQ checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.kernel.dice import D10, Modifier, RollRequest
from engine.kernel.text import Text
from engine.systems.gboh import rolls, special, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import unit_order
from engine.systems.gboh.events import HitsRemoved, HitsTaken
from engine.systems.gboh.state import Unit


def tq(g: Battle, unit: Unit) -> int:
    """10.26 Routed effects (10.11).

    TQ in force: 1 when Routed; else the printed one as rules change it (6.45, 11.2), at least 1.
    """
    if unit.routed:
        return 1
    return max(1, unit.tq + special.tq_change(g, unit))


def modifiers(g: Battle, unit: Unit) -> tuple[Modifier, ...]:
    """Modifiers of every roll the unit makes against its TQ."""
    return tuple(special.told(g, Special.tq_modifiers, unit))


async def hits(
    g: Battle, unit: Unit, n: int, cause: Text, rule: str, *, cap: int | None = None, defer: bool = False
) -> bool:
    """10.12, table:automatic_hits Hits (10.13, 10.14).

    Give a unit ``n`` cohesion hits; at its TQ it Routs at once, a Routed one is eliminated (10.26). Whatever a unit
    does that may cost it hits comes through here, so this is where one is found whose TQ has sunk to the hits it has.

    ``cap`` is the most hits it may end with (9.21). ``defer`` leaves Rout and elimination to the caller (9.13, 9.17).
    Returns True while the unit stands: on the map and not Routed.
    """
    # A 10.15 Hits and strength: it keeps its Size, however many hits it has.
    if n <= 0 or not unit.on_map:
        if defer or unit.id in g.sparing:
            return unit.on_map and not unit.routed
        if cap is not None and breaks(g, unit):
            g.emit(HitsRemoved(unit=unit.id, hits=unit.hits - cap, cause="mutual", rule=rule))
        return await settle(g, unit)
    if unit.routed and not defer:
        await g.breaks.eliminate(g, unit, cause, g.case(Case.ROUTED))
        return False
    total = unit.hits + n if cap is None else max(unit.hits, min(unit.hits + n, cap))
    if total > unit.hits:
        g.emit(HitsTaken(unit=unit.id, hits=total - unit.hits, cause=cause, total=total, tq=tq(g, unit), rule=rule))
    return not unit.routed if defer else await settle(g, unit)


ALIKE: Mapping[str, tuple[int, Text]] = MappingProxyType({})
"""No hits of their own for others than the unit that is named."""


async def march(
    g: Battle,
    unit: Unit,
    n: int,
    cause: Text,
    rule: str,
    own: Mapping[str, tuple[int, Text]] = ALIKE,
    *,
    alone: bool = False,
) -> bool:
    """6.22 Hits of a move, to each phalanx of double depth, each of a stack (A 9.62, S 9.52). True while it can go on.

    ``own``: those of others than the unit, with their cause, where they aren't the same (S 6.64). ``alone``: nobody of
    its stack goes with it. One that reaches its TQ and stands by its roll (A 9.65) goes no farther.
    """
    together = (unit,) if alone or (g.game.phalanx.depth_one and g.deep(unit)) else g.ranks(unit)
    due = {u.id: own.get(u.id, (n, cause)) for u in together}
    then = {u.id: u.hits + due[u.id][0] for u in together if due[u.id][0] > 0}
    for u in together:
        await hits(g, u, *due[u.id], rule, defer=len(together) > 1)
    for u in together:
        await settle(g, u)
    stands = all(u.hits >= then.get(u.id, 0) for u in together if u.on_map and not u.routed)
    return stands and all(u.on_map and not u.routed for u in together)


async def spread(
    g: Battle, unit: Unit, n: int, cause: Text, rule: str, *, behind: bool = False, defer: bool = False
) -> bool:
    """S 6.68 Hits that a stack takes as one, its unit ``unit`` for both: as evenly as can be, the odd one to the upper.

    ``behind``: they come from the rear. ``defer`` as :func:`hits` has it. Whoever stands in no stack takes all. Returns
    True while the unit stands.
    """
    if not g.stacked(unit):
        return await hits(g, unit, n, cause, rule, defer=defer)
    shares = stack.shared(n, g.ranks(unit), "rear" if behind else "front")
    for u, k in shares:
        await hits(g, u, k, cause, rule, defer=True)
    for u, _ in shares if not defer else ():
        await settle(g, u)
    return unit.on_map and not unit.routed


def breaks(g: Battle, unit: Unit) -> bool:
    """10.14 Whether the unit's hits have reached its TQ."""
    return unit.on_map and not unit.routed and unit.hits >= tq(g, unit)


def may_break(g: Battle, unit: Unit, hits: int, *, fire: bool = False) -> bool:
    """10.14 Whether the unit may break, and be gone from where it stands, if it has so many hits.

    ``fire``: it is fire that brings it to them.
    """
    said = (r.broken_by(g, unit, hits, fire=fire) for r in special.having(g, Special.broken_by))
    return next((yes for yes in said if yes is not None), hits >= tq(g, unit))


async def settle(g: Battle, unit: Unit) -> bool:
    """10.14 Automatic rout: rout a unit whose hits have reached its TQ. Returns True while it stands."""
    if breaks(g, unit):
        await g.breaks.rout(g, unit)
    return unit.on_map and not unit.routed


async def settle_all(g: Battle, side: str, rule: str) -> None:
    """10.14 Rout all units of a side whose TQ has sunk to their hits, in the order their owner puts them in.

    Those in :attr:`Battle.sparing` break later, with their combat (11.2, 9.17).
    """
    while broken := [u for u in g.units(side) if u.id not in g.sparing and breaks(g, u)]:
        prompt = Text("Your units lose heart, and several break. Which flees first?")
        await g.breaks.rout(g, await unit_order.first(g, broken, prompt, rule))


async def holds(
    g: Battle,
    unit: Unit,
    purpose: str,
    text: Text,
    rule: str,
    good: Text,
    bad: Text,
    *,
    limit: int | None = None,
    needs: Text | None = None,
    table: str = "tq_checks",
    drm: Sequence[Modifier] = (),
) -> bool:
    """10.11 Whether the unit makes a roll of its TQ, or of ``limit``, or less; what comes of it otherwise is said."""
    limit = tq(g, unit) if limit is None else limit
    needs = Text("TQ {n} or less", n=limit) if needs is None else needs
    drm = (*modifiers(g, unit), *drm)
    return await rolls.at_most(
        g, limit, purpose, unit.side, text, rule, good, bad, needs=needs, table=table, drm=drm, unit=unit.id
    )


async def tq_check(
    g: Battle,
    unit: Unit,
    purpose: str,
    text: Text,
    rule: str,
    *,
    minimum: int = 0,
    most: int | None = None,
    bonus: int = 0,
    drm: Sequence[Modifier] = (),
    needs: Text | None = None,
) -> int:
    """10.11, 9.35, table:tq_checks TQ checks: the hits, DR - TQ and at least ``minimum``, for the caller to apply.

    ``most``: where failing costs no more than that, by however much. ``bonus`` is added to the TQ for this check
    alone, ``drm`` to the roll; ``needs`` as :func:`check_request` has it.
    """
    limit = tq(g, unit) + bonus

    def found(total: int) -> int:
        n = check_hits(total, limit, minimum)
        return n if most is None else min(most, n)

    def result(total: int) -> Text:
        h = found(total)
        return Text("no hit") if h == 0 else Text("{n:hit|hits}", n=h)

    roll = await g.roll(check_request(g, unit, purpose, text, rule, limit, result, drm=drm, needs=needs))
    return found(roll.total)


def check_request(
    g: Battle,
    unit: Unit,
    purpose: str,
    text: Text,
    rule: str,
    limit: int,
    outcome: Callable[[int], Text],
    *,
    drm: Sequence[Modifier] = (),
    needs: Text | None = None,
) -> RollRequest:
    """10.11 The roll of a TQ check that needs ``limit`` or less; ``outcome`` says what comes of its total.

    ``needs``: what it needs in words, where that isn't the TQ.
    """
    return RollRequest(
        purpose=purpose,
        side=unit.side,
        text=text,
        rule=rule,
        table="tq_checks",
        modifiers=(*modifiers(g, unit), *drm),
        needs=Text("TQ {n} or less", n=limit) if needs is None else needs,
        unit=unit.id,
        outcome=outcome,
    )


def over(g: Battle, unit: Unit, drm: int = 0) -> float:
    """Probability that a die with so much added is more than the unit's TQ."""
    return sum(die + drm > tq(g, unit) for die in D10) / len(D10)


def check_hits(total: int, limit: int, minimum: int = 0) -> int:
    """10.11 Hits of a modified roll against a TQ of ``limit``."""
    return max(minimum, total - limit)


def check_chances(g: Battle, unit: Unit, minimum: int = 0, *, drm: Sequence[Modifier] = ()) -> dict[int, float]:
    """10.11 Probability of each number of hits from a roll against TQ; ``drm`` as :func:`tq_check` has it."""
    limit, added = tq(g, unit), sum(m.value for m in (*modifiers(g, unit), *drm))
    found: dict[int, float] = {}
    for die in D10:
        n = check_hits(die + added, limit, minimum)
        found[n] = found.get(n, 0.0) + 0.1
    return found
