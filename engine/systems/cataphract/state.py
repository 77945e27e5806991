"""The position of a Cataphract battle: what it has beyond the family's (:mod:`engine.systems.gboh.state`)."""

# pyright: reportIncompatibleVariableOverride=false
# Fields of the family's position have this game's own types here: pydantic reads and writes what is declared, and the
# family sets none of them to anything that the game hasn't.

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Literal, Self, TypeAlias

from engine.kernel.hexes import Facing, Hex
from engine.kernel.model import Mutable, SideId, UnitId, Whole
from engine.systems.cataphract.scenario import (
    CataphractScenario,
    Counterpart,
    MissileClass,
    SideSpec,
    UnitGroup,
    UnitType,
)
from engine.systems.cataphract.troops import TROOPS, WEAPONS
from engine.systems.cataphract.vocabulary import WORDS
from engine.systems.gboh import set_up
from engine.systems.gboh import state as gboh
from engine.systems.gboh.troops import Troop

Phase: TypeAlias = Literal[gboh.Phase, "champion", "uncontrolled"]


class Unit(gboh.Unit):
    """2.21 Unit ratings: one combat unit."""

    troops: ClassVar = TROOPS
    weapons: ClassVar = WEAPONS

    type: UnitType
    cls: Literal["Cat"] | None = None
    missile: MissileClass | None = None
    sword: bool = False
    passes_lightly: bool = False
    feint_reaction: int | None = None
    feigns: bool = False
    forms_shield_wall: bool = False
    counterpart: Counterpart | None = None
    """The other side of a dismounting unit (11.1); swapped when it dismounts."""
    dismounted: bool = False
    ambush: Hex | None = None
    """Where it lies hidden, known to its owner alone; it is not on the map then, for any rule."""
    start_hex: Hex | None = None
    """Where it was set up; None once it has left (11.4)."""
    shield_wall: bool = False
    fire_mode: bool = True
    """Cheiroballistra: Fire or Move mode (11.62)."""
    turn_shots: int = 0
    """Cheiroballistra: active fire used this turn (11.65)."""

    @property
    def kind(self) -> str:
        """Type and class as line tables write it: "HC/Cat", "LN". On foot a cataphract is "HI" (11.1)."""
        return f"{self.type}/{self.cls}" if self.cls and not self.dismounted else self.type

    @property
    def hiding(self) -> Hex | None:
        return self.ambush

    @property
    def locked(self) -> bool:
        return self.shield_wall

    @property
    def symbol(self) -> str:
        return "dismounted-cataphracts" if self.dismounted else super().symbol

    def unseen(self, facing: Facing) -> Self:
        return super().unseen(facing).model_copy(update={"ambush": None, "start_hex": None})

    def find_troop(self) -> Troop:
        # The class tells mounted cataphracts from other heavy cavalry, and nothing else.
        return (TROOPS.get(f"{self.type}/{self.cls}") if self.cls and not self.dismounted else None) or TROOPS[
            self.type
        ]

    @classmethod
    def as_set_up(cls, group: UnitGroup, at: Hex | None) -> dict[str, Any]:
        return {"dismounted": False, "counterpart": group.dismounted, "start_hex": at}

    def swap(self) -> None:
        """11.1 Turn the counter over: it dismounts or mounts. Only for units with a counterpart."""
        other = self.counterpart
        assert other is not None, f"{self.id} has no counterpart"
        self.counterpart = Counterpart(type=self.type, tq=self.tq, size=self.size, ma=self.ma, missile=self.missile)
        self.type, self.tq, self.size, self.ma, self.missile = other.type, other.tq, other.size, other.ma, other.missile
        self.dismounted = not self.dismounted

    def goes(self, to: Hex, facing: Facing) -> None:
        super().goes(to, facing)
        self.start_hex = None

    def set_up(self, at: Hex, facing: Facing | None) -> None:
        super().set_up(at, facing)
        self.start_hex = at

    def put(self, at: Hex) -> None:
        super().put(at)
        self.ambush = None

    def displaced(self) -> None:
        """8.11 Its double rate of fire doesn't belong to the hex it is in now."""
        self.start_hex = None

    def disordered(self) -> None:
        super().disordered()
        self.shield_wall = False

    def new_turn(self) -> None:
        super().new_turn()
        self.turn_shots = 0

    def orders_ended(self) -> None:
        """8.11 A unit off its set-up hex has lost its double rate of fire for good."""
        if self.start_hex is not None and self.hex != self.start_hex:
            self.start_hex = None


class Leader(gboh.Leader):
    """4.1 Leader ratings: one leader. A wound lowers each by 1 (9.14)."""

    personal_combat_printed: int
    ambush: Hex | None = None
    """Where he lies hidden with his men (see :attr:`Unit.ambush`)."""

    @property
    def personal_combat(self) -> int:
        return self.now(self.personal_combat_printed)

    @property
    def hiding(self) -> Hex | None:
        return self.ambush

    def unseen(self) -> Self:
        return super().unseen().model_copy(update={"ambush": None})

    def put(self, at: Hex) -> None:
        super().put(at)
        self.ambush = None


class Side(gboh.Side):
    """One army's running account."""

    bonus: bool = False
    """An Undisciplined Army's TQ +2 still holds (11.2)."""

    @classmethod
    def as_set_up(cls, army: SideSpec, scenario: CataphractScenario) -> dict[str, Any]:
        return {"bonus": not army.disciplined and "11.2" not in scenario.rules_not_used}


class UncontrolledLine(Mutable):
    """A Line that advances by itself (11.3)."""

    side: SideId
    units: list[UnitId]
    turn: Whole
    """Turn in which it was created; it acts from the next one."""
    done: bool = False
    """Has acted this turn."""


class OrdersPhase(gboh.OrdersPhase):
    """The Orders Phase under way: everything that is forgotten when it ends."""

    kind: Literal["normal", "elite", "uncontrolled", "march"] = "normal"
    line_index: int | None = None
    """Index into :attr:`State.uncontrolled`."""
    arm: UnitType | None = None
    left_wall: list[UnitId] = []
    """Units that left a Shield Wall under a Line Command: 1 MP less (11.74)."""
    drawn: list[UnitId] = []
    """Units lured into a pursuit, whose movement is over (6.73)."""
    spent: list[UnitId] = []
    """Units that fired or fought at the end of a Feigned Retreat and do nothing more (6.73)."""

    def unordered(self, unit: UnitId) -> None:
        super().unordered(unit)
        for names in (self.drawn, self.spent):
            if unit in names:
                names.remove(unit)


class State(gboh.State):
    """A whole Cataphract position."""

    words: ClassVar = WORDS

    phase: Phase = "turn"
    sides: dict[str, Side]
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    orders: OrdersPhase | None = None
    uncontrolled: list[UncontrolledLine] = []
    champions: dict[SideId, int] = {}
    """Hits of each side's champion, by side (11.83)."""
    champions_prize: SideId | None = None
    """Side whose champion has won it the first activation of the battle (11.85)."""
    tq_drm: dict[SideId, int] = {}
    """What a side adds to its rolls against TQ this turn (11.85)."""

    def new_turn(self) -> None:
        super().new_turn()
        for line in self.uncontrolled:
            line.done = False
        self.champions_prize, self.tq_drm = None, {}

    def struck_off(self, unit: UnitId) -> None:
        super().struck_off(unit)
        for line in self.uncontrolled:
            if unit in line.units:
                line.units.remove(unit)

    def engine_fired(self, unit: UnitId, *, active: bool) -> None:
        """11.65, 11.66 Shots of its own turn count by turn, those of the enemy's by Orders Phase."""
        if active:
            self.units[unit].turn_shots += 1
        elif self.orders is not None:
            self.orders.reaction_shots[unit] = self.orders.reaction_shots.get(unit, 0) + 1


initial_state = partial(set_up.initial_state, State)
"""The position before the first turn, of a scenario and options."""
