"""Every event of a battle of Great Battles of Alexander: the family's, and its own."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from engine.kernel.events import SeatsSwapped
from engine.systems.alexander.events.closed import (
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
    LeaderCrippled,
    LeaderEliminated,
    LeaderMoved,
    LeaderNoted,
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
    | LeaderCrippled
    | LeaderMoved
    | LeaderNoted
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
    | ArrivalChanged
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
