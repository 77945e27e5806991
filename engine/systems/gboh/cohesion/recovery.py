"""10.16 Recovery: an Individual Order that takes hits off a unit."""

from __future__ import annotations

from engine.kernel.text import refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.events import HitsRemoved
from engine.systems.gboh.missiles import threat
from engine.systems.gboh.state import Leader, Unit


def can_recover(g: Battle, leader: Leader, unit: Unit) -> int:
    """Hits the order would remove. Raises Refusal where 10.16 doesn't allow it."""
    command.check_command(g, leader, unit)
    if unit.routed:
        refuse("{unit} is routed: it can only be rallied.", rule=g.case(Case.ROUTED), unit=unit.id)
    if unit.rallied:
        refuse("{unit} has rallied this turn and takes orders from the next.", rule=g.case(Case.RALLY), unit=unit.id)
    for r in special.having(g, Special.bars_recovery):
        if why := r.bars_recovery(g, unit):
            refuse("{unit} can't recover hits: {why}.", rule=r.spec.id, unit=unit.id, why=why)
    if not unit.hits:
        refuse("{unit} has no hits to recover.", rule=g.case(Case.RECOVERY), unit=unit.id)
    if unit.id in g.orders.acted:
        refuse("{unit} has moved or fired in this Orders Phase.", rule=g.case(Case.RECOVERY), unit=unit.id)
    if not _open(g, unit):
        refuse(
            "{unit} stands in difficult terrain; recovery needs open ground.", rule=g.case(Case.RECOVERY), unit=unit.id
        )
    near = g.enemies_beside(unit)
    if near:
        refuse("{unit} is next to {enemy}.", rule=g.case(Case.RECOVERY), unit=unit.id, enemy=near[0].id)
    most = g.game.combat.recovery
    left = most - g.orders.recovered.get(unit.id, 0)
    if left <= 0:
        refuse(
            "{unit} has recovered {n:hit|hits} in this Orders Phase.", rule=g.case(Case.RECOVERY), unit=unit.id, n=most
        )
    enemy = threat.threatened(g, unit)
    allowed = most if enemy is None else g.game.combat.recovery_under_fire
    if enemy is not None and not allowed:
        refuse("{unit} is under the missiles of {enemy}.", rule=g.case(Case.RECOVERY), unit=unit.id, enemy=enemy.id)
    return min(allowed, left, unit.hits)


def _open(g: Battle, unit: Unit) -> bool:
    """10.16 Whether units recover on the ground it stands on."""
    ground = [g.map.terrain_at(h) for h in footprint.hexes_of(unit)]
    if g.game.combat.recovery_ground == "open":
        return all(t == "open" for t in ground)
    return not any(g.charts.is_difficult(t, unit) for t in ground)


async def recover(g: Battle, leader: Leader, unit: Unit) -> None:
    """10.16 Recovery: carry out what :func:`can_recover` has checked."""
    n = can_recover(g, leader, unit)
    g.emit(HitsRemoved(unit=unit.id, hits=n, cause="recovery", rule=g.case(Case.RECOVERY)))
