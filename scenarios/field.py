"""A small Cataphract battlefield written down in a few lines, for positions and rulings that need no whole battle.

Everything has a default except who stands where: what isn't given is open ground, ordinary troops, an ordinary leader.
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic import Field as Value

from engine.kernel.complaints import problems_of
from engine.kernel.hexes import Facing, FacingField, Hex
from engine.kernel.terrain import BattleMap, HexsideFeature, Place, Road
from engine.systems.cataphract.scenario import (
    Briefing,
    CataphractScenario,
    LeaderSpec,
    LineRow,
    LineSpec,
    SideSpec,
    SpecialRule,
    UnitGroup,
)

M = TypeVar("M", bound=BaseModel)

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

_SPEC = set(UnitGroup.model_fields) - {"numbers", "hexes", "dismounted"}


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FieldSide(_Strict):
    """One side of a field."""

    name: str | None = None
    adjective: str | None = None
    withdrawal_level: int = Value(default=100, ge=1)
    disciplined: bool = True
    retreat: FacingField | None = None
    """Edge it retreats to: W = the lowest column, E = the highest; the first side W, the second E unless given."""
    retreat_edge: tuple[Hex, ...] = ()
    lines: tuple[LineRow, ...] = LINES


class Field(_Strict):
    """A map with units and leaders on it. Entries of units and leaders may hold any value and state of theirs."""

    name: str = "Field"
    cols: tuple[int, int] = (1, 30)
    rows: tuple[int, int] = (1, 20)
    compass: dict[str, str] = {"R": "east", "L": "west", "UP": "north", "DOWN": "south"}
    climate: str = "temperate"
    default_terrain: str = "open"
    default_level: int = 0
    terrain: dict[Hex, str] = {}
    levels: dict[Hex, int] = {}
    hexsides: tuple[HexsideFeature, ...] = ()
    roads: tuple[Road, ...] = ()
    void: frozenset[Hex] = frozenset()
    places: tuple[Place, ...] = ()
    sides: dict[str, FieldSide] = {}
    units: tuple[dict[str, Any], ...] = ()
    leaders: tuple[dict[str, Any], ...] = ()
    special_rules: tuple[SpecialRule, ...] = ()
    rules_not_used: tuple[str, ...] = ()
    optional_rules: tuple[str, ...] = ("10.3",)


class FieldProblem(Exception):
    """Something in a field that can't be; the message begins with its place in the field."""


def side_ids(field: Field) -> tuple[str, str]:
    """The two sides: those under "sides", or those the pieces name, in that order. Raises :class:`FieldProblem`."""
    ids = list(field.sides)
    for kind in ("units", "leaders"):
        for i, piece in enumerate(getattr(field, kind)):
            side = piece.get("side")
            if not isinstance(side, str):
                raise FieldProblem(f"{kind}[{i}].side: is missing")
            if side not in ids:
                if field.sides:
                    raise FieldProblem(f"{kind}[{i}].side: {side!r} is not one of the sides: {', '.join(ids)}")
                ids.append(side)
    if len(ids) != 2:
        raise FieldProblem(f"sides: a battle has two sides, not {len(ids)}")
    return ids[0], ids[1]


def scenario_of(field: Field) -> tuple[CataphractScenario, dict[str, dict[str, Any]]]:
    """The field as a battle, and by piece what its entry says about its state (hits, routed, wounded...).

    Raises :class:`FieldProblem`.
    """
    ids = side_ids(field)
    states: dict[str, dict[str, Any]] = {}
    groups: dict[str, list[UnitGroup]] = {s: [] for s in ids}
    leaders: dict[str, list[LeaderSpec]] = {s: [] for s in ids}
    for i, entry in enumerate(field.units):
        group, code, state = _unit(entry, f"units[{i}]")
        if code in states:
            raise FieldProblem(f"units[{i}].code: {code} is used twice")
        groups[entry["side"]].append(group)
        states[code] = state
    for i, entry in enumerate(field.leaders):
        spec, state = _leader(entry, f"leaders[{i}]")
        if spec.id in states:
            raise FieldProblem(f"leaders[{i}].id: {spec.id} is used twice")
        leaders[entry["side"]].append(spec)
        states[spec.id] = state
    battle_map = BattleMap(
        id="field",
        **{k: getattr(field, k) for k in BattleMap.model_fields if k in Field.model_fields},
    )
    sides = tuple(_side(field, s, n, groups[s], leaders[s], battle_map) for n, s in enumerate(ids))
    scenario = CataphractScenario(
        id="field",
        title=field.name,
        date="",
        place="",
        briefing=Briefing(history="", sides={}, balance="", length=""),
        map=battle_map,
        sides=(sides[0], sides[1]),
        special_rules=field.special_rules,
        rules_not_used=field.rules_not_used,
        optional_rules=field.optional_rules,
    )
    return scenario, states


def _unit(entry: dict[str, Any], at: str) -> tuple[UnitGroup, str, dict[str, Any]]:
    code = entry.get("code")
    letters = code.rstrip("0123456789") if isinstance(code, str) else ""
    if not isinstance(code, str) or not letters or letters == code:
        raise FieldProblem(f'{at}.code: a unit\'s code is letters and a number, as in "HC1", not {code!r}')
    kind = entry.get("type") or next((t for t in TROOPS if letters.endswith(t)), None)
    if kind not in TROOPS:
        raise FieldProblem(f"{at}.type: {kind!r} is no unit type; known: {', '.join(TROOPS)}")
    at_hex = entry.get("hex")
    spec = {k: v for k, v in entry.items() if k in _SPEC}
    group = _checked(
        UnitGroup,
        {
            "name": code,
            "contingent": entry["side"],
            "nationality": entry["side"],
            **TROOPS[kind],
            "facing": "E",
            **spec,
            "type": kind,
            "code": letters,
            "numbers": (int(code[len(letters) :]),),
            "hexes": () if at_hex is None else (at_hex,),
            "dismounted": entry.get("counterpart"),
        },
        f"{at} ({code})",
    )
    state = {k: v for k, v in entry.items() if k not in _SPEC and k not in ("hex", "counterpart", "side")}
    return group, code, state


def _checked(model: type[M], values: dict[str, Any], at: str) -> M:
    try:
        return model.model_validate(values)
    except ValidationError as e:
        raise FieldProblem(f"{at}.{problems_of(e, values, model)[0]}") from e


def _leader(entry: dict[str, Any], at: str) -> tuple[LeaderSpec, dict[str, Any]]:
    name = entry.get("id")
    if not isinstance(name, str):
        raise FieldProblem(f"{at}.id: is missing")
    role = entry.get("role", "OC")
    spec = {k: v for k, v in entry.items() if k in LeaderSpec.model_fields}
    full = {
        "name": name,
        "role": role,
        "initiative": 5,
        "command_range": 5,
        "strategy": 5 if role == "OC" else None,
        "charisma": 4,
        "personal_combat": 5,
        "line_commands": 0 if role == "CC" else 1,
        **spec,
    }
    state = {k: v for k, v in entry.items() if k not in LeaderSpec.model_fields and k != "side"}
    return _checked(LeaderSpec, full, f"{at} ({name})"), state


def _side(
    field: Field, side_id: str, n: int, groups: list[UnitGroup], leaders: list[LeaderSpec], battle_map: BattleMap
) -> SideSpec:
    given = field.sides.get(side_id, FieldSide())
    retreat = given.retreat if given.retreat is not None else (Facing.W, Facing.E)[n]
    edge = given.retreat_edge
    if not edge:
        if retreat not in (Facing.W, Facing.E):
            raise FieldProblem(f"sides.{side_id}.retreat: {retreat.name} needs the hexes listed under retreat_edge")
        column = battle_map.cols[0] if retreat == Facing.W else battle_map.cols[1]
        edge = tuple(h for h in battle_map if h // 100 == column and h in battle_map)
    name = given.name or side_id.replace("-", " ").title()
    return SideSpec(
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
    )
