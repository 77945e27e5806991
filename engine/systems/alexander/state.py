"""The position of a battle of Great Battles of Alexander: what it has beyond the family's."""

# pyright: reportIncompatibleVariableOverride=false
# Fields of the family's position have this game's own types here: pydantic reads and writes what is declared, and the
# family sets none of them to anything that the game hasn't.

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Literal

from engine.kernel.hexes import Hex
from engine.kernel.model import LeaderId, UnitId, Whole
from engine.systems.alexander.scenario import MissileClass, UnitClass, UnitType
from engine.systems.alexander.troops import TROOPS, WEAPONS
from engine.systems.alexander.vocabulary import WORDS
from engine.systems.gboh import set_up
from engine.systems.gboh import state as gboh
from engine.systems.gboh.arranged import markers
from engine.systems.gboh.elephants.beasts import Beast
from engine.systems.gboh.footprint import Shape
from engine.systems.gboh.phalanx.phase import PhalanxOrdersPhase
from engine.systems.gboh.stacks.ranked import Ranked


class Unit(Ranked, Beast):
    """2.21 Unit ratings: one combat unit."""

    troops: ClassVar = TROOPS
    weapons: ClassVar = WEAPONS

    type: UnitType
    cls: UnitClass | None = None
    missile: MissileClass | None = None
    mercenary: bool = False
    square: bool = False
    """In square (9.63)."""
    charging: bool = False
    """In charge formation (9.7)."""

    @property
    def headlong(self) -> bool:
        return self.charging

    def find_shape(self) -> Shape:
        return Shape.SQUARE if self.square else self.troop.shape

    def disordered(self) -> None:
        super().disordered()
        self.square = self.charging = False


class Leader(gboh.Leader):
    """4.1 Leader ratings: one leader. A wound lowers each by 1 or 2 (8.45)."""

    personal_combat_printed: int | None = None
    rp: int | None = None
    """Rout Points when lost, where they differ from 10.42."""
    wing: bool = False
    """4.52 A Wing Commander."""
    contingent_capability_printed: int | None = None
    """5.64 Contingent Commanders he may set to work in an Orders Phase; None: he can't."""
    acting_commander: bool = False
    """4.4 In enemy ZOC he is free to act as an Overall Commander is."""
    king: bool = False
    """8.46 His death ends the battle, and he may flee before anybody comes."""

    @property
    def points(self) -> int | None:
        return self.rp

    @property
    def personal_combat(self) -> int | None:
        return None if self.personal_combat_printed is None else self.now(self.personal_combat_printed)

    @property
    def exempt(self) -> bool:
        return self.wing

    @property
    def relays(self) -> bool:
        return self.wing

    @property
    def unbound(self) -> bool:
        return self.role == "OC" or self.acting_commander

    @property
    def capability(self) -> int:
        """5.64 Contingent Commanders he may set to work in an Orders Phase, as it is now (8.45)."""
        return self.now(self.contingent_capability_printed or 0)


class Side(markers.Side):
    """One army's running account."""


class OrdersPhase(PhalanxOrdersPhase):
    """The Orders Phase under way: everything that is forgotten when it ends."""

    kind: Literal["normal", "elite", "elephants", "unled"] = "normal"
    arm: UnitType | None = None
    contingents: list[LeaderId] = []
    """Contingent Commanders who have been set to work (5.64)."""
    driven: dict[UnitId, Whole] = {}
    """Hexes units have entered by order (9.22)."""

    @property
    def commanding(self) -> LeaderId | None:
        # 4.3 Who has Contingent Commanders gives no Line Commands himself.
        delegated = self.line is not None and self.contingents and not self.lines_used
        return self.contingents[-1] if delegated else self.leader

    def stepped(self, state: gboh.State, unit: gboh.Unit, entered: Sequence[Hex]) -> None:
        self.driven[unit.id] = self.driven.get(unit.id, 0) + 1


class State(gboh.State):
    """A whole position."""

    words: ClassVar = WORDS

    phase: gboh.Phase = "turn"
    sides: dict[str, Side]
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    orders: OrdersPhase | None = None

    def engine_fired(self, unit: UnitId, *, active: bool) -> None:
        """9.52 Shots count by Orders Phase, whoever's it is."""
        if self.orders is not None:
            self.orders.reaction_shots[unit] = self.orders.reaction_shots.get(unit, 0) + 1


initial_state = partial(set_up.initial_state, State)
"""The position before the first turn, of a scenario and options."""
