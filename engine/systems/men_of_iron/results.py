"""12.0 Combat results: Disorder, Retreat, Retire, Unhorsed, and what they do to a leader in the hex.

Elimination (12.6) is :mod:`elimination`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.systems.men_of_iron import leaders, retreats
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Code
from engine.systems.men_of_iron.elimination import Cause, eliminate
from engine.systems.men_of_iron.events import (
    FormationChanged,
    UnitDisordered,
    UnitRetired,
    UnitUnhorsed,
)
from engine.systems.men_of_iron.state import Unit

HARMS: frozenset[Code] = frozenset({"DD", "DR1", "DU", "DRT", "DE"})
"""Results that are adverse to the defender."""

STANDS = Text("no retreat in Schiltron")
"""What becomes of a retreat of who ignores it (FK-1)."""


def stands(unit: Unit) -> bool:
    """Whether the unit ignores retreats (FK-1)."""
    return unit.formation == "schiltron"


def homeless(g: Battle, unit: Unit) -> bool:
    """13.2 Whether the unit has no Standard to Retire to: it is eliminated where it would Retire."""
    return g.standard(unit) is None


def worded(code: Code, unit: Unit, words: Mapping[Code, Text], *, homeless: bool = False) -> Text:
    """What a code comes to for the unit it befalls, in ``words``: all that is adverse eliminates who is Retired (12.4),
    a Schiltron stands and doesn't Retire (FK-1), of the mounted Men-at-Arms alone are Unhorsed (12.5).

    ``homeless`` as :func:`homeless` has it.
    """
    if unit.retired and code in HARMS:
        return words["DE"]
    if stands(unit):
        return STANDS if code in ("DR1", "AR1") else words["DE"] if code == "DRT" else words[code]
    code = "DRT" if code == "DU" and unit.type != "MM" else code
    return words["DE" if code == "DRT" and homeless else code]


async def apply(
    g: Battle,
    codes: Sequence[Code],
    defender: Unit,
    attackers: Sequence[Unit],
    cause: Cause,
    *,
    charging: Collection[str] = (),
    origins: Sequence[Hex] = (),
    origin: Hex | None = None,
) -> None:
    """12.1 Apply the codes of one result in the order written; CA is the caller's.

    ``charging``: attackers whose Charge counts (AU). ``origins``: hexes the defender retreats from, where the
    attackers no longer stand in them; else those they stand in. ``origin``: the hex attackers retreat from, where the
    defender may no longer stand in it; else its own. A leader rolls once for the whole result (15.4).
    """
    from_ = tuple(origins) or tuple(a.at for a in attackers if a.on_map)
    back = origin if origin is not None else defender.hex
    rolled: list[str] = []
    for code in codes:
        match code:
            case "AD":
                for a in attackers:
                    await disorder(g, a, cause=cause, rolled=rolled)
            case "AR1":
                for a in attackers:
                    if back is not None:
                        await retreat(g, a, from_=(back,), cause=cause, rolled=rolled)
            case "AU":
                for a in attackers:
                    if a.id in charging:
                        await unhorse(g, a, cause=cause, rolled=rolled)
                    else:
                        await disorder(g, a, cause=cause, rolled=rolled)
            case "DD":
                await disorder(g, defender, cause=cause, rolled=rolled)
            case "DR1":
                await retreat(g, defender, from_=from_, cause=cause, rolled=rolled)
            case "DU":
                await unhorse(g, defender, cause=cause, rolled=rolled)
            case "DRT":
                await retire(g, defender, cause=cause, rolled=rolled)
            case "DE":
                await eliminate(g, defender, cause=cause, rolled=rolled)
            case "NE" | "CA":
                pass


async def disorder(g: Battle, unit: Unit, *, cause: Cause, rule: str = "12.2", rolled: list[str] | None = None) -> None:
    """12.2 The unit becomes Disordered; one that is so already takes no harm, a Retired one is eliminated (12.4).

    ``rolled``, here and below: leaders who have rolled for the same result (15.4); None where it is a result by itself.
    """
    rolled = [] if rolled is None else rolled
    if await _finished(g, unit, cause, rolled):
        return
    if unit.disordered:
        return
    g.emit(UnitDisordered(unit=unit.id, rule=rule))
    if cause == "shock":
        await leaders.fall(g, unit, rolled)


async def retreat(
    g: Battle, unit: Unit, *, from_: Sequence[Hex], cause: Cause, rule: str = "12.3", rolled: list[str] | None = None
) -> None:
    """12.3 Retreat: the unit goes one hex away from who caused it, by a way of its owner's; eliminated if it can't.

    A friend it goes through is dealt with when it has arrived, so that nobody else comes to its hex before it does.
    """
    rolled = [] if rolled is None else rolled
    if await _finished(g, unit, cause, rolled):
        return
    if stands(unit):
        return
    ways = retreats.ways(g, unit, from_)
    if not ways:
        await eliminate(g, unit, cause=cause, rule=rule, why=Text(": it can't retreat"), rolled=rolled)
        return
    way, facing = await retreats.choose(g, unit, ways, from_)
    if unit.formation is not None:
        g.emit(FormationChanged(unit=unit.id, formation=None, forced=True, rule="14.1"))
    await retreats.carry_out(g, unit, way, facing, how="retreat", rule=rule)
    if way.through is not None:
        await _gone_through(g, g.state.units[way.through], rule)


async def _gone_through(g: Battle, friend: Unit, rule: str) -> None:
    """12.3 Missile infantry a friend has retreated through: Disordered, or Retired if it was that already.

    A Retired one has nothing left to lose by it: only what befalls it in combat eliminates it (12.4), as in 8.0.
    """
    if not friend.on_map or friend.retired:
        return
    if friend.disordered:
        await retire(g, friend, cause="other", rule=rule)
    else:
        await disorder(g, friend, cause="other", rule=rule)


async def retire(
    g: Battle,
    unit: Unit,
    *,
    cause: Cause,
    rule: str = "12.4",
    pointless: bool = False,
    rolled: list[str] | None = None,
) -> None:
    """12.4 The unit goes to its Standard, Retired; eliminated where it is surrounded or has none to go to.

    ``pointless``: it costs no Flight Points while Retired (CO-3).
    """
    rolled = [] if rolled is None else rolled
    if await _finished(g, unit, cause, rolled):
        return
    if unit.formation == "schiltron":
        await eliminate(g, unit, cause=cause, rule="FK-1", why=Text(": a Schiltron does not Retire"), rolled=rolled)
        return
    standard = g.standard(unit)
    if standard is None:
        await eliminate(g, unit, cause=cause, rule="13.2", why=Text(": it has no Standard to Retire to"), rolled=rolled)
        return
    # 12.4/surrounded Retire when surrounded.
    if g.surrounded(unit.at, unit.side):
        await eliminate(g, unit, cause=cause, rule=rule, why=Text(": it is surrounded"), rolled=rolled)
        return
    to = await retreats.refuge(g, unit, standard.hex)
    if to is None:
        await eliminate(g, unit, cause=cause, rule=rule, why=Text(": there is no room for it"), rolled=rolled)
        return
    if cause == "shock":
        await leaders.fall(g, unit, rolled)
    start = unit.at
    g.emit(UnitRetired(unit=unit.id, start=start, to=to, facing=unit.facing, pointless=pointless, rule=rule))
    leaders.go_along(g, unit.side, start, to)


async def unhorse(g: Battle, unit: Unit, *, cause: Cause, rule: str = "12.5", rolled: list[str] | None = None) -> None:
    """12.5 Mounted Men-at-Arms fight on foot from now on, Disordered; others on horseback Retire instead."""
    rolled = [] if rolled is None else rolled
    if await _finished(g, unit, cause, rolled):
        return
    if unit.type != "MM":
        await retire(g, unit, cause=cause, rule=rule, rolled=rolled)
        return
    g.emit(UnitUnhorsed(unit=unit.id, rule=rule))
    if cause == "shock":
        await leaders.fall(g, unit, rolled)


async def _finished(g: Battle, unit: Unit, cause: Cause, rolled: list[str]) -> bool:
    """12.4 Whether there is nothing left to befall the unit: it is gone, or Retired, and eliminated if this is combat.

    What ground or friends do to a Retired unit, without an enemy, it has suffered already.
    """
    if unit.on_map and unit.retired:
        if cause == "other":
            return True
        await eliminate(g, unit, cause=cause, rule="12.4", why=Text(": it was Retired"), rolled=rolled)
    return not unit.on_map
