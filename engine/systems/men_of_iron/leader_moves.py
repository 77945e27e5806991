"""15.2 Leaders on the move: by themselves, or along with a unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.kernel import travel
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import refusal_of
from engine.kernel.text import refuse
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import LeaderMoved
from engine.systems.men_of_iron.orders import MoveLeader
from engine.systems.men_of_iron.state import Leader, Unit


def mp_left(g: Battle, leader: Leader) -> int:
    """MP he may still spend in this activation."""
    return max(0, leader.ma - g.spent(leader))


def may_stop(g: Battle, leader: Leader, h: Hex) -> bool:
    """15.2 Not alone in enemy ZOC."""
    return g.friend_in(h, leader.side) is not None or not g.enemy_zoc(h, leader.side)


def destinations(g: Battle, leader: Leader) -> dict[Hex, int]:
    """Hexes he can move to with the MP he has left, with their cost; he rides, and friends don't hinder him."""
    return g.derived(("leader", leader.id), lambda: _destinations(g, leader)) if leader.on_map else {}


def can_move(g: Battle, leader: Leader) -> bool:
    """Whether he can move anywhere: mostly his first step tells."""
    if not leader.on_map:
        return False
    left = mp_left(g, leader)
    if any(mp <= left and may_stop(g, leader, h) for h, mp in _exits(g, leader)(leader.at)):
        return True
    return bool(destinations(g, leader))


def _destinations(g: Battle, leader: Leader) -> dict[Hex, int]:
    found = travel.reached(leader.at, mp_left(g, leader), _exits(g, leader))
    del found[leader.at]
    return {h: mp for h, mp in found.items() if may_stop(g, leader, h)}


def _exits(g: Battle, leader: Leader) -> travel.Exits:
    """The hexes he may ride into from one, each with its cost."""
    held, side = g.occupants(), leader.side

    def exits(a: Hex) -> Iterator[tuple[Hex, int]]:
        for b, mp in g.steps(leader, a):
            there = held.get(b)
            if there is None or there.side == side:
                yield b, mp

    return exits


def check(g: Battle, order: MoveLeader) -> None:
    """Refuse an order to move a leader by himself."""
    leader = g.state.leaders.get(order.leader)
    if leader is None or not leader.on_map:
        refuse("There is no leader {leader} on the map.", leader=order.leader)
    a = g.state.activation
    if a is not None and leader.side != a.side:
        refuse("{leader} is the enemy's.", rule="15.2", leader=leader.name)
    if a is None or leader.command != a.command:
        refuse("{leader} moves with his own Command's activation only.", rule="15.2", leader=leader.name)
    if order.to in destinations(g, leader):
        return
    if order.to not in g.map:
        refuse("{hex} is not on the map.", rule="5.2", hex=show(order.to))
    if order.to == leader.at:
        refuse("{leader} is at {hex} already.", rule="15.2", leader=leader.name, hex=show(order.to))
    enemy = g.enemy_in(order.to, leader.side)
    if enemy is not None:
        refuse(
            "{leader} can't enter {hex}: {enemy} holds it.",
            rule="15.2",
            leader=leader.name,
            hex=show(order.to),
            enemy=enemy.id,
        )
    if not may_stop(g, leader, order.to):
        refuse(
            "{leader} can't stop alone at {hex}, in enemy ZOC; with a unit of his side he could.",
            rule="15.2",
            leader=leader.name,
            hex=show(order.to),
        )
    refuse(
        "{leader} can't reach {hex} with {left} MP.",
        rule="15.2",
        leader=leader.name,
        hex=show(order.to),
        left=mp_left(g, leader),
    )


# -- riding along ------------------------------------------------------------------------------------------------------


def rider(g: Battle, unit: Unit) -> Leader | None:
    """15.2 The leader who may go along with the unit: that of its Command, in its hex."""
    leader = g.leader(unit.command)
    return leader if leader is not None and leader.hex == unit.hex else None


def companion(g: Battle, unit: Unit, along: bool | None, hexes: Sequence[Hex]) -> Leader | None:
    """15.2 Who goes along on a checked move; ``along`` None: the leader in its hex, if he can follow all the way."""
    leader = rider(g, unit)
    if leader is None or along is False or not hexes:
        return None
    if along is None and refusal_of(lambda: check_ride(g, unit, hexes)) is not None:
        return None
    return leader


def check_ride(g: Battle, unit: Unit, hexes: Iterable[Hex]) -> None:
    """Refuse a ride the leader can't begin, or where he can't follow: he stays on horseback."""
    leader = rider(g, unit)
    if leader is None:
        refuse("The leader of {unit}'s Command isn't with it at {hex}.", rule="15.2", unit=unit.id, hex=show(unit.at))
    at = unit.at
    for h in hexes:
        if g.step_cost(leader, at, h) is None:
            refuse(
                "{leader} rides, and can't follow {unit} to {hex}.",
                rule="15.2",
                leader=leader.name,
                unit=unit.id,
                hex=show(h),
            )
        at = h


def ride(g: Battle, leader: Leader, origin: Hex, to: Hex) -> None:
    """15.2 He keeps with the unit for nothing, as long as he is with it."""
    if leader.hex == origin:
        g.emit(LeaderMoved(leader=leader.id, start=origin, to=to, how="with-unit", rule="15.2"))
