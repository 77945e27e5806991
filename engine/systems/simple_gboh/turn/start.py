"""3.2 A Player Turn begins, and ends."""

from __future__ import annotations

from engine.systems.gboh import special
from engine.systems.gboh.events import PhaseBegan
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.turns import PlayerTurnBegan, TurnsSettled
from engine.systems.simple_gboh.state import Coming


def next_turn(g: Battle) -> Coming:
    """4.41 Whose Player Turn is next: one that is settled, else the other side's, which may be seized."""
    if g.state.coming:
        return g.state.coming[0]
    last = g.state.last_side
    assert last is not None, "the first Player Turn is settled by 3.1"
    return Coming(side=g.foe(last), seizable=True)


async def start(g: Battle) -> None:
    """A0 The Player Turn of whose turn it is."""
    now = next_turn(g)
    if g.state.coming:
        g.emit(TurnsSettled(coming=g.state.coming[1:]))
    turn = g.state.turn + 1 if g.state.last_side is not None else 1
    begun = g.new_orders(now.side, seizable=now.seizable, seized_by=now.seized_by, activated=[], in_command=[])
    g.emit(PlayerTurnBegan(turn=turn, orders=begun, name=g.spec(now.side).name, rule="3.2"))
    for rule in special.having(g, "turn_start"):
        await rule.turn_start(g)


def end(g: Battle) -> None:
    """D is over, and so is the Player Turn: on to the next."""
    g.emit(PhaseBegan(phase="start"))
