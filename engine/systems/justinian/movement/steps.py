"""What an activated army or fleet may be ordered to do: one step after the other, or several in one order."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.kernel.board import Place
from engine.kernel.decisions import Answer
from engine.kernel.model import Strict

Sp: TypeAlias = Annotated[int, Field(ge=1, le=500)]
"""A number of SP named in an order."""

Recovery = Literal["rally", "reduce", "restore"]
"""8.24 Remove Disorganized; turn Defeated into Disorganized; remove Defeated."""


class Step(Strict):
    """One thing an active army does. ``act`` tells the kinds apart in JSON."""

    act: str


class Go(Step):
    """7.12 Into an adjacent province, or a box along an arrow (7.19)."""

    act: Literal["go"] = "go"
    to: Place
    treasury: bool = False
    """5.41 Its power's treasury in the province it leaves goes along."""


class Attack(Step):
    """8.11 Against one enemy army and those combined with it, or against all enemy land SP of the province."""

    act: Literal["attack"] = "attack"
    army: str | None = None
    """None: all of them."""


class Combine(Step):
    """6.52, 6.44 With other armies of the province under one commander."""

    act: Literal["combine"] = "combine"
    armies: Annotated[tuple[str, ...], Field(min_length=1)]


class Redistribute(Step):
    """6.52 Armies of the province get other numbers of their own SP."""

    act: Literal["redistribute"] = "redistribute"
    sp: dict[str, Annotated[int, Field(ge=0, le=500)]]
    """By army, for every one that changes."""


class Drop(Step):
    """7.16 Field SP stay behind as Frontier SP."""

    act: Literal["drop"] = "drop"
    sp: Sp


class Detach(Step):
    """7.17 SP stay behind, without a leader."""

    act: Literal["detach"] = "detach"
    sp: Sp


class PickUp(Step):
    """7.17 Detached SP of its power join it."""

    act: Literal["pick-up"] = "pick-up"
    sp: Sp


class Transfer(Step):
    """7.17 A minor power's SP join an army of a major power."""

    act: Literal["transfer"] = "transfer"
    sp: Sp
    army: str


class Claim(Step):
    """7.18 Its power's control marker is placed."""

    act: Literal["claim"] = "claim"


class Clear(Step):
    """7.18 A control or Revolt marker is removed."""

    act: Literal["clear"] = "clear"


class Recover(Step):
    """8.24 A marker is removed, or reduced."""

    act: Literal["recover"] = "recover"
    how: Recovery


class Disband(Step):
    """6.53 Its Field SP become Frontier SP, and it is there no more."""

    act: Literal["disband"] = "disband"


class Fortify(Step):
    """6.54 A Fort is built, wherever that may be."""

    act: Literal["fort"] = "fort"
    at: Place


AnyStep: TypeAlias = Annotated[
    Go
    | Attack
    | Combine
    | Redistribute
    | Drop
    | Detach
    | PickUp
    | Transfer
    | Claim
    | Clear
    | Recover
    | Disband
    | Fortify,
    Field(discriminator="act"),
]


class March(Answer):
    """7.1 What the active army does next, in order; ``end`` ends its activation after that."""

    do: Literal["march"] = "march"
    steps: Annotated[tuple[AnyStep, ...], Field(max_length=40)] = ()
    end: bool = False


class Sail(Answer):
    """7.2 Where an active fleet goes."""

    do: Literal["sail"] = "sail"
    sp: Sp
    """Fleet SP that go, of those in the place."""
    carry: str | None = None
    """7.24 Army they carry."""
    seas: Annotated[tuple[Place, ...], Field(max_length=4)] = ()
    """Sea areas entered, in order; one at least unless it leaves a patrol for a port of its sea area."""
    port: Place | None = None
    """Province it puts in at; None: it goes On Patrol."""
