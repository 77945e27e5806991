"""3.0 Sequence of play: which procedure runs in which phase. A battle can be resumed at the start of any."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from engine.systems.men_of_iron import activation, deployment, move_fire, shock, shock_phase, special, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Phase

Procedure = Callable[[Battle], Coroutine[Any, Any, None]]


async def play(g: Battle) -> None:
    """The whole battle from wherever it stands to its end."""
    while g.state.phase != "over":
        await g.rest()
        await special.run(g, Special.between)
        if g.state.outcome is not None or victory.time_is_up(g):
            return
        await PHASES[g.state.phase](g)


PHASES: dict[Phase, Procedure] = {
    "setup": deployment.set_up,
    "free": activation.choose,
    "begin": activation.begin,
    "move": move_fire.move_fire,
    "shock": shock_phase.designate,
    "resolve": shock.resolve,
    "end": activation.end,
    "continue": activation.go_on,
}
