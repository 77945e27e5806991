"""A side sets up before the first turn. What it does is its secret until it is done."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from engine.kernel.events import Event
from engine.kernel.hexes import FacingField, Hex
from engine.kernel.text import Text
from engine.systems.gboh.stack_up import stack_up
from engine.systems.gboh.state import State


class Spot(BaseModel):
    """Where a piece is set up."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    piece: str
    """Unit or leader."""
    hex: Hex
    facing: FacingField | None = None
    """None for leaders."""


class PiecesSetUp(Event):
    """Units and leaders are set up, or set up elsewhere; nobody but their owner knows yet."""

    type: Literal["pieces-set-up"] = "pieces-set-up"
    secret: ClassVar[bool] = True
    spots: tuple[Spot, ...]

    def apply(self, state: State) -> None:
        for spot in self.spots:
            if spot.piece in state.leaders:
                state.leaders[spot.piece].hex = spot.hex
                continue
            state.units[spot.piece].set_up(spot.hex, spot.facing)
        stack_up(state, [spot.piece for spot in self.spots if spot.piece in state.units])


class SideDeployed(Event):
    """A side has set up; everybody may look."""

    type: Literal["side-deployed"] = "side-deployed"
    side: str
    name: str
    """Name of the side."""

    def apply(self, state: State) -> None:
        if self.side not in state.deployed:
            state.deployed.append(self.side)

    def text(self, state: State) -> Text | None:
        return Text("The {side} have set up.", side=self.name)
