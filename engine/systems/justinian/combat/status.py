"""8.21 to 8.25 What becomes of armies after a battle: marked, checked for disorder, rid of their markers; Pillage."""

from __future__ import annotations

from functools import partial

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import losses
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import ArmyMarked
from engine.systems.justinian.scenario import BYZANTINE


def mark(
    g: Campaign, force: Force, rule: str, *, defeated: bool | None = None, disorganized: bool | None = None
) -> None:
    """Change the markers of every army of a force; those that are so already are left alone."""
    for a in force.armies:
        d = None if defeated in (None, a.defeated) else defeated
        o = None if disorganized in (None, a.disorganized) else disorganized
        if d is not None or o is not None:
            g.emit(ArmyMarked(army=a.id, defeated=d, disorganized=o, rule=rule))


def came_home(g: Campaign, force: Force) -> None:
    """8.25 A minor power's army that has come to its box has no markers any more."""
    if force.army.on_map and force.at == g.land.box(force.power) and g.minor(force.power):
        mark(g, force, "8.25", defeated=False, disorganized=False)


async def disorganize(g: Campaign, force: Force, rule: str) -> None:
    """8.23 A force becomes Disorganized; one that was so already loses SP instead, as the chart says."""
    if force.disorganized:
        await losses.suffer(g, force.side, force.groups, g.charts.disorganization_loss, "check", "8.23")
    else:
        mark(g, force, rule, disorganized=True)


async def check_order(g: Campaign, force: Force, rule: str = "8.21") -> None:
    """8.21 The check for disorder after a battle, one die for a force."""
    control = force.control
    roll = await g.roll(
        RollRequest(
            purpose="order",
            side=force.side,
            text=Text("{army} checks order", army=force.name),
            rule=rule,
            table="disorganization",
            needs=at_most(control),
            unit=force.lead,
            outcome=lambda total: Text("in good order") if total <= control else Text("Disorganized"),
        )
    )
    if roll.total > control:
        await disorganize(g, force, rule)


async def pillage(g: Campaign, force: Force) -> None:
    """8.27 Pillage: each unpaid Byzantine army of a force that has won plunders, and is paid by it."""
    for a in force.armies:
        if a.power != BYZANTINE or not a.unpaid:
            continue
        control = max(0, force.control)  # without a MagMil the whole die is lost
        disorder = g.charts.pillage_drm if a.disorganized else 0
        roll = await g.roll(
            RollRequest(
                purpose="pillage",
                side=force.side,
                text=Text("{army}, unpaid, is kept from plunder", army=g.state.called(a.id)),
                rule="8.27",
                table="pillage",
                modifiers=(Modifier(value=disorder, reason=Text("Disorganized"), rule="8.27"),) if disorder else (),
                needs=at_most(control),
                unit=a.id,
                outcome=partial(_plundered, control),
            )
        )
        own = [x for x in force.groups if x.army == a.id]
        await losses.suffer(g, force.side, own, roll.total - control, "pillage", "8.27")
        g.emit(ArmyMarked(army=a.id, unpaid=False, rule="8.27"))


def _plundered(control: int, total: int) -> Text:
    return Text("{n} SP lost", n=max(0, total - control))


def at_most(control: int) -> Text:
    """What a die must show against a Control rating."""
    return Text("{n} or less", n=control) if control >= 0 else Text("a commander")
