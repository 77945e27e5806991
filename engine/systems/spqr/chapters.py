"""The chapters of SPQR: clauses not all its sisters have, in the order their hooks are called."""

from __future__ import annotations

from engine.systems.gboh.arranged.arranged import Arranged
from engine.systems.gboh.chapter import AnyChapter
from engine.systems.gboh.cohesion.engaged import Engaged
from engine.systems.gboh.cohesion.pair_save import PairSave
from engine.systems.gboh.elephants.command import ElephantCommand
from engine.systems.gboh.elephants.horse import ElephantsAndHorse
from engine.systems.gboh.elephants.rampage import Rampage
from engine.systems.gboh.elephants.screens import Screens
from engine.systems.gboh.movement.column import Column
from engine.systems.gboh.phalanx.defence import PhalanxDefence
from engine.systems.gboh.phalanx.depth import DoubleDepth
from engine.systems.gboh.stacks.stacked import Stacked
from engine.systems.spqr.archers import Archers
from engine.systems.spqr.depletion import Depletion
from engine.systems.spqr.doctrine import Triarii
from engine.systems.spqr.extension import LineExtension
from engine.systems.spqr.hierarchy import Hierarchy
from engine.systems.spqr.leader_elephant import LeaderElephant
from engine.systems.spqr.pass_through import PassThrough
from engine.systems.spqr.pursuit import CavalryPursuit
from engine.systems.spqr.scorpios import Scorpios
from engine.systems.spqr.two_kinds import TwoKinds

_MOVEMENT: tuple[type[AnyChapter], ...] = (Column, Arranged, Archers)
"""6 to 8.2, 11"""
_LEGIONS: tuple[type[AnyChapter], ...] = (Stacked, LineExtension, Triarii, Depletion)
"""6.6, 9.6, 9.7, 10.3"""
_COMMAND: tuple[type[AnyChapter], ...] = (Hierarchy, LeaderElephant, ElephantCommand)
"""4, 5"""
_COMBAT: tuple[type[AnyChapter], ...] = (
    PhalanxDefence,
    PairSave,
    DoubleDepth,
    Screens,
    ElephantsAndHorse,
    Rampage,
    PassThrough,
    TwoKinds,
    Scorpios,
    CavalryPursuit,
    Engaged,
)
"""8.3 to 10"""

CHAPTERS: tuple[type[AnyChapter], ...] = (*_MOVEMENT, *_LEGIONS, *_COMMAND, *_COMBAT)
