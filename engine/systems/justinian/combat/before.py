"""8.13, 8.14 Retreat before combat: an army that is attacked goes into an adjacent province instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind, Why
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.justinian import standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import elimination, losses, retreat, status
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import ArmyMoved
from engine.systems.justinian.interception import land
from engine.systems.justinian.movement import lazica

POLICY = PolicyKind(
    "retreat-before-combat",
    Text("Retreat before combat"),
    {"outnumbered": Text("when outnumbered"), "outnumbered-2": Text("when outnumbered two to one")},
)

DEED = Deed(Text("Retreat"), Text("All {n} retreat"), Text("Nobody retreats"))


def may(g: Campaign, force: Force) -> bool:
    """8.13 Armies may retreat before combat; not those of powers that have taken no side, nor one in a box or without
    a commander (4.1)."""
    return g.land.is_province(force.at) and force.leader is not None and not g.passive(force.army)


def ways(g: Campaign, force: Force, came_from: Place | None) -> list[Place]:
    """8.13 Provinces it may retreat into, whatever is there, and its own box; never where the attacker came from."""
    found = [p for p in g.land.roads(force.at) if p != came_from]
    box = retreat.own_box(g, force)
    return [*found, *([box] if box is not None else [])]


async def ask(
    g: Campaign, forces: Sequence[Force], attacking: int, came_from: Place | None
) -> list[tuple[Force, Place]]:
    """Which armies retreat, and where to: all are asked in one question before anything is rolled or paid."""
    able = {f.lead: (f, found) for f in forces if may(g, f) and (found := ways(g, f, came_from))}
    if not able:
        return []
    side = forces[0].side
    items = [_item(g, f, found, attacking, came_from) for f, found in able.values()]
    decision = ChooseEach(
        kind="retreat-before-combat",
        side=side,
        rule="8.13",
        prompt=Text(
            "Attacked in {place} by {n} SP: retreat before combat?", place=g.land.name(forces[0].at), n=attacking
        ),
        focus=(forces[0].at, *dict.fromkeys(p for _, found in able.values() for p in found)),
        items=items,
    )
    picks = decision.picked(await g.ask(decision))
    return [(able[who][0], _place(g, key)) for who, key in picks if key != "stand"]


def _place(g: Campaign, key: str) -> Place:
    place = g.land.map.read(key)
    assert place is not None
    return place


def _no_way(g: Campaign, force: Force, came_from: Place | None) -> Why:
    """8.13 Why an army doesn't retreat into a place that is named."""

    def why(wanted: Wanted) -> Refusal | None:
        if not wanted.hexes or wanted.hexes[-1] in ways(g, force, came_from):
            return None
        place = g.land.name(wanted.hexes[-1])
        text = (
            "The attacker came from {place}: nobody retreats there."
            if wanted.hexes[-1] == came_from
            else "{place} isn't next to {at}."
        )
        return Refusal(text, rule="8.13", place=place, at=g.land.name(force.at))

    return why


def _item(g: Campaign, force: Force, found: Sequence[Place], attacking: int, came_from: Place | None) -> Item:
    ranked = sorted(found, key=lambda p: (-retreat.safety(g, p, force.side), p))
    best = g.land.map.code(ranked[0])
    flight = 1.0 if attacking >= 2 * force.sp else 0.3 if attacking > force.sp else 0.05
    choices = [Choice("stand", Text("Stand"), unit=force.lead, hex=force.at, lean=2.0)]
    for p in ranked:
        request = _request(g, force, p)
        choices.append(
            Choice(
                g.land.map.code(p),
                Text("Retreat to {place}", place=g.land.name(p)),
                unit=force.lead,
                hex=p,
                note=Text("{n} or less keeps order", n=force.control - request.modifier),
                chance=_order_kept(force, request),
                lean=flight * (1.0 if p == ranked[0] else 0.2),
            )
        )
    return Item(
        force.lead,
        Text("{army}, {n} SP", army=force.name, n=force.sp),
        choices,
        "stand",
        policy=Policy(
            POLICY.kind,
            best,
            "stand",
            {"outnumbered": attacking > force.sp, "outnumbered-2": attacking >= 2 * force.sp},
            called=force.name,
            deed=DEED,
        ),
        why=_no_way(g, force, came_from),
    )


def _order_kept(force: Force, request: RollRequest) -> float:
    return sum(die + request.modifier <= force.control for die in request.die) / len(request.die)


def reception(g: Campaign, force: Force, to: Place) -> Literal["nobody", "enemy"] | None:
    """8.13 What makes a retreat worse: a province nobody controls where friends are; one the enemy controls."""
    if g.land.is_box(to):
        return None
    held = g.control(to)
    if held == "none":
        return "nobody" if g.land_sp(to, force.side) else None
    return "enemy" if held != force.side else None


def _request(g: Campaign, force: Force, to: Place) -> RollRequest:
    kind = reception(g, force, to)
    modifiers: tuple[Modifier, ...] = ()
    if kind is not None:
        why = Text("nobody controls it") if kind == "nobody" else Text("the enemy controls it")
        modifiers = (Modifier(value=g.charts.rbc_drm(kind), reason=why, rule="8.13"),)
    control = force.control
    return RollRequest(
        purpose="retreat-before-combat",
        side=force.side,
        text=Text("{army} retreats to {place}", army=force.name, place=g.land.name(to)),
        rule="8.13",
        table="rbc",
        modifiers=modifiers,
        needs=status.at_most(control),
        unit=force.lead,
        outcome=lambda total: Text("in good order") if total <= control else Text("Disorganized"),
    )


async def carry_out(g: Campaign, force: Force, to: Place) -> None:
    """8.13 The army goes, then rolls; what was Disorganized or Defeated already loses SP. Then 8.14."""
    request = _request(g, force, to)  # before it is there itself, among its friends
    g.emit(ArmyMoved(army=force.lead, start=force.at, to=to, how="before-combat", rule="8.13"))
    roll = await g.roll(request)
    if roll.total > force.control:
        await _disordered(g, force, roll.natural)
    status.came_home(g, force)
    force = elimination.remove_empty(g, force, defeated=False)
    standing.settle(g)
    arrived = force.army.on_map and force.sp and force.at == to and g.land.is_province(to)
    if arrived and await lazica.entered(g, force, crossed=False, pays=False):
        await land.entered(g, force)


async def _disordered(g: Campaign, force: Force, die: int) -> None:
    """8.13 More than Control: Disorganized; a battered army loses SP besides, twice as many if Defeated."""
    if force.disorganized or force.defeated:
        lost = max(1, die - force.control) * (2 if force.defeated else 1)
        await losses.suffer(g, force.side, force.groups, lost, "retreat", "8.13")
    status.mark(g, force, "8.13", disorganized=True)
