"""The position of a battle of Simple GBoH: what it has beyond the family's."""

# pyright: reportIncompatibleVariableOverride=false
# Fields of the family's position have this game's own types here: pydantic reads and writes what is declared, and the
# family sets none of them to anything that the game hasn't.

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Literal

from engine.kernel.hexes import Hex
from engine.kernel.model import LeaderId, Mutable, SideId, UnitId, Whole
from engine.kernel.text import Text
from engine.systems.gboh import footprint, set_up
from engine.systems.gboh import state as gboh
from engine.systems.gboh.stacks.ranked import Ranked
from engine.systems.gboh.troops import Troop
from engine.systems.simple_gboh.scenario import MissileClass, UnitClass, UnitType
from engine.systems.simple_gboh.troops import CATAPHRACT, STACKS, TROOPS, WEAPONS, troop_of
from engine.systems.simple_gboh.vocabulary import WORDS

Phase = Literal[
    "setup",
    "turn",
    "first",
    "start",
    "seizure",
    "activation",
    "returns",
    "orders",
    "shock",
    "withdrawal",
    "over",
]
"""Where play can stand: who begins (3.1), A0 to A4, B, C, D of a Player Turn (3.2). "turn": before the first."""


class Unit(Ranked):
    """2.21 Combat units: one of them."""

    troops: ClassVar = TROOPS
    weapons: ClassVar = WEAPONS

    type: UnitType
    cls: UnitClass | None = None
    missile: MissileClass | None = None
    formation: str
    letter: Literal["F", "X"] | None = None
    depletable: bool = False
    depleted: bool = False
    """8.2 On its Depleted side, for the rest of the battle."""
    roman: bool = False
    legion: str | None = None
    byzantine: bool = False
    numidian: bool = False
    may_double: bool = False
    pursuing: bool = False
    """7.62 It has followed its enemy off the map, and may come back."""

    @classmethod
    def as_set_up(cls, group: Any, at: Hex | None) -> dict[str, Any]:
        """5.21 Phalanxes have a Movement Allowance of 4; 10.4 German cavalry one of 7, and javelins."""
        return {"PH": {"ma": 4}, "GC": {"ma": 7, "missile": "J"}}.get(group.type, {})

    def find_troop(self) -> Troop:
        # 6.12 In Column it pays by the hexside, whoever it is.
        return troop_of(self.type, self.cls, self.roman and not self.column, self.byzantine)

    @property
    def cataphract(self) -> bool:
        return CATAPHRACT in self.troop.tags

    @property
    def stacks(self) -> bool:
        return self.roman and self.legion is not None and STACKS in self.troop.tags

    @property
    def banner(self) -> tuple[str, str]:
        """4.1 A Formation is of one colour."""
        return self.formation, self.contingent

    def put(self, at: Hex) -> None:
        super().put(at)
        self.pursuing = False


_TITLES = {"OC": Text("Overall Commander"), "SC": Text("Commander"), "CC": Text("Commander")}


class Leader(gboh.Leader):
    """4.21 Leader ratings: one leader."""

    seizure: int = 0
    """4.44 Attempts to seize the turn he has left."""
    seizes: tuple[str, ...] = ()
    heroic: bool = False
    named: bool = True
    rp: int | None = None
    elsewhere: bool = False
    """4.36 The unit he was with is lost: he is "engaged elsewhere" until he is placed again."""
    pursuing: UnitId | None = None
    """7.62 The unit with which he has ridden off the map."""
    placed: bool = False
    """4.14 He has come back onto the map in this Player Turn."""

    @property
    def title(self) -> Text:
        return _TITLES[self.role]

    @property
    def inspires(self) -> bool:
        """4.21 Heroic Charisma."""
        return self.heroic or self.elite

    @property
    def returns(self) -> bool:
        return not self.named

    @property
    def points(self) -> int | None:
        return self.rp

    def new_turn(self) -> None:
        super().new_turn()
        self.placed = False

    def put(self, at: Hex) -> None:
        super().put(at)
        self.elsewhere, self.pursuing = False, None


class Side(gboh.Side):
    """One army's running account."""

    turns: int = 0
    """Player Turns it has had, the one under way included."""


Kind = Literal["turn", "oc", "ride"]


class PlayerTurn(gboh.OrdersPhase):
    """The Player Turn under way: everything that is forgotten when it ends."""

    kind: Kind = "turn"
    """"turn"; "oc": the Overall Commander alone moves (4.33); "ride": a leader uses his attempt to move (4.46)."""
    seizable: bool = False
    """4.4 The opponent may try to seize it."""
    seized_by: LeaderId | None = None
    """4.42, 4.43 Who seized it, and so limits what may be activated."""
    formations: list[str] = []
    """4.1 Formations activated in it, by id."""
    group: str | None = None
    """4.14 What lets several be activated together, by id."""
    commanders: dict[str, LeaderId] = {}
    """4.11 Who commands each of them in this turn."""
    leads: list[LeaderId] = []
    """Leaders activated with them: their Commanders, and the leader of the group (4.14)."""
    activated: list[UnitId] = []
    in_command: list[UnitId] = []
    """4.11 Those activated who are In Command; the others are Out of Command."""
    start: dict[UnitId, Hex] = {}
    """Where each unit of both sides stood as the turn began."""
    started_in_zoc: list[UnitId] = []
    """Units that stood in enemy ZOC then (7.41, 7.52)."""
    started_with_enemy: list[UnitId] = []
    """Units that had an enemy in their own ZOC then (7.41)."""
    reaction_fired: list[tuple[UnitId, UnitId]] = []
    """7.2 (unit, target) pairs of Reaction Fire."""
    slid: list[UnitId] = []
    """5.36 Stacks that have slid sideways, by their upper unit."""
    uncolumned: list[UnitId] = []
    """11.27 Units that have left Column by Reaction Facing."""
    hexes_moved: dict[UnitId, Whole] = {}
    """10.51 Hexes units have entered by their orders."""
    came_into: dict[UnitId, list[Hex]] = {}
    """7.52 Vacant hexes units have entered by their orders."""
    retreated: list[UnitId] = []
    """7.41 Units that have retreated before Shock."""
    mp_spent: dict[UnitId, Whole] = {}
    """5.33 Movement Points units have spent beside moving."""
    tired: list[UnitId] = []
    """Units that spend no more Movement Points, as after Hit & Run (7.16)."""

    def stepped(self, state: gboh.State, unit: gboh.Unit, entered: Sequence[Hex]) -> None:
        self.hexes_moved[unit.id] = self.hexes_moved.get(unit.id, 0) + 1
        others = [u for u in state.units.values() if u.on_map and u is not unit and u.beneath != unit.id]
        held = {h for u in others for h in footprint.hexes_of(u)}
        self.came_into.setdefault(unit.id, []).extend(h for h in entered if h not in held)


class Coming(Mutable):
    """A Player Turn that is to come before sides alternate again."""

    side: SideId
    seizable: bool = False
    seized_by: LeaderId | None = None


class State(gboh.State):
    """A whole position."""

    words: ClassVar = WORDS

    phase: Phase = "turn"
    sides: dict[str, Side]
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    orders: PlayerTurn | None = None
    coming: list[Coming] = []
    """4.41 Player Turns settled beforehand; after them, or without any, the other side is next."""
    last_side: SideId | None = None
    """Who had the Player Turn before; None before the first."""
    interrupted: PlayerTurn | None = None
    """4.46 The turn that goes on when the enemy leader has moved."""

    @property
    def segment(self) -> int:
        """Player Turns are short: four of them share a link of the dice chain."""
        return 1 + (self.turn - 1) // 4


initial_state = partial(set_up.initial_state, State)
"""The position before the first turn, of a scenario and options."""
