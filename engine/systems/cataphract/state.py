"""The position: everything that must be known to go on playing (spec of play: 3.0), and nothing derived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from pydantic import ConfigDict

from engine.kernel.context import BaseState
from engine.kernel.hexes import Facing, FacingField, Hex
from engine.kernel.model import LeaderId, Mutable, SideId, UnitId
from engine.systems.cataphract.scenario import (
    CataphractScenario,
    Counterpart,
    MissileClass,
    SideSpec,
    UnitGroup,
    UnitType,
)

Supply = Literal["full", "low", "no"]
SUPPLIES: Mapping[str, Supply] = {supply: supply for supply in get_args(Supply)}
"""Supplies as they are typed."""
Phase = Literal[
    "bidding",
    "setup",
    "turn",
    "elite",
    "champion",
    "uncontrolled",
    "select",
    "last-call",
    "orders",
    "line",
    "shock",
    "momentum",
    "rout",
    "withdrawal",
    "over",
]
LeaderStatus = Literal["inactive", "active", "finished"]
Marker = Literal["must", "no"]
"""Must Check and No Check (7.3)."""


class Unit(Mutable):
    """2.21 Unit ratings: one combat unit."""

    id: str
    name: str
    side: SideId
    contingent: str
    nationality: str
    type: UnitType
    cls: Literal["Cat"] | None = None
    size: int
    tq: int
    """Printed TQ; see :func:`cohesion.effective_tq` for the one in force."""
    ma: int
    missile: MissileClass | None = None
    sword: bool = False
    rp: int | None = None
    passes_lightly: bool = False
    feint_reaction: int | None = None
    feigns: bool = False
    forms_shield_wall: bool = False
    counterpart: Counterpart | None = None
    """The other side of a dismounting unit (11.1); swapped when it dismounts."""
    dismounted: bool = False
    reinforcement: str | None = None
    commanded_by: tuple[LeaderId, ...] = ()
    """The only leaders who may command it; () for whoever 4.5 allows."""

    hex: Hex | None = None
    """None: not on the map (eliminated, still to come, or in ambush)."""
    ambush: Hex | None = None
    """Where it lies hidden, known to its owner alone; it is not on the map then, for any rule."""
    facing: FacingField = Facing.E
    start_hex: Hex | None = None
    """Where it was set up; None once it has left (11.4)."""
    # 2.25 Markers.
    hits: int = 0
    moved: bool = False
    """Moved this turn (6.13)."""
    supply: Supply = "full"
    routed: bool = False
    rallied: bool = False
    """Rallied this turn (10.27)."""
    column: bool = False
    shield_wall: bool = False
    engaged: bool = False
    eliminated: bool = False
    departed: bool = False
    """Out of play without having been lost: it has left the battle, and nobody scores for it."""
    fire_mode: bool = True
    """Cheiroballistra: Fire or Move mode (11.62)."""
    turn_shots: int = 0
    """Cheiroballistra: active fire used this turn (11.65)."""

    @property
    def on_map(self) -> bool:
        return self.hex is not None and not self.eliminated

    @property
    def at(self) -> Hex:
        """Its hex; only for units on the map."""
        assert self.hex is not None, f"{self.id} is not on the map"
        return self.hex

    @property
    def is_cavalry(self) -> bool:
        return self.type in ("HC", "LN", "LC")

    @property
    def is_infantry(self) -> bool:
        """Foot, the cheiroballistra's crew included (11.61)."""
        return not self.is_cavalry

    @property
    def is_light(self) -> bool:
        return self.type in ("LC", "LI", "CH")

    @property
    def is_bow(self) -> bool:
        """Class B or C (8.11)."""
        return self.missile in ("B", "C")

    @property
    def kind(self) -> str:
        """Type and class as line tables write it: "HC/Cat", "LN". On foot a cataphract is "HI" (11.1)."""
        return f"{self.type}/{self.cls}" if self.cls and not self.dismounted else self.type

    def swap(self) -> None:
        """11.1 Turn the counter over: it dismounts or mounts. Only for units with a counterpart."""
        other = self.counterpart
        assert other is not None, f"{self.id} has no counterpart"
        self.counterpart = Counterpart(type=self.type, tq=self.tq, size=self.size, ma=self.ma, missile=self.missile)
        self.type, self.tq, self.size, self.ma, self.missile = other.type, other.tq, other.size, other.ma, other.missile
        self.dismounted = not self.dismounted


class Leader(Mutable):
    """4.1 Leader ratings: one leader. They are the printed ones; a wound lowers each by 1 (9.14)."""

    id: str
    name: str
    side: SideId
    role: Literal["OC", "SC", "CC"]
    initiative_printed: int
    command_range_printed: int
    strategy_printed: int | None = None
    charisma_printed: int
    personal_combat_printed: int
    line_commands: int
    elite: bool = False
    commands: tuple[str, ...] = ()
    """Contingents he may command; () for everybody (4.5)."""
    kinds: tuple[str, ...] = ()
    """Types and classes he may command, as :attr:`Unit.kind` has them; () for all."""
    one_kind: bool = False
    """In one Orders Phase he commands units of one type only."""
    superior: LeaderId | None = None
    """His OC, where a side has several; None: its first."""
    succeeds: LeaderId | None = None
    """Leader whose place he takes when that one is lost; off the map until then."""
    hex: Hex | None = None
    ambush: Hex | None = None
    """Where he lies hidden with his men (see :attr:`Unit.ambush`)."""
    wounded: bool = False
    eliminated: bool = False
    departed: bool = False
    """Out of play without having been lost."""
    replacement: bool = False
    stands_for: LeaderId | None = None
    """Leader whose place a replacement has taken; of several after one another the first (4.63)."""
    replaced: bool = False
    """Lost, and somebody has taken his place (4.63)."""
    status: LeaderStatus = "inactive"
    no_momentum: bool = False
    """Bypassed (5.44) or activated after deferral (5.26)."""
    deferred: bool = False
    """In enemy ZOC when his turn came; may act later (5.26)."""
    in_a_row: int = 0
    """Orders Phases completed one after the other (5.14)."""
    line_permission: bool | None = None
    """Line Command permission of this activation: None = not tried (4.33)."""
    no_shock: bool = False
    """Arrived as a replacement this turn: can't enable Shock (4.63)."""

    @property
    def place(self) -> dict[str, Any]:
        """4.63 What a replacement takes over with his place: whom he may command, and his OC."""
        return {
            "stands_for": self.stands_for or self.id,
            "commands": self.commands,
            "kinds": self.kinds,
            "one_kind": self.one_kind,
            "superior": self.superior,
        }

    def _now(self, printed: int) -> int:
        return max(0, printed - 1) if self.wounded else printed

    @property
    def initiative(self) -> int:
        return self._now(self.initiative_printed)

    @property
    def command_range(self) -> int:
        return self._now(self.command_range_printed)

    @property
    def strategy(self) -> int:
        return self._now(self.strategy_printed or 0)

    @property
    def charisma(self) -> int:
        return self._now(self.charisma_printed)

    @property
    def personal_combat(self) -> int:
        return self._now(self.personal_combat_printed)

    @property
    def on_map(self) -> bool:
        return self.hex is not None and not self.eliminated

    @property
    def at(self) -> Hex:
        assert self.hex is not None, f"{self.id} is not on the map"
        return self.hex


class Side(Mutable):
    """One army's running account."""

    id: str
    rout_points: int = 0
    withdrawal_level: int
    bonus: bool = False
    """An Undisciplined Army's TQ +2 still holds (11.2)."""
    pool: list[LeaderId] = []
    """Replacement leaders left (4.63)."""
    elite_done: bool = False
    """The elite phase of this turn is used or declined (5.51)."""


class LineInProgress(Mutable):
    """A Line Command being carried out (D2)."""

    units: list[UnitId]
    """Units that may act under it."""
    acted: list[UnitId] = []
    """Units that moved under it."""
    entered: list[tuple[UnitId, UnitId]] = []
    """(reacting unit, mover) pairs that have entry fire due (8.21)."""
    begun: dict[UnitId, int] = {}
    """Distance to the nearest enemy before the Line acted, by unit (11.31)."""
    stage: Literal["move", "fire"] = "move"
    led: bool = False
    """The leader has moved with this Line (4.34)."""
    aims: dict[UnitId, UnitId] = {}
    """Targets named with a move, by unit; they are fired at when the whole Line has moved (8.21)."""
    aloof: dict[UnitId, str] = {}
    """Units that may move nowhere next to an enemy under it, each with the battle's rule that says so."""


class UncontrolledLine(Mutable):
    """A Line that advances by itself (11.3)."""

    side: SideId
    units: list[UnitId]
    turn: int
    """Turn in which it was created; it acts from the next one."""
    done: bool = False
    """Has acted this turn."""


class OrdersPhase(Mutable):
    """The Orders Phase under way: everything that is forgotten when it ends."""

    side: SideId
    leader: LeaderId | None = None
    """None for an Uncontrolled Line or a column of reinforcements."""
    kind: Literal["normal", "elite", "uncontrolled", "march"] = "normal"
    momentum: bool = False
    """Gained by Momentum (5.32)."""
    line_index: int | None = None
    """Index into :attr:`State.uncontrolled`."""
    shock_only: bool = False
    """The leader is in enemy ZOC and only enables Shock (5.26)."""
    trumping: bool = False
    """He came by Trump and must do something (5.45)."""
    trumped: LeaderId | None = None
    """Leader whose turn he took, for the undoing of an idle Trump (5.46)."""
    trumped_momentum: bool = False
    """What he took was the other's Momentum."""
    bypassed: list[LeaderId] = []
    """Leaders this Trump bypassed (5.44)."""
    deeds: int = 0
    """Orders carried out and Shocks caused (5.45)."""
    orders_used: int = 0
    """Individual Orders (4.22)."""
    lines_used: int = 0
    """Line Commands (4.31)."""
    arm: UnitType | None = None
    """Type of the units commanded so far, where the leader commands one type only in a phase."""
    line: LineInProgress | None = None
    acted: list[UnitId] = []
    """Units ordered to move or fire (5.24)."""
    moved: list[UnitId] = []
    """Units that left their hex (8.15, size rounding of 9.16)."""
    fired: list[UnitId] = []
    turned: list[UnitId] = []
    stationary: list[UnitId] = []
    """Fired before moving and declared that they stay (8.11)."""
    last_step: dict[UnitId, tuple[Hex, Hex]] = {}
    """Last hex left and hex entered, by unit: the forward step of 8.11."""
    recovered: dict[UnitId, int] = {}
    """Hits removed by recovery orders, by unit (10.16)."""
    reaction_turned: list[UnitId] = []
    """Used their reaction facing change (7.14)."""
    withdrew: list[UnitId] = []
    """Used a single Orderly Withdrawal (6.58)."""
    withdrawal_fire: list[tuple[UnitId, UnitId]] = []
    """(unit, mover) pairs that used withdrawal fire (6.56)."""
    entry_fire: list[tuple[UnitId, UnitId]] = []
    """(unit, mover) pairs that used entry fire (8.21, 8.23)."""
    leaders_moved: list[LeaderId] = []
    """Leaders the OC has moved (4.4)."""
    leader_mp: dict[LeaderId, int] = {}
    """MP spent by leaders (6.14)."""
    markers: dict[UnitId, Marker] = {}
    """Shock markers (7.32, 7.33)."""
    shocked: list[UnitId] = []
    """Units that fought in Shock this phase."""
    entry_cost: dict[str, int] = {}
    """MP spent on entering the map this phase, by reinforcement."""
    reaction_shots: dict[UnitId, int] = {}
    """Shots of the other side's cheiroballistrae (11.66)."""
    left_wall: list[UnitId] = []
    """Units that left a Shield Wall under a Line Command: 1 MP less (11.74)."""
    turn_in_zoc: list[UnitId] = []
    """Units that turned in place in enemy ZOC and may not leave (7.25)."""
    drawn: list[UnitId] = []
    """Units lured into a pursuit, whose movement is over (6.73)."""
    spent: list[UnitId] = []
    """Units that fired or fought at the end of a Feigned Retreat and do nothing more (6.73)."""


class Tie(Mutable):
    """Who is next to choose among leaders of equal Initiative (5.12)."""

    initiative: int
    next: SideId


class State(BaseState):
    """A whole Cataphract position."""

    model_config = ConfigDict(extra="forbid")

    options: dict[str, bool] = {}
    """Optional rules switched on, by case ("10.3")."""
    phase: Phase = "turn"
    deployed: list[SideId] = []
    """Sides that have set up; what the others are doing is secret until then."""
    sides: dict[str, Side]
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    orders: OrdersPhase | None = None
    tie: Tie | None = None
    trump_used: list[SideId] = []
    """Sides that have used their Trump attempt for the current opportunity (5.43)."""
    elite_order: list[SideId] | None = None
    """Sides still to be offered their elite phase this turn; None until that is settled."""
    uncontrolled: list[UncontrolledLine] = []
    last_leader: LeaderId | None = None
    """Leader of the Orders Phase before this one (5.14)."""
    arrivals: dict[str, Literal["due", "marching", "complete", "cancelled"]] = {}
    """Reinforcement events by name."""
    champions: dict[SideId, int] = {}
    """Hits of each side's champion, by side (11.83)."""
    champions_prize: SideId | None = None
    """Side whose champion has won it the first activation of the battle (11.85)."""
    tq_drm: dict[SideId, int] = {}
    """What a side adds to its rolls against TQ this turn (11.85)."""
    notes: dict[str, str] = {}
    """Scratch values of the battle's special rules, by rule id."""

    def unit(self, unit_id: str) -> Unit:
        return self.units[unit_id]

    def leader(self, leader_id: str) -> Leader:
        return self.leaders[leader_id]

    def enemy(self, side: str) -> str:
        """The other side's id."""
        return next(s for s in self.sides if s != side)


def unit_from(group: UnitGroup, number: int, side: str, at: Hex | None) -> Unit:
    """The counter of one unit as set up."""
    return Unit(
        id=f"{group.code}{number}",
        name=f"{group.name} {number}" if len(group.numbers) > 1 else group.name,
        side=side,
        contingent=group.contingent,
        nationality=group.nationality,
        type=group.type,
        cls=group.cls,
        size=group.size,
        tq=group.tq,
        ma=group.ma,
        missile=group.missile,
        sword=group.sword,
        rp=group.rp,
        passes_lightly=group.passes_lightly,
        feint_reaction=group.feint_reaction,
        feigns=group.feigns,
        forms_shield_wall=group.forms_shield_wall,
        counterpart=group.dismounted,
        reinforcement=group.reinforcement,
        commanded_by=group.commanded_by,
        hex=at,
        facing=group.facing if group.facing is not None else Facing.E,
        start_hex=at,
    )


def initial_state(scenario: CataphractScenario, options: dict[str, bool] | None = None) -> State:
    """The position before the first turn."""
    units: dict[str, Unit] = {}
    leaders: dict[str, Leader] = {}
    sides: dict[str, Side] = {}
    for side in scenario.sides:
        for group in side.units:
            for i, n in enumerate(group.numbers):
                u = unit_from(group, n, side.id, group.hexes[i] if group.hexes else None)
                units[u.id] = u
        for spec in (*side.leaders, *side.replacements):
            leaders[spec.id] = Leader(
                id=spec.id,
                name=spec.name,
                side=side.id,
                role=spec.role,
                initiative_printed=spec.initiative,
                command_range_printed=spec.command_range,
                strategy_printed=spec.strategy,
                charisma_printed=spec.charisma,
                personal_combat_printed=spec.personal_combat,
                line_commands=spec.line_commands,
                elite=spec.elite,
                commands=spec.commands,
                kinds=spec.kinds,
                one_kind=spec.one_kind,
                superior=spec.superior,
                succeeds=spec.succeeds,
                hex=spec.hex,
            )
        sides[side.id] = _account(side, scenario)
    arrivals = {u.reinforcement: "due" for u in units.values() if u.reinforcement}
    return State.model_validate(
        {
            "options": options or {},
            "sides": sides,
            "units": units,
            "leaders": leaders,
            "arrivals": arrivals,
        }
    )


def _account(side: SideSpec, scenario: CataphractScenario) -> Side:
    return Side(
        id=side.id,
        withdrawal_level=side.withdrawal_level,
        bonus=not side.disciplined and "11.2" not in scenario.rules_not_used,
        pool=[r.id for r in side.replacements],
    )
