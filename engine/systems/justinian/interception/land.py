"""7.31 to 7.33 Armies intercept an enemy army that comes into their province; 8.14 also one that retreats there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose, ChooseEach, Deed, Item, Policy, PolicyKind
from engine.kernel.dice import Modifier, RollRequest, chance
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import battle, forecast, status
from engine.systems.justinian.combat.forces import Force, forces_at
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.scenario import Side

POLICY = PolicyKind(
    "intercept",
    Text("Intercept armies"),
    {
        "stronger": Text("when stronger"),
        "twice": Text("when twice as strong"),
        "likely": Text("when likely to succeed"),
    },
)

DEED = Deed(Text("Intercept"), Text("All {n} intercept"), Text("Nobody intercepts"))


def able(g: Campaign, force: Force) -> bool:
    """7.31 Who may intercept: armies in good order whose power has taken sides, with a commander."""
    in_order = not (force.disorganized or force.defeated)
    return in_order and force.leader is not None and not g.passive(force.army)


def interceptors(g: Campaign, mover: Force) -> list[Force]:
    """7.31 Enemy armies in the province a force has come into that may try to intercept it."""
    if not (g.land.is_province(mover.at) and mover.sp):
        return []
    return [f for f in forces_at(g, mover.at, other(mover.side)) if able(g, f)]


@dataclass
class Ahead:
    """The rest of an ordered movement: those who stand on its way are asked with the first of them.

    What they have answered counts as long as the mover is as strong as it was said to be.
    """

    way: tuple[Place, ...] = ()
    """Places it has yet to come into, in order."""
    sp: int = 0
    """The mover's SP when they were asked."""
    picks: dict[str, bool] = field(default_factory=dict[str, bool])
    """By army: whether it will try."""

    def answered(self, found: Sequence[Force], mover: Force) -> list[Force] | None:
        """Those of them who try, where all have answered for the mover as it is; None otherwise."""
        if self.sp != mover.sp or any(f.lead not in self.picks for f in found):
            return None
        return [f for f in found if self.picks[f.lead]]


async def entered(g: Campaign, mover: Force, ahead: Ahead | None = None) -> bool:
    """7.31 Interception of a force that has come into a province. True while it is free to go on, not beaten."""
    found = interceptors(g, mover)
    if not found:
        return True
    ahead = ahead or Ahead()
    trying = ahead.answered(found, mover)
    if trying is None:
        trying = await _ask(g, mover, found, ahead)
    caught: list[Force] = []
    for f in trying:
        if await _try(g, mover, f):
            caught.append(f)
    if not caught:
        return True
    commander = await _commander(g, caught)
    attackers = Party(g, caught[0].side, mover.at, tuple(caught), commander=commander)
    defenders = Party(g, mover.side, mover.at, (mover,))
    outcome = await battle.fight(g, attackers, defenders, rule="7.32")
    return outcome.retired != mover.side and mover.army.on_map and mover.sp > 0


def _later(g: Campaign, mover: Force, ahead: Ahead) -> list[Force]:
    """Those who may try on the rest of the way: as things stand now."""
    found: dict[str, Force] = {}
    for place in ahead.way:
        if place != mover.at and g.land.is_province(place):
            for f in forces_at(g, place, other(mover.side)):
                if able(g, f):
                    found.setdefault(f.lead, f)
    return list(found.values())


async def _ask(g: Campaign, mover: Force, found: Sequence[Force], ahead: Ahead) -> list[Force]:
    """7.33 Every army that may try is asked about at once, before any roll; those on the rest of the way with them."""
    later = [f for f in _later(g, mover, ahead) if f.lead not in {x.lead for x in found}]
    prompt = "{army}, {n} SP, comes into {place}: intercept?"
    if later:
        prompt = "{army}, {n} SP, comes into {place} and goes on to {last}: intercept?"
    last = g.land.name(ahead.way[-1]) if ahead.way else ""
    decision = ChooseEach(
        kind="intercept",
        side=found[0].side,
        rule="7.31",
        prompt=Text(prompt, army=mover.name, n=mover.sp, place=g.land.name(mover.at), last=last),
        subject=mover.lead,
        focus=(mover.at, *dict.fromkeys(f.at for f in later)),
        items=[*(_item(g, mover, f) for f in found), *(_item(g, mover, f, later=True) for f in later)],
    )
    picks = dict(decision.picked(await g.ask(decision)))
    ahead.sp = mover.sp
    ahead.picks = {f.lead: picks[f.lead] == "yes" for f in later}
    return [by_id for who, key in picks.items() for by_id in found if by_id.lead == who and key == "yes"]


def _item(g: Campaign, mover: Force, force: Force, *, later: bool = False) -> Item:
    """``later``: it is asked before the mover has come to it."""
    request = request_for(g, mover, force)
    control = force.control
    p = chance(lambda die: die + request.modifier <= control)
    odds = forecast.of(g, Party(g, force.side, force.at, (force,)), Party(g, mover.side, force.at, (mover,)))
    label = Text("{army}, {n} SP", army=force.name, n=force.sp)
    if later:
        label = Text("{army}, {n} SP, in {place}", army=force.name, n=force.sp, place=g.land.name(force.at))
    return Item(
        force.lead,
        label,
        (
            Choice(
                "yes",
                Text("Intercept"),
                unit=force.lead,
                hex=force.at,
                chance=p,
                note=Text("if it succeeds: {odds}; otherwise Disorganized", odds=odds.words),
                lean=4.0 * odds.win * p,
            ),
            Choice("no", Text("Let it pass"), unit=force.lead, hex=force.at, lean=1.0),
        ),
        "no",
        policy=Policy(
            POLICY.kind,
            "yes",
            "no",
            {"stronger": force.sp > mover.sp, "twice": force.sp >= 2 * mover.sp, "likely": p >= 0.5},
            called=force.name,
            deed=DEED,
        ),
    )


def advantages(g: Campaign, place: Place, side: Side) -> tuple[Modifier, ...]:
    """7.32 What makes it likelier: a City or a Fort its side held as the activation began."""
    if g.control0(place) != side:
        return ()
    if g.land.city(place):
        return (Modifier(value=g.charts.interception("city"), reason=Text("City"), rule="7.32"),)
    if g.fort(place):
        return (Modifier(value=g.charts.interception("fort"), reason=Text("Fort"), rule="7.32"),)
    return ()


def request_for(g: Campaign, mover: Force, force: Force) -> RollRequest:
    """7.32 The die of one interceptor."""
    modifiers = advantages(g, force.at, force.side)
    control = force.control
    return RollRequest(
        purpose="interception",
        side=force.side,
        text=Text("{army} intercepts {mover}", army=force.name, mover=mover.name),
        rule="7.32",
        table="interception",
        modifiers=modifiers,
        needs=status.at_most(control),
        unit=force.lead,
        outcome=lambda total: Text("intercepted") if total <= control else Text("Disorganized"),
    )


async def _try(g: Campaign, mover: Force, force: Force) -> bool:
    """7.32 Control or less intercepts; who fails is Disorganized."""
    roll = await g.roll(request_for(g, mover, force))
    if roll.total <= force.control:
        return True
    status.mark(g, force, "7.32", disorganized=True)
    return False


async def _commander(g: Campaign, caught: Sequence[Force]) -> Force:
    """7.33 Of several who succeed their player names the commander, of a major power if one takes part."""
    major = [f for f in caught if not g.minor(f.power)] or list(caught)
    return await commander(g, major, "7.33")


async def commander(g: Campaign, forces: Sequence[Force], rule: str) -> Force:
    """Which of several armies' commanders leads: asked where there is a choice."""
    if len(forces) == 1:
        return forces[0]
    best = max(forces, key=lambda f: (f.battle, f.control))
    answer = await g.ask(
        Choose(
            kind="commander",
            side=forces[0].side,
            rule=rule,
            prompt=Text("Battle in {place}: who commands?", place=g.land.name(forces[0].at)),
            focus=(forces[0].at,),
            choices=tuple(
                Choice(
                    f.lead,
                    Text("{leader}: Battle {n:+d}, Control {c}", leader=f.commander_name, n=f.battle, c=f.control),
                    unit=f.lead,
                    hex=f.at,
                    lean=3.0 if f is best else 1.0,
                )
                for f in forces
            ),
            default_key=best.lead,
        )
    )
    return next(f for f in forces if f.lead == answer.key)
