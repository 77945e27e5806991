"""7.34 to 7.36 Fleets On Patrol intercept enemy fleets that come into their sea area."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass
class Ahead:
    """The rest of an ordered voyage: patrols on its way are asked with the first of them.

    What they have answered counts as long as the fleet is as strong as it was said to be.
    """

    way: tuple[Place, ...] = ()
    """Sea areas it has yet to come into, in order."""
    sp: int = 0
    """Its Fleet SP when they were asked."""
    picks: dict[tuple[str, Place], bool] = field(default_factory=dict[tuple[str, Place], bool])
    """By power and sea area: whether the patrol there will try."""

    def answered(self, patrols: Sequence[Squadron], fleet: Squadron, sea: Place) -> list[Squadron] | None:
        """Those who try, where all have answered for the fleet as it is; None otherwise."""
        if self.sp != fleet.sp or any((x.power, sea) not in self.picks for x in patrols):
            return None
        return [x for x in patrols if self.picks[x.power, sea]]


async def intercepted(
    g: Campaign, fleet: Squadron, sea: Place, *, back: Place | None = None, ahead: Ahead | None = None
) -> Outcome:
    """7.34 Naval interception of a fleet that has come into a sea area; ``back``: where it may turn back to (7.36)."""
    patrols = _patrols(g, fleet, sea)
    if not patrols:
        return "free"
    ahead = ahead or Ahead()
    trying = ahead.answered(patrols, fleet, sea)
    if trying is None:
        trying = await _ask(g, fleet, patrols, sea, ahead)
    outcome: Outcome = "free"
    for patrol in trying:
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


def _patrols(g: Campaign, fleet: Squadron, sea: Place) -> list[Squadron]:
    """7.34 Enemy fleets On Patrol there."""
    return [standing_fleet(g, x.power, sea) for x in g.fleets(sea, other(fleet.side))]


async def _ask(g: Campaign, fleet: Squadron, patrols: list[Squadron], sea: Place, ahead: Ahead) -> list[Squadron]:
    """All patrols are asked about at once, before any roll; those on the rest of the way with them."""
    found: dict[str, tuple[Squadron, Place]] = {f"{x.power}-fleet": (x, sea) for x in patrols}
    for place in ahead.way:
        code = g.land.map.code(place)
        found |= {f"{x.power}-fleet-{code}": (x, place) for x in _patrols(g, fleet, place) if place != sea}
    later = [place for _, place in found.values() if place != sea]
    with_army = Text(" with {army}", army=fleet.force.name) if fleet.force is not None else ""
    prompt = "{fleet}, {n} Fleet SP{army}, enters the {sea}: intercept?"
    if later:
        prompt = "{fleet}, {n} Fleet SP{army}, enters the {sea} and goes on to the {last}: intercept?"
    last = g.land.after_the(ahead.way[-1]) if ahead.way else ""
    decision = ChooseEach(
        kind="intercept-fleet",
        side=patrols[0].side,
        rule="7.34",
        prompt=Text(prompt, fleet=fleet.title, n=fleet.sp, army=with_army, sea=g.land.after_the(sea), last=last),
        focus=(sea, *dict.fromkeys(later)),
        items=[
            _item(g, fleet, key, _names(g, found, key), x, place, later=place != sea)
            for key, (x, place) in found.items()
        ],
    )
    picks = dict(decision.picked(await g.ask(decision)))
    ahead.sp = fleet.sp
    ahead.picks = {(x.power, place): picks[key] == "yes" for key, (x, place) in found.items() if place != sea}
    return [x for key, (x, place) in found.items() if place == sea and picks[key] == "yes"]


def _names(g: Campaign, found: Mapping[str, tuple[Squadron, Place]], key: str) -> tuple[str, ...]:
    """What a patrol may be called besides: by its power alone where that has no other, and always with its sea area."""
    patrol, sea = found[key]
    alone = [x.power for x, _ in found.values()].count(patrol.power) == 1
    fleet = f"{patrol.power}-fleet"
    whole = f"{fleet}-{g.land.map.code(sea)}"
    return tuple(n for n in (whole, *((fleet, patrol.power) if alone else ())) if n != key)


def _item(
    g: Campaign, fleet: Squadron, key: str, names: tuple[str, ...], patrol: Squadron, sea: Place, *, later: bool
) -> Item:
    """``later``: it is asked before the fleet has come to it."""
    most = g.charts.interception("naval_most")
    p = chance(lambda die: die <= most)
    label = Text("{fleet}, {n} Fleet SP", fleet=patrol.title, n=patrol.sp)
    if later:
        label = Text("{fleet}, {n} Fleet SP, in the {sea}", fleet=patrol.title, n=patrol.sp, sea=g.land.after_the(sea))
    return Item(
        key,
        label,
        (
            Choice("yes", Text("Intercept"), hex=sea, chance=p, lean=2.0 if patrol.sp >= fleet.sp else 0.5),
            Choice("no", Text("Let it pass"), hex=sea, lean=1.0),
        ),
        "no",
        policy=Policy(
            POLICY.kind,
            "yes",
            "no",
            {"stronger": patrol.sp > fleet.sp, "carrying": fleet.force is not None},
            called=patrol.name,
            deed=DEED,
        ),
        names=names,
    )


async def _try(g: Campaign, fleet: Squadron, patrol: Squadron) -> bool:
    """7.35 Naval interception roll."""
    most = g.charts.interception("naval_most")
    roll = await g.roll(
        RollRequest(
            purpose="naval-interception",
            side=patrol.side,
            text=Text("{patrol} intercepts {fleet}", patrol=patrol.title, fleet=fleet.name),
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
            prompt=Text("{patrol}, {n} Fleet SP, intercepts: fight, or turn back?", patrol=patrol.title, n=patrol.sp),
            yes=Text("Turn back to the {sea}", sea=g.land.after_the(back)),
            no=Text("Fight"),
            default=False,
            focus=(back,),
            lean=0.3 if fleet.sp >= patrol.sp else 1.5,
        )
    )
    return answer.key == "yes"
