"""7.7, 7.73 Advance After Combat: who attacked enters the hexes its enemies have left."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import PolicyKind, yes_no
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.cohesion.dread import dread
from engine.systems.gboh.command import leaders
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import displaced, pairs
from engine.systems.gboh.orders import reasons, which
from engine.systems.gboh.shock import advance as family
from engine.systems.gboh.shock import pair_advance
from engine.systems.gboh.state import Unit as AnyUnit
from engine.systems.simple_gboh import effects, fortifications
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.state import Unit

WHO = PolicyKind("advance-unit", Text("Let the suggested unit advance, where the one that led can't"))
WHERE = PolicyKind("advance-hex", Text("Advance into the suggested hex, where several are open"))
RULE = "7.71"


async def advance(g: Battle, c: Combat) -> None:
    """7.71, 7.72 The unit whose Type was used enters a hex left by the enemy; then it may turn by a vertex."""
    unit = await who(g, c)
    if unit is not None:
        await _advance(g, c, unit)


async def who(g: Battle, c: Combat) -> Unit | None:
    """7.71 Who advances: the unit whose Type was used; if it is lost, another that can."""
    if c.reckoning is None or not c.vacated:
        return None
    able = [u for u in c.ours if u.id != c.kept and ways(g, u, c.vacated)]
    if c.reckoning.attacker in able:
        return c.reckoning.attacker
    if c.reckoning.attacker.on_map or not able:
        return None
    best = min(able, key=lambda u: (u.hits, -u.tq, u.at))
    prompt, may = Text("Which of your units advances?"), Text("may advance")
    return await which.piece(g, able, WHO, RULE, prompt, best=best, may=may, free=True)


def ways(g: Battle, unit: Unit, vacated: Collection[Hex]) -> list[Move]:
    """7.71 Moves that take the unit into a vacated hex: a step; of two hexes straight ahead, or a wheel.

    Straight ahead it may take a vacant hex besides. Double depth doesn't wheel (10.3).
    """
    if not unit.troop.faces:
        return []
    moves = [m for m in footprint.steps(unit) if any(h in vacated for h in m.entered)]
    if g.deep(unit):
        moves = [m for m in moves if m.kind not in pairs.WHEELS]
    return [m for m in moves if all(_enters(g, unit, a, h) for a, h in m.steps if h in m.entered)]


def _enters(g: Battle, unit: Unit, a: Hex, h: Hex) -> bool:
    if h not in g.map or g.step_cost(unit, a, h) is None:
        return False
    if not all(r.may_advance(g, unit, h) for r in special.having(g, Special.may_advance)):
        return False
    return all(overrun(unit, u) for u in g.standing_at(h))


def overrun(unit: Unit, other: AnyUnit) -> bool:
    """10.13 Whether the other is lost as the unit comes into its hex: enemy artillery that its infantry has left."""
    return other.troop.is_engine and other.side != unit.side


async def enters(g: Battle, unit: Unit, m: Move, rule: str, hits: int) -> None:
    """7.74 One move of an advance: hits by the ground, then what stands near, Entry fire last.

    10.13 Artillery that its infantry has left is lost as the enemy comes in.
    """
    for e in [e for h in m.entered for e in g.standing_at(h) if e.side != unit.side]:
        await effects.eliminate(g, g.state.units[e.id], Text("overrun by {unit}", unit=unit.id), "10.13")
    start, company = unit.at, g.leaders_with(unit)
    displaced.goes(g, unit, m, "advance", rule)
    special.call(g, Special.entered, unit)
    displaced.follow(g, company, m, "advance", rule)
    for u in effects.fighting(g, unit):
        await cohesion.hits(g, u, hits, Text("the ground"), "5.17")
    if unit.on_map:
        await dread(g, unit)
    if unit.on_map:
        await come(g, unit, start)
    if unit.on_map:
        await reaction.entry_fire(g, unit)


async def come(g: Battle, unit: Unit, start: Hex) -> None:
    """5.36, 4.35 A unit that fights has come to a hex: Roman stacks open out before it, leaders get away."""
    await special.run(g, Special.arrives, unit)
    await leaders.approached(g, unit, start)


def certain_hits(g: Battle, unit: Unit, m: Move) -> int:
    """7.74 Hits of a move that nothing buys off ("h" of the Terrain Effects Chart)."""
    costs = [(g.step_cost(unit, a, to), pairs.spared(g, unit, m, a, to)) for a, to in m.steps if to in m.entered]
    return max((c.hits - spared for c, spared in costs if c is not None), default=0)


async def _advance(g: Battle, c: Combat, unit: Unit) -> None:
    moves = ways(g, unit, c.vacated)
    if footprint.is_single(unit):
        m = await _which(g, unit, moves)
    else:
        m = (await pair_advance.choose(g, unit, [(m,) for m in moves], c.vacated))[0]
    if fortifications.crosses(g, m) and not await _willing(g, unit, m):  # 11.13
        return
    await enters(g, unit, m, RULE, certain_hits(g, unit, m))
    if unit.on_map and footprint.is_single(unit) and not g.deep(unit):  # 10.3
        await family.turns(g, [unit])  # 7.72


async def _which(g: Battle, unit: Unit, moves: Sequence[Move]) -> Move:
    """7.71 Of several vacated hexes the active player's choice."""
    to = {m.to.hex: m for m in sorted(moves, key=lambda m: (certain_hits(g, unit, m), m.to.hex))}

    def traits(h: Hex) -> dict[str, int]:
        return {"hits": certain_hits(g, unit, to[h])}

    prompt, why = Text("{unit} advances. Into which hex?", unit=unit.id), reasons.hexes(g, unit, RULE)
    return to[await which.place(g, unit, [*to], WHERE, RULE, prompt, shown=(unit.at,), traits=traits, why=why)]


async def _willing(g: Battle, unit: Unit, m: Move) -> bool:
    answer = await g.ask(
        yes_no(
            kind="advance-across",
            side=unit.side,
            rule="11.13",
            prompt=Text("Does {unit} advance across the fortification, to {hex}?", unit=unit.id, hex=show(m.to.hex)),
            yes=Text("Advance"),
            no=Text("Stay"),
            default=False,
            subject=unit.id,
            focus=(unit.at, m.to.hex),
        )
    )
    return answer.key == "yes"
