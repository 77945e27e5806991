"""The orders that units are given in every game of the family, and those that leaders give besides; one a module.

A new one is a module here, and a place in these lists; an order of one clause alone is its chapter's
(:attr:`engine.systems.gboh.chapter.Chapter.orders`).
"""

from __future__ import annotations

from typing import Any

from engine.systems.gboh.orders.kinds.done import DoneOrder
from engine.systems.gboh.orders.kinds.fire import FireOrder
from engine.systems.gboh.orders.kinds.harass import HarassOrder
from engine.systems.gboh.orders.kinds.line import LineOrder
from engine.systems.gboh.orders.kinds.move import MoveOrder
from engine.systems.gboh.orders.kinds.move_leader import MoveLeaderOrder
from engine.systems.gboh.orders.kinds.permission import PermissionOrder
from engine.systems.gboh.orders.kinds.rally import RallyOrder
from engine.systems.gboh.orders.kinds.recover import RecoverOrder
from engine.systems.gboh.orders.kinds.replace import ReplaceOrder
from engine.systems.gboh.orders.order_kind import OrderKind

MOVE, FIRE, HARASS, MOVE_LEADER, DONE = MoveOrder(), FireOrder(), HarassOrder(), MoveLeaderOrder(), DoneOrder()

ACTING: tuple[OrderKind[Any], ...] = (MOVE, FIRE, HARASS, MOVE_LEADER, DONE)
"""What units and leaders do, whoever tells them."""

LED: tuple[OrderKind[Any], ...] = (
    *ACTING,
    RecoverOrder(),
    RallyOrder(),
    ReplaceOrder(),
    PermissionOrder(),
    LineOrder(),
)
"""All of them where leaders give orders one by one (4.2)."""
