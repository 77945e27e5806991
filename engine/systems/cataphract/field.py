"""A small Cataphract battlefield written down in a few lines, for positions and rulings that need no whole battle.

Everything has a default except who stands where: what isn't given is open ground, ordinary troops, an ordinary leader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field as Value

from engine.kernel.hexes import Facing, FacingField, Hex
from engine.kernel.model import Strict
from engine.kernel.position_field import BaseField, Entries, described
from engine.kernel.scenario import Briefing
from engine.kernel.terrain import BattleMap
from engine.systems.cataphract.scenario import CataphractScenario, ChampionSpec, LeaderSpec, SideSpec, UnitGroup
from engine.systems.gboh.scenario import LineRow, LineSpec

TROOPS: dict[str, dict[str, int]] = {
    "HC": {"tq": 6, "size": 5, "ma": 8},
    "LN": {"tq": 6, "size": 4, "ma": 8},
    "LC": {"tq": 5, "size": 5, "ma": 9},
    "HI": {"tq": 6, "size": 7, "ma": 4},
    "MI": {"tq": 5, "size": 7, "ma": 4},
    "LI": {"tq": 4, "size": 7, "ma": 5},
    "CH": {"tq": 4, "size": 1, "ma": 2},
}
"""Ratings of a unit whose entry gives none, by type."""

LINES: tuple[LineSpec, ...] = (
    LineSpec(types=("HC", "HC/Cat", "LN", "LC")),
    LineSpec(types=("HI", "MI")),
    LineSpec(types=("LI",)),
)
"""Line Command availability of a side whose entry gives none."""

SPEC = {*UnitGroup.model_fields} - {"numbers", "hexes", "dismounted"}
"""What an entry says of the unit itself; the rest is its state."""

FOOT_MA = 4
"""Movement Allowance of a cataphract on foot, in all the battles (11.1); its TQ is 1 less than when mounted."""


class FieldSide(Strict):
    """One side of a field."""

    name: str | None = None
    adjective: str | None = None
    withdrawal_level: int = Value(default=100, ge=1)
    disciplined: bool = True
    retreat: FacingField | None = None
    """Edge it retreats to: W = the lowest column, E = the highest; the first side W, the second E unless given."""
    retreat_edge: tuple[Hex, ...] = ()
    lines: tuple[LineRow, ...] = LINES


class Field(BaseField):
    """A map with units and leaders on it."""

    sides: dict[str, FieldSide] = {}
    rules_not_used: tuple[str, ...] = ()
    optional_rules: tuple[str, ...] = ("10.3",)
    champions: tuple[ChampionSpec, ...] = ()
    turn_limit: int | None = Value(default=None, ge=1)
    missile_overrides: dict[str, dict[str, int]] = {}


@dataclass
class Laid:
    """A field as a battle, as far as could be."""

    scenario: CataphractScenario
    entries: Entries


class FieldProblem(Exception):
    """Something in a field that can't be; the message begins with its place in the field."""


def scenario_of(given: Field) -> tuple[CataphractScenario, dict[str, dict[str, Any]]]:
    """The field as a battle, and by piece what its entry says about its state. Raises :class:`FieldProblem`."""
    laid = lay_out(given)
    if laid.entries.problems:
        raise FieldProblem(laid.entries.problems[0])
    return laid.scenario, laid.entries.states


def lay_out(given: Field) -> Laid:
    """The field as a battle, with everything that is wrong in it."""
    entries = Entries(given, given.sides)
    groups: dict[str, list[UnitGroup]] = {s: [] for s in entries.sides}
    leaders: dict[str, list[LeaderSpec]] = {s: [] for s in entries.sides}
    for i, entry in enumerate(given.units):
        if (unit := _unit(entry, f"units[{i}]", entries)) is not None:
            groups[entry["side"]].append(unit)
    for i, entry in enumerate(given.leaders):
        if (leader := _leader(entry, f"leaders[{i}]", entries)) is not None:
            leaders[entry["side"]].append(leader)
    battle_map = entries.battle_map()
    sides = tuple(
        _side(given.sides.get(s, FieldSide()), s, n, groups[s], leaders[s], battle_map, entries.problems)
        for n, s in enumerate(entries.sides)
    )
    scenario = CataphractScenario(
        id="field",
        title=given.name,
        date="",
        place="",
        briefing=Briefing(history="", sides={}, balance="", length=""),
        map=battle_map,
        sides=(sides[0], sides[1]),
        special_rules=given.special_rules,
        rules_not_used=given.rules_not_used,
        optional_rules=given.optional_rules,
        champions=given.champions,
        turn_limit=given.turn_limit,
        missile_overrides=given.missile_overrides,
    )
    return Laid(scenario, entries)


def _unit(entry: dict[str, Any], at: str, entries: Entries) -> UnitGroup | None:
    named = entries.unit(entry, at, tuple(TROOPS))
    if named is None:
        return None
    spec = {k: v for k, v in entry.items() if k in SPEC}
    values: dict[str, Any] = {
        "name": named.code,
        "contingent": entry["side"],
        "nationality": entry["side"],
        **TROOPS[named.troop],
        "facing": "E",
        **spec,
        "type": named.troop,
        "code": named.letters,
        "numbers": (named.number,),
        "hexes": () if entry.get("hex") is None else (entry["hex"],),
    }
    wrong = described(UnitGroup, values, named.at, hexes="hex")
    if not wrong:
        values["dismounted"] = entry.get("counterpart", _counterpart(values))
        wrong = described(UnitGroup, values, named.at, dismounted="counterpart")
    entries.problems += wrong
    entries.states[named.code] = {k: v for k, v in entry.items() if k not in (*SPEC, "hex", "counterpart", "side")}
    return None if wrong else UnitGroup.model_validate(values)


def _counterpart(values: Mapping[str, Any]) -> dict[str, Any] | None:
    """11.1 What a cataphract becomes when it dismounts, or what it was; None for others."""
    if values.get("cls") != "Cat":
        return None
    tq = int(values["tq"])
    common = {"size": values["size"], "missile": values.get("missile")}
    if values["type"] == "HI":
        return {"type": "HC", "tq": min(20, tq + 1), "ma": TROOPS["HC"]["ma"], **common}
    return {"type": "HI", "tq": max(1, tq - 1), "ma": FOOT_MA, **common}


def _leader(entry: dict[str, Any], at: str, entries: Entries) -> LeaderSpec | None:
    named = entries.named(entry, at)
    role = entry.get("role", "OC")
    spec = {k: v for k, v in entry.items() if k in LeaderSpec.model_fields}
    full = {
        "name": entry.get("id"),
        "role": role,
        "initiative": 5,
        "command_range": 5,
        "strategy": 5 if role == "OC" else None,
        "charisma": 4,
        "personal_combat": 5,
        "line_commands": 0 if role == "CC" else 1,
        **spec,
    }
    if named is None:
        return None
    wrong = described(LeaderSpec, full, named)
    entries.problems += wrong
    entries.states[entry["id"]] = {k: v for k, v in entry.items() if k not in (*LeaderSpec.model_fields, "side")}
    return None if wrong else LeaderSpec.model_validate(full)


def _side(
    given: FieldSide,
    side_id: str,
    n: int,
    groups: list[UnitGroup],
    leaders: list[LeaderSpec],
    battle_map: BattleMap,
    problems: list[str],
) -> SideSpec:
    retreat = given.retreat if given.retreat is not None else (Facing.W, Facing.E)[n]
    edge = given.retreat_edge
    if not edge and retreat not in (Facing.W, Facing.E):
        problems.append(f"sides.{side_id}.retreat: {retreat.name} needs the hexes listed under retreat_edge")
    if not edge:
        column = battle_map.cols[1] if retreat == Facing.E else battle_map.cols[0]
        edge = tuple(h for h in battle_map if h // 100 == column and h in battle_map)
    name = given.name or side_id.replace("-", " ").title()
    return SideSpec.model_construct(
        id=side_id,
        name=name,
        adjective=given.adjective or name,
        withdrawal_level=given.withdrawal_level,
        disciplined=given.disciplined,
        retreat_edge=edge,
        retreat_facing=retreat,
        lines=given.lines,
        leaders=tuple(leaders),
        units=tuple(groups),
        replacements=(),
    )
