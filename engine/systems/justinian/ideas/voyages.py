"""What a fleet might best do: land an army, put into a port, go On Patrol."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.kernel.board import Place
from engine.kernel.decisions import Menu
from engine.kernel.ideas import Idea
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.movement import fleet_menus
from engine.systems.justinian.state import fleet_at


def ideas(g: Campaign, power: str, place: Place, unit: str) -> Iterator[tuple[float, Idea]]:
    """Each with its weight; for the army that is carried, or for the fleet alone."""
    for choice in fleet_menus.voyages(g, power, place, Text("")):
        if choice.unit != unit or choice.menu is None:
            continue
        menu: Menu = choice.menu()
        carried = choice.key.startswith("carry-")
        for to in menu:
            if to.answer is None:
                continue
            label = Text("Land at {port}", port=g.land.name(to.hex or 0)) if carried else to.label
            if carried and choice.key != f"carry-{unit}":
                label = Text("{what}, with as few ships as will do", what=label)
            yield choice.lean * to.lean, Idea("lead", label, to.answer, unit=unit, hex=to.hex, note=to.note)


def all_of(g: Campaign, power: str, place: Place) -> Iterator[tuple[float, Idea]]:
    """The same for a fleet that isn't under way yet, each telling which army it carries."""
    fleet = fleet_at(place, power).key
    yield from ideas(g, power, place, fleet)
    pool = g.fleet(power, place)
    for force in fleet_menus.passengers(g, power, place, pool.sp if pool is not None else 0):
        for weight, idea in ideas(g, power, place, force.lead):
            yield weight, replace(idea, label=Text("{army}: {what}", army=force.name, what=idea.label))
