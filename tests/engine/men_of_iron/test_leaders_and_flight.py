"""13.0, 15.5, 15.6 and 16.0: recovery, Standards, capture, replacement, and flight."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import distance
from engine.systems.men_of_iron import activation, entering, leaders, orders, recovery, results, victory
from engine.systems.men_of_iron.events import LeaderLost, LeaderReplaced, StandardLost, UnitRecovered
from tests.engine.men_of_iron.kit import Rig, battle, leader, standard, unit

DONE = orders.Done()


# -- recovery (13.1) -------------------------------------------------------------------------------------------------


def shaken(*b: dict, **values: object) -> Rig:
    return battle(a=[unit("DM1", 1010, disordered=True), unit("DM2", 1012)], b=list(b), **values)  # type: ignore[arg-type]


@pytest.mark.rule("men-of-iron 13.1")
def test_a_disordered_unit_that_does_nothing_recovers() -> None:
    rig = shaken(unit("LB1", 1310, "W"))
    rig.play(answers=["A", DONE])
    assert not rig.unit("DM1").disordered


@pytest.mark.rule("men-of-iron 13.1")
@pytest.mark.parametrize("order", [orders.Move(unit="DM1", path=(1009,)), orders.Move(unit="DM1", path=("NE",))])
def test_not_if_it_moves_or_turns(order: orders.Move) -> None:
    rig = shaken(unit("PK1", 2510, "W"))
    rig.play(answers=["A", order, DONE])
    assert rig.unit("DM1").disordered


@pytest.mark.rule("men-of-iron 13.1")
def test_not_beside_an_enemy_when_its_activation_begins_or_ends() -> None:
    rig = shaken(unit("PK1", 1110, "W"))
    rig.activate("A")
    assert not rig.state.activation.may_recover  # type: ignore[union-attr]
    rig = shaken(unit("PK1", 2510, "W"))
    rig.activate("A")
    rig.unit("PK1").hex = 1110
    rig.g.version += 1
    assert recovery.recovering(rig.g) == []


@pytest.mark.rule("men-of-iron 13.1")
def test_a_unit_disordered_in_the_activation_itself_has_to_wait_for_the_next() -> None:
    rig = shaken(unit("PK1", 2510, "W")).activate("A")
    rig.unit("DM2").disordered = True
    assert [u.id for u in recovery.recovering(rig.g)] == ["DM1"]


@pytest.mark.rule("men-of-iron 13.1")
def test_out_of_command_and_under_enemy_bows_it_recovers_all_the_same() -> None:
    rig = battle(
        a=[unit("DM1", 1010, disordered=True)],
        b=[unit("LB1", 1210, "W")],
        a_leaders=[leader("LA", 101, command_range=1)],
    ).activate("A")
    assert rig.g.out_of_command(rig.unit("DM1"))
    rig.run(activation.end)
    assert not rig.unit("DM1").disordered


# -- Standards (13.2) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 13.2")
def test_a_standard_rallies_who_is_near_it_and_away_from_enemies() -> None:
    lost = {"retired": True, "disordered": True}
    rig = battle(
        a=[
            unit("DM1", 1010, **lost),
            unit("DM2", 1011, **lost),
            unit("DM3", 1013, **lost),
            unit("DM4", 1009, **lost),
            unit("DM5", 1110, command="C", **lost),
        ],
        b=[unit("PK1", 1008, "W")],
        a_standards=[standard("SA", 1010, "A")],
    )
    rig.play(answers=["SA"])
    assert [u.id for u in rig.g.units("a") if not u.retired] == ["DM1", "DM2"]
    assert all(rig.unit(u).disordered for u in ("DM1", "DM2")), "they are Disordered then"


@pytest.mark.rule("men-of-iron 13.2", "men-of-iron 13.1")
@pytest.mark.parametrize(("at", "rallies"), [(1010, True), (1110, True), (1012, False), (1209, False), (1310, False)])
def test_a_standard_reaches_one_hex(at: int, rallies: bool) -> None:
    rig = battle(
        a=[unit("DM1", at, retired=True, disordered=True)],
        b=[unit("PK1", 2510, "W")],
        a_standards=[standard("SA", 1010, "A")],
    )
    assert distance(at, 1010) == {1010: 0, 1110: 1, 1012: 2, 1209: 2, 1310: 3}[at]
    rig.play(answers=["SA"])
    assert rig.unit("DM1").retired is not rallies
    assert rig.unit("DM1").disordered


@pytest.mark.rule("men-of-iron 13.2")
def test_a_standard_does_nothing_else() -> None:
    rig = battle(
        a=[unit("DM1", 1010, retired=True, disordered=True), unit("DM2", 1110, disordered=True), unit("DM3", 1109)],
        b=[unit("PK1", 2510, "W")],
        a_standards=[standard("SA", 1010, "A")],
    )
    asked = rig.play(answers=["SA"])
    assert asked.kind == "activate" and asked.side == "b", "nobody moves, fires or fights, and A has finished (3.2)"
    assert rig.unit("DM2").disordered, "nor does anybody else recover"
    assert [e.unit for e in rig.happened(UnitRecovered)] == ["DM1"]
    assert (rig.state.last_command, rig.state.standards["SA"].hex) == ("A", 1010)


@pytest.mark.rule("men-of-iron 13.2/lost")
def test_an_enemy_in_its_hex_takes_a_standard_with_all_who_rally_there() -> None:
    rig = battle(
        a=[unit("DM1", 1010)],
        b=[unit("PK1", 1510, "W", retired=True, disordered=True), unit("PK2", 1512, "W")],
        b_standards=[standard("SB", 1011, "B")],
    )
    rig.unit("DM1").hex = 1011
    rig.run(entering.arrived, rig.unit("DM1"))
    assert rig.happened(StandardLost) and rig.unit("PK1").eliminated and rig.unit("PK2").on_map


# -- capture and replacement (15.5, 15.6) ----------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 15.5")
def test_a_leader_alone_escapes_to_the_nearest_unit_or_is_captured() -> None:
    rig = battle(a=[unit("DM1", 1010)], b=[unit("PK1", 1510, "W")], b_leaders=[leader("LB", 1010)])
    rig.run(entering.arrived, rig.unit("DM1"))
    assert rig.leader("LB").hex == 1510
    ring = [unit(f"DM{i}", h) for i, h in enumerate((1009, 1110, 1109, 909, 910, 1011), 2)]
    rig = battle(a=[unit("DM1", 1010), *ring], b=[unit("PK1", 1510, "W")], b_leaders=[leader("LB", 1010)])
    rig.run(entering.arrived, rig.unit("DM1"))
    assert rig.happened(LeaderLost)[0].captured


@pytest.mark.rule("men-of-iron 15.5")
def test_with_none_of_his_command_left_he_joins_any_friend() -> None:
    rig = battle(
        a=[unit("DM1", 1010)],
        b=[unit("PK1", 1510, "W", command="D")],
        b_leaders=[leader("LB", 1010), leader("LD", 2001, command="D")],
    )
    rig.run(entering.arrived, rig.unit("DM1"))
    assert rig.leader("LB").hex == 1510


@pytest.mark.rule("men-of-iron 15.6", "men-of-iron T-UNITS")
def test_a_replacement_leader_comes_at_the_next_activation_of_either_side() -> None:
    rig = battle(a=[unit("DM1", 1010), unit("DM2", 1014)], b=[unit("PK1", 2510, "W"), unit("PK2", 2512, "W")])
    rig.run(_kill, rig.leader("LA"))
    assert rig.g.activation_value("A") == 2
    rig.state.chooser = "b"
    rig.play(answers=["B", "DM2"])
    new = rig.g.leader("A")
    assert new is not None and new.replacement and new.hex == 1014
    assert (new.activation, new.command_range, new.ma) == (2, 3, 8)
    assert len(rig.happened(LeaderReplaced)) == 1


@pytest.mark.rule("men-of-iron 15.6", "men-of-iron 16.0")
def test_a_replacement_leader_may_be_lost_again_and_never_counts() -> None:
    rig = battle(a=[unit("DM1", 1010)], b=[unit("PK1", 2510, "W")])
    rig.run(_kill, rig.leader("LA"))
    assert victory.flight_points(rig.g, "a") == 2
    rig.run(leaders.replace_due)
    rig.run(_kill, rig.g.leader("A"))
    assert victory.flight_points(rig.g, "a") == 2
    rig.run(leaders.replace_due)
    assert rig.g.leader("A") is not None and rig.g.leader("A").id == "A3"  # type: ignore[union-attr]


async def _kill(g, x):  # type: ignore[no-untyped-def]
    g.emit(LeaderLost(leader=x.id, rule="15.4"))


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron T-LEADERLOSS")
@pytest.mark.parametrize(("total", "dice", "lost"), [(8, [], False), (9, [7], False), (9, [8], True), (12, [9], True)])
def test_missiles_of_nine_or_more_may_kill_a_leader_in_the_hex(total: int, dice: list[int], lost: bool) -> None:
    rig = battle(a=[unit("LB1", 1010)], b=[unit("PK1", 1210, "W")], b_leaders=[leader("LB", 1210)])
    rig.run(leaders.check_shot, 1210, "b", total, dice=dice)
    assert rig.leader("LB").lost is lost


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron 16.0", "men-of-iron T-FLIGHT")
def test_the_unhorsed_stay_men_at_arms_of_their_command() -> None:
    rig = battle(a=[unit("MM1", 1010, command="C"), unit("DM2", 1012)], b=[unit("PK1", 2510, "W")])
    rig.run(_unhorse, rig.unit("MM1"))
    assert victory.flight_points(rig.g, "a") == 0, "being unhorsed counts nothing by itself"
    assert rig.unit("MM1").command == "C" and rig.unit("MM1").man_at_arms
    assert not rig.g.zoc(rig.unit("MM1")), "on foot and no missiles (7.1)"
    rig.unit("MM1").eliminated, rig.unit("MM1").hex = True, None
    assert victory.flight_points(rig.g, "a") == 3


async def _unhorse(g, u):  # type: ignore[no-untyped-def]
    await results.unhorse(g, u, cause="missile")


# -- flight (16.0) ---------------------------------------------------------------------------------------------------


def worn(points_of_b: int, level: int = 30) -> Rig:
    """Side "b" has lost so many pikes, two points each, and one leader or Retired unit for an odd number."""
    lost = [unit(f"PK{i}", None, "W") for i in range(2, 2 + points_of_b // 2)]
    rest = [unit("PK1", 2510, "W"), unit("LB9", 2512, "W", retired=bool(points_of_b % 2), disordered=True)]
    rig = battle(a=[unit("DM1", 205)], b=[*rest, *lost], levels_of_flight=(30, level))
    for u in rig.state.units.values():
        if u.hex is None:
            u.eliminated = True
    return rig


@pytest.mark.rule("men-of-iron 16.0", "men-of-iron T-FLIGHT")
def test_what_counts_how_much() -> None:
    rig = battle(
        a=[
            *(unit(c, None) for c in ("MM1", "DM1", "UH1", "PK1", "LB1", "GE1")),
            unit("PK2", 1010, retired=True, disordered=True),
            unit("PK3", 1012, retired=True, disordered=True, pointless=True),
            unit("PK4", 1014, disordered=True),
        ],
        b=[unit("PK9", 2510, "W")],
        a_leaders=[leader("LA", 1010, king=True)],
    )
    for u in rig.state.units.values():
        u.eliminated = u.hex is None
    assert victory.flight_points(rig.g, "a") == 3 + 3 + 3 + 2 + 2 + 2 + 1
    rig.leader("LA").lost = True
    assert victory.flight_points(rig.g, "a") == 16 + 3
    rig.state.armies["a"].extra = 4
    assert victory.flight_points(rig.g, "a") == 19 + 4
    assert victory.flight_points(rig.g, "b") == 0


@pytest.mark.rule("men-of-iron 16.0")
@pytest.mark.parametrize(("die", "flees"), [(1, False), (2, True)])
def test_reaching_the_flight_level_is_enough(die: int, flees: bool) -> None:
    rig = worn(28)
    rig.run(victory.check, "a", dice=[die])
    assert (rig.state.winner == "a") is flees


@pytest.mark.rule("men-of-iron 16.0")
def test_a_check_that_can_not_succeed_is_not_rolled() -> None:
    rig = worn(20)
    rig.run(victory.check, "a")
    assert not rig.rolls and rig.state.outcome is None
    rig = worn(21)
    rig.run(victory.check, "a", dice=[0])
    assert [r.side for r in rig.rolls] == ["b"]


@pytest.mark.rule("men-of-iron 16.0")
def test_flight_is_checked_after_free_activations_only() -> None:
    for how in ("continuity", "seizure"):
        rig = worn(28).activate("A", how=how, phase="end")
        rig.run(activation.end)
        assert not rig.rolls
    rig = worn(28).activate("A", how="free", phase="end")
    rig.run(activation.end, dice=[9])
    assert rig.state.phase == "over" and rig.state.winner == "a"


@pytest.mark.rule("men-of-iron 16.0")
@pytest.mark.parametrize(("dice", "winner"), [([9, 5], "b"), ([5, 9], "a"), ([7, 7], None)])
def test_if_both_reach_the_larger_excess_loses_and_equal_ones_draw(dice: list[int], winner: str | None) -> None:
    rig = worn(28)
    rig.state.armies["a"].extra = 28
    rig.run(victory.check, "a", dice=dice)
    assert rig.state.phase == "over" and rig.state.winner == winner
    assert [r.side for r in rig.rolls] == ["a", "b"], "the side that has just acted rolls first"


@pytest.mark.rule("men-of-iron 16.0")
@pytest.mark.parametrize(("dice", "winner"), [([8, 7], "b"), ([7, 7], None), ([7, 8], "a")])
def test_the_excess_is_that_over_the_armys_own_flight_level(dice: list[int], winner: str | None) -> None:
    """20 points against a level of 22 are as good as 28 against one of 30."""
    rig = worn(28)
    rig.state.armies["a"].extra, rig.state.armies["a"].flight_level = 20, 22
    rig.run(victory.check, "a", dice=dice)
    assert rig.state.phase == "over" and rig.state.winner == winner
