"""A Cataphract battle as data: map, armies, command tables, special rules. Loaded by :mod:`scenarios`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.model import OrderWord, Title, UnitLetters
from engine.kernel.scenario import BaseScenario, BaseSide, Confidence, Strict, army
from engine.kernel.scenario import Briefing as Briefing
from engine.kernel.scenario import SpecialRule as SpecialRule
from engine.kernel.text import counted

UnitType = Literal["HC", "LN", "LC", "HI", "MI", "LI", "CH"]
"""2.22, table:unit_types Heavy, lancer and light cavalry; heavy, medium and light infantry; cheiroballistra."""

MissileClass = Literal["B", "C", "J", "F", "X"]
"""Bow, composite bow, javelin, throwing axe (2.21), cheiroballistra."""

CREW_COMPANIONS: tuple[UnitType, ...] = ("HI", "MI")
"""Infantry that may share its hex with a cheiroballistra (11.63)."""


class Counterpart(Strict):
    """The infantry counter of a cavalry unit that dismounts (11.1)."""

    type: UnitType
    tq: int = Field(ge=1, le=20)
    size: int = Field(ge=0, le=20)
    ma: int = Field(ge=1, le=20)
    missile: MissileClass | None = None


class UnitGroup(Strict):
    """Units that share their values. ``hexes`` gives one hex per unit; none for reinforcements."""

    code: UnitLetters
    """Letters of the unit codes: code "THC" and numbers 1-5 make THC1 to THC5."""
    name: Title
    """Singular name without number: "Thracian cataphracts"."""
    contingent: Title
    """Command the unit belongs to; contingent commanders are tied to it, bands are coloured by it."""
    nationality: str
    type: UnitType
    cls: Literal["Cat"] | None = None
    numbers: tuple[int, ...]
    hexes: tuple[Hex, ...] = ()
    facing: FacingField | None = None
    size: int = Field(ge=0, le=20)
    tq: int = Field(ge=1, le=20)
    ma: int = Field(ge=1, le=20)
    missile: MissileClass | None = None
    sword: bool = False
    rp: int | None = None
    """Rout Points when eliminated, where they differ from printed TQ (12.11)."""
    passes_lightly: bool = False
    """First row of the Stacking Chart: Heruli, Huns, Massagetae, Visigoth light cavalry (6.65)."""
    feint_reaction: int | None = None
    """Reaction value against Feigned Retreat (6.74)."""
    feigns: bool = False
    """May use Feigned Retreat (6.71)."""
    forms_shield_wall: bool = False
    """Roman or Byzantine foot: locks shields while it fights as HI or MI (11.71)."""
    dismounted: Counterpart | None = None
    reinforcement: str | None = None
    """Name of the reinforcement event that brings it on."""
    allowed: tuple[Hex, ...] = ()
    """Hexes its owner may choose from when he sets it up; () leaves him none but ``hexes``."""
    free_facing: bool = False
    """Its owner chooses its facing when he sets it up; ``facing`` is the one it has if he doesn't."""
    commanded_by: tuple[str, ...] = ()
    """The only leaders who may command it, by id; () for whoever 4.5 allows."""
    values: Confidence = "inferred"
    """Whether Size, TQ, MA and missile class are stated in the source or reconstructed."""
    note: str = ""


class LeaderSpec(Strict):
    """2.24 Leader ratings: one leader, as the battle begins (4.1)."""

    id: OrderWord
    """One word, unique in the battle; written in orders."""
    name: Title
    role: Literal["OC", "SC", "CC"]
    hex: Hex | None = None
    initiative: int = Field(ge=0, le=9)
    command_range: int = Field(ge=0, le=30)
    strategy: int | None = None
    """OC only (4.1)."""
    charisma: int = Field(ge=0, le=9)
    personal_combat: int = Field(ge=0, le=9)
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
    allowed: tuple[Hex, ...] = ()
    """Hexes his owner may choose from when he sets him up; () leaves him none but ``hex``."""
    set_up_with: str | None = None
    """Unit, by code, in whose hex he is set up, wherever its owner puts it."""
    values: Confidence = "inferred"
    note: str = ""


class LineSpec(Strict):
    """One row of a Line Command table: who may form a Line together, and how close (4.32)."""

    types: tuple[str, ...]
    """Types and classes: "HC/Cat", "LN", "MI"."""
    contingents: tuple[str, ...] = ()
    """Contingents that may take part; () for all."""
    cavalry_gap: Literal[0, 1] = 1
    """Hexes that may lie between two horsemen of the Line."""
    foot_gap: Literal[0, 1] | None = None
    """The same for foot; None: side by side or front to rear, as 4.32 has it."""
    cavalry_reach: Literal[1, 2] = 2
    """Command Ranges within which its horsemen must be."""
    foot_reach: Literal[1, 2] = 2

    def admits(self, kind: str, contingent: str) -> bool:
        """Whether units of a type and class, of a contingent, may be in the Line."""
        return kind in self.types and (not self.contingents or contingent in self.contingents)


def _row(given: Any) -> Any:
    return {"types": given} if isinstance(given, list | tuple) else given


LineRow = Annotated[LineSpec, BeforeValidator(_row, json_schema_input_type=LineSpec | tuple[str, ...])]
"""A row, or just its types where nothing else is special."""


class SideSpec(BaseSide):
    """One army."""

    withdrawal_level: int = Field(ge=1, le=1_000_000)
    disciplined: bool = True
    """False: Undisciplined Army, TQ +2 until a check fails (11.2)."""
    retreat_edge: tuple[Hex, ...]
    """Map-edge hexes units rout towards, or the single retreat hex."""
    retreat_facing: FacingField | None
    """Direction of the Retreat Edge; None when units retreat towards a single hex."""
    lines: tuple[LineRow, ...] = ()
    """Line Command availability (4.32)."""
    replacements: tuple[LeaderSpec, ...] = ()
    """Pool of replacement leaders (4.63): Subordinate Commanders off the map, in the place of lost ones."""
    leaders: tuple[LeaderSpec, ...]
    units: tuple[UnitGroup, ...]

    @property
    def unit_count(self) -> int:
        return sum(len(g.numbers) for g in self.units)

    def unbreakable(self) -> SideSpec:
        return self.model_copy(update={"withdrawal_level": 1_000_000})


class ChampionSpec(Strict):
    """A side's champion in single combat before the battle (11.81)."""

    side: str
    name: Title
    combat: int = Field(ge=0, le=9)
    endurance: int = Field(ge=0, le=20)
    appeal: str | None = None
    """Leader who may try to undo his champion's defeat, at the risk of making it worse (11.85 at Taginae)."""


class CataphractScenario(BaseScenario):
    """One battle, complete."""

    system: Literal["cataphract"] = "cataphract"
    sides: tuple[SideSpec, SideSpec]
    rules_not_used: tuple[str, ...] = ()
    """Cases switched off in this battle ("6.4", "11.2")."""
    optional_rules: tuple[str, ...] = ("10.3",)
    turn_limit: int | None = None
    champions: tuple[ChampionSpec, ...] = ()
    """One a side, or none (11.81)."""
    setup_order: tuple[str, ...] = ()
    """Sides in the order they set up in; () as listed."""
    missile_overrides: dict[str, dict[str, int]] = {}
    """Rows of the Missile Range chart that differ in this battle: strength by range (9.31)."""

    def side(self, side_id: str) -> SideSpec:
        return army(self.sides, side_id)

    def problems(self) -> Iterator[str]:
        """Everything wrong with the battle that types alone can't tell, one sentence with its path each."""
        yield from (f"map.{p}" for p in self.map.problems())
        taken: dict[Hex, list[UnitGroup]] = {}
        ids: dict[str, str] = {}
        if self.sides[0].id == self.sides[1].id:
            yield f"sides: both are called {self.sides[0].id}"
        for i, side in enumerate(self.sides):
            at = f"sides[{i}]"
            contingents = {g.contingent for g in side.units}
            for h in side.retreat_edge:
                if h not in self.map:
                    yield f"{at}.retreat_edge: hex {show(h)} is not on the map"
            if not side.retreat_edge:
                yield f"{at}.retreat_edge: names no hex"
            commanders = {x.id for x in side.leaders if x.role == "OC" and x.succeeds is None}
            if not commanders:
                yield f"{at}.leaders: an army has an OC"
            for j, group in enumerate(side.units):
                here = f"{at}.units[{j}] ({group.code})"
                if group.hexes and len(group.hexes) != len(group.numbers):
                    needs = counted(len(group.numbers), "unit needs|units need")
                    yield f"{here}.hexes: {needs} as many hexes, not {len(group.hexes)}"
                if not group.hexes and group.reinforcement is None:
                    yield f"{here}.hexes: missing, and the group is no reinforcement"
                if group.hexes and group.facing is None:
                    yield f"{here}.facing: missing"
                if group.facing is not None and not group.facing.is_vertex:
                    yield f"{here}.facing: {group.facing.name} is a hexside; units face a vertex at set-up"
                for n in group.numbers:
                    code = f"{group.code}{n}"
                    if code in ids:
                        yield f"{here}.numbers: unit {code} exists already ({ids[code]})"
                    ids[code] = here
                yield from self._area_problems(here, group.allowed, group.hexes)
                for name in group.commanded_by:
                    if name not in {x.id for x in side.leaders}:
                        yield f"{here}.commanded_by: {name} is no leader of this side"
                for h in group.hexes:
                    if h not in self.map:
                        yield f"{here}.hexes: hex {show(h)} is not on the map"
                    elif not _share(*taken.get(h, ()), group):
                        others = " and ".join(x.code for x in taken[h])
                        yield f"{here}.hexes: hex {show(h)} is already taken by {others}"
                    taken.setdefault(h, []).append(group)
            starts = {f"{g.code}{n}": h for g in side.units for n, h in zip(g.numbers, g.hexes, strict=False)}
            for j, leader in enumerate(side.leaders):
                here = f"{at}.leaders[{j}] ({leader.id})"
                yield from self._area_problems(here, leader.allowed, () if leader.hex is None else (leader.hex,))
                for field in ("superior", "succeeds"):
                    name = getattr(leader, field)
                    if name is not None and name not in {x.id for x in side.leaders}:
                        yield f"{here}.{field}: {name} is no leader of this side"
                host = leader.set_up_with
                if host is not None and host not in starts:
                    yield f"{here}.set_up_with: {host} is no unit of this side on the map"
                elif host is not None and (leader.allowed or leader.hex != starts[host]):
                    yield f"{here}.set_up_with: he stands in {host}'s hex {show(starts[host])} and has none to choose"
                if leader.superior is not None and leader.superior not in commanders:
                    yield f"{here}.superior: {leader.superior} is no OC"
                if leader.succeeds is not None and leader.hex is None:
                    pass  # he waits off the map
                elif leader.hex is None or leader.hex not in self.map:
                    yield f"{here}.hex: {leader.hex and show(leader.hex)} is not on the map"
                if leader.role == "OC" and leader.strategy is None:
                    yield f"{here}.strategy: an OC needs one"
                if leader.id in ids:
                    yield f"{here}.id: used twice"
                ids[leader.id] = here
                for c in leader.commands:
                    if c not in contingents:
                        yield f"{here}.commands: no unit belongs to {c}"
            for j, leader in enumerate(side.replacements):
                here = f"{at}.replacements[{j}] ({leader.id})"
                yield from _replacement_problems(here, leader)
                if leader.id in ids:
                    yield f"{here}.id: used twice"
                ids[leader.id] = here
        yield from self._champion_problems()
        yield from self._choice_problems()

    def _area_problems(self, here: str, allowed: tuple[Hex, ...], hexes: tuple[Hex, ...]) -> Iterator[str]:
        for h in allowed:
            if h not in self.map:
                yield f"{here}.allowed: hex {show(h)} is not on the map"
        for h in hexes:
            if allowed and h not in allowed:
                yield f"{here}.allowed: leaves out {show(h)}, where it stands unless its owner chooses otherwise"

    def _choice_problems(self) -> Iterator[str]:
        sides = sorted(s.id for s in self.sides)
        if self.setup_order and sorted(self.setup_order) != sides:
            yield f"setup_order: names each of {', '.join(sides)} once"
        yield from self.rule_problems()

    def _champion_problems(self) -> Iterator[str]:
        sides = {s.id: s for s in self.sides}
        if self.champions and sorted(c.side for c in self.champions) != sorted(sides):
            yield f"champions: one for each of {', '.join(sides)}, or none at all"
        for i, c in enumerate(self.champions):
            leaders = [x.id for x in sides[c.side].leaders] if c.side in sides else []
            if c.appeal is not None and c.appeal not in leaders:
                yield f"champions[{i}] ({c.name}).appeal: {c.appeal} is no leader of his side"


def _replacement_problems(here: str, leader: LeaderSpec) -> Iterator[str]:
    """4.63 What a leader in the pool can't be or have: rank, place and limits are those of whom he replaces."""
    if leader.role != "SC":
        yield f"{here}.role: {leader.role}, but only Subordinate Commanders (SC) are replaced from the pool"
    for field in ("hex", "allowed", "set_up_with", "commands", "kinds", "one_kind", "superior", "succeeds"):
        if getattr(leader, field):
            yield f"{here}.{field}: leave it out; a replacement takes it over from whom he replaces"


def _share(*groups: UnitGroup) -> bool:
    """11.63 Whether units of these groups may stand in one hex: one alone, or a cheiroballistra beside its infantry."""
    if len(groups) < 2:
        return True
    kinds = sorted((x.type for x in groups), key=lambda t: t != "CH")
    return len(kinds) == 2 and kinds[0] == "CH" and kinds[1] in CREW_COMPANIONS
