"""A battle of Great Battles of Alexander as data: what its counters have beyond the family's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field

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
    missile: MissileClass | None = None


class LeaderSpec(gboh.LeaderSpec):
    """2.25 Leader ratings: one leader, as the battle begins (4.1)."""

    strategy: int | None = None
    """None for leaders who never roll for a Line Command."""
    personal_combat: int | None = Field(default=None, ge=0, le=9)
    """None: leaders of this army don't fight themselves (8.43)."""
    wing: bool = False
    """A wing commander (4.5)."""
    contingent_capability: int | None = Field(default=None, ge=0, le=9)
    """Contingent Commanders he may set to work (5.6); None for who has no such rating."""
    rp: int | None = None
    """Rout Points when lost, where they differ from 10.42."""


class SideSpec(gboh.SideSpec):
    """One army."""

    first_of_equals: bool = False
    """5.12 Of leaders of equal Initiative one of this army is first: of the one that isn't Macedonian."""
    leaders: tuple[LeaderSpec, ...]
    units: tuple[UnitGroup, ...]


class AlexanderScenario(gboh.GbohScenario):
    """One battle, complete."""

    system: Literal["alexander"] = "alexander"
    sides: tuple[SideSpec, SideSpec]
    optional_rules: tuple[str, ...] = ()

    needs_commander: ClassVar[bool] = False
    strategic_commander: ClassVar[bool] = False

    def side(self, side_id: str) -> SideSpec:
        return army(self.sides, side_id)

    def own_problems(self) -> Iterator[str]:
        if sum(s.first_of_equals for s in self.sides) != 1:
            yield "sides: first_of_equals: one army is first among leaders of equal Initiative (5.12)"
