"""9.13 The charge: Pre-Shock checks, with their Routs and advances."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text
from engine.systems.gboh import special, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.shock import advance, collapse, contact
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit


async def charge(g: Battle, combats: Sequence[Combat]) -> None:
    """9.13 Charge.

    All checks are rolled first; then their results, combat by combat, defenders first; discipline checks last.

    Units that have advanced turn together when all results are in (9.22).
    """
    due: list[tuple[Combat, dict[str, int]]] = []
    for combat in combats:
        chargers = [u for u in combat.attackers if g.orders.markers.get(u.id) == "must"]
        if chargers:
            due.append((combat, await _checks(g, combat, chargers)))
    advanced: list[Unit] = []
    special.call(g, Special.checks_rolled)
    for combat, excess in due:
        await _results(g, combat, excess)
        advanced += await advance.advance(g, combat, charging=True)
    await special.run(g, Special.checks_over)
    for combat in combats:
        # Units broken by the discipline check, or by others fleeing through them, leave their hexes too.
        advanced += await advance.advance(g, combat, charging=True)
    await advance.turns(g, advanced)


async def _checks(g: Battle, combat: Combat, chargers: Sequence[Unit]) -> dict[str, int]:
    """Hits of every unit that checks (:func:`contact.rolling`)."""
    found: dict[str, int] = {}
    charging = [u.id for u in chargers]
    waiting = [u for u in contact.rolling(g, combat.attackers, combat.defenders, charging) if u.beneath is None]
    while waiting:
        u = waiting.pop(0)
        if all(x.id not in found for x in g.ranks(u)):
            u = _bearer(g, u, combat, chargers)
        words = Text("{unit} charges" if u in combat.attackers else "{unit} awaits the charge", unit=u.id)
        bonus = (
            sum(r.charge_bonus(g, u) for r in special.having(g, Special.charge_bonus)) if u in combat.attackers else 0
        )
        drm = contact.modifiers(g, u, combat.attackers, combat.defenders)
        n = await cohesion.tq_check(g, u, "pre-shock", words, g.case(Case.CHARGE), bonus=bonus, drm=drm)
        if g.stacked(u):
            # S 6.68 The upper checks for both, and they share what comes of it.
            found |= {x.id: k for x, k in stack.shared(n, g.ranks(u), "front")}
            continue
        found[u.id] = n
        if n:
            # A 9.62 In double depth the other checks where the one fails.
            waiting[:0] = [x for x in g.ranks(u) if x.id not in found]
    return found


def _bearer(g: Battle, unit: Unit, combat: Combat, chargers: Sequence[Unit]) -> Unit:
    """A 9.62 Who checks first: in double depth the upper phalanx, or the lower one struck from the rear alone."""
    if g.stacked(unit):
        return unit  # S 6.68 The upper makes all checks.
    ranks = g.ranks(unit)
    behind = unit in combat.defenders and all(g.arc_of_attack(unit, a) == "rear" for a in chargers)
    return ranks[-1] if behind and unit is ranks[0] else unit


async def _results(g: Battle, combat: Combat, excess: dict[str, int]) -> None:
    for units, foes in ((combat.defenders, combat.attackers), (combat.attackers, combat.defenders)):
        g.tormentors |= {u.id: foes[0].id for u in units if u.id not in g.tormentors}
    outright = [r for r in special.having(g, Special.shatters)]
    for u in combat.defending:
        if excess.get(u.id) and any(r.shatters(g, u, combat.attackers) for r in outright):
            combat.hurt.add(u.id)
            g.dragged.add(u.id)
            await g.breaks.rout(g, u)
            g.dragged.discard(u.id)
    for u in (*combat.defending, *combat.attacking):
        if excess.get(u.id):
            if u in combat.defenders:
                combat.hurt.add(u.id)
            await cohesion.hits(g, u, excess[u.id], Text("Pre-Shock check"), g.case(Case.CHARGE), defer=True)
    await collapse.break_units(g, combat)
