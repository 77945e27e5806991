"""3.1 Sequence of play: which procedure runs in which phase. A campaign can be resumed at the start of any."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from engine.systems.justinian import (
    arrivals,
    barbarian,
    byzantine,
    commanders,
    income,
    maintenance,
    manpower,
    removal,
    set_up,
    turns,
)
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.state import Phase

Procedure = Callable[[Campaign], Coroutine[Any, Any, None]]


async def play(g: Campaign) -> None:
    """The whole campaign from wherever it stands to its end."""
    while (procedure := PHASES.get(g.state.phase)) is not None:
        await g.rest()
        await procedure(g)


PHASES: dict[Phase, Procedure] = {
    "setup-byzantine": set_up.byzantine,
    "setup-barbarian": set_up.barbarian,
    "income": income.phase,
    "removal": removal.phase,
    "maintenance": maintenance.phase,
    "recruit": manpower.phase,
    "create": manpower.create,
    "command": commanders.phase,
    "leaders": arrivals.phase,
    "barbarian": barbarian.phase,
    "byzantine": byzantine.phase,
    "end": turns.end,
}
