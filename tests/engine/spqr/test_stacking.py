"""6.6 Stacking: who stays with whom and passes through whom, in which order, at what price, by order and in rout."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.referee import MovePiece, SetValue
from engine.kernel.text import Refusal
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import line_command
from engine.systems.gboh.events import PiecesSetUp, Spot, UnitMoved
from engine.systems.gboh.movement import reach, sharing, stacking
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.referee.referee import Referee
from engine.systems.gboh.stacks.uppermost import Uppermost
from engine.systems.spqr.stacking_chart import CHART
from engine.systems.spqr.state import initial_state
from engine.systems.spqr.system import Spqr
from tests.each import for_each
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman, stack

OC = [leader("Scipio", 1005, command_range=20, initiative=9)]


def field(*units: Any, enemies: Any = (), **values: Any) -> kit.Rig:
    values = {"a_leaders": OC, **values}
    return kit.battle(list(units), list(enemies), **values).orders("a", "Scipio")


def stacks(r: kit.Rig, at: int) -> list[str]:
    return [u.id for u in sharing.stacks(r.g).at(at)]


def whole(r: kit.Rig) -> None:
    """No invariant is broken."""
    assert Spqr(r.g.scenario).invariants(r.g.state) == []


# -- 6.61-6.63, 6.69 ---------------------------------------------------------------------------------------------------

XIV, V = {"legion": "XIV"}, {"legion": "V"}


@pytest.mark.rule("spqr 6.63", "spqr 6.69", "spqr table:stacking_voluntary")
@for_each(
    ("mover", "other", "through", "stays"),
    [
        # Basic: a hit to each, and no stopping.
        (unit("MI1", 1010), unit("MI2", 1110), (1, 1), None),
        (unit("RC1", 1010, **XIV), roman("HA1", 1110), (1, 1), None),
        (unit("MI1", 1010), unit("SK1", 1110), (1, 1), None),
        # Skirmishers
        (unit("SK1", 1010), unit("MI1", 1110), (0, 0), None),
        (unit("SK1", 1010), roman("HA1", 1110), (0, 0), None),
        # Roman infantry of one legion: the same class, another
        (roman("HA1", 1010), roman("HA2", 1110), (0, 0), 0),
        (roman("HA1", 1010), roman("HA2", 1110, ala=True), (0, 0), 0),
        (roman("CO1", 1010), roman("CE1", 1110), (0, 0), 0),
        (roman("HA1", 1010), roman("PR1", 1110), (0, 0), 1),
        (roman("HA1", 1010), roman("TR1", 1110), (0, 0), 1),
        # of another legion
        (roman("HA1", 1010), roman("HA2", 1110, **V), (1, 1), 1),
        (roman("HA1", 1010), roman("TR1", 1110, **V), (1, 1), 1),
        # with others: no stopping
        (roman("HA1", 1010), roman("VE1", 1110), (0, 0), None),
        (roman("HA1", 1010), roman("VE1", 1110, **V), (1, 1), None),
        (roman("HA1", 1010), unit("RC1", 1110, **XIV), (1, 1), None),
        (roman("HA1", 1010), unit("MI1", 1110), (1, 1), None),
        # velites
        (roman("VE1", 1010), roman("HA1", 1110), (0, 0), None),
        (roman("VE1", 1010), roman("TR1", 1110), (0, 0), None),
        (roman("VE1", 1010), roman("HA1", 1110, **V), (1, 1), None),
        (roman("VE1", 1010), unit("RC1", 1110, **XIV), (1, 1), None),
    ],
)
def test_example_6_63_who_passes_and_who_stops_by_order(
    mover: dict[str, Any], other: dict[str, Any], through: tuple[int, int], stays: int | None
) -> None:
    r = field(mover, other)
    m, s = r.unit(mover["code"]), r.unit(other["code"])
    found = stacking.passage(r.g, m, [s])
    assert found is not None and (found.mover.hits, found.stationary[0][1].hits) == through
    verdict = CHART.stop(m, [s])
    assert (verdict.check_drm if verdict.allowed else None) == stays
    r.order(Move(unit=m.id, path=(1110, 1210)))
    assert (m.at, m.hits, s.hits) == (1210, *through)
    whole(r)


@pytest.mark.rule("spqr 6.61", "spqr 6.69")
@pytest.mark.parametrize(("other", "joins"), [(roman("HA2", 1110), True), (unit("MI2", 1110), False)])
def test_one_unit_to_a_hex_but_roman_infantry(other: dict[str, Any], joins: bool) -> None:
    r = field(roman("HA1", 1010), other)
    assert any(h == 1110 for h, _ in reach.search(r.g, r.unit("HA1"))) is joins
    if not joins:
        r.refuses("6.61", Move(unit="HA1", path=(1110,)))
        return
    r.order(Move(unit="HA1", path=(1110,)))
    assert stacks(r, 1110) == ["HA2", "HA1"] and (r.unit("HA1").hits, r.unit("HA2").hits) == (0, 0)
    whole(r)


@pytest.mark.rule("spqr 6.61", "spqr 6.63")
def test_leaders_are_free_and_a_third_unit_is_one_too_many() -> None:
    r = field(roman("HA1", 1010), *stack("HA2", "HA3", 1110), a_leaders=[leader("Scipio", 1110, command_range=20)])
    assert not any(h == 1110 for h, _ in reach.search(r.g, r.unit("HA1")))
    r.refuses("6.63", Move(unit="HA1", path=(1110,)))


@pytest.mark.rule("spqr 6.63")
def test_example_6_63_a_third_unit_passes_as_any_other() -> None:
    r = field(roman("HA1", 1010), *stack("HA2", "PR1", 1110))
    r.order(Move(unit="HA1", path=(1110, 1210)))
    assert [r.unit(x).hits for x in ("HA1", "HA2", "PR1")] == [1, 1, 1]


@pytest.mark.rule("spqr 6.63")
def test_velites_pass_a_stack_of_their_legion_for_nothing() -> None:
    r = field(roman("VE1", 1010), *stack("HA2", "PR1", 1110))
    r.order(Move(unit="VE1", path=(1110, 1210)))
    assert [r.unit(x).hits for x in ("VE1", "HA2", "PR1")] == [0, 0, 0]


@pytest.mark.rule("spqr 6.63")
def test_a_stack_that_passes_as_one_counts_as_basic() -> None:
    r = field(*stack("HA1", "HA2", 1010), roman("HA3", 1110))
    r.order(Move(unit="HA1", under="HA2", path=(1110, 1210)))
    assert [r.unit(x).hits for x in ("HA1", "HA2", "HA3")] == [1, 1, 1]
    assert stacks(r, 1210) == ["HA1", "HA2"]
    whole(r)


@pytest.mark.rule("spqr 6.62")
def test_an_enemy_hex_is_never_entered() -> None:
    r = field(roman("HA1", 1010), enemies=[unit("MI1", 1110, "E")])
    r.refuses("6.62", Move(unit="HA1", path=(1110,)))


@pytest.mark.rule("spqr 6.77", "spqr 6.69")
@pytest.mark.parametrize("who", ["HA1", "HA2"])
def test_columns_neither_stack_nor_pass(who: str) -> None:
    column = {"column": True, "facing": "SIDE_N"}
    r = field(roman("HA1", 1011, **(column if who == "HA1" else {"facing": "NE"})), roman("HA2", 1010))
    r.unit("HA2").column = who == "HA2"
    assert stacking.passage(r.g, r.unit("HA1"), [r.unit("HA2")]) is None
    assert not sharing.may_stack(r.g, r.unit("HA1"), [r.unit("HA2")])


# -- 6.64, 9.61 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.64", "spqr 9.61")
@pytest.mark.parametrize(("leaders", "orders"), [(OC, 2), ([leader("Scipio", 1010, command_range=20)], 1)])
def test_moving_both_takes_an_order_each_but_one_of_the_commander_with_them(leaders: Any, orders: int) -> None:
    r = field(*stack("HA1", "HA2", 1010), a_leaders=leaders)
    r.order(Move(unit="HA1", under="HA2", path=(1110, 1210)))
    assert r.g.orders.orders_used == orders
    assert stacks(r, 1210) == ["HA1", "HA2"] and r.g.orders.acted == ["HA1", "HA2"]
    assert r.unit("HA1").moved and r.unit("HA2").moved


@pytest.mark.rule("spqr 6.64")
def test_a_leader_with_one_order_left_moves_one() -> None:
    r = field(*stack("HA1", "HA2", 1010), a_leaders=[leader("Scipio", 1005, command_range=20, initiative=1)])
    r.refuses("6.64", Move(unit="HA1", under="HA2", path=(1110,)))
    r.order(Move(unit="HA1", path=(1110,)))
    assert (stacks(r, 1010), stacks(r, 1110), r.g.orders.orders_used) == (["HA2"], ["HA1"], 1)
    assert r.unit("HA2").beneath is None
    whole(r)


@pytest.mark.rule("spqr 6.64", "spqr 6.31")
def test_as_one_they_go_as_fast_as_the_slower_and_each_pays() -> None:
    r = field(*stack("HA1", "HA2", 1010), terrain={1110: "woods"})
    r.unit("HA2").ma = 3
    r.refuses("6.25", Move(unit="HA1", under="HA2", path=(1110, 1210, 1310)))
    r.order(Move(unit="HA1", under="HA2", path=(1110, 1210)))
    assert (r.unit("HA1").hits, r.unit("HA2").hits) == (1, 1), "woods"


@pytest.mark.rule("spqr 6.64", "spqr 6.13")
def test_who_has_moved_before_tires() -> None:
    r = field(*stack("HA1", "HA2", 1010))
    r.unit("HA2").moved = True
    r.order(Move(unit="HA1", under="HA2", path=(1110,)))
    assert (r.unit("HA1").hits, r.unit("HA2").hits) == (0, 1)


@pytest.mark.rule("spqr 6.64")
def test_only_two_of_one_stack_go_as_one() -> None:
    r = field(*stack("HA1", "HA2", 1010), roman("HA3", 1012))
    r.refuses("6.64", Move(unit="HA1", under="HA3", path=(1110,)))
    r.refuses("6.64", Move(unit="HA3", under="HA1", path=(1112,)))
    r.g.orders.acted.append("HA2")
    r.refuses("6.64", Move(unit="HA1", under="HA2", path=(1110,)))


# -- 6.65 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.65")
def test_a_unit_joins_a_leader_for_nothing() -> None:
    r = field(roman("HA1", 1010), a_leaders=[leader("Scipio", 1110, command_range=20)])
    r.order(Move(unit="HA1", path=(1110,)))
    assert r.unit("HA1").at == 1110 and r.unit("HA1").hits == 0
    assert r.told()[-1].endswith("1 of 5 MP")


@pytest.mark.rule("spqr 6.65", "spqr 6.51")
def test_a_stack_withdraws_as_one_with_its_leader() -> None:
    ours = [unit("MI1", 1310, "W", ma=4)]
    r = kit.battle(ours, stack("HA1", "HA2", 1010), a_leaders=OC, b_leaders=[leader("Varro", 1010)])
    r.orders("a", "Scipio")
    r.order(Move(unit="MI1", path=(1210,)), answers=[{"HA1": "0910@E"}], dice=[3])
    assert stacks(r, 910) == ["HA1", "HA2"] and r.leader("Varro").at == 910
    whole(r)


# -- 6.66, 9.64 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.66", "spqr 9.64")
def test_only_the_upper_leaves() -> None:
    r = field(*stack("HA1", "HA2", 1010))
    r.refuses("6.66", Move(unit="HA2", path=(1110,)))
    r.order(Move(unit="HA1", path=(1110,)))
    assert (stacks(r, 1010), stacks(r, 1110)) == (["HA2"], ["HA1"])
    r.order(Move(unit="HA2", path=(1009,)))
    assert r.unit("HA2").at == 1009, "it is alone now, and goes"


@pytest.mark.rule("spqr 6.66", "spqr 9.64", "spqr 5.22")
def test_an_order_brings_the_lower_to_the_top() -> None:
    r = field(*stack("HA1", "HA2", 1010))
    r.refuses("6.66", Uppermost(unit="HA1"))
    r.order(Uppermost(unit="HA2"))
    assert stacks(r, 1010) == ["HA2", "HA1"] and r.g.orders.orders_used == 1
    r.order(Move(unit="HA2", path=(1110,)))
    assert r.unit("HA2").at == 1110 and stacks(r, 1010) == ["HA1"]
    r.refuses("6.66", Uppermost(unit="HA1"))
    whole(r)


@pytest.mark.rule("spqr 6.66", "spqr 9.64")
def test_a_line_command_does_not_change_the_order() -> None:
    r = field(*stack("HA1", "HA2", 1010), a_leaders=[leader("Scipio", 1009, line_commands=1, initiative=9)])
    r.order(kit.read(r, "line HA1 HA2"))
    with kit.refused("5.23"):
        line_command.check(r.g, r.leader("Scipio"), Uppermost(unit="HA2"))


@pytest.mark.rule("spqr 6.66")
def test_who_comes_in_goes_to_the_bottom() -> None:
    r = field(roman("HA1", 1010), roman("HA2", 1110))
    r.order(Move(unit="HA1", path=(1110,)))
    assert r.unit("HA1").beneath == "HA2" and r.unit("HA2").beneath is None


# -- 6.67 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.67")
@pytest.mark.parametrize(("ma", "terrain", "hits"), [(2, {}, 0), (3, {1110: "woods"}, 2)])
def test_who_comes_in_turns_as_the_other_faces_and_pays(ma: int, terrain: dict[int, str], hits: int) -> None:
    """1 MP for any turn (9.65); on difficult ground a hit for the vertex, besides that for the hex (7.14)."""
    r = field(roman("HA1", 1010, ma=ma), roman("HA2", 1110, "NE"), terrain=terrain)
    r.order(Move(unit="HA1", path=(1110,)))
    unit = r.unit("HA1")
    assert (unit.facing.name, unit.beneath, unit.hits) == ("NE", "HA2", hits)


@pytest.mark.rule("spqr 6.67")
def test_who_can_not_pay_for_the_turn_does_not_stop() -> None:
    r = field(roman("HA1", 1010, ma=1), roman("HA2", 1110, "NE"))
    r.refuses("6.67", Move(unit="HA1", path=(1110,)))
    r.unit("HA2").facing = r.unit("HA1").facing
    r.g.version += 1
    r.order(Move(unit="HA1", path=(1110,)))
    assert r.unit("HA1").beneath == "HA2"


@pytest.mark.rule("spqr 6.67")
def test_another_facing_than_the_stacks_is_refused() -> None:
    r = field(roman("HA1", 1010), roman("HA2", 1110, "NE"))
    east = r.unit("HA1").facing
    r.refuses("6.67", Move(unit="HA1", path=(1110, east.turned(6))))
    assert [f.name for h, f in reach.search(r.g, r.unit("HA1")) if h == 1110] == ["NE"]


@pytest.mark.rule("spqr 6.67")
def test_passing_through_takes_no_turn() -> None:
    r = field(roman("HA1", 1010), roman("HA2", 1110, "NE"))
    r.order(Move(unit="HA1", path=(1110, 1210)))
    assert r.unit("HA1").facing.name == "E" and [e.mp for e in r.happened(UnitMoved)] == [1, 1]


@pytest.mark.rule("spqr 6.67", "spqr 9.64")
def test_a_stack_turns_together_or_not_at_all() -> None:
    r = field(*stack("HA1", "HA2", 1010))
    west = r.unit("HA1").facing.turned(6)
    r.refuses("6.67", Move(unit="HA1", path=(west,)))
    r.order(Move(unit="HA1", under="HA2", path=(west,)))
    assert r.unit("HA1").facing == r.unit("HA2").facing == west
    whole(r)


@pytest.mark.rule("spqr 6.67", "spqr 7.23")
def test_in_enemy_zone_only_who_faces_alike_joins() -> None:
    r = field(roman("HA1", 1010, ma=2), roman("HA2", 1110, "NE"), enemies=[unit("MI1", 1210, "W")])
    assert not any(h == 1110 for h, _ in reach.search(r.g, r.unit("HA1")))
    r.unit("HA2").facing = r.unit("HA1").facing
    r.g.version += 1
    r.order(Move(unit="HA1", path=(1110,)), defaults=["reaction-facing", "orderly-withdrawal"])
    assert r.unit("HA1").beneath == "HA2" and r.g.orders.markers == {"HA2": "must"}, "the stack must attack (7.25)"


# -- rout, 10.25, 6.69 -------------------------------------------------------------------------------------------------

CHECKED, HIT, NOTHING = (1, True), (1, False), (0, False)


@pytest.mark.rule("spqr 6.69", "spqr 6.63", "spqr table:stacking_rout")
@for_each(
    ("mover", "other", "through", "stop"),
    [
        (unit("MI1", 1010), unit("MI2", 910), CHECKED, CHECKED),
        (unit("MI1", 1010), roman("HA1", 910), CHECKED, CHECKED),
        (unit("RC1", 1010, **XIV), roman("HA1", 910), CHECKED, CHECKED),
        (roman("VE1", 1010), roman("HA1", 910), HIT, CHECKED),
        (roman("VE1", 1010), unit("MI1", 910), HIT, CHECKED),
        (roman("VE1", 1010), roman("VE2", 910), NOTHING, NOTHING),
        (roman("VE1", 1010), unit("SK1", 910), NOTHING, NOTHING),
        (roman("HA1", 1010), roman("PR1", 910), NOTHING, CHECKED),
        (roman("HA1", 1010), roman("PR1", 910, **V), HIT, CHECKED),
        (roman("HA1", 1010), unit("MI1", 910), HIT, CHECKED),
        (roman("HA1", 1010), roman("VE1", 910), NOTHING, NOTHING),
        (roman("HA1", 1010), roman("VE1", 910, **V), HIT, HIT),
        (roman("HA1", 1010), unit("SK1", 910), HIT, HIT),
    ],
)
def test_example_6_63_who_flees_through_friends(
    mover: dict[str, Any], other: dict[str, Any], through: tuple[int, bool], stop: tuple[int, bool]
) -> None:
    r = field({**mover, "routed": True}, other)
    m, s = r.unit(mover["code"]), r.unit(other["code"])
    found = stacking.passage(r.g, m, [s])
    assert found is not None
    toll = found.stationary[0][1]
    assert (toll.hits, toll.check != "none", found.mover.hits) == (*through, 0)
    toll = CHART.stop(m, [s]).stationary
    assert CHART.stop(m, [s]).onward and (toll.hits, toll.check != "none") == stop
    m.hex = s.at
    r.g.version += 1
    r.run(stacking.pass_through, m, s, dice=[s.tq + 1] if through[1] else [])
    assert s.hits == through[0] + through[1]
    # Stopping there adds what that has beyond passing.
    r.run(stacking.stop_in, m, m.at, dice=[s.tq + 1] if stop[1] and not through[1] else [])
    assert s.hits == stop[0] + stop[1]


@pytest.mark.rule("spqr 6.63", "spqr 6.68", "spqr table:stacking_rout")
def test_a_stack_that_is_fled_through_is_shaken_and_its_upper_unit_checks() -> None:
    """6.69 Two at once are met as any other would: a hit to each, a check of the upper, its hits shared."""
    r = field(roman("HA1", 1010, routed=True), *stack("HA2", "HA3", 910))
    r.unit("HA1").hex = 910
    r.g.version += 1
    r.run(stacking.pass_through, r.unit("HA1"), r.unit("HA2"), dice=[9])
    assert (r.unit("HA2").hits, r.unit("HA3").hits) == (1 + 2, 1 + 1)


@pytest.mark.rule("spqr 10.25", "spqr 6.69")
def test_nobody_ends_a_flight_on_a_friend() -> None:
    """Two hexes, the second a friend's: one more, and the friend has a hit and a check."""
    r = field(roman("HA1", 1010), roman("PR1", 810), roman("PR2", 811))
    r.run(rout.rout, r.unit("HA1"), answers=["0910", "0810", "0710"], dice=[9])
    assert r.unit("HA1").routed and r.unit("HA1").at == 710
    assert r.unit("PR1").hits == 1 + 2, "a hit, and 9 is 2 over its TQ of 7"
    assert not r.unit("PR2").hits


@pytest.mark.rule("spqr 10.25")
def test_a_flight_that_finds_no_hex_beyond_a_friend_is_lost_and_shakes_both() -> None:
    r = field(roman("HA1", 1010), *(roman(f"PR{i + 1}", h) for i, h in enumerate([810, 811, 709, 710])))
    r.run(rout.rout, r.unit("HA1"), answers=["0910", "0810", "0710"], dice=[0, 0])
    assert r.unit("HA1").eliminated and [r.unit(f"PR{i}").hits for i in (1, 2, 3, 4)] == [1, 0, 0, 1]


# -- set up, and put right ---------------------------------------------------------------------------------------------


def together_at(r: kit.Rig, at: int) -> tuple[list[str], list[str]]:
    return stacks(r, at), [r.unit(x).facing.name for x in stacks(r, at)]


@pytest.mark.rule("spqr 6.66", "spqr 6.67")
def test_units_set_up_in_one_hex_are_a_stack_the_first_uppermost() -> None:
    r = field(roman("HA1", 1010, "NE"), roman("HA2", 1010))
    r.unit("HA1").below = None
    state = initial_state(r.g.scenario)
    assert state.units["HA2"].beneath == "HA1" and state.units["HA1"].beneath is None
    assert state.units["HA2"].facing.name == "NE"
    assert Spqr(r.g.scenario).invariants(state) == []


@pytest.mark.rule("spqr 6.66", "spqr 6.67")
def test_setting_up_makes_stacks_and_breaks_them() -> None:
    r = field(roman("HA1", 1010, "NE"), roman("HA2", 1012), roman("HA3", 1014))
    for spots, at, stack_ in (
        ([("HA2", 1010, "E")], 1010, ["HA1", "HA2"]),
        ([("HA1", 1016, "E")], 1010, ["HA2"]),
        ([("HA3", 1016, "W")], 1016, ["HA1", "HA3"]),
        ([("HA1", 1016, "SE")], 1016, ["HA1", "HA3"]),
    ):
        event = PiecesSetUp(spots=tuple(Spot(piece=p, hex=h, facing=Facing[f]) for p, h, f in spots))
        event.apply(r.state)
        r.g.version += 1
        assert stacks(r, at) == stack_
        assert len(set(together_at(r, at)[1])) == 1
        whole(r)


@pytest.mark.rule("spqr 6.66", "spqr 6.61")
def test_a_referee_puts_units_into_stacks_turns_them_and_sets_their_order() -> None:
    r = field(roman("HA1", 1010, "NE"), roman("HA2", 1012), roman("HA3", 1014), unit("MI1", 1018))
    Referee(r.g).events(MovePiece(piece="HA2", to=1010))
    r.g.version += 1
    assert together_at(r, 1010) == (["HA1", "HA2"], ["NE", "NE"])
    Referee(r.g).events(SetValue(piece="HA2", key="top", value="HA2"))
    assert stacks(r, 1010) == ["HA2", "HA1"]
    for piece in ("HA3", "MI1"):
        with kit.refused("6.61"):
            Referee(r.g).events(MovePiece(piece=piece, to=1010))
    whole(r)


@pytest.mark.rule("spqr 10.25", "spqr 6.68")
@pytest.mark.parametrize(("who", "other"), [("HA1", "HA2"), ("HA2", "HA1")])
def test_a_referee_routs_one_of_a_stack_which_goes_beside_it(who: str, other: str) -> None:
    r = field(*stack("HA1", "HA2", 1010))
    Referee(r.g).events(SetValue(piece=who, key="routed", value="yes"))
    assert r.unit(who).routed and not r.unit(other).routed, "a referee's word is for one of them"
    assert r.unit(who).hex in (909, 910, 1009, 1011) and stacks(r, 1010) == [other]
    whole(r)


def test_a_referee_routs_nobody_whom_friends_shut_in() -> None:
    around = [roman(f"HA{n}", h) for n, h in enumerate((909, 910, 1009, 1011, 1109, 1110), 3)]
    r = field(*stack("HA1", "HA2", 1010), *around)
    with pytest.raises(Refusal, match="no hex beside it is free"):
        Referee(r.g).events(SetValue(piece="HA1", key="routed", value="yes"))
