"""Every answer there is, as data: the orders of a game and of its set-up, attacks, and choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter

from engine.kernel.annotations import any_of
from engine.kernel.decisions import Pick, Picks
from engine.kernel.order_kind import OrderKind
from engine.systems.gboh.shock.plan import ShockPlan


def reader(kinds: Iterable[OrderKind[Any, Any, Any, Any]]) -> TypeAdapter[Any]:
    """Reads any answer of a game with these kinds of orders from JSON."""
    return any_of((ShockPlan, Pick, Picks, *(k.answer for k in kinds)), "do")
