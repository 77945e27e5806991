"""Rules that meet in a Player Turn: activation, command, seizure, who is away, who comes back; its end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.statement import Word
from engine.kernel.text import Refusal
from engine.kernel.wanted import Wanted
from engine.systems.gboh.events import BattleEnded
from engine.systems.gboh.orders.orders import Done, Fire, Move, MoveLeader
from engine.systems.gboh.stacks.uppermost import Uppermost
from engine.systems.simple_gboh.turn import activation, moving_phase, sequence
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, formation, group, leader, unit
from tests.engine.simple_gboh.test_special import the, turn

ROMAN = {"roman": True, "legion": "I", "cls": "HA"}
FAR = unit("MI9", 3535, "W", formation="y")
THEIRS = [formation("y", auxiliary=True)]
DONE = Done()


def army(*units: Any, leaders: Any, formations: Any, together: Any = (), enemies: Any = (FAR,), **values: Any) -> Rig:
    """Side "a", which begins."""
    sides = {"a": {"formations": formations, "together": together}, "b": {"formations": THEIRS}}
    return kit.battle(list(units), list(enemies), a_leaders=leaders, sides=sides, first_player="a", **values)


def refused_by(r: Rig, order: Any) -> str | None:
    try:
        moving_phase.check(r.g, order)
    except Refusal as no:
        return no.rule
    return None


def away(r: Rig, name: str, *leaders: str) -> Rig:
    """Cavalry that pursues beyond the map, and leaders with it."""
    r.unit(name).hex, r.unit(name).pursuing = None, True
    for x in leaders:
        r.leader(x).hex, r.leader(x).pursuing = None, name
    return r


# -- command ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.11", "simple-gboh 4.21")
@pytest.mark.parametrize("at", [1013, 1006])
def test_a_unit_of_two_hexes_is_in_command_by_its_nearer_half(at: int) -> None:
    r = army(
        unit("PH1", at, formation="w"),
        leaders=[leader("Anna", 1010, command_range=3)],
        formations=[formation("w", "Anna")],
    )
    r.play(answers=["w"])
    assert r.g.orders.in_command == ["PH1"]


@pytest.mark.rule("simple-gboh 4.11")
def test_a_hex_with_a_leader_alone_is_vacant_for_the_chain_and_one_with_strangers_is_not() -> None:
    ends = [unit("HI1", 1010, formation="w"), unit("HI2", 1012, formation="w")]
    anna = leader("Anna", 1010, command_range=0)
    table = [formation("w", "Anna", gap=1), formation("z", auxiliary=True)]
    stranger = unit("SK1", 3030, formation="z")
    for between, found in ((leader("Xerxes", 1011), ["HI1", "HI2"]), (None, ["HI1"])):
        walls = [unit(f"MI{n}", h, "W", formation="y") for n, h in enumerate((911, 1111), 1)]
        given = {"b_leaders": [between]} if between is not None else {}
        stands = stranger if between is not None else unit("SK1", 1011, formation="z")
        r = army(*ends, stands, leaders=[anna], formations=table, enemies=walls, **given)
        r.play(answers=["w"])
        assert r.g.orders.in_command == found


@pytest.mark.rule("simple-gboh 10.24", "simple-gboh 4.11")
def test_an_elephant_with_an_enemy_before_it_hands_no_command_on() -> None:
    r = army(
        unit("EL1", 1010, formation="w"),
        unit("HI2", 1011, formation="w"),
        leaders=[leader("Anna", 1008, command_range=2)],
        formations=[formation("w", "Anna")],
        enemies=[unit("MI1", 1110, "E", formation="y")],
    )
    r.play(answers=["w"])
    assert r.g.orders.in_command == []


@pytest.mark.rule("simple-gboh 4.11", "simple-gboh 10.23", "simple-gboh 4.36")
def test_who_was_in_command_stays_so_though_elephants_take_the_commanders_horse_at_once() -> None:
    r = army(
        unit("HC1", 1010, formation="w", tq=5, hits=4),
        unit("HC2", 1013, formation="w"),
        leaders=[leader("Anna", 1010)],
        formations=[formation("w", "Anna")],
        enemies=[unit("EL9", 1110, "E", formation="y")],
    )
    r.play(answers=["w"])
    assert r.unit("HC1").eliminated and r.leader("Anna").elsewhere
    assert r.g.orders.in_command == ["HC2"]
    assert r.told()[-1] == "All are In Command."


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 7.1", "simple-gboh 5.33")
def test_out_of_command_they_fire_but_change_no_stack_in_contact_nor_go_along_an_enemy() -> None:
    stack = [unit("LG2", 1020, **ROMAN), unit("LG3", 1020, **ROMAN)]
    foes = [unit("MI9", 1210, "E"), unit("MI8", 1120, "E"), unit("MI7", 2011, "SE")]
    r = kit.battle([unit("SK1", 1010, missile="A"), *stack, unit("HI4", 2010)], foes).turn("a", in_command=[])
    assert refused_by(r, Fire(unit="SK1", target="MI9")) is None
    assert refused_by(r, Uppermost(unit="LG3")) == "6.23"
    assert not r.g.in_enemy_zoc(r.unit("HI4"))
    assert refused_by(r, Move(unit="HI4", path=(2110,))) == "4.12", "from beside an enemy to beside it"
    assert refused_by(r, Move(unit="HI4", path=(2109,))) is None


# -- seizure ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.42", "simple-gboh 4.14")
def test_a_group_whose_leader_hears_the_oc_is_his_to_activate_wherever_its_formations_are() -> None:
    r = army(
        *(unit(f"HI{n}", h, formation=f) for n, h, f in ((1, 1010, "w"), (2, 1015, "v"), (3, 1020, "z"))),
        leaders=[
            leader("Anna", 1010, command_range=5, seizure=1),
            leader("Berta", 1015, "SC", command_range=6),
            leader("Carla", 1020, "SC"),
        ],
        formations=[formation("w", "Anna"), formation("v", "Berta"), formation("z", "Carla")],
        together=[group("g", "Berta", "v", "z")],
    )
    d: Any = r.play(answers=["pass", "Anna"], dice=[0])
    assert [c.key for c in d.choices] == ["w", "v", "v+z", "pass"]


@pytest.mark.rule("simple-gboh 4.43", "simple-gboh 4.1")
def test_who_has_seized_the_turn_commands_though_the_formation_has_two() -> None:
    r = army(
        unit("HI1", 1010, formation="w"),
        unit("HI2", 2010, formation="w"),
        leaders=[
            leader("Anna", 3010),
            leader("Berta", 1010, "SC", seizure=1, command_range=2),
            leader("Carla", 2010, "SC", command_range=2),
        ],
        formations=[formation("w", "Berta", "Carla")],
    )
    r.play(answers=["pass", "Berta", "w"], dice=[0])
    assert (r.g.orders.commanders, r.g.orders.in_command) == ({"w": "Berta"}, ["HI1"])


@pytest.mark.rule("simple-gboh 4.33", "simple-gboh 4.37", "simple-gboh 4.44")
def test_without_its_oc_a_side_rides_no_more_and_others_may_seize() -> None:
    r = army(
        unit("HI1", 1010, formation="w"),
        leaders=[leader("Anna", 3010, seizure=2), leader("Berta", 1010, "SC", seizure=1)],
        formations=[formation("w", "Berta")],
    )
    r.leader("Anna").hex, r.leader("Anna").eliminated = None, True
    d: Any = r.play()
    assert [c.key for c in d.choices] == ["w", "pass"]
    d = r.play(answers=["pass"])
    assert [c.key for c in d.choices] == ["Berta", "ride-Berta", "no"]


@pytest.mark.rule("simple-gboh 4.1", "simple-gboh 4.14", "simple-gboh 4.33")
def test_what_cannot_be_activated_is_told() -> None:
    r = army(
        unit("HI1", 1010, formation="w"),
        unit("HI2", 1012, formation="z"),
        leaders=[leader("Anna", 1010)],
        formations=[formation("w", "Anna"), formation("z", auxiliary=True)],
        enemies=[unit("MI9", 1410, "W", formation="y")],
    )
    r.unit("HI2").hex, r.unit("HI2").eliminated = None, True
    d: Any = r.play()
    why = [str(d.why(Wanted(tuple(Word(w) for w in words)))) for words in (("z",), ("y",))]
    assert why == ["No unit is left of Z. (4.1)", "Y is the enemy's. (4.1)"]
    r.play(answers=["oc"])
    assert refused_by(r, MoveLeader(leader="Anna", to=1310)) == "4.34"
    assert refused_by(r, Move(unit="HI1", path=(1110,))) == "4.1"


# -- away from the map ------------------------------------------------------------------------------------------------


def riders(**values: Any) -> Rig:
    return army(
        unit("HC1", 1010, formation="h"),
        unit("HI1", 1013, formation="f"),
        leaders=[leader("Anna", 1013), leader("Berta", 1010, "SC")],
        formations=[formation("h", "Berta"), formation("f", "Anna")],
        **values,
    )


@pytest.mark.rule("simple-gboh 7.63", "simple-gboh 4.1")
def test_a_formation_all_in_pursuit_is_activated_for_its_return() -> None:
    """Its Commander rides with it: 4 is 2 with him, 3 is 1. Back again it is within his range."""
    r = away(riders(), "HC1", "Berta")
    d: Any = r.play()
    label = next(str(c.label) for c in d.choices if c.key == "h")
    assert label == "H, 1 unit in pursuit off the map"
    d = r.play(answers=["h"], dice=[4])
    assert (d.kind, d.side) == ("activation", "b"), "nobody to move: the turn is over"
    assert r.told()[-3:] == ["Activated: H.", "H has no Commander on the map.", "Player Turn 2: the B."]
    first = lambda d: d.choices[0].key  # noqa: E731
    d = r.play(answers=["pass", "h", first, first], dice=[3])
    assert (d.kind, r.g.orders.in_command) == ("orders", ["HC1"])
    assert r.leader("Berta").hex == r.unit("HC1").hex is not None


@pytest.mark.rule("simple-gboh 7.63", "simple-gboh 4.36")
def test_an_oc_in_pursuit_is_placed_by_no_new_turn() -> None:
    r = away(
        army(
            unit("HC1", 1010, formation="w"),
            unit("HI2", 1013, formation="w"),
            leaders=[leader("Anna", 1010)],
            formations=[formation("w", "Anna")],
        ),
        "HC1",
        "Anna",
    )
    d: Any = r.play()
    assert [c.key for c in d.choices] == ["w", "pass"]
    assert str(d.choices[0].label) == "W, 1 unit, 1 more in pursuit off the map"
    r.play(answers=["w"], dice=[9])
    assert r.unit("HC1").pursuing, "9 is 7 with their Commander"
    assert (r.g.orders.activated, r.g.orders.in_command) == (["HI2"], [])


@pytest.mark.rule("simple-gboh 7.63", "simple-gboh 9.0")
def test_who_never_returns_is_nobodys_loss_and_its_commander_has_stayed() -> None:
    r = away(riders(), "HC1")
    r.leader("Berta").hex = 1013
    d: Any = r.play(answers=["h"], dice=[9])
    assert r.unit("HC1").departed and r.state.sides["a"].rout_points == 0
    assert d.kind == "orders" and r.leader("Berta").on_map, "she may still ride"
    d = r.play(answers=[DONE, "pass"])
    assert "h" not in [c.key for c in d.choices], "no unit of it is left"


# -- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 9.0")
@pytest.mark.parametrize(
    ("a", "b", "winners"), [(62, 71, ["b"]), (61, 71, [None]), (60, 69, ["b"]), (59, 70, ["a"]), (59, 69, [])]
)
def test_levels_of_60_and_70(a: int, b: int, winners: list[str | None]) -> None:
    r = kit.battle([unit("HI1", 1010)], [unit("MI9", 2020)]).turn("a")
    for side, points, level in (("a", a, 60), ("b", b, 70)):
        r.state.sides[side].rout_points, r.state.sides[side].withdrawal_level = points, level
    r.state.phase = "withdrawal"
    r.run(sequence.withdrawal)
    assert [e.winner for e in r.happened(BattleEnded)] == winners


@pytest.mark.rule("simple-gboh 9.0", "simple-gboh 3.0")
def test_an_army_that_withdraws_in_the_last_player_turn_has_lost_all_the_same() -> None:
    limit = {"side": "a", "turns": 1, "winner": "b"}
    r = kit.battle([unit("HI1", 1010)], [unit("MI9", 2020)], limit=limit).turn("a")
    r.state.sides["a"].turns = 1
    r.state.sides["b"].rout_points = r.state.sides["b"].withdrawal_level
    r.state.phase = "withdrawal"
    r.run(sequence.withdrawal)
    assert [e.winner for e in r.happened(BattleEnded)] == ["a"]


@pytest.mark.rule("simple-gboh 7.15", "simple-gboh 3.0")
def test_darius_shot_alone_ends_issus_in_the_middle_of_a_turn() -> None:
    r = the("issus", {"AR1": 3010, "Darius": 3009, "CA1": 1414, "MDL1": 5020}, alone=True)
    r.turn("macedonian", activated=["AR1"], in_command=["AR1"], formations=["skirmishers"])
    r.run(sequence.play, dice=[0, 0], answers=[Fire(unit="AR1", target="Darius")])
    assert r.state.phase == "over"
    assert [e.winner for e in r.happened(BattleEnded)] == ["macedonian"]


@pytest.mark.rule("simple-gboh 4.14")
def test_romans_act_whatever_the_alans_named_with_them_do() -> None:
    r = turn(the("catalaunian"), "west-roman")
    r.run(activation.activation, answers=["romans+alans"], dice=[5])
    assert (r.state.orders.formations, r.state.orders.leads) == (["romans"], ["Aetius"])
