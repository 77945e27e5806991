"""Events every game of the family has. Events only change numbers and places; what follows is decided by rules.

Where an event names a word (``how``, ``field``, ``phase``), it is any here; a system closes it for what it reads.
"""

from __future__ import annotations

from engine.systems.gboh.events.armies import (
    ArrivalChanged,
    BattleEnded,
    LevelChanged,
    NoteSet,
    UnitsChangedSides,
    UnitsLeft,
)
from engine.systems.gboh.events.combat import Fired, HitsRemoved, HitsTaken, ShockFought, SupplyChanged, Told
from engine.systems.gboh.events.leaders import (
    LeaderChanged,
    LeaderCrippled,
    LeaderEliminated,
    LeaderMoved,
    LeaderNoted,
    LeaderReplaced,
    LeaderWounded,
)
from engine.systems.gboh.events.names import facing_name
from engine.systems.gboh.events.referee import NoteByHand, PieceRemoved, PieceShifted, ValueSet
from engine.systems.gboh.events.setting_up import PiecesSetUp, SideDeployed, Spot
from engine.systems.gboh.events.turns import (
    EliteOffered,
    LineBegan,
    LineEnded,
    LineNoted,
    MarkerPlaced,
    OrdersBegan,
    OrdersEnded,
    OrdersNoted,
    PhaseBegan,
    TieSet,
    TrumpUsed,
    TurnBegan,
)
from engine.systems.gboh.events.units import (
    PairFormed,
    PairMoved,
    PointsSpent,
    RoutMoved,
    UnitEliminated,
    UnitFormed,
    UnitMoved,
    UnitPlaced,
    UnitRallied,
    UnitRouted,
    UnitTurned,
    pair_moved,
)

__all__ = [
    "ArrivalChanged",
    "BattleEnded",
    "EliteOffered",
    "Fired",
    "HitsRemoved",
    "HitsTaken",
    "LeaderChanged",
    "LeaderCrippled",
    "LeaderEliminated",
    "LeaderMoved",
    "LeaderNoted",
    "LeaderReplaced",
    "LeaderWounded",
    "LevelChanged",
    "LineBegan",
    "LineEnded",
    "LineNoted",
    "MarkerPlaced",
    "NoteByHand",
    "NoteSet",
    "OrdersBegan",
    "OrdersEnded",
    "OrdersNoted",
    "PairFormed",
    "PairMoved",
    "PhaseBegan",
    "PieceRemoved",
    "PieceShifted",
    "PiecesSetUp",
    "PointsSpent",
    "RoutMoved",
    "ShockFought",
    "SideDeployed",
    "Spot",
    "SupplyChanged",
    "TieSet",
    "Told",
    "TrumpUsed",
    "TurnBegan",
    "UnitEliminated",
    "UnitFormed",
    "UnitMoved",
    "UnitPlaced",
    "UnitRallied",
    "UnitRouted",
    "UnitTurned",
    "UnitsChangedSides",
    "UnitsLeft",
    "ValueSet",
    "facing_name",
    "pair_moved",
]
