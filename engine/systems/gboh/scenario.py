"""A battle as data, as far as every game of the family has it: map, armies, command tables, special rules.

A system subclasses these models, adds what its counters show, and declares the containers again with its own types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field

from engine.kernel.complaints import offer
from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.json_values import is_sequence
from engine.kernel.model import OrderWord, Title, UnitLetters, Whole
from engine.kernel.scenario import BaseSide, Confidence, HexScenario, Strict, army
from engine.kernel.stretches import Hexes
from engine.kernel.text import counted

Role: TypeAlias = Literal["OC", "SC", "CC"]
"""Overall, Subordinate and Contingent Commander (4.1)."""


class UnitGroup(Strict):
    """Units that share their values. ``hexes`` gives one hex per unit; none for reinforcements."""

    code: UnitLetters
    """Letters of the unit codes: code "THC" and numbers 1-5 make THC1 to THC5."""
    name: Title
    """Singular name without number: "Thracian cataphracts"."""
    contingent: Title
    """Command the unit belongs to; contingent commanders are tied to it, bands are coloured by it."""
    nationality: str
    type: str
    cls: str | None = None
    """Class within the type."""
    numbers: tuple[Whole, ...]
    hexes: Hexes = ()
    double_depth: bool = False
    """They begin two deep, each second one under the one before, in the same hexes (A 9.62, S 9.5)."""
    facing: FacingField | None = None
    size: int = Field(ge=0, le=20)
    tq: int = Field(ge=1, le=20)
    ma: int = Field(ge=1, le=20)
    missile: str | None = None
    """Missile class."""
    rp: Whole | None = None
    """Rout Points when eliminated, where they differ from what the rules say (12.11)."""
    reinforcement: str | None = None
    """Name of the reinforcement event that brings it on."""
    allowed: Hexes = ()
    """Hexes its owner may choose from when setting it up; () leaves none but ``hexes``."""
    area: str | None = None
    """The same by the name of one of the battle's areas."""
    optional: str | None = None
    """Optional rule without which it isn't in the battle."""
    retreats_to: Hexes = ()
    """Hexes it routs towards in place of its army's Retreat Edge."""
    free_facing: bool = False
    """Its owner chooses its facing when setting it up; ``facing`` is the one it has otherwise."""
    commanded_by: tuple[str, ...] = ()
    """The only leaders who may command it, by id; () for whoever 4.5 allows."""
    values: Confidence = "inferred"
    """Whether Size, TQ, MA and missile class are stated in the source or reconstructed."""
    note: str = ""

    @property
    def kind(self) -> str:
        """Type and class as tables of troops write it."""
        return f"{self.type}/{self.cls}" if self.cls else self.type

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of its units, in order."""
        return tuple(f"{self.code}{n}" for n in self.numbers)


class LeaderSpec(Strict):
    """2.24 Leader ratings: one leader, as the battle begins (4.1)."""

    id: OrderWord
    """One word, unique in the battle; written in orders."""
    name: Title
    role: Role
    hex: Hex | None = None
    initiative: int = Field(ge=0, le=9)
    command_range: int = Field(ge=0, le=30)
    strategy: Whole | None = None
    """OC only (4.1)."""
    charisma: int = Field(ge=0, le=9)
    line_commands: int = Field(ge=0, le=3)
    """Line Commands per Orders Phase; 0 for contingent commanders (4.31)."""
    elite: bool = False
    commands: tuple[str, ...] = ()
    """Contingents he may command; () for everybody (4.5)."""
    kinds: tuple[str, ...] = ()
    """Types and classes he may command, as line tables write them ("HC/Cat", "LI"); () for all."""
    one_kind: bool = False
    """In one Orders Phase he commands units of one type only."""
    superior: str | None = None
    """The OC he is subordinate to, where a side has several; None: its first."""
    succeeds: str | None = None
    """Leader whose place he takes when that one is lost; he is off the map until then."""
    area: str | None = None
    """The same as ``allowed``, by the name of one of the battle's areas."""
    optional: str | None = None
    """Optional rule without which he isn't in the battle."""
    reinforcement: str | None = None
    """Name of the reinforcement event that brings him on; he has no ``hex`` then."""
    allowed: Hexes = ()
    """Hexes his owner may choose from when setting him up; () leaves none but ``hex``."""
    set_up_with: str | None = None
    """Unit, by code, in whose hex he is set up, wherever its owner puts it."""
    values: Confidence = "inferred"
    note: str = ""


class LineSpec(Strict):
    """One row of a Line Command table: who may form a Line together, and how close (4.32)."""

    # S table:line_command_eligibility Line Command Eligibility: a table of them for each side of a battle.

    types: tuple[str, ...]
    """Types and classes: "HC/Cat", "LN", "MI"."""
    contingents: tuple[str, ...] = ()
    """Contingents that may take part; () for all."""
    apart: Literal[1, 2, 3] | None = None
    """How many hexes apart its units may stand at most, foot as horse, in games that go by that (S 4.24): 1, next to
    one another."""
    cavalry_gap: Literal[0, 1] = 1
    """Hexes that may lie between two horsemen of the Line."""
    foot_gap: Literal[0, 1] | None = None
    """The same for foot; None: side by side or front to rear, as 4.32 has it."""
    cavalry_reach: Literal[1, 2] = 2
    """Command Ranges within which its horsemen must be."""
    foot_reach: Literal[1, 2] = 2
    leaders: tuple[str, ...] = ()
    """The only leaders who may command it, by id; () for all (A 4.37)."""
    leaders_with: str | None = None
    """Optional rule under which ``leaders`` holds; None: always."""

    @property
    def hexes_apart(self) -> int:
        """4.24 Hexes its units may stand apart."""
        return self.apart or 1

    def admits(self, kind: str, contingent: str) -> bool:
        """Whether units of a type and class, of a contingent, may be in the Line."""
        return kind in self.types and (not self.contingents or contingent in self.contingents)


def _row(given: Any) -> Any:
    return {"types": given} if is_sequence(given) else given


LineRow = Annotated[LineSpec, BeforeValidator(_row, json_schema_input_type=LineSpec | tuple[str, ...])]
"""A row, or just its types where nothing else is special."""


class SideSpec(BaseSide):
    """One army."""

    withdrawal_level: int = Field(ge=1, le=1_000_000)
    withdrawal_level_with: dict[str, Whole] = {}
    """The level by an optional rule that changes it: of several that are switched on the first counts."""
    retreat_edge: Hexes
    """Map-edge hexes units rout towards, or the single retreat hex."""
    retreat_facing: FacingField | None
    """Direction of the Retreat Edge; None when units retreat towards a single hex."""
    lines: tuple[LineRow, ...] = ()
    """Line Command availability (4.32)."""
    first_of_equals: bool = False
    """5.12 Of leaders of equal Initiative one of this army is first, where the game has no roll for it."""
    replacements: tuple[LeaderSpec, ...] = ()
    """Pool of replacement leaders (4.63): Subordinate Commanders off the map, in the place of lost ones."""
    leaders: tuple[LeaderSpec, ...]
    units: tuple[UnitGroup, ...]

    @property
    def unit_count(self) -> int:
        return sum(len(g.numbers) for g in self.units)

    def unbreakable(self) -> Self:
        return self.model_copy(update={"withdrawal_level": 1_000_000, "withdrawal_level_with": {}})

    def level_under(self, options: Mapping[str, bool]) -> int:
        """Its Withdrawal Level in a battle with these optional rules."""
        changed = (n for name, n in self.withdrawal_level_with.items() if options.get(name))
        return next(changed, self.withdrawal_level)


class GbohScenario(HexScenario):
    """One battle, complete."""

    sides: tuple[SideSpec, SideSpec]
    rules_not_used: tuple[str, ...] = ()
    """Cases switched off in this battle ("6.4", "11.2")."""
    turn_limit: Whole | None = None
    turn_limit_winner: str | None = None
    """Side that has won when the last turn ends with both armies on the field; None: nobody."""
    setup_order: tuple[str, ...] = ()
    """Sides in the order they set up in; () as listed."""
    needs_commander: ClassVar[bool] = True
    """Whether every army has an Overall Commander."""
    one_commander: ClassVar[bool] = False
    """Whether no army has more than one Overall Commander at a time."""
    strategic_commander: ClassVar[bool] = True
    """Whether an OC needs a Strategy rating (4.1)."""
    missile_overrides: dict[str, dict[str, Whole]] = {}
    """Rows of the Missile Range chart that differ in this battle: strength by range (9.31)."""

    @property
    def ground_names(self) -> Mapping[str, str]:
        """Rows of the Movement Costs chart by the map's names, where this battle reads them otherwise (G 2.1)."""
        return {}

    def side(self, side_id: str) -> SideSpec:
        """An army by id. Raises KeyError for one that isn't there."""
        return army(self.sides, side_id)

    def places(self, piece: UnitGroup | LeaderSpec) -> tuple[Hex, ...]:
        """Hexes units of a group, or a leader, may be set up in by choice; () leaves none."""
        if piece.area is None:
            return piece.allowed
        return tuple(h for h in self.areas.get(piece.area, ()) if h in self.map)

    def own_names(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        """What parameters of special rules may name besides what every battle has: a word for it, and its names."""
        return {}

    def may_share(self, groups: Sequence[UnitGroup]) -> bool:
        """Whether units of these groups, two or more, may be set up in one hex."""
        return False

    def problems(self) -> Iterator[str]:
        """Everything wrong with the battle that types alone can't tell, one sentence with its path each."""
        yield from (f"map.{p}" for p in self.map.problems())
        if self.sides[0].id == self.sides[1].id:
            yield f"sides: both are called {self.sides[0].id}"
        names = _Taken()
        yield from self.area_problems()
        for i, side in enumerate(self.sides):
            yield from self._side_problems(f"sides[{i}]", side, names)
        yield from self.own_problems()
        sides = sorted(s.id for s in self.sides)
        if self.turn_limit_winner is not None and self.turn_limit_winner not in sides:
            yield f"turn_limit_winner: {self.turn_limit_winner} is no side of this battle"
        if self.turn_limit_winner is not None and self.turn_limit is None:
            yield "turn_limit_winner: there is no turn_limit"
        if self.setup_order and sorted(self.setup_order) != sides:
            yield f"setup_order: names each of {', '.join(sides)} once"
        yield from self.rule_problems()

    def own_problems(self) -> Iterator[str]:
        """What is wrong with what the system adds to a battle."""
        yield from ()

    def _side_problems(self, at: str, side: SideSpec, taken: _Taken) -> Iterator[str]:
        for h in side.retreat_edge:
            if h not in self.map:
                yield f"{at}.retreat_edge: hex {show(h)} is not on the map"
        if not side.retreat_edge:
            yield f"{at}.retreat_edge: names no hex"
        for name in side.withdrawal_level_with:
            yield from self._optional_problems(f"{at}.withdrawal_level_with", name)
        commanders = _commanders(side)
        if self.needs_commander and not commanders:
            yield f"{at}.leaders: an army has an OC"
        elif not side.leaders:
            yield f"{at}.leaders: an army needs leaders: nobody else gives orders"
        if self.one_commander and len(commanders) > 1:
            named = " and ".join(commanders)
            yield f"{at}.leaders: an army has one OC, not {len(commanders)}: leave it to one of {named} to be it"
        for j, group in enumerate(side.units):
            here = f"{at}.units[{j}] ({group.code})"
            yield from _value_problems(here, group)
            yield from taken.codes(here, group)
            yield from self._area_problems(here, group, group.hexes)
            yield from self._optional_problems(here, group.optional)
            for h in group.retreats_to:
                if h not in self.map:
                    yield f"{here}.retreats_to: hex {show(h)} is not on the map"
            for name in group.commanded_by:
                if name not in {x.id for x in side.leaders}:
                    yield f"{here}.commanded_by: {name} is no leader of this side"
            yield from self._place_problems(here, group, taken)
        for j, leader in enumerate(side.leaders):
            here = f"{at}.leaders[{j}] ({leader.id})"
            yield from self._leader_problems(here, leader, side)
            yield from taken.id(here, leader.id)
            yield from _contingent_problems(here, leader, side)
        for j, row in enumerate(side.lines):
            for name in row.leaders:
                if name not in {x.id for x in side.leaders}:
                    yield f"{at}.lines[{j}].leaders: {name} is no leader of this side"
            if row.leaders_with is not None and row.leaders_with not in self.optional_rules:
                yield f"{at}.lines[{j}].leaders_with: {row.leaders_with} is no optional rule of this battle"
        for j, leader in enumerate(side.replacements):
            here = f"{at}.replacements[{j}] ({leader.id})"
            yield from _replacement_problems(here, leader)
            yield from taken.id(here, leader.id)

    def _place_problems(self, here: str, group: UnitGroup, taken: _Taken) -> Iterator[str]:
        """Where units of a group stand: on the map, and alone unless the rules let them share."""
        for h in group.hexes:
            others = taken.hexes.setdefault(h, [])
            if h not in self.map:
                yield f"{here}.hexes: hex {show(h)} is not on the map"
            elif others and not self.may_share((*others, group)):
                yield f"{here}.hexes: hex {show(h)} is already taken by {' and '.join(x.code for x in others)}"
            others.append(group)

    def _leader_problems(self, here: str, leader: LeaderSpec, side: SideSpec) -> Iterator[str]:
        yield from self._area_problems(here, leader, () if leader.hex is None else (leader.hex,))
        yield from self._optional_problems(here, leader.optional)
        for field in ("superior", "succeeds"):
            name = getattr(leader, field)
            if name is not None and name not in {x.id for x in side.leaders}:
                yield f"{here}.{field}: {name} is no leader of this side"
        yield from _host_problems(here, leader, side)
        if leader.superior is not None and leader.superior not in _commanders(side):
            yield f"{here}.superior: {leader.superior} is no OC"
        waits = (leader.succeeds is not None or leader.reinforcement is not None) and leader.hex is None
        if leader.reinforcement is not None and leader.hex is not None:
            yield f"{here}.hex: leave it out: he comes with {leader.reinforcement!r}"
        if not waits and (leader.hex is None or leader.hex not in self.map):
            yield f"{here}.hex: {leader.hex and show(leader.hex)} is not on the map"
        if self.strategic_commander and leader.role == "OC" and leader.strategy is None:
            yield f"{here}.strategy: an OC needs one"

    def _area_problems(self, here: str, piece: UnitGroup | LeaderSpec, hexes: tuple[Hex, ...]) -> Iterator[str]:
        if piece.area is not None:
            if piece.area not in self.areas:
                yield f"{here}.area: the battle has no area {piece.area!r}" + offer(piece.area, self.areas)
                return
            if piece.allowed:
                yield f"{here}.allowed: leave it out, the area {piece.area!r} says it"
        else:
            for h in piece.allowed:
                if h not in self.map:
                    yield f"{here}.allowed: hex {show(h)} is not on the map"
        allowed = set(self.places(piece))
        for h in hexes:
            if allowed and h not in allowed:
                where = "allowed" if piece.area is None else "area"
                yield f"{here}.{where}: leaves out {show(h)}, where it stands unless its owner chooses otherwise"

    def _optional_problems(self, here: str, name: str | None) -> Iterator[str]:
        if name is not None and name not in self.optional_rules:
            yield f"{here}.optional: {name} is no optional rule of this battle" + offer(name, self.optional_rules)


class _Taken:
    """Names and hexes that have been given to somebody already."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self.hexes: dict[Hex, list[UnitGroup]] = {}

    def codes(self, here: str, group: UnitGroup) -> Iterator[str]:
        for code in group.codes:
            if code in self._ids:
                yield f"{here}.numbers: unit {code} exists already ({self._ids[code]})"
            self._ids[code] = here

    def id(self, here: str, name: str) -> Iterator[str]:
        if name in self._ids:
            yield f"{here}.id: used twice"
        self._ids[name] = here


def _commanders(side: SideSpec) -> list[str]:
    """Its Overall Commanders in their order, those aside who only step into another's place."""
    return [x.id for x in side.leaders if x.role == "OC" and x.succeeds is None]


def _value_problems(here: str, group: UnitGroup) -> Iterator[str]:
    if group.hexes and len(group.hexes) != len(group.numbers):
        needs = counted(len(group.numbers), "unit needs|units need")
        yield f"{here}.hexes: {needs} as many hexes, not {len(group.hexes)}"
    if not group.hexes and group.reinforcement is None:
        yield f"{here}.hexes: missing, and the group is no reinforcement"
    if group.hexes and group.facing is None:
        yield f"{here}.facing: missing"
    if group.facing is not None and not group.facing.is_vertex:
        yield f"{here}.facing: {group.facing.name} is a hexside; units face a vertex at set-up"


def _host_problems(here: str, leader: LeaderSpec, side: SideSpec) -> Iterator[str]:
    """Whether the unit is there in whose hex a leader is set up."""
    starts = {code: h for g in side.units for code, h in zip(g.codes, g.hexes, strict=False)}
    host = leader.set_up_with
    if host is not None and host not in starts:
        yield f"{here}.set_up_with: {host} is no unit of this side on the map"
    elif host is not None and (leader.allowed or leader.area or leader.hex != starts[host]):
        yield f"{here}.set_up_with: he stands in {host}'s hex {show(starts[host])} and has none to choose"


def _contingent_problems(here: str, leader: LeaderSpec, side: SideSpec) -> Iterator[str]:
    contingents = {g.contingent for g in side.units}
    for c in leader.commands:
        if c not in contingents:
            yield f"{here}.commands: no unit belongs to {c}"


def _replacement_problems(here: str, leader: LeaderSpec) -> Iterator[str]:
    """4.63 What a leader in the pool can't be or have: rank, place and limits are those of whom he replaces."""
    if leader.role != "SC":
        yield f"{here}.role: {leader.role}, but only Subordinate Commanders (SC) are replaced from the pool"
    for field in ("hex", "allowed", "area", "set_up_with", "commands", "kinds", "one_kind", "superior", "succeeds"):
        if getattr(leader, field):
            yield f"{here}.{field}: leave it out; a replacement takes it over from whom he replaces"
