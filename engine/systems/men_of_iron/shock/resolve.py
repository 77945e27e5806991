"""10.3 The Shock part fought: one engagement at a time, in the order its player likes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.text import Text, joined
from engine.systems.men_of_iron import counter_charge, reasons
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import AttacksLeft, PhaseBegan
from engine.systems.men_of_iron.shock import before, combat, continued, engagement, reluctance, ride
from engine.systems.men_of_iron.shock.engagement import Engagement
from engine.systems.men_of_iron.state import Attack

POLICY = PolicyKind("attack-order", Text("Fight attacks in the order they were designated"))


async def resolve(g: Battle) -> None:
    """Fight one engagement; with none left the Shock part is over."""
    groups = engagement.groups(g.act.attacks)
    if groups:
        group = await _next(g, groups)
        names = {a.unit for a in group}
        g.emit(AttacksLeft(attacks=[a for a in g.act.attacks if a.unit not in names], rule="10.3"))
        await fight(g, engagement.of(g, group))
    if not g.act.attacks:
        g.emit(PhaseBegan(phase="end"))


async def _next(g: Battle, groups: Sequence[list[Attack]]) -> list[Attack]:
    """Which engagement comes next; only players who want to be are asked."""
    if len(groups) == 1:
        return groups[0]
    first = groups[0][0].unit
    answer = await g.ask(
        Choose(
            kind="attack-order",
            side=g.act.side,
            rule="10.3",
            prompt=Text("Which attack is fought next?"),
            choices=tuple(
                Choice(
                    group[0].unit,
                    _words(group),
                    unit=group[0].unit,
                    hex=g.state.units[group[0].targets[0]].hex,
                )
                for group in groups
            ),
            default_key=first,
            why=reasons.one_of(
                g,
                [g.state.units[group[0].unit] for group in groups],
                "10.3",
                g.act.side,
                Text("begin an attack still to be fought"),
            ),
            policy=Policy(POLICY.kind, first, first, free=True),
        )
    )
    return next(group for group in groups if group[0].unit == answer.key)


def _words(group: Sequence[Attack]) -> Text:
    attackers = joined((a.unit for a in group), " and ")
    defenders = joined(dict.fromkeys(t for a in group for t in a.targets), " and ")
    return Text("{attackers} against {defenders}", attackers=attackers, defenders=defenders)


async def fight(g: Battle, e: Engagement) -> None:
    """10.3 Resolving Shock, (a) to (g): one engagement."""
    e.lapse(g)
    if e.strikers:
        await combat.threaten(g, e)
    if e.strikers:
        await before.withdrawals(g, e)
    await _ride(g, e)
    if e.strikers:
        await counter_charge.answer(g, e)
    e.lapse(g)
    if e.strikers:
        await continued.finish(g, e)


async def _ride(g: Battle, e: Engagement) -> None:
    """11.3, 11.4 Every charger rides up, met by Reaction Fire; then horses may shy."""
    for s in list(e.strikers):
        e.lapse(g)
        if s in e.strikers and s.way is not None and not await ride.ride(g, s):
            e.strikers.remove(s)
    e.lapse(g)
    for s in e.strikers:
        await reluctance.go_home(g, s)
