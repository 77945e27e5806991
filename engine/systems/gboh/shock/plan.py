"""9.12 The assignment of attacks, as data."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.kernel.decisions import Answer


class Attack(BaseModel):
    """One combat: units attacking together, and what they attack."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class ShockPlan(Answer):
    """Every combat of a Shock segment, in the order they are resolved."""

    do: Literal["shock"] = "shock"
    attacks: tuple[Attack, ...] = ()
