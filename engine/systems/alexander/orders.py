"""Every answer there is in Great Battles of Alexander, as data."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from engine.kernel.decisions import Pick, Picks
from engine.systems.gboh.orders.orders import Order
from engine.systems.gboh.shock.plan import ShockPlan

ANSWERS: TypeAdapter[Any] = TypeAdapter(Annotated[Order | ShockPlan | Pick | Picks, Field(discriminator="do")])
"""Reads any answer from JSON."""
