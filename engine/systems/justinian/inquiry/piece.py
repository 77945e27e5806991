"""An army, a MagMil, a fleet or other SP: what it is, what it can, what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.inquiry import Fact, Findings, Sketch, told
from engine.kernel.text import Text, few, refuse
from engine.systems.justinian import army_limits, byzantine, commanders, maintenance, view
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.scenario import BYZANTINE, LeaderSpec
from engine.systems.justinian.state import Army, Group, MagMil


def about(g: Campaign, name: str) -> Findings:
    """Raises Refusal for what isn't there."""
    if name in g.state.armies:
        return _army(g, g.state.armies[name])
    if name in g.state.magmil:
        return _magmil(g, g.state.magmil[name])
    group = next((x for x in [*g.groups(), *g.fleets()] if x.key == name), None)
    if group is None:
        refuse("There is no army, leader, fleet or group {name}.", name=name[:40])
    return _group(g, group)


def _army(g: Campaign, a: Army) -> Findings:
    where = () if a.at is None else (a.at,)
    sections = told(
        (Text("Now"), _now(g, a)),
        (Text("Commander"), _ratings(g, g.commander(a))),
        (Text("Costs and limits"), _limits(g, a)),
    )
    return Findings(Text("{army}", army=g.state.names[a.id]), sections, Sketch(focus=where))


def _now(g: Campaign, a: Army) -> Iterator[Fact]:
    if a.at is None:
        told_where = {
            "aside": Text("Not on the map; it can be raised"),
            "track": Text("On the turn track until turn {n}", n=a.arrives or 0),
            "gone": Text("Out of the game"),
            "map": Text("On the map"),
        }[a.where]
        yield Fact(told_where, "5.34" if a.power == BYZANTINE else "4.22")
        return
    yield Fact(Text("{n} SP in {place}", n=a.strength, place=g.land.name(a.at)))
    for power, n in a.allied.items():
        yield Fact(Text("{n} of them {name}", n=n, name=g.power(power).name), "6.34")
    if a.defeated:
        yield Fact(Text("Defeated: no attack, -2 in defence, 1 MP more a province"), "8.22")
    if a.disorganized:
        yield Fact(Text("Disorganized: -1 in battle, 1 MP more a province"), "8.23")
    if a.unpaid:
        yield Fact(Text("Not Paid: plunders when it wins"), "8.27")
    force = g.force(a)
    if len(force) > 1:
        names = ", ".join(g.state.names[x.id] for x in force)
        yield Fact(Text("Combined: {names}, {n} SP", names=names, n=g.strength(a)), "6.52")
    if a.power in g.state.alliance:
        yield Fact(Text("{side}", side=view.ALLIANCES[g.state.alliance[a.power]]), "6.33")


def _ratings(g: Campaign, spec: LeaderSpec | None) -> Iterator[Fact]:
    if spec is None:
        yield Fact(Text("None: it can't be activated"), "4.1")
        return
    allowances = [g.charts.allowance(d, spec.movement) for d in range(10)]
    yield Fact(Text("{name}: Control {n}", name=spec.name, n=spec.control), "4.12")
    yield Fact(
        Text("Movement {letter}: {a} to {b} MP", letter=spec.movement, a=min(allowances), b=max(allowances)), "7.11"
    )
    yield Fact(Text("Battle {n}", n=f"{spec.battle:+d}"), "4.12")


def _limits(g: Campaign, a: Army) -> Iterator[Fact]:
    if a.power != BYZANTINE:
        row = g.charts.activated(a.power)
        if g.land.box(a.power) is not None:
            troops = Text("Raises {base} and {n:die|dice} in its box", base=row.base, n=row.dice)
            yield Fact(troops, "6.23")
        return
    if a.at is None:
        places = few(g.land.name(p) for p in army_limits.places(g, a.id))
        yield Fact(Text("Raised in Europa, or: {places}", places=places), "5.34")
        return
    bill = next((b for b in maintenance.bills(g) if b.key == a.id), None)
    if bill is not None:
        yield Fact(Text("Its pay: {n} G", n=bill.cost), "5.21")
    yield Fact(Text("It may take {n} SP more", n=g.army_room(a)), "4.31")
    own = army_limits.ends(g, a.id)
    yield Fact(Text("It ends its activations in one of {n} provinces", n=len(own)), "7.14")
    if a.at not in own:
        yield Fact(Text("Where it is now it couldn't end one"), "7.14")
    if (no := byzantine.why_not(g, a.id)) is not None:
        yield Fact.of(no)


def _magmil(g: Campaign, x: MagMil) -> Findings:
    def facts() -> Iterator[Fact]:
        if x.where != "map":
            yield Fact(Text("In the cup") if x.where == "cup" else Text("Out of the game"), "4.14")
            return
        at = g.place_of_magmil(x)
        if x.army is not None:
            yield Fact(Text("With {army} in {place}", army=g.state.names[x.army], place=g.land.name(at or 0)), "4.13")
        else:
            yield Fact(Text("Alone in {place}", place=g.land.name(at or 0)), "4.13")
        yield Fact(Text("Alone he could go to {n} provinces", n=len(commanders.destinations(g, x))), "4.13")

    at = g.place_of_magmil(x)
    return Findings(
        Text("{leader}", leader=g.state.names[x.id]),
        told((Text("Now"), facts()), (Text("Ratings"), _ratings(g, g.leader(x.id)))),
        Sketch(focus=() if at is None else (at,)),
    )


def _group(g: Campaign, x: Group) -> Findings:
    place = g.state.place_of(x)
    assert place is not None

    def facts() -> Iterator[Fact]:
        yield Fact(Text("{n} SP in {place}", n=g.state.sp_of(x), place=g.land.name(place)))
        if x.kind == "fleet":
            how = (
                Text("On Patrol: may intercept") if g.land.is_sea(place) else Text("In Port: defends, never intercepts")
            )
            yield Fact(how, "7.22")
            carries = g.charts.manpower("carried_by_a_ship") * g.state.sp_of(x)
            yield Fact(Text("Carries {n} SP", n=carries), "7.24")
        elif x.kind == "frontier":
            yield Fact(Text("Defends, never moves; all are lost in a defeat"), "4.32")
        else:
            yield Fact(Text("Waits for a leader of its power"), "4.33")
        bill = next((b for b in maintenance.bills(g) if b.key == x.key), None)
        if bill is not None:
            yield Fact(Text("Its pay: {n} G", n=bill.cost), "5.21")
            if bill.unpaid:
                yield Fact(Text("Not Paid: gone on an even die in a Mutiny"), "5.25")

    return Findings(Text("{group}", group=g.state.told(x)), told((Text("Now"), facts())), Sketch(focus=(place,)))
