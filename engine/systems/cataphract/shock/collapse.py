"""9.17 Collapse, and 10.15: who breaks, who holds by a hair."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import RollRequest
from engine.systems.cataphract import cohesion, rout
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import HitsRemoved, Told
from engine.systems.cataphract.shock import advance
from engine.systems.cataphract.shock.combat import Combat
from engine.systems.cataphract.state import Unit


def _broken(g: Battle, unit: Unit) -> bool:
    return unit.hits >= cohesion.tq(g, unit)


async def break_units(g: Battle, combat: Combat, *, advancing: bool = True) -> None:
    """9.13, 9.17(1) Units at or over their TQ Rout, defenders first; when that is everybody, 10.15 decides."""
    attackers, defenders = combat.attacking, combat.defending
    # 10.26 A unit Routed beforehand that took any hit is gone.
    for u in defenders:
        if u.id in combat.routed_before and u.hits:
            await rout.eliminate(g, u, "struck while routed", "10.26")
    defenders = [u for u in defenders if u.on_map and not u.routed]
    if attackers and defenders and all(_broken(g, u) for u in (*attackers, *defenders)):
        await _mutual(g, combat, attackers, defenders)
    else:
        for u in (*defenders, *attackers):
            if u.on_map and not u.routed and _broken(g, u):
                await rout.rout(g, u)
    combat.note_vacated(g)


async def _mutual(g: Battle, combat: Combat, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> None:
    """10.15 Both sides would break: the one further over its TQ does, the other is left one short of it."""
    toll = advance.cheapest_toll(g, combat, attackers, defenders)

    def excess(u: Unit) -> int:
        return u.hits - cohesion.tq(g, u)

    theirs = max(excess(u) for u in defenders)
    ours = max(excess(u) + (toll if u is advance.leader_of_advance(g, combat, attackers) else 0) for u in attackers)
    losers, winners = (attackers, defenders) if ours > theirs else (defenders, attackers)
    g.emit(
        Told(
            story=f"Both sides are at breaking point: {', '.join(u.id for u in losers)} give way"
            f" (attacker {ours:+d}, defender {theirs:+d}).",
            rule="10.15",
        )
    )
    for u in winners:
        g.emit(HitsRemoved(unit=u.id, hits=u.hits - (cohesion.tq(g, u) - 1), cause="mutual", rule="10.15"))
    for u in losers:
        await rout.rout(g, u)


async def last_stands(g: Battle, combats: Sequence[Combat]) -> None:
    """9.17(2) Units that fought, are one hit from their TQ and stand in enemy ZOC: DR <= TQ removes a hit, else Rout."""
    for combat in combats:
        for u in (*combat.defenders, *combat.attackers):
            if not u.on_map or u.routed or u.at != combat.places[u.id]:
                continue
            limit = cohesion.tq(g, u)
            if u.hits != limit - 1 or not u.hits or not g.in_enemy_zoc(u):
                continue
            roll = await g.roll(
                RollRequest(
                    purpose="collapse",
                    side=u.side,
                    text=f"{u.id} is close to breaking",
                    rule="9.17",
                    table="tq_checks",
                    needs=f"{limit} or less",
                    unit=u.id,
                    outcome=lambda n, limit=limit: "it holds" if n <= limit else "it routs",
                )
            )
            if roll.total <= limit:
                g.emit(HitsRemoved(unit=u.id, hits=1, cause="collapse", rule="9.17"))
            else:
                combat.hurt.add(u.id)
                await rout.rout(g, u)
                combat.note_vacated(g)
