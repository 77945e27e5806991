"""10.27 Rally: an Individual Order that brings a Routed unit back, or loses it."""

from __future__ import annotations

from engine.kernel import risk
from engine.kernel.decisions import Risk
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import Facing
from engine.kernel.text import Text, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import command
from engine.systems.gboh.events import LeaderNoted, UnitRallied
from engine.systems.gboh.missiles import threat
from engine.systems.gboh.state import Leader, Unit


def can_rally(g: Battle, leader: Leader, unit: Unit) -> None:
    """Refuse a rally 10.27 doesn't allow."""
    command.check_command(g, leader, unit)
    if not unit.routed:
        refuse("{unit} isn't routed.", rule=g.case(Case.RALLY), unit=unit.id)
    if not unit.troop.rallies:
        refuse("{unit} is of a kind that never rallies.", rule=g.case(Case.RALLY), unit=unit.id)
    for r in special.having(g, Special.bars_rally):
        if why := r.bars_rally(g, unit):
            refuse("{unit} can't be rallied: {why}.", rule=r.spec.id, unit=unit.id, why=why)
    if g.game.rally.once_a_turn and unit.id in leader.rallied_for:
        refuse(
            "{leader} has tried to rally {unit} this turn.", rule=g.case(Case.RALLY), leader=leader.name, unit=unit.id
        )
    if not _firm(g, unit):
        refuse("{unit} is in difficult terrain and can't rally there.", rule=g.case(Case.RALLY), unit=unit.id)
    near = g.enemies_beside(unit)
    if near:
        refuse("{unit} is next to {enemy} and can't rally.", rule=g.case(Case.RALLY), unit=unit.id, enemy=near[0].id)
    shooter = threat.threatened(g, unit)
    if shooter is not None:
        refuse("{unit} is under the missiles of {enemy}.", rule=g.case(Case.RALLY), unit=unit.id, enemy=shooter.id)


def _firm(g: Battle, unit: Unit) -> bool:
    """10.27 Whether units rally on the ground it stands on, with either half of a pair."""
    return all(_firm_at(g, unit, g.map.terrain_at(h)) for h in footprint.hexes_of(unit))


def _firm_at(g: Battle, unit: Unit, ground: str) -> bool:
    if g.game.combat.rally_ground == "one MP":
        return g.charts.points(ground) <= 1
    if g.game.combat.rally_ground == "open":
        return ground == "open"
    return not g.charts.is_difficult(ground, unit)


def hits_after(g: Battle, unit: Unit) -> tuple[int, int]:
    """10.27 Hits of the unit if it rallies: fewest and most."""
    table = g.game.rally.table
    if table is None:
        n = g.game.rally.hits(unit.tq, unit.troop)
        return n, n
    found = [n for die in range(10) if (n := g.charts.rallied(table, die, unit.tq)) is not None]
    return min(found), max(found)


def limit_of(g: Battle, leader: Leader) -> int:
    """10.27 Highest roll with which the leader rallies a unit."""
    return g.game.rally.limit(charisma=leader.charisma, initiative=leader.initiative)


def _request(g: Battle, leader: Leader, unit: Unit) -> RollRequest:
    limit = limit_of(g, leader)

    def outcome(n: int) -> Text:
        if n <= limit:
            return Text("rallied")
        return Text("lost") if g.game.rally.failure(n, unit.tq, unit.troop) == "lost" else Text("it flees on")

    return RollRequest(
        purpose="rally",
        side=unit.side,
        text=Text("{leader} rallies {unit}", leader=leader.name, unit=unit.id),
        rule=g.case(Case.RALLY),
        table="rally_result",
        modifiers=_harder(g, unit),
        needs=Text("{n} or less", n=limit),
        unit=unit.id,
        outcome=outcome,
    )


def _harder(g: Battle, unit: Unit) -> tuple[Modifier, ...]:
    """S 10.34 Modifiers of the roll that rallies it."""
    return tuple(special.told(g, Special.rally_modifiers, unit))


def at_stake(g: Battle, leader: Leader, unit: Unit) -> Risk:
    """10.27 What a rally is rolled for, and what becomes of the unit if it fails."""
    limit = limit_of(g, leader)
    most = 9 + sum(m.value for m in _harder(g, unit))
    worst = {g.game.rally.failure(n, unit.tq, unit.troop) for n in range(limit + 1, most + 1)}
    failing = Text("loses {unit}", unit=unit.id)
    if worst == {"flight"}:
        failing = Text("has {unit} flee on", unit=unit.id)
    elif "flight" in worst:
        failing = Text("has {unit} flee on, or loses it", unit=unit.id)
    return risk.of(_request(g, leader, unit), lambda n: n <= limit, risk.at_most(limit), failing)


async def rally(g: Battle, leader: Leader, unit: Unit, facing: Facing) -> None:
    """10.27 Rally: roll against what the game says of the leader: the unit rallies, or is lost, or flees on."""
    limit = limit_of(g, leader)
    rule = g.case(Case.RALLY)
    if g.game.rally.once_a_turn:
        g.emit(LeaderNoted(leader=leader.id, field="rallied_for", value=unit.id, rule=rule))
    roll = await g.roll(_request(g, leader, unit))
    if roll.total > limit:
        if g.game.rally.failure(roll.total, unit.tq, unit.troop) == "flight":
            await rout.flight(g, unit, whole=g.game.combat.failed_rally_runs)
        else:
            await rout.eliminate(g, unit, Text("it could not be rallied"), rule)
        return
    hits = await _hits(g, unit)
    if hits is None:
        await rout.flight(g, unit)
    else:
        g.emit(UnitRallied(unit=unit.id, hits=hits, facing=facing, rule=rule))


async def _hits(g: Battle, unit: Unit) -> int | None:
    """10.27 Hits of a unit that has rallied, by a second die where a table has them; None: it flees on after all."""
    table = g.game.rally.table
    if table is None:
        return g.game.rally.hits(unit.tq, unit.troop)

    def outcome(n: int) -> Text:
        hits = g.charts.rallied(table, n, unit.tq)
        return Text("it flees on") if hits is None else Text("{n:hit|hits}", n=hits)

    roll = await g.roll(
        RollRequest(
            purpose="rally-hits",
            side=unit.side,
            text=Text("{unit} has rallied", unit=unit.id),
            rule=g.case(Case.RALLY),
            table=table,
            modifiers=tuple(special.told(g, Special.rally_hits_modifiers, unit)),
            needs=Text("low"),
            unit=unit.id,
            outcome=outcome,
        )
    )
    return g.charts.rallied(table, roll.total, unit.tq)
