"""Men of Iron where two rules meet: movement, fire, Charges, Counter-Charges, withdrawals."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.positions.kit import Ruling, on_field, rule, unit

LION = {"standards": [{"side": "scots", "id": "Lion", "hex": 2010}]}
CROSS = {"standards": [{"side": "english", "id": "Cross", "hex": "0410"}]}
SHOCK = {"phase": "shock"}


def e(code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    return unit("english", code, at, facing, **state)


def s(code: str, at: Any, facing: str = "W", **state: Any) -> dict[str, Any]:
    return unit("scots", code, at, facing, **state)


def edward(at: Any, **said: Any) -> dict[str, Any]:
    """Leader of the English, Activation 4."""
    return {"side": "english", "id": "Edward", "hex": at, **said}


def bruce(at: Any, **said: Any) -> dict[str, Any]:
    """Leader of the Scots, Activation 4."""
    return {"side": "scots", "id": "Bruce", "hex": at, **said}


def position(*units: dict[str, Any], leaders: Any = (), **said: Any) -> dict[str, Any]:
    led = any(x["id"] == "Edward" for x in leaders)
    return on_field(units, leaders, system="men-of-iron", **{"active": "Edward" if led else "English", **said})


def totals(ruling: Ruling, case: str = "10.3") -> list[int]:
    """Final values of the rolls of a case."""
    texts = [t["text"] for t in ruling.told if t["type"] == "roll" and t["rule"] == case]
    return [int(re.findall(r"(-?\d+): ", text)[-1]) for text in texts]


def rolls(ruling: Ruling) -> list[str]:
    """Cases of all rolls, in order."""
    return [t["rule"] for t in ruling.told if t["type"] == "roll"]


def unused(ruling: Ruling) -> list[int]:
    """Dice nobody needed."""
    return [die for t in ruling.told if t["type"] == "dice-left" for die in t["dice"]]


def questions(ruling: Ruling) -> list[str]:
    """What was asked and answered, in order."""
    return [t["question"] for t in ruling.told if t["type"] == "order"]


def choices(ruling: Ruling) -> list[str]:
    """Keys that are open in the last decision, of whichever unit."""
    (decision,) = [t for t in ruling.told if t["type"] == "decision"]
    return [k for c in decision["choices"] for k in ([c["key"]] if "key" in c else c["choices"])]


def stands(ruling: Ruling, code: str) -> tuple[int | None, bool]:
    """Its hex, and whether it is Disordered."""
    piece = ruling.of(code)
    return piece["hex"], piece["disordered"]


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 9.2/reaction", "men-of-iron 5.1")
def test_horse_rides_through_its_archers_into_the_enemys_front() -> None:
    given = position(e("MM1", 1010), e("LB1", 1110), s("LB9", 1410))
    ruling = rule(given, "MM1 > 1110 1210 1310\nfire\nMM1 > 1311", 4, 2)
    assert rolls(ruling) == ["8.0/pass", "9.3"] and totals(ruling, "9.3") == [4]
    assert stands(ruling, "LB1") == (1110, True) and stands(ruling, "MM1") == (1310, False)
    assert ruling.end["activation"]["mp"] == {"MM1": 4} and len(ruling.refused) == 1


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 7.2")
def test_nobody_rides_through_archers_whose_hex_is_in_enemy_zoc() -> None:
    given = position(e("MM1", 1010), e("LB1", 1210), s("LB9", 1310))
    assert rule(given, "MM1 > 1110 1210 1209").refused == ["8.0"]


@pytest.mark.rule("men-of-iron 8.0", "men-of-iron 8.0/pass")
@pytest.mark.parametrize("kind", ["GE", "MH", "DM"])
def test_only_men_at_arms_ride_through_archers(kind: str) -> None:
    given = position(e(f"{kind}1", 1010), e("LB1", 1110), s("LB9", 2010))
    assert rule(given, f"{kind}1 > 1110 1210").refused == ["8.0"]


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 5.1")
def test_who_rides_through_must_have_the_points_to_come_out_again() -> None:
    given = position(e("MM1", 1010), e("LB2", 1310), s("PK9", 1910), activation={"mp": {"MM1": 2}})
    assert rule(given, "MM1 > 1110 1210 1310 1410").refused == ["5.1"]


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 12.4")
@pytest.mark.parametrize("standard", [True, False])
def test_archers_already_disordered_retire_from_under_the_hooves(standard: bool) -> None:
    units = e("MM1", 1010), e("LB1", 1110, disordered=True), e("LB2", 1210), s("LB9", 2010)
    ruling = rule(position(*units, ground=CROSS if standard else {}), "MM1 > 1110 1210 1310", 0, 4)
    assert ruling.left("MM1") == 1 and stands(ruling, "LB2") == (1210, True)
    archers = ruling.of("LB1")
    assert (archers["hex"], archers["retired"], archers["eliminated"]) == (
        (410, True, False) if standard else (None, False, True)
    )


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 15.4", "men-of-iron 12.4")
def test_a_leader_retires_with_the_archers_his_own_horse_rides_down() -> None:
    units = e("MM1", 1010), e("LB1", 1110, disordered=True), s("PK8", 1910)
    ruling = rule(position(*units, leaders=[edward(1110)], ground=CROSS), "MM1 > 1110 1210", 0)
    assert rolls(ruling) == ["8.0/pass"], "no die for the leader: it was neither fire nor Shock"
    assert ruling.of("LB1")["hex"] == ruling.of("Edward")["hex"] == 410


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 9.2/reaction", "men-of-iron 12.3")
def test_shot_back_through_the_archers_it_has_ridden_through() -> None:
    units = e("MM1", 1010), e("LB1", 1110), e("PK5", 1109), e("PK6", 1209), s("LB9", 1310)
    given = position(*units, ground=CROSS)
    ruling = rule(given, "MM1 > 1110 1210\nfire\n1010 @W", 4, 6)
    assert totals(ruling, "9.3") == [8] and stands(ruling, "MM1") == (1010, True)
    assert (ruling.of("LB1")["hex"], ruling.of("LB1")["retired"]) == (410, True)
    assert {k[:4] for k in choices(rule(given, "MM1 > 1110 1210\nfire", 4, 6))} == {"1010", "1011"}


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 12.4", "men-of-iron 9.3")
def test_a_retreat_whose_only_way_leads_through_disordered_archers() -> None:
    units = s("DM9", 1110, disordered=True), s("PK8", 1210), s("PK7", 1111), s("LB8", 1211, disordered=True)
    given = position(e("LB1", 1010), *units, ground=LION)
    assert {k[:4] for k in choices(rule(given, "LB1 x DM9", 2))} == {"1212", "1310", "1311"}
    ruling = rule(given, "LB1 x DM9\n1311 @W", 2)
    assert stands(ruling, "DM9") == (1311, True)
    assert (ruling.of("LB8")["hex"], ruling.of("LB8")["retired"]) == (2010, True)


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 15.4")
def test_a_leader_whose_unit_has_nowhere_to_go_joins_the_nearest_of_his_own() -> None:
    own = [s("DM9", 1110, disordered=True), s("PK5", 1411), s("PK4", 1910)]
    others = [s("PK8", 1210, command="Main"), s("PK7", 1111, command="Main"), s("PK6", 1211, command="Main")]
    ruling = rule(position(e("LB1", 1010), *own, *others, leaders=[bruce(1110)]), "LB1 x DM9", 2)
    assert ruling.of("DM9")["eliminated"] and rolls(ruling) == ["9.3"]
    assert ruling.of("Bruce")["hex"] == 1411, "not with the neighbours, who are of another Command"


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 15.4")
def test_an_attacker_thrown_back_against_its_own_men() -> None:
    behind = [e(f"PK{n}", at, command="Other") for n, at in ((2, 1010), (3, 1011), (4, 1111))]
    units = e("AX1", 1110), *behind, e("PK5", "0810"), s("DM9", 1210)
    ruling = rule(position(*units, leaders=[edward(1110)], **SHOCK), "shock AX1 x DM9", 0, 6)
    assert totals(ruling) == [0] and ruling.of("AX1")["eliminated"]
    assert rolls(ruling) == ["10.3", "15.4"], "one result, one die for the leader"
    assert ruling.of("Edward")["hex"] == 810


@pytest.mark.rule("men-of-iron 9.2/return", "men-of-iron 9.1", "men-of-iron 12.4")
@pytest.mark.parametrize(
    ("target", "returns"),
    [
        (s("LB9", 1210), True),
        (s("LB9", 1210, "E"), False),
        (s("LB9", 1210, retired=True), False),
        (s("LB9", 1210, disordered=True), True),
        (s("SL9", 1210), False),
        (s("SL9", 1110), True),
        (s("CB9", 1210), False),
        (s("DH9", 1210, weapon="crossbow"), False),
    ],
)
def test_who_is_asked_for_return_fire(target: dict[str, Any], returns: bool) -> None:
    ruling = rule(position(e("LB1", 1010), target, s("PK5", 1910), ground=LION), f"LB1 x {target['code']}", 2)
    assert ruling.asked == (["return-fire"] if returns else ["orders"])


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 9.2/active", "men-of-iron 9.2/return", "men-of-iron 12.2")
def test_archers_shot_at_as_they_come_up_shoot_disordered_and_are_shot_at_again() -> None:
    given = position(e("LB1", 1010), s("LB9", 1210))
    ruling = rule(given, "LB1 > 1110\nfire\nLB1 x LB9\nfire\nLB1 > 1010", 3, 4, 1)
    assert totals(ruling, "9.3") == [5, 5, 3]
    assert stands(ruling, "LB1") == (1110, True) and stands(ruling, "LB9") == (1210, True)
    assert len(ruling.refused) == 1 and unused(ruling) == []


@pytest.mark.rule("men-of-iron 7.2", "men-of-iron 6.2")
def test_the_facing_in_an_enemy_zoc_is_taken_as_it_is_entered() -> None:
    ruling = rule(position(e("LB1", 1010), s("LB9", 1210)), "LB1 > 1110 @NE\nhold\nLB1 @E")
    assert ruling.refused == ["6.2"] and ruling.of("LB1")["facing"] == "NE"


@pytest.mark.rule("men-of-iron 6.2/reenter", "men-of-iron 7.2")
def test_round_an_archers_front() -> None:
    ruling = rule(position(e("MM1", 1310), s("LB9", 1410)), "MM1 > 1309\nMM1 > 1210 1309\nMM1 > 1210")
    assert ruling.refused == ["6.2/reenter", "6.2/reenter"] and ruling.of("MM1")["hex"] == 1210


@pytest.mark.rule("men-of-iron 7.2", "men-of-iron 12.2", "men-of-iron 5.1")
@pytest.mark.parametrize(("uphill", "disordered", "left"), [(False, False, 2), (False, True, 1), (True, True, 0)])
def test_pikes_walk_out_of_the_zone_of_horse(uphill: bool, disordered: bool, left: int) -> None:
    ground: dict[str, Any] = {"terrain": {"1010": "woods"}, "levels": {"1010": 1}} if uphill else {}
    given = position(e("PK1", 1110, disordered=disordered), s("MM9", 1210), ground=ground)
    assert rule(given, "PK1 > 1010").left("PK1") == left, "2 MP is the whole price of the first hex, 3 if it costs that"


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 15.4", "men-of-iron 15.6", "men-of-iron 12.3")
def test_a_leader_shot_on_the_march_is_replaced_as_the_enemy_begins() -> None:
    given = position(
        e("DM1", 1010), e("DM2", "0908"), s("LB9", 1210), leaders=[edward(1010)], activation={"how": "free"}
    )
    ruling = rule(given, "DM1 > 1110\nfire\n1010 @W\nDM1 > 0910\ndone\nScots", 7, 8)
    assert rolls(ruling) == ["9.3", "15.4"] and ruling.of("Edward")["lost"]
    assert stands(ruling, "DM1") == (1010, True) and len(ruling.refused) == 1
    assert ruling.asked == ["leader-place"] and choices(ruling) == ["DM2", "DM1"]
    assert ruling.told[-2]["side"] == "english"


@pytest.mark.rule("men-of-iron 9.4", "men-of-iron 9.4/hexside")
@pytest.mark.parametrize(
    ("woods", "friends", "crossbow", "longbow"),
    [
        ((), (1110,), True, True),
        ((), (1109, 1110), False, True),
        ((1109,), (1110,), False, True),
        ((1109,), (), True, True),
        ((1109, 1110), (), False, False),
    ],
)
def test_sight_along_a_hexside(woods: tuple[int, ...], friends: tuple[int, ...], crossbow: bool, longbow: bool) -> None:
    ground = {"terrain": {str(h): "woods" for h in woods}}
    men = [e(f"PK{n}", h) for n, h in enumerate(friends, 5)]
    for code, seen in (("CB1", crossbow), ("LB1", longbow)):
        given = position(e(code, 1010), s("AX9", 1210), *men, ground=ground)
        assert rule(given, f"{code} x AX9", 0).refused == ([] if seen else ["9.4"])


@pytest.mark.rule("men-of-iron 9.4", "men-of-iron 9.2/active")
@pytest.mark.parametrize(
    ("levels", "refused"),
    [({"1110": 1}, ["9.4"]), ({"1110": 1, "1211": 1}, []), ({"1110": 2, "1211": 1}, ["9.4"])],
)
def test_a_hill_hides_whom_it_overtops_from_both_ends(levels: dict[str, int], refused: list[str]) -> None:
    given = position(e("LB1", 1010), s("AX9", 1211), ground={"levels": levels})
    assert rule(given, "LB1 x AX9", 0).refused == refused


@pytest.mark.rule("men-of-iron 9.2/cb", "men-of-iron 11.3", "men-of-iron 12.7", "men-of-iron 12.3")
@pytest.mark.parametrize(("to", "ends"), [("1309 @W", 1310), ("1410 @W", 1410)])
def test_a_crossbow_that_has_shot_is_charged_and_hunted(to: str, ends: int) -> None:
    given = position(e("DM1", 1111), e("MM1", 1110), s("CB9", 1310), s("PK1", 2010))
    orders = f"DM1 > 1211\nfire\ndone\nshock DM1 x CB9, MM1 > 1210 x CB9\n{to}"
    ruling = rule(given, orders + ("\n1510 @W\n1410 @E" if ends == 1410 else ""), 0, 4, 0)
    assert totals(ruling, "9.3") == [1], "the Charge meets no second shot"
    assert totals(ruling) == ([10] if ends == 1310 else [10, 4])
    assert stands(ruling, "MM1") == (ends, False) and ruling.of("DM1")["hex"] == 1211
    assert stands(ruling, "CB9") == (1309 if ends == 1310 else 1510, True)


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 11.3", "men-of-iron 10.4(9)")
def test_a_shield_wall_is_charged_through_its_flank_only() -> None:
    wall = s("PK9", 1310, formation="shield-wall")
    front, flank = e("MM1", 1110), e("MM2", 1308, "SE")
    assert rule(position(front, flank, wall, **SHOCK), "shock MM1 > 1210 x PK9").refused == ["14.1"]
    ruling = rule(position(flank, wall, **SHOCK), "shock MM2 > 1309 x PK9", 3)
    assert rolls(ruling) == ["10.3"] and totals(ruling) == [7], "no Reluctance, no -1"
    assert ruling.of("PK9")["formation"] == "shield-wall" and ruling.of("PK9")["disordered"]
    plain = rule(position(e("MM1", 1210), wall, **SHOCK), "shock MM1 x PK9", 7)
    assert totals(plain) == [6]


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 11.3", "men-of-iron 10.3/multi")
def test_archers_are_charged_beside_a_shield_wall() -> None:
    wall = s("PK8", 1211, formation="shield-wall")
    given = position(e("MM1", 1010), s("LB9", 1210), wall, **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x LB9 PK8\nhold\n1309 @W", 4, 4)
    assert rolls(ruling) == ["10.3", "10.3"] and totals(ruling) == [9, 2], "Charge at one, Shock at the other"
    assert stands(ruling, "MM1") == (1110, True) and stands(ruling, "LB9") == (1309, True)


@pytest.mark.rule("men-of-iron 11.4", "men-of-iron 10.3/multi", "men-of-iron 10.4(5)", "men-of-iron 10.5")
def test_horses_that_shy_at_pikes_shy_at_the_archers_beside_them() -> None:
    given = position(e("MM1", 1010), s("PK9", 1210), s("LB8", 1211), leaders=[edward(1010)], **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x PK9 LB8\nfire\n1212 @W\n1211 @SE", 0, 5, 6, 6)
    assert rolls(ruling) == ["9.3", "11.4", "10.3", "10.3"] and totals(ruling) == [5, 9], "neither Charge nor leader"
    assert stands(ruling, "MM1") == (1211, False) and ruling.of("Edward")["hex"] == 1211
    assert stands(ruling, "LB8") == (1212, True) and stands(ruling, "PK9") == (1210, False)


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 9.2/reaction", "men-of-iron 10.4(7)", "men-of-iron 11.4")
def test_disordered_on_the_charge_it_goes_on_as_a_shock() -> None:
    given = position(e("MM1", 1010), s("PK9", 1210), s("LB8", 1211), **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x PK9 LB8\nfire", 3, 5, 5)
    assert rolls(ruling) == ["9.3", "10.3", "10.3"] and totals(ruling) == [2, 6], "nothing left to be reluctant about"
    assert stands(ruling, "MM1") == (1110, True) and stands(ruling, "LB8") == (1211, True)


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 12.3", "men-of-iron 10.4(1)")
def test_driven_off_on_the_charge_it_leaves_its_friend_alone() -> None:
    given = position(e("MM1", 1010), e("MM2", 1111), s("LB8", 1211), **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x LB8, MM2 x LB8\nfire\n1010 @E", 6, 2)
    assert totals(ruling, "9.3") == [8] and totals(ruling) == [6], "no strength advantage"
    assert stands(ruling, "MM1") == (1010, True) and stands(ruling, "LB8") == (1211, True)


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 12.5", "men-of-iron 15.4", "men-of-iron 11.3")
@pytest.mark.parametrize(("die", "lost"), [(7, False), (8, True)])
def test_unhorsed_by_archers_on_the_charge_with_the_leader(die: int, lost: bool) -> None:
    given = position(e("MM1", 1010), s("LB8", 1211), leaders=[edward(1010)], **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x LB8\nfire", 8, die)
    assert rolls(ruling) == ["9.3", "15.4"] and totals(ruling, "9.3") == [10]
    assert (ruling.of("MM1")["type"], *stands(ruling, "MM1")) == ("UH", 1110, True)
    assert ruling.of("Edward")["lost"] is lost and ruling.of("Edward")["hex"] == (None if lost else 1110)


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 9.3/flank", "men-of-iron 9.3", "men-of-iron 11.3")
def test_two_archers_shoot_at_a_charge_one_into_its_flank() -> None:
    given = position(e("MM1", 1010), s("LB8", 1211), s("LB7", 1111, "NW"), **SHOCK)
    orders = "shock MM1 > 1110 x LB8\n"
    ruling = rule(given, orders + "LB7 fire; LB8 fire\n1010 @E", 2, 2)
    assert totals(ruling, "9.3") == [5, 4] and stands(ruling, "MM1") == (1010, True)
    ruling = rule(given, orders + "LB8 fire; LB7 fire", 2, 2, 3)
    assert totals(ruling, "9.3") == [4, 5] and totals(ruling) == [5], "Disordered by the second, it attacks"
    assert stands(ruling, "MM1") == (1110, True)


@pytest.mark.rule("men-of-iron 10.4(4)", "men-of-iron 10.4(5)", "men-of-iron 10.4(2C)", "men-of-iron 15.3")
@pytest.mark.parametrize("moved", [True, False])
def test_a_leader_charges_uphill_across_a_brook(moved: bool) -> None:
    ground = {"levels": {"1210": 1}, "hexsides": [{"a": 1010, "b": 1110, "type": "brook"}]}
    activation = {"mp": {"MM1": 1}, "moved": ["MM1"]} if moved else {}
    given = position(
        e("MM1", 1010), s("AX9", 1210), leaders=[edward(1010)], ground=ground, activation=activation, **SHOCK
    )
    ruling = rule(given, "shock MM1 > 1110 x AX9", 5)
    assert totals(ruling) == [7], "+1 Charge, +1 leader, -1 height, +1 horse against axes"
    assert stands(ruling, "AX9") == (1210, True) and stands(ruling, "MM1") == (1110, False)


@pytest.mark.rule("men-of-iron 11.1", "men-of-iron 11.3", "men-of-iron 7.1")
def test_what_keeps_a_charge_from_being_ridden() -> None:
    beside = position(e("MM1", 1010), e("MM2", 1012), s("AX9", 1210), s("PK8", "0909"), **SHOCK)
    assert rule(beside, "shock MM1 > 1110 x AX9").refused == ["11.1"]
    zone = position(e("MM2", 1012), s("AX9", 1310), s("LB7", 1212), **SHOCK)
    assert rule(zone, "shock MM2 > 1111 1211 x AX9").refused == ["11.3"]
    same = position(e("MM1", 1010), e("MM2", 1011, "NE"), s("AX9", 1210), **SHOCK)
    assert rule(same, "shock MM1 > 1110 x AX9, MM2 > 1110 x AX9").refused == ["11.3"]


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 15.5")
def test_a_charge_goes_over_a_lone_leader() -> None:
    units = e("MM1", 1010), s("AX9", 1310, command="Main"), s("PK8", 1610)
    ruling = rule(position(*units, leaders=[bruce(1110)], **SHOCK), "shock MM1 > 1110 1210 x AX9", 5)
    assert ruling.of("Bruce")["hex"] == 1610 and totals(ruling) == [8]
    assert stands(ruling, "MM1") == (1210, False) and stands(ruling, "AX9") == (1310, True)


@pytest.mark.rule("men-of-iron 9.2/active", "men-of-iron 11.5", "men-of-iron 11.6/other", "men-of-iron 11.6/disorder")
def test_horse_counter_charges_archers_and_is_disordered_on_the_way() -> None:
    ruling = rule(position(e("LB1", 1010), s("MM9", 1310)), "LB1 x MM9\nyes\n1110 @W\nfire\nLB1 > 0910", 4, 5, 3, 4)
    assert rolls(ruling) == ["9.3", "11.6", "9.3", "10.3"] and totals(ruling) == [6]
    assert stands(ruling, "MM9") == (1110, True) and stands(ruling, "LB1") == (1010, True)
    assert len(ruling.refused) == 1, "who has fired moves no more"


@pytest.mark.rule("men-of-iron 9.2/cb", "men-of-iron 11.6/other", "men-of-iron 15.3", "men-of-iron 12.7")
def test_crossbows_have_no_shot_at_the_counter_charge_they_have_provoked() -> None:
    given = position(e("CB1", 1010), s("MM9", 1310), leaders=[bruce(1310)])
    ruling = rule(given, "CB1 x MM9\nyes\n1110 @W\n1009 @E", 0, 5, 4)
    assert questions(ruling) == ["orders", "counter-charge", "counter-charge-way", "retreat"]
    assert totals(ruling) == [10] and stands(ruling, "CB1") == (1009, True)
    assert stands(ruling, "MM9") == (1010, False) and ruling.of("Bruce")["hex"] == 1010


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 11.4", "men-of-iron 10.3/multi")
def test_a_counter_charge_at_two_takes_both_their_attacks() -> None:
    given = position(e("DM1", 1110), e("AX2", 1109), s("MM9", 1210), **SHOCK)
    ruling = rule(given, "shock DM1 x MM9, AX2 x MM9\nstand\nDM1\n1210 @W", 5, 4, 5, 5, 9)
    assert rolls(ruling) == ["11.6", "11.4", "10.3", "10.3"] and totals(ruling) == [4, 7]
    assert [stands(ruling, u)[1] for u in ("MM9", "DM1", "AX2")] == [True, False, True]
    assert unused(ruling) == [9]


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 10.3", "men-of-iron 10.4(2A)")
def test_who_stands_on_the_flank_of_a_counter_charge_attacks_after_it() -> None:
    given = position(e("DM1", 1110), e("AX2", 1211, "NE"), s("MM9", 1210), **SHOCK)
    ruling = rule(given, "shock DM1 x MM9, AX2 x MM9\nstand\nDM1\n1210 @W", 5, 4, 7, 5)
    assert rolls(ruling) == ["11.6", "11.4", "10.3", "10.3"] and totals(ruling) == [7, 6]
    assert [stands(ruling, u)[1] for u in ("MM9", "DM1", "AX2")] == [True, True, False]


@pytest.mark.rule("men-of-iron 11.6/mm", "men-of-iron 10.4(1)", "men-of-iron 10.4(5)")
def test_a_counter_charge_against_horse_takes_charge_and_leader_from_it() -> None:
    given = position(e("DM1", 1110), e("MM2", 1009), s("MM9", 1210), leaders=[edward(1009)], **SHOCK)
    ruling = rule(given, "shock DM1 x MM9, MM2 > 1109 x MM9\nMM2\n1210 @W", 5, 7)
    assert totals(ruling) == [7], "+1 strength, -1 its Shock DRM"
    assert stands(ruling, "MM9") == (1210, True) and ruling.of("MM2")["hex"] == 1109


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 11.5")
@pytest.mark.parametrize(
    ("units", "asked"),
    [
        ([e("DM1", 1110), e("MM2", 1109), s("MM9", 1210)], ["counter-charge"]),
        ([e("DM1", 1110), s("MM9", 1210, "E")], ["retreat-before-shock"]),
        ([e("DM1", 1110), s("MH9", 1210)], ["retreat-before-shock"]),
        ([e("DM1", 1110), s("MM9", 1210, disordered=True)], []),
        ([e("DM1", 1110), e("MM2", 1309, "SW"), s("MM9", 1210, disordered=True)], []),
    ],
)
def test_what_horse_under_attack_may_answer(units: list[dict[str, Any]], asked: list[str]) -> None:
    attackers = [u["code"] for u in units if u["side"] == "english"]
    target = units[-1]["code"]
    ruling = rule(position(*units, **SHOCK), "shock " + ", ".join(f"{a} x {target}" for a in attackers))
    assert ruling.asked == asked and ruling.refused == []
    assert ruling.kinds[-2] == ("decision" if asked else "stopped")


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 10.2", "men-of-iron 7.1")
def test_horse_held_by_archers_beside_can_only_slip_away() -> None:
    given = position(e("DM1", 1110), e("LB2", 1211, "NE"), s("MM9", 1210), **SHOCK)
    ruling = rule(given, "shock DM1 x MM9")
    assert ruling.asked == ["retreat-before-shock"]
    assert {k[:4] for k in choices(ruling)} == {"stan", "1209", "1309"}, "1310 is in the archers' ZOC"
    stood = rule(given, "shock DM1 x MM9\nstand", 5)
    assert questions(stood) == ["shock", "retreat-before-shock"] and totals(stood) == [3]


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 10.3", "men-of-iron 10.4(1)")
@pytest.mark.parametrize("advances", [False, True])
def test_of_two_targets_one_withdraws(advances: bool) -> None:
    given = position(e("DM1", 1110), s("MM9", 1210), s("PK8", 1211), **SHOCK)
    ruling = rule(given, "shock DM1 x MM9 PK8\n1310 @W\n" + ("1210 @E" if advances else "hold"), 5)
    assert stands(ruling, "MM9") == (1310, True)
    assert totals(ruling) == ([] if advances else [6]), "one against one; or it has given its attack for the hex"
    assert ruling.of("DM1")["hex"] == (1210 if advances else 1110)
    assert ruling.of("PK8")["disordered"] is not advances


@pytest.mark.rule("men-of-iron 10.2/advance", "men-of-iron 9.2/reaction", "men-of-iron 15.4")
def test_a_withdrawal_with_the_leader_draws_the_enemy_before_archers() -> None:
    given = position(e("DM1", 1110), s("MM9", 1210), s("LB8", 1310), leaders=[bruce(1210)], **SHOCK)
    ruling = rule(given, "shock DM1 x MM9\n1209 @W\n1210 @E", 9)
    assert questions(ruling) == ["shock", "retreat-before-shock", "advance"] and unused(ruling) == [9]
    assert stands(ruling, "MM9") == (1209, True) and ruling.of("Bruce")["hex"] == 1209
    assert stands(ruling, "DM1") == (1210, False)


@pytest.mark.rule("men-of-iron 9.2/ca", "men-of-iron 12.7", "men-of-iron 9.2/reaction")
def test_archers_have_no_shot_at_who_presses_on_into_their_front() -> None:
    given = position(e("MM1", 1010), s("AX9", 1210), s("LB8", 1310), **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x AX9\n1209 @W", 7, 2)
    assert questions(ruling) == ["shock", "retreat"] and totals(ruling) == [10, 6]
    assert stands(ruling, "MM1") == (1210, False) and stands(ruling, "LB8") == (1310, True)


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 11.4", "men-of-iron 10.4(4)")
def test_who_presses_on_against_pikes_needn_t_fear_for_its_horses() -> None:
    given = position(e("MM1", 1010), s("AX9", 1210), s("PK8", 1310), **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x AX9\n1209 @W", 9, 5)
    assert rolls(ruling) == ["10.3", "10.3"] and totals(ruling) == [12, 5], "no Charge, no Reluctance"


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 9.3", "men-of-iron 6.1")
@pytest.mark.parametrize(("facing", "total"), [("W", 4), ("NW", 4), ("SW", 4), ("NE", 5), ("E", 5)])
def test_arrows_into_the_front_and_the_flank_of_a_shield_wall(facing: str, total: int) -> None:
    given = position(e("LB1", 1010), s("PK9", 1210, facing, formation="shield-wall"))
    ruling = rule(given, "LB1 x PK9", 4)
    assert totals(ruling, "9.3") == [total], "60° off the facing is front still"
    assert ruling.of("PK9")["formation"] == "shield-wall"


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 5.2")
@pytest.mark.parametrize("beyond", [True, False])
def test_through_archers_there_must_be_a_hex_to_come_to(beyond: bool) -> None:
    friends = [s(f"PK{n}", h) for n, h in ((8, 1210), (7, 1111), (6, 1310), (5, 1311))]
    more = [s("PK4", 1212)] if not beyond else []
    given = position(e("LB1", 1010), s("DM9", 1110, disordered=True), s("LB8", 1211), *friends, *more)
    ruling = rule(given, "LB1 x DM9" + ("\n1212 @W" if beyond else ""), 2)
    assert ruling.of("DM9")["eliminated"] is not beyond and ruling.of("LB8")["disordered"] is beyond


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 9.2/reaction", "men-of-iron 9.3/flank")
def test_a_second_archer_shoots_at_the_counter_charge_in_his_front() -> None:
    given = position(e("LB1", 1010), e("LB2", 1108, "SE"), s("MM9", 1310))
    ruling = rule(given, "LB1 x MM9\nyes\n1109 @W\nLB1 fire; LB2 fire\n1210 @W", 0, 5, 2, 5)
    assert totals(ruling, "9.3") == [0, 4, 8] and rolls(ruling) == ["9.3", "11.6", "9.3", "9.3"]
    assert stands(ruling, "MM9") == (1210, True) and stands(ruling, "LB1") == (1010, False)


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 12.4", "men-of-iron 10.4(8)")
def test_retired_horse_neither_withdraws_nor_counter_charges() -> None:
    given = position(e("DM1", 1110), s("MM9", 1210, retired=True), ground=LION, **SHOCK)
    ruling = rule(given, "shock DM1 x MM9\n1210 @E", 3)
    assert questions(ruling) == ["shock", "advance"] and totals(ruling) == [4]
    assert ruling.of("MM9")["eliminated"] and ruling.of("DM1")["hex"] == 1210


@pytest.mark.rule("men-of-iron 10.4(2B)", "men-of-iron 10.4(2C)", "men-of-iron 10.4(1)")
@pytest.mark.parametrize(("both", "total"), [(True, 5), (False, 3)])
def test_one_attacks_across_a_burn_from_below_and_one_from_the_hill(both: bool, total: int) -> None:
    ground = {"levels": {"1109": 1, "1210": 1}, "hexsides": [{"a": 1110, "b": 1210, "type": "burn"}]}
    attackers = [e("DM1", 1110), *([e("DM2", 1109)] if both else [])]
    given = position(*attackers, s("AX9", 1210), ground=ground, **SHOCK)
    ruling = rule(given, "shock " + ", ".join(f"{u['code']} x AX9" for u in attackers), 5)
    assert totals(ruling) == [total], "the worse ground counts, the height only if all are lower"


@pytest.mark.rule("men-of-iron 9.2/return", "men-of-iron 15.4", "men-of-iron 15.2", "men-of-iron 5.2/ooc")
def test_a_leader_who_falls_to_return_fire_leaves_his_command_as_it_was() -> None:
    units = e("LB1", 1010), e("DM2", 1011), s("LB9", 1210), s("PK8", 1312)
    given = position(*units, leaders=[edward(1010, command_range=3)])
    ruling = rule(given, "LB1 x LB9\nfire\n0909 @E\nDM2 > 1111 1212", 0, 8, 8)
    assert totals(ruling, "9.3") == [1, 9] and ruling.of("Edward")["lost"]
    assert stands(ruling, "LB1") == (909, True)
    assert ruling.of("DM2")["hex"] == 1212 and ruling.refused == [], "its status was fixed as the activation began"


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 5.2/ooc")
def test_a_leader_who_rides_up_puts_nobody_in_command_in_this_activation() -> None:
    units = e("DM1", 1010), e("DM2", 1410), s("PK9", 1611)
    ruling = rule(position(*units, leaders=[edward(1010, command_range=3)]), "Edward > 1410\nDM2 > 1510\nDM2 > 1411")
    assert ruling.refused == ["5.2/ooc"] and ruling.of("DM2")["hex"] == ruling.of("Edward")["hex"] == 1411


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 9.2/active", "men-of-iron 12.2")
@pytest.mark.parametrize(("die", "disordered"), [(2, False), (3, True)])
def test_an_order_to_move_and_fire_is_carried_out_though_the_archers_fall_into_disorder(
    die: int, disordered: bool
) -> None:
    ruling = rule(position(e("LB1", 1010), s("LB9", 1210)), "LB1 > 1110 x LB9\nfire\nhold", die, 4)
    assert stands(ruling, "LB1") == (1110, disordered)
    assert totals(ruling, "9.3") == [die + 2, 5 if disordered else 6]
