"""5.3 Momentum, and the Die Roll of Doom."""

from __future__ import annotations

from engine.kernel import risk
from engine.kernel.decisions import Choice, Choose, Risk, yes_no
from engine.kernel.dice import RollRequest
from engine.kernel.inquiry import percent
from engine.kernel.text import Sentence, Text, joined
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import command
from engine.systems.gboh.events import LeaderChanged, OrdersEnded, PhaseBegan, TrumpUsed
from engine.systems.gboh.shock import late
from engine.systems.gboh.state import Leader
from engine.systems.gboh.strategies import Fall
from engine.systems.gboh.turn import activation, trump

DOOM = 9
"""5.32 The natural roll for Momentum that brings doom."""
FALLS = {
    "side": Text("every leader of his side is Finished"),
    "leader": Text("he is Finished"),
    "everybody": Text("the turn is over for both sides"),
}
"""What doom does, in words, by whom it finishes."""


def _means(fall: Fall) -> Text:
    """5.33 What a result of the Die Roll of Doom does, in words."""
    if fall.crisis:
        return Text("leader and units around fall back")
    if fall.reactivates:
        return Text("any leader of the enemy may act at once")
    return FALLS[fall.finishes]


def barred(g: Battle, leader: Leader) -> Text | None:
    """5.31 Why the leader may not try Momentum; None when he may."""
    if not leader.on_map:
        return Text("he is lost")
    if leader.status == "finished":
        return Text("he is Finished")
    if leader.role == "CC":
        return Text("Contingent Commanders have none")
    if leader.no_momentum:
        return g.game.command.no_momentum_words
    if g.in_enemy_zoc(leader):
        return Text("he is in enemy ZOC")
    if leader.in_a_row + leader.elite_phase >= 3:  # 5.14 (S 5.14)
        return Text("he has had three Orders Phases this turn")
    return special.first(g, Special.may_momentum, leader)


def _request(g: Battle, leader: Leader) -> RollRequest:
    """5.32"""
    return RollRequest(
        purpose="momentum",
        side=leader.side,
        text=Text("{leader} tries Momentum", leader=leader.name),
        rule=g.case(Case.MOMENTUM),
        needs=Text("{n} or less", n=leader.initiative),
        outcome=lambda n: (
            Text("Momentum")
            if n <= leader.initiative
            else Text("doom is rolled for")
            if n == DOOM
            else Text("he is Finished")
        ),
    )


def at_stake(g: Battle, leader: Leader) -> Risk:
    """5.32, 5.33 What Momentum is rolled for; without it his turn is over anyway, but doom may end more than that.

    A natural :data:`DOOM` brings doom even where it would do for Momentum.
    """
    failing = Text("ends {leader}'s turn, as not trying does, and {doom}", leader=leader.name, doom=doom_words(g))
    return risk.of(
        _request(g, leader), lambda n: n <= leader.initiative and n != DOOM, risk.at_most(leader.initiative), failing
    )


def doom_words(g: Battle) -> Text:
    """5.33 What doom is, with the odds of everything it may do."""
    results = [_means(g.game.doom.fall(n, g.charts)) for n in range(10)]
    parts = [Text("{what} {p}", what=x, p=percent(results.count(x) / 10)) for x in dict.fromkeys(results)]
    return Text("a {n} brings doom, another roll: {results}", n=DOOM, results=joined(parts))


async def momentum_phase(g: Battle) -> None:
    """5.32 Momentum roll: the leader who has just ended an Orders Phase may try for another (5.28)."""
    # 5.34 Momentum only at once.
    leader = g.state.leaders[str(g.state.last_leader)]
    if barred(g, leader) is not None:
        _finish(g, leader)
        return
    question = Text(
        # What doom is stands in the risk, which is told with the answers.
        "Does {leader} try Momentum? {n} or less gives another Orders Phase; more, and {leader} is Finished.",
        leader=leader.name,
        n=leader.initiative,
    )
    words = special.first(g, Special.risk, leader)
    found = at_stake(g, leader)
    answer = await g.ask(
        yes_no(
            kind="momentum",
            side=leader.side,
            rule=g.case(Case.MOMENTUM),
            prompt=Text("{question} With it, too: {risk}", question=question, risk=words) if words else question,
            yes=Text("Try Momentum"),
            no=Text("Enough for this turn"),
            default=True,
            subject=leader.id,
            focus=(leader.at,),
            lean=3.0,
            chance=found.chance,
            risk=found,
            why=late.attack(g, leader),
        )
    )
    if answer.key == "no":
        _finish(g, leader)
        return
    roll = await g.roll(_request(g, leader))
    if roll.natural == DOOM:
        await _doom(g, leader)
        return
    if roll.total > leader.initiative:
        _finish(g, leader, Text("finds no Momentum and is Finished."))
        return
    if g.state.trump_used:
        g.emit(TrumpUsed(sides=[]))  # 5.43 a new opportunity
    if not await trump.trump_momentum(g, leader):
        await activation.activate(g, leader, again=True)


def _finish(g: Battle, leader: Leader, reason: Sentence = "") -> None:
    """5.15 Finished."""
    if leader.status != "finished":
        g.emit(LeaderChanged(leader=leader.id, status="finished", reason=reason, rule=g.case(Case.FINISHED)))
    g.emit(PhaseBegan(phase="select"))


async def _doom(g: Battle, leader: Leader) -> None:
    """5.33 Doom roll: a natural 9."""
    roll = await g.roll(
        RollRequest(
            purpose="doom",
            side=leader.side,
            text=Text("{leader}'s Die Roll of Doom", leader=leader.name),
            rule=g.case(Case.DOOM),
            table="doom",
            outcome=lambda n: _means(g.game.doom.fall(n, g.charts)),
        )
    )
    fall = g.game.doom.fall(roll.natural, g.charts)
    if fall.finishes == "leader":
        if fall.crisis:
            await special.run(g, Special.crisis, leader)
        _finish(g, leader, Text("meets his doom: Finished."))
        if fall.reactivates:
            await _reactivation(g, leader)
        return
    side = leader.side if fall.finishes == "side" else None
    for x in (*g.leaders(side), *(x for x in activation.inactive(g, side) if not x.on_map)):
        if x.status != "finished":
            g.emit(
                LeaderChanged(
                    leader=x.id, status="finished", deferred=False, reason=Text("is Finished."), rule=g.case(Case.DOOM)
                )
            )
    g.emit(PhaseBegan(phase="rout" if fall.turn_over else "select"))


async def _reactivation(g: Battle, leader: Leader) -> None:
    """A 5.33 [2] The opponent may activate any one of his leaders at once, even a Finished one; no Momentum for him."""
    side = g.state.enemy(leader.side)
    able = [x for x in g.leaders(side) if x.role != "CC"]
    if not able:
        return
    answer = await g.ask(
        Choose(
            kind="reactivation",
            side=side,
            rule=g.case(Case.DOOM),
            prompt=Text("{leader} has met his doom. Which of your leaders acts at once?", leader=leader.name),
            subject=leader.id,
            focus=tuple(x.at for x in able),
            choices=(
                *(
                    Choice(
                        x.id,
                        Text("{leader} (Initiative {n}), Finished afterwards", leader=x.name, n=x.initiative),
                        unit=x.id,
                        hex=x.hex,
                        lean=float(x.initiative),
                    )
                    for x in able
                ),
                Choice("no", Text("Nobody")),
            ),
            default_key="no",
        )
    )
    if answer.key != "no":
        again = g.state.leaders[answer.key]
        last = again.status == "finished"
        await activation.activate(g, again, no_momentum=True, chosen=True, last_chance=last, by=Case.DOOM)


async def undo_idle_trump(g: Battle) -> bool:
    """5.45, 5.46 A leader who trumped and then did nothing: the Trump never was. True when play has been put back."""
    orders = g.orders
    if not orders.trumping or orders.trumped is None or orders.leader is None:
        return False
    if orders.trump_used(moving=g.game.command.trumper_moves, firing=g.game.command.trumper_fires):
        return False
    trumper, other = g.state.leaders[orders.leader], g.state.leaders[orders.trumped]
    for name in orders.bypassed:
        g.emit(LeaderChanged(leader=name, no_momentum=False, rule=g.case(Case.TRUMP_UNDONE)))
    for name, n in orders.recovered.items():
        await cohesion.hits(g, g.state.units[name], n, Text("the Trump is undone"), g.case(Case.TRUMP_UNDONE))
    g.emit(OrdersEnded(rule=g.case(Case.TRUMP_UNDONE)))
    g.emit(
        LeaderChanged(
            leader=trumper.id,
            status="finished" if g.game.command.undone_trump_finishes else "inactive",
            deferred=command.silenced(g, trumper) and not g.game.command.undone_trump_finishes,
            reason=Text("has done nothing: the Trump is undone."),
            rule=g.case(Case.TRUMP_UNDONE),
        )
    )
    if not other.on_map:
        g.emit(PhaseBegan(phase="select"))
    elif other.side != trumper.side and other.status == "finished" and not orders.trumped_momentum:
        await trump.restore(g, other)
    elif orders.trumped_momentum or other.status == "inactive":
        await activation.activate(g, other, again=orders.trumped_momentum)
        if not orders.trumped_momentum:
            activation.alternate(g, other)
    else:
        g.emit(PhaseBegan(phase="select"))
    return True
