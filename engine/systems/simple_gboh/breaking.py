"""8.1 to 8.4 Units that break: Depleted where they can be, elephants that Rampage, Rout, which is the end here.

This module is what a battle is given as its :class:`~engine.systems.gboh.battle.Breaks`: whatever hits a unit up to its
TQ comes here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact, percent
from engine.kernel.referee import Setting
from engine.kernel.text import Text
from engine.kernel.view import Particular
from engine.systems.gboh import battle as gboh
from engine.systems.gboh.cohesion import cohesion
from engine.systems.simple_gboh import effects, rampage
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.state import Unit

FIRE = "7.14"
DEPLETED_TQ = -2
"""2.23, 8.23 What being Depleted does to TQ."""


async def rout(g: gboh.Battle, unit: gboh.Unit) -> None:
    """8.1, 8.21, 8.23 Hits have reached the unit's TQ: it is Depleted, an elephant Rampages, others Rout."""
    if unit.on_map:
        await _breaks(*_own(g, unit))


async def eliminate(g: gboh.Battle, unit: gboh.Unit, cause: Text, rule: str) -> None:
    """8.4 See :func:`effects.eliminate`."""
    await effects.eliminate(*_own(g, unit), cause, rule)


def _own(g: gboh.Battle, unit: gboh.Unit) -> tuple[Battle, Unit]:
    assert isinstance(g, Battle)
    return g, g.state.units[unit.id]


async def _breaks(g: Battle, unit: Unit) -> None:
    if effects.depletes(unit):
        await _deplete(g, unit, effects.remaining(unit, unit.hits))
        return
    await lost(g, unit)


async def rout_result(g: Battle, unit: Unit, by: Unit | None = None) -> None:
    """7.53, 8.22 A Rout result: the unit is Depleted, with half its hits, where it can be; else it Routs."""
    if not unit.on_map:
        return
    if effects.depletes(unit):
        await _deplete(g, unit, unit.hits // 2)
        return
    await lost(g, unit, by)


async def _deplete(g: Battle, unit: Unit, left: int) -> None:
    """8.22, 8.23 It is turned to its Depleted side, and Routs at once if the hits left are enough for that."""
    told = Text("is Depleted: 2 off its TQ from now on, and it keeps {n:hit|hits}.", n=left)
    g.emit(g.formed(unit=unit.id, depleted=True, hits=left, reason=told, rule="8.22"))
    await cohesion.settle(g, unit)


async def lost(g: Battle, unit: Unit, by: Unit | None = None) -> None:
    """8.4, 10.22 It Routs: it is eliminated; an elephant Rampages first, not where another's Rampage is the cause.

    ``by``: who caused it, from whom a Rampage goes round; else who is known to have struck it
    (:attr:`Battle.tormentors`).
    """
    if unit.troop.fate == "rampage" and not g.rampaging:
        await rampage.run(g, unit, by or g.state.units.get(g.tormentors.get(unit.id, "")))
        return
    await effects.eliminate(g, unit, Text("it routs"), "8.4")


# -- Depletion --------------------------------------------------------------------------------------------------------


class Depletion(Chapter):
    """8.21 to 8.23; what Depletes is above."""

    case = "8.2"
    about = "units that are Depleted in place of their first Rout"

    def tq_change(self, g: Battle, unit: Unit) -> int:
        """2.23"""
        return DEPLETED_TQ if unit.depleted else 0

    def broken_by(self, g: Battle, unit: Unit, hits: int, *, fire: bool) -> bool | None:
        if not effects.depletes(unit):
            return None
        tq = cohesion.tq(g, unit)
        return hits >= tq and effects.remaining(unit, hits) >= max(1, tq + DEPLETED_TQ)

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"depleted": unit.depleted}

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[Particular]:
        if unit.depleted:
            yield Text("Depleted"), Text("yes")

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.depletable:
            yield g.state.words.kept.flag("depleted", unit.depleted)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.depleted:
            yield Fact(Text("Depleted: TQ {tq}, and it has no Missile Fire", tq=cohesion.tq(g, unit)), "8.23")
        elif unit.depletable:
            yield Fact(Text("Is Depleted where others Rout for the first time"), "8.2")


# -- elephants under fire ---------------------------------------------------------------------------------------------


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
            await lost(g, unit, shooter)

    def broken_by(self, g: Battle, unit: Unit, hits: int, *, fire: bool) -> bool | None:
        return chance(g, unit, hits) > 0 if fire and unit.troop.arm == "elephant" else None

    def shot_notes(self, g: Battle, shooter: Unit, target: Unit, path: Sequence[Hex]) -> Iterator[Text]:
        if target.troop.arm == "elephant":
            p = percent(chance(g, target, target.hits + 1))
            yield Text("a hit makes {unit} Rampage: {p}", unit=target.id, p=p)


async def _holds(g: Battle, unit: Unit, hits: int) -> bool:
    """7.14 DR and all its hits at TQ or less: nothing happens."""
    text = Text("{unit} has been hit by missiles", unit=unit.id)
    drm = Modifier(value=hits, reason=Text("{n:hit|hits} on {unit}", n=hits, unit=unit.id), rule=FIRE)
    return await cohesion.holds(g, unit, "rampage-check", text, FIRE, Text("holds"), Text("Rampages"), drm=(drm,))


def chance(g: Battle, unit: Unit, hits: int) -> float:
    """7.14 Probability that one more hit, which makes them ``hits``, ends in a Rampage."""
    return 1.0 if hits >= cohesion.tq(g, unit) else cohesion.over(g, unit, hits)
