"""10.3 Double depth: two phalanxes, or two units of hoplites, one under the other for the rest of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from engine.kernel.decisions import Choice
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import LeaderMoved, OrdersNoted
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import movement, steps
from engine.systems.gboh.movement.move_rule import Narrow, Way
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.phalanx import depth, depth_orders
from engine.systems.gboh.phalanx.orders import Double
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.stacks import own_unit
from engine.systems.simple_gboh.state import Leader, Unit

RULE = "10.3"


class DoubleOrder(depth_orders.DoubleOrder[Battle, Unit]):
    """10.3 ``double PH2 PH1``: PH2 goes under PH1, and neither moves in this Player Turn."""

    individual: ClassVar[bool] = False

    def check(self, by: AnyGiver, answer: Double) -> None:
        check_double(by.g, answer)

    async def carry_out(self, by: AnyGiver, answer: Double) -> None:
        g: Battle = by.g
        unit, top = g.state.units[answer.unit], g.state.units[answer.under]
        for u in (unit, top):
            g.emit(OrdersNoted(field="acted", value=u.id, rule=RULE))
        here, there = footprint.hexes_of(unit), footprint.hexes_of(top)
        if not await reaction.retire_fire(g, unit, here, there):
            return
        ways = dict(zip(here, there, strict=True))
        for x in g.leaders_with(unit):
            to = ways[x.at]
            if to != x.at:
                g.emit(LeaderMoved(leader=x.id, start=x.at, to=to, how="with-unit", rule="4.32"))
        reason = Text("stands under {unit} in double depth: one unit from now on.", unit=top.id)
        g.emit(g.formed(unit=unit.id, below=top.id, hex=top.at, facing=top.facing, reason=reason, rule=RULE))
        if unit.hits > top.hits:
            g.emit(
                g.formed(unit=top.id, hits=unit.hits, reason=Text("has the hits of {unit}.", unit=unit.id), rule=RULE)
            )
            await cohesion.settle(g, top)  # 8.1

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        if g.state.orders is None:
            return
        for ahead in dict.fromkeys(u.id for h in footprint.front(unit) if (u := g.unit_at(h)) is not None):
            order = Double(unit=unit.id, under=ahead)
            try:
                check_double(g, order)
            except Refusal:
                continue
            text = Text("Double depth: under {ahead}, for good", ahead=ahead)
            breaks = unit.hits >= cohesion.tq(g, g.state.units[ahead])
            note = Text("with its hits, which break {ahead}", ahead=ahead) if breaks else None
            yield Choice(f"double-{ahead}", text, answer=order, unit=unit.id, note=note, lean=0.0 if breaks else 0.05)


def check_double(g: Battle, answer: Double) -> None:
    """Refuse what 10.3 doesn't let go under another."""
    unit, top = own_unit(g, answer.unit), own_unit(g, answer.under)
    if unit is top:
        refuse("{unit} can't go under itself.", rule=RULE, unit=unit.id)
    for u in (unit, top):
        if not u.may_double:
            refuse("{unit} forms no double depth in this battle.", rule=RULE, unit=u.id)
        if g.deep(u):
            refuse("{unit} stands in double depth already.", rule=RULE, unit=u.id)
        movement.check_orderable(g, u)
        if (no := special.why_not(g, Special.bars_move, u)) is not None:
            raise no
        if u.column or g.stacked(u):
            refuse("{unit} isn't in line by itself.", rule=RULE, unit=u.id)
    if (unit.type, unit.shape, unit.facing) != (top.type, top.shape, top.facing):
        refuse("{unit} and {top} aren't of one kind, or face apart.", rule=RULE, unit=unit.id, top=top.id)
    ahead, behind = footprint.front(unit), footprint.rear(top)
    follows = any(h in ahead for h in footprint.hexes_of(top)) and any(h in behind for h in footprint.hexes_of(unit))
    if not follows:
        refuse("{unit} isn't behind {top}, with {top} in its Front.", rule=RULE, unit=unit.id, top=top.id)
    if any(steps.keeps_off(g, unit, h) for h in footprint.hexes_of(top)):
        refuse("{unit} may not move next to an enemy, and {top} is.", rule=RULE, unit=unit.id, top=top.id)


class Depth(depth.DoubleDepth[Battle, Unit, Leader]):
    """10.3 They move and fight as one unit, which doesn't turn in its hexes."""

    orders: ClassVar[tuple[OrderKind[Any], ...]] = (DoubleOrder(),)

    def formation_ma(self, g: Battle, unit: Unit) -> int | None:
        return min(u.ma for u in g.ranks(unit)) if g.deep(unit) else None

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        if not g.deep(unit) or unit.beneath is None:
            return None
        text = "{unit} stands under {top} in double depth; an order to {top} moves both."
        return Refusal(text, rule=RULE, unit=unit.id, top=unit.beneath)

    def narrow(self, g: Battle, unit: Unit) -> Narrow | None:
        """table:unit_capabilities Hoplites of one hex never turn in it; units of two hexes wheel."""
        return Narrow(RULE, ends=False, turns=0) if g.deep(unit) and footprint.is_single(unit) else None

    def stands_fast(self, g: Battle, unit: Unit) -> Refusal | None:
        text = "{unit} stands in double depth and doesn't turn."
        return Refusal(text, rule=RULE, unit=unit.id) if g.deep(unit) else None

    def bars_step(self, g: Battle, unit: Unit, way: Way, move: Move, mp: int) -> Refusal | None:
        if not g.deep(unit) or move.kind != "about-face":
            return None
        return Refusal("{unit} stands in double depth and doesn't face about.", rule=RULE, unit=unit.id)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if g.deep(unit):
            top, under = g.ranks(unit)
            text = "Double depth, {top} over {under}: Size {size}; neither turns in its hexes nor marches In Column"
            yield Fact(Text(text, top=top.id, under=under.id, size=top.size + under.size), RULE)
        for choice in DoubleOrder().unit_choices(g, unit):
            yield Fact(choice.label, RULE)

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.may_double:
            yield from super().settings(g, unit)

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        for u in g.units():
            if u.beneath is None:
                continue
            top = g.state.units[u.beneath]
            if not g.deep(u):
                if u.troop.is_engine or top.troop.is_engine:
                    yield f"{u.id} and {top.id} share a hex, neither under the other: leave out what is below (10.13)"
                elif not g.stacked(u):
                    yield f"{u.id} stands under {top.id} and forms no double depth in this battle ({RULE})"
                continue
            if top.beneath is not None or (top.hex, top.facing, top.side) != (u.hex, u.facing, u.side):
                yield f"{u.id} isn't under {top.id} in double depth ({RULE})"
            elif u.column or not (u.may_double and top.may_double):
                yield f"{u.id} and {top.id} can't stand in double depth ({RULE})"
