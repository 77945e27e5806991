"""S 6.6, 9.61-9.64 Stacks: who of two in a hex moves, fires, suffers, checks and breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from engine.kernel.decisions import Choice
from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.sight import exits
from engine.kernel.text import Refusal, Text
from engine.kernel.view import Particular
from engine.systems.gboh import footprint, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case, Numbers
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.movement import reach, sharing, together
from engine.systems.gboh.orders import massed, moves_offered
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.stack import Sequel
from engine.systems.gboh.stacks.uppermost import UppermostOrder, put_on_top
from engine.systems.gboh.state import Unit


class Stacked(Chapter[B, U, L]):
    """6.6 Two units in a hex, one over the other."""

    case = Case.STACK_EFFECTS
    about = "units in a stack"
    orders: ClassVar[tuple[OrderKind[Any], ...]] = (UppermostOrder[Battle, Unit](),)

    def __init__(self, cases: Numbers) -> None:
        super().__init__(cases)
        self._linked: dict[str, tuple[str, Sequel]] = {}
        """Who else of a stack is in for it when one has routed, and how, by id."""

    # -- moving -----------------------------------------------------------------------------------------------------

    def formation_ma(self, g: B, unit: U) -> int | None:
        """6.64 As one they go as fast as the slower."""
        return min(u.ma for u in g.ranks(unit)) if g.massed == unit.id else None

    def heeds(self, g: B, unit: U, *, releasing: bool, firing: bool) -> Refusal | None:
        if not g.stacked(unit) or unit.beneath is None or releasing:
            return None  # Both may be in one Line (9.61).
        if firing:
            text = "{unit} stands under {top}: only the upper unit of a stack fires."
            return Refusal(text, rule=g.case(Case.STACK_EFFECTS), unit=unit.id, top=unit.beneath)
        text = "{unit} stands under {top}, who goes first; {top} & {unit} go as one."
        return Refusal(text, rule=g.case(Case.STACK_ORDER), unit=unit.id, top=unit.beneath)

    def order_price(self, g: B, unit: U) -> int | None:
        """6.64 An order for each; one for all where the Overall Commander stands with them and gives it."""
        if g.massed != unit.id:
            return None
        leader = g.state.leaders.get(g.orders.leader or "") if g.state.orders is not None else None
        return 1 if leader is not None and leader.role == "OC" and leader.hex == unit.hex else len(g.ranks(unit))

    def bars_move(self, g: B, unit: U) -> Refusal | None:
        orders = g.state.orders
        if g.massed != unit.id or orders is None or orders.leader is None or orders.line is not None:
            return None
        n, left = self.order_price(g, unit) or 1, g.state.leaders[orders.leader].initiative - orders.orders_used
        if orders.side != unit.side or left >= n:
            return None
        text = "Moving {unit} and {under} as one takes {n:order|orders}; {left} left."
        under = g.ranks(unit)[-1].id
        return Refusal(text, rule=g.case(Case.STACK_ORDERS), unit=unit.id, under=under, n=n, left=left)

    def bars_column(self, g: B, unit: U) -> Refusal | None:
        if not g.stacked(unit):
            return None
        return Refusal("{unit} stands in a stack and forms no Column.", rule=g.case(Case.COLUMN_LIMITS), unit=unit.id)

    def bars_withdrawal(self, g: B, unit: U, mover: U) -> Text | None:
        if not g.stacked(unit) or unit.beneath is None:
            return None
        return Text(
            "it stands under {beneath}, and goes with it ({x})", beneath=unit.beneath, x=g.case(Case.STACK_ORDER)
        )

    # -- fighting ---------------------------------------------------------------------------------------------------

    def tq_modifiers(self, g: B, unit: U) -> Sequence[Modifier]:
        """9.63 Of several legions, or of several classes."""
        if not g.stacked(unit):
            return ()
        top, under = g.ranks(unit)
        n = g.game.stacking.stop(under, (top,)).check_drm
        return (Modifier(value=n, reason=Text("mixed stack"), rule=g.case(Case.MIXED_STACK)),) if n else ()

    def silences(self, g: B, unit: U) -> Refusal | None:
        if not g.stacked(unit) or unit.beneath is None:
            return None
        text = "{unit} stands under {top}: only the upper unit of a stack fires."
        return Refusal(text, rule=g.case(Case.STACK_EFFECTS), unit=unit.id, top=unit.beneath)

    def bars_target(self, g: B, shooter: U, target: U) -> Refusal | None:
        if not g.stacked(target) or target.beneath is None:
            return None
        text = "{target} stands under {top}: fire at {top}."
        if g.game.fire.rear_strikes_lower:
            text = "{target} stands under {top}: fire at {top}; from behind it strikes {target}."
        return Refusal(text, rule=g.case(Case.STACK_EFFECTS), target=target.id, top=target.beneath)

    def bears(self, g: B, target: U, start: Hex, end: Hex) -> Unit | None:
        """6.68 The upper; the lower, where the fire comes through the Rear alone."""
        if not g.stacked(target) or not g.game.fire.rear_strikes_lower:
            return None
        behind = footprint.rear(target)
        return stack.bearer(g.ranks(target), "rear" if all(h in behind for h in exits(end, start)) else "front")

    def bars_attack(self, g: B, unit: U) -> Refusal | None:
        if not g.stacked(unit) or unit.beneath is None:
            return None
        text = "{unit} fights with {top}, under which it stands."
        return Refusal(text, rule=g.case(Case.STACK_EFFECTS), unit=unit.id, top=unit.beneath)

    # -- breaking ---------------------------------------------------------------------------------------------------

    def breaks_with(self, g: B, unit: U) -> Sequence[Unit]:
        return [u for u, _ in stack.sequels(g.ranks(unit), unit)] if g.stacked(unit) else ()

    async def breaks(self, g: B, unit: U) -> bool:
        """6.68 The lower goes with the upper; where the lower breaks, the upper checks."""
        if g.stacked(unit):
            (other, sequel), *_ = stack.sequels(g.ranks(unit), unit)
            self._linked[unit.id] = other.id, sequel
            g.emit(g.formed(unit=g.ranks(unit)[1].id, below="", reason="", rule=g.case(Case.STACK_EFFECTS)))
        return False

    async def routed(self, g: B, unit: U) -> None:
        name, sequel = self._linked.pop(unit.id, ("", "check"))
        other = g.state.units.get(name)
        if other is None or not other.on_map or other.routed:
            return
        if sequel == "check":
            rule = g.case(Case.STACK_EFFECTS)
            text = Text("{unit} has routed from under {other}", unit=unit.id, other=other.id)
            drm = self._mixed(g, other, unit)
            if await cohesion.holds(g, other, "stack-rout", text, rule, Text("it holds"), Text("it routs"), drm=drm):
                return
        await g.breaks.rout(g, other)

    def _mixed(self, g: B, other: Unit, gone: Unit) -> Sequence[Modifier]:
        n = g.game.stacking.stop(gone.model_copy(update={"routed": False}), (other,)).check_drm
        return (Modifier(value=n, reason=Text("mixed stack"), rule=g.case(Case.MIXED_STACK)),) if n else ()

    def dislodged(self, g: B) -> None:
        for u in [u for u in g.state.units.values() if u.beneath is not None and footprint.is_single(u)]:
            top = g.state.units[str(u.beneath)]
            if not (u.on_map and top.on_map) or u.routed or top.routed or u.hex != top.hex:
                g.emit(g.formed(unit=u.id, below="", reason="", rule=g.case(Case.STACK_ORDER)))

    # -- offered and seen -------------------------------------------------------------------------------------------

    def unit_choices(self, g: B, unit: U) -> Iterator[Choice]:
        if not g.stacked(unit) or unit.beneath is not None:
            return
        under = g.ranks(unit)[1]
        order = Move(unit=unit.id, under=under.id)
        with together.going(g, order):
            able = reach.can_move(g, unit)
        if able and massed.companion(g, unit) is not None:
            n = 0 if g.orders.line is not None else massed.price(g, unit)
            text = Text("Move with {under} below", under=under.id)
            if n > 1:
                text = Text("Move with {under} below ({n:order|orders})", under=under.id, n=n)
            menu = lambda: moves_offered.menu(g, unit, under=under.id)  # noqa: E731
            yield Choice("stack", text, menu=menu, unit=unit.id, lean=2.0)

    def counter_facts(self, g: B, unit: U) -> Iterator[Particular]:
        if g.stacked(unit):
            top, under = g.ranks(unit)
            yield Text("Stack"), f"under {top.id}" if unit is under else f"over {under.id}"

    def facts(self, g: B, unit: U) -> Iterator[Fact]:
        if not g.stacked(unit):
            return
        top, under = g.ranks(unit)
        text = Text(
            "Stack, {top} over {under}: Size {size}; {top} fires, checks TQ and leaves first",
            top=top.id,
            under=under.id,
            size=sum(u.size for u in (top, under)),
        )
        yield Fact(text, g.case(Case.STACK_EFFECTS))
        for m in self.tq_modifiers(g, unit):
            yield Fact(Text("Mixed stack: {n} to every roll against TQ", n=f"{m.value:+d}"), m.rule)

    # -- set right --------------------------------------------------------------------------------------------------

    def settings(self, g: B, unit: U) -> Iterator[Setting]:
        if g.stacked(unit):
            both = g.ranks(unit)
            yield Setting("top", Text("uppermost of its stack"), both[0].id, tuple(u.id for u in both))

    def put(self, g: B, unit: U, key: str, value: str) -> bool:
        if key != "top":
            return False
        wanted = g.state.units[value]
        if wanted.beneath is not None:
            put_on_top(g, wanted, Text("is uppermost, over {beneath}.", beneath=wanted.beneath))
        return True

    def broken(self, g: B, *, at_rest: bool) -> Iterator[str]:
        order, alike = g.case(Case.STACK_ORDER), g.case(Case.STACK_FACING)
        for u in g.units():
            if u.beneath is None or not footprint.is_single(u):
                continue
            top = g.state.units[u.beneath]
            if top.hex != u.hex or top.beneath is not None or top.side != u.side or u.routed or top.routed:
                yield f"{u.id} isn't under {top.id} in a stack ({order})"
            elif top.facing != u.facing:
                yield f"{u.id} and {top.id} share {show(u.at)} and face apart ({alike})"
            elif not sharing.companions(g, u, top):
                yield f"{u.id} may not stand with {top.id} ({g.case(Case.STACKING_CHART)})"
