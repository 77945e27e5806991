"""9.6, 9.7, 10.3 The manipular legion: its turns, lines that extend, triarii kept back, Depleted units."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Picks
from engine.kernel.text import Refusal
from engine.systems.gboh.cohesion import rally
from engine.systems.gboh.command import line_command
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.missiles import volley
from engine.systems.gboh.movement import reach, sharing
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.scenario import LineSpec
from engine.systems.gboh.shock import clash
from engine.systems.spqr import doctrine, extension
from engine.systems.spqr.extension import Extend
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman, stack
from tests.engine.spqr.test_stacking import OC, stacks, whole

LINES = (
    LineSpec(types=("LG/HA", "LG/CO"), apart=2),
    LineSpec(types=("LG/PR", "LG/CO"), apart=2),
    LineSpec(types=("HI/TR",), apart=2),
    LineSpec(types=("LI/VE",), apart=2),
)
REACTIONS = ("reaction-facing", "entry-fire", "retire-fire", "return-fire", "must-check")


def field(ours: Any, theirs: Any = (), side: str = "a", **values: Any) -> kit.Rig:
    """Romans are side "a", in Lines whose units stand 2 hexes apart at most."""
    values = {"a_leaders": OC, "b_leaders": [leader("Philip", 2505, command_range=30)], **values}
    sides = {"a": {"lines": LINES, **values.pop("a_side", {})}}
    rig = kit.battle(list(ours), list(theirs), sides=sides, **values)
    return rig.orders(side, "Scipio" if side == "a" else "Philip")


def extended(r: kit.Rig) -> dict[str, int]:
    return {e.unit: e.to for e in r.happened(UnitMoved) if e.how == "extension"}


# -- 9.65 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.65", "spqr 7.12")
@pytest.mark.parametrize(("code", "mp"), [("HA1", 1), ("TR1", 1), ("VE1", 1)])
def test_roman_foot_turns_for_one_point_however_far(code: str, mp: int) -> None:
    r = field([roman(code, 1010, "E")])
    west = r.unit(code).facing.turned(6)
    assert reach.price(r.g, r.unit(code), (west,)).mp == mp


@pytest.mark.rule("spqr 9.65")
def test_others_pay_for_each_vertex() -> None:
    r = field([unit("MI1", 1010)])
    assert reach.price(r.g, r.unit("MI1"), (r.unit("MI1").facing.turned(6),)).mp == 3


# -- 9.61 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.61", "spqr 4.24")
def test_a_line_takes_in_both_of_a_stack_and_moves_them_with_one_command() -> None:
    r = field([*stack("HA1", "HA2", 1010), *stack("HA3", "CO1", 1012)], a_leaders=[leader("Scipio", 1009)])
    r.order(kit.read(r, "line HA1"))
    assert sorted(r.g.orders.line.units) == ["CO1", "HA1", "HA2", "HA3"]
    order = kit.read(r, "HA1 & HA2 > 1110")
    line_command.check(r.g, r.leader("Scipio"), order)
    r.run(line_command.act, r.leader("Scipio"), order)
    assert stacks(r, 1110) == ["HA1", "HA2"] and r.g.orders.line.acted == ["HA1", "HA2"]
    assert r.g.orders.orders_used == 0


@pytest.mark.rule("spqr 9.61")
def test_both_must_be_in_the_line_to_go_with_one_command() -> None:
    r = field(stack("HA1", "PR1", 1010), a_leaders=[leader("Scipio", 1009)])
    r.order(kit.read(r, "line HA1"))
    assert r.g.orders.line.units == ["HA1"]
    with kit.refused("5.23"):
        line_command.check(r.g, r.leader("Scipio"), Move(unit="HA1", under="PR1", path=(1110,)))
    order = Move(unit="HA1", path=(1110,))
    line_command.check(r.g, r.leader("Scipio"), order)
    r.run(line_command.act, r.leader("Scipio"), order)
    assert stacks(r, 1010) == ["PR1"] and stacks(r, 1110) == ["HA1"]


# -- 9.66 in reaction --------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.66")
def test_as_an_enemy_comes_within_two_hexes_the_whole_line_may_extend() -> None:
    ours = [*stack("HA1", "HA2", 1010), *stack("HA3", "HA4", 1012), *stack("HA5", "HA6", 1014)]
    r = field(ours, [unit("MI1", 1310, "W")], "b")
    asked: dict[str, list[str]] = {}

    def extend(d: Any) -> dict[str, str]:
        asked.update({i.key: [c.key for c in i.choices] for i in d.items})
        return {"HA1": "1011", "HA5": "1015"}

    r.order(Move(unit="MI1", path=(1210,)), answers=[extend])
    assert asked["HA1"] == ["1009", "1011", "stay"] and set(asked) == {"HA1", "HA3", "HA5"}
    assert extended(r) == {"HA1": 1011, "HA5": 1015}
    assert (stacks(r, 1010), stacks(r, 1011), stacks(r, 1012)) == (["HA2"], ["HA1"], ["HA3", "HA4"])
    one = r.unit("HA1")
    assert (one.facing.name, one.hits, one.moved, one.id in r.g.orders.moved) == ("E", 0, False, False)
    whole(r)


@pytest.mark.rule("spqr 9.66")
def test_two_for_one_hex_are_refused_whole_and_the_whole_line_finds_room() -> None:
    ours = [*stack("HA1", "HA2", 1010), *stack("HA3", "HA4", 1012)]
    r = field(ours, [unit("MI1", 1310, "W")], "b")
    told: list[str] = []

    def extend(d: Any) -> Any:
        for picks in ({"HA1": "1011", "HA3": "1011"}, {"HA3": "1011", "HA1": "1011"}):
            with pytest.raises(Refusal) as refusal:
                d.check(Picks(picks=picks))
            told.append(str(refusal.value))
        both = d.fitted(Picks(picks={"HA1": "1011", "HA3": "1011"}))
        d.check(both)
        assert both.picks == {"HA1": "1011", "HA3": "1013"}, "the second goes to its other side"
        assert d.fitted(both) == both
        return both.picks

    r.order(Move(unit="MI1", path=(1210,)), answers=[extend])
    assert ["HA3 can't go to 1011: HA1 goes there." in told[0], "HA1 can't go to 1011: HA3" in told[1]] == [True, True]
    assert extended(r) == {"HA1": 1011, "HA3": 1013}


@pytest.mark.rule("spqr 6.61", "spqr 6.63")
@pytest.mark.parametrize(("second", "goes"), [("HA2", True), ("MI7", False)])
def test_two_romans_of_a_legion_may_be_sent_to_one_hex_and_others_not(second: str, goes: bool) -> None:
    r = field([roman("HA1", 1010), roman("HA2", 1011), unit("MI7", 1012)])
    bar = sharing.clash(r.g, "6.8", lambda name, key: (int(key),))
    no = bar({"HA1": "0910", second: "0910"})
    assert (no is None) is goes
    assert bar({"HA1": "0910", second: "0911"}) is None


@pytest.mark.rule("spqr 9.66")
@pytest.mark.parametrize(("start", "path"), [(1410, (1310,)), (1410, (1411,))])
def test_farther_away_nobody_is_asked(start: int, path: tuple[int, ...]) -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", start, "W")], "b")
    r.order(Move(unit="MI1", path=path))
    assert extended(r) == {}


@pytest.mark.rule("spqr 9.66")
def test_who_starts_at_two_hexes_is_answered_before_he_goes() -> None:
    r = field(stack("HA1", "HA2", 1010, missile=None), [unit("MI1", 1210, "W")], "b")
    r.order(Move(unit="MI1", path=(1110,)), answers=[{"HA1": "1009"}], defaults=REACTIONS)
    assert extended(r) == {"HA1": 1009}


@pytest.mark.rule("spqr 9.66")
def test_they_may_wait_as_long_as_the_enemy_is_near() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", 1311, "W")], "b")
    r.order(Move(unit="MI1", path=(1211, 1210)), answers=["stay", {"HA1": "1009"}], defaults=REACTIONS)
    assert extended(r) == {"HA1": 1009}


@pytest.mark.rule("spqr 9.66")
@pytest.mark.parametrize(
    ("terrain", "others", "enemies"),
    [
        ({1009: "woods", 1011: "woods"}, [], []),
        ({}, [roman("HA8", 1009), roman("HA9", 1011)], []),
        ({}, [], [unit("MI8", 1108, "W"), unit("MI9", 1111, "W")]),
    ],
)
def test_only_into_clear_empty_hexes_out_of_enemy_zone(terrain: Any, others: Any, enemies: Any) -> None:
    r = field([*stack("HA1", "HA2", 1010), *others], enemies, terrain=terrain)
    assert extension.ways(r.g, r.unit("HA1")) == []
    assert extension.refusal(r.g, r.unit("HA1")) is not None
    assert extension.ways(field(stack("HA1", "HA2", 1010)).g, field(stack("HA1", "HA2", 1010)).unit("HA1")) == [
        1009,
        1011,
    ]


@pytest.mark.rule("spqr 9.66", "spqr 9.68")
def test_only_the_upper_of_two_romans_in_line() -> None:
    r = field([*stack("HA1", "HA2", 1010), roman("HA3", 1012)])
    for name in ("HA2", "HA3"):
        assert extension.refusal(r.g, r.unit(name), 1009) is not None
    r.unit("HA1").column = True
    found = extension.refusal(r.g, r.unit("HA1"), 1009)
    assert found is not None and found.rule == "9.68"
    r.unit("HA1").column = False
    found = extension.refusal(r.g, r.unit("HA1"), 1110)
    assert found is not None and "no Flank hex" in str(found)


@pytest.mark.rule("spqr 9.66", "spqr 9.67")
def test_who_has_extended_withdraws_no_more_in_this_orders_phase() -> None:
    ours = [*stack("HA1", "HA2", 1010, missile=None), roman("HA3", 1012, missile=None)]
    r = field(ours, [unit("MI1", 1310, "W", ma=4)], "b")
    answers: list[Any] = [{"HA1": "stay", "HA3": "stay"}, {"HA1": "1009"}]
    r.order(Move(unit="MI1", path=(1211, 1111)), answers=answers, defaults=REACTIONS)
    assert extended(r) == {"HA1": 1009}
    for name in ("HA1", "HA2", "HA3"):
        assert r.g.orders.extended.count(name) == 1
    r.withdraws("MI1")
    assert not r.decisions[2:], "nobody is asked any more"


@pytest.mark.rule("spqr 9.67")
def test_example_9_67_velites_withdraw_through_the_gap_which_the_line_then_fills() -> None:
    ours = [*stack("HA1", "HA2", 1010), roman("VE1", 1011), *stack("HA3", "HA4", 1012)]
    r = field(ours, [unit("PH1", 1411, "W")], "b")
    assert extension.refusal(r.g, r.unit("HA1"), 1011) is not None, "velites stand there"
    answers: list[Any] = [{"VE1": "0911@E"}, {"HA1": "1011"}]
    r.order(kit.read(r, "PH1 forward 2"), answers=answers, defaults=REACTIONS)
    assert r.unit("VE1").at == 911 and extended(r) == {"HA1": 1011}


@pytest.mark.rule("spqr 9.67")
def test_not_by_the_units_that_withdrew() -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("MI1", 1310, "W", ma=4)], "b")
    r.order(Move(unit="MI1", path=(1210,)), answers=[{"HA1": "0910@E"}], dice=[0])
    assert stacks(r, 910) == ["HA1", "HA2"] and extended(r) == {}, "nobody was asked to extend"


# -- 9.67 under a Line Command -----------------------------------------------------------------------------------------


def commanded() -> kit.Rig:
    r = field([*stack("HA1", "HA2", 1010), *stack("HA3", "HA4", 1012)], a_leaders=[leader("Scipio", 909)])
    r.order(kit.read(r, "line HA1"))
    return r


def act(r: kit.Rig, order: Any, **values: Any) -> None:
    line_command.check(r.g, r.leader("Scipio"), order)
    r.run(line_command.act, r.leader("Scipio"), order, **values)


@pytest.mark.rule("spqr 9.67")
def test_under_a_line_command_it_takes_two_points_from_each() -> None:
    r = commanded()
    assert kit.written_as(kit.read(r, "extend HA1 1009")) == "extend HA1 1009"
    act(r, kit.read(r, "extend HA1 > 1009"))
    assert stacks(r, 1009) == ["HA1"] and stacks(r, 1010) == ["HA2"]
    assert [reach.allowance(r.g, r.unit(x)) for x in ("HA1", "HA2", "HA3", "HA4")] == [3, 3, 5, 5]
    assert (r.unit("HA1").hits, r.unit("HA1").moved) == (0, False)
    act(r, Move(unit="HA1", path=(1109, 1209)))
    assert r.unit("HA1").at == 1209


@pytest.mark.rule("spqr 9.67", "spqr 9.66")
def test_under_a_line_command_it_comes_before_they_move_and_by_no_other_order() -> None:
    r = commanded()
    act(r, Move(unit="HA1", under="HA2", path=(1110,)))
    with kit.refused("9.67"):
        line_command.check(r.g, r.leader("Scipio"), Extend(unit="HA1", to=1109))
    alone = field(stack("HA1", "HA2", 1010))
    alone.refuses("9.67", Extend(unit="HA1", to=1009))


@pytest.mark.rule("spqr 9.67")
def test_both_of_the_stack_must_be_in_the_line() -> None:
    r = field(stack("HA1", "PR1", 1010), a_leaders=[leader("Scipio", 909)])
    r.order(kit.read(r, "line HA1"))
    with kit.refused("9.67"):
        line_command.check(r.g, r.leader("Scipio"), Extend(unit="HA1", to=1009))


# -- 9.7 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.7", "spqr 9.71")
@pytest.mark.parametrize(
    ("enemy", "terrain", "free"),
    [
        (unit("MI1", 1310, "W"), {}, True),
        (unit("MI1", 1410, "W"), {}, False),
        (unit("MI1", 1310, "W"), {1110: "woods", 1111: "woods", 1109: "woods", 1210: "woods", 1209: "woods"}, False),
        (unit("EL1", 1310, "W"), {}, False),
    ],
)
def test_triarii_stay_until_an_enemy_in_sight_is_within_three_hexes(enemy: Any, terrain: Any, free: bool) -> None:
    r = field([roman("TR1", 1010), roman("PR1", 808)], [enemy], terrain=terrain)
    assert doctrine.roused(r.g, r.unit("TR1")) is free
    assert any(h != 1010 for h, _ in reach.search(r.g, r.unit("TR1"))) is free
    west = r.unit("TR1").facing.turned(6)
    if not free:
        r.refuses("9.71", Move(unit="TR1", path=(1011,)))
        assert (1010, west) in reach.search(r.g, r.unit("TR1")), "it may turn"
        r.order(Move(unit="TR1", path=(west,)))
        assert r.unit("TR1").facing == west


@pytest.mark.rule("spqr 9.71")
@pytest.mark.parametrize(
    ("others", "free"),
    [
        ([roman("PR1", 1016)], True),
        ([roman("PR1", 1015)], False),
        ([roman("VE1", 1015)], False),
        ([unit("MI1", 1011)], True),
        ([unit("RC1", 1011, legion="XIV")], True),
        ([roman("PR1", 1011, routed=True)], True),
        ([], True),
    ],
)
def test_or_stand_six_hexes_from_every_other_roman_line(others: Any, free: bool) -> None:
    r = field([roman("TR1", 1010), *others])
    assert doctrine.roused(r.g, r.unit("TR1")) is free


@pytest.mark.rule("spqr 9.71")
def test_one_of_their_line_that_is_roused_rouses_all() -> None:
    r = field(
        [roman("TR1", 1010), roman("TR2", 1012), roman("TR3", 1016), roman("PR1", 1018)], [unit("MI1", 1313, "W")]
    )
    assert [doctrine.roused(r.g, r.unit(f"TR{i}")) for i in (1, 2, 3)] == [True, True, False]


@pytest.mark.rule("spqr 9.71")
def test_a_stack_with_triarii_below_does_not_take_them_along() -> None:
    r = field([*stack("PR1", "TR1", 1010), roman("HA1", 1012)])
    r.refuses("9.71", Move(unit="PR1", under="TR1", path=(1110,)))
    r.order(Move(unit="PR1", path=(1110,)))
    assert stacks(r, 1010) == ["TR1"]


@pytest.mark.rule("spqr 9.7")
def test_a_battle_may_be_without_the_doctrine() -> None:
    r = field([roman("TR1", 1010), roman("PR1", 1011)], rules_not_used=("9.7",))
    r.order(Move(unit="TR1", path=(1110,)))
    assert r.unit("TR1").at == 1110


@pytest.mark.rule("spqr 9.72")
@pytest.mark.parametrize(("points", "must"), [(9, False), (10, True)])
def test_triarii_do_not_move_and_attack_before_half_the_level_is_lost(points: int, must: bool) -> None:
    r = field([roman("TR1", 1010)], [unit("MI1", 1210, "W")], a_side={"withdrawal_level": 19})
    r.state.sides["a"].rout_points = points
    r.order(Move(unit="TR1", path=(1110,)), defaults=REACTIONS)
    assert r.g.orders.markers == ({"TR1": "must"} if must else {})


@pytest.mark.rule("spqr 9.72")
def test_triarii_attack_whom_they_have_before_them_without_moving() -> None:
    from engine.systems.gboh.shock import designation

    r = field([roman("TR1", 1010)], [unit("MI1", 1110, "W")], a_side={"withdrawal_level": 19})
    assert [u.id for u in designation.willing(r.g)] == ["TR1"]


# -- 10.3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 10.31", "spqr 10.32")
def test_whoever_rallies_is_depleted_and_stays_so() -> None:
    r = field([roman("HA1", 1010, routed=True)])
    r.run(rally.rally, r.leader("Scipio"), r.unit("HA1"), r.unit("HA1").facing, dice=[0, 0])
    assert r.unit("HA1").depleted and r.unit("HA1").rallied
    r.state.new_turn()
    r.unit("HA1").rallied = False
    assert r.unit("HA1").depleted
    r.unit("HA1").routed = True
    r.run(rally.rally, r.leader("Scipio"), r.unit("HA1"), r.unit("HA1").facing, dice=[0, 0])
    assert r.unit("HA1").depleted


@pytest.mark.rule("spqr 10.33")
@pytest.mark.parametrize("who", ["HA1", "MI1", "both"])
def test_a_depleted_unit_costs_its_side_a_column(who: str) -> None:
    ours = [roman("HA1", 1010), roman("HA2", 1011, depleted=True)]
    r = field(ours, [unit("MI1", 1110, "W")])
    r.unit("HA1").depleted = who != "MI1"
    r.unit("HA2").depleted = who != "MI1"
    r.unit("MI1").depleted = who != "HA1"
    a, d = [r.unit("HA1"), r.unit("HA2")], [r.unit("MI1")]
    shifts = [m.value for m in clash.reckon(r.g, a, d, a[0], d[0]).shifts if "Depleted" in str(m.reason)]
    assert shifts == {"HA1": [-1], "MI1": [1], "both": [-1, 1]}[who], "once a side"


@pytest.mark.rule("spqr 10.33", "spqr 8.17")
def test_a_depleted_unit_adds_one_to_its_fire() -> None:
    r = field([unit("SK1", 1010, missile="A", depleted=True)], [unit("MI1", 1210, "W")])
    found = volley.preview(r.g, r.unit("SK1"), r.unit("MI1"))
    assert [(m.value, m.rule) for m in found.modifiers] == [(1, "10.33")]


@pytest.mark.rule("spqr 10.34", "spqr 10.35")
@pytest.mark.parametrize(("depleted", "die", "second", "hits"), [(False, 6, 7, 3), (True, 5, 7, 4), (True, 0, 9, 4)])
def test_depleted_units_are_harder_to_rally_and_come_back_with_more_hits(
    depleted: bool, die: int, second: int, hits: int
) -> None:
    r = field([roman("HA1", 1010, routed=True, depleted=depleted)], a_leaders=[leader("Scipio", 1005, initiative=5)])
    r.run(rally.rally, r.leader("Scipio"), r.unit("HA1"), r.unit("HA1").facing, dice=[die, second])
    assert r.unit("HA1").hits == hits


@pytest.mark.rule("spqr 10.34")
def test_one_more_on_the_roll_fails_a_depleted_units_rally() -> None:
    r = field([roman("HA1", 1010, routed=True, depleted=True)], a_leaders=[leader("Scipio", 1005, initiative=4)])
    r.run(rally.rally, r.leader("Scipio"), r.unit("HA1"), r.unit("HA1").facing, dice=[5], defaults=["rout-path"])
    assert r.unit("HA1").routed, "5 and 1 is more than Initiative 4 and 1"
