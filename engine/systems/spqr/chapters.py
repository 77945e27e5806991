"""The chapters of SPQR: clauses not all its sisters have, in the order their hooks are called."""

from __future__ import annotations

from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion.pair_save import PairSave
from engine.systems.gboh.elephants.command import ElephantCommand
from engine.systems.gboh.elephants.horse import ElephantsAndHorse
from engine.systems.gboh.elephants.passage import Passage
from engine.systems.gboh.elephants.rampage import Rampage
from engine.systems.gboh.elephants.screens import Screens
from engine.systems.gboh.movement.column import Column
from engine.systems.gboh.orders.own_order import OwnOrder
from engine.systems.gboh.phalanx.defence import PhalanxDefence
from engine.systems.gboh.phalanx.depth import DoubleDepth
from engine.systems.spqr.hierarchy import Hierarchy
from engine.systems.spqr.leader_elephant import LeaderElephant
from engine.systems.spqr.scorpios import Scorpios

_MOVEMENT: tuple[type[Chapter], ...] = (Column,)
"""6 to 8.2, 11"""
_LEGIONS: tuple[type[Chapter], ...] = ()
"""6.6, 9.6, 9.7, 10.3"""
_COMMAND: tuple[type[Chapter], ...] = (Hierarchy, LeaderElephant, ElephantCommand)
"""4, 5"""
_COMBAT: tuple[type[Chapter], ...] = (
    PhalanxDefence,
    PairSave,
    DoubleDepth,
    Screens,
    ElephantsAndHorse,
    Rampage,
    Passage,
    Scorpios,
)
"""8.3 to 10"""

CHAPTERS: tuple[type[Chapter], ...] = (*_MOVEMENT, *_LEGIONS, *_COMMAND, *_COMBAT)

ORDERS: tuple[OwnOrder, ...] = tuple(order for chapter in CHAPTERS for order in chapter.orders)
"""Orders they add to those of 5.22."""
