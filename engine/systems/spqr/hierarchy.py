"""4.4 The Roman hierarchy: which counters hold its offices (4.45), who follows a fallen Overall Commander (4.46)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import show
from engine.kernel.text import Text
from engine.kernel.view import Particular
from engine.systems.gboh.events import NoteSet
from engine.systems.spqr import offices
from engine.systems.spqr.battle import Battle
from engine.systems.spqr.events.leaders import LeaderPromoted, PostsExchanged
from engine.systems.spqr.hooks import Chapter
from engine.systems.spqr.scenario import Rank
from engine.systems.spqr.state import Leader

STRATEGY = 1
"""4.46 A Proconsul's who has become Overall Commander."""


class Hierarchy(Chapter):
    """4.4 Proconsuls, Tribunes, Prefects."""

    case = "4.4"
    about = "the Roman hierarchy"

    async def turn_start(self, g: Battle) -> None:
        """4.45 Before the first turn: where the lesser Tribune, the lesser Prefect stand."""
        for side in g.state.sides if g.state.turn == 1 else ():
            for rank in offices.COLLEGES:
                await _posts(g, side, rank)

    async def succession(self, g: Battle) -> None:
        """4.46 A Proconsul may be named for the Overall Commander who was lost."""
        for lost in list(g.state.leaders.values()):
            key = f"4.46 {lost.id}"
            if lost.role != "OC" or not lost.eliminated or lost.departed or key in g.state.notes:
                continue
            able = [x for x in g.leaders(lost.side) if x.rank == "proconsul"]
            if able and g.commander(lost.side) is None:
                g.emit(NoteSet(key=key, value=await _name(g, lost, able), rule="4.46"))

    def leader_facts(self, g: Battle, leader: Leader, viewers: Collection[str]) -> Iterator[Particular]:
        yield Text("Rank"), leader.title
        if leader.rank in offices.DUTIES:
            yield Text("Commands"), offices.DUTIES[leader.rank]
        if leader.own_lines:
            yield Text("Line Commands without leave"), Text("in the first phase of a turn")


async def _posts(g: Battle, side: str, rank: Rank) -> None:
    college = [x for x in g.leaders(side) if x.rank == rank]
    lesser = next((x for x in college if x.inferior), None)
    key = f"4.45 {side} {rank}"
    if lesser is None or len(college) < 2 or key in g.state.notes:
        return
    answer = await g.ask(
        Choose(
            kind="lesser-post",
            side=side,
            rule="4.45",
            prompt=Text(
                "{leader} (Initiative {n}) is the lesser {rank}. At which post?",
                leader=lesser.name,
                n=lesser.initiative,
                rank=lesser.title,
            ),
            subject=lesser.id,
            focus=tuple(x.at for x in college),
            choices=(
                Choice("stay", Text("As set up, at {hex}", hex=show(lesser.at)), unit=lesser.id, hex=lesser.at),
                *(
                    Choice(x.id, Text("In {leader}'s place at {hex}", leader=x.name, hex=show(x.at)), hex=x.at)
                    for x in college
                    if x is not lesser
                ),
            ),
            default_key="stay",
        )
    )
    g.emit(NoteSet(key=key, value=answer.key, rule="4.45"))
    if answer.key != "stay":
        g.emit(PostsExchanged(leader=lesser.id, other=answer.key, rule="4.45"))


async def _name(g: Battle, lost: Leader, able: list[Leader]) -> str:
    answer = await g.ask(
        Choose(
            kind="proconsul",
            side=lost.side,
            rule="4.46",
            prompt=Text("{leader} is lost. Which Proconsul is Overall Commander now?", leader=lost.name),
            subject=able[0].id,
            focus=tuple(x.at for x in able),
            choices=(
                *(
                    Choice(
                        x.id,
                        Text(
                            "{leader} (Initiative {n}, Command Range {r})",
                            leader=x.name,
                            n=x.initiative,
                            r=x.command_range,
                        ),
                        unit=x.id,
                        hex=x.at,
                        lean=float(x.initiative),
                    )
                    for x in able
                ),
                Choice("no", Text("Nobody"), lean=0.1),
            ),
            default_key=able[0].id,
        )
    )
    if answer.key != "no":
        g.emit(LeaderPromoted(leader=answer.key, strategy=STRATEGY, rule="4.46"))
    return answer.key
