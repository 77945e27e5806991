"""9.0-a, 5.25 Mutiny of Frontier SP and fleets that are Not Paid."""

from __future__ import annotations

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import EventStruck, StrengthChanged
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Group, fleet_at, frontier_at


async def strike(g: Campaign) -> None:
    """A die for each group: even, and it is gone. Armies don't mutiny, and markers stay."""
    groups = unpaid(g)
    g.emit(EventStruck(event="mutiny", without=not groups, rule="9.0-a"))
    for group in groups:
        roll = await g.roll(
            RollRequest(
                purpose="mutiny",
                side="byzantine",
                text=Text("{group}: do they mutiny?", group=g.state.told(group)),
                rule="5.25",
                needs=Text("an odd number"),
                outcome=lambda total: Text("they stay") if total % 2 else Text("they are gone"),
            )
        )
        if roll.total % 2 == 0:
            g.emit(StrengthChanged(group=group, n=-g.state.sp_of(group), why="mutiny", rule="5.25"))


def unpaid(g: Campaign) -> list[Group]:
    """5.25 Frontier groups and fleets with a marker."""
    frontier = [frontier_at(p) for p, pool in sorted(g.state.frontier.items()) if pool.unpaid]
    return frontier + [fleet_at(p, BYZANTINE) for p, pool in sorted(g.state.fleets[BYZANTINE].items()) if pool.unpaid]
