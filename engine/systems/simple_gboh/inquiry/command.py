"""4.1, 4.11 Who commands a unit, and whether it is In Command, or would be."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit
from engine.systems.simple_gboh.turn import command_status, formations


def of_unit(g: Battle, u: Unit) -> Iterator[Fact]:
    """Its Formation, its state in the Player Turn under way, and by whom it would be In Command as all stand now."""
    f = g.formation(u)
    if f.auxiliary:
        yield Fact(Text("{name}: auxiliary, always In Command when activated", name=f.name), "4.13")
        return
    yield Fact(Text("Of {name}, which is activated whole", name=f.name), "4.1")
    units = g.of_formation(u.side, f.id)
    turn = g.state.orders
    activated = turn is not None and turn.side == u.side and f.id in turn.formations
    if activated:
        status = "In Command in this Player Turn" if g.in_command(u) else "Out of Command in this Player Turn"
        yield Fact(Text(status), "4.11")
    if u.troop.is_engine:
        yield Fact(Text("Artillery is always In Command when activated"), "4.13")
        return
    able = formations.commanders(g, u.side, f)
    if not able:
        yield Fact(Text("It has no Commander on the map: activated it is Out of Command"), "4.1")
    for x in able:
        near = command_status.within(g, x, u)
        chained = u in command_status.chain(g, f, x, units)
        if near:
            text = Text("Within {leader}'s Command Range of {n}", leader=x.name, n=x.command_range)
        elif chained:
            text = Text("In {leader}'s chain of command", leader=x.name)
        else:
            text = Text("Beyond {leader}'s Command Range of {n}, and in no chain", leader=x.name, n=x.command_range)
        yield Fact(text, "4.11")
