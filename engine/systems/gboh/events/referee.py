"""What a referee changes where no rule would. By whom, and why, stands beside the events in the journal."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event, Trace
from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.text import Sentence, Text
from engine.systems.gboh.events.names import facing_name
from engine.systems.gboh.stack_up import stack_up
from engine.systems.gboh.state import Leader, State


class PieceShifted(Event):
    """A unit or leader is put into a hex, from another or from off the map, or turned where it stands.

    A unit that was eliminated comes back in good order: in line, without hits. A leader comes back Finished.
    """

    type: Literal["piece-shifted"] = "piece-shifted"
    piece: str
    start: Hex | None
    to: Hex
    facing: FacingField | None = None
    """None leaves the facing as it is; always None for leaders."""
    points: int = 0
    """Rout Points its side gets back."""

    def apply(self, state: State) -> None:
        piece = state.piece(self.piece)
        piece.put(self.to)
        state.sides[piece.side].rout_points -= self.points
        if isinstance(piece, Leader):
            return
        if self.facing is not None:
            piece.facing = self.facing
        if self.to != self.start:
            # 8.11 A forward step doesn't belong to the hex it is in now.
            piece.displaced()
            if state.orders is not None:
                state.orders.last_step.pop(self.piece, None)
        stack_up(state, [self.piece])

    def text(self, state: State) -> Text | None:
        facing = Text(", facing {facing}", facing=facing_name(self.facing)) if self.facing is not None else Text("")
        points = Text(" (-{points:Rout Point|Rout Points})", points=self.points) if self.points else Text("")
        if self.start == self.to:
            template = "{piece} is turned at {to}{facing}."
        elif self.start is None:
            template = "{piece} is put on the map at {to}{facing}{points}."
        else:
            template = "{piece} is moved {start} → {to}{facing}."
        start = show(self.start) if self.start is not None else ""
        return Text(
            template, piece=_name(state, self.piece), start=start, to=show(self.to), facing=facing, points=points
        )

    def trace(self, state: State) -> Trace | None:
        if self.start is None or self.start == self.to:
            return None
        side = state.piece(self.piece).side
        return Trace(kind="move", unit=self.piece, hexes=(self.start, self.to), side=side)


class PieceRemoved(Event):
    """A unit or leader leaves the battle; ``points`` are the Rout Points it costs its side."""

    type: Literal["piece-removed"] = "piece-removed"
    piece: str
    at: Hex
    points: int

    def apply(self, state: State) -> None:
        piece = state.piece(self.piece)
        piece.hex, piece.eliminated = None, True
        state.sides[piece.side].rout_points += self.points
        if isinstance(piece, Leader):
            piece.status = "finished"
            return
        state.struck_off(self.piece)

    def text(self, state: State) -> Text | None:
        name = _name(state, self.piece)
        if self.points:
            return Text(
                "{piece} is taken off the map (+{points:Rout Point|Rout Points}).", piece=name, points=self.points
            )
        return Text("{piece} is taken off the map and costs no Rout Points.", piece=name)

    def trace(self, state: State) -> Trace | None:
        return Trace(kind="loss", unit=self.piece, hexes=(self.at,), side=state.piece(self.piece).side)


class ValueSet(Event):
    """A value of a unit, a leader or a side is set; nothing follows from it by itself."""

    type: Literal["value-set"] = "value-set"
    piece: str
    """Unit, leader or side."""
    name: str
    """What players call it."""
    field: str
    value: bool | int

    def apply(self, state: State) -> None:
        if self.field == "ordered":
            _set_ordered(state, self.piece, bool(self.value))
        elif self.field == "orders_used":
            assert state.orders is not None
            state.orders.orders_used = int(self.value)
        elif self.field == "lowered":
            # A 8.45 One that takes no more than 1 is a wound and no more.
            leader, by = state.leaders[self.piece], int(self.value)
            leader.wounded, leader.lowered = by > 0, by if by > 1 else 0
        elif self.piece in state.sides:
            setattr(state.sides[self.piece], self.field, self.value)
        else:
            setattr(state.piece(self.piece), self.field, self.value)

    def text(self, state: State) -> Text | None:
        value = self.value
        shown = Text("yes" if value else "no") if isinstance(value, bool) else Text("{n}", n=value)
        return Text("{piece}, {what}: {value}.", piece=self.name, what=state.words.values[self.field], value=shown)


class NoteByHand(Event):
    """What a rule of the battle remembers is set."""

    type: Literal["note-by-hand"] = "note-by-hand"
    key: str
    value: str
    """"" takes the note away."""
    name: str
    """Side or piece it is about, as players call it."""
    what: Sentence
    on: bool

    def apply(self, state: State) -> None:
        state.notes.pop(self.key, None)
        if self.value:
            state.notes[self.key] = self.value

    def text(self, state: State) -> Text | None:
        return Text(
            "{piece}, {what}: {value}.", piece=self.name, what=self.what, value=Text("yes" if self.on else "no")
        )


def _set_ordered(state: State, unit: str, ordered: bool) -> None:
    """5.24 The unit has had its order in the Orders Phase under way, or may have one after all."""
    orders = state.orders
    assert orders is not None
    held = [orders.acted, *([orders.line.acted] if orders.line is not None and unit in orders.line.units else [])]
    for names in held:
        if ordered and unit not in names:
            names.append(unit)
        elif not ordered and unit in names:
            names.remove(unit)
    if not ordered:
        orders.unordered(unit)


def _name(state: State, piece: str) -> str:
    """Units go by their code, leaders by their name."""
    return state.leaders[piece].name if piece in state.leaders else piece
