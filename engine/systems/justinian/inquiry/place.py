"""What is in a province, sea area or box, who controls it and what it brings, and how far an army has to it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.board import Place
from engine.kernel.dice import D10
from engine.kernel.inquiry import Fact, Findings, Sketch, told
from engine.kernel.text import Text, few, refuse
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import forecast
from engine.systems.justinian.combat.forces import Force, force_of, forces_at
from engine.systems.justinian.combat.party import Party, everybody
from engine.systems.justinian.interception import land
from engine.systems.justinian.movement import going
from engine.systems.justinian.movement.choice_weights import TYPICAL_MP
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import Side

SIDES: tuple[Side, ...] = ("byzantine", "barbarian")
THREATS = 5
"""Armies whose odds are told."""

FAR = 40
"""MP with which an army could get anywhere it can get to at all."""


def about(g: Campaign, place: Place, piece: str | None) -> Findings:
    """Everything that lies there; with an army, the way it would have."""
    if place not in g.land.map:
        refuse("There is no such place on the map.", rule="2.1")
    return Findings(
        Text("{place}", place=g.land.name(place)),
        told(
            (Text("Way"), _way(g, place, piece)),
            (Text("Province"), _province(g, place)),
            (Text("Forces"), _forces(g, place)),
            (Text("If it is attacked"), _threats(g, place)),
            (Text("If it is entered"), _watch(g, place)),
            (Text("Beside it"), _beside(g, place)),
        ),
        Sketch(focus=(place,)),
    )


def _province(g: Campaign, place: Place) -> Iterator[Fact]:
    if not g.land.is_province(place):
        return
    control = {
        "byzantine": Text("Byzantium controls it"),
        "barbarian": Text("The Barbarian controls it"),
        "none": Text("Nobody controls it"),
    }[g.control(place)]
    yield Fact(control, "3.4")
    if place in g.state.control:
        whose = g.power(g.state.control[place]).adjective
        yield Fact(Text("It has the {whose} control marker", whose=whose), "7.18")
    if place in g.state.revolt:
        yield Fact(Text("It is In Revolt; a Byzantine army ends that for 1 MP"), "9.0-c")
    yield Fact(
        Text("It brings {n} G a turn; Prefecture {name}", n=g.land.income(place), name=_prefecture(g, place)), "5.11"
    )
    city = g.land.area(place).city
    if city is not None:
        yield Fact(Text("City: {city}", city=city), "2.1")
    elif g.fort(place):
        yield Fact(Text("Fort"), "6.54")
    for power, at in g.state.treasuries.items():
        if at == place:
            yield Fact(Text("The {whose} treasury is here", whose=g.power(power).adjective), "5.42")


def _prefecture(g: Campaign, place: Place) -> str:
    return g.land.prefecture(place)


def _forces(g: Campaign, place: Place) -> Iterator[Fact]:
    for x in g.forces(place):
        yield Fact(Text("{group}: {n} SP", group=g.state.told(x), n=g.state.sp_of(x)))
    for x in g.fleets(place):
        how = Text("On Patrol") if g.land.is_sea(place) else Text("In Port")
        yield Fact(Text("{group}: {n} Fleet SP, {how}", group=g.state.told(x), n=g.state.sp_of(x), how=how), "7.22")
    for m in g.magmil_at(place):
        if m.army is None:
            yield Fact(Text("{leader}, alone", leader=g.state.names[m.id]), "4.13")
    for a in g.armies(place):
        if not a.strength:
            yield Fact(Text("{leader}, without SP", leader=g.state.names[a.id]), "4.33")


def _beside(g: Campaign, place: Place) -> Iterator[Fact]:
    board = g.land
    kinds: tuple[tuple[Text, tuple[Place, ...]], ...] = (
        (Text("By land"), board.map.beside(place, ("land",))),
        (Text("Across a strait"), board.map.beside(place, ("strait",))),
        (Text("Coast"), board.map.beside(place, ("coast",))),
        (Text("Sea areas"), board.map.beside(place, ("sea",))),
        (Text("Arrows"), board.map.beside(place, ("arrow", "box_arrow"))),
    )
    for what, found in kinds:
        if found:
            yield Fact(Text("{what}: {places}", what=what, places=", ".join(board.name(p) for p in found)), "7.13")


def _threats(g: Campaign, place: Place) -> Iterator[Fact]:
    """The odds of those enemies who could be there and attack with the MP they may count on, the best first."""
    if not g.land.is_province(place):
        return
    found: list[tuple[float, Fact]] = []
    for side in SIDES:
        defenders = everybody(g, place, other(side))
        if not defenders.sp:
            continue
        for force in _near(g, place, side):
            f = forecast.of(g, Party(g, side, place, (force,)), defenders)
            found.append(
                (f.win, Fact(Text("{army}, {n} SP: {odds}", army=force.name, n=force.sp, odds=f.words), "8.15"))
            )
    yield from (fact for _, fact in sorted(found, key=lambda x: -x[0])[:THREATS])


def _near(g: Campaign, place: Place, side: Side) -> Iterator[Force]:
    """Forces of a side that could be in a province and have MP left for an attack."""
    for a in g.armies(side=side):
        if a.at is None or a.led_by is not None or a.defeated or g.passive(a):
            continue
        force = force_of(g, a)
        if not force.sp or force.leader is None:
            continue
        c = Course(g, force, a.at, TYPICAL_MP - g.charts.cost("attack"), a.sp, a.defeated, a.disorganized)
        if a.at == place or place in going.reach(c):
            yield force


def _watch(g: Campaign, place: Place) -> Iterator[Fact]:
    """Who would try to intercept whom it is an enemy of, and with what chance."""
    if not g.land.is_province(place):
        return
    for side in SIDES:
        for force in forces_at(g, place, side):
            if land.able(g, force):
                add = sum(m.value for m in land.advantages(g, place, side))
                n = 10 * sum(d + add <= force.control for d in D10)
                yield Fact(Text("{army} may intercept: {n} %", army=force.name, n=n), "7.32")


def _way(g: Campaign, place: Place, piece: str | None) -> Iterator[Fact]:
    """The MP an army would need, as things stand now."""
    if piece is None:
        return
    a = g.state.armies.get(piece)
    if a is None or a.at is None:
        refuse("There is no army {army} on the map.", army=piece[:40])
    force = force_of(g, a)
    name = g.state.names[a.id]
    if a.at == place:
        yield Fact(Text("{army} is there", army=name))
        return
    course = Course(g, force, a.at, FAR, a.sp, a.defeated, a.disorganized)
    found = going.reach(course).get(place)
    if found is None:
        yield Fact(Text("{army} finds no way there by land", army=name), "7.13")
        return
    mp, way = found
    places = few(g.land.name(p) for p in way)
    yield Fact(Text("{army} needs {mp} MP: {way}", army=name, mp=mp, way=places), "7.12")
    leader = force.leader
    if leader is not None:
        able = [d for d in range(10) if g.charts.allowance(d, leader.movement) >= mp]
        yield Fact(Text("It has as many with {n} % of the dice", n=10 * len(able)), "7.11")
