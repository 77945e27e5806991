"""6.44, 6.52, 8.25 Armies that go together under one commander, and Byzantine armies that exchange SP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text, joined, refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import ArmiesCombined, ArmiesSeparated, ArmyMarked, StrengthMoved
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army, in_army


def candidates(c: Course) -> list[Army]:
    """Armies in its place that the active force may take along: Byzantine ones (6.52), or its partner (6.44)."""
    return [a for a in c.beside() if _bar(c, a) is None]


def _bar(c: Course, a: Army) -> str | None:
    """Why an army in the same place can't go along; None where it can."""
    if c.force.power == BYZANTINE:
        if a.power != BYZANTINE:
            return "{other} is no Byzantine army and can't be combined with {army}."
        return None if a.strength else "{other} has no SP."
    if c.force.side == "byzantine":
        return "{army} is allied to Byzantium: only Byzantine armies are combined, and with no ally."
    if c.g.state.partners != [c.force.lead, a.id] or not a.strength:
        return "{army} and {other} aren't in a Combined Operation together."
    return None


def check(c: Course, armies: Sequence[str]) -> None:
    """Refuse armies that can't be combined with the active one where it is."""
    beside = {a.id: a for a in c.beside()}
    rule = "6.52" if c.force.side == "byzantine" else "6.44"
    for name in armies:
        found = beside.get(name)
        called = c.g.state.names.get(name, name[:40])
        if found is None:
            refuse("{other} is not in {place}.", rule=rule, other=called, place=c.g.land.name(c.at))
        why = _bar(c, found)
        if why is not None:
            refuse(why, rule=rule, army=c.force.name, other=called)


async def combine(g: Campaign, force: Force, armies: Sequence[str]) -> None:
    """6.52, 6.44 They go together; the markers of the largest are those of all (8.25)."""
    joining = [g.state.armies[x] for x in armies]
    for a in joining:
        if a.led_by is not None and a.led_by != force.lead:
            g.emit(ArmiesSeparated(armies=(a.id,), rule="6.52"))
    pattern = await _prevailing(g, [*force.armies, *joining])
    rule = "6.52" if force.power == BYZANTINE else "6.44"
    g.emit(ArmiesCombined(army=force.lead, others=tuple(armies), rule=rule))
    defeated, disorganized = pattern.defeated, pattern.disorganized
    for a in force.armies:
        if (a.defeated, a.disorganized) != (defeated, disorganized):
            g.emit(ArmyMarked(army=a.id, defeated=defeated, disorganized=disorganized, rule="8.25"))


async def _prevailing(g: Campaign, armies: Sequence[Army]) -> Army:
    """8.25 The army whose markers prevail: the largest, then the highest Control, then a die."""

    def size(a: Army) -> tuple[int, int]:
        leader = g.own_commander(a)
        return a.strength, leader.control if leader is not None else -1

    most = max(size(a) for a in armies)
    equal = [a for a in armies if size(a) == most]
    if len({(a.defeated, a.disorganized) for a in equal}) == 1:
        return equal[0]
    roll = await g.roll(
        RollRequest(
            purpose="prevails",
            side=g.side(equal[0]),
            text=Text(
                "Whose markers prevail, of {armies}?", armies=joined((g.state.called(a.id) for a in equal), " and ")
            ),
            rule="8.25",
            faces=len(equal),
            outcome=lambda total: Text("{army}", army=g.state.called(equal[total - 1].id)),
        )
    )
    return equal[roll.total - 1]


def check_redistribution(c: Course, sp: Mapping[str, int]) -> None:
    """6.52 Refuse an exchange of SP that isn't one: same sum, 35 an army, Praesental armies never give."""
    g, most = c.g, c.g.charts.sp_limit("army") or 0
    if c.force.power != BYZANTINE:
        refuse("Byzantine armies exchange SP; {army} can't.", rule="6.52", army=c.force.name)
    here = {a.id: a for a in g.armies(c.at, power=BYZANTINE)}
    if len(here) < 2:
        refuse("There is no other Byzantine army in {place}.", rule="6.52", place=g.land.name(c.at))
    if not sp:
        refuse("Which armies have how many SP then?", rule="6.52")
    for name, n in sp.items():
        a = here.get(name)
        if a is None:
            refuse(
                "There is no Byzantine army {army} in {place}.", rule="6.52", army=name[:40], place=g.land.name(c.at)
            )
        if n < a.sp and g.scenario.army_specs[name].praesental:
            refuse("{army} receives SP and never gives any.", rule="6.52", army=g.state.names[name])
        if n + sum(a.allied.values()) > most:
            refuse("No army has more than {n} SP.", rule="4.31", n=most)
        if n + sum(a.allied.values()) < 1:
            refuse("{army} keeps at least 1 SP.", rule="6.52", army=g.state.names[name])
    before = sum(here[name].sp for name in sp)
    if sum(sp.values()) != before:
        refuse("They have {n} SP together, not {m}.", rule="6.52", n=before, m=sum(sp.values()))


def redistribute(g: Campaign, sp: Mapping[str, int]) -> None:
    """6.52 SP go from those who have more than they are to have to those who have less."""
    change = {name: n - g.state.armies[name].sp for name, n in sp.items()}
    giving = {name: -n for name, n in change.items() if n < 0}
    for name, wanted in change.items():
        for source in giving:
            n = min(wanted, giving[source])
            if n > 0:
                groups = in_army(g.state.armies[source]), in_army(g.state.armies[name])
                g.emit(StrengthMoved(source=groups[0], to=groups[1], n=n, why="redistributed", rule="6.52"))
                giving[source] -= n
                wanted -= n
