"""9.17 Collapse, and 10.15: who breaks, who holds by a hair."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion, rout, unit_order
from engine.systems.gboh.events import HitsRemoved, Told
from engine.systems.gboh.shock import advance
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit


def excess(g: Battle, unit: Unit) -> int:
    """Hits over TQ; 0 or more breaks the unit (10.14)."""
    return unit.hits - cohesion.tq(g, unit)


def _breaks(g: Battle, unit: Unit) -> bool:
    return not unit.routed and excess(g, unit) >= 0


def _gives_way(g: Battle, unit: Unit) -> bool:
    """Whether the unit breaks, or one it goes with: in double depth the other (A 9.62), in a stack who is over it."""
    ranks = g.ranks(unit)
    return any(_breaks(g, u) for u in (ranks[: ranks.index(unit) + 1] if g.stacked(unit) else ranks))


async def breakthroughs(g: Battle, combats: Sequence[Combat]) -> None:
    """A 8.37 Units with three times the hits of any one enemy in their combat suffer more; looked at all together."""
    factor = g.game.combat.breakthrough
    if not factor:
        return
    due: list[Unit] = []
    for combat in combats:
        for ours, theirs in ((combat.defending, combat.attacking), (combat.attacking, combat.defending)):
            least = min((max(1, e.hits) for e in theirs), default=None)
            due += [u for u in ours if least is not None and u.hits >= factor * least]
    for u in due:
        await cohesion.hits(g, u, 2, Text("the enemy breaks through"), g.case(Case.BREAKTHROUGH), defer=True)


async def break_all(g: Battle, combats: Sequence[Combat]) -> None:
    """9.17 Collapse.

    Combat by combat; units that a lost discipline bonus breaks meanwhile wait for their own (11.2).
    """
    for i, combat in enumerate(combats):
        g.sparing = frozenset(u.id for c in combats[i:] for u in c.units if c.stands(u))
        await break_units(g, combat)
    g.sparing = frozenset()


async def break_units(g: Battle, combat: Combat) -> None:
    """9.13, 9.17(1) Units at or over their TQ Rout, defenders first; when that is everybody, 10.15 decides."""
    for u in combat.defending:
        if u.routed and u.hits:
            # 10.26 Routed beforehand: any hit is the end.
            combat.hurt.add(u.id)
            await rout.eliminate(g, u, Text("struck while routed"), g.case(Case.ROUTED))
    attackers, defenders = combat.attacking, combat.defending
    if attackers and defenders and all(_gives_way(g, u) for u in (*attackers, *defenders)):
        await _mutual(g, combat, attackers, defenders)
        return
    for side in (combat.defenders, combat.attackers):
        while broken := [u for u in side if combat.stands(u) and _breaks(g, u)]:
            # S 6.68 Who breaks under another that does goes with it.
            led = {u.id for u in broken if g.stacked(u)}
            await _break_first(g, combat, [u for u in broken if u.beneath not in led])


async def _break_first(g: Battle, combat: Combat, broken: Sequence[Unit]) -> Unit:
    """Of units of one side that break the one its owner puts first (10.21): it routs, and is returned."""
    unit = await unit_order.first(g, broken, Text("Several of your units break. Which flees first?"), g.case(Case.ROUT))
    if unit in combat.defenders:
        combat.hurt.add(unit.id)
    await rout.rout(g, unit)
    return unit


async def _mutual(g: Battle, combat: Combat, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> None:
    """10.15 Both sides would break: the one further over its TQ does, the other is left one short of it."""
    # 9.23 Of several that could advance it would be the one their owner chose: the one that spares them most.
    ours = min(
        max(excess(g, u) + (toll if u is leading else 0) for u in attackers)
        for leading, toll in advance.tolls_of_victory(g, combat, attackers, defenders)
    )
    theirs = max(excess(g, u) for u in defenders)
    losers, winners = (attackers, defenders) if ours > theirs else (defenders, attackers)
    names = ", ".join(u.id for u in losers)
    g.emit(
        Told(
            story=Text(
                "Both sides are at breaking point (attacker {ours}, defender {theirs}): "
                "{names} {names:=gives|give} way.",
                ours=f"{ours:+d}",
                theirs=f"{theirs:+d}",
                names=names,
            ),
            rule=g.case(Case.MUTUAL_ROUT),
        )
    )
    for u in [u for u in winners if _breaks(g, u)]:
        g.emit(HitsRemoved(unit=u.id, hits=excess(g, u) + 1, cause="mutual", rule=g.case(Case.MUTUAL_ROUT)))
    left = [u for u in losers if _breaks(g, u)]
    while left := [u for u in left if u.on_map and not u.routed]:
        # A 9.65 One that stands by its roll has had it.
        left.remove(await _break_first(g, combat, left))


async def last_stands(g: Battle, combats: Sequence[Combat]) -> None:
    """9.17(2) Units that fought, one hit from their TQ and in enemy ZOC, roll: DR <= TQ removes a hit, else Rout."""
    for combat in combats:
        for u in (*combat.defenders, *combat.attackers):
            if not combat.stands(u) or u.routed or not u.hits or u.id in g.stood:
                continue  # A 8.38 Nor does who has just rolled to stand (9.65).
            limit = cohesion.tq(g, u)
            if u.hits != limit - 1 or not g.in_enemy_zoc(u):
                continue
            text, rule = Text("{unit} is close to breaking", unit=u.id), g.case(Case.COLLAPSE)
            if await cohesion.holds(
                g,
                u,
                "collapse",
                text,
                rule,
                Text("it holds"),
                Text("it routs"),
                limit=limit,
                needs=Text("{n} or less", n=limit),
            ):
                g.emit(HitsRemoved(unit=u.id, hits=1, cause="collapse", rule=rule))
                continue
            if u in combat.defenders:
                combat.hurt.add(u.id)
            combat.faltered.add(u.id)
            await rout.rout(g, u)
