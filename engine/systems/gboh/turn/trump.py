"""5.4 Trump: another leader takes the turn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import risk
from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind, Risk
from engine.kernel.dice import RollRequest
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.events import LeaderChanged, TrumpUsed
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Leader
from engine.systems.gboh.turn import activation

ODDS = {"five-or-more": 5, "six-or-more": 6, "seven-or-more": 7}
"""Conditions: the least Initiative of the leader who would trump."""

POLICY = PolicyKind(
    "trump",
    Text("Trump the enemy's Trump or Momentum"),
    {key: Text("when the best leader's Initiative is {n} or more", n=n) for key, n in ODDS.items()},
)


def has_action(g: Battle, leader: Leader) -> bool:
    """5.45 Must act: whether he could do anything at all: give an order, or enable a Shock (5.46)."""
    held = command.silenced(g, leader)
    for u in g.units(leader.side):
        if not held and not u.rallied and command.in_command(g, leader, u):
            return True
        if not (u.routed or u.column) and command.in_command(g, leader, u, by="shock") and g.opponents(u):
            return True
    return False


def candidates(
    g: Battle, side: str, *, above: int, excluding: list[Leader] | None = None, or_equal: bool = False
) -> list[Leader]:
    """Leaders of a side who may try to trump a turn of Initiative ``above`` (5.41, 5.42)."""
    if side in g.state.trump_used:
        return []  # 5.43
    least = above if or_equal else above + 1
    return [
        x
        for x in activation.ready(g, side)
        if x.role != "CC"
        and x.initiative >= least
        and x not in (excluding or [])
        and all(r.may_trump(g, x) for r in special.having(g, Special.may_trump))
        and has_action(g, x)
    ]


def bar(g: Battle, x: Leader, *, above: int, or_equal: bool = False) -> Refusal | None:
    """5.41 to 5.46 Why a leader can't try to trump a turn of Initiative ``above``; None when he can.

    ``or_equal``: it answers the enemy's Trump or Momentum (5.42), not one of his own side's turns (5.41).
    """
    least = above if or_equal else above + 1
    # 5.42 Whoever may have equal Initiative answers a Trump or a Momentum.
    rule = g.case(Case.TRUMP_MOMENTUM if or_equal else Case.TRUMP)
    if x.side in g.state.trump_used:
        return Refusal("The {side} have tried to Trump already.", rule=g.case(Case.ONE_TRUMP), side=g.spec(x.side).name)
    if x.role == "CC":
        return Refusal("{leader} is a Contingent Commander and can't Trump.", rule=rule, leader=x.name)
    if x.status == "finished":
        return Refusal("{leader} is Finished this turn.", rule=g.case(Case.FINISHED), leader=x.name)
    if x.deferred:
        return Refusal("{leader} waits: he is held in enemy ZOC.", rule=g.case(Case.ACTIVATED_HELD), leader=x.name)
    if x.initiative < least:
        return Refusal(
            "{leader} has Initiative {n}; to Trump takes {least}.",
            rule=rule,
            leader=x.name,
            n=x.initiative,
            least=least,
        )
    if any(not r.may_trump(g, x) for r in special.having(g, Special.may_trump)):
        return Refusal("A rule of this battle keeps {leader} from a Trump.", rule=rule, leader=x.name)
    if not has_action(g, x):
        return Refusal("{leader} could do nothing with the turn.", rule=g.case(Case.TRUMPER_ACTS), leader=x.name)
    return None


def _request(g: Battle, leader: Leader, *, answers: bool) -> RollRequest:
    """5.41, 5.42 ``answers``: it answers the enemy's Trump or Momentum, and is no Trump of one's own turn."""
    return RollRequest(
        purpose="trump",
        side=leader.side,
        text=Text("{leader} tries to Trump", leader=leader.name),
        rule=g.case(Case.TRUMP_MOMENTUM if answers else Case.TRUMP),
        needs=Text("{n} or less", n=leader.initiative),
        outcome=lambda total: (
            Text("he takes the turn") if total <= leader.initiative else Text("he fails and is Finished")
        ),
    )


def at_stake(g: Battle, leader: Leader, *, answers: bool = False) -> Risk:
    """5.41, 5.44 What a Trump is rolled for; failing costs the leader the turn he would have had, with its orders."""
    units = sum(command.in_command(g, leader, u) for u in g.units(leader.side))
    return risk.of(
        _request(g, leader, answers=answers),
        lambda n: n <= leader.initiative,
        risk.at_most(leader.initiative),
        Text("costs {leader} the turn", leader=leader.name),
        units=max(1, min(units, leader.initiative)),
    )


def choice(g: Battle, leader: Leader, *, key: str, lean: float, answers: bool = False) -> Choice:
    """A try to Trump, as it is offered."""
    found = at_stake(g, leader, answers=answers)
    words = Text("Trump with {leader}", leader=leader.name)
    return Choice(key, words, unit=leader.id, lean=lean, chance=found.chance, risk=found)


async def _attempt(g: Battle, leader: Leader, *, answers: bool = False) -> bool:
    """Roll for a Trump; the attempt is used, whatever comes of it (5.43)."""
    g.emit(TrumpUsed(sides=[*g.state.trump_used, leader.side]))
    roll = await g.roll(_request(g, leader, answers=answers))
    if roll.total <= leader.initiative:
        return True
    g.emit(
        LeaderChanged(
            leader=leader.id,
            status="finished",
            reason=Text("fails to Trump and is Finished."),
            rule=g.case(Case.TRUMP_EFFECTS),
        )
    )
    return False


async def _take_over(
    g: Battle, leader: Leader, trumped: Leader, *, momentum: bool = False, by: Case = Case.TRUMP_MOMENTUM
) -> None:
    """5.44 Finished and bypassed leaders.

    Inactive leaders of lower Initiative, or of equal as well (A, S), are bypassed: no Momentum for them this turn.
    ``momentum``: he has trumped a Momentum; ``by``: what he has trumped by.
    """
    below = leader.initiative + g.game.command.bypass_equals
    bypassed = [
        x.id
        for x in g.leaders()
        if x.status == "inactive"
        and x is not leader
        and x.initiative < below
        and not x.no_momentum
        and activation.has_turns(g, x)
    ]
    for name in bypassed:
        g.emit(LeaderChanged(leader=name, no_momentum=True, rule=g.case(Case.TRUMP_EFFECTS)))
    if not leader.no_momentum and command.silenced(g, leader):
        bypassed.append(leader.id)  # 5.26 Held in enemy ZOC he has no Momentum, unless the Trump is undone (5.46).
    await activation.activate(
        g, leader, trumping=True, trumped=trumped.id, trumped_momentum=momentum, bypassed=bypassed, chosen=True, by=by
    )


async def _counter(g: Battle, leader: Leader, what: str) -> Leader | None:
    """5.42 The opponent's answer to a successful Trump or Momentum; returns the leader who now acts instead, if any."""
    side = g.state.enemy(leader.side)
    able = candidates(g, side, above=leader.initiative, or_equal=True)
    if not able:
        return None
    best = max(able, key=lambda x: x.initiative)
    answer = await g.ask(
        Choose(
            kind="trump",
            side=side,
            rule=g.case(Case.TRUMP_MOMENTUM),
            prompt=Text("{leader} {what}. Trump him?", leader=leader.name, what=what),
            subject=leader.id,
            focus=(leader.at,),
            choices=(
                *(choice(g, x, key=x.id, lean=0.5, answers=True) for x in able),
                Choice("no", Text("Let him act"), lean=2.0),
            ),
            default_key="no",
            why=reasons.chosen_leader(
                g, side, g.case(Case.TRUMP_MOMENTUM), lambda x, _: bar(g, x, above=leader.initiative, or_equal=True)
            ),
            policy=Policy(
                "trump", best.id, "no", {n: best.initiative >= least for n, least in ODDS.items()}, who=best.id
            ),
        )
    )
    if answer.key == "no":
        return None
    trumper = g.state.leaders[answer.key]
    return trumper if await _attempt(g, trumper, answers=True) else None


async def trump_selection(g: Battle, leader: Leader, tied: Sequence[Leader]) -> None:
    """5.41, 5.42[1] ``leader`` tries to act instead of the one whose turn it is, and may be trumped himself.

    ``tied``: his side's leaders of equal Initiative who are next; which of them acts when he fails, their owner says.
    """
    selected = tied[0]
    if not await _attempt(g, leader):
        selected = await activation.which(g, tied, Text("The Trump has failed. Who acts?"))
        await activation.activate(g, selected)
        activation.alternate(g, selected)
        return
    other = await _counter(g, leader, "has trumped his way to the front")
    if other is None:
        await _take_over(g, leader, selected, by=Case.TRUMP)
        return
    g.emit(
        LeaderChanged(
            leader=leader.id,
            status="finished",
            reason=Text("is trumped and Finished."),
            rule=g.case(Case.TRUMP_EFFECTS),
        )
    )
    await _take_over(g, other, leader)


async def restore(g: Battle, leader: Leader) -> None:
    """The Trump that beat his own is undone: he isn't Finished, and has the turn that he had taken (5.46)."""
    g.emit(LeaderChanged(leader=leader.id, status="inactive", rule=g.case(Case.TRUMP_UNDONE)))
    waiting = [x for x in activation.ready(g, leader.side) if x is not leader]
    selected = min(waiting, key=lambda x: x.initiative, default=leader)
    await _take_over(g, leader, selected)


async def trump_momentum(g: Battle, leader: Leader) -> bool:
    """5.42[2] The opponent may trump a successful Momentum. True when he has taken the turn."""
    other = await _counter(g, leader, "has Momentum")
    if other is None:
        return False
    g.emit(
        LeaderChanged(
            leader=leader.id,
            status="finished",
            reason=Text("is trumped and Finished."),
            rule=g.case(Case.TRUMP_EFFECTS),
        )
    )
    await _take_over(g, other, leader, momentum=True)
    return True
