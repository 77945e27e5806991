"""A 9.62, S 9.5 Double depth: two phalanxes on the same two hexes, which move and fight as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.sight import exits
from engine.kernel.text import Refusal, Text
from engine.kernel.view import Particular
from engine.systems.gboh import footprint, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case, Numbers
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.movement.move_rule import Way
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.phalanx import depth_orders
from engine.systems.gboh.phalanx.defence import is_phalanx
from engine.systems.gboh.state import Unit


class DoubleDepth(Chapter[B, U, L]):
    """9.62 Two phalanxes, one under the other."""

    case = Case.DEPTH_MOVEMENT
    about = "phalanxes in double depth"
    orders: ClassVar[tuple[OrderKind[Any], ...]] = (
        depth_orders.DoubleOrder[Battle, Unit](),
        depth_orders.UndoubleOrder(),
    )

    def __init__(self, cases: Numbers) -> None:
        super().__init__(cases)
        self._linked: dict[str, str] = {}
        """Who routs when another has, by id."""

    # -- moving -----------------------------------------------------------------------------------------------------

    def formation_ma(self, g: B, unit: U) -> int | None:
        return depth_orders.DEEP_MA if g.deep(unit) else None

    def heeds(self, g: B, unit: U, *, releasing: bool, firing: bool) -> Refusal | None:
        if not g.deep(unit):
            return None
        rule, top = g.case(Case.DEPTH_MOVEMENT), g.ranks(unit)[0]
        if unit is not top:
            text = "{unit} stands under {top} in double depth; an order to {top} moves both."
            return Refusal(text, rule=rule, unit=unit.id, top=top.id)
        if not depth_orders.commanded(g):
            text = "{unit} stands in double depth: it obeys the Overall Commander alone."
            return Refusal(text, rule=rule, unit=unit.id)
        under = g.ranks(unit)[1]
        if under.id in g.orders.acted:
            text = "{unit} stays: {under} has had its order in this Orders Phase."
            return Refusal(text, rule=rule, unit=unit.id, under=under.id)
        return None

    def order_price(self, g: B, unit: U) -> int | None:
        return depth_orders.DEEP_ORDERS if g.deep(unit) else None

    def bars_move(self, g: B, unit: U) -> Refusal | None:
        orders = g.state.orders
        if not g.deep(unit) or orders is None or orders.leader is None or orders.line is not None:
            return None
        n, left = depth_orders.DEEP_ORDERS, g.state.leaders[orders.leader].initiative - orders.orders_used
        if orders.side != unit.side or left >= n:
            return None
        text = "Moving {unit} and {under} as one takes {n:order|orders}; {left} left."
        rule = g.case(Case.DEPTH_MOVEMENT)
        return Refusal(text, rule=rule, unit=unit.id, under=g.ranks(unit)[-1].id, n=n, left=left)

    def bars_step(self, g: B, unit: U, way: Way, move: Move, mp: int) -> Refusal | None:
        if not g.deep(unit) or move.kind in depth_orders.FORWARD or (g.parting == unit.id and way.previous is not None):
            return None
        text = "{unit} stands in double depth: it goes forward, and neither wheels nor turns."
        return Refusal(text, rule=g.case(Case.DEPTH_MOVEMENT), unit=unit.id)

    def bars_column(self, g: B, unit: U) -> Refusal | None:
        text = "{unit} stands in double depth and forms no Column."
        return Refusal(text, rule=g.case(Case.DEPTH_MOVEMENT), unit=unit.id) if g.deep(unit) else None

    def bars_withdrawal(self, g: B, unit: U, mover: U) -> Text | None:
        return Text("it stands in double depth ({case})", case=g.case(Case.DEPTH_MOVEMENT)) if g.deep(unit) else None

    # -- fighting ---------------------------------------------------------------------------------------------------

    def bars_attack(self, g: B, unit: U) -> Refusal | None:
        text = "{unit} fights with {top}, under which it stands."
        rule = g.case(Case.DEPTH_COMBAT)
        under = g.deep(unit) and unit.beneath is not None
        return Refusal(text, rule=rule, unit=unit.id, top=unit.beneath) if under else None

    def charge_modifiers(self, g: B, unit: U, attackers: Sequence[U], defenders: Sequence[U]) -> Sequence[Modifier]:
        rule = g.case(Case.DEPTH_COMBAT)
        found: list[Modifier] = []
        if unit in defenders and any(g.deep(a) for a in attackers):
            found.append(Modifier(value=1, reason=Text("double depth attacks"), rule=rule))
        if unit in defenders and g.deep(unit):
            found.append(Modifier(value=-1, reason=Text("double depth"), rule=rule))
        return found

    def position_factor(self, g: B, defender: U) -> int | None:
        return 3 if g.deep(defender) else None

    def bears(self, g: B, target: U, start: Hex, end: Hex) -> Unit | None:
        ranks = g.ranks(target)
        behind = footprint.rear(target)
        return ranks[-1] if g.deep(target) and all(h in behind for h in exits(end, start)) else None

    # -- breaking ---------------------------------------------------------------------------------------------------

    async def breaks(self, g: B, unit: U) -> bool:
        """9.62 If one routs both do. It comes after the roll to stand (9.65): it is certain now."""
        if g.deep(unit):
            other = next(u for u in g.ranks(unit) if u is not unit)
            self._linked[unit.id] = other.id
            depth_orders.part(g, unit)
        return False

    async def routed(self, g: B, unit: U) -> None:
        other = g.state.units.get(self._linked.pop(unit.id, ""))
        if other is not None and other.on_map and not other.routed:
            g.dragged.add(other.id)
            await g.breaks.rout(g, other)
            g.dragged.discard(other.id)

    def dislodged(self, g: B) -> None:
        for u in [u for u in g.state.units.values() if u.beneath is not None and not footprint.is_single(u)]:
            top = g.state.units[str(u.beneath)]
            if not (u.on_map and top.on_map) or u.routed or top.routed or not stack.doubled(u, top):
                g.emit(g.formed(unit=u.id, below="", reason="", rule=g.case(Case.DEPTH_COMBAT)))

    # -- seen -------------------------------------------------------------------------------------------------------

    def counter_facts(self, g: B, unit: U) -> Iterator[Particular]:
        if g.deep(unit):
            ranks = g.ranks(unit)
            under, over = Text("under {unit}", unit=ranks[0].id), Text("over {unit}", unit=ranks[1].id)
            yield Text("Double depth"), under if unit is ranks[1] else over

    def facts(self, g: B, unit: U) -> Iterator[Fact]:
        if g.deep(unit):
            ranks = g.ranks(unit)
            text = Text(
                "Double depth, {top} over {under}: Size {size}, MA {ma}, forward only, {n:order|orders} a move",
                top=ranks[0].id,
                under=ranks[1].id,
                size=sum(u.size for u in ranks),
                ma=depth_orders.DEEP_MA,
                n=depth_orders.DEEP_ORDERS,
            )
            yield Fact(text, g.case(Case.DEPTH_COMBAT))
        for choice in (c for order in self.orders for c in order.unit_choices(g, unit)):
            yield Fact(choice.label, g.case(Case.DEPTH_FORMING))

    def settings(self, g: B, unit: U) -> Iterator[Setting]:
        if not is_phalanx(unit) or unit.column or unit.hex is None or unit.beneath is not None or g.deep(unit):
            return
        ours = [u for u in g.units(unit.side) if u is not unit and is_phalanx(u) and not g.deep(u)]
        ours = [u for u in ours if u.shape is unit.shape and not u.column]
        if ours:
            yield Setting("under", Text("in double depth under"), "no", ("no", *(u.id for u in ours)))

    def put(self, g: B, unit: U, key: str, value: str) -> bool:
        if key != "under":
            return False
        if value != "no":
            top = g.state.units[value]
            reason = Text("stands under {unit} in double depth.", unit=top.id)
            g.emit(g.formed(unit=unit.id, below=top.id, hex=top.at, facing=top.facing, reason=reason))
        return True

    def broken(self, g: B, *, at_rest: bool) -> Iterator[str]:
        for u in g.units():
            if u.beneath is None or footprint.is_single(u):
                continue
            top = g.state.units.get(u.beneath)
            if top is None or not stack.doubled(u, top) or top.beneath is not None:
                yield f"{u.id} isn't under {u.beneath} in double depth ({g.case(Case.DEPTH_FORMING)})"
            elif u.column or not (is_phalanx(u) and is_phalanx(top)):
                yield f"{u.id} and {top.id} can't stand in double depth ({g.case(Case.DEPTH_FORMING)})"
