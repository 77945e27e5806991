"""Every answer there is, as data: the orders of a game, changes of a set-up, attacks, and choices."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import reduce
from typing import Any

from pydantic import Field, TypeAdapter

from engine.kernel.annotations import annotated
from engine.kernel.decisions import Pick, Picks
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.orders.orders import SetUp
from engine.systems.gboh.shock.plan import ShockPlan


def reader(kinds: Iterable[OrderKind[Any]]) -> TypeAdapter[Any]:
    """Reads any answer of a game with these kinds of orders from JSON."""
    found: Any = reduce(operator.or_, (k.answer for k in kinds), SetUp | ShockPlan | Pick | Picks)
    return TypeAdapter(annotated(found, Field(discriminator="do")))
