"""A Cataphract battle as data: what its counters and rules have beyond the family's. Loaded by :mod:`scenarios`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from engine.kernel.model import Title, Whole
from engine.kernel.scenario import Strict, army
from engine.systems.gboh import scenario as gboh

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


class UnitGroup(gboh.UnitGroup):
    """Units that share their values."""

    type: UnitType
    cls: Literal["Cat"] | None = None
    missile: MissileClass | None = None
    sword: bool = False
    passes_lightly: bool = False
    """First row of the Stacking Chart: Heruli, Huns, Massagetae, Visigoth light cavalry (6.65)."""
    feint_reaction: Whole | None = None
    """Reaction value against Feigned Retreat (6.74)."""
    feigns: bool = False
    """May use Feigned Retreat (6.71)."""
    forms_shield_wall: bool = False
    """Roman or Byzantine foot: locks shields while it fights as HI or MI (11.71)."""
    dismounted: Counterpart | None = None


class LeaderSpec(gboh.LeaderSpec):
    """2.24 Leader ratings: one leader, as the battle begins (4.1)."""

    personal_combat: int = Field(ge=0, le=9)


class SideSpec(gboh.SideSpec):
    """One army."""

    disciplined: bool = True
    """False: Undisciplined Army, TQ +2 until a check fails (11.2)."""
    replacements: tuple[LeaderSpec, ...] = ()
    leaders: tuple[LeaderSpec, ...]
    units: tuple[UnitGroup, ...]


class ChampionSpec(Strict):
    """A side's champion in single combat before the battle (11.81)."""

    side: str
    name: Title
    combat: int = Field(ge=0, le=9)
    endurance: int = Field(ge=0, le=20)
    appeal: str | None = None
    """Leader who may try to undo his champion's defeat, at the risk of making it worse (11.85 at Taginae)."""


class CataphractScenario(gboh.GbohScenario):
    """One battle, complete."""

    system: Literal["cataphract"] = "cataphract"
    sides: tuple[SideSpec, SideSpec]
    optional_rules: tuple[str, ...] = ("10.3",)
    champions: tuple[ChampionSpec, ...] = ()
    """One a side, or none (11.81)."""

    def side(self, side_id: str) -> SideSpec:
        return army(self.sides, side_id)

    def may_share(self, groups: Sequence[gboh.UnitGroup]) -> bool:
        """11.63 A cheiroballistra beside its infantry."""
        kinds = sorted((x.type for x in groups), key=lambda t: t != "CH")
        return len(kinds) == 2 and kinds[0] == "CH" and kinds[1] in CREW_COMPANIONS

    def own_problems(self) -> Iterator[str]:
        sides = {s.id: s for s in self.sides}
        if self.champions and sorted(c.side for c in self.champions) != sorted(sides):
            yield f"champions: one for each of {', '.join(sides)}, or none at all"
        for i, c in enumerate(self.champions):
            leaders = [x.id for x in sides[c.side].leaders] if c.side in sides else []
            if c.appeal is not None and c.appeal not in leaders:
                yield f"champions[{i}] ({c.name}).appeal: {c.appeal} is no leader of his side"
