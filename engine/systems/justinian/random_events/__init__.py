"""9.0 Random events: a die names one, and it is resolved before anything else."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.justinian import standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.charts import RandomEvent, Revolt
from engine.systems.justinian.random_events import court, mutiny, plague, revolts, sardinia

Procedure = Callable[[Campaign], Coroutine[Any, Any, None]]

TITLES: dict[str, Text] = {
    "mutiny": Text("Mutiny"),
    "plague": Text("Plague"),
    "revolt": Text("Revolt"),
    "religious_disputes": Text("Religious Disputes"),
    "politics": Text("Politics"),
    "justinian_builds": Text("Justinian builds"),
    "nika": Text("Nika"),
    "armenia": Text("Armenia"),
    "sardinia": Text("Sardinia"),
    "egypt": Text("Egypt"),
}


async def strike(g: Campaign) -> None:
    """T:random_events The die, and what it names."""
    roll = await g.roll(
        RollRequest(
            purpose="event",
            side="barbarian",
            text=Text("A random event"),
            rule="9.0",
            table="random_events",
            outcome=lambda total: TITLES[g.charts.random_event(total)],
        )
    )
    await _EVENTS[g.charts.random_event(roll.total)](g)
    if g.state.phase != "over":
        standing.settle(g)


async def _revolt(g: Campaign) -> None:
    """T:revolts 9.0-c Another die tells where."""
    roll = await g.roll(
        RollRequest(
            purpose="revolt",
            side="barbarian",
            text=Text("Where is the revolt?"),
            rule="9.0-c",
            table="revolts",
            outcome=lambda total: TITLES[g.charts.revolt(total)],
        )
    )
    await _REVOLTS[g.charts.revolt(roll.total)](g)


_EVENTS: dict[RandomEvent, Procedure] = {
    "mutiny": mutiny.strike,
    "plague": plague.strike,
    "revolt": _revolt,
    "religious_disputes": court.religious_disputes,
    "politics": court.politics,
    "justinian_builds": court.justinian_builds,
}

_REVOLTS: dict[Revolt, Procedure] = {
    "nika": revolts.nika,
    "armenia": revolts.armenia,
    "sardinia": sardinia.strike,
    "egypt": revolts.egypt,
}
