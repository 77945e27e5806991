"""The position of a battle of SPQR: what it has beyond the family's."""

# pyright: reportIncompatibleVariableOverride=false
# Fields of the family's position have this game's own types here: pydantic reads and writes what is declared, and the
# family sets none of them to anything that the game hasn't.

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from engine.kernel.hexes import Hex
from engine.kernel.model import UnitId, Whole
from engine.kernel.text import Text
from engine.systems.gboh import set_up
from engine.systems.gboh import state as gboh
from engine.systems.gboh.arranged import markers
from engine.systems.gboh.elephants.beasts import Beast
from engine.systems.gboh.phalanx.phase import PhalanxOrdersPhase
from engine.systems.gboh.stacks.ranked import Ranked
from engine.systems.gboh.troops import Weapon
from engine.systems.spqr import offices
from engine.systems.spqr.scenario import MissileClass, Rank, UnitClass, UnitType
from engine.systems.spqr.troops import PILA, ROMAN, TROOPS, WEAPONS
from engine.systems.spqr.vocabulary import WORDS

LEGIONS = ("I", "III", "V", "VII", "X", "XIV", "XV", "XIX")
"""2.23 The legions there are, each with its ala of one colour wherever it fights."""


class Unit(Ranked, Beast):
    """2.21 Unit ratings: one combat unit."""

    troops: ClassVar = TROOPS
    weapons: ClassVar = WEAPONS
    colours: ClassVar = len(LEGIONS)

    type: UnitType
    cls: UnitClass | None = None
    missile: MissileClass | None = None
    legion: str | None = None
    """2.23 Number of its legion or ala: its colour."""
    ala: bool = False
    towers: bool = False
    traits: tuple[str, ...] = ()
    depleted: bool = False
    """10.31 On its Depleted side, for the rest of the battle."""
    spent: bool = False
    """10.43 It has pursued, or broken off, in this turn."""
    gone_at: Hex | None = None
    """10.44 Where it rode off the map, while it is away."""
    fire_mode: bool = True
    """9.81 Scorpio: ready to fire, or to move."""
    turn_shots: int = 0
    """9.81 Shots in its own side's Orders Phases of this turn."""

    @property
    def weapon(self) -> Weapon | None:
        # 8.14 Legionaries throw all they have in one volley.
        return WEAPONS["P"] if self.missile == "J" and PILA in self.troop.tags else super().weapon

    @property
    def stacks(self) -> bool:
        return self.legion is not None and ROMAN in self.troop.tags

    @property
    def banner(self) -> tuple[str, str]:
        """2.23 A legion and its ala are of one colour."""
        if self.legion is None:
            return super().banner
        return f"legion {self.legion}", f"{'Ala' if self.ala else 'Legion'} {self.legion}"

    @property
    def colour(self) -> int | None:
        return LEGIONS.index(self.legion) if self.legion in LEGIONS else None

    def new_turn(self) -> None:
        super().new_turn()
        self.turn_shots, self.spent = 0, False

    def begins(self, group: Any, options: Mapping[str, bool]) -> None:
        super().begins(group, options)
        self.depleted = self.depleted or bool(options.get(group.depleted_with or ""))

    def comes_back(self) -> None:
        """10.31 Whoever is rallied is Depleted; more than once makes no difference."""
        self.depleted = True


class Leader(gboh.Leader):
    """4.1 Leader ratings: one leader. A wound lowers each by 1 or 2 (4.63)."""

    rank: Rank = "subordinate"
    """4.3, 4.4 What he is among the leaders of his army."""
    mount: UnitId | None = None
    """4.71 The elephant he rides."""
    inferior: bool = False
    """4.45 The lesser of those who hold his office."""
    carthaginian: bool = False
    """4.5 Serves under Hannibal."""

    @property
    def title(self) -> Text:
        return offices.TITLES["oc" if self.role == "OC" else self.rank]

    def declines(self, unit: gboh.Unit, by: gboh.Means) -> tuple[Text, str] | None:
        return offices.declines(self.rank, unit, by) if isinstance(unit, Unit) else None

    def band(self, unit: gboh.Unit, by: gboh.Means) -> str | None:
        return offices.band(self.rank, unit, by) if isinstance(unit, Unit) else None

    @property
    def one_band(self) -> tuple[Text, str | None]:
        return offices.LIMITS.get(self.rank) or super().one_band

    @property
    def returns(self) -> bool:
        return self.rank in offices.COLLEGES

    @property
    def own_lines(self) -> bool:
        return self.carthaginian

    @property
    def exempt(self) -> bool:
        return self.carthaginian

    @property
    def points(self) -> int | None:
        # 11.2 Five times their Initiative counts for named leaders alone.
        return None if self.rank in offices.NAMED else self.initiative_printed

    @property
    def favour(self) -> int:
        return 1 if self.rank == "proconsul" else 0


class Side(markers.Side):
    """One army's running account."""


class OrdersPhase(PhalanxOrdersPhase):
    """The Orders Phase under way: everything that is forgotten when it ends."""

    remembers_place: ClassVar[bool] = True

    stood: Hex | None = None
    """Where its leader stood as it began (4.25)."""
    regrouping: list[UnitId] = []
    """Cavalry that the Overall Commander has brought back onto the map in it (10.44)."""
    extended: list[UnitId] = []
    """Units of Lines that have extended before the enemy (9.66)."""
    slid: list[UnitId] = []
    """Units of stacks that have extended under a Line Command (9.67)."""

    climbed: dict[UnitId, Whole] = {}
    """Levels units have climbed (6.22)."""

    @property
    def began_at(self) -> Hex | None:
        return self.stood

    def levels_climbed(self, unit: UnitId) -> int:
        return self.climbed.get(unit, 0)


class State(gboh.State):
    """A whole position."""

    words: ClassVar = WORDS

    phase: gboh.Phase = "turn"
    sides: dict[str, Side]
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    orders: OrdersPhase | None = None

    def engine_fired(self, unit: UnitId, *, active: bool) -> None:
        """9.81 Active shots count by turn, the others by Orders Phase."""
        if active:
            self.units[unit].turn_shots += 1
        elif self.orders is not None:
            self.orders.reaction_shots[unit] = self.orders.reaction_shots.get(unit, 0) + 1


initial_state = partial(set_up.initial_state, State)
"""The position before the first turn, of a scenario and options."""
