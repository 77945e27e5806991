"""4.4 Seize the Turn: the opponent's one chance before a Formation is named."""

from __future__ import annotations

from engine.kernel import dice
from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind, Risk
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.gboh import rolls
from engine.systems.gboh.events import PhaseBegan
from engine.systems.gboh.orders import reasons
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.turns import RideBegan, SeizureUsed, TurnsSettled
from engine.systems.simple_gboh.state import Coming, Leader
from engine.systems.simple_gboh.turn import formations, returns

SEIZE, LIMITS, RIDE = "4.41", "4.44", "4.46"

ODDS = {"even": 4, "likely": 6}
"""Conditions: the least Initiative of the leader who would seize the turn."""

POLICY = PolicyKind(
    "seizure",
    Text("Try to seize the enemy's turn"),
    {key: Text("when the best leader's Initiative is {n} or more", n=n) for key, n in ODDS.items()},
)


def able(g: Battle, side: str) -> list[Leader]:
    """4.44 Leaders on the map with an attempt left, the likeliest to succeed first."""
    found = [x for x in g.leaders(side) if x.seizure > 0]
    return sorted(found, key=lambda x: (-x.initiative, x.id))


async def seizure(g: Battle) -> None:
    """A1 The opponent seizes the turn, moves a leader by one of the attempts (4.46), or lets it be.

    An Overall Commander who was engaged elsewhere comes back before that (A0, 4.36).
    """
    await returns.commander_returns(g)
    turn = g.orders
    other = g.foe(turn.side)
    leaders = able(g, other)
    if not turn.seizable or turn.seized_by is not None or not leaders:
        g.emit(PhaseBegan(phase="activation"))
        return
    answer = await g.ask(_question(g, leaders, turn.side))
    if answer.key == "no":
        g.emit(PhaseBegan(phase="activation"))
        return
    leader = g.state.leaders[answer.key.removeprefix("ride-")]
    if answer.key.startswith("ride-"):
        _ride(g, leader)
    else:
        await _attempt(g, leader)


def foreseen(g: Battle) -> Choose | None:
    """4.41 What the active side is asked as its Player Turn ends, as things stand: whether it seizes the enemy's."""
    leaders = able(g, g.orders.side)
    return _question(g, leaders, g.foe(g.orders.side)) if leaders and not g.state.coming else None


def _question(g: Battle, leaders: list[Leader], enemies: str) -> Choose:
    side, best = leaders[0].side, leaders[0]
    return Choose(
        kind="seizure",
        side=side,
        rule=SEIZE,
        prompt=Text("The {enemy} are about to have a Player Turn. Seize it?", enemy=g.spec(enemies).name),
        subject=best.id,
        focus=tuple(x.at for x in leaders),
        choices=(
            *(_chance(x) for x in leaders),
            *(
                Choice(
                    f"ride-{x.id}",
                    Text("Move instead: {leader}, without a roll", leader=x.name),
                    unit=x.id,
                    hex=x.at,
                    note=_riding(x),
                    lean=0.05,
                )
                for x in leaders
            ),
            Choice("no", Text("Leave them the turn"), lean=3.0),
        ),
        default_key="no",
        policy=Policy(POLICY.kind, best.id, "no", {key: best.initiative >= n for key, n in ODDS.items()}, who=best.id),
        why=lambda wanted: _why_not(g, side, wanted),
    )


def _riding(x: Leader) -> Text:
    if x.seizure == 1:
        return Text("uses up the last attempt; no Formation is activated")
    return Text("uses up one of {n:attempt|attempts}; no Formation is activated", n=x.seizure)


def _chance(x: Leader) -> Choice:
    chance = dice.chance(lambda die: die <= x.initiative)
    risk = Risk(
        needs=Text("needs {n} or less", n=x.initiative),
        chance=chance,
        failing=Text("wastes {leader}'s last attempt of the battle", leader=x.name)
        if x.seizure == 1
        else Text("wastes one of {leader}'s {n:attempt|attempts} for the battle", leader=x.name, n=x.seizure),
    )
    label = Text("Seize the turn: {leader} tries", leader=x.name)
    return Choice(x.id, label, unit=x.id, hex=x.at, lean=chance, chance=chance, risk=risk)


def _why_not(g: Battle, side: str, wanted: Wanted) -> Refusal | None:
    """4.44 Why a leader that was named can't seize the turn."""
    named = reasons.leader(g, wanted)
    if named is None:
        return None
    x = g.state.leaders[named.id]
    if x.side != side:
        return Refusal("{leader} is the enemy's.", rule=SEIZE, leader=x.name)
    if not x.on_map:
        return Refusal("{leader} is not on the map.", rule=SEIZE, leader=x.name)
    if x.seizure <= 0:
        return Refusal("{leader} has no attempt left to seize the turn.", rule=LIMITS, leader=x.name)
    return None


async def _attempt(g: Battle, leader: Leader) -> None:
    """4.41 The roll; a success sets the turn aside, which comes after the one seized, and can't be seized then."""
    victim = g.orders.side
    text, limit = Text("{leader} tries to seize the turn", leader=leader.name), leader.initiative
    good, bad = Text("the turn is seized"), Text("it goes on")
    if not await rolls.at_most(g, limit, "seizure", leader.side, text, SEIZE, good, bad, unit=leader.id):
        g.emit(SeizureUsed(leader=leader.id, rule=LIMITS))
        g.emit(PhaseBegan(phase="activation"))
        return
    g.emit(SeizureUsed(leader=leader.id, seized=True, rule=SEIZE))
    # 4.45 The seized turn isn't seizable, nor is the one it was taken from.
    seized = Coming(side=leader.side, seized_by=leader.id)
    g.emit(TurnsSettled(coming=[seized, Coming(side=victim), *g.state.coming], rule=SEIZE))


def _ride(g: Battle, leader: Leader) -> None:
    """4.46 He moves by himself, and the turn goes on."""
    g.emit(SeizureUsed(leader=leader.id, rule=RIDE))
    turn = g.new_orders(leader.side, kind="ride", leads=[leader.id], activated=[], in_command=[])
    g.emit(RideBegan(leader=leader.id, orders=turn, interrupts=True, rule=RIDE))


def limits(g: Battle) -> Text | None:
    """4.42, 4.43 What a seized turn may be used for, in words; None for a turn of one's own."""
    by = g.state.leaders.get(g.orders.seized_by or "")
    if by is None:
        return None
    if by.role == "OC":
        text = "{leader} has seized it: for Auxiliaries, or Formations whose Commander is within Command Range."
        return Text(text, leader=by.name)
    own = [f.name for f in formations.commands(g, by)]
    own += [f.name for f in g.spec(by.side).formations if f.id in by.seizes]
    return Text("{leader} has seized it: for {own} alone.", leader=by.name, own=", ".join(own) or Text("nothing"))
