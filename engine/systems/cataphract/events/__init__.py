"""Every event of a Cataphract battle. Events only change numbers and places; what follows is decided by rules."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from engine.kernel.events import SeatsSwapped
from engine.systems.cataphract.events.ambushes import AmbushLaid, AmbushLeft
from engine.systems.cataphract.events.armies import (
    ArrivalChanged,
    BattleEnded,
    BonusLost,
    ChampionsFought,
    ChampionsPrize,
    LevelChanged,
    NoteSet,
    UncontrolledSet,
    UnitsChangedSides,
    UnitsLeft,
)
from engine.systems.cataphract.events.combat import Fired, HitsRemoved, HitsTaken, ShockFought, SupplyChanged, Told
from engine.systems.cataphract.events.leaders import (
    LeaderChanged,
    LeaderEliminated,
    LeaderMoved,
    LeaderReplaced,
    LeaderWounded,
)
from engine.systems.cataphract.events.names import facing_name
from engine.systems.cataphract.events.referee import PieceRemoved, PieceShifted, ValueSet
from engine.systems.cataphract.events.setting_up import PiecesSetUp, SideDeployed, Spot
from engine.systems.cataphract.events.turns import (
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
from engine.systems.cataphract.events.units import (
    RoutMoved,
    UnitEliminated,
    UnitFormed,
    UnitMoved,
    UnitPlaced,
    UnitRallied,
    UnitRouted,
    UnitTurned,
)

__all__ = [
    "EVENTS",
    "AmbushLaid",
    "AmbushLeft",
    "AnyEvent",
    "ArrivalChanged",
    "BattleEnded",
    "BonusLost",
    "ChampionsFought",
    "ChampionsPrize",
    "EliteOffered",
    "Fired",
    "HitsRemoved",
    "HitsTaken",
    "LeaderChanged",
    "LeaderEliminated",
    "LeaderMoved",
    "LeaderReplaced",
    "LeaderWounded",
    "LevelChanged",
    "LineBegan",
    "LineEnded",
    "LineNoted",
    "MarkerPlaced",
    "NoteSet",
    "OrdersBegan",
    "OrdersEnded",
    "OrdersNoted",
    "PhaseBegan",
    "PieceRemoved",
    "PieceShifted",
    "PiecesSetUp",
    "RoutMoved",
    "SeatsSwapped",
    "ShockFought",
    "SideDeployed",
    "Spot",
    "SupplyChanged",
    "TieSet",
    "Told",
    "TrumpUsed",
    "TurnBegan",
    "UncontrolledSet",
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
]

AnyEvent = Annotated[
    TurnBegan
    | PhaseBegan
    | PiecesSetUp
    | AmbushLaid
    | AmbushLeft
    | SideDeployed
    | OrdersBegan
    | OrdersEnded
    | OrdersNoted
    | MarkerPlaced
    | LineBegan
    | LineNoted
    | LineEnded
    | TieSet
    | TrumpUsed
    | EliteOffered
    | LeaderChanged
    | LeaderMoved
    | LeaderWounded
    | LeaderEliminated
    | LeaderReplaced
    | UnitMoved
    | UnitTurned
    | UnitPlaced
    | UnitFormed
    | HitsTaken
    | HitsRemoved
    | UnitRouted
    | RoutMoved
    | UnitEliminated
    | UnitRallied
    | Fired
    | SupplyChanged
    | ShockFought
    | Told
    | BonusLost
    | UncontrolledSet
    | ArrivalChanged
    | ChampionsFought
    | ChampionsPrize
    | NoteSet
    | UnitsChangedSides
    | UnitsLeft
    | LevelChanged
    | SeatsSwapped
    | PieceShifted
    | PieceRemoved
    | ValueSet
    | BattleEnded,
    Field(discriminator="type"),
]

EVENTS: TypeAdapter[Any] = TypeAdapter(AnyEvent)
"""Reads any event from JSON."""
