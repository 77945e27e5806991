"""8.46 A king whose death ends the battle, and who may always flee: Darius."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.hexes import Hex, adjacent, show
from engine.kernel.text import Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Chapter
from engine.systems.alexander.state import Leader
from engine.systems.gboh.cohesion.rout_path import to_edge
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.events import LeaderMoved, UnitsLeft
from engine.systems.gboh.state import Unit

FLIGHT = 4
"""Hexes he may flee."""

OFF = "off"

POLICY = PolicyKind(
    "king-flight", Text("The king flees when an enemy comes for him"), {"alone": Text("when no unit stands with him")}
)


class King(Chapter):
    """8.46 Darius as a target."""

    case = "8.46"
    about = "a king who may flee"

    async def leader_approached(self, g: Battle, leader: Leader, by: Unit | Leader) -> None:
        if leader.king:
            await _offer(g, leader, by)

    async def leader_arrives(self, g: Battle, leader: Leader) -> None:
        """Even before a mere leader."""
        for x in list(g.leaders(g.state.enemy(leader.side))):
            if x.king and leader.on_map and (adjacent(x.at, leader.at) or x.at == leader.at):
                await _offer(g, x, leader)

    def decided(self, g: Battle) -> tuple[str | None, Text, str] | None:
        fallen = next((x for x in g.state.leaders.values() if x.king and x.eliminated and not x.departed), None)
        if fallen is None:
            return None
        winner = g.state.enemy(fallen.side)
        story = Text("{king} is dead: the {side} win.", king=fallen.name, side=g.spec(winner).name)
        return winner, story, "8.46"


def ways(g: Battle, leader: Leader) -> dict[Hex, int]:
    """Hexes he can flee to, straight towards his Retreat Edge, with how many hexes that is."""
    found: dict[Hex, int] = {}
    ring = [leader.at]
    for n in range(1, FLIGHT + 1):
        ring = list(dict.fromkeys(b for a in ring for b in _nearer(g, leader, a)))
        found |= {h: n for h in ring}
    return found


def _nearer(g: Battle, leader: Leader, a: Hex) -> Iterator[Hex]:
    for b in g.map.neighbours(a):
        if to_edge(g, b, leader) < to_edge(g, a, leader) and leader_moves.step_mp(g, leader, a, b) is not None:
            yield b


def leaves(g: Battle, leader: Leader, found: dict[Hex, int]) -> bool:
    """Whether his flight can take him off the map: from an edge hex with a hex of it to spare."""
    return any(n < FLIGHT and h in g.spec(leader.side).retreat_edge for h, n in {leader.at: 0, **found}.items())


async def _offer(g: Battle, leader: Leader, by: Unit | Leader) -> None:
    found = ways(g, leader)
    off = leaves(g, leader, found)
    if not found and not off:
        return
    name = by.name if isinstance(by, Leader) else by.id
    alone = g.friend_in(leader.at, leader.side) is None
    best = max(found, key=lambda h: (g.friend_in(h, leader.side) is not None, found[h], -h), default=None)
    flee = show(best) if best is not None else OFF
    choices = [
        Choice(show(h), Text("Flee to {hex}", hex=show(h)), unit=leader.id, hex=h, lean=3.0 if alone else 0.3)
        for h in sorted(found, key=lambda h: (-found[h], h))
    ]
    if off:
        choices.append(Choice(OFF, Text("Flee off the map, for good"), unit=leader.id, lean=0.1))
    choices.append(
        Choice("stay", Text("Stay at {hex}", hex=show(leader.at)), unit=leader.id, lean=0.5 if alone else 4.0)
    )
    answer = await g.ask(
        Choose(
            kind=POLICY.kind,
            side=leader.side,
            rule="8.46",
            prompt=Text("{enemy} comes for {leader}. Does he flee?", enemy=name, leader=leader.name),
            subject=leader.id,
            focus=(leader.at, *found),
            choices=tuple(choices),
            default_key=flee if alone else "stay",
            policy=Policy(POLICY.kind, flee, "stay", {"alone": alone}),
        )
    )
    if answer.key == OFF:
        story = Text("{leader} leaves the field and doesn't come back.", leader=leader.name)
        g.emit(UnitsLeft(units=[], leaders=[leader.id], story=story, rule="8.46"))
    elif answer.key != "stay":
        to = int(answer.key)
        g.emit(LeaderMoved(leader=leader.id, start=leader.at, to=to, how="withdraw", rule="8.46"))
