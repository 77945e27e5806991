"""Simple GBoH: positions in which two or more rules meet: what follows a Shock, and what interrupts a move."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, LEGION, chief, dice_left, field, hits, where
from tests.positions.test_meeting_simple_gboh_2 import asked_by


@pytest.mark.rule("simple-gboh 4.35", "simple-gboh 7.71", "simple-gboh 7.72")
def test_a_lone_leader_behind_the_beaten_gets_away_from_the_victor() -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=5), FAR_A, unit("b", "HI9", 1110, "W", tq=6, size=5, hits=5), FAR]
    ruled = rule(field(units, [chief("b", "Pyr", 1210)], phase="shock"), "shock all\nPyr 1510\nHI1 left", 3)
    assert ruled.refused == [] and where(ruled, "HI1", "Pyr") == [1110, 1510]
    assert ruled.of("HI1")["facing"] == "NE"


@pytest.mark.rule("simple-gboh 8.3", "simple-gboh 7.53", "simple-gboh 5.31", "simple-gboh 7.71")
@pytest.mark.parametrize("friend", [False, True])
def test_a_phalanx_gives_ground_with_both_halves(friend: bool) -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=5), unit("a", "HI2", 1011, tq=6, size=5)]
    units += [unit("b", "PH9", 1111, "W", tq=7, size=10), FAR]
    if friend:
        units.append(unit("b", "MI8", 1212, "W"))
    orders = "shock HI1 HI2 x PH9\nHI1\nHI2" + ("" if friend else "\n1211") + "\nHI1 no"
    ruled = rule(field(units, phase="shock"), orders, 9)
    assert ruled.refused == [] and ("8.3" in asked_by(ruled)) is not friend
    assert where(ruled, "PH9", "HI1", "HI2") == [1211, 1110, 1011] and ruled.of("PH9")["facing"] == "W"
    assert hits(ruled, "PH9", "HI1", "HI2") == [2, 0, 1]


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 7.14", "simple-gboh 8.5")
def test_an_elephant_runs_amok_as_it_comes_up() -> None:
    """The bowman who has frightened it first; who hasn't moved yet still moves, with the Hits of it."""
    units = [unit("a", "EL1", "0910", tq=6, hits=4), unit("a", "MI2", "0909", tq=5)]
    units += [unit("b", "SK8", 1110, "W", missile="A", tq=5), FAR]
    ruled = rule(field(units), "EL1 > 1010\nSK8 no\nSK8 fire\nMI2 > 1009\nnone", 2, 2, 5, 7)
    assert ruled.refused == [] and dice_left(ruled) == []
    assert ruled.of("EL1")["eliminated"] and hits(ruled, "MI2", "SK8") == [2, 0] and where(ruled, "MI2") == [1009]


@pytest.mark.rule("simple-gboh 7.71", "simple-gboh 7.72", "simple-gboh 5.23")
@pytest.mark.parametrize(
    ("answer", "ends"), [("1109 @E", (1109, "E")), ("1110 @SE", (1110, "SE")), ("1010 @NE", (1010, "NE"))]
)
def test_a_phalanx_follows_straight_or_by_a_wheel(answer: str, ends: tuple[int, str]) -> None:
    units = [unit("a", "PH1", 1010, tq=7, size=5), FAR_A, unit("b", "HI9", 1110, "W", tq=7, size=5, hits=6), FAR]
    ruled = rule(field(units, phase="shock"), f"shock all\n{answer}", 3)
    assert ruled.refused == [] and (ruled.of("PH1")["hex"], ruled.of("PH1")["facing"]) == ends
    assert rule(field(units, phase="shock"), "shock all\nnone", 3).asked == ["advance-hex"], "it has to follow"


@pytest.mark.rule("simple-gboh 4.33", "simple-gboh 4.34", "simple-gboh 4.31")
@pytest.mark.parametrize(("enemy", "refused"), [(1008, True), (1006, False)])
def test_the_general_does_not_ride_past_the_enemys_nose(enemy: int, refused: bool) -> None:
    closed = ["0909", "1109", "0910", "1110", *(() if refused else ("0908", "1108"))]
    units = [unit("a", "MI1", 1011), unit("b", "HI9", enemy, "SE"), FAR]
    walls = {"terrain": dict.fromkeys(closed, "impassable")}
    given = field(units, [chief("a", "Alex", 1011)], phase="activation", ground=walls)
    ruled = rule(given, "oc\nAlex > 1009" if refused else "oc\nAlex > 1008")
    assert ruled.refused == (["4.34"] if refused else [])
    assert where(ruled, "Alex") == [1011 if refused else 1008]


@pytest.mark.rule("simple-gboh 4.21", "simple-gboh 4.11", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(("level", "in_command"), [(1, True), (2, False)])
def test_no_order_climbs_a_cliff(level: int, in_command: bool) -> None:
    sides = {"a": {"formations": [{"id": "ff", "name": "F", "commanders": ["Cato"]}]}, "b": {}}
    units = [unit("a", "MI1", 1009, formation="ff"), FAR]
    ground = {"sides": sides, "levels": dict.fromkeys(("0908", "0909", "1008", "1009", "1108", "1109"), level)}
    given = field(units, [chief("a", "Cato", 1010, command_range=1)], ground=ground, phase="activation")
    ruled = rule(given, "ff")
    assert ruled.refused == [] and ruled.end["orders"]["in_command"] == (["MI1"] if in_command else [])


@pytest.mark.rule("simple-gboh 6.14", "simple-gboh 7.31", "simple-gboh 6.12")
@pytest.mark.parametrize(("turn", "left", "fights"), [("@NW", 3, False), ("@NE", 4, False), ("@SE", 4, True)])
def test_who_turns_his_back_need_not_attack(turn: str, left: int, fights: bool) -> None:
    units = [unit("a", "HI1", 1010, ma=5), FAR_A, unit("b", "HI9", 1110, "W"), FAR]
    ruled = rule(field(units), f"HI1 {turn}\ndone")
    assert ruled.refused == [] and ruled.left("HI1") == left
    assert (ruled.asked == ["shock"] or "dice-due" in ruled.kinds) is fights


@pytest.mark.rule("simple-gboh 7.2", "simple-gboh 7.74", "simple-gboh 7.21", "simple-gboh 7.71")
@pytest.mark.parametrize("fires", [True, False])
def test_an_archer_has_one_shot_at_a_unit_whatever_it_does(fires: bool) -> None:
    """As it leaves his ZOC, or as it comes back into it after its victory."""
    units = [unit("a", "MI1", 1010, "NE", tq=6, size=5, ma=5), FAR_A]
    units += [unit("b", "SK8", 1110, "NW", missile="A"), unit("b", "MI9", 1109, "E", tq=6, size=5, hits=5), FAR]
    orders = f"MI1 > 1009 @E\nSK8 {'fire' if fires else 'hold'}\ndone\nshock MI1 x MI9"
    ruled = rule(field(units), orders, *([9] if fires else []), 9)
    assert ruled.refused == [] and ruled.of("MI9")["eliminated"] and where(ruled, "MI1") == [1109]
    assert asked_by(ruled)[-1] in (("7.72",) if fires else ("7.22", "7.74"))


@pytest.mark.rule("simple-gboh 7.13", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(("level", "seen"), [(0, True), (1, False)])
def test_archers_on_two_hills_see_each_other_over_the_valley(level: int, seen: bool) -> None:
    levels = {"levels": {"1010": 1, "1007": 1, "1008": level}}
    units = [unit("a", "SK1", 1010, "NE", missile="A"), unit("a", "MI2", "1008", "NE"), unit("b", "MI9", "1007", "SE")]
    ruled = rule(field([*units, FAR], ground=levels), "SK1 x MI9", 0)
    assert ruled.refused == ([] if seen else ["7.13"]) and hits(ruled, "MI9") == [int(seen)]


@pytest.mark.rule("simple-gboh 7.71", "simple-gboh 7.53", "simple-gboh 8.1", "simple-gboh 7.35")
def test_who_led_the_attack_falls_and_his_neighbour_follows() -> None:
    units = [unit("a", "HI1", 1010, tq=6, size=3, hits=5), unit("a", "HI2", 1011, tq=6, size=3)]
    units += [unit("b", "HI9", 1110, "W", tq=6, size=6, hits=3), FAR]
    ruled = rule(field(units, phase="shock"), "shock HI1 HI2 x HI9\nHI1\nb: HI1\n1210\nHI2 no", 9)
    assert ruled.refused == [] and ruled.of("HI1")["eliminated"]
    assert where(ruled, "HI2", "HI9") == [1110, 1210] and hits(ruled, "HI2", "HI9") == [0, 5]


@pytest.mark.rule("simple-gboh 5.33", "simple-gboh 6.11", "simple-gboh 8.3", "simple-gboh 5.32")
def test_who_falls_back_on_a_friend_stands_above_him_and_faces_as_he_does() -> None:
    walls = {"terrain": dict.fromkeys(("0909", "1009", "1011"), "impassable")}
    units = [unit("a", "LG1", 1010, "E", **LEGION, tq=6, size=5), unit("a", "LG2", "0910", "NE", **LEGION, tq=6)]
    units += [unit("b", "HI9", 1110, "W", tq=6, size=5), FAR]
    ruled = rule(field(units, phase="shock", ground=walls), "shock all", 0, 1)
    assert ruled.refused == [] and where(ruled, "LG1", "LG2") == [910, 910]
    assert (ruled.of("LG2")["below"], hits(ruled, "LG1", "LG2")) == ("LG1", [2, 0])
    assert ruled.of("LG1")["facing"] == ruled.of("LG2")["facing"]


@pytest.mark.rule("simple-gboh 7.63", "simple-gboh 4.11", "simple-gboh 4.12")
def test_pursuers_come_back_together_and_obey_nobody() -> None:
    units = [unit("a", "HC1", None, pursuing=True), unit("a", "HC2", None, pursuing=True), FAR_A]
    units.append(unit("b", "MI9", 2710, "E"))
    given = field(units, [chief("a", "Alex", "0202", command_range=4)], phase="activation")
    ruled = rule(given, "a\n3010\n@W\n3011\n@W\nHC1 > 2910 2810\nHC1 > 2910", 1)
    assert ruled.refused == ["4.12"] and where(ruled, "HC1", "HC2") == [2910, 3011]
    assert ruled.end["orders"]["in_command"] == ["MI20"]
