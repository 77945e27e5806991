"""5.2 The Orders Phase: one order after the other until the leader can or will give no more."""

from __future__ import annotations

from engine.kernel.decisions import Answer, Command
from engine.kernel.hexes import Hex
from engine.kernel.order_kind import checked, of
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command, leader_moves
from engine.systems.gboh.events import OrdersNoted, PhaseBegan
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import menus, order_kind, orders
from engine.systems.gboh.orders.order_kind import Giver
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
    for rule in special.having(g, Special.conducts):
        if await rule.conducts(g):
            return
    commands = may_command(g)
    if not commands and not special.any_of(g, Special.goes_on):
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
            secret=special.any_of(g, Special.keeps_secrets, leader.side),
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


class OrdersPhaseGiver(Giver[Battle, Leader]):
    """4.0 Leaders and orders: the active leader, in his Orders Phase."""

    def named(self, name: str) -> Unit:
        return named_unit(self.g, name)

    def unit(self, name: str) -> Unit:
        unit = self.named(name)
        command.check_command(self.g, self.leader, unit)
        return unit

    def check_end(self) -> None:
        if may_command(self.g):
            menus.trumper_acts(self.g, self.leader)

    def check_leader_move(self, answer: orders.MoveLeader) -> None:
        g, leader = self.g, self.leader
        other = g.state.leaders.get(answer.leader)
        if other is None or not other.on_map:
            refuse("There is no leader {name} on the map.", name=answer.leader)
        price = leader_moves.check_order(g, other, answer.to)
        if g.orders.orders_used + price > leader.initiative:
            text = "That takes {n:order|orders}; {leader} has fewer left."
            refuse(text, rule=g.case(Case.OVERALL_COMMANDER), n=price, leader=leader.name)

    def check_company(self, unit: Unit, answer: orders.Move) -> None:
        if answer.along:
            leader_moves.check_ride(self.g, self.leader, unit, answer.path)

    def end(self) -> None:
        # 5.25 Orders and Shock: attacks are no orders, and have a segment of their own.
        self.g.emit(PhaseBegan(phase="shock"))

    async def move(self, unit: Unit, answer: orders.Move) -> None:
        await movement.move(self.g, unit, answer)

    async def move_leader(self, leader: Leader, to: Hex) -> None:
        if leader is not self.leader:
            self.g.emit(OrdersNoted(field="leaders_moved", value=leader.id))
        await leader_moves.move(self.g, leader, to)


def named_unit(g: Battle, name: str) -> Unit:
    """A unit of the active side on the map, by its code. Raises Refusal."""
    unit = order_kind.named_unit(g, name, g.case(Case.COMMAND_RANGE))
    if not unit.on_map:
        if (why := special.why_not(g, Special.unavailable, unit)) is not None:
            raise why
        refuse("{unit} is not on the map.", unit=unit.id)
    return unit


def check(g: Battle, answer: Answer) -> None:
    """4.0 Refuse an order the active leader can't give now."""
    leader = leader_of(g)
    kind = of(special.order_kinds(g), answer)
    free = kind is not None and kind.free(g, answer)
    if g.orders.lines_used and not free and (kind is None or kind.individual):
        text = "{leader} has given a Line Command and no Individual Orders in this phase."
        refuse(text, rule=g.case(Case.LEADER_WITH_LINE), leader=leader.name)
    if kind is None:
        text = "{leader} is giving orders: move, fire, recover, rally, line, or done."
        refuse(text, rule=g.case(Case.ORDER_ACTIONS), leader=leader.name)
    kind.check(OrdersPhaseGiver(g, leader), answer)
    if not free and not may_command(g):
        # 4.22 He has none left, while artillery may still fire (11.65).
        refuse("{leader} can give no more orders.", rule=g.case(Case.ORDER_COUNT), leader=leader.name)


async def carry_out(g: Battle, answer: Answer) -> None:
    """5.22 IO actions: do what a checked order says, and count it."""
    leader = leader_of(g)
    kind = checked(special.order_kinds(g), answer)
    if kind.individual and not kind.free(g, answer):
        g.emit(OrdersNoted(field="orders_used", value=kind.price(g, answer)))
        g.emit(OrdersNoted(field="deeds", value=1))
        ordered = g.state.units.get(getattr(answer, "unit", ""))
        if ordered is not None:
            command.note_arm(g, ordered)
    await kind.carry_out(OrdersPhaseGiver(g, leader), answer)
