"""7.34 to 7.36 Fleets On Patrol intercept enemy fleets that come into their sea area."""

from __future__ import annotations

from typing import Literal

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind, yes_no
from engine.kernel.dice import RollRequest, chance
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import naval_battle, naval_retreat
from engine.systems.justinian.combat.squadron import Squadron, standing_fleet

POLICY = PolicyKind(
    "intercept-fleets",
    Text("Intercept fleets"),
    {"stronger": Text("when stronger"), "carrying": Text("when an army is aboard")},
)

DEED = Deed(Text("Intercept"), Text("All {n} intercept"), Text("Nobody intercepts"))

Outcome = Literal["free", "beaten", "stopped", "back"]
"""It goes on; it was beaten and has to retreat; after a draw it stops here (8.35); it turned back (7.36)."""


async def intercepted(g: Campaign, fleet: Squadron, sea: Place, *, back: Place | None = None) -> Outcome:
    """7.34 Naval interception of a fleet that has come into a sea area; ``back``: where it may turn back to (7.36)."""
    patrols = [standing_fleet(g, x.power, sea) for x in g.fleets(sea, other(fleet.side))]
    if not patrols:
        return "free"
    outcome: Outcome = "free"
    for patrol in await _ask(g, fleet, patrols, sea):
        if not patrol.sp or not await _try(g, fleet, patrol):
            continue
        if back is not None and await _turns_back(g, fleet, patrol, back):
            return "back"
        result = await naval_battle.fight(g, patrol, fleet, sea)
        if result != "attacker":
            await naval_retreat.from_sea(g, patrol, sea)
        if result == "attacker" or not fleet.sp:
            return "beaten"
        if result == "draw":
            outcome = "stopped"
        back = None
    return outcome


async def _ask(g: Campaign, fleet: Squadron, patrols: list[Squadron], sea: Place) -> list[Squadron]:
    """All patrols are asked about at once, before any roll."""
    most = g.charts.interception("naval_most")
    p = chance(lambda die: die <= most)
    aboard = fleet.force is not None
    items = [
        Item(
            f"{x.power}-fleet",
            Text("{fleet}, {n} Fleet SP", fleet=x.name, n=x.sp),
            (
                Choice("yes", Text("Intercept"), hex=sea, chance=p, lean=2.0 if x.sp >= fleet.sp else 0.5),
                Choice("no", Text("Let it pass"), hex=sea, lean=1.0),
            ),
            "no",
            policy=Policy(POLICY.kind, "yes", "no", {"stronger": x.sp > fleet.sp, "carrying": aboard}, deed=DEED),
        )
        for x in patrols
    ]
    with_army = Text(" with {army}", army=fleet.force.name) if fleet.force is not None else ""
    decision = ChooseEach(
        kind="intercept-fleet",
        side=patrols[0].side,
        rule="7.34",
        prompt=Text(
            "{fleet}, {n} Fleet SP{army}, enters the {sea}: intercept?",
            fleet=fleet.name,
            n=fleet.sp,
            army=with_army,
            sea=g.land.name(sea),
        ),
        focus=(sea,),
        items=items,
    )
    picks = decision.picked(await g.ask(decision))
    by_key = {f"{x.power}-fleet": x for x in patrols}
    return [by_key[who] for who, key in picks if key == "yes"]


async def _try(g: Campaign, fleet: Squadron, patrol: Squadron) -> bool:
    """7.35 Naval interception roll."""
    most = g.charts.interception("naval_most")
    roll = await g.roll(
        RollRequest(
            purpose="naval-interception",
            side=patrol.side,
            text=Text("{patrol} intercepts {fleet}", patrol=patrol.name, fleet=fleet.name),
            rule="7.35",
            table="interception",
            needs=Text("{n} or less", n=most),
            outcome=lambda die: Text("intercepted") if die <= most else Text("it passes"),
        )
    )
    return roll.total <= most


async def _turns_back(g: Campaign, fleet: Squadron, patrol: Squadron, back: Place) -> bool:
    """7.36 Refusing naval battle."""
    answer = await g.ask(
        yes_no(
            kind="refuse-battle",
            side=fleet.side,
            rule="7.36",
            prompt=Text("{patrol}, {n} Fleet SP, intercepts: fight, or turn back?", patrol=patrol.name, n=patrol.sp),
            yes=Text("Turn back to the {sea}", sea=g.land.name(back)),
            no=Text("Fight"),
            default=False,
            focus=(back,),
            lean=0.3 if fleet.sp >= patrol.sp else 1.5,
        )
    )
    return answer.key == "yes"
