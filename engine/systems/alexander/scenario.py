"""A battle of Great Battles of Alexander as data: what its counters have beyond the family's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from engine.kernel.model import Whole
from engine.kernel.scenario import army
from engine.systems.gboh import scenario as gboh

UnitType = Literal["PH", "HI", "MI", "LI", "SK", "HC", "LN", "LC", "EL", "CH", "AT"]
"""2.22 Phalanx; heavy, medium and light infantry; skirmishers; heavy, lancer and light cavalry; elephants, chariots,
artillery."""

UnitClass = Literal["HO", "HO1", "HY", "LP", "CA", "St", "Cat"]
"""2.22 Hoplites in units of two hexes and of one, hypaspists; peltasts, Cardaces; skirmishers trained for Shock;
cataphracts."""

MissileClass = Literal["A", "I", "J", "S", "B"]
"""2.21 Bow, Indian bow, javelin, sling, bolts."""


class UnitGroup(gboh.UnitGroup):
    """Units that share their values. A unit of two hexes has its left half, as it faces, in the hex it is given."""

    type: UnitType
    cls: UnitClass | None = None
    size: int = Field(ge=1, le=20)
    missile: MissileClass | None = None
    mercenary: bool = False
    """6.14 Hired hoplites stop where they like."""


class LeaderSpec(gboh.LeaderSpec):
    """2.25 Leader ratings: one leader, as the battle begins (4.1)."""

    initiative: int = Field(default=0, ge=0, le=9)
    """0 for Contingent Commanders, who have none (5.61)."""
    line_commands: int = Field(default=0, ge=0, le=1)
    """1 for who has L (4.3)."""
    strategy: Whole | None = None
    """None for leaders who never roll for a Line Command."""
    personal_combat: int | None = Field(default=None, ge=0, le=9)
    """None: leaders of this army don't fight themselves (8.43)."""
    wing: bool = False
    """4.53, 4.54 A Wing Commander, Persian or Macedonian."""
    contingent_capability: int | None = Field(default=None, ge=0, le=9)
    """Contingent Commanders he may set to work (5.6); None for who has no such rating."""
    acting_commander: bool = False
    """In enemy ZOC he is free to act as an Overall Commander is, without being one (4.4)."""
    king: bool = False
    """8.46 His death ends the battle, and he may flee before anybody comes."""
    rp: int | None = Field(default=None, ge=0, le=1000)
    """Rout Points when lost, where they differ from 10.42."""


class SideSpec(gboh.SideSpec):
    """One army."""

    first_of_equals: bool = False
    """5.12 Of leaders of equal Initiative one of this army is first: of the one that isn't Macedonian."""
    arranges_withdrawal: bool = False
    """6.81 Its Overall Commander may arrange a withdrawal beforehand though he gives no Line Commands."""
    leaders: tuple[LeaderSpec, ...]
    units: tuple[UnitGroup, ...]


class AlexanderScenario(gboh.GbohScenario):
    """One battle, complete."""

    # table:hex_geometry, table:map_compass: hexes and compass as every battle of the family has them.
    system: Literal["alexander"] = "alexander"
    sides: tuple[SideSpec, SideSpec]
    optional_rules: tuple[str, ...] = ()
    """A-2 for bidding, and the book's other options."""

    needs_commander: ClassVar[bool] = False
    strategic_commander: ClassVar[bool] = False

    def side(self, side_id: str) -> SideSpec:
        return army(self.sides, side_id)

    def may_share(self, groups: Sequence[gboh.UnitGroup]) -> bool:
        """9.62 Two phalanxes of a group that begins two deep."""
        deep = all(g.double_depth for g in groups)
        return len(groups) == 2 and deep and groups[0] is groups[1]

    def own_problems(self) -> Iterator[str]:
        if sum(s.first_of_equals for s in self.sides) != 1:
            yield "sides: first_of_equals: one army is first among leaders of equal Initiative (5.12)"
        for i, side in enumerate(self.sides):
            for j, group in enumerate(side.units):
                if group.double_depth and (group.type != "PH" or group.hexes[::2] != group.hexes[1::2]):
                    here = f"sides[{i}].units[{j}] ({group.code})"
                    yield f"{here}.double_depth: phalanxes in pairs, two and two in the same hexes (9.62)"
            for j, x in enumerate(side.leaders):
                here = f"sides[{i}].leaders[{j}] ({x.id})"
                if (x.role == "CC") != (x.initiative == 0):
                    yield f"{here}.initiative: Contingent Commanders (CC) have none, others 1 to 9 (5.61)"
                if x.role == "CC" and (x.line_commands or x.contingent_capability):
                    yield f"{here}.role: a Contingent Commander has no L and sets nobody to work (5.65)"
                if x.role == "CC" and not (x.commands or x.kinds):
                    yield f"{here}.commands: a Contingent Commander is tied to a contingent or to types (4.37)"
