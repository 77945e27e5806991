"""3.0 to 3.2, 9.0 Sequence of play: which procedure runs in which phase; Player Turns begin and end."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh import deployment, special
from engine.systems.gboh.chapter import Procedure, Special
from engine.systems.gboh.events import OrdersEnded, PhaseBegan
from engine.systems.gboh.turn import sequence, victory
from engine.systems.gboh.turn.activation import contest
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.turns import PlayerTurnBegan, TurnsSettled
from engine.systems.simple_gboh.shock.phase import shock_phase
from engine.systems.simple_gboh.state import Coming
from engine.systems.simple_gboh.turn import activation, moving_phase, returns, seizure

PLAYER = "3.1"


async def play(g: Battle) -> None:
    """3.0 Sequence of play: the whole battle from wherever it stands to its end."""
    await sequence.run(g, PHASES)


async def begin(g: Battle) -> None:
    """Both armies stand: who has the first Player Turn?"""
    g.emit(PhaseBegan(phase="first"))


async def first_player(g: Battle) -> None:
    """3.1 As the battle says; else both roll, and the higher begins. The first turn can't be seized (4.44)."""
    side = g.scenario.first_player
    if side is None:
        needs = Text("higher than the enemy")
        side = await contest(g, Text("who begins?"), PLAYER, purpose="first-player", needs=needs)
    g.emit(TurnsSettled(coming=[Coming(side=side)], rule=PLAYER))
    g.emit(PhaseBegan(phase="start"))


def next_turn(g: Battle) -> Coming:
    """4.41 Whose Player Turn is next: one that is settled, else the other side's, which may be seized."""
    if g.state.coming:
        return g.state.coming[0]
    last = g.state.last_side
    assert last is not None, "the first Player Turn is settled by 3.1"
    return Coming(side=g.foe(last), seizable=True)


async def start(g: Battle) -> None:
    """A0 The Player Turn of whose turn it is."""
    now = next_turn(g)
    if g.state.coming:
        g.emit(TurnsSettled(coming=g.state.coming[1:]))
    turn = g.state.turn + 1 if g.state.last_side is not None else 1
    begun = g.new_orders(now.side, seizable=now.seizable, seized_by=now.seized_by, activated=[], in_command=[])
    g.emit(PlayerTurnBegan(turn=turn, orders=begun, name=g.spec(now.side).name, rule="3.2"))
    await special.run(g, Special.turn_start)


async def shock(g: Battle) -> None:
    """3.2 C The Shock Phase, then the check for withdrawal."""
    await shock_phase(g)
    g.emit(PhaseBegan(phase="withdrawal"))


async def withdrawal(g: Battle) -> None:
    """D An army whose Rout Points reach its level withdraws and loses; of two the one with fewer points over its own
    wins."""
    for rule in special.having(g, Special.before_withdrawal):
        await rule.before_withdrawal(g)
        if g.state.phase == "over":
            return
    if victory.withdraw(g) or _time_is_up(g):
        return
    g.emit(OrdersEnded(rule="3.2"))
    g.emit(PhaseBegan(phase="start"))


def _time_is_up(g: Battle) -> bool:
    """3.0 Whether it was the battle's last Player Turn, of both sides together or of one, where it has one."""
    last = g.scenario.turn_limit
    if last is not None and g.state.turn >= last:
        victory.undecided(g, Text("Player Turn {n} has ended", n=last), g.scenario.turn_limit_winner, "3.0")
        return True
    limit = g.scenario.limit
    if limit is None or g.orders.side != limit.side or g.state.sides[limit.side].turns < limit.turns:
        return False
    told = Text("The {side} have had their {n} Player Turns,", side=g.spec(limit.side).name, n=limit.turns)
    victory.undecided(g, told, limit.winner, "3.0")
    return True


PHASES: dict[str, Procedure] = {
    "setup": deployment.setup_phase,
    "turn": begin,
    "first": first_player,
    # A Activation Phase.
    "start": start,
    "seizure": seizure.seizure,
    "activation": activation.activation,
    "returns": returns.returns,
    # B Movement and Missile Fire Phase.
    "orders": moving_phase.moving_phase,
    # C Shock Phase.
    "shock": shock,
    # D Army Withdrawal.
    "withdrawal": withdrawal,
}
