"""Tricameron as data: the published totals, the set-up, and what the battle's own rules need."""

from __future__ import annotations

import pytest

import scenarios
from engine.kernel.hexes import Facing
from engine.systems.cataphract.scenario import CataphractScenario, SideSpec
from engine.systems.cataphract.state import initial_state


@pytest.fixture(scope="module")
def battle() -> CataphractScenario:
    return scenarios.load("cataphract/tricameron")


def present(side: SideSpec) -> list[tuple[int, int]]:
    """Size and TQ of every unit on the map at the start."""
    return [(g.size, g.tq) for g in side.units if g.hexes for _ in g.numbers]


@pytest.mark.rule("cataphract 2.21")
@pytest.mark.parametrize(
    ("side", "units", "size", "rout_points"),
    [("byzantine", 13, 62, 93), ("vandal", 19, 95, 97)],
)
def test_published_totals(battle: CataphractScenario, side: str, units: int, size: int, rout_points: int) -> None:
    there = present(battle.side(side))
    assert (len(there), sum(s for s, _ in there), sum(t for _, t in there)) == (units, size, rout_points)


def test_set_up_by_hex(battle: CataphractScenario) -> None:
    state = initial_state(battle)
    assert [state.units[f"THC{n}"].hex for n in range(1, 6)] == [5104, 5106, 5108, 5110, 5112]
    assert [state.units[f"AHC{n}"].hex for n in range(1, 6)] == [5114, 5116, 5118, 5120, 5122]
    assert [state.units[c].hex for c in ("BHC1", "HLC1", "HLN1")] == [5513, 5515, 5511]
    assert [state.units[c].hex for c in ("HC1", "HC2", "LC5", "LN12")] == [4512, 4520, 4519, 4522]
    assert all(u.facing == (Facing.W if u.side == "byzantine" else Facing.E) for u in state.units.values() if u.hex)
    assert {x.id: x.hex for x in state.leaders.values() if x.hex is not None} == {
        "Belisarius": 5513,
        "John": 5112,
        "Martinus": 5120,
        "Sunicas": 5515,
        "Pharas": 5511,
        "Gelimer": 4520,
        "Gara": 4505,
        "Tzazon": 4512,
    }


def test_infantry_waits_off_the_map(battle: CataphractScenario) -> None:
    state = initial_state(battle)
    coming = [u.id for u in state.units.values() if u.reinforcement == "infantry"]
    assert coming == [f"MI{n}" for n in range(1, 11)] + [f"LI{n}" for n in range(1, 6)]
    assert all(state.units[u].hex is None for u in coming)
    assert state.arrivals == {"infantry": "due"}


@pytest.mark.rule("cataphract 2.24", "cataphract 4.1")
def test_command(battle: CataphractScenario) -> None:
    leaders = {x.id: x for s in battle.sides for x in s.leaders}
    assert (leaders["Belisarius"].elite, leaders["Belisarius"].line_commands) == (True, 2)
    assert (leaders["Sunicas"].commands, leaders["Pharas"].commands) == (("Huns",), ("Heruli",))
    john = leaders["John"]
    assert (john.initiative, john.command_range, john.charisma, john.personal_combat) == (5, 5, 5, 5)
    assert (leaders["Belisarius"].strategy, leaders["Gelimer"].strategy, john.strategy) == (8, 4, None)
    assert [s.withdrawal_level for s in battle.sides] == [35, 30]
    assert [s.disciplined for s in battle.sides] == [True, False]


@pytest.mark.rule("cataphract 2.22")
def test_every_cataphract_can_dismount(battle: CataphractScenario) -> None:
    groups = [g for s in battle.sides for g in s.units]
    assert {g.code for g in groups if g.dismounted} == {g.code for g in groups if g.cls == "Cat"}
    assert all(g.dismounted.size == g.size for g in groups if g.dismounted)


@pytest.mark.rule("cataphract 2.1")
def test_the_brook_runs_the_whole_height(battle: CataphractScenario) -> None:
    for row in range(1, 26):
        east = [n for n in battle.map.neighbours(4800 + row) if n // 100 == 49]
        assert east and all("stream" in battle.map.side(4800 + row, n) for n in east)
    assert battle.map.side(4812, 4712) == ()


def test_edges(battle: CataphractScenario) -> None:
    byzantine, vandal = battle.sides
    assert byzantine.retreat_edge == tuple(6000 + r for r in range(1, 26))
    assert vandal.retreat_edge == tuple(3600 + r for r in range(1, 26))
    assert (byzantine.retreat_facing, vandal.retreat_facing) == (Facing.E, Facing.W)
