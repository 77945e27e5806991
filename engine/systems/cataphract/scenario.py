"""A Cataphract battle as data: map, armies, command tables, special rules. Loaded by :mod:`scenarios`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.terrain import BattleMap

UnitType = Literal["HC", "LN", "LC", "HI", "MI", "LI", "CH"]
"""Heavy, lancer and light cavalry; heavy, medium and light infantry; cheiroballistra (2.22)."""

MissileClass = Literal["B", "C", "J", "F", "X"]
"""Bow, composite bow, javelin, throwing axe (2.21), cheiroballistra."""

CREW_COMPANIONS: tuple[UnitType, ...] = ("HI", "MI")
"""Infantry that may share its hex with a cheiroballistra (11.63)."""

Confidence = Literal["source", "inferred"]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Counterpart(Strict):
    """The infantry counter of a cavalry unit that dismounts (11.1)."""

    type: UnitType
    tq: int = Field(ge=1, le=20)
    size: int = Field(ge=0, le=20)
    ma: int = Field(ge=1, le=20)
    missile: MissileClass | None = None


class UnitGroup(Strict):
    """Units that share their values. ``hexes`` gives one hex per unit; none for reinforcements."""

    code: str = Field(pattern=r"^[A-Z]{1,4}$")
    """Letters of the unit codes: code "THC" and numbers 1-5 make THC1 to THC5."""
    name: str
    """Singular name without number: "Thracian cataphracts"."""
    contingent: str
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
    values: Confidence = "inferred"
    """Whether Size, TQ, MA and missile class are stated in the source or reconstructed."""
    note: str = ""


class LeaderSpec(Strict):
    """One leader (4.1)."""

    id: str = Field(pattern=r"^[A-Z][A-Za-z]{1,15}$")
    """One word, unique in the battle; written in orders."""
    name: str
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
    values: Confidence = "inferred"


class SideSpec(Strict):
    """One army."""

    id: str = Field(pattern=r"^[a-z][a-z-]{0,20}$")
    name: str
    adjective: str
    withdrawal_level: int = Field(ge=1)
    disciplined: bool = True
    """False: Undisciplined Army, TQ +2 until a check fails (11.2)."""
    retreat_edge: tuple[Hex, ...]
    """Map-edge hexes units rout towards, or the single retreat hex."""
    retreat_facing: FacingField | None
    """Direction of the Retreat Edge; None when units retreat towards a single hex."""
    lines: tuple[tuple[str, ...], ...] = ()
    """Line Command availability: each inner tuple lists types ("HC/Cat", "LN", "MI") that may form one Line."""
    replacements: tuple[LeaderSpec, ...] = ()
    """Pool of replacement leaders (4.63)."""
    leaders: tuple[LeaderSpec, ...]
    units: tuple[UnitGroup, ...]


class SpecialRule(Strict):
    """A rule of this battle alone. ``id`` is the name of the procedure that implements it."""

    id: str
    title: str
    text: str
    """In our own words, for /rule."""
    params: dict[str, str | int | bool | list[str] | list[int]] = {}


class ChampionSpec(Strict):
    """A side's champion in single combat before the battle (11.81)."""

    side: str
    name: str
    combat: int = Field(ge=0, le=9)
    endurance: int = Field(ge=0, le=20)
    appeal: str | None = None
    """Leader who may try to undo his champion's defeat, at the risk of making it worse (11.85 at Taginae)."""


class Briefing(Strict):
    """What players read before they choose a side."""

    history: str
    sides: dict[str, str]
    """What each side should try, by side id."""
    balance: str
    length: str


class CataphractScenario(Strict):
    """One battle, complete."""

    format: Literal["hexarch-scenario/1"] = "hexarch-scenario/1"
    system: Literal["cataphract"] = "cataphract"
    id: str = Field(pattern=r"^[a-z][a-z0-9-]{1,30}$")
    title: str
    date: str
    place: str
    briefing: Briefing
    map: BattleMap
    sides: tuple[SideSpec, SideSpec]
    special_rules: tuple[SpecialRule, ...] = ()
    rules_not_used: tuple[str, ...] = ()
    """Cases switched off in this battle ("6.4", "11.2")."""
    optional_rules: tuple[str, ...] = ("10.3",)
    """Cases players may switch on when they create the battle."""
    turn_limit: int | None = None
    champions: tuple[ChampionSpec, ...] = ()
    """One a side, or none (11.81)."""

    @property
    def key(self) -> str:
        """ "cataphract/tricameron"."""
        return f"{self.system}/{self.id}"

    def side(self, side_id: str) -> SideSpec:
        for s in self.sides:
            if s.id == side_id:
                return s
        raise KeyError(side_id)

    def special(self, rule_id: str) -> SpecialRule | None:
        return next((r for r in self.special_rules if r.id == rule_id), None)

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
            if sum(x.role == "OC" for x in side.leaders) != 1:
                yield f"{at}.leaders: an army has exactly one OC"
            for j, group in enumerate(side.units):
                here = f"{at}.units[{j}] ({group.code})"
                if group.hexes and len(group.hexes) != len(group.numbers):
                    yield f"{here}.hexes: {len(group.numbers)} units need as many hexes, not {len(group.hexes)}"
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
                for h in group.hexes:
                    if h not in self.map:
                        yield f"{here}.hexes: hex {show(h)} is not on the map"
                    elif not _share(*taken.get(h, ()), group):
                        others = " and ".join(x.code for x in taken[h])
                        yield f"{here}.hexes: hex {show(h)} is already taken by {others}"
                    taken.setdefault(h, []).append(group)
            own = {h for g in side.units for h in g.hexes}
            for j, leader in enumerate(side.leaders):
                here = f"{at}.leaders[{j}] ({leader.id})"
                if leader.hex is None or leader.hex not in self.map:
                    yield f"{here}.hex: {leader.hex and show(leader.hex)} is not on the map"
                elif leader.hex in taken and leader.hex not in own:
                    yield f"{here}.hex: {show(leader.hex)} holds an enemy unit"
                if leader.role == "OC" and leader.strategy is None:
                    yield f"{here}.strategy: an OC needs one"
                if leader.id in ids:
                    yield f"{here}.id: used twice"
                ids[leader.id] = here
                for c in leader.commands:
                    if c not in contingents:
                        yield f"{here}.commands: no unit belongs to {c}"
        yield from self._champion_problems()

    def _champion_problems(self) -> Iterator[str]:
        sides = {s.id: s for s in self.sides}
        if self.champions and sorted(c.side for c in self.champions) != sorted(sides):
            yield f"champions: one for each of {', '.join(sides)}, or none at all"
        for i, c in enumerate(self.champions):
            leaders = [x.id for x in sides[c.side].leaders] if c.side in sides else []
            if c.appeal is not None and c.appeal not in leaders:
                yield f"champions[{i}] ({c.name}).appeal: {c.appeal} is no leader of his side"


def _share(*groups: UnitGroup) -> bool:
    """11.63 Whether units of these groups may stand in one hex: one alone, or a cheiroballistra beside its infantry."""
    if len(groups) < 2:
        return True
    kinds = sorted((x.type for x in groups), key=lambda t: t != "CH")
    return len(kinds) == 2 and kinds[0] == "CH" and kinds[1] in CREW_COMPANIONS
