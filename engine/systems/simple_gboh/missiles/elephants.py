"""7.14 Elephants that missiles have hit check against a Rampage; 7.2 who has fired out of turn at whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import percent
from engine.kernel.text import Text
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import cohesion
from engine.systems.simple_gboh import breaking
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit

RULE = "7.14"


class ElephantChecks(Chapter):
    """7.14 Every hit by missiles on an elephant."""

    case = "7.14"
    about = "elephants hit by missiles may Rampage"

    async def struck(self, g: Battle, unit: Unit, shooters: Sequence[Unit]) -> None:
        if unit.troop.arm != "elephant":
            return
        # Hits that come at one moment are checked one by one, each with those before it.
        for n, shooter in enumerate(shooters, 1):
            if not unit.on_map or await _holds(g, unit, unit.hits - len(shooters) + n):
                continue
            await breaking.lost(g, unit, shooter)

    def shot_notes(self, g: Battle, shooter: Unit, target: Unit, path: Sequence[Hex]) -> Iterator[Text]:
        if target.troop.arm == "elephant":
            p = percent(chance(g, target, target.hits + 1))
            yield Text("a hit makes {unit} Rampage: {p}", unit=target.id, p=p)


async def _holds(g: Battle, unit: Unit, hits: int) -> bool:
    """7.14 DR and all its hits at TQ or less: nothing happens."""
    text = Text("{unit} has been hit by missiles", unit=unit.id)
    drm = Modifier(value=hits, reason=str(Text("{n:hit|hits} on {unit}", n=hits, unit=unit.id)), rule=RULE)
    return await cohesion.holds(g, unit, "rampage-check", text, RULE, Text("holds"), Text("Rampages"), drm=(drm,))


def chance(g: Battle, unit: Unit, hits: int) -> float:
    """7.14 Probability that one more hit, which makes them ``hits``, ends in a Rampage."""
    limit = cohesion.tq(g, unit)
    return 1.0 if hits >= limit else sum(die + hits > limit for die in range(10)) / 10
