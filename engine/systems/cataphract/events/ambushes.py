"""Pieces hide before the battle and come out in its course."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Sentence, Text, joined
from engine.systems.cataphract.state import Leader, State, Unit


def _piece(state: State, name: str) -> Unit | Leader:
    return state.units[name] if name in state.units else state.leaders[name]


class AmbushLaid(Event):
    """Units and leaders hide in the hexes they stand in; nobody but their owner knows where that is."""

    type: Literal["ambush-laid"] = "ambush-laid"
    secret: ClassVar[bool] = True
    pieces: list[str]

    def apply(self, state: State) -> None:
        for name in self.pieces:
            piece = _piece(state, name)
            piece.ambush, piece.hex = piece.hex, None


class AmbushLeft(Event):
    """Those in ambush in a hex are on the map from now on."""

    type: Literal["ambush-left"] = "ambush-left"
    reveals: ClassVar[bool] = True
    pieces: list[str]
    hex: Hex
    why: Sentence

    def apply(self, state: State) -> None:
        for name in self.pieces:
            piece = _piece(state, name)
            piece.hex, piece.ambush = self.hex, None

    def text(self, state: State) -> Text | None:
        names = joined(
            (getattr(_piece(state, p), "name" if p in state.leaders else "id") for p in self.pieces), " and "
        )
        return Text("{pieces} come out of ambush at {hex}: {why}.", why=self.why, pieces=names, hex=show(self.hex))
