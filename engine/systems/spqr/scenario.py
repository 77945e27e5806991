"""A battle of SPQR as data: what its counters have beyond the family's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from engine.kernel.complaints import offer
from engine.kernel.json_values import is_mapping
from engine.kernel.scenario import army
from engine.systems.gboh import scenario as gboh

UnitType = Literal["PH", "HI", "LG", "MI", "BI", "LI", "SK", "HC", "RC", "LN", "LC", "EL", "CH", "SC"]
"""2.22 Phalanx; heavy infantry, legionaries, medium, barbarian and light infantry; skirmishers; heavy, Roman, lancer
and light cavalry; elephants, chariots, scorpios."""

UnitClass = Literal["HO", "TR", "HA", "PR", "CO", "CE", "SAM", "VE", "PE", "CAT", "AFR", "IND", "LEADER"]
"""2.22 Hoplites, triarii; hastati, principes, cohorts, extraordinarii, Samnites; velites, peltasts; cataphracts;
African and Indian elephants, a leader's own (4.7)."""

UnitLetters = Annotated[
    str, Field(pattern=r"^[A-Z]{1,6}$", description='one to six capital letters, as "EL" or "AXIVCO"')
]
"""What the codes of a group begin with: with the number of its legion, and an A before that for its ala."""

MissileClass = Literal["A", "J", "S", "B"]
"""2.21 Bow, javelin, sling, bolts."""

Rank = Literal[
    "oc", "proconsul", "subordinate", "tribune", "prefect sociorum", "prefect equitum", "replacement", "elephant leader"
]
"""4.3, 4.4 What a leader is, beyond commanding all (OC) or not."""


class UnitGroup(gboh.UnitGroup):
    """Units that share their values. A unit of two hexes has its left half, as it faces, in the hex it is given."""

    # table:unit_ratings Unit catalogue: what their counters show.

    code: UnitLetters
    type: UnitType
    cls: UnitClass | None = None
    size: int = Field(ge=1, le=20)
    missile: MissileClass | None = None
    legion: str | None = Field(default=None, max_length=8)
    """2.23 Number of its legion or ala, which is its colour: "XIV"; None for who belongs to none."""
    ala: bool = False
    """2.23 It is of the allies' half, the ala of that number."""
    depleted: bool = False
    """10.31 It begins Depleted."""
    depleted_with: str | None = None
    """10.31 Optional rule with which it begins Depleted."""
    towers: bool = False
    """9.13 Its elephants carry towers."""
    traits: tuple[str, ...] = ()
    """Words that rows of the Line Command table and rules of the battle know it by: "numidian"."""


class LeaderSpec(gboh.LeaderSpec):
    """4.1 Leader ratings: one leader, as the battle begins."""

    rank: Rank = "subordinate"
    """What he is among the leaders of his army; the OC is "oc" without being told."""
    mount: str | None = None
    """4.71 The elephant he rides, by its unit's code; it needn't be in the battle, if it is optional."""
    inferior: bool = False
    """4.45 He is the lesser of those who hold his office: his owner chooses at whose post he begins."""
    carthaginian: bool = False
    """4.5 He serves under Hannibal: in his first phase of a turn he commands any Line, without leave or nearness."""

    @model_validator(mode="before")
    @classmethod
    def _ranked(cls, given: Any) -> Any:
        if is_mapping(given) and given.get("role") == "OC" and "rank" not in given:
            return {**given, "rank": "oc"}
        return given


class SideSpec(gboh.SideSpec):
    """One army."""

    leaders: tuple[LeaderSpec, ...]
    replacements: tuple[LeaderSpec, ...] = ()
    units: tuple[UnitGroup, ...]


class SpqrScenario(gboh.GbohScenario):
    """One battle, complete."""

    system: Literal["spqr"] = "spqr"
    sides: tuple[SideSpec, SideSpec]
    optional_rules: tuple[str, ...] = ("10.5",)
    one_commander: ClassVar[bool] = True
    """4.3 The Overall Commander; others who might be are Proconsuls (4.46)."""

    def side(self, side_id: str) -> SideSpec:
        return army(self.sides, side_id)

    def own_problems(self) -> Iterator[str]:
        yield from super().own_problems()
        for i, side in enumerate(self.sides):
            for j, group in enumerate(side.units):
                name = group.depleted_with
                if name is not None and name not in self.optional_rules:
                    here = f"sides[{i}].units[{j}] ({group.code}).depleted_with"
                    hint = offer(name, self.optional_rules)
                    yield f"{here}: {name} is no optional rule of this battle{hint}"

    def may_share(self, groups: Sequence[gboh.UnitGroup]) -> bool:
        """9.61 Two Roman infantry units; 9.5 two phalanxes of a group that begins two deep."""
        if all(g.double_depth for g in groups):
            return len(groups) == 2 and groups[0] is groups[1]
        return len(groups) == 2 and all(isinstance(g, UnitGroup) and _stacks(g) for g in groups)


def _stacks(group: UnitGroup) -> bool:
    return group.legion is not None and (group.type == "LG" or group.kind == "HI/TR")
