"""What is in a province, sea area or box, who controls it and what it brings, and how far an army has to it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.board import Place
from engine.kernel.inquiry import Fact, Findings, Sketch, told
from engine.kernel.text import Text, few, refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import force_of
from engine.systems.justinian.movement import going
from engine.systems.justinian.movement.course import Course

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
    land = g.land
    kinds: tuple[tuple[Text, tuple[Place, ...]], ...] = (
        (Text("By land"), land.map.beside(place, ("land",))),
        (Text("Across a strait"), land.map.beside(place, ("strait",))),
        (Text("Coast"), land.map.beside(place, ("coast",))),
        (Text("Sea areas"), land.map.beside(place, ("sea",))),
        (Text("Arrows"), land.map.beside(place, ("arrow", "box_arrow"))),
    )
    for what, found in kinds:
        if found:
            yield Fact(Text("{what}: {places}", what=what, places=", ".join(land.name(p) for p in found)), "7.13")


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
