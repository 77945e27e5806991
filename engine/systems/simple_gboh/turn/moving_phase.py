"""3.2 B The Movement and Missile Fire Phase: activated units and leaders act one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.text import Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.events import PhaseBegan
from engine.systems.gboh.missiles import fire, harass, ordered_fire, targets
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import menus, orders
from engine.systems.gboh.turn import orders_phase
from engine.systems.simple_gboh import stacks
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.turns import RideEnded
from engine.systems.simple_gboh.state import Leader, Unit
from engine.systems.simple_gboh.turn import seizure

NOBODY: Any = None
"""Who leads: orders of chapters are given by nobody here."""
PHASE, ACTIVATED, LEADERS = "3.2", "4.1", "4.31"


async def moving_phase(g: Battle) -> None:
    """3.2 B One unit, stack or leader, until the active side is done; each is finished before the next (5.12)."""
    riders = _riders(g)
    if not riders and next(_able(g), None) is None:
        _end(g)
        return
    answer = await g.ask(_question(g, riders))
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


def _question(g: Battle, riders: list[Leader]) -> Command:
    turn = g.orders
    side, waiting = g.spec(turn.side).name, _waiting(g)
    if turn.kind == "turn":
        text = "The {side}: movement and fire. {n} of {all:unit has|units have} yet to act."
        prompt = Text(text, side=side, n=len(waiting), all=sum(g.state.units[u].on_map for u in turn.activated))
    else:
        leader = g.state.leaders[turn.leads[0]]
        prompt = Text("Where does {leader} go? {mp} MP.", leader=leader.name, mp=g.leader_mp(leader))
    last = Choice("done", Text("No more movement and fire"), answer=orders.Done(), lean=0.4)
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
    )


def _choices(g: Battle, riders: list[Leader]) -> Iterator[Choice]:
    for u in _able(g):
        yield menus.unit_choice(g, None, u)
    for x in riders:
        yield menus.leader_choice(g, x, price=1)
    yield from special.told(g, "free_choices")


def named_unit(g: Battle, name: str) -> Unit:
    """An activated unit of the active side by its code."""
    unit = g.state.units.get(name)
    if unit is None:
        refuse("There is no unit {name}.", name=name)
    if unit.side != g.orders.side:
        refuse("{unit} is the enemy's.", rule=ACTIVATED, unit=unit.id)
    return unit


def check(g: Battle, answer: Answer) -> None:
    """Refuse what can't be ordered now."""
    own = special.own_order(g, answer)
    match answer:
        case orders.Done():
            return
        case _ if own is not None:
            if own.individual:
                movement.check_orderable(g, named_unit(g, getattr(answer, "unit", "")))
            own.check(g, NOBODY, answer)
        case orders.Move():
            movement.check_move(g, named_unit(g, answer.unit), answer)
            if answer.under is not None and (no := stacks.idle(g, g.state.units[answer.under])) is not None:
                raise no
        case orders.Fire():
            unit = named_unit(g, answer.unit)
            movement.check_orderable(g, unit, firing=True)
            fire.check_fire(g, unit, targets.target(g, g.orders.side, answer.target))
        case orders.Harass():
            unit = named_unit(g, answer.unit)
            movement.check_orderable(g, unit, firing=True)
            harass.check_harass(g, unit, targets.enemy(g, g.orders.side, answer.target), answer.path)
        case orders.MoveLeader():
            _check_leader(g, answer)
        case _:
            refuse("Activated units move and fire; done ends it.", rule=PHASE)


def _check_leader(g: Battle, answer: orders.MoveLeader) -> None:
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


async def carry_out(g: Battle, answer: Answer) -> None:
    """Do what a checked order says."""
    match answer:
        case orders.Done():
            _end(g)
        case orders.Fire():
            target = targets.target(g, g.orders.side, answer.target)
            await ordered_fire.ordered_fire(g, g.state.units[answer.unit], target)
        case _:
            await orders_phase.act(g, NOBODY, answer)
