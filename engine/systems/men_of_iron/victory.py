"""16.0 Flight Points, and whether an army flees."""

from __future__ import annotations

from engine.kernel import risk
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text, joined
from engine.systems.men_of_iron import special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import BattleEnded
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Leader, Unit

HIGHEST = 9
"""Highest die: a check that couldn't succeed with it isn't rolled for."""


def unit_points(g: Battle, unit: Unit) -> int:
    """16.0 Flight Points a unit counts as it is."""
    if unit.never_counts:
        return 0
    if unit.eliminated:
        return g.charts.flight_points("man_at_arms" if unit.man_at_arms else "other")
    if unit.retired and unit.on_map and not unit.pointless:
        return g.charts.flight_points("retired")
    return 0


def leader_points(g: Battle, leader: Leader) -> int:
    """16.0 Flight Points a leader counts; a Replacement Leader never does (15.6)."""
    if not leader.lost or leader.replacement or leader.never_counts:
        return 0
    return g.charts.flight_points("king" if leader.king else "leader")


def flight_points(g: Battle, side: str) -> int:
    """16.0 An army's Flight Points now, without a die."""
    return (
        sum(unit_points(g, u) for u in g.state.units.values() if u.side == side)
        + sum(leader_points(g, x) for x in g.state.leaders.values() if x.side == side)
        + g.state.armies[side].extra
    )


async def check(g: Battle, first: str) -> None:
    """16.0 Victory: after a free activation both armies are checked, the one that has just acted first."""
    over: dict[str, int] = {}
    for side in (first, g.state.enemy(first)):
        excess = await _excess(g, side)
        if excess is not None:
            over[side] = excess
    if not over:
        return
    fleeing = [s for s in over if over[s] == max(over.values())]
    if len(fleeing) == 2:
        g.emit(BattleEnded(winner=None, story=Text("Both armies flee: the battle is a draw."), rule="16.0"))
        return
    winner = g.state.enemy(fleeing[0])
    told = Text("The {name} flee: the {winner} win.", name=g.spec(fleeing[0]).name, winner=g.spec(winner).name)
    await won(g, winner, told)


async def won(g: Battle, winner: str, story: Text) -> None:
    """The battle ends with a victory; ``story`` tells it, and the battle's rules may add to that."""
    added = [x for r in special.having(g, Special.verdict) if (x := r.verdict(g, winner)) is not None]
    g.emit(BattleEnded(winner=winner, story=joined((story, *added), " "), rule="16.0"))


def time_is_up(g: Battle) -> bool:
    """Whether the battle has had all its activations, where it has a limit; it is over then, and has been told."""
    limit = g.scenario.limit
    if limit is None or g.state.activations < limit.activations or g.state.phase not in ("free", "continue"):
        return False
    told = Text("{n:activation is|activations are} over with both armies on the field", n=limit.activations)
    for r in special.having(g, Special.reckoned):
        if (found := r.reckoned(g)) is not None:
            side = g.spec(found.winner).name
            story = Text("{told}: the {side} win, {why}.", told=told, side=side, why=found.why)
            g.emit(BattleEnded(winner=found.winner, story=story, rule="16.0"))
            return True
    if limit.winner is None:
        story = Text("{told}: a draw.", told=told)
    else:
        story = Text("{told}: the {side} win.", told=told, side=g.spec(limit.winner).name)
    g.emit(BattleEnded(winner=limit.winner, story=story, rule="16.0"))
    return True


async def _excess(g: Battle, side: str) -> int | None:
    """T-FLIGHTLEVELS How far the roll reaches beyond the army's Flight Level (16.0); None when it stands."""
    level, request = g.state.armies[side].flight_level, _request(g, side)
    if request is None:
        return None
    roll = await g.roll(request)
    return roll.total - level if roll.total >= level else None


def _request(g: Battle, side: str) -> RollRequest | None:
    """16.0 The army's roll; None while it can't flee whatever the die."""
    points, level = flight_points(g, side), g.state.armies[side].flight_level
    if HIGHEST + points < level:
        return None
    return RollRequest(
        purpose="flight",
        side=side,
        text=Text("Do the {name} flee?", name=g.spec(side).name),
        rule="16.0",
        table="flight",
        modifiers=(Modifier(value=points, reason=Text("Flight Points"), rule="16.0"),),
        needs=Text("{n} or more: they flee", n=level),
        outcome=lambda total: Text("they flee") if total >= level else Text("they stand"),
    )


def flight_chance(g: Battle, side: str) -> float:
    """16.0 Probability that the army flees if it is rolled for now."""
    request, level = _request(g, side), g.state.armies[side].flight_level
    return 0.0 if request is None else risk.chance(request, lambda total: total >= level)
