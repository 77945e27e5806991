"""The chapters of Simple GBoH: clauses not all its sisters have, in the order their hooks are called."""

from __future__ import annotations

from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.movement.column import Column
from engine.systems.gboh.orders.own_order import OwnOrder
from engine.systems.gboh.stacks.stacked import Stacked
from engine.systems.simple_gboh.depletion import Depletion
from engine.systems.simple_gboh.player_turns import PlayerTurns
from engine.systems.simple_gboh.shock.horse import ElephantsAndHorse
from engine.systems.simple_gboh.shock.pursuit import CavalryPursuit

CHAPTERS: tuple[type[Chapter], ...] = (
    PlayerTurns,
    Column,
    Stacked,
    Depletion,
    ElephantsAndHorse,
    CavalryPursuit,
)

ORDERS: tuple[OwnOrder, ...] = tuple(order for chapter in CHAPTERS for order in chapter.orders)
"""Orders they add to those all games have."""
