"""The position: everything that must be known to go on playing, and nothing derived."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import ConfigDict

from engine.kernel.context import BaseState
from engine.kernel.hexes import Facing, FacingField, Hex
from engine.kernel.model import LeaderId, Mutable, NameOf, PieceId, SideId, UnitId, Watched, Whole
from engine.systems.men_of_iron.charts import WEAPONS
from engine.systems.men_of_iron.scenario import (
    MEN_AT_ARMS,
    MISSILE_INFANTRY,
    MOUNTED,
    CommandSpec,
    Formation,
    MarkerKind,
    MenOfIronScenario,
    UnitGroup,
    UnitType,
    Weapon,
)

Phase = Literal["setup", "free", "begin", "move", "shock", "resolve", "end", "continue", "over"]
"""Where the sequence of play stands: formations before the battle; a free choice; a Command about to be
activated; its Move/Fire part; designating its attacks; fighting them; the end of the activation; going on."""

CommandId: TypeAlias = Annotated[str, NameOf("command")]
StandardId: TypeAlias = Annotated[str, NameOf("standard")]
WorkerId: TypeAlias = Annotated[str, NameOf("unit", "marker")]

How = Literal["free", "continuity", "seizure"]

ORDERS_IN_A_SEGMENT = 20
"""Orders after which the next secret of the dice chain is used: there are no turns to count by."""


class Placed(Watched):
    """What a unit and a leader share: each declares an ``id`` and a ``hex``, None while it is not on the map."""

    if TYPE_CHECKING:
        id: str
        hex: Hex | None

    @property
    def on_map(self) -> bool:
        return self.hex is not None

    @property
    def at(self) -> Hex:
        """Its hex; only for one on the map."""
        assert self.hex is not None, f"{self.id} is not on the map"
        return self.hex


class Unit(Placed):
    """2.2 Counters: one combat unit."""

    id: str
    name: str
    side: SideId
    command: CommandId
    type: UnitType
    weapon_carried: Weapon | None = None
    """What it shoots with where that isn't its type's weapon."""
    hex: Hex | None = None
    """None: not on the map (eliminated, gone, or still to come)."""
    facing: FacingField = Facing.E
    disordered: bool = False
    retired: bool = False
    """Retired (12.4); then it counts as Disordered."""
    pointless: bool = False
    """It counts no Flight Points while Retired (CO-3)."""
    never_counts: bool = False
    """Its loss counts no Flight Points (BB-4)."""
    formation: Formation | None = None
    eliminated: bool = False
    departed: bool = False
    """Out of play without having been eliminated (FK-3, PO-6, NA-5)."""
    arrival: str | None = None
    """Special rule that is to bring it on."""
    no_missiles: bool = False
    """Out of missiles for good (NA-1)."""
    remounted: bool = False
    """Has mounted again (PO-5)."""

    @property
    def mounted(self) -> bool:
        return self.type in MOUNTED

    @property
    def foot(self) -> bool:
        return not self.mounted

    @property
    def missile_infantry(self) -> bool:
        return self.type in MISSILE_INFANTRY

    @property
    def man_at_arms(self) -> bool:
        return self.type in MEN_AT_ARMS

    @property
    def normal(self) -> bool:
        """Neither Disordered nor Retired."""
        return not (self.disordered or self.retired)

    @property
    def weapon(self) -> Weapon | None:
        """What it can shoot with now; None without missiles, or on horseback for Hobilars (14.2)."""
        if self.no_missiles or self.type not in WEAPONS:
            return None
        return self.weapon_carried or WEAPONS[self.type]


class Leader(Placed):
    """15.1 Leaders and Commands: the leader of one."""

    id: str
    name: str
    side: SideId
    command: CommandId
    king: bool = False
    activation: int
    command_range: int
    """Movement points (15.2)."""
    ma: int
    hex: Hex | None = None
    lost: bool = False
    """Killed or captured (15.4, 15.5)."""
    departed: bool = False
    replacement: bool = False
    """A Replacement Leader (15.6): his loss never counts."""
    never_counts: bool = False
    """His loss counts no Flight Points, by a referee's word."""


class CommandState(Mutable):
    """3.3 Commands: one of them."""

    id: str
    name: str
    side: SideId
    leader: LeaderId
    """Its leader; a Replacement Leader takes the place and the id stays that of the Command's leader counter."""
    activations: int = 0
    """How often it was activated."""
    gone: bool = False
    """It has left the battle by a special rule."""


class Standard(Mutable):
    """A Standard (13.2)."""

    id: str
    name: str
    side: SideId
    commands: tuple[CommandId, ...]
    hex: Hex
    lost: bool = False


class Marker(Mutable):
    """A bombard (CR-3) or a wagon (PO-3)."""

    id: str
    name: str
    kind: MarkerKind
    side: SideId
    hex: Hex
    command: CommandId | None = None
    facing: FacingField = Facing.E
    fired: bool = False
    """A bombard that has to be made ready again."""
    removed: bool = False


class Army(Mutable):
    """One side's running account."""

    id: str
    flight_level: int
    extra: int = 0
    """Flight Points for good beside those counted from units and leaders (NA-5)."""
    deployed: bool = False
    """Has given its formation orders before the battle (14.1)."""


class Attack(Mutable):
    """What one unit was designated to do in the Shock part (10.3)."""

    unit: UnitId
    targets: list[UnitId]
    """Enemy units, each attacked by this unit."""
    charge: list[Hex | FacingField] | None = None
    """Way of a Charge: hexes entered and at most one facing (11.3); None for a plain Shock."""


class Activation(Mutable):
    """The activation under way: everything that is forgotten when it ends."""

    side: SideId
    command: CommandId
    """Command, or the one a Standard counts as."""
    standard: StandardId | None = None
    """A Standard is activated instead of the Command (13.2)."""
    how: How
    out_of_command: list[UnitId] = []
    """Units out of command when it began (15.2)."""
    may_recover: list[UnitId] = []
    """Units that were Disordered and next to no enemy when it began (13.1)."""
    began: dict[UnitId, Hex] = {}
    """Where each unit of the Command stood."""
    mp: dict[PieceId, Whole] = {}
    """Movement points spent, by unit or leader (5.1)."""
    acted: list[WorkerId] = []
    """Units that have done anything at all (13.1): moved, fired, turned, fought, changed formation."""
    moved: list[UnitId] = []
    """Units whose move is over: each moves once."""
    fired: list[WorkerId] = []
    """Made their Active shot (9.2)."""
    turned: dict[UnitId, Whole] = {}
    """Vertices turned while staying in a hex in enemy ZOC, or in formation (6.2, 14.1)."""
    left_zoc: dict[UnitId, list[UnitId]] = {}
    """Enemy units whose ZOC a unit has left (6.2)."""
    orders_given: bool = False
    """Something other than a formation order was given: no more of those (14.1)."""
    reaction_shots: list[UnitId] = []
    """Crossbows that used their Reaction shot (9.2)."""
    countercharged: list[UnitId] = []
    """Units that made a successful Counter-Charge (11.5)."""
    pending_counter: dict[UnitId, str] = {}
    """Counter-Charges that wait for a Genitor's move to end (9.2): by unit the Genitors that shot at it, each with the
    arc the shot came through ("GE1:flank,GE2:front")."""
    attacks: list[Attack] = []
    """Designated attacks still to be fought (10.3)."""
    attacked: list[UnitId] = []
    """Enemy units that were attacked in this Shock part (10.3)."""
    worked: list[WorkerId] = []
    """Units and markers that spent the activation on something special (PO-2, PO-5, CR-3)."""
    losses: list[UnitId] = []
    """Units that Retired or were eliminated during it (NA-5)."""


class State(BaseState):
    """A whole Men of Iron position."""

    model_config = ConfigDict(extra="forbid")

    options: dict[str, bool] = {}
    phase: Phase = "setup"
    armies: dict[str, Army]
    commands: dict[str, CommandState]
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    standards: dict[str, Standard] = {}
    markers: dict[str, Marker] = {}
    chooser: SideId
    """Side whose choice it is between activations."""
    last_command: CommandId | None = None
    """Command that has just finished (3.2)."""
    activation: Activation | None = None
    seized: bool = False
    """The activations under way go back to a Seizure: none is tried against them (4.3)."""
    passes: int = 0
    """Passes in a row without an activation between them."""
    deeds: int = 0
    """Orders carried out since the battle began."""
    activations: int = 0
    """Activations since the battle began, of Standards too."""
    latest: str = ""
    """Command or Standard that was activated last; "" before the first."""
    hedges_removed: list[tuple[Hex, Hex]] = []
    """Hexsides that are clear now (PO-2)."""
    notes: dict[str, str] = {}
    """Scratch values of the battle's special rules, by rule id."""

    @property
    def segment(self) -> int:
        """Link of the secret dice chain in use, counted from 1."""
        return 1 + self.deeds // ORDERS_IN_A_SEGMENT

    def enemy(self, side: str) -> str:
        """The other side's id."""
        return next(s for s in self.armies if s != side)


def unit_from(
    group: UnitGroup, number: int, side: str, command: str, at: Hex | None, formation: Formation | None
) -> Unit:
    """The counter of one unit as set up."""
    return Unit(
        id=f"{group.code}{number}",
        name=f"{group.name} {number}" if len(group.numbers) > 1 else group.name,
        side=side,
        command=command,
        type=group.type,
        weapon_carried=group.weapon,
        hex=at,
        facing=group.facings.get(number, group.facing),
        formation=formation if number in group.formation else None,
        arrival=group.arrival,
    )


def _units(side: str, spec: CommandSpec, formations: dict[UnitType, Formation]) -> list[Unit]:
    return [
        unit_from(g, n, side, spec.id, g.hexes[i] if g.hexes else None, formations.get(g.type))
        for g in spec.units
        for i, n in enumerate(g.numbers)
    ]


def initial_state(scenario: MenOfIronScenario, options: dict[str, bool] | None = None) -> State:
    """The position before the battle."""
    first, second = scenario.sides
    state = State(
        options=options or {},
        armies={s.id: Army(id=s.id, flight_level=s.flight_level) for s in scenario.sides},
        commands={},
        units={},
        leaders={},
        chooser=scenario.first_player or first.id,
    )
    for side in (first, second):
        for spec in side.commands:
            formations: dict[UnitType, Formation] = {
                t: f.formation for f in side.formations for t in f.types if not f.commands or spec.id in f.commands
            }
            x = spec.leader
            state.commands[spec.id] = CommandState(id=spec.id, name=spec.name, side=side.id, leader=x.id)
            state.leaders[x.id] = Leader(
                id=x.id,
                name=x.name,
                side=side.id,
                command=spec.id,
                king=x.king,
                activation=x.activation,
                command_range=x.command_range,
                ma=x.ma,
                hex=x.hex,
            )
            for u in _units(side.id, spec, formations):
                state.units[u.id] = u
        for standard in side.standards:
            state.standards[standard.id] = Standard(
                id=standard.id, name=standard.name, side=side.id, commands=standard.commands, hex=standard.hex
            )
        for m in side.markers:
            state.markers[m.id] = Marker(
                id=m.id,
                name=m.name,
                kind=m.kind,
                side=side.id,
                hex=m.hex,
                command=m.command,
                facing=m.facing if m.facing is not None else Facing.E,
            )
    return state
