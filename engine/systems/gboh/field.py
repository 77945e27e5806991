"""A small battlefield written down in a few lines, for positions and rulings that need no whole battle.

Everything has a default except who stands where: what isn't given is open ground, ordinary troops, an ordinary leader.
A system says in a :class:`Layout` what is ordinary, and what its counters have besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, get_args

from pydantic import Field as Value

from engine.kernel.hexes import Facing, FacingField
from engine.kernel.model import MOST, Strict, Whole
from engine.kernel.position_field import BaseField, Entries, described
from engine.kernel.scenario import Briefing
from engine.kernel.stretches import Hexes
from engine.kernel.terrain import BattleMap
from engine.systems.gboh.scenario import GbohScenario, LeaderSpec, LineRow, LineSpec, SideSpec, UnitGroup

B = TypeVar("B", bound=GbohScenario)


class FieldSide(Strict):
    """One side of a field."""

    name: str | None = None
    adjective: str | None = None
    withdrawal_level: int = Value(default=100, ge=1, le=MOST)
    retreat: FacingField | None = None
    """Edge it retreats to: W = the lowest column, E = the highest; the first side W, the second E unless given."""
    retreat_edge: Hexes = ()
    lines: tuple[LineRow, ...] = ()
    """Line Command availability; () for the system's usual one."""


class Field(BaseField):
    """A map with units and leaders on it."""

    # A system with more to say of a side declares ``sides`` again.

    sides: Mapping[str, FieldSide] = {}
    rules_not_used: tuple[str, ...] = ()
    turn_limit: int | None = Value(default=None, ge=1, le=MOST)
    missile_overrides: dict[str, dict[str, Whole]] = {}


@dataclass
class Laid(Generic[B]):
    """A field as a battle, as far as could be."""

    scenario: B
    entries: Entries


class FieldProblem(Exception):
    """Something in a field that can't be; the message begins with its place in the field."""


class Layout(Generic[B]):
    """How a system's fields become battles."""

    troops: ClassVar[Mapping[str, Mapping[str, int]]]
    """Ratings of a unit whose entry gives none, by type."""
    lines: ClassVar[tuple[LineSpec, ...]]
    """Line Command availability of a side whose entry gives none."""
    ordinary: ClassVar[Mapping[str, Any]]
    """An ordinary leader, but for his role."""
    optional: ClassVar[tuple[str, ...]]
    """Optional cases of its rules: off in a field unless its position switches them on."""
    field: ClassVar[type[Field]] = Field
    scenario: type[B]

    # -- what each says itself --------------------------------------------------------------------------------------

    def unit(self, entry: Mapping[str, Any], values: dict[str, Any]) -> None:
        """Complete the values of a group made of one entry with what follows from others."""

    def ordinary_unit(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        """What every group has in the system that its entry needn't say, whatever its type."""
        return {}

    def leader(self, role: str) -> Mapping[str, Any]:
        """An ordinary leader of a role."""
        return self.ordinary

    def army(self, given: Any) -> dict[str, Any]:
        """What the system's armies have besides, of a field's side."""
        return {}

    def battle(self, given: Any) -> dict[str, Any]:
        """What its battles have besides, of a field."""
        return {}

    # -- what all have ----------------------------------------------------------------------------------------------

    @cached_property
    def armies(self) -> type[SideSpec]:
        """The model of the scenario's armies; the next two are those of what is in them."""
        return get_args(self.scenario.model_fields["sides"].annotation)[0]

    @cached_property
    def groups(self) -> type[UnitGroup]:
        return get_args(self.armies.model_fields["units"].annotation)[0]

    @cached_property
    def leaders(self) -> type[LeaderSpec]:
        return get_args(self.armies.model_fields["leaders"].annotation)[0]

    @property
    def of_the_unit(self) -> frozenset[str]:
        """What an entry says of the unit itself; the rest is its state."""
        return frozenset(self.groups.model_fields) - {"numbers", "hexes", *self.renamed.values()}

    renamed: ClassVar[Mapping[str, str]] = {}
    """What an entry calls otherwise than the group: its name for a field, by that of the group's."""

    def scenario_of(self, given: Field) -> tuple[B, dict[str, dict[str, Any]]]:
        """The field as a battle, and by piece what its entry says about its state. Raises :class:`FieldProblem`."""
        laid = self.lay_out(given)
        if laid.entries.problems:
            raise FieldProblem(laid.entries.problems[0])
        return laid.scenario, laid.entries.states

    def lay_out(self, given: Field) -> Laid[B]:
        """The field as a battle, with everything that is wrong in it."""
        entries = Entries(given, given.sides)
        groups: dict[str, list[UnitGroup]] = {s: [] for s in entries.sides}
        leaders: dict[str, list[LeaderSpec]] = {s: [] for s in entries.sides}
        for i, entry in enumerate(given.units):
            if (unit := self._unit(entry, f"units[{i}]", entries)) is not None:
                groups[entry["side"]].append(unit)
        for i, entry in enumerate(given.leaders):
            if (leader := self._leader(entry, f"leaders[{i}]", entries)) is not None:
                leaders[entry["side"]].append(leader)
        battle_map = entries.battle_map()
        side: type[FieldSide] = get_args(self.field.model_fields["sides"].annotation)[1]
        sides = tuple(
            self._side(given.sides.get(s, side()), s, n, groups[s], leaders[s], battle_map, entries.problems)
            for n, s in enumerate(entries.sides)
        )
        scenario = self.scenario(
            id="field",
            title=given.name,
            date="",
            place="",
            briefing=Briefing(history="", sides={}, balance="", length=""),
            map=battle_map,
            sides=(sides[0], sides[1]),
            special_rules=given.special_rules,
            rules_not_used=given.rules_not_used,
            optional_rules=tuple(dict.fromkeys((*self.optional, *given.optional_rules))),
            turn_limit=given.turn_limit,
            missile_overrides=given.missile_overrides,
            **self.battle(given),
        )
        return Laid(scenario, entries)

    def _unit(self, entry: dict[str, Any], at: str, entries: Entries) -> UnitGroup | None:
        named = entries.unit(entry, at, tuple(self.troops))
        if named is None:
            return None
        own = self.of_the_unit
        spec = {k: v for k, v in entry.items() if k in own}
        values: dict[str, Any] = {
            "name": named.code,
            "contingent": entry["side"],
            "nationality": entry["side"],
            **self.troops[named.troop],
            **self.ordinary_unit(entry),
            "facing": "E",
            **spec,
            "type": named.troop,
            "code": named.letters,
            "numbers": (named.number,),
            "hexes": () if entry.get("hex") is None else (entry["hex"],),
        }
        wrong = described(self.groups, values, named.at, hexes="hex")
        if not wrong:
            self.unit(entry, values)
            wrong = described(self.groups, values, named.at, **self.renamed)
        entries.problems += wrong
        left = (*own, "hex", "side", *self.renamed.values())
        entries.states[named.code] = {k: v for k, v in entry.items() if k not in left}
        return None if wrong else self.groups.model_validate(values)

    def _leader(self, entry: dict[str, Any], at: str, entries: Entries) -> LeaderSpec | None:
        named = entries.named(entry, at)
        role = entry.get("role", "OC")
        fields = self.leaders.model_fields
        spec = {k: v for k, v in entry.items() if k in fields}
        full = {"name": entry.get("id"), "role": role, **self.leader(role), **spec}
        if named is None:
            return None
        wrong = described(self.leaders, full, named)
        entries.problems += wrong
        entries.states[entry["id"]] = {k: v for k, v in entry.items() if k not in (*fields, "side")}
        return None if wrong else self.leaders.model_validate(full)

    def _side(
        self,
        given: FieldSide,
        side_id: str,
        n: int,
        groups: list[UnitGroup],
        leaders: list[LeaderSpec],
        battle_map: BattleMap,
        problems: list[str],
        /,
    ) -> SideSpec:
        retreat = given.retreat if given.retreat is not None else (Facing.W, Facing.E)[n]
        edge = given.retreat_edge
        if not edge and retreat not in (Facing.W, Facing.E):
            problems.append(f"sides.{side_id}.retreat: {retreat.name} needs the hexes listed under retreat_edge")
        if not edge:
            column = battle_map.cols[1] if retreat == Facing.E else battle_map.cols[0]
            edge = tuple(h for h in battle_map if h // 100 == column and h in battle_map)
        name = given.name or side_id.replace("-", " ").title()
        return self.armies.model_construct(
            id=side_id,
            name=name,
            adjective=given.adjective or name,
            withdrawal_level=given.withdrawal_level,
            retreat_edge=edge,
            retreat_facing=retreat,
            lines=given.lines or self.lines,
            leaders=tuple(leaders),
            units=tuple(groups),
            replacements=(),
            **self.army(given),
        )
