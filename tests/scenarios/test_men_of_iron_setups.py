"""Every piece of the six battles of Men of Iron where it stands, how it faces, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import scenarios
from engine.kernel.hexes import Hex
from engine.systems.men_of_iron import victory
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.special import kinds
from engine.systems.men_of_iron.state import State, initial_state
from tests.each import for_each
from tests.engine.men_of_iron.kit import TYPES, Rig, battle, unit

FACINGS = ("E", "NE", "NW", "W", "SW", "SE")
STATES = ("schiltron", "shield-wall", "crossbow", "off")
"""Words before hexes: formations, what Hobilars shoot with, and not on the map (then comes how many)."""


@dataclass
class SetUp:
    """One battle as published; what the state is compared with."""

    first: str
    sides: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Flight Level and overall Command."""
    leaders: dict[str, tuple[str, int, int, int, bool, Hex]] = field(default_factory=dict)
    """By Command: side, Activation, Command Range, MA, whether a King, hex."""
    units: dict[str, tuple[str, str, Hex | None, str, str]] = field(default_factory=dict)
    """By code: Command, type, hex, facing, formation or weapon ("" for none)."""
    standards: list[tuple[str, Hex, tuple[str, ...]]] = field(default_factory=list)
    markers: list[tuple[str, str, Hex, str, str]] = field(default_factory=list)
    """Kind, side, hex, Command and facing ("" where it has none)."""


def published() -> dict[str, SetUp]:
    """The set-ups in the file beside this one, which describes itself."""
    found: dict[str, SetUp] = {}
    now = SetUp("")
    side = command = ""
    for line in Path(__file__).with_name("men_of_iron_setups.txt").read_text("utf-8").splitlines():
        match line.split():
            case [] | ["#", *_]:
                continue
            case ["battle", name, "first", first]:
                now = found[name] = SetUp(first)
            case ["side", side, level, overall]:
                now.sides[side] = (int(level), overall)
            case ["command", command, ratings, *king, hex_]:
                activation, reach, ma = map(int, ratings.split("-"))
                now.leaders[command] = (side, activation, reach, ma, king == ["K"], int(hex_))
            case ["standard", whose, hex_, *commands]:
                now.standards.append((whose, int(hex_), tuple(commands)))
            case [("bombard" | "wagon") as kind, whose, hex_, *rest]:
                of, facing = rest or ("", "")
                now.markers.append((kind, whose, int(hex_), of, facing))
            case [code, *words]:
                _units(now, command, code, words)
    return found


def _units(now: SetUp, command: str, code: str, words: list[str]) -> None:
    facing = state = ""
    n = 0
    for word in words:
        if word in FACINGS:
            facing, state = word, ""
        elif word in STATES:
            state = word
        elif state == "off":
            for _ in range(int(word)):
                n += 1
                now.units[f"{code}{n}"] = (command, code[1:], None, facing, "")
        else:
            n += 1
            now.units[f"{code}{n}"] = (command, code[1:], int(word), facing, state)


def as_loaded(name: str) -> tuple[MenOfIronScenario, State, SetUp]:
    """The battle's file, its first position, and that as a set-up."""
    scenario = scenarios.load(f"men-of-iron/{name}")
    assert isinstance(scenario, MenOfIronScenario)
    state = initial_state(scenario)
    overall = {s.id: s.overall for s in scenario.sides}
    found = SetUp(scenario.first_player or "-")
    found.sides = {a.id: (a.flight_level, overall[a.id]) for a in state.armies.values()}
    for x in state.leaders.values():
        assert x.hex is not None
        found.leaders[x.command] = (x.side, x.activation, x.command_range, x.ma, x.king, x.hex)
    for u in state.units.values():
        what = u.formation or u.weapon_carried or ""
        found.units[u.id] = (u.command, u.type, u.hex, u.facing.name, what)
    found.standards = [(s.side, s.hex, s.commands) for s in state.standards.values()]
    for m in state.markers.values():
        gun = m.kind == "bombard"
        found.markers.append((m.kind, m.side, m.hex, m.command or "", m.facing.name if gun else ""))
    return scenario, state, found


PUBLISHED = published()
EACH = [
    pytest.param("falkirk", marks=pytest.mark.rule("men-of-iron S-falkirk")),
    pytest.param("courtrai", marks=pytest.mark.rule("men-of-iron S-courtrai")),
    pytest.param("bannockburn", marks=pytest.mark.rule("men-of-iron S-bannockburn")),
    pytest.param("crecy", marks=pytest.mark.rule("men-of-iron S-crecy")),
    pytest.param("poitiers", marks=pytest.mark.rule("men-of-iron S-poitiers")),
    pytest.param("najera", marks=pytest.mark.rule("men-of-iron S-najera")),
]


@pytest.mark.parametrize("name", EACH)
def test_every_piece_stands_where_it_should(name: str) -> None:
    expected, (_, state, found) = PUBLISHED[name], as_loaded(name)
    assert found.units == expected.units
    assert found.leaders == expected.leaders
    assert sorted(found.standards) == sorted(expected.standards)
    assert sorted(found.markers) == sorted(expected.markers)
    assert (found.first, found.sides) == (expected.first, expected.sides)
    for u in state.units.values():
        assert state.commands[u.command].side == u.side == expected.leaders[u.command][0]
        assert u.normal and not (u.eliminated or u.departed or u.no_missiles or u.remounted)


@pytest.mark.parametrize("name", EACH)
def test_no_two_share_a_hex_and_all_begin_on_the_map(name: str) -> None:
    scenario, state, _ = as_loaded(name)
    held = [u.hex for u in state.units.values() if u.hex is not None]
    assert len(held) == len(set(held))
    assert all(h in scenario.map for h in held)
    waiting = {u.id for u in state.units.values() if u.hex is None}
    assert waiting == {u for u, what in PUBLISHED[name].units.items() if what[2] is None}
    assert all(state.units[u].arrival for u in waiting), "a rule brings each of them on"


# T-UNITS, as published: Shock DRM Normal and Disordered, MA Normal and Disordered.
VALUES: dict[str, tuple[int, int, int, int]] = {
    "MM": (-1, 0, 6, 5),
    "DM": (-1, 0, 4, 3),
    "UH": (0, 1, 4, 3),
    "AX": (0, 1, 5, 4),
    "PK": (0, 1, 4, 3),
    "LB": (1, 2, 5, 4),
    "CB": (1, 2, 5, 4),
    "SL": (2, 3, 5, 4),
    "GE": (1, 2, 8, 7),
    "MH": (2, 3, 7, 6),
    "DH": (1, 2, 5, 4),
}


@pytest.mark.rule("men-of-iron T-UNITS", "men-of-iron 2.2", "men-of-iron 12.2")
@for_each("kind", TYPES)
def test_the_values_of_each_type(kind: Any) -> None:
    rig = battle(a=[unit(f"{kind}1", 1010)], b=[unit("PK9", 2010, "W")])
    u, (drm, drm_disordered, ma, ma_disordered) = rig.unit(f"{kind}1"), VALUES[kind]
    assert (rig.g.drm(u), rig.g.ma(u)) == (drm, ma)
    u.disordered = True
    assert (rig.g.drm(u), rig.g.ma(u)) == (drm_disordered, ma_disordered)
    assert ma_disordered == ma - 1 and drm_disordered > drm, "12.2"
    u.retired = True
    assert rig.g.ma(u) == 1
    assert set(VALUES) == set(TYPES)


@pytest.mark.rule("men-of-iron T-FLIGHTLEVELS", "men-of-iron 16.0")
@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("falkirk", {"english": 30, "scots": 48}),
        ("courtrai", {"flemish": 42, "french": 20}),
        ("bannockburn", {"scots": 28, "english": 28}),
        ("crecy", {"english": 30, "french": 50}),
        ("poitiers", {"english": 36, "french": 32}),
        ("najera", {"castilian": 40, "english": 28}),
    ],
)
def test_flight_levels_are_those_an_army_flees_at(name: str, levels: dict[str, int]) -> None:
    assert {side: level for side, (level, _) in PUBLISHED[name].sides.items()} == levels
    for side, level in levels.items():
        scenario, state, _ = as_loaded(name)
        rig = Rig(kinds.battle(state, scenario))
        state.armies[side].extra = level - 9
        rig.run(victory.check, side, dice=[8])
        assert state.phase != "over"
        rig.run(victory.check, side, dice=[9])
        assert state.phase == "over" and state.winner == state.enemy(side)
