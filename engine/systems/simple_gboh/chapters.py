"""The chapters of Simple GBoH: clauses not all its sisters have, in the order their hooks are called."""

from __future__ import annotations

from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.orders.own_order import OwnOrder
from engine.systems.simple_gboh.columns import Columns
from engine.systems.simple_gboh.depth import Depth
from engine.systems.simple_gboh.driving import Driving
from engine.systems.simple_gboh.intervals import Intervals
from engine.systems.simple_gboh.player_turns import PlayerTurns
from engine.systems.simple_gboh.stacks import Stacks

CHAPTERS: tuple[type[Chapter], ...] = (PlayerTurns, Columns, Stacks, Depth, Intervals, Driving)

ORDERS: tuple[OwnOrder, ...] = tuple(order for chapter in CHAPTERS for order in chapter.orders)
"""Orders they add to those all games have."""
