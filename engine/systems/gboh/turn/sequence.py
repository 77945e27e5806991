"""3.0 Sequence of play: which procedure runs in which phase. A battle can be resumed at the start of any."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.context import Over
from engine.kernel.text import Text
from engine.systems.gboh import deployment, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Procedure, Special
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import command, leaders, line_command
from engine.systems.gboh.events import BattleEnded, LeaderChanged, OrdersEnded, PhaseBegan, TurnBegan
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.shock.segment import shock_segment
from engine.systems.gboh.state import Leader
from engine.systems.gboh.turn import bidding, elite, momentum, orders_phase, selection, victory


async def play(g: Battle) -> None:
    """The whole battle from wherever it stands to its end."""
    await run(g, PHASES, leaders.succession)


async def run(g: Battle, phases: Mapping[str, Procedure], between: Procedure | None = None) -> None:
    """One procedure after the other, as the phase says: one of ``phases``, or a chapter's; ``between`` any two."""
    while g.state.phase != "over":
        if _ended(g):
            return
        await g.rest()
        if between is not None:
            await between(g)
        try:
            await procedure(g, g.state.phase, phases)(g)
        except Over:
            continue


def _ended(g: Battle) -> bool:
    """Whether something has just happened that ends the battle, whatever was under way (A 8.46)."""
    found = g.decided()
    if found is not None:
        winner, story, case = found
        g.emit(BattleEnded(winner=winner, story=story, rule=case))
    return found is not None


def procedure(g: Battle, phase: str, phases: Mapping[str, Procedure] | None = None) -> Procedure:
    """What runs in a phase."""
    own = (found for r in special.having(g, Special.procedure) if (found := r.procedure(phase)) is not None)
    return (PHASES if phases is None else phases).get(phase) or next(own)


async def turn_start(g: Battle) -> None:
    """3.0 What chapters and special rules of the battle have to do first, then elite phases."""
    await special.run(g, Special.turn_start)
    if g.state.orders is None:
        g.emit(PhaseBegan(phase="elite"))


async def shock(g: Battle) -> None:
    """5.27, 5.28 The Shock segment, and what follows the Orders Phase."""
    orders = g.orders
    leader = g.state.leaders[orders.leader] if orders.leader is not None else None
    held = leader is not None and leader.on_map and command.silenced(g, leader)
    await shock_segment(g)
    used = _range_used(g)
    if leader is not None and held and not leader.no_momentum and used:
        g.emit(LeaderChanged(leader=leader.id, no_momentum=True, rule=g.case(Case.ACTIVATED_HELD)))
    if await momentum.undo_idle_trump(g):
        return
    # 5.28 End of Orders Phase.
    g.emit(OrdersEnded(rule=g.case(Case.PHASE_END)))
    if orders.kind == "elite":
        elite.end(g, orders)
        g.emit(PhaseBegan(phase="elite"))
    elif special.any_of(g, Special.concludes, orders):
        return
    elif leader is not None and orders.shock_only and not used and _waits(g, leader):
        g.emit(
            LeaderChanged(
                leader=leader.id,
                status="inactive",
                deferred=True,
                reason=Text("has had nobody attack and waits: in enemy ZOC."),
                rule=g.case(Case.ACTIVATED_HELD),
            )
        )
        g.emit(PhaseBegan(phase="select"))
    else:
        g.emit(PhaseBegan(phase="momentum"))


def _waits(g: Battle, leader: Leader) -> bool:
    """A 5.25, S 5.27 Whether a leader who was activated for Shock only, and has done nothing, isn't Finished."""
    return g.game.command.idle_waits and leader.on_map and leader.status == "active" and not leader.last_chance


def _range_used(g: Battle) -> bool:
    """5.26 Whether units have attacked that only the leader's Command Range enabled."""
    return any(g.state.units[u].side == g.orders.side and u not in g.orders.acted for u in g.orders.shocked)


async def rout_and_reload(g: Battle) -> None:
    """3.0D Rallied markers off, rout movement, reload, in that order."""
    for rule in special.having(g, Special.before_rout):
        await rule.before_rout(g)
        if g.state.orders is not None:
            return
    for u in list(g.units()):
        if u.rallied:
            g.emit(g.formed(unit=u.id, rallied=False))
    for side in _fleeing(g):
        await rout.rout_phase(g, side)
    await fire.reload_phase(g)
    await special.run(g, Special.after_reload)
    g.emit(PhaseBegan(phase="withdrawal"))


def _fleeing(g: Battle) -> list[str]:
    """Sides in the order in which their routed units flee."""
    sides = list(g.state.sides)
    if g.game.combat.rout_order == "more routed":
        sides.sort(key=lambda s: (-sum(u.routed for u in g.units(s)), not g.spec(s).first_of_equals))
    elif g.game.combat.rout_order == "fewer routed":
        sides.sort(key=lambda s: sum(u.routed for u in g.units(s)))
    return sides


async def withdrawal(g: Battle) -> None:
    """3.0E Rout Points, victory, next turn."""
    for rule in special.having(g, Special.before_withdrawal):
        await rule.before_withdrawal(g)
        if g.state.phase == "over":
            return
    await victory.withdrawal_phase(g)
    if g.state.phase != "over":
        g.emit(TurnBegan(turn=g.state.turn + 1, rule=g.case(Case.SEQUENCE)))
        g.emit(PhaseBegan(phase="turn"))


PHASES: dict[str, Procedure] = {
    "bidding": bidding.bidding_phase,
    "setup": deployment.setup_phase,
    "turn": turn_start,
    # 3.0A Leader Activation Phase.
    "elite": elite.elite_phase,
    "select": selection.select,
    "last-call": selection.last_call,
    # 3.0B Orders Phase.
    "orders": orders_phase.orders_phase,
    "line": line_command.line_phase,
    "shock": shock,
    # 3.0C Momentum Phase.
    "momentum": momentum.momentum_phase,
    "rout": rout_and_reload,
    "withdrawal": withdrawal,
}
