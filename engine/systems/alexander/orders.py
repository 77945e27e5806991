"""The orders that its chapters add, and every answer there is in Great Battles of Alexander, as data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from engine.kernel.decisions import Answer, Pick, Picks
from engine.kernel.hexes import FacingField
from engine.systems.gboh.orders.orders import Order, PathStep
from engine.systems.gboh.phalanx.orders import Double, Undouble
from engine.systems.gboh.shock.plan import ShockPlan


class Square(Answer):
    """9.63 A unit of two hexes forms square, or leaves it."""

    do: Literal["square"] = "square"
    unit: str
    facing: FacingField | None = None
    """Facing as it leaves square; None forms it."""


class Formation(Answer):
    """9.73, 9.76 A move with which cavalry takes charge formation, or leaves it."""

    do: Literal["charge-formation"] = "charge-formation"
    unit: str
    on: bool = True
    last: bool = False
    """It moves first and forms where it ends."""
    path: tuple[PathStep, ...] = ()
    attack: bool | None = None
    """As :class:`Move` has it."""
    along: bool = False


ANSWERS: TypeAdapter[Any] = TypeAdapter(
    Annotated[Order | Double | Undouble | Square | Formation | ShockPlan | Pick | Picks, Field(discriminator="do")]
)
"""Reads any answer from JSON."""
