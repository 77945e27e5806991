"""Units move, turn, change formation, rout, rally and are lost."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event, Step, Trace
from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.text import Text
from engine.systems.cataphract.events.names import facing_name
from engine.systems.cataphract.state import (
    State,
)

MoveHow = Literal[
    "order", "uncontrolled", "withdraw", "advance", "pursue", "feign", "counter", "impetuous", "march", "wave"
]
"""What makes a unit move."""


class UnitMoved(Step):
    """6.3 A unit enters the next hex. Steps of one move are told as one."""

    type: Literal["unit-moved"] = "unit-moved"
    unit: str
    start: Hex
    to: Hex
    facing: FacingField
    mp: int = 0
    """Movement points spent on the step, turning included."""
    ma: int = 0
    """Movement Allowance it is spent from; 0 where none counts."""
    how: MoveHow = "order"
    path: tuple[Hex, ...] = ()
    """Hexes of a told move, start and end included; filled when steps are joined."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing = self.to, self.facing
        u.start_hex = None
        if self.how in ("order", "uncontrolled", "march", "wave"):
            # The waves of an assault neither suffer nor leave the mark of a move (6.13).
            u.moved = u.moved or self.how != "wave"
            if state.orders is not None:
                if self.unit not in state.orders.moved:
                    state.orders.moved.append(self.unit)
                state.orders.last_step[self.unit] = (self.start, self.to)

    def folded(self, state: State) -> tuple[Text, Text] | None:
        common = {
            "order": "Facing {facing}, {mp} of {ma} MP",
            "uncontrolled": "Rushing, facing {facing}, {mp} of {ma} MP",
            "march": "Marching, facing {facing}, {mp} of {ma} MP",
            "wave": "Coming up, facing {facing}, {mp} of {ma} MP",
        }.get(self.how)
        if common is None or not self.ma:
            return None
        return (
            Text(common, facing=facing_name(self.facing), mp=self.mp, ma=self.ma),
            Text("{unit} {start} → {to}", unit=self.unit, start=show(self.start), to=show(self.to)),
        )

    def text(self, state: State) -> Text | None:
        verb = {
            "order": "{unit} {start} → {to}",
            "uncontrolled": "{unit} rushes {start} → {to}",
            "withdraw": "{unit} withdraws in order {start} → {to}",
            "advance": "{unit} advances after combat to {to}",
            "pursue": "{unit} pursues {start} → {to}",
            "feign": "{unit} feigns retreat {start} → {to}",
            "counter": "{unit} rides in to strike {start} → {to}",
            "impetuous": "{unit} charges out impetuously to {to}",
            "march": "{unit} marches {start} → {to}",
            "wave": "{unit} comes up {start} → {to}",
        }[self.how]
        tail = ", facing {facing}, {mp} of {ma} MP" if self.ma else ", facing {facing}"
        return Text(
            verb + tail,
            unit=self.unit,
            start=show(self.start),
            to=show(self.to),
            facing=facing_name(self.facing),
            mp=self.mp,
            ma=self.ma,
        )

    def trace(self, state: State) -> Trace | None:
        kind = "withdraw" if self.how in ("withdraw", "feign") else "advance" if self.how == "advance" else "move"
        return Trace(
            kind=kind, unit=self.unit, hexes=self.path or (self.start, self.to), side=state.units[self.unit].side
        )


class UnitTurned(Event):
    """7.12 A unit turns in its hex."""

    type: Literal["unit-turned"] = "unit-turned"
    unit: str
    facing: FacingField
    mp: int = 0
    how: Literal["order", "reaction", "withdraw", "advance", "column", "rout", "uncontrolled", "feign"] = "order"

    def apply(self, state: State) -> None:
        state.units[self.unit].facing = self.facing
        if self.how in ("order", "uncontrolled"):
            state.units[self.unit].moved = True
            if state.orders is not None and self.unit not in state.orders.turned:
                state.orders.turned.append(self.unit)

    def joined(self, before: Event) -> Event | None:
        """A turn at the end of a move is told with the move."""
        if isinstance(before, UnitMoved) and (before.unit, before.how) == (self.unit, self.how):
            return before.model_copy(update={"facing": self.facing, "mp": before.mp + self.mp})
        if isinstance(before, UnitTurned) and (before.unit, before.how) == (self.unit, self.how):
            return self.model_copy(update={"mp": before.mp + self.mp})
        return None

    def text(self, state: State) -> Text | None:
        if self.how == "rout":
            return None
        if self.how == "reaction":
            return Text("{unit} turns to face {facing} in reaction.", unit=self.unit, facing=facing_name(self.facing))
        if self.how == "feign":
            return Text("{unit} turns about to face {facing}.", unit=self.unit, facing=facing_name(self.facing))
        return Text("{unit} turns to face {facing}.", unit=self.unit, facing=facing_name(self.facing))


class UnitPlaced(Event):
    """A unit appears on the map: reinforcement, deployment, referee."""

    type: Literal["unit-placed"] = "unit-placed"
    unit: str
    to: Hex
    facing: FacingField
    column: bool = False
    mp: int = 0
    """Movement points the entry costs."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing, u.column, u.eliminated = self.to, self.facing, self.column, False
        if state.orders is not None and self.mp:
            state.orders.entry_cost[self.unit] = self.mp

    def text(self, state: State) -> Text | None:
        return Text("{unit} enters at {to}.", unit=self.unit, to=show(self.to))


class UnitFormed(Event):
    """6.4, 11.1, 11.62, 11.7, 10.3 A unit changes its formation or state; None leaves a value as it is."""

    type: Literal["unit-formed"] = "unit-formed"
    unit: str
    column: bool | None = None
    facing: FacingField | None = None
    shield_wall: bool | None = None
    engaged: bool | None = None
    dismounted: bool | None = None
    fire_mode: bool | None = None
    rallied: bool | None = None
    moved: bool | None = None
    reason: str = ""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        for name in ("column", "facing", "shield_wall", "engaged", "fire_mode", "rallied", "moved"):
            value = getattr(self, name)
            if value is not None:
                setattr(u, name, value)
        if self.dismounted is not None and self.dismounted != u.dismounted and u.counterpart is not None:
            u.swap()

    def text(self, state: State) -> Text | None:
        return Text("{unit} {reason}", unit=self.unit, reason=self.reason) if self.reason else None


class UnitRouted(Event):
    """10.21 A unit breaks: hits, Shield Wall, Column, Engaged and Shock marker go; foot loses its missiles (10.26)."""

    type: Literal["unit-routed"] = "unit-routed"
    says: ClassVar[str] = "{unit} routs!"
    unit: str

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.routed, u.hits, u.rallied = True, 0, False
        u.shield_wall = u.column = u.engaged = False
        if u.is_infantry and u.missile is not None:
            u.supply = "no"
        if state.orders is not None:
            state.orders.markers.pop(self.unit, None)
        for line in state.uncontrolled:
            if self.unit in line.units:
                line.units.remove(self.unit)


class RoutMoved(Event):
    """10.21, 10.22 One hex of a rout move."""

    type: Literal["rout-moved"] = "rout-moved"
    unit: str
    start: Hex
    to: Hex
    facing: FacingField
    path: tuple[Hex, ...] = ()

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing, u.start_hex = self.to, self.facing, None

    def joined(self, before: Event) -> RoutMoved | None:
        """Steps of one flight are told as one."""
        if not isinstance(before, RoutMoved) or (before.unit, before.to) != (self.unit, self.start):
            return None
        path = (*(before.path or (before.start, before.to)), self.to)
        return self.model_copy(update={"start": before.start, "path": path})

    def text(self, state: State) -> Text | None:
        return Text("{unit} flees {start} → {to}", unit=self.unit, start=show(self.start), to=show(self.to))

    def folded(self, state: State) -> tuple[Text, Text]:
        return Text("Fleeing"), Text("{unit} {start} → {to}", unit=self.unit, start=show(self.start), to=show(self.to))

    def trace(self, state: State) -> Trace | None:
        return Trace(
            kind="rout", unit=self.unit, hexes=self.path or (self.start, self.to), side=state.units[self.unit].side
        )


class UnitEliminated(Event):
    """10.23, 10.26, 10.27, 6.63 A unit leaves play; its Rout Points count against its side (12.11)."""

    type: Literal["unit-eliminated"] = "unit-eliminated"
    says: ClassVar[str] = "{unit} is eliminated: {cause} (+{points:Rout Point|Rout Points})."
    unit: str
    at: Hex | None
    points: int
    cause: str

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.eliminated, u.hex = True, None
        state.sides[u.side].rout_points += self.points
        if state.orders is not None:
            state.orders.markers.pop(self.unit, None)
        for line in state.uncontrolled:
            if self.unit in line.units:
                line.units.remove(self.unit)

    def trace(self, state: State) -> Trace | None:
        if self.at is None:
            return None
        return Trace(kind="loss", unit=self.unit, hexes=(self.at,), side=state.units[self.unit].side)


class UnitRallied(Event):
    """10.27 A routed unit is brought back into line."""

    type: Literal["unit-rallied"] = "unit-rallied"
    says: ClassVar[str] = "{unit} rallies with {hits:hit|hits}."
    unit: str
    hits: int
    facing: FacingField

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.routed, u.rallied, u.hits, u.facing = False, True, self.hits, self.facing
