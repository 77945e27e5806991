"""9.0-d, 9.0-e, 9.0-f What happens in Constantinople: disputes, politics, buildings."""

from __future__ import annotations

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text
from engine.systems.justinian import commanders
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import DebtSet, EventStruck, GoldChanged
from engine.systems.justinian.state import MagMil


async def religious_disputes(g: Campaign) -> None:
    """9.0-d The next Byzantine activation of this turn is lost."""
    g.emit(EventStruck(event="religious_disputes", rule="9.0-d"))


async def politics(g: Campaign) -> None:
    """9.0-e The MagMil with the highest die and Control is replaced by one from the cup; an empty cup ends it."""
    there = [x for x in g.state.magmil.values() if x.where == "map"]
    g.emit(EventStruck(event="politics", without=not (there and g.cup()), rule="9.0-e"))
    if not g.cup():
        return
    while len(there) > 1:
        totals = [await _standing(g, x) for x in there]
        there = [x for x, total in zip(there, totals, strict=True) if total == max(totals)]
    for x in there:
        await commanders.replace(g, x, "9.0-e", fresh=False)


async def _standing(g: Campaign, x: MagMil) -> int:
    control = Modifier(value=g.leader(x.id).control, reason=Text("Control"), rule="4.12")
    roll = await g.roll(
        RollRequest(
            purpose="politics",
            side="byzantine",
            text=Text("{leader} at court", leader=g.state.names[x.id]),
            rule="9.0-e",
            unit=x.id,
            modifiers=(control,),
            needs=Text("less than another's"),
        )
    )
    return roll.total


async def justinian_builds(g: Campaign) -> None:
    """9.0-f 10 G; what is missing comes from the next income."""
    g.emit(EventStruck(event="justinian_builds", rule="9.0-f"))
    price = g.charts.event_number("builds")
    paid = min(price, g.state.gold)
    if paid:
        g.emit(GoldChanged(n=-paid, why="builds", rule="9.0-f"))
    if price > paid:
        g.emit(DebtSet(owed=g.state.owed + price - paid, rule="9.0-f"))
