"""8.1 to 8.4 Units that break: Depleted where they can be, elephants that Rampage, Rout, which is the end here.

This module is what a battle is given as its :class:`~engine.systems.gboh.battle.Breaks`: whatever hits a unit up to its
TQ comes here.
"""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh import battle as gboh
from engine.systems.simple_gboh import effects, rampage
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit


async def rout(g: gboh.Battle, unit: gboh.Unit) -> None:
    """8.1, 8.21, 8.23 Hits have reached the unit's TQ: it is Depleted, an elephant Rampages, others Rout."""
    if unit.on_map:
        await _breaks(*_own(g, unit))


async def eliminate(g: gboh.Battle, unit: gboh.Unit, cause: str, rule: str) -> None:
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
    g.emit(g.formed(unit=unit.id, depleted=True, hits=left, reason=str(told), rule="8.22"))
    await effects.settle(g, unit)


async def lost(g: Battle, unit: Unit, by: Unit | None = None) -> None:
    """8.4, 10.22 It Routs: it is eliminated; an elephant Rampages first, not where another's Rampage is the cause.

    ``by``: who caused it, from whom a Rampage goes round; else who is known to have struck it
    (:attr:`Battle.tormentors`).
    """
    if unit.troop.fate == "rampage" and not g.rampaging:
        await rampage.run(g, unit, by or g.state.units.get(g.tormentors.get(unit.id, "")))
        return
    await effects.eliminate(g, unit, str(Text("it routs")), "8.4")
