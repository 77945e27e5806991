"""The position as far as every game of the family has it: what must be known to go on playing, and nothing derived.

A system subclasses these models, adds its own fields, and declares the containers again with its own types: pydantic
reads and writes what is declared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias, get_args

from pydantic import ConfigDict

from engine.kernel.context import BaseState
from engine.kernel.hexes import Facing, FacingField, Hex
from engine.kernel.model import LeaderId, Mutable, SideId, UnitId, Watched, Whole
from engine.kernel.text import Text
from engine.systems.gboh.footprint import End, Reach, Shape
from engine.systems.gboh.scenario import Role
from engine.systems.gboh.troops import ByClass, Footing, Troop, Weapon
from engine.systems.gboh.vocabulary import Vocabulary

Supply: TypeAlias = Literal["full", "low", "no"]
SUPPLIES: Mapping[str, Supply] = {supply: supply for supply in get_args(Supply)}
"""Supplies as they are typed."""
LeaderStatus: TypeAlias = Literal["inactive", "active", "finished"]
Means: TypeAlias = Literal["order", "line", "shock"]
"""What a unit is commanded by: an Individual Order, a Line Command, or a Command Range that has it attack."""
Marker: TypeAlias = Literal["must", "no"]
"""Must Check and No Check (C 7.3)."""
Arrival: TypeAlias = Literal["due", "marching", "complete", "cancelled"]
Phase: TypeAlias = Literal[
    "bidding",
    "setup",
    "turn",
    "elite",
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
"""Where play can stand in every game."""


class Unit(Watched):
    """2.21 Unit ratings: one combat unit."""

    follows: ClassVar = ("footing", "shape", "troop")

    troops: ClassVar[Mapping[str, Troop]]
    """The system's kinds of troops."""
    by_class: ClassVar[ByClass]
    """The same by type and class."""
    weapons: ClassVar[Mapping[str, Weapon]]
    """The system's missile classes."""

    id: str
    name: str
    side: SideId
    contingent: str
    nationality: str
    type: str
    cls: str | None = None
    """Class within its type."""
    size: int
    tq: int
    """Printed TQ; see :func:`cohesion.tq` for the one in force."""
    ma: int
    missile: str | None = None
    """Missile class."""
    rp: int | None = None
    """Rout Points when eliminated, where the battle says otherwise than the rules."""
    reinforcement: str | None = None
    commanded_by: tuple[LeaderId, ...] = ()
    """The only leaders who may command it; () for whoever the rules allow."""

    hex: Hex | None = None
    """None: not on the map (eliminated, or still to come)."""
    facing: FacingField = Facing.E
    hits: int = 0
    """2.25 Markers of cohesion hits it would carry."""
    mp_spent: Whole = 0
    """Movement Points its order, or its entry, has taken in the latest Orders Phase, so far (6.11)."""
    moved: bool = False
    """Moved this turn (6.13)."""
    supply: Supply = "full"
    routed: bool = False
    rallied: bool = False
    """Rallied this turn (C 10.27)."""
    column: bool = False
    headed: End | None = None
    """The end a unit of two hexes In Column heads for (A 6.61)."""
    engaged: bool = False
    eliminated: bool = False
    departed: bool = False
    """Out of play without having been lost: it has left the battle, and nobody scores for it."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        if "troops" in vars(cls):
            cls.by_class = ByClass(cls.troops)

    @classmethod
    def as_set_up(cls, group: Any, at: Hex | None) -> dict[str, Any]:
        """Values of the counter of a group in a hex that aren't its group's under the same name."""
        return {}

    def begins(self, group: Any, options: Mapping[str, bool]) -> None:
        """What optional rules that are switched on change of the counter of a group as the battle begins."""

    @property
    def on_map(self) -> bool:
        return self.hex is not None and not self.eliminated

    @property
    def at(self) -> Hex:
        """Its hex; only for units on the map."""
        assert self.hex is not None, f"{self.id} is not on the map"
        return self.hex

    @property
    def kind(self) -> str:
        """Type and class as tables of troops write it: "HC/Cat", "LN"."""
        return f"{self.type}/{self.cls}" if self.cls else self.type

    if TYPE_CHECKING:

        @property
        def troop(self) -> Troop:
            """What its kind can do. Raises KeyError for a kind its system doesn't have."""
            ...

        @property
        def shape(self) -> Shape:
            """How it lies on the map."""
            ...

        @property
        def footing(self) -> Footing:
            """How it goes, as far as the ground prices its steps."""
            ...

    else:
        __slots__ = ("footing", "shape", "troop")

    def find_troop(self) -> Troop:
        return self.by_class[self.type, self.cls]

    def find_shape(self) -> Shape:
        return self.troop.shape

    def find_footing(self) -> Footing:
        return Footing(self.troop.ground, self.column, self.headlong)

    @property
    def zone(self) -> Reach:
        """7.21 How far around it its ZOC reaches."""
        troop = self.troop
        return troop.zone_unarmed if self.missile is None or self.supply == "no" else troop.zone

    @property
    def weapon(self) -> Weapon | None:
        """What its missile class does; None without one."""
        return self.weapons[self.missile] if self.missile is not None else None

    @property
    def screen_supply(self) -> Supply | None:
        """Missiles of archers who go with it and shoot by themselves (A 9.11, S 9.12); None for who has none."""
        return None

    @property
    def wild(self) -> bool:
        """Whether it is an elephant that rampages (A 9.14, S 9.14); it is Routed too."""
        return False

    @property
    def hiding(self) -> Hex | None:
        """Where it lies hidden, known to its owner alone; it is not on the map then, for any rule."""
        return None

    @property
    def beneath(self) -> UnitId | None:
        """The unit it stands under, in double depth (A 9.62, S 9.51) or in a stack (S 6.6): that one acts for both."""
        return None

    @property
    def stacks(self) -> bool:
        """Whether two of its kind may stand in one hex (S 6.61, 9.61: Roman infantry)."""
        return False

    def stands_beneath(self, other: UnitId | None) -> None:
        """It goes under another, or (None) stands under nobody any more; in games that have stacks or double depth."""
        raise NotImplementedError

    @property
    def banner(self) -> tuple[str, str]:
        """What the coloured band of its counter stands for: a key, and what it is called if the unit is the first."""
        return self.contingent, self.contingent

    colours: ClassVar[int] = 0
    """Bands that have the same colour in every battle."""

    @property
    def colour(self) -> int | None:
        """Number of that band's colour where it is the same in every battle; None where it comes by the roster."""
        return None

    @property
    def headlong(self) -> bool:
        """In a formation that keeps off Rough ground, and that other ground costs twice the hits (A 9.74)."""
        return False

    @property
    def locked(self) -> bool:
        """Whether it stands in a formation that a Line Command frees it of, all of it together (C 11.74)."""
        return False

    @property
    def symbol(self) -> str:
        """Name of its troop symbol."""
        return self.troop.armed.get(self.missile or "", self.troop.symbol)

    @property
    def is_cavalry(self) -> bool:
        return self.troop.is_horse

    @property
    def is_infantry(self) -> bool:
        """On foot, the crews of engines included."""
        return self.troop.is_foot

    @property
    def is_light(self) -> bool:
        return self.troop.light

    @property
    def is_bow(self) -> bool:
        weapon = self.weapon
        return weapon is not None and weapon.bow

    def unseen(self, facing: Facing) -> Self:
        """A copy of it that is nowhere and faces so: for those who must not see it."""
        return self.model_copy(update={"hex": None, "facing": facing})

    # -- what events do to it ---------------------------------------------------------------------------------------

    def goes(self, to: Hex, facing: Facing) -> None:
        """It moves, flees or is carried to a hex."""
        self.hex, self.facing = to, facing

    def set_up(self, at: Hex, facing: Facing | None) -> None:
        """It is set up before the battle; None leaves the facing."""
        self.hex = at
        if facing is not None:
            self.facing = facing

    def put(self, at: Hex) -> None:
        """A referee puts it into a hex; one that was lost comes back in good order."""
        self.hex, self.departed = at, False
        if self.eliminated:
            self.eliminated = self.routed = False
            self.hits = 0
            self.disordered()

    def comes_back(self) -> None:
        """It has been rallied: what that does to it besides."""

    def displaced(self) -> None:
        """It stands in another hex by a referee's hand: what it owed to the old one is gone."""

    def disordered(self) -> None:
        """It keeps no formation: it breaks, or comes back from the dead."""
        self.column = self.engaged = False
        self.headed = None

    def drops_missiles(self) -> None:
        """10.26 Who flees on foot has no missiles left."""
        if self.missile is not None and not self.troop.keeps_missiles:
            self.supply = "no"

    def new_turn(self) -> None:
        """What lasts a turn is over."""
        self.moved, self.mp_spent = False, 0

    def orders_ended(self) -> None:
        """What lasts an Orders Phase is over."""


TITLES: Mapping[Role, Text] = {
    "OC": Text("Overall Commander"),
    "SC": Text("Subordinate Commander"),
    "CC": Text("Contingent Commander"),
}
"""4.1 What leaders are called."""


class Leader(Mutable):
    """4.1 Leader ratings: one leader. They are the printed ones; a wound lowers each (9.14)."""

    id: str
    name: str
    side: SideId
    role: Role
    initiative_printed: int
    command_range_printed: int
    strategy_printed: int | None = None
    charisma_printed: int
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
    """Orders Phases begun one after the other, without one that :attr:`elite_phase` counts (5.14)."""
    line_permission: bool | None = None
    """Line Command permission of this activation: None = not tried (4.33)."""
    no_shock: bool = False
    """Arrived as a replacement this turn: can't enable Shock (4.63)."""
    lowered: int = 0
    """Where a wound takes more than 1 from each rating: how much (A 8.45); 0: by :attr:`wounded`."""
    earned_lines: bool = False
    """Gave a Line Command this turn that didn't rest on his commander's reach (A 4.35)."""
    elite_phase: bool = False
    """Had his side's elite phase this turn, where that counts among his phases (A 5.5)."""
    last_chance: bool = False
    """He can't wait in enemy ZOC any more this turn: he was asked as it ended, or acts again although he was Finished
    (A 5.25, 5.33 [2], S 5.27, 5.33)."""
    rallied_for: list[UnitId] = []
    """Units he has tried to rally this turn, where once is all (A 10.27, S 10.28)."""

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

    def now(self, printed: int) -> int:
        """A rating as it is in force."""
        return max(0, printed - (self.lowered or 1)) if self.wounded else printed

    @property
    def initiative(self) -> int:
        return self.now(self.initiative_printed)

    @property
    def command_range(self) -> int:
        return self.now(self.command_range_printed)

    @property
    def strategy(self) -> int:
        return self.now(self.strategy_printed or 0)

    @property
    def charisma(self) -> int:
        return self.now(self.charisma_printed)

    def declines(self, unit: Unit, by: Means) -> tuple[Text, str] | None:
        """Why his office doesn't let him command a unit of his side so, in words, and the case; None when it does."""
        return None

    def band(self, unit: Unit, by: Means) -> str | None:
        """The band of units it belongs to, where he commands one only in an Orders Phase; None: it doesn't matter."""
        return unit.type if self.one_kind and not unit.troop.obeys_anybody else None

    @property
    def one_band(self) -> tuple[Text, str | None]:
        """How he is limited to one band, in words, and the case where it isn't the one about types."""
        return Text("one type only"), None

    @property
    def title(self) -> Text:
        """What he is called by his place in the army."""
        return TITLES[self.role]

    @property
    def returns(self) -> bool:
        """4.63 Whether he comes back himself when he is lost, instead of being replaced from the pool."""
        return self.role == "CC"

    @property
    def own_lines(self) -> bool:
        """S 4.5 Whether he commands Lines in his first phase of a turn wherever he and they are, without leave."""
        return False

    @property
    def exempt(self) -> bool:
        """Whether he needs no leave for a Line Command in his first phase of a turn (A 4.53)."""
        return False

    @property
    def favour(self) -> int:
        """S 4.46 What his rank takes from the roll for leave to command a Line."""
        return 0

    @property
    def relays(self) -> bool:
        """Whether others near him command Lines as if near their Overall Commander (A 4.34 [2])."""
        return False

    @property
    def unbound(self) -> bool:
        """4.24 Whether he acts as he likes in enemy ZOC."""
        return self.role == "OC"

    @property
    def points(self) -> int | None:
        """Rout Points when he is lost, where they differ from what the rules say (A 10.42)."""
        return None

    @property
    def personal_combat(self) -> int | None:
        """What he fights with himself, where leaders are rated for it (C, A)."""
        return None

    @property
    def hiding(self) -> Hex | None:
        """Where he lies hidden with his men (see :attr:`Unit.hiding`)."""
        return None

    @property
    def on_map(self) -> bool:
        return self.hex is not None and not self.eliminated

    @property
    def at(self) -> Hex:
        assert self.hex is not None, f"{self.id} is not on the map"
        return self.hex

    def unseen(self) -> Self:
        """A copy of him that is nowhere: for those who must not see him."""
        return self.model_copy(update={"hex": None})

    def put(self, at: Hex) -> None:
        """A referee puts him into a hex; if he was lost he is back."""
        self.hex, self.departed = at, False
        if self.eliminated:
            self.eliminated, self.replaced = False, False

    def new_turn(self) -> None:
        """What lasts a turn is over."""
        self.status, self.no_momentum, self.deferred, self.in_a_row = "inactive", False, False, 0
        self.line_permission, self.no_shock = None, False
        self.earned_lines, self.elite_phase, self.last_chance, self.rallied_for = False, False, False, []


class Side(Mutable):
    """One army's running account."""

    id: str
    rout_points: int = 0
    withdrawal_level: int
    pool: list[LeaderId] = []
    """Replacement leaders left (4.63)."""
    elite_done: bool = False
    """The elite phase of this turn is used or declined (5.51)."""

    def new_turn(self) -> None:
        """What lasts a turn is over."""
        self.elite_done = False

    @classmethod
    def as_set_up(cls, army: Any, scenario: Any) -> dict[str, Any]:
        """Values an army of a battle begins with beyond those every game has."""
        return {}


class LineInProgress(Mutable):
    """A Line Command being carried out (D2)."""

    units: list[UnitId]
    """Units that may act under it."""
    acted: list[UnitId] = []
    """Units that moved under it."""
    entered: list[tuple[UnitId, UnitId]] = []
    """(reacting unit, mover) pairs that have entry fire due (8.21)."""
    begun: dict[UnitId, Whole] = {}
    """Distance to the nearest enemy before the Line acted, by unit (C 11.31)."""
    stage: Literal["move", "fire"] = "move"
    led: bool = False
    """The leader has moved with this Line (4.34)."""
    aims: dict[UnitId, UnitId | LeaderId] = {}
    """Targets named with a move, by unit; they are fired at when the whole Line has moved (8.21)."""
    aloof: dict[UnitId, str] = {}
    """Units that may move nowhere next to an enemy under it, each with the battle's rule that says so."""


class OrdersPhase(Mutable):
    """The Orders Phase under way: everything that is forgotten when it ends."""

    remembers_held: ClassVar[bool] = False
    """Whether it has a list ``held_at_start`` of units in enemy ZOC as it began (A 7.16)."""

    remembers_place: ClassVar[bool] = False
    """Whether it has a field ``stood``, where its leader stood as it began (S 4.25)."""

    side: SideId
    leader: LeaderId | None = None
    """None where nobody leads, as for a column of reinforcements."""
    kind: str = "normal"
    """"normal", "elite", or what a chapter of the system adds."""
    momentum: bool = False
    """Gained by Momentum (5.32)."""
    shock_only: bool = False
    """The leader is in enemy ZOC and only enables Shock (5.26)."""
    trumping: bool = False
    """He came by Trump and must do something (5.45)."""
    trumped: LeaderId | None = None
    """Leader whose turn he took, for the undoing of an idle Trump (5.46)."""
    trumped_momentum: bool = False
    """What he took was the other's Momentum."""
    bypassed: list[LeaderId] = []
    """Leaders who have no Momentum by this Trump, which they had before: bypassed by it (5.44), or held (5.26)."""
    deeds: Whole = 0
    """Orders carried out and Shocks caused (5.45)."""
    orders_used: Whole = 0
    """Individual Orders (4.22)."""
    lines_used: Whole = 0
    """Line Commands (4.31)."""
    arm: str | None = None
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
    recovered: dict[UnitId, Whole] = {}
    """Hits removed by recovery orders, by unit (10.16)."""
    reaction_turned: list[UnitId] = []
    """Used their reaction facing change (7.14)."""
    withdrew: list[UnitId] = []
    """Used a single Orderly Withdrawal (6.58)."""
    withdrawal_fire: list[tuple[UnitId, UnitId]] = []
    """(unit, mover) pairs that used withdrawal fire (6.56)."""
    entry_fire: list[tuple[UnitId, UnitId]] = []
    """(unit, mover) pairs that used entry fire (8.21, 8.23)."""
    reaction_shots: dict[UnitId, Whole] = {}
    """Shots of the other side's engines (11.66)."""
    leaders_moved: list[LeaderId] = []
    """Leaders the OC has moved (4.4)."""
    leader_mp: dict[LeaderId, Whole] = {}
    """MP spent by leaders (6.14)."""
    markers: dict[UnitId, Marker] = {}
    """Shock markers (7.32, 7.33)."""
    shocked: list[UnitId] = []
    """Units that fought in Shock this phase."""
    entry_cost: dict[str, Whole] = {}
    """MP spent on entering the map this phase, by reinforcement."""
    turn_in_zoc: list[UnitId] = []
    """Units that turned in place in enemy ZOC and may not leave (7.25)."""

    def stepped(self, state: State, unit: Unit, entered: Sequence[Hex]) -> None:
        """The unit has entered a hex by its order, or two; nobody under it has come after it yet."""

    def levels_climbed(self, unit: UnitId) -> int:
        """S 6.22 Levels the unit has climbed in the phase, where the system keeps that."""
        return 0

    def held_before(self, unit: UnitId) -> bool:
        """A 7.16 Whether the unit was in enemy ZOC as the phase began, where the system keeps that."""
        return False

    @property
    def commanding(self) -> LeaderId | None:
        """Who gives the order under way: whose phase it is, or whom he has set to give a Line Command (A 5.65)."""
        return self.leader

    def trump_used(self, *, moving: bool, firing: bool = False) -> bool:
        """5.45 Whether he who trumped has done something with it; ``moving``: had a unit move, or attack (A 5.46), or
        ``firing`` fire (S 5.46)."""
        done = (self.moved or (firing and self.fired)) if moving else self.deeds
        return bool(self.shocked or done)

    @property
    def began_at(self) -> Hex | None:
        """S 4.25 Where its leader stood as it began, in games that ask for it."""
        return None

    def unordered(self, unit: UnitId) -> None:
        """5.24 It may have an order after all: nothing it did by its order binds it any more."""
        if unit in self.turn_in_zoc:
            self.turn_in_zoc.remove(unit)
        self.recovered.pop(unit, None)


class Tie(Mutable):
    """Who is next to choose among leaders of equal Initiative (5.12)."""

    initiative: Whole
    next: SideId


class State(BaseState):
    """A whole position."""

    model_config = ConfigDict(extra="forbid")

    words: ClassVar[Vocabulary]
    """How what happens is told."""

    options: dict[str, bool] = {}
    """Optional rules switched on, by case ("10.3")."""
    phase: str = "turn"
    deployed: list[SideId] = []
    """Sides that have set up; what the others are doing is secret until then."""
    sides: Mapping[str, Side]
    units: Mapping[str, Unit]
    leaders: Mapping[str, Leader]
    orders: OrdersPhase | None = None
    tie: Tie | None = None
    trump_used: list[SideId] = []
    """Sides that have used their Trump attempt for the current opportunity (5.43)."""
    elite_order: list[SideId] | None = None
    """Sides still to be offered their elite phase this turn; None until that is settled."""
    last_leader: LeaderId | None = None
    """Leader of the Orders Phase before this one (5.14)."""
    arrivals: dict[str, Arrival] = {}
    """Reinforcement events by name."""
    notes: dict[str, str] = {}
    """Scratch values of the battle's special rules, by rule id."""

    def digested(self) -> dict[str, Any]:
        """Without the account of Movement Points, which tells what has been, not how all stand."""
        found = super().digested()
        for unit in found.get("units", {}).values():
            unit.pop("mp_spent", None)
        return found

    def unit(self, unit_id: str) -> Unit:
        return self.units[unit_id]

    def leader(self, leader_id: str) -> Leader:
        return self.leaders[leader_id]

    def piece(self, name: str) -> Unit | Leader:
        """A unit or a leader by id. Raises KeyError if there is neither."""
        return self.units[name] if name in self.units else self.leaders[name]

    def enemy(self, side: str) -> str:
        """The other side's id."""
        return next(s for s in self.sides if s != side)

    # -- what events do to it ---------------------------------------------------------------------------------------

    def new_turn(self) -> None:
        """3.0 What lasts a turn is over."""
        for leader in self.leaders.values():
            leader.new_turn()
        for unit in self.units.values():
            unit.new_turn()
        for side in self.sides.values():
            side.new_turn()
        self.tie, self.last_leader, self.orders = None, None, None
        self.trump_used = []
        self.elite_order = None

    def struck_off(self, unit: UnitId) -> None:
        """It has routed or is out of play: no list of units that are to do something has it any more."""
        if self.orders is not None:
            self.orders.markers.pop(unit, None)

    def engine_fired(self, unit: UnitId, *, active: bool) -> None:
        """Artillery has fired, in its side's Orders Phase or in the enemy's: a system that counts its shots does."""
