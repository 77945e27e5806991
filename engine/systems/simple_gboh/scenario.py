"""A battle of Simple GBoH as data: formations, who commands them, and what counters have beyond the family's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from engine.kernel.model import OrderWord, Title
from engine.kernel.scenario import Strict, army
from engine.kernel.stretches import Hexes
from engine.systems.gboh import scenario as gboh

UnitType = Literal[
    "PH", "HI", "LG", "CO", "MI", "BI", "LI", "LP", "SK", "SK*", "HC", "RC", "BC", "LN", "LC", "GC", "EL", "CH", "ART"
]
"""2.21 Phalanx; heavy infantry, legionaries, cohorts, medium, barbarian and light infantry, light peltasts;
skirmishers and those who may attack; heavy, Roman, barbarian, lancer, light and German cavalry; elephants, chariots,
artillery."""

UnitClass = Literal["HO", "HO2", "HY", "TR", "HA", "PR", "CO", "CE", "SAM", "VET", "REC", "CON", "VE", "CA", "CAT"]
"""2.22 Hoplites in units of one hex and of two, hypaspists, triarii; hastati, principes, cohorts, extraordinarii,
Samnites; veterans, recruits, conscripts; velites, Cardaces; cataphracts."""

MissileClass = Literal["A", "B", "C", "J", "S", "Bolt", "Ballista", "Dart"]
"""2.21, 7.81 Bows, javelins, slings; bolts, stones and darts of engines."""

UnitLetters = Annotated[
    str, Field(pattern=r"^[A-Z]{1,6}$", description='one to six capital letters, as "EL" or "AXIVCO"')
]

RESERVED = ("oc", "pass", "x")
"""What may be done in place of activating a Formation (4.33, 3.2); and an x by itself means firing."""


def _free(name: str) -> str:
    if name in RESERVED:
        raise ValueError(f"{name} means something else where a Formation is named; call it otherwise")
    return name


_WORD, _WRITTEN = r"^[a-z][a-z0-9-]{0,30}$", 'small letters, digits and hyphens, a letter first, as "left-wing"'

GroupId = Annotated[str, Field(pattern=_WORD, description=_WRITTEN)]
"""4.14 What a group of Formations is called."""

FormationId = Annotated[
    str,
    Field(pattern=_WORD, description=f'{_WRITTEN}; neither "oc" nor "pass" nor "x"'),
    AfterValidator(_free),
]
"""4.1 What a Formation is called in orders."""


class UnitGroup(gboh.UnitGroup):
    """Units that share their values. A unit of two hexes has its left half, as it faces, in the hex it is given."""

    code: UnitLetters
    type: UnitType
    cls: UnitClass | None = None
    size: int = Field(ge=1, le=20)
    missile: MissileClass | None = None
    ma: int = Field(ge=0, le=20)
    formation: FormationId
    """The Formation it belongs to, by id (4.1)."""
    letter: Literal["F", "X"] | None = None
    """2.21 A letter that gives no Missile Fire and counts in Shock: throwing axes, swords."""
    depletable: bool = False
    """8.2 Its counter has a Depleted side."""
    depleted: bool = False
    """8.2 It begins Depleted."""
    roman: bool = False
    """5.3, 6.12 Roman infantry, which stacks and turns as such."""
    legion: str | None = Field(default=None, max_length=8)
    """5.32 Its legion: "XIV", "ASIII"."""
    byzantine: bool = False
    """6.12 Byzantine cataphracts turn as other horse does."""
    numidian: bool = False
    """7.62 Numidian light cavalry."""
    may_double: bool = False
    """10.3 It may form double depth."""
    column: bool = False
    """11.2 It begins In Column."""


class LeaderSpec(gboh.LeaderSpec):
    """4.21 Leader ratings: one leader, as the battle begins."""

    role: gboh.Role = "SC"
    charisma: int = Field(default=0, ge=0, le=9)
    line_commands: int = Field(default=0, ge=0, le=3)
    seizure: int = Field(default=0, ge=0, le=9)
    """4.44 Attempts to seize the turn, for the whole battle."""
    seizes: tuple[FormationId, ...] = ()
    """4.43 Formations he may activate when he has seized the turn, besides those he commands."""
    heroic: bool = False
    """4.21 Heroic Charisma; an elite leader has it without being told."""
    named: bool = True
    """4.37 A person of his own; anonymous Tribunes, Legates and Prefects come back themselves."""
    rp: int | None = Field(default=None, ge=0, le=1000)
    """9.0 Rout Points when he is lost, where the battle says otherwise than the rules."""


class FormationSpec(Strict):
    """4.1 One Formation, as its army's table has it."""

    id: FormationId
    """Unique in the battle."""
    name: Title
    commanders: tuple[OrderWord, ...] = ()
    """Leaders of whom one is activated with it, by id; () for Auxiliaries alone."""
    auxiliary: bool = False
    """4.13 It needs no leader, and is always In Command."""
    gap: int = Field(default=0, ge=0, le=9)
    """4.11 Vacant hexes that may part two links of its chain of command."""


class GroupSpec(Strict):
    """4.14 Formations that may be activated together."""

    id: GroupId
    leader: OrderWord
    """Who must be on the map, neither returned this turn nor a replacement; he is activated too."""
    formations: tuple[FormationId, ...] = Field(min_length=2)
    least: int = Field(default=2, ge=2, le=9)
    most: int = Field(default=2, ge=2, le=9)
    """How many of them at a time."""
    within_range: bool = True
    """Each Formation's Commander must be within the leader's Command Range; else the leader has only to be there."""


class Limit(Strict):
    """3.0 A battle that ends after so many Player Turns of one side."""

    side: str
    turns: int = Field(ge=1, le=999)
    winner: str | None = None
    """Who has won then; None: nobody."""


class SideSpec(gboh.SideSpec):
    """One army."""

    leaders: tuple[LeaderSpec, ...]
    replacements: tuple[LeaderSpec, ...] = ()
    """4.37 Replacement Leaders, off the map until one of them takes a lost leader's place."""
    units: tuple[UnitGroup, ...]
    formations: tuple[FormationSpec, ...]
    """4.16 Its Formation Table."""
    together: tuple[GroupSpec, ...] = ()
    """4.14 Formations that may be activated together."""
    pursuit_edge: Hexes = ()
    """7.63 Where enemy pursuers come back; () for its Retreat Edge."""

    def formation(self, name: str) -> FormationSpec:
        """A Formation by id. Raises KeyError for one it doesn't have."""
        for f in self.formations:
            if f.id == name:
                return f
        raise KeyError(name)


class SimpleScenario(gboh.GbohScenario):
    """2.1 One battle, complete: on the map of its parent."""

    one_commander: ClassVar[bool] = True
    strategic_commander: ClassVar[bool] = False

    system: Literal["simple-gboh"] = "simple-gboh"
    sides: tuple[SideSpec, SideSpec]
    first_player: str | None = None
    """3.1 The side that has the first Player Turn; None: the higher roll."""
    columns: bool = False
    """11.2 Columns are used, whether or not players ask for them."""
    intervals: bool = False
    """5.36 Roman stacks stand at intervals."""
    limit: Limit | None = None
    parent: str | None = None
    """The battle that is the same by the full rules of its game, by key: "spqr/lautulae"."""

    def side(self, side_id: str) -> SideSpec:
        return army(self.sides, side_id)

    def own_names(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        return {"formation": ("Formation", [f.id for s in self.sides for f in s.formations])}

    def may_share(self, groups: Sequence[gboh.UnitGroup]) -> bool:
        """5.32 Two of one legion and class; an engine and infantry; 10.3 two phalanxes that begin two deep."""
        if len(groups) != 2:
            return False
        first, second = groups
        if first.double_depth and second.double_depth:
            return first is second
        if not isinstance(first, UnitGroup) or not isinstance(second, UnitGroup):
            return False
        if "ART" in (first.type, second.type):
            return first.type != second.type
        alike = first.type == second.type and (first.cls == second.cls or first.type != "LG")
        return first.roman and second.roman and first.legion is not None and first.legion == second.legion and alike

    def own_problems(self) -> Iterator[str]:
        names = [f.id for s in self.sides for f in s.formations]
        for i, side in enumerate(self.sides):
            for j, f in enumerate(side.formations):
                here = f"sides[{i}].formations[{j}] ({f.id})"
                if names.count(f.id) > 1:
                    yield f"{here}.id: used twice"
                yield from _formation_problems(here, f, side)
            for j, group in enumerate(side.together):
                yield from _group_problems(f"sides[{i}].together[{j}] ({group.id})", group, side)
            for j, units in enumerate(side.units):
                yield from _unit_problems(f"sides[{i}].units[{j}] ({units.code})", units)
            yield from _strangers(f"sides[{i}]", side)
        known = {s.id for s in self.sides}
        if self.first_player is not None and self.first_player not in known:
            yield f"first_player: {self.first_player} is no side of this battle"
        for field in ("side", "winner"):
            name = getattr(self.limit, field, None)
            if name is not None and name not in known:
                yield f"limit.{field}: {name} is no side of this battle"


def _strangers(here: str, side: SideSpec) -> Iterator[str]:
    """Leaders and Formations that the army names and doesn't have."""
    named: list[tuple[str, Sequence[str], str]] = []
    for j, f in enumerate(side.formations):
        named.append((f"formations[{j}] ({f.id}).commanders", f.commanders, "leader"))
    for j, group in enumerate(side.together):
        named.append((f"together[{j}] ({group.id}).leader", (group.leader,), "leader"))
        named.append((f"together[{j}] ({group.id}).formations", group.formations, "Formation"))
    for j, units in enumerate(side.units):
        named.append((f"units[{j}] ({units.code}).formation", (units.formation,), "Formation"))
    for j, x in enumerate(side.leaders):
        named.append((f"leaders[{j}] ({x.id}).seizes", x.seizes, "Formation"))
    known = {"leader": {x.id for x in side.leaders}, "Formation": {f.id for f in side.formations}}
    for where, names, what in named:
        yield from (f"{here}.{where}: {name} is no {what} of this side" for name in names if name not in known[what])


def _formation_problems(here: str, f: FormationSpec, side: SideSpec) -> Iterator[str]:
    if f.auxiliary and f.commanders:
        yield f"{here}.commanders: Auxiliaries have none"
    if not f.auxiliary and not f.commanders:
        yield f"{here}.commanders: it needs one, unless it is auxiliary"
    if not any(u.formation == f.id for u in side.units):
        yield f"{here}: no unit belongs to it"


def _group_problems(here: str, group: GroupSpec, side: SideSpec) -> Iterator[str]:
    for name in (f.id for f in side.formations if f.auxiliary and f.id in group.formations):
        yield f"{here}.formations: {name} is auxiliary and activated alone"
    if not group.least <= group.most <= len(group.formations):
        yield f"{here}.most: must be {group.least} to {len(group.formations)}, not {group.most}"


def _unit_problems(here: str, u: UnitGroup) -> Iterator[str]:
    if u.ma == 0 and u.type != "ART":
        yield f"{here}.ma: only artillery has none"
    if u.may_double and (u.type not in ("PH", "HI") or u.roman):
        yield f"{here}.may_double: only phalanxes and hoplites form double depth"
    if u.double_depth and not u.may_double:
        yield f"{here}.double_depth: it begins in double depth, which it may not form (may_double)"
    if u.depleted and not u.depletable:
        yield f"{here}.depleted: it has no Depleted side"
    if u.missile is not None and (u.type in ("LG", "CO", "EL") or u.letter is not None):
        yield f"{here}.missile: leave it out, {u.letter or u.type} gives no Missile Fire"
