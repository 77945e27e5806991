"""3.2, 3.3 Set-up: what a plan must be like, and how it is laid out. The questions are in :mod:`.set_up`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.board import Place
from engine.kernel.text import few, refuse
from engine.systems.justinian import army_limits
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import ArmyPlaced, StrengthChanged
from engine.systems.justinian.scenario import BYZANTINE, LAZICA, GroupPlan, SetupPlan, Side
from engine.systems.justinian.state import Group, detached_at, fleet_at, frontier_at, in_army

CASES = {BYZANTINE: "3.21", "ostrogoths": "3.31", "vandals": "3.32"}
"""The case that places the armies of each power that is set up."""


def powers(g: Campaign, side: Side) -> list[str]:
    """Powers a side sets up, in order."""
    return [p for p in g.scenario.setup.plans if (p == BYZANTINE) == (side == "byzantine")]


def check(g: Campaign, side: Side, plans: Mapping[str, SetupPlan]) -> None:
    """Refuse a set-up that breaks a rule, or doesn't give all powers of the side theirs."""
    wanted = powers(g, side)
    for power in plans:
        if power not in wanted:
            name = g.scenario.power_specs[power].name if power in g.scenario.power_specs else power[:40]
            refuse("Not yours to set up: {power}.", rule="3.2", power=name)
    for power in wanted:
        if power not in plans:
            refuse("The {name} are not set up yet.", rule="3.2", name=g.power(power).name)
        if power == BYZANTINE:
            _check_byzantine(g, plans[power])
        else:
            _check_home(g, power, plans[power])


def _place(g: Campaign, code: str) -> Place:
    place = g.scenario.by_code.get(code)
    if place is None or not g.land.is_province(place):
        refuse("There is no province “{code}”.", rule="2.1", code=code)
    return place


def _check_sum(g: Campaign, power: str, plan: SetupPlan, rule: str) -> None:
    """All land and Fleet SP are placed, and no more."""
    setup = g.scenario.setup
    land = sum(x.sp for x in (*plan.armies, *plan.groups))
    fleets = sum(x.sp for x in plan.fleets)
    name = g.power(power).name
    at_sea = "3.23" if power == BYZANTINE else rule
    if land != setup.land_sp[power]:
        refuse("The {name} set up {n} SP, not {given}.", rule=rule, name=name, n=setup.land_sp[power], given=land)
    if fleets != setup.fleet_sp[power]:
        n = setup.fleet_sp[power]
        refuse("The {name} set up {n} Fleet SP, not {given}.", rule=at_sea, name=name, n=n, given=fleets)
    for code, sp in setup.fixed_fleets.get(power, {}).items():
        given = sum(x.sp for x in plan.fleets if x.at == code)
        if given < sp:
            refuse("{n} Fleet SP begin in {place}.", rule=at_sea, n=sp, place=g.land.name(_place(g, code)))
    _check_once(g, plan.groups, rule)
    _check_once(g, plan.fleets, at_sea)


def _check_once(g: Campaign, given: Sequence[GroupPlan], rule: str) -> None:
    codes = [x.at for x in given]
    for code in codes:
        if codes.count(code) > 1:
            refuse("{place} is named twice.", rule=rule, place=g.land.name(_place(g, code)))


def _check_byzantine(g: Campaign, plan: SetupPlan) -> None:
    wanted = [a for a in g.scenario.armies if a.initial]
    given = {x.army: x for x in plan.armies}
    if len(given) != len(plan.armies) or set(given) != {a.id for a in wanted}:
        refuse("Each of these armies is set up once: {armies}.", rule="3.21", armies=", ".join(a.name for a in wanted))
    most = g.charts.sp_limit("army") or 0
    for spec in wanted:
        x = given[spec.id]
        at = _place(g, x.at)
        if not spec.praesental and at not in army_limits.places(g, spec.id):
            refuse(
                "{army} begins in {places}.",
                rule="3.21",
                army=spec.name,
                places=few(g.land.name(p) for p in army_limits.places(g, spec.id)),
            )
        if x.sp < spec.minimum:
            refuse("{army} begins with {n} SP at least.", rule="3.22", army=spec.name, n=spec.minimum)
        if x.sp > most:
            refuse("No army has more than {n} SP.", rule="3.22", n=most)
    _check_praesental(g, [_place(g, given[a.id].at) for a in wanted if a.praesental])
    for x in plan.groups:
        at = _place(g, x.at)
        if g.land.prefecture(at) not in g.scenario.setup.frontier_in or x.at == LAZICA:
            rule = "3.41" if x.at == LAZICA else "3.22"
            refuse(
                "Frontier SP begin in {where}, and not in Lazica: not in {place}.",
                rule=rule,
                where=", ".join(g.scenario.setup.frontier_in),
                place=g.land.name(at),
            )
    _check_sum(g, BYZANTINE, plan, "3.22")
    for x in plan.fleets:
        at = _place(g, x.at)
        if g.land.prefecture(at) not in g.scenario.setup.frontier_in or not g.land.coastal(at):
            refuse(
                "Fleets begin in coastal provinces of {where}: not in {place}.",
                rule="3.23",
                where=", ".join(g.scenario.setup.frontier_in),
                place=g.land.name(at),
            )


def _check_praesental(g: Campaign, given: Sequence[Place]) -> None:
    """3.21 One of them in Europa, the other near it in Asia Minor."""
    near = army_limits.asian(g)
    if sum(p == g.land.constantinople for p in given) != 1 or sum(p in near for p in given) != 1:
        refuse(
            "One Praesental army begins in {europa}, the other in {places}.",
            rule="3.21",
            europa=g.land.name(g.land.constantinople),
            places=few(g.land.name(p) for p in near),
        )


def _check_home(g: Campaign, power: str, plan: SetupPlan) -> None:
    """3.31, 3.32 Ostrogoths in Italy, Vandals in Africa: their first leader, and SP wherever they like."""
    home, rule = g.scenario.setup.home[power], CASES[power]
    first = [x.id for x in g.scenario.leaders if x.power == power and x.arrives == 1]
    if [x.army for x in plan.armies] != first:
        refuse("{leader} is set up.", rule=rule, leader=", ".join(g.leader(x).name for x in first))
    for x in (*plan.armies, *plan.groups, *plan.fleets):
        if g.land.prefecture(_place(g, x.at)) != home:
            refuse("The {name} begin in {home}.", rule=rule, name=g.power(power).name, home=home)
    _check_sum(g, power, plan, rule)
    fixed = g.scenario.setup.fixed_fleets.get(power, {})
    for x in plan.fleets:
        if x.at in fixed:
            continue
        if fixed or not g.coastal_city(_place(g, x.at)):
            refuse(
                "The fleet of the {name} begins in {where}.",
                rule=rule,
                name=g.power(power).name,
                where=few(g.land.name(p) for p in ports(g, power)),
            )


def ports(g: Campaign, power: str) -> list[Place]:
    """3.23, 3.31, 3.32 Provinces in which a power's free Fleet SP may begin."""
    setup = g.scenario.setup
    if power == BYZANTINE:
        return [p for p in g.land.of_prefecture(*setup.frontier_in) if g.land.coastal(p)]
    fixed = setup.fixed_fleets.get(power, {})
    if fixed:
        return [g.land.place(code) for code in fixed]
    return [p for p in g.land.of_prefecture(setup.home[power]) if g.coastal_city(p)]


def frontier_places(g: Campaign) -> list[Place]:
    """3.22, 3.41 Provinces that may be given Frontier SP."""
    return [p for p in g.land.of_prefecture(*g.scenario.setup.frontier_in) if p != g.land.lazica]


def lay_out(g: Campaign, power: str, plan: SetupPlan) -> None:
    """Emit the events of a checked plan."""

    def put(group: Group, n: int) -> None:
        if n:
            g.emit(StrengthChanged(group=group, n=n, why="set-up", rule="3.2" if power == BYZANTINE else "3.3"))

    for x in plan.armies:
        g.emit(ArmyPlaced(army=x.army, at=g.land.place(x.at), rule=CASES[power]))
        put(in_army(g.army(x.army)), x.sp)
    for x in plan.groups:
        at = g.land.place(x.at)
        put(frontier_at(at) if power == BYZANTINE else detached_at(at, power), x.sp)
    for x in plan.fleets:
        put(fleet_at(g.land.place(x.at), power), x.sp)
