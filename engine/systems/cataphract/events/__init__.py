"""Every event of a Cataphract battle: the family's, and its own."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from engine.kernel.events import SeatsSwapped
from engine.systems.cataphract.events.ambushes import AmbushLaid, AmbushLeft
from engine.systems.cataphract.events.armies import BonusLost, ChampionsFought, ChampionsPrize, UncontrolledSet
from engine.systems.cataphract.events.closed import (
    Fired,
    OrdersBegan,
    OrdersNoted,
    PhaseBegan,
    UnitFormed,
    UnitMoved,
    UnitTurned,
    ValueSet,
)
from engine.systems.gboh.events import (
    ArrivalChanged,
    BattleEnded,
    EliteOffered,
    HitsRemoved,
    HitsTaken,
    LeaderChanged,
    LeaderEliminated,
    LeaderMoved,
    LeaderReplaced,
    LeaderWounded,
    LevelChanged,
    LineBegan,
    LineEnded,
    LineNoted,
    MarkerPlaced,
    NoteSet,
    OrdersEnded,
    PieceRemoved,
    PieceShifted,
    PiecesSetUp,
    RoutMoved,
    ShockFought,
    SideDeployed,
    SupplyChanged,
    TieSet,
    Told,
    TrumpUsed,
    TurnBegan,
    UnitEliminated,
    UnitPlaced,
    UnitRallied,
    UnitRouted,
    UnitsChangedSides,
    UnitsLeft,
)

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
