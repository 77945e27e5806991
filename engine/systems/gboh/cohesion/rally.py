"""10.27 Rally: an Individual Order that brings a Routed unit back, or loses it."""

from __future__ import annotations

from engine.kernel import risk
from engine.kernel.decisions import Risk
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Facing
from engine.kernel.text import Text, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import command
from engine.systems.gboh.events import UnitRallied
from engine.systems.gboh.missiles import threat
from engine.systems.gboh.state import Leader, Unit


def can_rally(g: Battle, leader: Leader, unit: Unit) -> None:
    """Refuse a rally 10.27 doesn't allow."""
    command.check_command(g, leader, unit)
    if not unit.routed:
        refuse("{unit} isn't routed.", rule=g.case(Case.RALLY), unit=unit.id)
    if g.charts.is_difficult(g.map.terrain_at(unit.at), unit):
        refuse("{unit} is in difficult terrain and can't rally there.", rule=g.case(Case.RALLY), unit=unit.id)
    near = g.adjacent_enemies(unit.at, unit.side)
    if near:
        refuse("{unit} is next to {enemy} and can't rally.", rule=g.case(Case.RALLY), unit=unit.id, enemy=near[0].id)
    shooter = threat.missile_threat(g, unit.at, unit.side)
    if shooter is not None:
        refuse("{unit} is under the missiles of {enemy}.", rule=g.case(Case.RALLY), unit=unit.id, enemy=shooter.id)


def hits_after(g: Battle, unit: Unit) -> int:
    """10.27 Hits of the unit if it rallies."""
    return g.game.rally.hits(unit.tq, unit.troop)


def limit_of(g: Battle, leader: Leader) -> int:
    """10.27 Highest roll with which the leader rallies a unit."""
    return g.game.rally.limit(charisma=leader.charisma, initiative=leader.initiative)


def _request(g: Battle, leader: Leader, unit: Unit) -> RollRequest:
    limit = limit_of(g, leader)
    return RollRequest(
        purpose="rally",
        side=unit.side,
        text=f"{leader.name} rallies {unit.id}",
        rule=g.case(Case.RALLY),
        table="rally_result",
        needs=f"{limit} or less",
        unit=unit.id,
        outcome=lambda n: "rallied" if n <= limit else "lost",
    )


def at_stake(g: Battle, leader: Leader, unit: Unit) -> Risk:
    """10.27 What a rally is rolled for, and what becomes of the unit if it fails."""
    limit = limit_of(g, leader)
    worst = {g.game.rally.failure(n, unit.tq, unit.troop) for n in range(limit + 1, 10)}
    failing = Text("loses {unit}", unit=unit.id)
    if worst == {"flight"}:
        failing = Text("has {unit} flee on", unit=unit.id)
    elif "flight" in worst:
        failing = Text("has {unit} flee on, or loses it", unit=unit.id)
    return risk.of(_request(g, leader, unit), lambda n: n <= limit, risk.at_most(limit), failing)


async def rally(g: Battle, leader: Leader, unit: Unit, facing: Facing) -> None:
    """10.27 Rally: roll against what the game says of the leader: the unit rallies, or is lost, or flees on."""
    limit = limit_of(g, leader)
    roll = await g.roll(_request(g, leader, unit))
    if roll.total <= limit:
        g.emit(UnitRallied(unit=unit.id, hits=hits_after(g, unit), facing=facing, rule=g.case(Case.RALLY)))
    elif g.game.rally.failure(roll.total, unit.tq, unit.troop) == "flight":
        await rout.flight(g, unit)
    else:
        await rout.eliminate(g, unit, "it could not be rallied", g.case(Case.RALLY))
