"""6.3 Barbarian alliance: bribe, roll, and what Byzantium does with an ally."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.dice import D10, Modifier, RollRequest
from engine.kernel.text import Refusal, Text, either
from engine.kernel.wanted import Wanted
from engine.systems.justinian import recruits
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import Allied, ArmyRemoved, GoldChanged, StrengthChanged, StrengthMoved
from engine.systems.justinian.movement import activation
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army, in_army

POLICY = PolicyKind(
    "bribe",
    Text("Bribe minor powers, with up to 9 G"),
    {
        "rich": Text("while 20 G or more are left after it"),
        "likely": Text("when it makes them allies more likely than not"),
    },
)
RICH = 20
"""G that are left after a bribe of somebody rich."""


async def settle(g: Campaign, power: str) -> None:
    """6.31 At a minor power's first activation of the turn: whose side is it on? Rolled once a turn (6.35)."""
    if g.state.alliance[power] != "none":
        return
    bribe = await _bribe(g, power)
    if bribe:
        g.emit(GoldChanged(n=-bribe, why="bribe", rule="6.32"))
    roll = await g.roll(_request(g, power, bribe))
    g.emit(Allied(power=power, alliance=g.charts.alliance(roll.total), rule="6.33"))


def modifiers(g: Campaign, power: str, bribe: int) -> tuple[Modifier, ...]:
    """6.32 The power's own, and 1 for each 3 G."""
    own = g.charts.activated(power).alliance or 0
    found = [Modifier(value=own, reason=Text("{name}", name=g.power(power).name), rule="6.32")] if own else []
    if bribe:
        n = bribe // g.charts.alliance_number("bribe_step")
        found.append(Modifier(value=n, reason=Text("bribe of {n} G", n=bribe), rule="6.32"))
    return tuple(found)


def _request(g: Campaign, power: str, bribe: int) -> RollRequest:
    told = {"barbarian": Text("Barbarian ally"), "neutral": Text("Neutral"), "byzantine": Text("Byzantine ally")}
    return RollRequest(
        purpose="alliance",
        side="barbarian",
        text=Text("Whose side are the {name} on?", name=g.power(power).name),
        rule="6.33",
        table="alliance",
        modifiers=modifiers(g, power, bribe),
        needs=Text("{n} or more for Byzantium", n=g.charts.alliance_number("byzantine_least")),
        outcome=lambda total: told[g.charts.alliance(total)],
    )


def chances(g: Campaign, power: str, bribe: int) -> dict[str, float]:
    """2.3 The die, read 0 to 9: how likely each result of it is, by alliance (6.33)."""
    add = sum(m.value for m in modifiers(g, power, bribe))
    found = [g.charts.alliance(d + add) for d in D10]
    return {x: found.count(x) / len(found) for x in ("barbarian", "neutral", "byzantine")}


def _no_bribe(sums: Sequence[int], gold: int, wanted: Wanted) -> Refusal | None:
    """6.32 Why a sum can't be paid."""
    n = next((int(w) for w in wanted.words if w.isdecimal()), None)
    if n is None or n in sums:
        return None
    if n > gold:
        return Refusal("There are {gold} G.", rule="6.32", gold=gold)
    return Refusal("A bribe is {sums} G.", rule="6.32", sums=either([str(x) for x in sums]))


async def _bribe(g: Campaign, power: str) -> int:
    """I1, 6.32 What Byzantium pays before the roll: 0, 3, 6 or 9 G."""
    step, most = g.charts.alliance_number("bribe_step"), g.charts.alliance_number("bribe_most")
    sums = [n for n in range(0, most + 1, step) if n <= g.state.gold]
    if len(sums) == 1:
        return 0
    pick = await g.ask(
        Choose(
            kind="bribe",
            side="byzantine",
            rule="6.32",
            prompt=Text(
                "The {name} stir: bribe them? You have {gold} G; beside each sum, how likely they side with you",
                name=g.power(power).name,
                gold=g.state.gold,
            ),
            choices=[
                Choice(
                    str(n),
                    Text("{n} G", n=n) if n else Text("Nothing"),
                    chance=chances(g, power, n)["byzantine"],
                    lean=2.0 if n == 0 else 0.6 if g.state.gold >= 30 else 0.2,
                )
                for n in sums
            ],
            default_key="0",
            why=lambda wanted: _no_bribe(sums, g.state.gold, wanted),
            subject=power,
            focus=tuple(a.at for a in g.armies(power=power) if a.at is not None),
            policy=Policy(
                POLICY.kind,
                str(sums[-1]),
                "0",
                {
                    "rich": g.state.gold - sums[-1] >= RICH,
                    "likely": chances(g, power, sums[-1])["byzantine"] > 0.5,
                },
                called=g.power(power).name,
            ),
        )
    )
    return int(pick.key)


# -- a Byzantine ally (6.34) --------------------------------------------------------------------------------------


def hosts(g: Campaign, power: str) -> list[Army]:
    """6.34 Byzantine armies an ally's SP may join: they stand in a Prefecture it could enter from its box."""
    prefectures = {g.land.prefecture(p) for p in g.land.enters(power)}
    return [a for a in g.state.placed(BYZANTINE) if a.at is not None and g.land.prefecture(a.at) in prefectures]


async def use(g: Campaign, a: Army) -> None:
    """6.34 In the Barbarian's segment: the ally is activated at once, joins an army, or waits."""
    if recruits.due_in_box(g, a):
        await recruits.in_box(g, a)
    if not a.strength:
        return
    pick = await g.ask(
        Choose(
            kind="ally",
            side="byzantine",
            rule="6.34",
            prompt=Text("The {name}, {n} SP, are your allies", name=g.power(a.power).name, n=a.strength),
            choices=(
                Choice("activate", Text("Activate them now, at no cost"), hex=a.at, lean=2.0),
                *(
                    Choice(
                        host.id,
                        Text("Their SP join {army}, {n} SP", army=g.state.names[host.id], n=host.strength),
                        hex=host.at,
                        lean=1.0 if g.army_room(host) >= a.strength else 0.2,
                    )
                    for host in hosts(g, a.power)
                ),
                Choice("wait", Text("They wait"), lean=0.3),
            ),
            default_key="wait",
            subject=a.id,
        )
    )
    if pick.key == "activate":
        await activation.army(g, a.id)
    elif pick.key != "wait":
        join(g, a, g.army(pick.key))


def join(g: Campaign, a: Army, host: Army) -> None:
    """6.34 The SP go to the army as far as the limits allow (4.31), the leader to his box."""
    n = min(a.sp, g.army_room(host), g.room(BYZANTINE) or 0)
    if n:
        g.emit(StrengthMoved(source=in_army(a), to=in_army(host, a.power), n=n, why="joined", rule="6.34"))
    if a.sp:
        g.emit(StrengthChanged(group=in_army(a), n=-a.sp, why="limit", rule="4.31"))
    g.emit(ArmyRemoved(army=a.id, to="box", box=g.land.box(a.power), why="empty", rule="6.34"))
