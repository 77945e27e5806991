"""Position files: what they set up, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from scenarios import ScenarioError, position
from tests.each import for_each

TWO = [{"side": "red", "code": "HC1", "hex": 505}, {"side": "blue", "code": "LC1", "hex": "0807", "facing": "W"}]


def battle(**changes: Any) -> dict[str, Any]:
    return {"scenario": "cataphract/tricameron", **changes}


def field(**changes: Any) -> dict[str, Any]:
    return {"field": {"units": TWO, **changes}}


@pytest.mark.rule("cataphract 2.25")
def test_a_battle_with_changes() -> None:
    scenario, state = position.read(
        battle(
            turn=4,
            active="Martinus",
            orders={"orders_used": 2, "moved": ["AHC1"]},
            sides={"vandal": {"rout_points": 12, "bonus": False}},
            changes={
                "AHC1": {"hex": 4914, "facing": "NW", "hits": 3, "moved": True, "supply": "low"},
                "Martinus": {"wounded": True, "initiative": 5},
                "LN3": {"routed": True},
            },
            remove=["LN4", "Gara"],
        ),
        "here",
    )
    assert scenario.key == "cataphract/tricameron"
    assert (state.turn, state.phase) == (4, "orders")
    assert state.orders is not None
    assert (state.orders.leader, state.orders.side, state.orders.orders_used) == ("Martinus", "byzantine", 2)
    ahc = state.units["AHC1"]
    assert (ahc.hex, ahc.facing, ahc.hits, ahc.moved, ahc.supply) == (4914, Facing.NW, 3, True, "low")
    assert ahc.start_hex is None, "a unit that stands elsewhere has left its set-up hex"
    assert state.units["AHC2"].start_hex == 5116
    assert (state.leaders["Martinus"].initiative, state.leaders["Martinus"].status) == (4, "active")
    assert state.units["LN3"].routed
    assert not state.units["LN4"].on_map and not state.leaders["Gara"].on_map
    assert (state.sides["vandal"].rout_points, state.sides["vandal"].bonus) == (12, False)


def test_only_some_take_part() -> None:
    _, state = position.read(battle(only=["THC1", "LN1", "Belisarius", "Gelimer"]), "here")
    there = {x for pieces in (state.units, state.leaders) for x in pieces if pieces[x].on_map}
    assert there == {"THC1", "LN1", "Belisarius", "Gelimer"}
    assert not any(u.eliminated for u in state.units.values()), "nobody scores for those who aren't there"
    assert state.arrivals == {"infantry": "complete"}, "nobody is left to arrive"


def test_a_field() -> None:
    scenario, state = position.read(
        {
            "field": {
                "cols": [1, 12],
                "rows": [1, 10],
                "terrain": {"0606": "woods"},
                "levels": {"0607": 1},
                "hexsides": [{"a": "0505", "b": "0605", "type": "stream"}],
                "units": [
                    {"side": "red", "code": "THC1", "type": "HC", "cls": "Cat", "hex": "0505", "missile": "C", "tq": 8},
                    {"side": "blue", "code": "MI2", "hex": "0808", "facing": "SIDE_NW", "column": True, "hits": 1},
                ],
                "leaders": [{"side": "red", "id": "Narses", "hex": "0505", "initiative": 6, "wounded": True}],
            },
            "active": "Narses",
        },
        "here",
    )
    assert (scenario.map.terrain_at(606), scenario.map.level_at(607)) == ("woods", 1)
    assert scenario.map.side(605, 505) == ("stream",)
    assert (state.units["THC1"].kind, state.units["THC1"].tq, state.units["THC1"].facing) == ("HC/Cat", 8, Facing.E)
    assert (state.units["MI2"].column, state.units["MI2"].hits, state.units["MI2"].ma) == (True, 1, 4)
    assert (state.leaders["Narses"].initiative, state.leaders["Narses"].wounded) == (5, True)
    assert [s.retreat_facing for s in scenario.sides] == [Facing.W, Facing.E]
    assert scenario.sides[1].retreat_edge == tuple(1200 + r for r in range(1, 11))


def test_files_beside_a_position(tmp_path: Path) -> None:
    own = json.loads((Path(position.__file__).parent / "cataphract" / "tricameron.json").read_text())
    (tmp_path / "own.json").write_text(json.dumps({**own, "title": "Own"}))
    (tmp_path / "p.json").write_text(json.dumps({"scenario": "own.json", "title": "Renamed", "note": "for readers"}))
    scenario, _ = position.load(tmp_path / "p.json")
    assert scenario.title == "Renamed"
    inline, _ = position.read({"scenario": own}, "here")
    assert inline.title == "Tricameron"


@for_each(
    ("document", "said"),
    [
        ({}, 'a position needs either "scenario" or "field", and not both'),
        ({**battle(), **field()}, 'a position needs either "scenario" or "field", and not both'),
        (battle(truce=True), "truce: is no field of the format"),
        (battle(turn=0), "turn: must be at least 1, not 0"),
        (battle(changes={"THC9": {}}), 'changes.THC9: there is no unit or leader "THC9"; there are: THC1, THC2,'),
        (
            battle(changes={"thc1": {}}),
            'changes.thc1: there is no unit or leader "thc1"; did you mean THC1?',
        ),
        (battle(changes={"THC1": {"mood": 1}}), "changes.THC1.mood: is no field of the format"),
        (
            battle(changes={"THC1": {"supply": "none"}}),
            'changes.THC1.supply: must be full, low or no, not "none"',
        ),
        (battle(changes={"THC1": {"hex": 101}}), "THC1.hex: hex 0101 is not on the map"),
        (battle(changes={"THC1": {"hex": 5106}}), "THC2 and THC1 share 5106 (6.61)"),
        (
            battle(changes={"THC1": {"column": True}}),
            "THC1 faces W in Column (6.43)",
        ),
        (battle(changes={"THC1": {"routed": True, "hits": 2}}), "THC1 is routed and has hits (10.21)"),
        (battle(changes={"John": {"hex": 4502}}), "John shares 4502 with the enemy's LN1 (4.61)"),
        (battle(active="Caesar"), 'active: there is no leader "Caesar"; there are: Belisarius, John'),
        (battle(active="John", phase="rout"), 'active: nobody is active in phase "rout"'),
        (battle(phase="orders"), 'phase: "orders" needs "active": the leader whose Orders Phase it is'),
        (
            battle(orders={"deeds": 1}, phase="rout"),
            'orders: no Orders Phase is under way; name its leader under "active"',
        ),
        (battle(active="John", orders={"deeds": "x"}), 'orders.deeds: must be a whole number, not "x"'),
        (battle(sides={"goth": {}}), 'sides.goth: there is no side "goth"; there are: byzantine, vandal'),
        (battle(remove=["LN99"]), 'remove[0]: there is no unit or leader "LN99"'),
        (battle(options={"6.4": True}), "options.6.4: is no optional rule of this battle; there are: 10.3"),
        (field(units=TWO[:1]), "field.sides: a battle has two sides, not 1"),
        (field(units=[{"code": "HC1", "hex": 101}]), "field.units[0] (HC1).side: is missing"),
        (
            field(units=[{**TWO[0], "code": "HC"}, TWO[1]]),
            "field.units[0].code: a unit's code is letters and a number, as in \"HC1\"; not 'HC'",
        ),
        (
            field(units=[{**TWO[0], "code": "Q1"}, TWO[1]]),
            "field.units[0] (Q1).type: is missing, and Q doesn't end in one; there are: HC, LN, LC, HI",
        ),
        (
            field(units=[{**TWO[0], "tq": 99}, TWO[1]]),
            "field.units[0] (HC1).tq: must be at most 20, not 99",
        ),
        (field(units=[*TWO, TWO[0]]), "field.units[2].code: HC1 is used twice"),
        (
            field(units=[{**TWO[0], "mood": 1}, TWO[1]]),
            "field.units[0] (HC1).mood: is no field of the format; there are: name,",
        ),
        (field(terrain={"0101": "lava"}), "field.terrain.0101: the charts know no terrain 'lava'"),
        (field(sides={"red": {}, "blue": {"retreat": "NE"}}), "field.sides.blue.retreat: NE needs the hexes"),
    ],
)
def test_refused(document: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        position.read(document, "p.json")
    assert any(p.startswith(said) for p in caught.value.problems), caught.value.problems


@pytest.mark.rule("simple-gboh 7.41", "simple-gboh 7.52")
def test_who_has_moved_came_from_afar_unless_told_otherwise() -> None:
    units = [
        {"side": "rome", "code": "LG1", "hex": 1010, "facing": "E"},
        {"side": "rome", "code": "LG2", "hex": 1013, "facing": "E"},
        {"side": "epirus", "code": "SK9", "hex": 1110, "facing": "W"},
        {"side": "epirus", "code": "SK8", "hex": 1113, "facing": "W"},
    ]
    file = {"system": "simple-gboh", "field": {"units": units}, "phase": "shock"}
    for given, held in (({}, ["LG2", "SK8"]), ({"started_in_zoc": ["LG1"]}, ["LG1"])):
        _, state = position.read({**file, "orders": {"side": "rome", "moved": ["LG1"], **given}}, "here")
        assert state.orders is not None and state.orders.started_in_zoc == held
        assert state.orders.started_with_enemy == ["LG2", "SK8"]
