"""What a player may order; ``docs/notation.md`` says how it is written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from engine.kernel.board import Place
from engine.kernel.decisions import Answer, Pick, Picks
from engine.systems.justinian.field.report import FieldReport
from engine.systems.justinian.movement.steps import March, Sail
from engine.systems.justinian.scenario import SetupPlan


class SetUp(Answer):
    """3.2, 3.3 A side's whole set-up: a plan for each of its powers."""

    do: Literal["set-up"] = "set-up"
    plans: dict[str, SetupPlan]


class Pay(Answer):
    """5.2 Maintenance: the keys of those groups that are left unpaid; all others are paid."""

    do: Literal["pay"] = "pay"
    unpaid: tuple[str, ...] = ()


class Share(Answer):
    """How many SP go where, by the key of what the question offers: recruits, losses, SP sent for."""

    do: Literal["share"] = "share"
    parts: dict[str, int]


class Activate(Answer):
    """6.5 What a Byzantine activation is used for; and a Fort besides (6.54)."""

    do: Literal["activate"] = "activate"
    what: Literal["army", "fleet", "magmil", "recruit", "nothing"]
    who: str = ""
    """Army, or MagMil."""
    at: Place | None = None
    """Place of a fleet; where a MagMil goes."""
    army: str = ""
    """Army a MagMil takes command of, or goes along with."""
    command: bool = False
    """Whether he takes command of it."""
    alone: bool = False
    """6.52 The army leaves what it is combined with."""
    fort: Place | None = None
    """6.54 Province in which a Fort is built."""
    double: bool = False
    """6.45 Another activation follows at once."""


ANSWERS: TypeAdapter[Any] = TypeAdapter(
    Annotated[Pick | Picks | SetUp | Pay | Share | Activate | March | Sail | FieldReport, Field(discriminator="do")]
)
"""Any answer from JSON."""
