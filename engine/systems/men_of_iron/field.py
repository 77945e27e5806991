"""A small Men of Iron battlefield written down in a few lines, for positions and rulings that need no whole battle.

Everything has a default except who stands where: clear ground, one Command a side, an ordinary leader out of the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import Field as Value

from engine.kernel.hexes import Hex
from engine.kernel.model import MOST, Strict
from engine.kernel.position_field import BaseField, Entries, described
from engine.kernel.scenario import Briefing
from engine.kernel.terrain import BattleMap
from engine.systems.men_of_iron.scenario import (
    CommandSpec,
    Formation,
    FormationSpec,
    LeaderSpec,
    MarkerSpec,
    MenOfIronScenario,
    SideSpec,
    StandardSpec,
    UnitGroup,
    UnitType,
)
from engine.systems.men_of_iron.soundness import FORMERS

TROOPS: tuple[str, ...] = get_args(UnitType)

ACTIVATION, MA = 4, 8
"""Of a leader whose entry doesn't say."""

COMMAND_RANGE = 6
"""Of a leader who has an entry that doesn't say."""

WIDE = 30
"""Command Range of a leader who has no entry: the whole field."""


class FieldSide(Strict):
    """One side of a field."""

    name: str | None = None
    adjective: str | None = None
    flight_level: int = Value(default=30, ge=1, le=MOST)
    overall: str | None = None
    """Command of the overall commander; the first unless given."""
    formations: tuple[FormationSpec | Formation, ...] = ()
    """What it may form (14.1): "shield-wall", "schiltron", or a whole entry as in a scenario."""


class Field(BaseField):
    """A map with units, leaders, Standards and markers on it."""

    default_terrain: str = "clear"
    sides: dict[str, FieldSide] = {}
    standards: tuple[dict[str, Any], ...] = ()
    markers: tuple[dict[str, Any], ...] = ()
    first_player: str | None = None
    """Side that begins; the first unless given."""


@dataclass
class Laid:
    """A field as a battle, as far as could be."""

    scenario: MenOfIronScenario
    entries: Entries


def lay_out(given: Field) -> Laid:
    """The field as a battle, with everything that is wrong in it."""
    entries = Entries(given, given.sides)
    battle_map = entries.battle_map()
    commands = {s: _commands(given, s) for s in entries.sides}
    leaders = dict(_leaders(given, entries))
    groups: dict[str, list[UnitGroup]] = {}
    for i, entry in enumerate(given.units):
        unit = _unit(entry, f"units[{i}]", entries)
        if unit is not None:
            own = commands[entry["side"]]
            groups.setdefault(entry.get("command") or own[0], []).append(unit)
    free = _corners(battle_map, {h for g in groups.values() for u in g for h in u.hexes})
    sides = tuple(_side(given, s, commands[s], leaders, groups, entries, free) for s in entries.sides)
    scenario = MenOfIronScenario.model_construct(
        system="men-of-iron",
        id="field",
        title=given.name,
        date="",
        place="",
        briefing=Briefing(history="", sides={}, balance="", length=""),
        map=battle_map,
        sides=sides,
        special_rules=given.special_rules,
        optional_rules=given.optional_rules,
        first_player=given.first_player if given.first_player is not None else entries.sides[0],
    )
    return Laid(scenario, entries)


def _commands(given: Field, side: str) -> list[str]:
    """The Commands of a side: those its leaders lead and its units name, in that order; at least one."""
    own = [x for x in given.leaders if x.get("side") == side]
    named = [x.get("command", x.get("id")) for x in own]
    named += [u["command"] for u in given.units if u.get("side") == side and "command" in u]
    found = list(dict.fromkeys(c for c in named if isinstance(c, str)))
    return found or [side.title().replace("-", "")]


def _leaders(given: Field, entries: Entries) -> Iterator[tuple[str, LeaderSpec]]:
    """The leader of each Command that has an entry, by Command."""
    seen: dict[str, str] = {}
    for i, entry in enumerate(given.leaders):
        at = entries.named(entry, f"leaders[{i}]")
        if at is None:
            continue
        name, command = entry["id"], entry.get("command", entry["id"])
        if command in seen:
            entries.problems.append(f"{at}.command: {command} is led by {seen[command]}; say whom {name} leads")
            continue
        seen[command] = name
        spec = {k: v for k, v in entry.items() if k in LeaderSpec.model_fields}
        usual = {"name": name, "activation": ACTIVATION, "command_range": COMMAND_RANGE, "ma": MA}
        wrong = described(LeaderSpec, {**usual, **spec}, at)
        entries.problems += wrong
        entries.states[name] = {
            k: v for k, v in entry.items() if k not in (*LeaderSpec.model_fields, "side", "command")
        }
        if not wrong:
            yield command, LeaderSpec.model_validate({**usual, **spec})


_SPEC = {"code", "type", "hex", "facing", "command", "side", "weapon", "name", "arrival"}


def _unit(entry: dict[str, Any], at: str, entries: Entries) -> UnitGroup | None:
    named = entries.unit(entry, at, TROOPS)
    if named is None:
        return None
    values = {
        "name": entry.get("name", named.code),
        "type": named.troop,
        "code": named.letters,
        "numbers": (named.number,),
        "hexes": () if entry.get("hex") is None else (entry["hex"],),
        "facing": entry.get("facing", "E"),
        "weapon": entry.get("weapon"),
        "arrival": entry.get("arrival"),
    }
    wrong = described(UnitGroup, values, named.at, hexes="hex")
    entries.problems += wrong
    entries.states[named.code] = {k: v for k, v in entry.items() if k not in _SPEC}
    return None if wrong else UnitGroup.model_validate(values)


def _corners(battle_map: BattleMap, taken: set[Hex]) -> Iterator[Hex]:
    """Hexes for leaders nobody has placed: along the top and bottom edge, from the corners, where nobody stands."""
    last = battle_map.rows[1], battle_map.rows[0]
    edge = [c * 100 + r for r in last for c in range(battle_map.cols[0], battle_map.cols[1] + 1)]
    return iter([h for h in edge if h in battle_map and h not in taken])


def _side(
    given: Field,
    side_id: str,
    commands: list[str],
    leaders: dict[str, LeaderSpec],
    groups: dict[str, list[UnitGroup]],
    entries: Entries,
    free: Iterator[Hex],
) -> SideSpec:
    said = given.sides.get(side_id, FieldSide())
    specs: list[CommandSpec] = []
    for c in commands:
        wrong = described(CommandSpec, {"id": c, "name": c, "leader": _unplaced(c, 101), "units": ()}, "command")
        entries.problems += [f"{w.replace('command.id', 'command')}" for w in wrong]
        leader = leaders.get(c) or _unplaced(c, next(free, given.cols[0] * 100 + given.rows[0]))
        if c not in leaders:
            # In the game from the beginning, but nobody has said where: in nobody's way, and within reach of all.
            entries.places.setdefault(leader.id, f"leaders ({leader.id})")
        specs.append(CommandSpec.model_construct(id=c, name=c, leader=leader, units=tuple(groups.get(c, ()))))
    if said.overall is not None and said.overall not in commands:
        entries.problems.append(f"sides.{side_id}.overall: {said.overall} is no Command of this side")
    name = said.name or side_id.replace("-", " ").title()
    return SideSpec.model_construct(
        id=side_id,
        name=name,
        adjective=said.adjective or name,
        flight_level=said.flight_level,
        overall=said.overall or commands[0],
        commands=tuple(specs),
        standards=tuple(_others(StandardSpec, "standards", given.standards, side_id, commands, entries)),
        formations=tuple(_formations(given, said, side_id)),
        markers=tuple(_others(MarkerSpec, "markers", given.markers, side_id, commands, entries)),
        stance="attack",
    )


def _formations(given: Field, said: FieldSide, side_id: str) -> Iterator[FormationSpec]:
    """14.1 What a side may form: as it says, or what its units stand in."""
    stood_in = dict.fromkeys(u.get("formation") for u in given.units if u.get("side") == side_id)
    implied: tuple[Formation, ...] = tuple(f for f in FORMERS if f in stood_in)
    for f in said.formations or implied:
        yield f if isinstance(f, FormationSpec) else FormationSpec(formation=f, types=FORMERS[f])


def _unplaced(command: str, at: Hex) -> LeaderSpec:
    return LeaderSpec.model_construct(
        id=command, name=command, king=False, hex=at, activation=ACTIVATION, command_range=WIDE, ma=MA
    )


def _others(
    model: Any, kind: str, listed: tuple[dict[str, Any], ...], side: str, commands: list[str], entries: Entries
) -> Iterator[Any]:
    """Standards or markers of one side."""
    for i, entry in enumerate(listed):
        if entry.get("side") != side and (entry.get("side") in entries.sides or side != entries.sides[0]):
            continue  # its own side has it, or the first complains of it
        at = entries.named(entry, f"{kind}[{i}]")
        if at is None:
            continue
        values = {"name": entry["id"], **{k: v for k, v in entry.items() if k in model.model_fields}}
        if model is StandardSpec:
            values.setdefault("commands", commands)
        elif values.get("kind") == "bombard":
            values.setdefault("command", commands[0])
            values.setdefault("facing", "E")
        wrong = described(model, values, at)
        entries.problems += wrong
        entries.states[entry["id"]] = {k: v for k, v in entry.items() if k not in (*model.model_fields, "side")}
        if not wrong:
            yield model.model_validate(values)
