"""7.12, 7.13, 7.19 Where an army can go from where it is, and at what price."""

from __future__ import annotations

from heapq import heappop, heappush

from engine.kernel.board import Place
from engine.kernel.text import Refusal, either, refuse
from engine.systems.justinian.campaign import other
from engine.systems.justinian.movement import boxes
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE


def price(c: Course, to: Place) -> int:
    """T:movement_costs 7.12 MP for entering an adjacent place: penalties add up."""
    cost = c.g.charts.cost
    mp = cost("enter")
    if c.disorganized:
        mp += cost("disorganized")
    if c.defeated:
        mp += cost("defeated")
    if c.enemies:
        mp += cost("leaving_enemy")
    if c.g.land.strait(c.at, to):
        mp += cost("strait")
    return mp


def check(c: Course, to: Place) -> int:
    """The MP of the step into ``to``. Raises Refusal with the case that forbids it."""
    g, name = c.g, c.force.name
    bar = barred(c, to)
    if bar is not None:
        raise bar
    mp = price(c, to)
    if mp > c.mp:
        refuse(
            "{army} needs {mp} MP to enter {place} and has {left}.",
            rule="7.12",
            army=name,
            mp=mp,
            place=g.land.name(to),
            left=c.mp,
        )
    return mp


def barred(c: Course, to: Place) -> Refusal | None:
    """Why an army can't go from where it is into another place, MP apart; None where it can."""
    g, land, name = c.g, c.g.land, c.force.name
    if c.force.leader is None:
        return Refusal("{army} has no MagMil and can't move.", rule="4.1", army=name)
    if to not in land.map:
        return Refusal("That is not on the map.", rule="7.13")
    if land.is_sea(to):
        return Refusal("{army} goes over the {sea} with a fleet only.", rule="7.13", army=name, sea=land.after_the(to))
    if land.is_box(to):
        return boxes.barred(c, to)
    if land.is_box(c.at):
        if g.land.map.kind_between(c.at, to) != "arrow":
            return Refusal(
                "No arrow leads from {box} to {place}.", rule="7.19", box=land.name(c.at), place=land.name(to)
            )
        if c.at != land.box(c.force.power):
            return Refusal("The arrows of {box} are its own power's.", rule="7.19", box=land.name(c.at))
        return None
    if to in land.roads(c.at):
        return None
    if to == c.at:
        return Refusal("{army} is in {place} already.", rule="7.13", army=name, place=land.name(to))
    beside = either(land.name(p) for p in land.roads(c.at))
    return Refusal(
        "{place} has no border with {at}: {army} can go to {beside}.",
        rule="7.13",
        place=land.name(to),
        at=land.name(c.at),
        army=name,
        beside=beside or "nowhere",
    )


def steps(c: Course) -> list[Place]:
    """Places an army could enter next, if it had the MP."""
    if c.force.leader is None:
        return []
    found = [p for p in c.g.land.map.beside(c.at, ("arrow", "box_arrow")) if barred(c, p) is None]
    return [*c.g.land.roads(c.at), *found]


def reach(c: Course) -> dict[Place, tuple[int, tuple[Place, ...]]]:
    """Everywhere an army can get to with the MP it has: MP, and the way; of equal ways the one past fewest enemies.

    Into another power's box it goes only from where it is: it has to attack there.
    """
    key = ("reach", c.force.lead, c.at, c.mp, c.defeated, c.disorganized)
    return c.g.derived(key, lambda: _reach(c))


def _reach(c: Course) -> dict[Place, tuple[int, tuple[Place, ...]]]:
    g = c.g
    found: dict[Place, tuple[int, tuple[Place, ...]]] = {}
    waiting: list[tuple[int, int, tuple[Place, ...], Place]] = [(0, 0, (), c.at)]
    while waiting:
        spent, met, way, at = heappop(waiting)
        if at in found or (at == c.at and way):
            continue
        if way:
            found[at] = spent, way
            if g.land.is_box(at):
                continue
        here = c if not way else c.later(spent, at=at, won=False)
        for to in steps(here):
            mp = price(here, to)
            if mp <= here.mp and to not in found and not (way and g.land.is_box(to) and to != own_box(c)):
                danger = g.land_sp(to, other(c.force.side))
                heappush(waiting, (spent + mp, met + (danger > 0), (*way, to), to))
    return found


def own_box(c: Course) -> Place | None:
    """The box of the army's power; None of Byzantines, Vandals and Ostrogoths."""
    return None if c.force.power == BYZANTINE else c.g.land.box(c.force.power)
