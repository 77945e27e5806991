"""Every answer there is, as data: the orders of a game, changes of a set-up, attacks, and choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter

from engine.kernel.annotations import any_of
from engine.kernel.decisions import Pick, Picks
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.orders.orders import SetUp
from engine.systems.gboh.shock.plan import ShockPlan


def reader(kinds: Iterable[OrderKind[Any]]) -> TypeAdapter[Any]:
    """Reads any answer of a game with these kinds of orders from JSON."""
    return any_of((SetUp, ShockPlan, Pick, Picks, *(k.answer for k in kinds)), "do")
