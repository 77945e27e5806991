"""The chapters of Great Battles of Alexander: clauses not all its sisters have, in the order their hooks are called."""

from __future__ import annotations

from engine.systems.alexander.arranged import Arranged
from engine.systems.alexander.charge_formation import ChargeFormation, ChargePursuit
from engine.systems.alexander.chariots import Chariots
from engine.systems.alexander.contingents import Contingents
from engine.systems.alexander.crisis import Crisis
from engine.systems.alexander.hoplites import Hoplites
from engine.systems.alexander.king import King
from engine.systems.alexander.oxybeles import Oxybeles
from engine.systems.alexander.personal_combat import PersonalCombat
from engine.systems.alexander.square import InSquare
from engine.systems.gboh.chapter import AnyChapter
from engine.systems.gboh.cohesion.pair_save import PairSave
from engine.systems.gboh.elephants.command import ElephantCommand
from engine.systems.gboh.elephants.horse import ElephantsAndHorse
from engine.systems.gboh.elephants.passage import Passage
from engine.systems.gboh.elephants.rampage import Rampage
from engine.systems.gboh.elephants.screens import Screens
from engine.systems.gboh.movement.column import Column
from engine.systems.gboh.phalanx.defence import PhalanxDefence
from engine.systems.gboh.phalanx.depth import DoubleDepth
from engine.systems.gboh.shock.skirmishers import Skirmishers

CHAPTERS: tuple[type[AnyChapter], ...] = (
    Column,
    Hoplites,
    PhalanxDefence,
    InSquare,
    ChargePursuit,
    ChargeFormation,
    PairSave,  # 9.65, table:rout_phalanx
    DoubleDepth,
    Skirmishers,
    Screens,
    ElephantsAndHorse,
    Rampage,
    Passage,
    ElephantCommand,
    Chariots,
    Oxybeles,
    King,
    PersonalCombat,
    Crisis,
    Contingents,
    Arranged,
)
