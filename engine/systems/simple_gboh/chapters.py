"""The chapters of Simple GBoH: clauses not all its sisters have, in the order their hooks are called."""

from __future__ import annotations

from engine.systems.gboh.chapter import AnyChapter
from engine.systems.simple_gboh.breaking import Depletion, ElephantChecks
from engine.systems.simple_gboh.depth import Depth
from engine.systems.simple_gboh.fortifications import Fortifications
from engine.systems.simple_gboh.intervals import Intervals
from engine.systems.simple_gboh.marching import Columns, Driving, RomanRoads
from engine.systems.simple_gboh.missiles.hit_and_run import HitAndRun
from engine.systems.simple_gboh.missiles.reactions import Artillery, Reactions
from engine.systems.simple_gboh.missiles.shooting import Shooting
from engine.systems.simple_gboh.player_turns import PlayerTurns
from engine.systems.simple_gboh.shock.designation import Designation
from engine.systems.simple_gboh.shock.horse import ElephantsAndHorse
from engine.systems.simple_gboh.shock.pursuit import CavalryPursuit
from engine.systems.simple_gboh.stacks import Stacks

_FIRE: tuple[type[AnyChapter], ...] = (Shooting, Fortifications, Reactions, HitAndRun, Artillery, ElephantChecks)
"""7.1, 7.2, 10.1, 11.1"""

CHAPTERS: tuple[type[AnyChapter], ...] = (
    PlayerTurns,
    Columns,
    Stacks,
    Depth,
    Intervals,
    Driving,
    RomanRoads,
    Depletion,
    ElephantsAndHorse,
    Designation,
    CavalryPursuit,
    *_FIRE,
)
