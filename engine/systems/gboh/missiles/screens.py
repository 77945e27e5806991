"""A 9.11, 9.12, S 9.12, 9.13 Archers that go with an elephant: a volley, and missiles, of their own."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.elephants.beasts import ScreenSupplied
from engine.systems.gboh.events import SupplyChanged
from engine.systems.gboh.state import Supply, Unit


def archers(unit: Unit) -> Unit | None:
    """Who goes with the unit and shoots by himself, as a unit that stands where it does; None for who has nobody.

    It is a copy, good until something happens to the unit.
    """
    supply = unit.screen_supply
    return None if supply is None else unit.model_copy(update={"missile": unit.troop.screen, "supply": supply})


def volleys(unit: Unit) -> list[Unit]:
    """Those of the unit who may shoot, each by itself: the unit, and its archers."""
    besides = archers(unit)
    return [unit] if besides is None else [unit, besides]


def aloft(shooter: Unit) -> bool:
    """Whether those who shoot are a unit's archers, as :func:`archers` has them, and not the unit itself."""
    return shooter.troop.screen is not None and shooter.missile == shooter.troop.screen


def called(shooter: Unit) -> Text:
    """Who shoots, in words: the unit, or its archers."""
    return Text("{unit}'s archers", unit=shooter.id) if aloft(shooter) else Text("{unit}", unit=shooter.id)


def set_supply(g: Battle, shooter: Unit, supply: Supply, rule: str) -> None:
    """8.17, 8.18 The missiles of a unit, or of its archers as :func:`archers` has them, change."""
    if aloft(shooter):
        g.emit(ScreenSupplied(unit=shooter.id, supply=supply, rule=rule))
    else:
        g.emit(SupplyChanged(unit=shooter.id, supply=supply, rule=rule))
