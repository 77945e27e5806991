"""7.19 Off-map boxes: who may go into which, and the attack that follows."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.text import Refusal
from engine.systems.justinian import recruits
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import attack, status
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.combat.party import everybody
from engine.systems.justinian.events import Allied, MpSpent
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE, PERSIA
from engine.systems.justinian.state import Army


def owner(g: Campaign, box: Place) -> str:
    """Whose box it is."""
    power = g.land.area(box).power
    assert power is not None
    return power


def barred(c: Course, to: Place) -> Refusal | None:
    """Why an army can't go into a box; None where it can."""
    g, land, power = c.g, c.g.land, c.force.power
    if power == BYZANTINE:
        return Refusal("Byzantine armies never enter off-map boxes.", rule="7.19")
    kind = land.map.kind_between(c.at, to)
    if kind not in ("arrow", "box_arrow"):
        return Refusal("No arrow joins {at} and {box}.", rule="7.19", at=land.name(c.at), box=land.name(to))
    if to == land.box(power):
        return None
    whose = owner(g, to)
    if kind != "box_arrow":
        return Refusal("{army} enters only its own box from a province.", rule="7.19", army=c.force.name)
    if not g.minor(power):
        return Refusal("{army} can't enter another power's box.", rule="7.19", army=c.force.name)
    if whose == PERSIA and c.force.side != "byzantine":
        return Refusal("The Persian box is entered by allies of Byzantium only.", rule="7.19")
    if g.state.alliance.get(whose) == c.force.side:
        return Refusal("The {power} are allies: their box can't be entered.", rule="7.19", power=g.state.names[whose])
    if not defenders(g, to):
        return Refusal("Nobody is in that box to be attacked.", rule="7.19")
    if c.defeated:
        return Refusal("{army} would have to attack there, and is Defeated.", rule="8.22", army=c.force.name)
    return None


def defenders(g: Campaign, box: Place) -> list[Army]:
    """Armies and leaders of the box's own power in it."""
    return g.armies(box, power=owner(g, box))


def foreign(g: Campaign, force: Force) -> bool:
    """Whether a force stands in another power's box."""
    return g.land.is_box(force.at) and force.at != g.land.box(force.power)


async def entered(g: Campaign, force: Force) -> bool:
    """7.19 An army has come into a box. In its own it is at home; in another it attacks, and that is all."""
    if force.at == g.land.box(force.power):
        status.came_home(g, force)
        return True
    power = owner(g, force.at)
    if g.minor(power) and g.state.alliance.get(power) != other(force.side):
        g.emit(Allied(power=power, alliance=other(force.side), rule="7.19"))
    for a in defenders(g, force.at):
        if not a.strength and recruits.due_in_box(g, a):
            await recruits.in_box(g, a)
    _spend_all(g)
    host = everybody(g, force.at, other(force.side))
    if host.sp:
        await attack.strike(g, force, host, crossed=False)
    return False


def _spend_all(g: Campaign) -> None:
    act = g.state.activation
    if act is not None and act.mp is not None and act.mp > act.spent:
        g.emit(MpSpent(mp=act.mp - act.spent, rule="7.19"))
