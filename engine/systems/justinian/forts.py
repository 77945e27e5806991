"""6.54 Forts Byzantium builds."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.text import Refusal, refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import FortBuilt, GoldChanged


def check(g: Campaign, place: Place) -> None:
    """Refuse a Fort that can't be built."""
    name = g.land.name(place)
    if place not in g.land.map or not g.land.is_province(place):
        refuse("A Fort is built in a province.", rule="6.54")
    if g.state.phase != "byzantine":
        refuse("Forts are built in Byzantine activations.", rule="6.54")
    if g.state.fort_built:
        refuse("One Fort an activation.", rule="6.54")
    price = g.charts.expense("fort")
    if g.state.gold < price:
        refuse("A Fort costs {price} G; there are {gold} G.", rule="6.54", price=price, gold=g.state.gold)
    if g.land.city(place):
        refuse("{place} has a City.", rule="6.54", place=name)
    if g.fort(place):
        refuse("{place} has a Fort already.", rule="6.54", place=name)
    if g.control(place) != "byzantine":
        refuse("Byzantium doesn't control {place}.", rule="6.54", place=name)
    if g.scenario.forts is not None and len(g.state.forts) >= g.scenario.forts:
        refuse("All {n} Forts are built.", rule="6.54", n=g.scenario.forts)


def places(g: Campaign) -> list[Place]:
    """Provinces in which a Fort could be built now."""
    return [p for p in g.land.provinces if _may(g, p)]


def _may(g: Campaign, place: Place) -> bool:
    try:
        check(g, place)
    except Refusal:
        return False
    return True


def build(g: Campaign, place: Place) -> None:
    """Build a Fort that has been checked."""
    g.emit(GoldChanged(n=-g.charts.expense("fort"), why="fort", rule="6.54"))
    g.emit(FortBuilt(place=place, rule="6.54"))
