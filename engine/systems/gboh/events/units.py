"""Units move, turn, change formation, rout, rally and are lost."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event, Step, Trace
from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.text import Text
from engine.systems.gboh.events.names import facing_name
from engine.systems.gboh.footprint import End
from engine.systems.gboh.state import State


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
    how: str = "order"
    """What makes it move, see :attr:`Vocabulary.goings <engine.systems.gboh.vocabulary.Vocabulary.goings>`."""
    path: tuple[Hex, ...] = ()
    """Hexes of a told move, start and end included; filled when steps are joined."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.goes(self.to, self.facing)
        going = state.words.goings[self.how]
        if going.ordered:
            u.moved = u.moved or going.marks
            if state.orders is not None:
                if self.unit not in state.orders.moved:
                    state.orders.moved.append(self.unit)
                state.orders.stepped(self.unit)
                state.orders.last_step[self.unit] = (self.start, self.to)

    def folded(self, state: State) -> tuple[Text, Text] | None:
        common = state.words.goings[self.how].folded
        if not common or not self.ma:
            return None
        return (
            Text(common, facing=facing_name(self.facing), mp=self.mp, ma=self.ma),
            Text("{unit} {start} → {to}", unit=self.unit, start=show(self.start), to=show(self.to)),
        )

    def text(self, state: State) -> Text | None:
        verb = state.words.goings[self.how].told
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
        return Trace(
            kind=state.words.goings[self.how].trace,
            unit=self.unit,
            hexes=self.path or (self.start, self.to),
            side=state.units[self.unit].side,
        )


class UnitTurned(Event):
    """7.12 A unit turns in its hex."""

    type: Literal["unit-turned"] = "unit-turned"
    unit: str
    facing: FacingField
    mp: int = 0
    how: str = "order"
    """What makes it turn, see :attr:`Vocabulary.turnings <engine.systems.gboh.vocabulary.Vocabulary.turnings>`."""

    def apply(self, state: State) -> None:
        state.units[self.unit].facing = self.facing
        if state.words.turnings[self.how].ordered:
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
        told = state.words.turnings[self.how].told
        return Text(told, unit=self.unit, facing=facing_name(self.facing)) if told else None


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
    """A unit changes its formation or state; None leaves a value as it is. A system adds the states it has."""

    type: Literal["unit-formed"] = "unit-formed"
    unit: str
    column: bool | None = None
    facing: FacingField | None = None
    engaged: bool | None = None
    rallied: bool | None = None
    moved: bool | None = None
    reason: str = ""

    states: ClassVar[tuple[str, ...]] = ("column", "facing", "engaged", "rallied", "moved")
    """Fields that are set as they are given."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        for name in self.states:
            value = getattr(self, name)
            if value is not None:
                setattr(u, name, value)

    def text(self, state: State) -> Text | None:
        return Text("{unit} {reason}", unit=self.unit, reason=self.reason) if self.reason else None


class PairFormed(UnitFormed):
    """A 6.6 The same in games that have units of two hexes."""

    headed: End | None = None
    hex: Hex | None = None
    """The hex a unit of two is anchored in afterwards."""

    states: ClassVar = (*UnitFormed.states, "headed", "hex")


class UnitRouted(Event):
    """10.21 A unit breaks: hits, formation, Engaged and Shock marker go; foot loses its missiles (10.26)."""

    type: Literal["unit-routed"] = "unit-routed"
    says: ClassVar[str] = "{unit} routs!"
    unit: str

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.routed, u.hits, u.rallied = True, 0, False
        u.disordered()
        if u.missile is not None and not u.troop.keeps_missiles:
            u.supply = "no"
        state.struck_off(self.unit)


class RoutMoved(Event):
    """10.21, 10.22 One hex of a rout move."""

    type: Literal["rout-moved"] = "rout-moved"
    unit: str
    start: Hex
    to: Hex
    facing: FacingField
    path: tuple[Hex, ...] = ()

    def apply(self, state: State) -> None:
        state.units[self.unit].goes(self.to, self.facing)

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
        state.struck_off(self.unit)

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
