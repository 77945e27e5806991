"""What a player may order, as data; all else of an order is in its file in :mod:`order_kinds`."""

from __future__ import annotations

from typing import Literal

from engine.kernel.decisions import Answer
from engine.kernel.hexes import FacingField, Hex
from engine.kernel.model import Strict
from engine.systems.men_of_iron.scenario import Formation


class Move(Answer):
    """5.0 One unit moves, or turns where it stands (then ``path`` holds facings only)."""

    do: Literal["move"] = "move"
    unit: str
    path: tuple[Hex | FacingField, ...] = ()
    """Hexes entered and facings taken, in order."""
    fire_at: str | None = None
    """Target of a Genitor's shot before, during or after the move, of others' after it (9.2)."""
    fire_after: int | None = None
    """Entries of ``path`` before the shot; None: all."""
    change_after: int | None = None
    """Hobilars mount or dismount after so many entries of ``path`` (14.2)."""
    along: bool | None = None
    """Whether its leader, in its hex, goes along (15.2); None: he does where he can."""


class Fire(Answer):
    """9.2 Active Fire of a unit, or of a bombard (CR-3)."""

    do: Literal["fire"] = "fire"
    unit: str
    target: str


class Form(Answer):
    """14.1 Units take up a formation, or leave it."""

    do: Literal["form"] = "form"
    units: tuple[str, ...]
    formation: Formation | None


class MoveLeader(Answer):
    """15.2 The leader of the Command moves by himself."""

    do: Literal["lead"] = "lead"
    leader: str
    to: Hex


class Work(Answer):
    """Something that takes a unit's or bombard's whole activation: PO-2, PO-5, CR-3."""

    do: Literal["work"] = "work"
    unit: str
    what: Literal["clear", "remount", "reload"]
    hex: Hex | None = None
    """Hex on the other side of the hedge to clear."""


class Place(Answer):
    """A unit is set up elsewhere before the battle."""

    do: Literal["place"] = "place"
    unit: str
    hex: Hex
    facing: FacingField | None = None


class AttackPlan(Strict):
    """One unit's part of the Shock (10.3)."""

    unit: str
    targets: tuple[str, ...] = ()
    """() for every enemy in its front that no other unit named earlier attacks."""
    charge: tuple[Hex | FacingField, ...] | None = None
    """Way of a Charge, its last hex next to the target (11.3)."""


class Shock(Answer):
    """10.3 All attacks and Charges of the activation, in the order they are to be fought."""

    do: Literal["shock"] = "shock"
    attacks: tuple[AttackPlan, ...] = ()


class Done(Answer):
    """No more."""

    do: Literal["done"] = "done"
