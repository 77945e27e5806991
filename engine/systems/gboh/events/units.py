"""Units move, turn, change formation, rout, rally and are lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, Self

from engine.kernel.events import Event, Step, Trace
from engine.kernel.hexes import Facing, FacingField, Hex, show
from engine.kernel.text import Sentence, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.events.names import facing_name
from engine.systems.gboh.footprint import End, MoveKind, Stand
from engine.systems.gboh.state import State, Unit

Halves = tuple[Hex, Hex]
"""Where the halves of a unit of two hexes stand, the left one or the head first."""


def halves(state: State, unit: str, hexes: Sequence[Hex], facing: Facing) -> tuple[Halves, ...]:
    """Where the halves of a unit were at each hex of its way, facing the same all along; () for a unit of one hex."""
    shape = state.units[unit].shape
    if footprint.is_single(Stand(0, facing, shape)):
        return ()
    found = (footprint.hexes_of(Stand(h, facing, shape)) for h in hexes)
    return tuple((one, other) for one, other in found)


def where(at: Hex, both: Halves | None) -> str:
    """A hex, or both of a unit of two, as they are told: "3722", "3722+3822"."""
    return show(at) if both is None else "+".join(map(show, both))


def _way(unit: str, start: Hex, to: Hex, wide: Sequence[Halves]) -> Text:
    """From where to where, in a few words."""
    ends = wide or (None,)
    return Text("{unit} {start} → {to}", unit=unit, start=where(start, ends[0]), to=where(to, ends[-1]))


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

    def is_ordered(self, state: State) -> bool:
        """Whether its Movement Points are those of an order."""
        return state.words.goings[self.how].ordered

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        left = footprint.hexes_of(u) if u.on_map else ()
        u.goes(self.to, self.facing)
        going = state.words.goings[self.how]
        if going.ordered:
            u.mp_spent += self.mp
            u.moved = u.moved or going.marks
            if state.orders is not None:
                if self.unit not in state.orders.moved:
                    state.orders.moved.append(self.unit)
                state.orders.stepped(state, u, [h for h in footprint.hexes_of(u) if h not in left])
                state.orders.last_step[self.unit] = (self.start, self.to)
        for below in [x for x in state.units.values() if x.beneath == self.unit]:
            # A 9.62, S 6.64 In double depth, and in a stack, both go.
            below.goes(self.to, self.facing)
            if going.ordered:
                below.mp_spent += self.mp
                below.moved = below.moved or going.marks
                if state.orders is not None and below.id not in state.orders.moved:
                    state.orders.moved.append(below.id)

    def folded(self, state: State) -> tuple[Text, Text] | None:
        common = state.words.goings[self.how].folded
        if not common or not self.ma:
            return None
        spent, most = self.account(state)
        return (
            Text(common, facing=facing_name(self.facing), mp=spent, ma=most),
            _way(self.unit, self.start, self.to, self.wide(state)),
        )

    def text(self, state: State) -> Text | None:
        wide = self.wide(state) or (None,)
        start, to = where(self.start, wide[0]), where(self.to, wide[-1])
        way = Text(self.told(state), unit=self.unit, start=start, to=to)
        if under := self._along(state):
            way = Text("{way}, {under} with it", way=way, under=under)
        facing = facing_name(self.facing)
        if not self.ma:
            return Text("{way}, facing {facing}", way=way, facing=facing)
        spent, most = self.account(state)
        return Text("{way}, facing {facing}, {mp} of {ma} MP", way=way, facing=facing, mp=spent, ma=most)

    def account(self, state: State) -> tuple[int, int]:
        """Movement Points spent and allowed as it is told: of an order all so far, however often it was interrupted."""
        if not self.is_ordered(state):
            return self.mp, self.ma
        entered = state.orders.entry_cost.get(self.unit, 0) if state.orders is not None else 0
        return state.units[self.unit].mp_spent, self.ma + entered

    def _along(self, state: State) -> str:
        """Who goes along under it where no order has named both, as after combat; "" for nobody."""
        if state.words.goings[self.how].ordered:
            return ""
        at = state.units[self.unit].hex
        return next((x.id for x in state.units.values() if x.beneath == self.unit and x.hex == at), "")

    def joined(self, before: Event) -> Self | None:
        """A turn to where it goes is told with the move, and its Movement Points with those of the move (7.12)."""
        if isinstance(before, UnitTurned) and (before.unit, before.how) == (self.unit, self.how):
            return self.model_copy(update={"mp": before.mp + self.mp})
        return super().joined(before)

    def told(self, state: State) -> str:
        """Template of what it does."""
        return state.words.goings[self.how].told

    def wide(self, state: State) -> tuple[Halves, ...]:
        """Where the halves of a unit of two hexes were at each hex of the way; () for a unit of one."""
        return halves(state, self.unit, self.path or (self.start, self.to), self.facing)

    def trace(self, state: State) -> Trace | None:
        return Trace(
            kind=state.words.goings[self.how].trace,
            unit=self.unit,
            hexes=self.path or (self.start, self.to),
            side=state.units[self.unit].side,
            wide=self.wide(state),
        )


class PairMoved(UnitMoved):
    """A 6.4, S 6.4 A unit of two hexes makes one of its moves: forward, a wheel, about-face, or a step In Column."""

    kind: MoveKind | None = None
    """Which; None where several are told as one."""
    stands: tuple[Halves, ...] = ()
    """Where its halves stood before it and stand after; of several, between them too."""

    def joined(self, before: Event) -> Self | None:
        both = super().joined(before)
        if both is None or not isinstance(before, PairMoved):
            return both
        same = before.kind if before.kind == self.kind and self.kind not in _TURNS else None
        return both.model_copy(update={"kind": same, "stands": (*before.stands, *self.stands[1:])})

    def folded(self, state: State) -> tuple[Text, Text] | None:
        return None if self.kind in _TURNS else super().folded(state)

    def told(self, state: State) -> str:
        turning = _TURNS.get(self.kind or "shift")
        return super().told(state) if turning is None or not state.words.goings[self.how].ordered else turning

    def wide(self, state: State) -> tuple[Halves, ...]:
        return self.stands or super().wide(state)


def pair_moved(unit: Unit, m: footprint.Move, *, how: str, mp: int = 0, ma: int = 0, rule: str = "") -> PairMoved:
    """The event of one move of a unit of two hexes, from where it stands."""
    before, after = footprint.hexes_of(unit), footprint.hexes_of(m.to)
    return PairMoved(
        unit=unit.id,
        start=unit.at,
        to=m.to.hex,
        facing=m.to.facing,
        mp=mp,
        ma=ma,
        how=how,
        rule=rule,
        kind=m.kind,
        stands=((before[0], before[1]), (after[0], after[1])),
    )


_TURNS: Mapping[MoveKind, str] = {
    "wheel-left": "{unit} wheels left {start} → {to}",
    "wheel-right": "{unit} wheels right {start} → {to}",
    "about-face": "{unit} faces about at {to}",
}
"""How moves that turn a unit of two hexes are told."""


class UnitTurned(Event):
    """7.12 A unit turns in its hex."""

    type: Literal["unit-turned"] = "unit-turned"
    unit: str
    facing: FacingField
    mp: int = 0
    how: str = "order"
    """What makes it turn, see :attr:`Vocabulary.turnings <engine.systems.gboh.vocabulary.Vocabulary.turnings>`."""

    def is_ordered(self, state: State) -> bool:
        """Whether its Movement Points are those of an order."""
        return state.words.turnings[self.how].ordered

    def apply(self, state: State) -> None:
        for unit in (state.units[self.unit], *(x for x in state.units.values() if x.beneath == self.unit)):
            # S 6.67 Who stands under it turns with it.
            unit.facing = self.facing
            if state.words.turnings[self.how].ordered:
                unit.mp_spent += self.mp
                unit.moved = True
                if state.orders is not None and unit.id not in state.orders.turned:
                    state.orders.turned.append(unit.id)

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


class PointsSpent(Event):
    """6.11 Part of an order that is neither a step nor a turn takes Movement Points: a change of formation."""

    stirs: ClassVar[bool] = False
    type: Literal["points-spent"] = "points-spent"
    unit: str
    mp: int
    ma: int
    """Movement Allowance it is spent from."""

    def is_ordered(self, state: State) -> bool:
        """Whether its Movement Points are those of an order."""
        return True

    def apply(self, state: State) -> None:
        state.units[self.unit].mp_spent += self.mp

    def account(self, state: State) -> tuple[int, int]:
        """Movement Points spent by the order so far, and allowed."""
        entered = state.orders.entry_cost.get(self.unit, 0) if state.orders is not None else 0
        return state.units[self.unit].mp_spent, self.ma + entered

    def text(self, state: State) -> Text | None:
        spent, most = self.account(state)
        return Text("{unit} changes formation, {mp} of {ma} MP.", unit=self.unit, mp=spent, ma=most)


class UnitPlaced(Event):
    """A unit appears on the map: reinforcement, deployment, referee."""

    type: Literal["unit-placed"] = "unit-placed"
    unit: str
    to: Hex
    facing: FacingField
    column: bool = False
    mp: int = 0
    """Movement points the entry costs."""

    def is_ordered(self, state: State) -> bool:
        """Whether its Movement Points are those of an order."""
        return True

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing, u.column, u.eliminated = self.to, self.facing, self.column, False
        if state.orders is not None and self.mp:
            state.orders.entry_cost[self.unit] = self.mp
            u.mp_spent += self.mp

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
    reason: Sentence = ""

    states: ClassVar[tuple[str, ...]] = ("column", "facing", "engaged", "rallied", "moved")
    """Fields that are set as they are given."""

    @property
    def whole_move(self) -> bool:
        """Whether that is an order for which the unit spends all its Movement Points."""
        return False

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        for name in self.states:
            value = getattr(self, name)
            if value is not None:
                setattr(u, name, value)

    def text(self, state: State) -> Text | None:
        return Text("{unit} {reason}", unit=self.unit, reason=self.reason) if self.reason else None


class PairFormed(UnitFormed):
    """A 6.6 The same in games that have units of two hexes, and units under others."""

    headed: End | None = None
    hex: Hex | None = None
    """The hex a unit of two is anchored in afterwards."""
    below: str | None = None
    """The unit it stands under from now on, in double depth (A 9.62, S 9.51) or in a stack (S 6.6); "" for none."""

    states: ClassVar = (*UnitFormed.states, "headed", "hex")

    def apply(self, state: State) -> None:
        super().apply(state)
        if self.below is not None:
            state.units[self.unit].stands_beneath(self.below or None)


class UnitRouted(Event):
    """10.21 A unit breaks: hits, formation, Engaged and Shock marker go; foot loses its missiles (10.26)."""

    type: Literal["unit-routed"] = "unit-routed"
    says: ClassVar[str] = "{unit} routs!"
    unit: str

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.routed, u.hits, u.rallied = True, 0, False
        u.disordered()
        u.drops_missiles()
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
        wide = self._wide(state) or (None,)
        if not self.path and (self.start == self.to or (wide[0] and wide[-1] and {*wide[0]} == {*wide[-1]})):
            # A 6.4 A broken Column of two hexes comes into line on the spot.
            return Text("{unit} turns to flee", unit=self.unit)
        way = {"start": where(self.start, wide[0]), "to": where(self.to, wide[-1])}
        return Text("{unit} flees {start} → {to}", unit=self.unit, **way)

    def folded(self, state: State) -> tuple[Text, Text]:
        return Text("Fleeing"), _way(self.unit, self.start, self.to, self._wide(state))

    def _wide(self, state: State) -> tuple[Halves, ...]:
        return halves(state, self.unit, self.path or (self.start, self.to), self.facing)

    def trace(self, state: State) -> Trace | None:
        return Trace(
            kind="rout",
            unit=self.unit,
            hexes=self.path or (self.start, self.to),
            side=state.units[self.unit].side,
            wide=self._wide(state),
        )


class UnitEliminated(Event):
    """10.23, 10.26, 10.27, 6.63 A unit leaves play; its Rout Points count against its side (12.11)."""

    type: Literal["unit-eliminated"] = "unit-eliminated"
    says: ClassVar[str] = "{unit} is eliminated: {cause} (+{points:Rout Point|Rout Points})."
    unit: str
    at: Hex | None
    points: int
    cause: Sentence

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.eliminated, u.hex = True, None
        state.sides[u.side].rout_points += self.points
        state.struck_off(self.unit)

    def trace(self, state: State) -> Trace | None:
        if self.at is None:
            return None
        u = state.units[self.unit]
        wide = halves(state, self.unit, (self.at,), u.facing)
        return Trace(kind="loss", unit=self.unit, hexes=(self.at,), side=u.side, wide=wide)


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
        u.comes_back()
