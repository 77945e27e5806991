"""6.56 (A 6.75) Mounted archers fire as they withdraw."""

from __future__ import annotations

from engine.kernel.decisions import Choose, PolicyKind
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.missiles import fire, reaction, sight, volley
from engine.systems.gboh.movement import retreats
from engine.systems.gboh.state import Unit

POLICY = PolicyKind(
    "withdrawal-fire",
    Text("Fire before withdrawing"),
    reaction.CONDITIONS,
)
RANGE = 2
"""6.56 Range at which the fire is reckoned, wherever the enemy is."""


def can_fire(g: Battle, unit: Unit, mover: Unit) -> bool:
    """6.56 Whether the withdrawing unit may fire first: mounted archers, once at each mover in an Orders Phase."""
    if not (unit.is_cavalry and unit.is_bow and unit.on_map and mover.on_map and not mover.engaged):
        return False
    if fire.inability(g, unit) is not None or footprint.distance(unit, mover) > retreats.TRIGGER:
        return False
    if g.game.movement.withdrawal_fire_over_shoulder:
        # A 6.75 Riding away they shoot whichever way they look, once in every withdrawal.
        return any(sight.blocked(g, unit, h) is None for h in footprint.hexes_of(mover))
    if (unit.id, mover.id) in g.orders.withdrawal_fire:
        return False
    return any(sight.can_see(g, unit, h) for h in footprint.hexes_of(mover))


async def offer(g: Battle, unit: Unit, mover: Unit) -> None:
    """Ask whether it fires, and do it."""
    if not can_fire(g, unit, mover):
        return
    odds = volley.preview(g, unit, mover, distance=RANGE, moved=True)
    decision = Choose(
        kind=POLICY.kind,
        side=unit.side,
        rule=g.case(Case.WITHDRAWAL_FIRE),
        prompt=Text("{unit} withdraws from {mover}. Does it fire first?", unit=unit.id, mover=mover.id),
        subject=unit.id,
        focus=(unit.at, mover.at),
        choices=reaction.choices(unit, [("fire", mover, odds)]),
        default_key=reaction.default_key(unit),
        policy=reaction.policy(unit, odds, POLICY),
        why=reaction.aims(g, unit, [("fire", mover, odds)], g.case(Case.WITHDRAWAL_FIRE)),
    )
    if (await g.ask(decision)).key == "fire":
        g.emit(OrdersNoted(field="withdrawal_fire", value=(unit.id, mover.id), rule=g.case(Case.WITHDRAWAL_FIRE)))
        await fire.fire(g, unit, mover, "withdrawal", distance=RANGE, moved=True)
