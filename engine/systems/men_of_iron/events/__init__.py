"""Every event of a Men of Iron battle. Events only change numbers and places; what follows is decided by rules."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from engine.kernel.events import SeatsSwapped
from engine.systems.men_of_iron.events.others import (
    Fired,
    Fought,
    LeaderLost,
    LeaderMoved,
    LeaderReplaced,
    MarkerChanged,
    StandardLost,
)
from engine.systems.men_of_iron.events.referee import PieceRemoved, PieceShifted, ValueSet
from engine.systems.men_of_iron.events.sequence import (
    ActivationBegan,
    ActivationEnded,
    ArmyDeployed,
    AttacksDesignated,
    AttacksLeft,
    BattleEnded,
    ChoiceGiven,
    CommandStatusFixed,
    ExtraPoints,
    FreeActivationUsed,
    HedgeRemoved,
    Noted,
    NoteSet,
    OrderGiven,
    PhaseBegan,
    Told,
)
from engine.systems.men_of_iron.events.units import (
    CommandLeft,
    FormationChanged,
    MissilesSpent,
    UnitChanged,
    UnitDisordered,
    UnitEliminated,
    UnitMoved,
    UnitPlaced,
    UnitRecovered,
    UnitRetired,
    UnitTurned,
    UnitUnhorsed,
)

__all__ = [
    "EVENTS",
    "ActivationBegan",
    "ActivationEnded",
    "ArmyDeployed",
    "AttacksDesignated",
    "AttacksLeft",
    "BattleEnded",
    "ChoiceGiven",
    "CommandLeft",
    "CommandStatusFixed",
    "ExtraPoints",
    "Fired",
    "FormationChanged",
    "Fought",
    "FreeActivationUsed",
    "HedgeRemoved",
    "LeaderLost",
    "LeaderMoved",
    "LeaderReplaced",
    "MarkerChanged",
    "MissilesSpent",
    "NoteSet",
    "Noted",
    "OrderGiven",
    "PhaseBegan",
    "PieceRemoved",
    "PieceShifted",
    "StandardLost",
    "Told",
    "UnitChanged",
    "UnitDisordered",
    "UnitEliminated",
    "UnitMoved",
    "UnitPlaced",
    "UnitRecovered",
    "UnitRetired",
    "UnitTurned",
    "UnitUnhorsed",
    "ValueSet",
]

EVENTS: TypeAdapter[Any] = TypeAdapter(
    Annotated[
        ActivationBegan
        | ActivationEnded
        | ArmyDeployed
        | AttacksDesignated
        | AttacksLeft
        | BattleEnded
        | ChoiceGiven
        | CommandLeft
        | CommandStatusFixed
        | ExtraPoints
        | Fired
        | FormationChanged
        | Fought
        | FreeActivationUsed
        | HedgeRemoved
        | LeaderLost
        | LeaderMoved
        | LeaderReplaced
        | MarkerChanged
        | MissilesSpent
        | NoteSet
        | Noted
        | OrderGiven
        | PhaseBegan
        | PieceRemoved
        | PieceShifted
        | SeatsSwapped
        | StandardLost
        | Told
        | UnitChanged
        | UnitDisordered
        | UnitEliminated
        | UnitMoved
        | UnitPlaced
        | UnitRecovered
        | UnitRetired
        | UnitTurned
        | UnitUnhorsed
        | ValueSet,
        Field(discriminator="type"),
    ]
)
"""Any event from JSON."""
