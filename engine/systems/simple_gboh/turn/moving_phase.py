"""3.2 B The Movement and Missile Fire Phase: activated units and leaders act one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.hexes import Hex
from engine.kernel.order_kind import checked, of
from engine.kernel.text import Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.events import OrdersNoted, PhaseBegan
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import kinds, menus, order_kind, orders
from engine.systems.gboh.orders.order_kind import Giver
from engine.systems.simple_gboh import stacks
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.turns import RideEnded
from engine.systems.simple_gboh.shock import designation
from engine.systems.simple_gboh.state import Leader, Unit
from engine.systems.simple_gboh.turn import seizure

NOBODY: Any = None
"""Who leads: orders are given by nobody here."""
PHASE, ACTIVATED, LEADERS = "3.2", "4.1", "4.31"


async def moving_phase(g: Battle) -> None:
    """3.2 B One unit, stack or leader, until the active side is done; each is finished before the next (5.12)."""
    riders = _riders(g)
    vacant = not riders and next(_able(g), None) is None
    if vacant and (not g.spelled_out or g.orders.kind != "turn"):
        _end(g)
        return
    # Where everything is spelled out who orders somebody to move all the same is told why not (6.23).
    answer = await g.ask(_question(g, riders, vacant=vacant))
    await carry_out(g, answer)


def _end(g: Battle) -> None:
    turn = g.orders
    if turn.kind == "ride":
        g.emit(RideEnded(leader=turn.leads[0], rule="4.46"))
    else:
        g.emit(PhaseBegan(phase="withdrawal" if turn.kind == "oc" else "shock"))


def _able(g: Battle) -> Iterator[Unit]:
    """Activated units that can yet do anything: move, or fire (7.1)."""
    return (u for u in g.units(g.orders.side) if g.activated(u) and menus.can_do_something(g, None, u))


def _waiting(g: Battle) -> list[Unit]:
    """Activated units that have neither moved nor fired."""
    done = {*g.orders.acted, *g.orders.fired}
    return [u for u in g.units(g.orders.side) if g.activated(u) and u.id not in done]


def _riders(g: Battle) -> list[Leader]:
    """4.31 Activated leaders who haven't moved and can."""
    leads = (g.state.leaders[name] for name in g.orders.leads)
    return [x for x in leads if x.on_map and x.id not in g.orders.leaders_moved and leader_moves.can_move(g, x)]


def _question(g: Battle, riders: list[Leader], *, vacant: bool = False) -> Command:
    turn = g.orders
    side, waiting = g.spec(turn.side).name, _waiting(g)
    if turn.kind == "turn":
        text = "The {side}: movement and fire. {n} of {all:unit|units} {n:=has|have} yet to act."
        prompt = Text(text, side=side, n=len(waiting), all=sum(g.state.units[u].on_map for u in turn.activated))
    else:
        leader = g.state.leaders[turn.leads[0]]
        prompt = Text("Where does {leader} go? {mp} MP.", leader=leader.name, mp=g.leader_mp(leader))
    last = Choice("done", Text("No more movement and fire"), answer=orders.Done(), lean=0.4, note=lambda: _fought(g))
    return Command(
        kind="orders",
        side=turn.side,
        rule=PHASE if turn.kind == "turn" else LEADERS,
        prompt=prompt,
        subject=turn.leads[0] if turn.leads else None,
        focus=tuple(u.at for u in waiting) or tuple(x.at for x in riders),
        menu=Menu(Text("Who acts…"), lambda: [*_choices(g, riders), last], lambda: last),
        accept=lambda a: check(g, a),
        default_answer=orders.Done(),
        later=lambda: seizure.foreseen(g),
        settled=vacant,
        vacant=vacant,
    )


def _fought(g: Battle) -> Text | None:
    """7.31 The Shocks that its end leads to with nothing asked before; None for none."""
    plan = designation.foreseen(g) if g.orders.kind == "turn" else None
    if plan is None:
        return None
    attacks = ", ".join(f"{'+'.join(a.attackers)} × {'+'.join(a.defenders)}" for a in plan.attacks)
    return Text("fights {n:Shock|Shocks}: {attacks}", n=len(plan.attacks), attacks=attacks)


def _choices(g: Battle, riders: list[Leader]) -> Iterator[Choice]:
    for u in _able(g):
        yield menus.unit_choice(g, None, u)
    for x in riders:
        yield kinds.MOVE_LEADER.choice(g, x)
    yield from special.told(g, Special.free_choices)


class PlayerTurnGiver(Giver[Battle, Any]):
    """4.1 Units and leaders that are activated act without anybody's orders."""

    def named(self, name: str) -> Unit:
        return named_unit(self.g, name)

    unit = named

    def check_leader_move(self, answer: orders.MoveLeader) -> None:
        g = self.g
        leader = g.state.leaders.get(answer.leader)
        if leader is None or not leader.on_map:
            refuse("There is no leader {name} on the map.", name=answer.leader)
        if leader.side != g.orders.side:
            refuse("{leader} is the enemy's.", rule=LEADERS, leader=leader.name)
        if leader.id not in g.orders.leads:
            refuse("{leader} isn't activated in this Player Turn.", rule=LEADERS, leader=leader.name)
        if leader.id in g.orders.leaders_moved:
            refuse("{leader} has moved in this Player Turn.", rule=LEADERS, leader=leader.name)
        leader_moves.check_destination(g, leader, answer.to)

    def check_company(self, unit: Any, answer: orders.Move) -> None:
        if answer.under is not None and (no := stacks.idle(self.g, self.g.state.units[answer.under])) is not None:
            raise no

    def end(self) -> None:
        _end(self.g)

    async def move(self, unit: Any, answer: orders.Move) -> None:
        await movement.move(self.g, unit, answer)

    def fires(self, unit: Any) -> None:
        """7.1 It may yet move."""

    async def move_leader(self, leader: Any, to: Hex) -> None:
        self.g.emit(OrdersNoted(field="leaders_moved", value=leader.id))
        await leader_moves.move(self.g, leader, to)


def named_unit(g: Battle, name: str) -> Unit:
    """A unit of the active side by its code. Raises Refusal."""
    return g.state.units[order_kind.named_unit(g, name, ACTIVATED).id]


def check(g: Battle, answer: Answer) -> None:
    """Refuse what can't be ordered now."""
    kind = of(special.order_kinds(g), answer)
    if kind is None:
        refuse("Activated units move and fire; done ends it.", rule=PHASE)
    kind.check(PlayerTurnGiver(g, NOBODY), answer)


async def carry_out(g: Battle, answer: Answer) -> None:
    """Do what a checked order says."""
    await checked(special.order_kinds(g), answer).carry_out(PlayerTurnGiver(g, NOBODY), answer)
