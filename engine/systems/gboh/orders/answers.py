"""Every answer there is, as data: the family's, and those of the orders one game adds."""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any

from pydantic import Field, TypeAdapter

from engine.kernel.annotations import annotated
from engine.kernel.decisions import Answer, Pick, Picks
from engine.systems.gboh.orders.orders import Order
from engine.systems.gboh.shock.plan import ShockPlan


def reader(*own: type[Answer]) -> TypeAdapter[Any]:
    """Reads any answer of a game from JSON; ``own`` are its orders beyond the family's."""
    kinds: Any = reduce(operator.or_, own, Order | ShockPlan | Pick | Picks)
    return TypeAdapter(annotated(kinds, Field(discriminator="do")))
