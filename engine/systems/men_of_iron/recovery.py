"""13.1, 13.2 Disordered units that do nothing recover; Retired ones rally at their Standard."""

from __future__ import annotations

from engine.kernel.hexes import distance
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import UnitRecovered
from engine.systems.men_of_iron.state import Standard, Unit


def recovering(g: Battle) -> list[Unit]:
    """13.1 Units of the activated Command that would recover if it finished now."""
    return [
        u
        for u in g.units(command=g.act.command)
        if u.id in g.act.may_recover
        and u.id not in g.act.acted
        and u.disordered
        and not u.retired
        and not g.adjacent_enemies(u.at, u.side)
    ]


def recover(g: Battle) -> None:
    """13.1 Recovery from Disorder, at the end of the activation of their Command."""
    for u in recovering(g):
        g.emit(UnitRecovered(unit=u.id, rule="13.1"))


def rallying(g: Battle, standard: Standard) -> list[Unit]:
    """13.2 Retired units a Standard would rally now."""
    return [
        u
        for u in g.units(standard.side)
        if u.retired
        and u.command in standard.commands
        and distance(u.at, standard.hex) <= 1
        and not g.adjacent_enemies(u.at, u.side)
    ]


def rally(g: Battle, standard: Standard) -> None:
    """13.2 Standards: all that one does when it is activated."""
    for u in rallying(g, standard):
        g.emit(UnitRecovered(unit=u.id, rallied=True, rule="13.2"))
