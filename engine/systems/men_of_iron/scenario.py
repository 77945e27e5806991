"""A Men of Iron battle as data: map, armies by Command, standards, special rules. Loaded by :mod:`scenarios`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from engine.kernel.complaints import offer
from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.model import OrderWord, Title, UnitLetters, Whole
from engine.kernel.scenario import BaseSide, Confidence, HexScenario, Strict, army
from engine.kernel.stretches import Hexes
from engine.kernel.text import counted

UnitType = Literal["MM", "UH", "DM", "AX", "PK", "LB", "CB", "SL", "GE", "MH", "DH"]
"""Men-at-Arms mounted, unhorsed and dismounted; axes and pikes; longbows, crossbows and slingers; Genitors;
Hobilars mounted and dismounted (2.2)."""

MISSILE_INFANTRY: tuple[UnitType, ...] = ("LB", "CB", "SL", "DH")
MOUNTED: tuple[UnitType, ...] = ("MM", "GE", "MH")
MEN_AT_ARMS: tuple[UnitType, ...] = ("MM", "DM", "UH")

Formation = Literal["shield-wall", "schiltron"]

Weapon = Literal["longbow", "crossbow", "javelin", "sling"]

MarkerKind = Literal["bombard", "wagon"]

Stance = Literal["attack", "hold"]


class UnitGroup(Strict):
    """Units of one type in one Command. ``hexes`` gives one hex per unit."""

    code: UnitLetters
    """Letters of the unit codes: code "LMM" and numbers 1-4 make LMM1 to LMM4."""
    name: Title
    """Name without number: "Lincoln's men-at-arms"."""
    type: UnitType
    numbers: tuple[Whole, ...]
    hexes: Hexes = ()
    """One for each unit; () for units that come later, by a rule of the battle named in ``arrival``."""
    facing: FacingField
    facings: dict[int, FacingField] = {}
    """Facing of single units that differs, by number."""
    formation: tuple[Whole, ...] = ()
    """Numbers of the units that begin in the formation their army may use (14.1)."""
    weapon: Weapon | None = None
    """What Hobilars shoot with when dismounted (14.2); None for their type's own weapon."""
    arrival: str | None = None
    """Id of the special rule that brings them on."""
    confidence: Confidence = "inferred"


class LeaderSpec(Strict):
    """The leader of a Command (15.1)."""

    id: OrderWord
    """One word, unique in the battle; written in orders."""
    name: Title
    king: bool = False
    """Counts as a King for Flight Points (16.0)."""
    hex: Hex
    activation: int = Field(ge=0, le=9)
    command_range: int = Field(ge=0, le=30)
    """Movement points (15.2)."""
    ma: int = Field(ge=1, le=20)
    confidence: Confidence = "inferred"


class CommandSpec(Strict):
    """A Command: units that move and fight together under one leader (3.3)."""

    id: OrderWord
    """One word, unique in the battle; written in orders: "Lincoln"."""
    name: Title
    leader: LeaderSpec
    units: tuple[UnitGroup, ...]


class StandardSpec(Strict):
    """A Standard, the rallying point of one or several Commands (13.2)."""

    id: OrderWord
    name: Title
    commands: tuple[str, ...] = Field(min_length=1)
    """The first is the one it counts as in the sequence of play."""
    hex: Hex
    confidence: Confidence = "inferred"


class FormationSpec(Strict):
    """A formation an army may use (14.1)."""

    formation: Formation
    types: tuple[UnitType, ...]
    commands: tuple[str, ...] = ()
    """Commands that may; () for all."""


class MarkerSpec(Strict):
    """Something else on the map."""

    id: OrderWord
    name: Title
    kind: MarkerKind
    hex: Hex
    command: str | None = None
    """Command it belongs to."""
    facing: FacingField | None = None


class SideSpec(BaseSide):
    """One army."""

    flight_level: int = Field(ge=1, le=1_000_000)
    """16.0"""
    overall: str
    """Command of the overall commander: it activates an army's only Standard (13.2)."""
    commands: tuple[CommandSpec, ...]
    standards: tuple[StandardSpec, ...] = ()
    formations: tuple[FormationSpec, ...] = ()
    markers: tuple[MarkerSpec, ...] = ()
    stance: Stance = "attack"
    """A hint for players that are no people, and no rule: an army that holds lets the enemy come and strikes only at
    what is Disordered near it."""

    @property
    def units(self) -> tuple[UnitGroup, ...]:
        """Groups of all Commands."""
        return tuple(g for c in self.commands for g in c.units)

    @property
    def unit_count(self) -> int:
        return sum(len(g.numbers) for g in self.units)

    def unbreakable(self) -> SideSpec:
        return self.model_copy(update={"flight_level": 1_000_000})

    @property
    def leaders(self) -> tuple[LeaderSpec, ...]:
        return tuple(c.leader for c in self.commands)


class Limit(Strict):
    """A battle that ends after so many activations, of both armies together; the rules have no turns to count."""

    activations: int = Field(ge=1, le=9999)
    winner: str | None = None
    """Who has won then; None: nobody, unless points say it."""


class MenOfIronScenario(HexScenario):
    """One battle, complete."""

    system: Literal["men-of-iron"] = "men-of-iron"
    sides: tuple[SideSpec, SideSpec]
    first_player: str | None
    """Side that begins with a free activation (3.4); None: the die decides."""
    limit: Limit | None = None

    def side(self, side_id: str) -> SideSpec:
        return army(self.sides, side_id)

    def problems(self) -> Iterator[str]:
        """Everything wrong with the battle that types alone can't tell, one sentence with its path each."""
        yield from (f"map.{p}" for p in self.map.problems())
        yield from self.rule_problems()
        yield from self.area_problems()
        if self.limit is not None and self.limit.winner not in (None, *(s.id for s in self.sides)):
            yield f"limit.winner: {self.limit.winner!r} is no side of this battle"
        if self.sides[0].id == self.sides[1].id:
            yield f"sides: both are called {self.sides[0].id}"
        if self.first_player is not None and self.first_player not in {s.id for s in self.sides}:
            yield f"first_player: {self.first_player!r} is no side of this battle"
        arrivals = {r.id for r in self.special_rules}
        taken: dict[Hex, str] = {}
        ids: set[str] = set()

        def fresh(name: str, here: str) -> Iterator[str]:
            if name in ids:
                yield f"{here}: {name} exists already"
            ids.add(name)

        for i, side in enumerate(self.sides):
            at = f"sides[{i}]"
            names = {c.id for c in side.commands}
            if side.overall not in names:
                yield f"{at}.overall: {side.overall} is no Command of this side"
            for j, command in enumerate(side.commands):
                here = f"{at}.commands[{j}] ({command.id})"
                yield from fresh(command.id, f"{here}.id")
                for k, group in enumerate(command.units):
                    yield from self._group(group, f"{here}.units[{k}] ({group.code})", arrivals, taken)
                    for n in group.numbers:
                        yield from fresh(f"{group.code}{n}", f"{here}.units[{k}].numbers")
            for j, command in enumerate(side.commands):
                here = f"{at}.commands[{j}] ({command.id}).leader"
                if command.leader.id != command.id:
                    yield from fresh(command.leader.id, f"{here}.id")
                if command.leader.hex not in self.map:
                    yield f"{here}.hex: {show(command.leader.hex)} is not on the map"
            served: set[str] = set()
            for j, standard in enumerate(side.standards):
                here = f"{at}.standards[{j}] ({standard.id})"
                yield from fresh(standard.id, f"{here}.id")
                if standard.hex not in self.map:
                    yield f"{here}.hex: {show(standard.hex)} is not on the map"
                for c in standard.commands:
                    if c not in names:
                        yield f"{here}.commands: {c} is no Command of this side"
                    if c in served:
                        yield f"{here}.commands: {c} has a Standard already"
                    served.add(c)
            for j, marker in enumerate(side.markers):
                here = f"{at}.markers[{j}] ({marker.id})"
                yield from fresh(marker.id, f"{here}.id")
                if marker.hex not in self.map:
                    yield f"{here}.hex: {show(marker.hex)} is not on the map"
                if marker.command is not None and marker.command not in names:
                    yield f"{here}.command: {marker.command} is no Command of this side"
                if marker.kind == "bombard" and (marker.command is None or marker.facing is None):
                    yield f"{here}: a bombard belongs to a Command and faces somewhere"
        for j, side_id in enumerate(self.briefing.sides):
            if side_id not in {s.id for s in self.sides}:
                yield f"briefing.sides[{j}]: {side_id!r} is no side of this battle"

    def _group(self, group: UnitGroup, here: str, arrivals: set[str], taken: dict[Hex, str]) -> Iterator[str]:
        if group.arrival is None and len(group.hexes) != len(group.numbers):
            needs = counted(len(group.numbers), "unit needs|units need")
            yield f"{here}.hexes: {needs} as many hexes, not {len(group.hexes)}"
        if group.arrival is not None and group.arrival not in arrivals:
            known = sorted(arrivals)
            yield f"{here}.arrival: no special rule {group.arrival!r} in this battle" + offer(group.arrival, known)
        for n in (*group.formation, *group.facings):
            if n not in group.numbers:
                yield f"{here}: there is no number {n} in it"
        for f in (group.facing, *group.facings.values()):
            if not f.is_vertex:
                yield f"{here}.facing: {f.name} is a hexside; units face a vertex (6.1)"
        for h in group.hexes:
            if h not in self.map:
                yield f"{here}.hexes: hex {show(h)} is not on the map"
            elif h in taken:
                yield f"{here}.hexes: hex {show(h)} is already taken by {taken[h]} (8.0)"
            taken.setdefault(h, group.code)
