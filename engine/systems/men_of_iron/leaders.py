"""15.4 to 15.6 Leaders are killed, captured, saved and replaced."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import risk
from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import Hex, distance, show
from engine.kernel.text import Text
from engine.systems.men_of_iron import reasons
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import LeaderLost, LeaderMoved, LeaderReplaced
from engine.systems.men_of_iron.state import Leader, Unit

POLICY = PolicyKind("leader-place", Text("Place leaders with the suggested unit"))


def go_along(g: Battle, side: str, start: Hex, to: Hex) -> None:
    """15.2, 15.4 Leaders of a side who were in a hex go where their unit went."""
    for x in g.leaders_at(start, side):
        if to != start:
            g.emit(LeaderMoved(leader=x.id, start=start, to=to, how="with-unit", rule="15.2"))


async def check_shot(g: Battle, h: Hex, side: str, total: int) -> None:
    """15.4 Missile fire of a final value of 9 or more against a hex: leaders of ``side`` in it are at risk."""
    if total < g.charts.threshold("leader_at_risk"):
        return
    least = g.charts.threshold("leader_shot")
    for x in g.leaders_at(h, side):
        roll = await g.roll(
            RollRequest(
                purpose="leader-loss",
                side=side,
                text=Text("Is {name} hit?", name=x.name),
                rule="15.4",
                table="thresholds",
                needs=Text("{n} or more kills", n=least),
                unit=x.id,
                outcome=lambda total: Text("killed") if total >= least else Text("unhurt"),
            )
        )
        if roll.total >= least:
            g.emit(LeaderLost(leader=x.id, rule="15.4"))


async def fall(g: Battle, unit: Unit, rolled: list[str]) -> None:
    """15.4 Loss of leaders: a unit in Shock was Disordered, Unhorsed, or must Retire; those in its hex may be killed.

    ``rolled``: who has rolled for this result already, and so doesn't again; it is added to.
    """
    for x in g.leaders_at(unit.at, unit.side):
        await _at_risk(g, x, rolled)


def _request(g: Battle, x: Leader) -> RollRequest:
    """T-LEADERLOSS"""
    least = g.charts.threshold("leader_fallen")
    return RollRequest(
        purpose="leader-loss",
        side=x.side,
        text=Text("Does {name} fall?", name=x.name),
        rule="15.4",
        table="thresholds",
        modifiers=(Modifier(value=-x.activation, reason=Text("his Activation"), rule="15.4"),),
        needs=Text("{n} or more kills", n=least),
        unit=x.id,
        outcome=lambda total: Text("killed") if total >= least else Text("unhurt"),
    )


def falls(g: Battle, x: Leader) -> float:
    """15.4 Probability that he falls where his unit in Shock is shaken."""
    return risk.chance(_request(g, x), lambda total: total >= g.charts.threshold("leader_fallen"))


async def _at_risk(g: Battle, x: Leader, rolled: list[str]) -> bool:
    """T-LEADERLOSS Leader loss: the roll; True when he is killed."""
    if x.id in rolled:
        return False
    rolled.append(x.id)
    roll = await g.roll(_request(g, x))
    if roll.total >= g.charts.threshold("leader_fallen"):
        g.emit(LeaderLost(leader=x.id, rule="15.4"))
        return True
    return False


async def bereft(g: Battle, unit: Unit, at: Hex, rolled: list[str], *, at_risk: bool) -> None:
    """15.4 The unit that stood in a hex is eliminated: leaders there are captured, killed, or saved.

    ``rolled`` as in :func:`fall`: being eliminated for want of a retreat is no second result.
    """
    for x in g.leaders_at(at, unit.side):
        if g.enclosed(at, x.side):
            g.emit(LeaderLost(leader=x.id, captured=True, rule="15.4"))
        elif not (at_risk and await _at_risk(g, x, rolled)):
            await _save(g, x, "15.4")


async def capture(g: Battle, unit: Unit) -> None:
    """15.5 A unit has entered a hex: enemy leaders alone there escape, or are captured where they are surrounded."""
    for x in g.leaders_at(unit.at, g.state.enemy(unit.side)):
        if g.enclosed(unit.at, x.side):
            g.emit(LeaderLost(leader=x.id, captured=True, rule="15.5"))
        else:
            await _save(g, x, "15.5")


async def _save(g: Battle, x: Leader, rule: str) -> None:
    """15.4, 15.5 Place him with the nearest unit of his Command, or of his side; captured if there is none."""
    own = [u for u in g.units(x.side, x.command)] or list(g.units(x.side))
    if not own:
        g.emit(LeaderLost(leader=x.id, captured=True, rule=rule))
        return
    nearest = min(distance(u.at, x.at) for u in own)
    host = await _with_whom(g, x.side, x.name, [u for u in own if distance(u.at, x.at) == nearest], rule)
    g.emit(LeaderMoved(leader=x.id, start=x.at, to=host.at, how="saved", rule=rule))


async def _with_whom(g: Battle, side: str, name: Text | str, hosts: list[Unit], rule: str) -> Unit:
    """The unit a leader is placed with, by its owner's choice."""
    if len(hosts) == 1:
        return hosts[0]
    answer = await g.ask(
        Choose(
            kind="leader-place",
            side=side,
            rule=rule,
            prompt=Text("With which unit is {leader} placed?", leader=name),
            focus=tuple(u.at for u in hosts),
            choices=tuple(
                Choice(u.id, Text("{unit} at {hex}", unit=u.id, hex=show(u.at)), unit=u.id, hex=u.at) for u in hosts
            ),
            default_key=hosts[0].id,
            policy=Policy(POLICY.kind, hosts[0].id, hosts[0].id, free=True),
            why=reasons.one_of(g, hosts, rule, side, Text("can take a leader in now")),
        )
    )
    return g.state.units[answer.key]


async def replace_due(g: Battle) -> None:
    """15.6 Commands whose leader is lost get a Replacement Leader, on a unit of their owner's choice."""
    for c in list(g.state.commands.values()):
        lost = g.state.leaders[c.leader]
        own = list(g.units(command=c.id))
        if not lost.lost or c.gone or not own:
            continue
        hosts = sorted(own, key=lambda u: (u.retired, u.disordered, _spread(u, own), u.id))
        host = await _with_whom(g, c.side, Text("the Replacement Leader of {name}", name=c.name), hosts, "15.6")
        number = 1 + sum(x.command == c.id for x in g.state.leaders.values())
        new = Leader(
            id=f"{c.id}{number}",
            name=f"Replacement Leader of {c.name}",
            side=c.side,
            command=c.id,
            activation=g.charts.replacement("activation"),
            command_range=g.charts.replacement("command_range"),
            ma=g.charts.replacement("ma"),
            hex=host.at,
            replacement=True,
        )
        g.emit(LeaderReplaced(command=c.id, leader=new, name=c.name, rule="15.6"))


def _spread(unit: Unit, own: Iterable[Unit]) -> int:
    """How far the others of the Command stand from a unit, in hexes: least in its middle."""
    return sum(distance(unit.at, u.at) for u in own)
