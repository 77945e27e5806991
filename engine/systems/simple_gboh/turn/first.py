"""3.1 Who has the first Player Turn."""

from __future__ import annotations

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.gboh.events import PhaseBegan
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.turns import TurnsSettled
from engine.systems.simple_gboh.state import Coming

FIRST = "3.1"


async def first_player(g: Battle) -> None:
    """3.1 As the battle says; else both roll, and the higher begins. The first turn can't be seized (4.44)."""
    side = g.scenario.first_player
    if side is None:
        side = await _contest(g)
    g.emit(TurnsSettled(coming=[Coming(side=side)], rule=FIRST))
    g.emit(PhaseBegan(phase="start"))


async def _contest(g: Battle) -> str:
    """Both roll, again while the dice are equal."""
    first, second = g.state.sides
    while True:
        one, other = [
            await g.roll(
                RollRequest(
                    purpose="first-player",
                    side=side,
                    text=Text("{side}: who begins?", side=g.spec(side).name),
                    rule=FIRST,
                    needs=Text("higher than the enemy"),
                )
            )
            for side in (first, second)
        ]
        if one.total != other.total:
            return first if one.total > other.total else second
