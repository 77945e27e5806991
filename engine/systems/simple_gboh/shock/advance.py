"""7.7 Advance After Combat: who attacked enters the hexes its enemies have left."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind, yes_no
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.movement import facing as turning
from engine.systems.gboh.movement import pairs
from engine.systems.gboh.orders import reasons
from engine.systems.simple_gboh import effects, fortifications
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import ground
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.state import Unit

WHO = PolicyKind("advance-unit", Text("Let the suggested unit advance, where the one that led can't"))
WHERE = PolicyKind("advance-hex", Text("Advance into the suggested hex, where several are open"))
TURN = PolicyKind("advance-turn", Text("Turn after advancing, where that brings more enemies to the front"))
RULE, FACING = "7.71", "7.72"
_TURNS = {"left": 2, "right": -2}
"""Steps of 30 degrees, anticlockwise: one vertex each way."""


async def advance(g: Battle, c: Combat) -> None:
    """7.71, 7.72 The unit whose Type was used enters a hex left by the enemy; then it may turn by a vertex."""
    unit = await who(g, c)
    if unit is None:
        return
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
    if len(able) == 1:
        return able[0]
    best = min(able, key=lambda u: (u.hits, -u.tq, u.at))
    answer = await g.ask(
        Choose(
            kind=WHO.kind,
            side=best.side,
            rule=RULE,
            prompt=Text("Which of your units advances?"),
            focus=tuple(u.at for u in able),
            choices=tuple(Choice(u.id, Text("{unit}", unit=u.id), unit=u.id, hex=u.at) for u in able),
            default_key=best.id,
            policy=Policy(WHO.kind, best.id, next(u.id for u in able if u is not best), free=True),
            why=reasons.one_of(g, able, RULE, best.side, Text("may advance")),
        )
    )
    return g.state.units[answer.key]


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
    if not all(r.may_advance(g, unit, h) for r in special.having(g, "may_advance")):
        return False
    return all(u.troop.is_engine and u.side != unit.side for u in g.standing_at(h))


def voluntary(g: Battle, m: Move) -> bool:
    """11.13 Whether nobody has to advance so: it leads across a fortified hexside."""
    return any(fortifications.fortified(g, a, h) for a, h in m.steps if h in m.entered)


async def _advance(g: Battle, c: Combat, unit: Unit) -> None:
    moves = ranked(g, unit, ways(g, unit, c.vacated), c.vacated)
    m = moves[0] if len(moves) == 1 else await _which(g, unit, moves, c.vacated)
    if voluntary(g, m) and not await _willing(g, unit, m):
        return
    for h in m.entered:
        for e in g.standing_at(h):
            # 10.13 Artillery that its infantry has left is lost as the enemy comes in.
            await effects.eliminate(g, g.state.units[e.id], str(Text("overrun by {unit}", unit=unit.id)), "10.13")
    await ground.enters(g, unit, m, RULE, ground.certain_hits(g, unit, m))
    if unit.on_map and footprint.is_single(unit):
        await turn(g, unit)


def ranked(g: Battle, unit: Unit, moves: Sequence[Move], vacated: Collection[Hex]) -> list[Move]:
    """Moves the best first: fewest hits, most hexes taken from the enemy, straight ahead before a wheel."""

    def price(m: Move) -> tuple[int, int, bool, Hex, Facing]:
        taken = sum(h in vacated for h in footprint.hexes_of(m.to))
        return ground.certain_hits(g, unit, m), -taken, m.kind in pairs.WHEELS, m.to.hex, m.to.facing

    return sorted(moves, key=price)


def _key(m: Move) -> str:
    return show(m.to.hex) if footprint.is_single(m.to) else f"{show(m.to.hex)}@{m.to.facing.name}"


async def _which(g: Battle, unit: Unit, moves: Sequence[Move], vacated: Collection[Hex]) -> Move:
    answer = await g.ask(
        Choose(
            kind=WHERE.kind,
            side=unit.side,
            rule=RULE,
            prompt=Text("{unit} advances. Where to?", unit=unit.id),
            subject=unit.id,
            focus=(*footprint.hexes_of(unit), *vacated),
            choices=tuple(
                Choice(
                    _key(m),
                    Text(
                        "To {hexes}, facing {facing}",
                        hexes=" and ".join(show(h) for h in footprint.hexes_of(m.to)),
                        facing=facing_name(m.to.facing),
                    ),
                    unit=unit.id,
                    hex=m.to.hex,
                    facing=m.to.facing,
                    hits=ground.certain_hits(g, unit, m),
                )
                for m in moves
            ),
            default_key=_key(moves[0]),
            policy=Policy(WHERE.kind, _key(moves[0]), _key(moves[1])),
            why=reasons.hexes(g, unit, RULE),
        )
    )
    return next(m for m in moves if _key(m) == answer.key)


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


# -- 7.72 ------------------------------------------------------------------------------------------------------------


async def turn(g: Battle, unit: Unit) -> None:
    """7.72 A unit of one hex that has advanced may turn by a vertex, even in enemy ZOC (6.14)."""
    facings = {key: unit.facing.turned(steps) for key, steps in _TURNS.items()}
    now = _ahead(g, unit, unit.facing)
    best = max(facings, key=lambda k: _ahead(g, unit, facings[k]))
    gain = _ahead(g, unit, facings[best]) > now
    words = {
        "left": Text("Turn left to {f}", f=facing_name(facings["left"])),
        "right": Text("Turn right to {f}", f=facing_name(facings["right"])),
    }
    answer = await g.ask(
        Choose(
            kind=TURN.kind,
            side=unit.side,
            rule=FACING,
            prompt=Text("{unit} has advanced. Does it turn?", unit=unit.id),
            subject=unit.id,
            focus=(unit.at,),
            choices=(
                Choice("no", Text("Keep facing {f}", f=facing_name(unit.facing)), unit=unit.id, lean=2.0),
                *(
                    Choice(k, words[k], unit=unit.id, hex=unit.at, facing=f, lean=4.0 if gain and k == best else 0.3)
                    for k, f in facings.items()
                ),
            ),
            default_key="no",
            # Who wants to keep an enemy out of its Front says so; without gain there is nothing to turn to.
            policy=Policy(TURN.kind, best if gain else "no", "no", free=not gain, deed=turning.TURN),
            why=lambda wanted: turning.one_vertex(unit, wanted, FACING),
        )
    )
    if answer.key != "no":
        ground.turns(g, unit, facings[answer.key], FACING)


def _ahead(g: Battle, unit: Unit, towards: Facing) -> int:
    return sum(g.enemy_in(h, unit.side) is not None for h in footprint.front(footprint.facing(unit, towards)))
