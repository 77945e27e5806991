"""Every kind of step there is, and what is asked of all of them alike: by marches, notation, menus and ideas."""

from __future__ import annotations

from typing import Any

from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import MpSpent
from engine.systems.justinian.movement.acts.act import Act
from engine.systems.justinian.movement.acts.armies import Combining, Dealing, Disbanding
from engine.systems.justinian.movement.acts.markers import Claiming, Clearing, Fortifying, Recovering
from engine.systems.justinian.movement.acts.onward import Attacking, Going
from engine.systems.justinian.movement.acts.strength import Detaching, Dropping, HandingOver, PickingUp
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.movement.steps import Step

ACTS: tuple[Act[Any], ...] = (
    Going(),
    Attacking(),
    Combining(),
    Dealing(),
    Dropping(),
    Detaching(),
    PickingUp(),
    HandingOver(),
    Claiming(),
    Clearing(),
    Recovering(),
    Disbanding(),
    Fortifying(),
)


def of(step: Step) -> Act[Any]:
    """The kind a step is of."""
    return next(a for a in ACTS if isinstance(step, a.step))


def begun_by(verb: str) -> Act[Any] | None:
    """The kind whose steps begin with a word or sign; None where none does."""
    return next((a for a in ACTS if verb in a.verbs), None)


def after(c: Course, step: Step) -> Course:
    """The course after a step. Raises Refusal where it can't be done."""
    return of(step).check(c, step)


async def carry_out(g: Campaign, force: Force, step: Step, mp: int) -> bool:
    """Do a checked step for its MP, but for going and attacking. True while there is an army to go on with."""
    act = of(step)
    if mp and act.spends:
        g.emit(MpSpent(mp=mp, rule="7.12"))
    return await act.carry_out(g, force, step)
