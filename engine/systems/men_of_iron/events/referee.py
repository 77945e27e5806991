"""What a referee changes where no rule would. Who he is, and why he did it, stands beside the events in the journal."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event, Trace
from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.text import Text
from engine.systems.men_of_iron.state import Leader, Marker, Standard, State, Unit

Field = Literal[
    "disordered",
    "retired",
    "type",
    "no_missiles",
    "fired",
    "extra",
    "flight_level",
    "acted",
    "moved",
    "shot",
    "out_of_command",
    "mp",
]

WORDS: dict[Field, Text] = {
    "disordered": Text("Disordered"),
    "retired": Text("Retired"),
    "type": Text("type"),
    "no_missiles": Text("out of missiles"),
    "fired": Text("to be made ready before it fires again"),
    "extra": Text("Flight Points beside those for units and leaders"),
    "flight_level": Text("Flight Level"),
    "acted": Text("has done something in this activation"),
    "moved": Text("has moved in this activation"),
    "shot": Text("has fired in this activation"),
    "out_of_command": Text("out of command in this activation"),
    "mp": Text("MP spent in this activation"),
}
"""What each value is called, as players read it."""

LISTS: dict[Field, str] = {
    "acted": "acted",
    "moved": "moved",
    "shot": "fired",
    "out_of_command": "out_of_command",
}
"""Values that are lists of the activation under way, by the list's name."""

Piece = Unit | Leader | Standard | Marker


class PieceShifted(Event):
    """A piece is put into a hex, from another or from off the map, or turned where it stands.

    Who was out of the battle is in it again: a unit in good order, a leader at the head of his Command.
    """

    type: Literal["piece-shifted"] = "piece-shifted"
    piece: str
    start: Hex | None = None
    to: Hex
    facing: FacingField | None = None
    """None leaves the facing as it is; always None for leaders and Standards."""

    def apply(self, state: State) -> None:
        p = piece(state, self.piece)
        p.hex = self.to
        if self.facing is not None and isinstance(p, (Unit, Marker)):
            p.facing = self.facing
        match p:
            case Standard():
                p.lost = False
            case Marker():
                p.removed = False
            case Leader():
                if self.start is None:
                    p.lost = p.departed = False
                    state.commands[p.command].leader = p.id
                    state.commands[p.command].gone = False
            case Unit():
                if self.start is None:
                    p.eliminated = p.departed = p.disordered = p.retired = p.pointless = False
                    p.formation = None
                    state.commands[p.command].gone = False
                if state.activation is not None and self.start != self.to:
                    # 6.2 What it has left behind, and turned, belongs to the hex it was in.
                    state.activation.left_zoc.pop(p.id, None)
                    state.activation.turned.pop(p.id, None)

    def text(self, state: State) -> Text | None:
        facing = Text(", facing {facing}", facing=self.facing.name) if self.facing is not None else Text("")
        template = "{piece} is moved {start} → {to}{facing}."
        if self.start is None:
            template = "{piece} is put on the map at {to}{facing}."
        elif self.start == self.to:
            template = "{piece} is turned at {to}{facing}."
        start = show(self.start) if self.start is not None else ""
        return Text(template, piece=called(state, self.piece), start=start, to=show(self.to), facing=facing)

    def trace(self, state: State) -> Trace | None:
        if self.start is None or self.start == self.to:
            return None
        side = piece(state, self.piece).side
        return Trace(kind="move", unit=self.piece, hexes=(self.start, self.to), side=side)


class PieceRemoved(Event):
    """A piece leaves the battle; ``counts``: as lost to the enemy, with the Flight Points that costs (16.0)."""

    type: Literal["piece-removed"] = "piece-removed"
    piece: str
    at: Hex
    counts: bool
    points: int = 0
    """Flight Points its side has more by it."""

    def apply(self, state: State) -> None:
        p = piece(state, self.piece)
        match p:
            case Standard():
                p.lost = True
            case Marker():
                p.removed = True
            case Leader():
                p.hex, p.lost = None, True
                p.never_counts = not self.counts
            case Unit():
                p.hex, p.formation = None, None
                p.eliminated, p.departed, p.retired = self.counts, not self.counts, False

    def text(self, state: State) -> Text | None:
        name = called(state, self.piece)
        if self.points:
            return Text(
                "{piece} is taken off the map (+{points:Flight Point|Flight Points}).", piece=name, points=self.points
            )
        return Text("{piece} is taken off the map and costs no Flight Points.", piece=name)

    def trace(self, state: State) -> Trace | None:
        return Trace(kind="loss", unit=self.piece, hexes=(self.at,), side=piece(state, self.piece).side)


class ValueSet(Event):
    """A value of a piece or a side is set; what must go with it goes with it, and nothing else follows."""

    type: Literal["value-set"] = "value-set"
    piece: str
    """Unit, bombard or side."""
    name: str
    """What players call it."""
    field: Field
    value: bool | int | str

    def apply(self, state: State) -> None:
        if self.field in LISTS or self.field == "mp":
            self._in_activation(state)
            return
        holder = state.armies[self.piece] if self.piece in state.armies else piece(state, self.piece)
        setattr(holder, self.field, self.value)
        if self.field == "retired" and isinstance(holder, Unit):
            if self.value:
                holder.disordered, holder.formation = True, None
            holder.pointless = False

    def _in_activation(self, state: State) -> None:
        act = state.activation
        assert act is not None
        if self.field == "mp":
            act.mp[self.piece] = int(self.value)
            return
        names: list[str] = getattr(act, LISTS[self.field])
        if self.value and self.piece not in names:
            names.append(self.piece)
        elif not self.value and self.piece in names:
            names.remove(self.piece)

    def text(self, state: State) -> Text | None:
        value = self.value
        shown = Text("yes" if value else "no") if isinstance(value, bool) else Text("{value}", value=value)
        return Text("{piece}, {what}: {value}.", piece=self.name, what=WORDS[self.field], value=shown)


def piece(state: State, name: str) -> Piece:
    """A piece of any kind by its id. Raises KeyError."""
    for held in (state.units, state.leaders, state.standards, state.markers):
        if name in held:
            return held[name]
    raise KeyError(name)


def called(state: State, name: str) -> str:
    """Units go by their code, all others by their name."""
    return name if name in state.units else piece(state, name).name
