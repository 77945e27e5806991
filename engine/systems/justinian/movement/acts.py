"""6.52 to 6.54, 7.16 to 7.18, 8.24 What an active army does besides going and fighting: what it costs, and doing it."""

from __future__ import annotations

from dataclasses import replace

from engine.kernel.text import refuse
from engine.systems.justinian import forts
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import status
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import (
    ArmyRemoved,
    ControlPlaced,
    ControlRemoved,
    MpSpent,
    RevoltEnded,
    StrengthChanged,
    StrengthMoved,
)
from engine.systems.justinian.movement import combining, steps
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army, detached_at, frontier_at, in_army

# -- checking: each returns the course after it ------------------------------------------------------------------------


def check(c: Course, step: steps.AnyStep) -> Course:
    """The course after a step that is neither going nor attacking. Raises Refusal."""
    match step:
        case steps.Combine():
            combining.check(c, step.armies)
            return c.later(_pay(c, "combine", "6.52"), joined=(*c.joined, *step.armies))
        case steps.Redistribute():
            combining.check_redistribution(c, step.sp)
            own = step.sp.get(c.army.id, c.own)
            return c.later(_pay(c, "combine", "6.52"), own=own)
        case steps.Drop():
            _check_drop(c, step.sp)
            return c.later(_pay(c, "drop", "7.16"), own=c.own - step.sp)
        case steps.Detach():
            _check_detach(c, step.sp)
            return c.later(_pay(c, "detach", "7.17"), own=c.own - step.sp)
        case steps.PickUp():
            _check_pick_up(c, step.sp)
            return c.later(_pay(c, "pick_up", "7.17"), own=c.own + step.sp)
        case steps.Transfer():
            _check_transfer(c, step.sp, step.army)
            return c.later(_pay(c, "hand_over", "7.17"), own=c.own - step.sp)
        case steps.Claim():
            _check_claim(c)
            return c.later(_pay(c, "place_marker", "7.18"))
        case steps.Clear():
            _check_clear(c)
            return c.later(_pay(c, "remove_marker", "7.18"))
        case steps.Recover():
            return _check_recovery(c, step.how)
        case steps.Disband():
            _check_disband(c)
            return replace(c, mp=0)
        case steps.Fortify():
            if c.g.state.phase != "byzantine":
                refuse("Forts are built in Byzantine activations.", rule="6.54")
            forts.check(c.g, step.at)
            return c
        case _:
            raise AssertionError(step)


def _pay(c: Course, what: str, rule: str) -> int:
    mp = c.g.charts.cost(what)
    if mp > c.mp:
        refuse("That costs {mp} MP, and {army} has {left}.", rule=rule, mp=mp, army=c.force.name, left=c.mp)
    return mp


def _check_drop(c: Course, sp: int) -> None:
    """7.16"""
    army = c.army
    if army.power != BYZANTINE or c.g.scenario.army_specs[army.id].praesental:
        refuse(
            "{army} leaves no Frontier SP behind: Byzantine armies do, Praesental ones excepted.",
            rule="7.16",
            army=c.force.name,
        )
    _in_province(c, "7.16")
    if c.at == c.g.land.lazica:
        refuse("No Frontier SP are placed in Lazica.", rule="3.41")
    if sp > c.own or sp >= c.own + sum(army.allied.values()):
        refuse("{army} has {n} SP of its own and keeps at least 1 SP.", rule="7.16", army=c.force.name, n=c.own)


def _check_detach(c: Course, sp: int) -> None:
    """7.17"""
    if not c.g.major(c.force.power):
        refuse("Persians, Ostrogoths and Vandals detach SP; {army} can't.", rule="7.17", army=c.force.name)
    if c.defeated or c.disorganized:
        refuse("{army} is Defeated or Disorganized and detaches no SP.", rule="7.17", army=c.force.name)
    _in_province(c, "7.17")
    if c.at == c.g.land.lazica:
        refuse("No SP are detached in Lazica.", rule="3.41")
    if sp > c.own:
        refuse("{army} has {n} SP of its own.", rule="7.17", army=c.force.name, n=c.own)


def _check_pick_up(c: Course, sp: int) -> None:
    """7.17 Byzantine armies never do (7.16)."""
    power = c.force.power
    if power == BYZANTINE:
        refuse("Byzantine armies never pick SP up.", rule="7.16")
    held = c.g.state.sp_of(detached_at(c.at, power))
    if sp > held:
        refuse(
            "{n} Detached SP of the {name} are in {place}.",
            rule="7.17",
            n=held,
            name=c.g.state.names[power],
            place=c.g.land.name(c.at),
        )


def _check_transfer(c: Course, sp: int, army: str) -> None:
    """7.17"""
    if not c.g.minor(c.force.power):
        refuse("Only a minor power's army hands SP over.", rule="7.17")
    found = c.g.state.armies.get(army)
    if found is None or found.at != c.at or not c.g.major(found.power) or c.g.side(found) != c.force.side:
        refuse(
            "There is no army of a major power of its side called {army} in {place}.",
            rule="7.17",
            army=army[:40],
            place=c.g.land.name(c.at),
        )
    if sp > c.own:
        refuse("{army} has {n} SP.", rule="7.17", army=c.force.name, n=c.own)


def _check_claim(c: Course) -> None:
    """7.18"""
    g, power, place = c.g, c.force.power, c.g.land.name(c.at)
    if not g.major(power):
        refuse("Only Persians, Ostrogoths and Vandals have control markers.", rule="7.18")
    _in_province(c, "7.18")
    if c.at == g.land.lazica:
        refuse("No control marker is placed in Lazica.", rule="3.41")
    if not c.own:
        refuse("{army} has no SP of its own to hold {place}.", rule="7.18", army=c.force.name, place=place)
    if c.at in g.state.control:
        refuse("There is a control marker in {place}.", rule="7.18", place=place)
    if c.at in g.state.revolt:
        refuse("{place} is In Revolt.", rule="7.18", place=place)
    if any(x.power != power for x in g.forces(c.at)) or any(a.allied for a in c.force.armies):
        refuse("SP of another power are in {place}.", rule="7.18", place=place)


def _check_clear(c: Course) -> None:
    """7.18"""
    g, place = c.g, c.g.land.name(c.at)
    if c.force.power != BYZANTINE:
        refuse("Byzantine armies remove markers; {army} can't.", rule="7.18", army=c.force.name)
    if c.at not in g.state.control and c.at not in g.state.revolt:
        refuse("There is neither a control nor a Revolt marker in {place}.", rule="7.18", place=place)
    if g.occupied(c.at, other(c.force.side)):
        refuse("Enemy SP are in {place}.", rule="7.18", place=place)


def _check_recovery(c: Course, how: steps.Recovery) -> Course:
    """8.24"""
    name = c.force.name
    match how:
        case "rally":
            if not c.disorganized:
                refuse("{army} is not Disorganized.", rule="8.24", army=name)
            return c.later(_pay(c, "recover_disorganized", "8.24"), disorganized=False)
        case "reduce":
            if not c.defeated or c.disorganized:
                refuse("{army} must be Defeated, and not Disorganized.", rule="8.24", army=name)
            return c.later(_pay(c, "recover_disorganized", "8.24"), defeated=False, disorganized=True)
        case "restore":
            if not c.defeated:
                refuse("{army} is not Defeated.", rule="8.24", army=name)
            return c.later(_pay(c, "recover_defeated", "8.24"), defeated=False)


def _check_disband(c: Course) -> None:
    """6.53"""
    army = c.army
    if army.power != BYZANTINE or c.g.scenario.army_specs[army.id].praesental:
        refuse("{army} can't be disbanded.", rule="6.53", army=c.force.name)
    if c.at == c.g.land.lazica:
        refuse("No army is disbanded in Lazica: Frontier SP are never there.", rule="6.53")


def _in_province(c: Course, rule: str) -> None:
    if not c.g.land.is_province(c.at):
        refuse("{army} is in a box.", rule=rule, army=c.force.name)


# -- carrying out ------------------------------------------------------------------------------------------------------


async def carry_out(g: Campaign, force: Force, step: steps.AnyStep, mp: int) -> bool:
    """Do a checked step for its MP. True while there is an army to go on with."""
    if mp and not isinstance(step, steps.Disband):
        g.emit(MpSpent(mp=mp, rule="7.12"))
    army, at = force.army, force.at
    match step:
        case steps.Combine():
            await combining.combine(g, force, step.armies)
        case steps.Redistribute():
            combining.redistribute(g, step.sp)
        case steps.Drop():
            to = frontier_at(at)
            g.emit(
                StrengthMoved(source=in_army(army), to=to, n=step.sp, why="dropped", unpaid=army.unpaid, rule="7.16")
            )
        case steps.Detach():
            g.emit(
                StrengthMoved(
                    source=in_army(army), to=detached_at(at, army.power), n=step.sp, why="detached", rule="7.17"
                )
            )
            return _left_alone(g, army)
        case steps.PickUp():
            g.emit(
                StrengthMoved(
                    source=detached_at(at, army.power), to=in_army(army), n=step.sp, why="picked-up", rule="7.17"
                )
            )
        case steps.Transfer():
            to = in_army(g.state.armies[step.army], army.power)
            g.emit(StrengthMoved(source=in_army(army), to=to, n=step.sp, why="handed-over", rule="7.17"))
            return _left_alone(g, army)
        case steps.Claim():
            g.emit(ControlPlaced(place=at, power=army.power, rule="7.18"))
        case steps.Clear():
            event = RevoltEnded if at in g.state.revolt else ControlRemoved
            g.emit(event(place=at, rule="7.18"))
        case steps.Recover():
            _recover(g, force, step.how)
        case steps.Disband():
            _disband(g, army)
            return False
        case steps.Fortify():
            forts.build(g, step.at)
        case _:
            raise AssertionError(step)
    return True


def _left_alone(g: Campaign, army: Army) -> bool:
    """7.17 A leader who has given all SP away: he goes to his box, if he has one. True while he is still there."""
    box = g.land.box(army.power)
    if army.strength or box is None:
        return True
    g.emit(ArmyRemoved(army=army.id, to="box", box=box, why="empty", rule="7.17"))
    return False


def _recover(g: Campaign, force: Force, how: steps.Recovery) -> None:
    match how:
        case "rally":
            status.mark(g, force, "8.24", disorganized=False)
        case "reduce":
            status.mark(g, force, "8.24", defeated=False, disorganized=True)
        case "restore":
            status.mark(g, force, "8.24", defeated=False)


def _disband(g: Campaign, army: Army) -> None:
    assert army.at is not None
    if army.sp:
        to = frontier_at(army.at)
        g.emit(StrengthMoved(source=in_army(army), to=to, n=army.sp, why="disbanded", unpaid=army.unpaid, rule="6.53"))
    for power, n in list(army.allied.items()):
        g.emit(StrengthChanged(group=in_army(army, power), n=-n, why="disbanded", rule="6.53"))
    g.emit(ArmyRemoved(army=army.id, to="aside", why="disbanded", rule="6.53"))
