"""A 9.62, S 9.51, 9.52 Forming double depth, and leaving it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from engine.kernel import paths
from engine.kernel.decisions import Choice
from engine.kernel.hexes import show
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import footprint, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersNoted, UnitMoved
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import movement, pairs, reach, yielding, zoc
from engine.systems.gboh.orders import moves_written
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.own import B, U
from engine.systems.gboh.phalanx.defence import is_phalanx
from engine.systems.gboh.phalanx.orders import Double, Undouble
from engine.systems.gboh.state import Unit

DEEP_MA = 4
"""9.62 Movement Allowance in double depth (S 9.52)."""
DEEP_ORDERS = 2
"""9.62 Individual Orders for moving both as one."""
FORWARD = ("forward-left", "forward-right")


def commanded(g: Battle) -> bool:
    """9.62 Whether the orders given now are the Overall Commander's own."""
    orders = g.state.orders
    leader = g.state.leaders.get(orders.leader or "") if orders is not None else None
    return leader is not None and leader.role == "OC"


class DoubleOrder(OrderKind[Double], Generic[B, U]):
    """9.62 ``double PH2 PH1``: PH2 goes under PH1."""

    answer = Double
    verbs = ("double",)

    def read(self, reader: Names, verb: str) -> Double:
        return reader.last(Double(unit=reader.unit().id, under=reader.unit().id))

    def write(self, answer: Double) -> list[Token]:
        return [Word("double"), Word(answer.unit), Word(answer.under)]

    def check(self, by: AnyGiver, answer: Double) -> None:
        by.unit(answer.unit)
        check_double(by.g, answer)

    async def carry_out(self, by: AnyGiver, answer: Double) -> None:
        """It moves into the hexes ahead, below the other, and its move is over."""
        g: Battle = by.g
        unit, top = g.state.units[answer.unit], g.state.units[answer.under]
        mp = check_double(g, answer)
        g.emit(OrdersNoted(field="acted", value=unit.id))
        again = g.game.movement.moved_again_hits if unit.moved else 0
        here, there = footprint.hexes_of(unit), footprint.hexes_of(top)
        if not await reaction.retire_fire(g, unit, here, there):
            return
        if not await cohesion.march(g, unit, again, Text("moving again"), g.case(Case.MOVED_AGAIN)):
            return
        rule = g.case(Case.DEPTH_FORMING)
        g.emit(UnitMoved(unit=unit.id, start=unit.at, to=top.at, facing=top.facing, mp=mp, ma=DEEP_MA))
        reason = Text("stands under {unit} in double depth.", unit=top.id)
        g.emit(g.formed(unit=unit.id, below=top.id, reason=reason, rule=rule))

    def unit_choices(self, g: B, unit: U) -> Iterator[Choice]:
        if not is_phalanx(unit) or not unit.on_map:
            return
        for ahead in dict.fromkeys(u.id for h in footprint.front(unit) if (u := g.unit_at(h)) is not None):
            order = Double(unit=unit.id, under=ahead)
            try:
                mp = check_double(g, order)
            except Refusal:
                continue
            text = Text("Double depth: under {ahead}, {mp} MP", ahead=ahead, mp=mp)
            yield Choice(f"double-{ahead}", text, answer=order, unit=unit.id, mp=mp, lean=0.05)


class UndoubleOrder(OrderKind[Undouble]):
    """9.62 ``undouble PH1 > 1110 1210``: the upper one moves out by itself."""

    answer = Undouble
    verbs = ("undouble",)

    def read(self, reader: Names, verb: str) -> Undouble:
        unit = reader.unit()
        if not reader.tokens:
            beside = next(iter(reader.g.map.neighbours(unit.at)), unit.at)
            refuse("Where does {unit} go? “undouble {unit} > {hex}”", unit=unit.id, hex=show(beside))
        reader.g.parting = unit.id
        try:
            move = moves_written.read(reader, unit)
        finally:
            reader.g.parting = None
        return Undouble(unit=unit.id, path=getattr(move, "path", ()))

    def write(self, answer: Undouble) -> list[Token]:
        return [Word("undouble"), Word(answer.unit), *paths.tokens(answer.path, {})]

    def check(self, by: AnyGiver, answer: Undouble) -> None:
        by.unit(answer.unit)
        check_undouble(by.g, answer)

    async def carry_out(self, by: AnyGiver, answer: Undouble) -> None:
        g: Battle = by.g
        unit = g.state.units[answer.unit]
        under = g.ranks(unit)[1]
        start = footprint.stand(unit)
        part(g, unit)
        await movement.move(g, unit, Move(unit=unit.id, path=answer.path))
        if unit.on_map and not unit.routed and under.on_map and footprint.stand(unit) == start:
            g.emit(g.formed(unit=under.id, below=unit.id, reason="", rule=g.case(Case.DEPTH_MOVEMENT)))

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        if not is_phalanx(unit) or not unit.on_map or not g.deep(unit) or unit.beneath is not None:
            return
        for m in footprint.steps(unit):
            out = Undouble(unit=unit.id, path=(m.to.hex,))
            try:
                node = check_undouble(g, out)
            except Refusal:
                continue
            text = Text("Leave double depth, forward to {hex}", hex=show(m.to.hex))
            key = f"undouble-{show(m.to.hex)}"
            yield Choice(key, text, answer=out, unit=unit.id, hex=m.to.hex, mp=node.mp, hits=node.hits, lean=0.1)


def part(g: Battle, unit: Unit) -> None:
    """The two of a double depth stand each for itself; they share their hexes yet."""
    top, under = g.ranks(unit)
    reason = Text("and {unit} leave double depth.", unit=top.id)
    g.emit(g.formed(unit=under.id, below="", reason=reason, rule=g.case(Case.DEPTH_MOVEMENT)))


def check_double(g: Battle, answer: Double) -> int:
    """Refuse what 9.62 doesn't let go under another; the Movement Points it takes."""
    rule = g.case(Case.DEPTH_FORMING)
    unit, top = g.state.units[answer.unit], g.state.units[answer.under]
    movement.check_orderable(g, unit)
    if not commanded(g):
        refuse("Double depth is formed by order of the Overall Commander alone.", rule=rule)
    for u in (unit, top):
        if not is_phalanx(u) or not u.on_map or u.side != unit.side:
            refuse("{unit} is no phalanx of yours in good order.", rule=rule, unit=u.id)
        if g.deep(u):
            refuse("{unit} stands in double depth already.", rule=rule, unit=u.id)
        if u.column or u.shape is not footprint.Shape.TWO:
            refuse("{unit} isn't in line.", rule=rule, unit=u.id)
    move = stack.doubling(unit, top)
    if move is None:
        refuse("{unit} isn't directly behind {top}, facing as it does.", rule=rule, unit=unit.id, top=top.id)
    if g.in_enemy_zoc(unit):
        zoc.check_leave(g, unit)
    costs = [g.step_cost(unit, a, to) for a, to in move.steps]
    ma = min(reach.allowance(g, unit), DEEP_MA)
    mp = max((c.mp for c in costs if c is not None), default=99) + 1
    if any(c is None for c in costs) or mp > ma:
        refuse("{unit} has {ma} MP; that takes {mp}.", rule=rule, unit=unit.id, ma=ma, mp=mp)
    return mp


def check_undouble(g: Battle, answer: Undouble) -> reach.Node:
    """Refuse what 9.62 doesn't let leave double depth so; the end of its way."""
    rule = g.case(Case.DEPTH_MOVEMENT)
    unit = g.state.units[answer.unit]
    if not g.deep(unit):
        refuse("{unit} doesn't stand in double depth.", rule=rule, unit=unit.id)
    movement.check_orderable(g, unit)
    first = pairs.named(unit, footprint.stand(unit), answer.path[0]) if answer.path else None
    if first is None or first.kind not in FORWARD:
        refuse("{unit} leaves double depth forward, by its Front.", rule=rule, unit=unit.id)
    g.parting = unit.id
    try:
        return yielding.price(g, unit, answer.path).end
    finally:
        g.parting = None
