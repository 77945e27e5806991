"""5.2, table:orders_summary The orders players can give, as data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, PlainSerializer, SerializerFunctionWrapHandler, model_serializer

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing, FacingField, Hex


def _step(value: Any) -> Any:
    if isinstance(value, str) and not value.isdigit():
        return Facing[value.upper()]
    return int(value) if isinstance(value, str) else value


def _write_step(value: Hex | Facing) -> Hex | str:
    return value.name if isinstance(value, Facing) else value


PathStep = Annotated[
    Hex | Facing,
    BeforeValidator(_step),
    PlainSerializer(_write_step, return_type=int | str),
]
"""A hex entered (number) or a facing turned to (name)."""


class Move(Answer):
    """6.3 Move one unit along a path, with what goes with it."""

    do: Literal["move"] = "move"
    unit: str
    path: tuple[PathStep, ...] = ()
    fire_at: str | None = None
    """Target of its fire, if it fires (8.11)."""
    fire_after: int | None = None
    """Items of the path done before firing: 0 = before moving; None = at the end."""
    attack: bool | None = None
    """7.31 A light unit's choice of Must Check on arrival; None = ask."""
    along: bool = False
    """4.23 The leader giving the order rides with the unit."""
    form: FacingField | None = None
    """6.41 Change to or from Column as the last act, facing this way."""
    under: str | None = None
    """S 6.64, 9.61 The unit below it in its stack that goes with it; None: it goes alone."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """As it was written before there were stacks, where none moves: journals stay as they are."""
        values: dict[str, Any] = write(self)
        return {k: v for k, v in values.items() if k != "under" or v is not None}


class Fire(Answer):
    """8.11 Fire without moving."""

    do: Literal["fire"] = "fire"
    unit: str
    target: str
    second: str | None = None
    """Target of the second shot of a unit that fires twice (11.4); None = settle it after the first."""


class Harass(Answer):
    """8.3 Harassment and Dispersal: a rush along ``path`` to the hex next to the target, and back."""

    do: Literal["harass"] = "harass"
    unit: str
    target: str
    path: tuple[Hex, ...]


class Recover(Answer):
    """10.16 Remove cohesion hits."""

    do: Literal["recover"] = "recover"
    unit: str


class Rally(Answer):
    """10.27 Try to rally a routed unit."""

    do: Literal["rally"] = "rally"
    unit: str
    facing: FacingField | None = None
    """Facing if it rallies; None keeps it facing the enemy."""


class MoveLeader(Answer):
    """4.23, 4.4 Move a leader to a hex by the cheapest way."""

    do: Literal["leader"] = "leader"
    leader: str
    to: Hex


class Replace(Answer):
    """4.63 Replace an eliminated leader."""

    do: Literal["replace"] = "replace"
    leader: str
    """The leader who comes."""
    replaces: str
    to: Hex


class Permission(Answer):
    """4.33 A subordinate asks leave for a Line Command."""

    do: Literal["permission"] = "permission"


class Line(Answer):
    """4.31 Give a Line Command to these units."""

    do: Literal["line"] = "line"
    units: tuple[str, ...]


class Place(Answer):
    """Set a unit or leader up in a hex, before the first turn; a unit of its own side there takes its old place."""

    do: Literal["place"] = "place"
    piece: str
    to: Hex | None = None
    """None leaves it where it is, to turn it."""
    facing: FacingField | None = None
    """None keeps the facing it has."""


class Swap(Answer):
    """Two units, or two leaders, change places in the set-up."""

    do: Literal["swap"] = "swap"
    first: str
    second: str


class FaceAll(Answer):
    """Turn many units at once in the set-up."""

    do: Literal["face"] = "face"
    who: tuple[str, ...]
    """Codes of units, letters of groups ("HLC"), or "all"."""
    facing: FacingField


class Reset(Answer):
    """Back to the suggested set-up."""

    do: Literal["reset"] = "reset"


class Done(Answer):
    """No more orders: on to the Shock segment; or the Line, the march, the set-up is complete."""

    do: Literal["done"] = "done"
