"""5.2 The Orders Phase: one order after the other until the leader can or will give no more."""

from __future__ import annotations

from engine.kernel.decisions import Answer, Command
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rally, recovery
from engine.systems.gboh.command import command, leader_moves, leaders, line_command, line_leave
from engine.systems.gboh.events import OrdersNoted, PhaseBegan
from engine.systems.gboh.missiles import fire, harass, ordered_fire, targets
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import menus, orders
from engine.systems.gboh.state import Leader, Unit


def leader_of(g: Battle) -> Leader:
    """The leader whose Orders Phase it is."""
    return g.state.leaders[str(g.orders.leader)]


def may_command(g: Battle) -> bool:
    """4.24, 4.25, 5.26 Whether the active leader can give any (more) orders."""
    leader = leader_of(g)
    return (
        leader.on_map
        and leader.status == "active"
        and not g.orders.shock_only
        and not command.silenced(g, leader)
        and (
            g.orders.lines_used < leader.line_commands
            if g.orders.lines_used
            else g.orders.orders_used < leader.initiative
        )
    )


async def orders_phase(g: Battle) -> None:
    """5.21 IOs or LCs: ask for one order and carry it out (S6); when there are none left, on to Shock."""
    for rule in special.having(g, "conducts"):
        if await rule.conducts(g):
            return
    commands = may_command(g)
    if not commands and not any(r.goes_on(g) for r in special.having(g, "goes_on")):
        g.emit(PhaseBegan(phase="shock"))
        return
    leader = leader_of(g)
    used = g.orders.orders_used
    answer = await g.ask(
        Command(
            kind="orders",
            side=leader.side,
            rule=g.case(Case.ORDERS_OR_LINE),
            prompt=Text(
                "{leader}: orders? {left} of {all} left.",
                leader=leader.name,
                left=leader.initiative - used,
                all=leader.initiative,
            )
            if commands and not g.orders.lines_used
            else Text("{leader}: another Line Command?", leader=leader.name)
            if commands
            else Text("{leader} gives no more orders. Does artillery still fire?", leader=leader.name),
            subject=leader.id,
            focus=(leader.at,) if leader.hex is not None else (),
            secret=any(r.keeps_secrets(g, leader.side) for r in special.having(g, "keeps_secrets")),
            menu=menus.orders_menu(g, leader, commands=commands),
            accept=lambda a: check(g, a),
            default_answer=default_order(g, leader),
        )
    )
    await carry_out(g, answer)


def default_order(g: Battle, leader: Leader) -> Answer:
    """What is done when time runs out: no more orders; who trumped and must act (5.45) gives the first he can."""
    try:
        check(g, orders.Done())
    except Refusal:
        menu = menus.orders_menu(g, leader)
        while len(menu):
            choice = menu.choices[0]
            if choice.answer is not None:
                return choice.answer
            assert choice.menu is not None
            menu = choice.menu()
    return orders.Done()


def named_unit(g: Battle, name: str) -> Unit:
    """A unit of the active side by its code."""
    unit = g.state.units.get(name)
    if unit is None:
        refuse("There is no unit {name}.", name=name)
    if unit.side != g.orders.side:
        refuse("{unit} is the enemy's.", rule=g.case(Case.COMMAND_RANGE), unit=unit.id)
    if not unit.on_map:
        if (why := special.why_not(g, "unavailable", unit)) is not None:
            raise why
        refuse("{unit} is not on the map.", unit=unit.id)
    return unit


def check(g: Battle, answer: Answer) -> None:
    """4.0 Leaders and orders: refuse an order the active leader can't give now."""
    leader = leader_of(g)
    match answer:
        case orders.Done():
            if may_command(g):
                menus.trumper_acts(g, leader)
            return
        case orders.Line():
            line_leave.check_line_command(g, leader, answer)
            _check_left(g, leader)
            return
        case orders.Fire() if (free := special.free_fire(g, g.state.units.get(answer.unit))) is not None:
            free.check_free_fire(g, named_unit(g, answer.unit), targets.target(g, g.orders.side, answer.target))
            return
        case orders.Permission():
            line_leave.check_permission(g, leader)
            return
        case orders.Move(unit=""):
            refuse("There is nothing to bring on.")
    own = special.own_order(g, answer)
    if own is not None and not own.individual:
        own.check(g, leader, answer)
        _check_left(g, leader)
        return
    if g.orders.lines_used:
        refuse(
            "{leader} has given a Line Command and no Individual Orders in this phase.",
            rule=g.case(Case.LEADER_WITH_LINE),
            leader=leader.name,
        )
    match answer:
        case _ if own is not None:
            command.check_command(g, leader, named_unit(g, getattr(answer, "unit", "")))
            own.check(g, leader, answer)
        case orders.Move():
            unit = named_unit(g, answer.unit)
            command.check_command(g, leader, unit)
            movement.check_move(g, unit, answer)
            if answer.along:
                leader_moves.check_ride(g, leader, unit, answer.path)
        case orders.Fire():
            unit = named_unit(g, answer.unit)
            command.check_command(g, leader, unit)
            movement.check_orderable(g, unit, firing=True)
            fire.check_fire(g, unit, targets.target(g, g.orders.side, answer.target))
            if answer.second is not None:
                fire.check_second(g, unit, targets.target(g, g.orders.side, answer.second))
        case orders.Harass():
            unit = named_unit(g, answer.unit)
            command.check_command(g, leader, unit)
            movement.check_orderable(g, unit, firing=True)
            harass.check_harass(g, unit, targets.enemy(g, g.orders.side, answer.target), answer.path)
        case orders.Recover():
            recovery.can_recover(g, leader, named_unit(g, answer.unit))
        case orders.Rally():
            rally.can_rally(g, leader, named_unit(g, answer.unit))
            if answer.facing is not None and not answer.facing.is_vertex:
                refuse("{unit} faces a vertex: E, NE, NW, W, SW or SE.", rule=g.case(Case.ARCS), unit=answer.unit)
        case orders.MoveLeader():
            other = named_leader(g, answer.leader)
            price = leader_moves.check_order(g, other, answer.to)
            if g.orders.orders_used + price > leader.initiative:
                refuse(
                    "That takes {n:order|orders}; {leader} has fewer left.",
                    rule=g.case(Case.OVERALL_COMMANDER),
                    n=price,
                    leader=leader.name,
                )
        case orders.Replace():
            leaders.can_replace(g, leader, named_replacement(g, answer), answer.to, answer.replaces)
        case _:
            refuse(
                "{leader} is giving orders: move, fire, recover, rally, line, or done.",
                rule=g.case(Case.ORDER_ACTIONS),
                leader=leader.name,
            )
    _check_left(g, leader)


def _check_left(g: Battle, leader: Leader) -> None:
    """4.22 Refuse an order of a leader who has none left, while artillery may still fire (11.65)."""
    if not may_command(g):
        refuse("{leader} can give no more orders.", rule=g.case(Case.ORDER_COUNT), leader=leader.name)


def named_leader(g: Battle, name: str) -> Leader:
    leader = g.state.leaders.get(name)
    if leader is None or not leader.on_map:
        refuse("There is no leader {name} on the map.", name=name)
    return leader


def named_replacement(g: Battle, answer: orders.Replace) -> Leader:
    leader = g.state.leaders.get(answer.leader)
    if leader is None:
        refuse("There is no leader {name}.", rule=g.case(Case.REPLACEMENT_LEADERS), name=answer.leader)
    return leader


async def carry_out(g: Battle, answer: Answer) -> None:
    """Do what a checked order says, and count it."""
    leader = leader_of(g)
    match answer:
        # 5.25 Orders and Shock: attacks are no orders, and have a segment of their own.
        case orders.Done():
            g.emit(PhaseBegan(phase="shock"))
            return
        case orders.Permission():
            await line_leave.ask_permission(g, leader)
            return
        case orders.Line():
            await line_command.begin(g, leader, answer)
            return
        case orders.Fire() if (free := special.free_fire(g, g.state.units[answer.unit])) is not None:
            await free.free_fire(g, g.state.units[answer.unit], targets.target(g, g.orders.side, answer.target))
            return
    own = special.own_order(g, answer)
    if own is not None and not own.individual:
        await own.carry_out(g, leader, answer)
        return
    price = 1
    if isinstance(answer, orders.MoveLeader):
        price = leader_moves.price(g, g.state.leaders[answer.leader])
    elif isinstance(answer, orders.Move):
        price = movement.order_price(g, answer)
    g.emit(OrdersNoted(field="orders_used", value=price))
    g.emit(OrdersNoted(field="deeds", value=1))
    ordered = g.state.units.get(getattr(answer, "unit", ""))
    if ordered is not None:
        command.note_arm(g, ordered)
    await act(g, leader, answer)


async def act(g: Battle, leader: Leader, answer: Answer) -> None:
    """5.22 IO actions: that of one Individual Order."""
    units = g.state.units
    own = special.own_order(g, answer)
    if own is not None:
        await own.carry_out(g, leader, answer)
        return
    match answer:
        case orders.Move():
            await movement.move(g, units[answer.unit], answer)
        case orders.Fire():
            unit = units[answer.unit]
            g.emit(OrdersNoted(field="acted", value=unit.id))
            g.emit(OrdersNoted(field="stationary", value=unit.id))
            target, second = targets.target(g, g.orders.side, answer.target), targets.named(g, answer.second)
            await ordered_fire.ordered_fire(g, unit, target, second=second)
        case orders.Harass():
            unit = units[answer.unit]
            g.emit(OrdersNoted(field="acted", value=unit.id))
            await harass.harass(g, unit, units[answer.target], answer.path)
        case orders.Recover():
            await recovery.recover(g, leader, units[answer.unit])
        case orders.Rally():
            await rally.rally(
                g, leader, units[answer.unit], units[answer.unit].facing if answer.facing is None else answer.facing
            )
        case orders.MoveLeader():
            moved = g.state.leaders[answer.leader]
            if moved is not leader:
                g.emit(OrdersNoted(field="leaders_moved", value=moved.id))
            await leader_moves.move(g, moved, answer.to)
        case orders.Replace():
            await leaders.replace(g, leader, g.state.leaders[answer.leader], answer.to, answer.replaces)
