"""Every event of a campaign. Events only change numbers and places; what follows is decided by rules."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from engine.kernel.events import SeatsSwapped
from engine.systems.justinian.events.armies import (
    ArmiesCombined,
    ArmiesSeparated,
    ArmyMarked,
    ArmyMoved,
    ArmyPlaced,
    ArmyRemoved,
    ArmyTookOver,
    BattleLost,
    CommanderChanged,
    LeaderAway,
    MagMilMoved,
    MagMilOut,
    Recruited,
)
from engine.systems.justinian.events.battles import BattleFought, NavalBattleFought
from engine.systems.justinian.events.field import FieldBattleBegun, FieldBattleEnded
from engine.systems.justinian.events.fleets import (
    ActiveFleetLost,
    FleetEntered,
    FleetMoved,
    FleetSailed,
    FleetStopped,
)
from engine.systems.justinian.events.land import (
    ControlPlaced,
    ControlRemoved,
    DebtSet,
    FortBuilt,
    GoldChanged,
    PoolPaid,
    RevoltBegan,
    RevoltEnded,
    TreasuryMoved,
    TreasuryTaken,
)
from engine.systems.justinian.events.referee import NumberSet
from engine.systems.justinian.events.strength import StrengthChanged, StrengthMoved
from engine.systems.justinian.events.turn import (
    ActivationBegan,
    ActivationClosed,
    ActivationEnded,
    ActivationLost,
    Allied,
    ArmyRaised,
    BarbarianPassed,
    CampaignEnded,
    ConstantinopleHeld,
    Deserted,
    DoubleDeclared,
    EventStruck,
    IncomeHalved,
    MarkerUsed,
    MpRolled,
    MpSpent,
    NikaOver,
    PartnersNamed,
    PhaseBegan,
    PowerOut,
    ProvincesPaid,
    SelectRecruited,
    Told,
    TurnBegan,
)

__all__ = [
    "EVENTS",
    "ActivationBegan",
    "ActivationClosed",
    "ActivationEnded",
    "ActivationLost",
    "ActiveFleetLost",
    "Allied",
    "ArmiesCombined",
    "ArmiesSeparated",
    "ArmyMarked",
    "ArmyMoved",
    "ArmyPlaced",
    "ArmyRaised",
    "ArmyRemoved",
    "ArmyTookOver",
    "BarbarianPassed",
    "BattleFought",
    "BattleLost",
    "CampaignEnded",
    "CommanderChanged",
    "ConstantinopleHeld",
    "ControlPlaced",
    "ControlRemoved",
    "DebtSet",
    "Deserted",
    "DoubleDeclared",
    "EventStruck",
    "FieldBattleBegun",
    "FieldBattleEnded",
    "FleetEntered",
    "FleetMoved",
    "FleetSailed",
    "FleetStopped",
    "FortBuilt",
    "GoldChanged",
    "IncomeHalved",
    "LeaderAway",
    "MagMilMoved",
    "MagMilOut",
    "MarkerUsed",
    "MpRolled",
    "MpSpent",
    "NavalBattleFought",
    "NikaOver",
    "NumberSet",
    "PartnersNamed",
    "PhaseBegan",
    "PoolPaid",
    "PowerOut",
    "ProvincesPaid",
    "Recruited",
    "RevoltBegan",
    "RevoltEnded",
    "SelectRecruited",
    "StrengthChanged",
    "StrengthMoved",
    "Told",
    "TreasuryMoved",
    "TreasuryTaken",
    "TurnBegan",
]

EVENTS: TypeAdapter[Any] = TypeAdapter(
    Annotated[
        ActivationBegan
        | ActivationClosed
        | ActivationEnded
        | ActivationLost
        | ActiveFleetLost
        | Allied
        | ArmiesCombined
        | ArmiesSeparated
        | ArmyMarked
        | ArmyMoved
        | ArmyPlaced
        | ArmyRaised
        | ArmyRemoved
        | ArmyTookOver
        | BarbarianPassed
        | BattleFought
        | BattleLost
        | ConstantinopleHeld
        | Deserted
        | PartnersNamed
        | CampaignEnded
        | CommanderChanged
        | ControlPlaced
        | ControlRemoved
        | DebtSet
        | DoubleDeclared
        | EventStruck
        | FieldBattleBegun
        | FieldBattleEnded
        | FleetEntered
        | FleetMoved
        | FleetSailed
        | FleetStopped
        | FortBuilt
        | GoldChanged
        | IncomeHalved
        | ProvincesPaid
        | LeaderAway
        | MagMilMoved
        | MagMilOut
        | MarkerUsed
        | MpRolled
        | MpSpent
        | NavalBattleFought
        | NikaOver
        | NumberSet
        | PhaseBegan
        | PoolPaid
        | PowerOut
        | Recruited
        | RevoltBegan
        | RevoltEnded
        | SeatsSwapped
        | SelectRecruited
        | StrengthChanged
        | StrengthMoved
        | Told
        | TreasuryMoved
        | TreasuryTaken
        | TurnBegan,
        Field(discriminator="type"),
    ]
)
"""Any event from JSON."""
