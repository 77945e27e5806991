"""3.0 Sequence of play: which procedure runs in which phase. A battle can be resumed at the start of any."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from engine.systems.cataphract import (
    bidding,
    champion,
    command,
    deployment,
    elite,
    fire,
    leaders,
    line_command,
    momentum,
    orders_phase,
    rout,
    selection,
    special,
    uncontrolled,
    victory,
)
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import LeaderChanged, OrdersEnded, PhaseBegan, TurnBegan, UnitFormed
from engine.systems.cataphract.shock.segment import shock_segment
from engine.systems.cataphract.state import Phase

Procedure = Callable[[Battle], Coroutine[Any, Any, None]]


async def play(g: Battle) -> None:
    """The whole battle from wherever it stands to its end."""
    while g.state.phase != "over":
        await g.rest()
        await leaders.succession(g)
        await PHASES[g.state.phase](g)


async def turn_start(g: Battle) -> None:
    """3.0 The champions' duel and special rules of the battle first, then elite phases."""
    await champion.challenge(g)
    for rule in special.having(g, "turn_start"):
        await rule.turn_start(g)
    if g.state.orders is None:
        g.emit(PhaseBegan(phase="elite"))


async def shock(g: Battle) -> None:
    """5.27, 5.28 The Shock segment, and what follows the Orders Phase."""
    orders = g.orders
    leader = g.state.leaders[orders.leader] if orders.leader is not None else None
    held = leader is not None and leader.on_map and command.silenced(g, leader)
    await shock_segment(g)
    if leader is not None and held and not leader.no_momentum and _range_used(g):
        g.emit(LeaderChanged(leader=leader.id, no_momentum=True, rule="5.26"))
    if await momentum.undo_idle_trump(g):
        return
    g.emit(OrdersEnded(rule="5.28"))
    if orders.kind == "elite":
        elite.end(g, orders)
        g.emit(PhaseBegan(phase="elite"))
    elif orders.kind == "uncontrolled":
        uncontrolled.end(g, orders)
        g.emit(PhaseBegan(phase="uncontrolled"))
    elif orders.kind == "march":
        g.emit(PhaseBegan(phase="elite"))
    else:
        g.emit(PhaseBegan(phase="momentum"))


def _range_used(g: Battle) -> bool:
    """5.26 Whether units have attacked that only the leader's Command Range enabled."""
    return any(g.state.units[u].side == g.orders.side and u not in g.orders.acted for u in g.orders.shocked)


async def rout_and_reload(g: Battle) -> None:
    """3.0D Rallied markers off, rout movement, reload, in that order."""
    for u in list(g.units()):
        if u.rallied:
            g.emit(UnitFormed(unit=u.id, rallied=False))
    for side in g.state.sides:
        await rout.rout_phase(g, side)
    await fire.reload_phase(g)
    for rule in special.having(g, "after_reload"):
        await rule.after_reload(g)
    g.emit(PhaseBegan(phase="withdrawal"))


async def withdrawal(g: Battle) -> None:
    """3.0E Rout Points, victory, next turn."""
    for rule in special.having(g, "before_withdrawal"):
        await rule.before_withdrawal(g)
    await victory.withdrawal_phase(g)
    if g.state.phase != "over":
        g.emit(TurnBegan(turn=g.state.turn + 1, rule="3.0"))
        g.emit(PhaseBegan(phase="turn"))


PHASES: dict[Phase, Procedure] = {
    "bidding": bidding.bidding_phase,
    "setup": deployment.setup_phase,
    "turn": turn_start,
    "elite": elite.elite_phase,
    "champion": champion.first_activation,
    "uncontrolled": uncontrolled.uncontrolled_phase,
    "select": selection.select,
    "last-call": selection.last_call,
    "orders": orders_phase.orders_phase,
    "line": line_command.line_phase,
    "shock": shock,
    "momentum": momentum.momentum_phase,
    "rout": rout_and_reload,
    "withdrawal": withdrawal,
}
