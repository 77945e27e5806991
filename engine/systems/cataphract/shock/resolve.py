"""9.16 steps 3 and 4: the roll, its hits, and how several units share them (10.13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import RollRequest
from engine.systems.cataphract import cohesion
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import ShockFought
from engine.systems.cataphract.shock import clash
from engine.systems.cataphract.shock.combat import Combat
from engine.systems.cataphract.state import Unit


async def resolve(g: Battle, combat: Combat) -> None:
    """Roll for one combat and record its hits; nobody Routs before the Collapse."""
    attackers, defenders = combat.attacking, combat.defending
    attacker, defender = combat.chosen_attacker, combat.chosen_defender
    assert attacker is not None and defender is not None
    odds = clash.reckon(
        g, attackers, defenders, attacker, defender, killed=combat.killed, routed_before=combat.routed_before
    )
    combat.superior = odds.superiority == "AS"

    def result(total: int) -> str:
        a, d = odds.hits(min(9, max(0, total)))
        return f"{a} to the attacker, {d} to the defender"

    names = f"{'+'.join(u.id for u in attackers)} against {'+'.join(u.id for u in defenders)}"
    roll = await g.roll(
        RollRequest(
            purpose="shock",
            side=attacker.side,
            text=f"Shock: {names}, column {odds.column}",
            rule="9.16",
            table="shock_crt",
            modifiers=odds.modifiers,
            needs="high",
            unit=attacker.id,
            outcome=result,
        )
    )
    total = min(9, max(0, roll.total))
    to_attacker, to_defender = odds.hits(total)
    drm = "".join(f", {m.value:+d} {m.reason}" for m in odds.modifiers)
    g.emit(
        ShockFought(
            attackers=[u.id for u in attackers],
            defenders=[u.id for u in defenders],
            column=odds.column,
            roll=roll.n,
            story=f"{odds.words()}; rolled {roll.natural}{drm}{f' = {total}' if drm else ''}: {result(total)}",
            hexes=[u.at for u in (*attackers, *defenders)],
            rule="9.16",
        )
    )
    for unit, n in shares(g, attackers, attacker, to_attacker):
        await cohesion.hits(g, unit, n, "Shock", "9.16", defer=True)
    for unit, n in shares(g, defenders, defender, to_defender):
        if n:
            combat.hurt.add(unit.id)
        await cohesion.hits(g, unit, n, "Shock", "9.16", defer=True)


def shares(g: Battle, units: Sequence[Unit], chosen: Unit, hits: int) -> list[tuple[Unit, int]]:
    """10.13 Hits shared as equally as can be: the odd ones to the chosen unit first, then to those farthest from their TQ."""
    each, odd = divmod(hits, len(units))
    order = sorted(units, key=lambda u: (u is not chosen, -(cohesion.tq(g, u) - u.hits)))
    extra = {u.id for u in order[:odd]}
    return [(u, each + (1 if u.id in extra else 0)) for u in units]
