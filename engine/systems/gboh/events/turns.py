"""The sequence of play moves on: turns, phases, Orders Phases, Line Commands."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import SerializeAsAny

from engine.kernel.events import Event
from engine.kernel.json_values import is_array, is_object
from engine.kernel.text import Text, codes
from engine.systems.gboh.state import LineInProgress, Marker, OrdersPhase, State, Tie


class TurnBegan(Event):
    """3.0 A new turn."""

    type: Literal["turn-began"] = "turn-began"
    says: ClassVar[str] = "Turn {turn} begins."
    turn: int

    def apply(self, state: State) -> None:
        state.turn = self.turn
        state.new_turn()


class PhaseBegan(Event):
    """3.0 The sequence of play moves on."""

    stirs: ClassVar[bool] = False
    type: Literal["phase-began"] = "phase-began"
    phase: str

    def apply(self, state: State) -> None:
        state.phase = self.phase


class OrdersBegan(Event):
    """5.2 An Orders Phase begins; the leader, if any, is Active."""

    type: Literal["orders-began"] = "orders-began"
    orders: SerializeAsAny[OrdersPhase]
    momentum: bool = False

    def apply(self, state: State) -> None:
        state.orders = self.orders.model_copy(deep=True)
        state.phase = "orders"
        for u in state.units.values():
            u.mp_spent = 0
        if self.orders.leader is not None:
            leader = state.leaders[self.orders.leader]
            leader.status = "active"
            leader.deferred = False
            # Momentum goes on with his own phase, be it after a Trump that is undone (5.46).
            follows = self.momentum or state.last_leader == leader.id
            leader.in_a_row = leader.in_a_row + 1 if follows else 1
            state.last_leader = leader.id
        else:
            state.last_leader = None

    def text(self, state: State) -> Text | None:
        o = self.orders
        if o.leader is None:
            return Text(state.words.phases[o.kind])
        name = state.leaders[o.leader].name
        if o.kind == "elite":
            return Text("{leader} uses his elite Orders Phase.", leader=name)
        if self.momentum:
            return Text("{leader} goes on with Momentum.", leader=name)
        return Text("{leader} is activated.", leader=name)


class OrdersEnded(Event):
    """5.28 The Orders Phase is over."""

    type: Literal["orders-ended"] = "orders-ended"

    def apply(self, state: State) -> None:
        state.orders = None
        for u in state.units.values():
            u.orders_ended()


class OrdersNoted(Event):
    """Bookkeeping of the Orders Phase: a value is added to one of its lists.

    A counter grows by the value, one of several by the second of a pair.
    """

    stirs: ClassVar[bool] = False
    type: Literal["orders-noted"] = "orders-noted"
    field: str
    value: Any

    def apply(self, state: State) -> None:
        assert state.orders is not None
        held = getattr(state.orders, self.field)
        if self.field == "arm":
            state.orders.arm = self.value
        elif is_object(held):
            key, more = self.value
            held[key] = held.get(key, 0) + more
        elif isinstance(held, int):
            setattr(state.orders, self.field, held + self.value)
        else:
            value = tuple(self.value) if is_array(self.value) else self.value
            if value not in held:
                held.append(value)


class MarkerPlaced(Event):
    """7.32, 7.33 A Must Check or No Check marker is placed or (None) removed."""

    stirs: ClassVar[bool] = False
    type: Literal["marker-placed"] = "marker-placed"
    unit: str
    marker: Marker | None

    def apply(self, state: State) -> None:
        assert state.orders is not None
        if self.marker is None:
            state.orders.markers.pop(self.unit, None)
        else:
            state.orders.markers[self.unit] = self.marker

    def text(self, state: State) -> Text | None:
        if self.marker == "must":
            return Text("{unit} must attack (Must Check).", unit=self.unit)
        if self.marker == "no":
            return Text("{unit} will attack (No Check).", unit=self.unit)
        return None

    def folded(self, state: State) -> tuple[Text, Text] | None:
        common = {"must": Text("Must Check"), "no": Text("No Check")}.get(self.marker or "")
        return (common, Text("{unit}", unit=self.unit)) if common is not None else None


class LineBegan(Event):
    """4.31 A Line Command is given."""

    stirs: ClassVar[bool] = False
    type: Literal["line-began"] = "line-began"
    says: ClassVar[str] = "Line Command to {units}."
    line: LineInProgress

    def apply(self, state: State) -> None:
        assert state.orders is not None
        state.orders.line = self.line.model_copy(deep=True)
        state.phase = "line"

    def text(self, state: State) -> Text | None:
        return Text("Line Command to {units}.", units=codes(self.line.units))


class LineNoted(Event):
    """Bookkeeping of the Line under way: who acted, entry fire that fell due or was dealt with, a new stage."""

    stirs: ClassVar[bool] = False
    type: Literal["line-noted"] = "line-noted"
    acted: str | None = None
    entered: tuple[str, str] | None = None
    settled: tuple[str, str] | None = None
    stage: Literal["move", "fire"] | None = None
    led: bool = False
    aims: tuple[str, str] | None = None
    """(unit, target) of fire that waits until the Line has moved."""

    def apply(self, state: State) -> None:
        assert state.orders is not None and state.orders.line is not None
        line = state.orders.line
        if self.aims is not None:
            line.aims[self.aims[0]] = self.aims[1]
        if self.acted is not None and self.acted not in line.acted:
            line.acted.append(self.acted)
        if self.entered is not None and self.entered not in line.entered:
            line.entered.append(self.entered)
        if self.settled is not None and self.settled in line.entered:
            line.entered.remove(self.settled)
        if self.stage is not None:
            line.stage = self.stage
        if self.led:
            line.led = True


class LineEnded(Event):
    """5.23 Every unit of the Line has acted."""

    stirs: ClassVar[bool] = False
    type: Literal["line-ended"] = "line-ended"

    def apply(self, state: State) -> None:
        assert state.orders is not None
        state.orders.line = None
        state.phase = "orders"


class TieSet(Event):
    """5.12 Which side chooses next among leaders of equal Initiative."""

    stirs: ClassVar[bool] = False
    type: Literal["tie-set"] = "tie-set"
    tie: Tie | None

    def apply(self, state: State) -> None:
        state.tie = self.tie


class TrumpUsed(Event):
    """5.43 A side has used its Trump attempt; sides empty = a new opportunity."""

    stirs: ClassVar[bool] = False
    type: Literal["trump-used"] = "trump-used"
    sides: list[str]

    def apply(self, state: State) -> None:
        state.trump_used = list(self.sides)


class EliteOffered(Event):
    """5.51 A side has used or declined its elite phase; side "" = the order of the sides is settled."""

    stirs: ClassVar[bool] = False
    type: Literal["elite-offered"] = "elite-offered"
    side: str = ""
    order: list[str]

    def apply(self, state: State) -> None:
        if self.side in state.sides:
            state.sides[self.side].elite_done = True
        state.elite_order = list(self.order)
