"""Men of Iron where two rules meet: results, leaders, Standards, the sequence of play, the battles' own rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_men_of_iron import (
    CROSS,
    LION,
    SHOCK,
    bruce,
    e,
    edward,
    position,
    questions,
    rolls,
    s,
    stands,
    totals,
    unused,
)


def between(*units: dict[str, Any], **said: Any) -> dict[str, Any]:
    """The English have done with Aa and go on."""
    leaders = [
        {"side": "english", "id": "Aa", "hex": 1010},
        {"side": "english", "id": "Bb", "hex": 1012},
        {"side": "scots", "id": "Wallace", "hex": 1810, **said.pop("wallace", {})},
    ]
    given = position(*units, leaders=leaders, **said)
    del given["active"]
    return {"phase": "continue", "chooser": "english", "last_command": "Aa", **given}


HOSTS = (
    e("LB1", 1010, command="Aa", retired=True),
    e("MM2", 1012, command="Bb"),
    s("PK3", 1810, command="Wallace"),
    s("PK4", 1812, command="Moray"),
)
STANDARD = {"standards": [{"side": "english", "id": "Cross", "hex": 1010}]}


def outcome(ruling: Ruling) -> str | None:
    return next((t["text"] for t in ruling.told if t["type"] == "outcome"), None)


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 10.3", "men-of-iron 11.3/lapse")
def test_a_continued_attack_takes_away_the_target_of_a_friends_charge() -> None:
    given = position(e("MM1", "0909"), e("MM4", 1410, "W"), s("AX9", 1110), s("LB8", 1211, "E"), **SHOCK)
    orders = "shock MM1 > 1010 x AX9, MM4 > 1310 x LB8\nMM1\n1111 @W\n1212 @E\n1211 @E"
    ruling = rule(given, orders, 7, 2, 9)
    assert totals(ruling) == [10, 9] and unused(ruling) == [9]
    assert stands(ruling, "AX9") == (1111, True) and stands(ruling, "LB8") == (1212, True)
    assert ruling.of("MM1")["hex"] == 1211 and ruling.of("MM4")["hex"] == 1410


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 11.3/lapse", "men-of-iron 10.5")
def test_who_retreats_onto_the_way_of_a_charge_closes_it() -> None:
    given = position(e("MM1", 1110), e("MM4", 1311, "NE"), s("AX9", 1210), s("PK8", 1410, "E"), **SHOCK)
    ruling = rule(given, "shock MM1 x AX9, MM4 > 1310 x PK8\nMM1\n1310 @W\n1210 @E", 7, 9)
    assert totals(ruling) == [8] and unused(ruling) == [9]
    assert stands(ruling, "AX9") == (1310, True) and ruling.of("MM1")["hex"] == 1210
    assert ruling.of("MM4")["hex"] == 1311 and not ruling.of("PK8")["disordered"]


@pytest.mark.rule("men-of-iron 10.3/multi", "men-of-iron 12.7", "men-of-iron 15.4", "men-of-iron 11.5")
@pytest.mark.parametrize(("die", "lost"), [(6, False), (7, True)])
def test_disordered_by_one_it_presses_on_against_the_other_with_its_leader(die: int, lost: bool) -> None:
    enemies = s("MH9", 1210), s("MM8", 1211), s("PK7", 1309)
    given = position(e("MM1", 1010), *enemies, leaders=[edward(1010)], **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x MH9 MM8\nno\n1209 @W", 4, 4, die, 7)
    assert rolls(ruling) == ["10.3", "10.3", "15.4", "10.3"] and totals(ruling) == [10, 5, 5]
    assert stands(ruling, "MM1") == (1210, True) and ruling.of("MM1")["facing"] == "E"
    assert ruling.of("Edward")["hex"] == (None if lost else 1210)


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron 12.7", "men-of-iron 10.3/multi", "men-of-iron 10.4(4)")
def test_unhorsed_by_one_it_presses_on_against_the_other_on_foot() -> None:
    moved = {"mp": {"MM1": 1}, "moved": ["MM1"]}
    given = position(e("MM1", 1010), s("DM9", 1210), s("SL8", 1211), activation=moved, **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x DM9 SL8\nhold\n1212 @W", 4, 2, 5)
    assert totals(ruling) == [0, 10] and stands(ruling, "SL8") == (1212, True)
    knight = ruling.of("MM1")
    assert (knight["type"], knight["hex"], knight["facing"], knight["disordered"]) == ("UH", 1211, "E", True)


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 10.2", "men-of-iron 11.5")
def test_horse_slips_away_from_a_continued_attack_on_foot() -> None:
    given = position(e("AX1", 1010), s("PK9", 1110, disordered=True), s("MM8", 1210), ground=LION, **SHOCK)
    ruling = rule(given, "shock AX1 x PK9\n1310 @W\n1210 @E", 7)
    assert questions(ruling) == ["shock", "retreat-before-shock", "advance"] and totals(ruling) == [9]
    assert stands(ruling, "MM8") == (1310, True) and stands(ruling, "AX1") == (1210, False)
    stood = rule(given, "shock AX1 x PK9\nstand", 7, 5)
    assert questions(stood) == ["shock", "retreat-before-shock"] and totals(stood) == [9, 4], "no counter-charge"


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron PO-3", "men-of-iron 10.4(2B)")
@pytest.mark.parametrize(("foot", "total", "follows"), [(False, 9, None), (True, 10, "AX2")])
def test_who_presses_on_into_a_wagons_hex(foot: bool, total: int, follows: str | None) -> None:
    ground = {**LION, "markers": [{"side": "scots", "id": "Cart", "kind": "wagon", "hex": 1210}]}
    attackers = [e("MM1", 1110), *([e("AX2", 1109)] if foot else [])]
    given = position(*attackers, s("AX9", 1210, disordered=True), ground=ground, **SHOCK)
    ruling = rule(given, "shock " + ", ".join(f"{u['code']} x AX9" for u in attackers), 9)
    assert totals(ruling) == [total] and ruling.of("AX9")["retired"]
    assert ruling.of("MM1")["hex"] == 1110
    assert follows is None or ruling.of(follows)["hex"] == 1210


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 11.4", "men-of-iron 13.2/lost", "men-of-iron 16.0")
@pytest.mark.parametrize(("level", "flees"), [(13, True), (14, False)])
def test_a_charge_sweeps_the_retired_off_their_standard(level: int, flees: bool) -> None:
    ground = {
        "standards": [{"side": "scots", "id": "Lion", "hex": 1210}],
        "sides": {"english": {}, "scots": {"flight_level": level}},
    }
    units = e("MM1", 1010), s("PK9", 1210, retired=True), s("PK8", 1511, retired=True), s("PK7", 1815)
    ruling = rule(position(*units, ground=ground, **SHOCK), "shock MM1 > 1110 x PK9\nE", 4, 0, 9)
    assert rolls(ruling)[:2] == ["11.4", "10.3"] and totals(ruling) == [5]
    assert ruling.of("PK9")["eliminated"] and ruling.of("PK8")["eliminated"], "the second falls with the Standard"
    assert ruling.of("MM1")["hex"] == 1210 and ruling.end["changes"]["Lion"]["lost"]
    assert (outcome(ruling) is not None) is flees, "two foot units are 4 points"
    assert unused(ruling) == ([] if flees else [9]), "and 9 + 4 can't reach 14"


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 14.1", "men-of-iron 13.2/lost")
def test_a_shield_wall_is_driven_onto_the_enemys_standard() -> None:
    ground = {"standards": [{"side": "english", "id": "Cross", "hex": 1310}]}
    enemies = s("PK9", 1210, formation="shield-wall"), s("PK8", 1309), s("PK7", 1209)
    given = position(e("AX1", 1110, "NE"), *enemies, ground=ground, **SHOCK)
    ruling = rule(given, "shock AX1 x PK9\n1310 @W\n1210 @E", 8)
    assert totals(ruling) == [8] and stands(ruling, "PK9") == (1310, True)
    assert ruling.of("PK9")["formation"] is None and ruling.end["changes"]["Cross"]["lost"]
    assert ruling.of("AX1")["hex"] == 1210


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 15.4", "men-of-iron 9.2/reaction")
def test_thrown_back_with_the_leader_before_archers() -> None:
    given = position(e("DM1", 1110), s("DM9", 1210), s("LB8", 1012, "NE"), leaders=[edward(1110)], **SHOCK)
    ruling = rule(given, "shock DM1 x DM9\n1011 @E", 0, 6, 9)
    assert totals(ruling) == [-1] and rolls(ruling) == ["10.3", "15.4"] and unused(ruling) == [9]
    assert stands(ruling, "DM1") == (1011, True) and ruling.of("Edward")["hex"] == 1011


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 15.4", "men-of-iron 10.5")
@pytest.mark.parametrize(("die", "at"), [(6, 2010), (7, None)])
def test_a_leader_retires_with_his_unit_if_he_lives(die: int, at: int | None) -> None:
    given = position(e("AX1", 1110), s("PK9", 1210, disordered=True), leaders=[bruce(1210)], ground=LION, **SHOCK)
    ruling = rule(given, "shock AX1 x PK9\n1210 @E", 4, die)
    assert totals(ruling) == [6] and rolls(ruling) == ["10.3", "15.4"]
    assert ruling.of("PK9")["hex"] == 2010 and ruling.of("Bruce")["hex"] == at and ruling.of("AX1")["hex"] == 1210


@pytest.mark.rule("men-of-iron 12.4/surrounded", "men-of-iron 15.4", "men-of-iron 7.1")
@pytest.mark.parametrize(("facing", "closed"), [("E", True), ("SE", False)])
def test_a_ring_of_five_units_and_a_zone_of_control(facing: str, closed: bool) -> None:
    ring = [e(f"PK{n}", h) for n, h in enumerate((1210, 1211, 1111, 1011), 2)]
    enemies = s("PK9", 1110, disordered=True), s("PK8", 1810)
    given = position(e("LB1", 1010, facing), *ring, *enemies, leaders=[bruce(1110)], ground=LION)
    ruling = rule(given, "LB1 x PK9", 4)
    assert totals(ruling, "9.3") == [6] and rolls(ruling) == ["9.3"]
    assert ruling.of("PK9")["eliminated"] is closed and ruling.of("PK9")["retired"] is not closed
    assert (ruling.of("Bruce")["lost"], ruling.of("Bruce")["hex"]) == ((True, None) if closed else (False, 2010))


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 9.2/reaction", "men-of-iron 5.1")
def test_a_retired_unit_on_its_way_home_is_shot_down() -> None:
    ground = {"standards": [{"side": "english", "id": "Cross", "hex": "0710"}], "terrain": {"0910": "woods"}}
    given = position(e("PK1", 1010, retired=True), s("LB9", "0909", "SW"), ground=ground)
    ruling = rule(given, "PK1 > 1011\nPK1 > 0910 0810\nPK1 > 0910\nfire", 4)
    assert ruling.refused[0] == "12.4" and ruling.refused[1] in ("12.4", "7.2"), "one hex, nearer to the Standard"
    assert totals(ruling, "9.3") == [5] and ruling.of("PK1")["eliminated"], "-1 for woods; a Retreat is enough"


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 15.5")
def test_a_retreat_into_the_hex_of_a_lone_leader() -> None:
    units = e("LB1", 1010), e("PK2", 1612), s("DM9", 1110, disordered=True), s("PK8", 1211), s("PK7", 1111)
    ruling = rule(position(*units, leaders=[edward(1210)]), "LB1 x DM9\n1210 @W", 2)
    assert ruling.of("DM9")["hex"] == 1210 and ruling.of("Edward")["hex"] == 1010


@pytest.mark.rule("men-of-iron 15.5", "men-of-iron 5.1", "men-of-iron 16.0")
@pytest.mark.parametrize("ringed", [False, True])
def test_a_king_alone_is_ridden_over(ringed: bool) -> None:
    ring = [e(f"PK{n}", h) for n, h in enumerate((1109, 1210, 1211, 1111, 1011), 2)] + [e("LB7", "0910")]
    ground = {"sides": {"english": {}, "scots": {"flight_level": 12}}}
    given = position(
        e("MM1", 1010),
        *(ring if ringed else []),
        s("PK9", 1410),
        leaders=[bruce(1110, king=True)],
        ground=ground,
        activation={"how": "free"},
    )
    ruling = rule(given, "MM1 > 1110\ndone" if ringed else "MM1 > 1110 1210\ndone", 9)
    assert (ruling.of("Bruce")["lost"], ruling.of("Bruce")["hex"]) == ((True, None) if ringed else (False, 1410))
    assert ruling.of("MM1")["hex"] == (1110 if ringed else 1210)
    assert rolls(ruling) == (["16.0"] if ringed else []) and (outcome(ruling) is not None) is ringed


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 7.1")
def test_a_leader_stops_in_an_enemy_zone_only_with_a_friend() -> None:
    given = position(e("DM1", 1110), e("LB2", 1013), s("MM9", 1210), s("PK8", 1008), leaders=[edward(1012)])
    ruling = rule(given, "Edward > 1109\nEdward > 1008\nEdward > 1110")
    assert ruling.refused == ["15.2", "15.2"] and ruling.of("Edward")["hex"] == 1110


@pytest.mark.rule("men-of-iron 15.6", "men-of-iron 15.2", "men-of-iron 5.2/ooc")
def test_where_the_new_leader_stands_decides_who_is_in_command() -> None:
    units = e("DM1", 1010), e("DM2", 1610), s("PK9", 1811)
    given = position(*units, leaders=[edward("0101", lost=True)], phase="begin")
    ruling = rule(given, "DM1\nDM2 > 1710")
    assert ruling.refused == ["5.2/ooc"] and ruling.end["activation"]["out_of_command"] == ["DM2"]
    ruling = rule(given, "DM2\nDM2 > 1710")
    assert ruling.refused == [] and ruling.end["activation"]["out_of_command"] == ["DM1"]


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 7.1")
@pytest.mark.parametrize("bridged", [False, True])
def test_command_reaches_through_an_enemy_zone_where_a_friend_stands(bridged: bool) -> None:
    enemies = s("MM9", 1210), s("MM8", 1212), s("MM7", 1208)
    friends = [e("LB2", 1110, command="Other")] if bridged else []
    given = position(e("DM1", 1211), *friends, *enemies, leaders=[edward(1010, command_range=3)], phase="begin")
    assert rule(given).end["activation"]["out_of_command"] == ([] if bridged else ["DM1"])


@pytest.mark.rule("men-of-iron 5.2/ooc", "men-of-iron 6.2", "men-of-iron 10.1", "men-of-iron 7.2")
def test_out_of_command_in_the_zone_of_horse() -> None:
    units = e("DM1", 1110), e("MM2", 1109), s("MM9", 1210)
    given = position(*units, leaders=[edward("0101", command_range=2)])
    ruling = rule(given, "DM1 > 1010\nDM1 @NW\nDM1 @NE\nMM2 > 1009\ndone\nshock DM1 x MM9")
    assert ruling.refused == ["5.2/ooc", "6.2"], "foot stays, and turns one vertex"
    assert ruling.of("MM2")["hex"] == 1009 and ruling.of("DM1")["facing"] == "NE"
    assert ruling.asked == ["retreat-before-shock"]


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 15.2", "men-of-iron 6.2")
def test_who_forms_a_shield_wall_and_how_it_turns() -> None:
    sides = {"sides": {"english": {"formations": ["shield-wall"]}, "scots": {}}}
    units = e("PK1", 1010), e("PK2", 1210, disordered=True), e("PK3", 1510), e("PK4", 1012, formation="shield-wall")
    given = position(*units, s("PK9", 2010), leaders=[edward(1011, command_range=3)], ground=sides)
    ruling = rule(given, "form PK2\nform PK3\nform PK1\nleave PK4\nPK1 > 1110\nPK1 @SE\nPK1 @SW\nPK4 > 1112\nleave PK1")
    assert ruling.refused == ["14.1"] * 5, "Disordered; out of command; no move; one vertex; too late"
    assert (ruling.of("PK1")["formation"], ruling.of("PK1")["facing"]) == ("shield-wall", "SE")
    assert (ruling.of("PK4")["formation"], ruling.of("PK4")["hex"]) == (None, 1112)


@pytest.mark.rule("men-of-iron 13.1", "men-of-iron 6.2", "men-of-iron 5.2/ooc", "men-of-iron 8.0/pass")
def test_who_recovers_and_who_has_done_something() -> None:
    idle, far = e("PK1", 1009, disordered=True), e("PK5", 2015, disordered=True)
    turned, near = e("PK3", 1012, disordered=True), e("PK6", 1312, disordered=True)
    units = idle, far, turned, near, e("LB2", 1110), e("MM4", 1010), s("AX9", 1313)
    given = position(*units, leaders=[edward(1010, command_range=3)])
    ruling = rule(given, "PK3 @NE\nMM4 > 1110 1210\ndone", 4)
    recovered = {u: not ruling.of(u)["disordered"] for u in ("PK1", "PK5", "PK3", "PK6", "LB2")}
    assert recovered == {"PK1": True, "PK5": True, "PK3": False, "PK6": False, "LB2": False}


@pytest.mark.rule("men-of-iron 13.2", "men-of-iron 16.0", "men-of-iron 4.1/pass")
def test_a_standard_rallies_who_has_no_enemy_beside_it_and_the_army_is_counted() -> None:
    men = e("LB1", 1010, retired=True), e("LB2", "0910", retired=True), e("LB3", 1110, retired=True)
    ground = {"standards": [{"side": "english", "id": "Cross", "hex": 1010}]}
    given = position(*men, s("PK9", 1210), ground=ground, sides={"english": {"extra": 21}}, phase="free")
    del given["active"]
    ruling = rule({**given, "chooser": "english"}, "Cross", 8)
    assert [ruling.of(u)["retired"] for u in ("LB1", "LB2", "LB3")] == [False, False, True]
    assert rolls(ruling) == ["16.0"] and outcome(ruling), "21 + 1 + 8"
    assert rolls(rule({**given, "chooser": "english"}, "pass", 8)) == []


@pytest.mark.rule("men-of-iron 4.3/fail", "men-of-iron 13.2", "men-of-iron 3.2")
def test_after_a_seizure_that_fails_the_standard_is_raised_and_its_command_is_done() -> None:
    given = between(*HOSTS, ground=STANDARD)
    assert rule(given, "Bb\nWallace\nAa", 9).end["active"] == "Aa", "the one just finished may act again"
    ruling = rule(given, "Bb\nWallace\nCross\nAa\nBb\nno", 9, 4)
    assert ruling.refused == ["3.2"] and not ruling.of("LB1")["retired"]
    assert (ruling.end["active"], ruling.end["activation"]["how"]) == ("Bb", "continuity")


@pytest.mark.rule("men-of-iron 13.2", "men-of-iron 4.2")
def test_a_standard_is_not_named_for_continuity() -> None:
    assert rule(between(*HOSTS, ground=STANDARD), "Cross").refused == ["13.2"]


@pytest.mark.rule("men-of-iron 4.3", "men-of-iron 4.3/note", "men-of-iron 16.0")
def test_a_seizure_is_followed_by_no_flight_and_no_seizure() -> None:
    given = between(*HOSTS, ground=STANDARD, sides={"scots": {"extra": 29}})
    ruling = rule(given, "Bb\nWallace\ndone\nMoray\nAa\ndone", 0, 9, 1)
    assert rolls(ruling) == ["4.3", "4.2", "16.0"], "the first free activation brings the flight check"
    assert "seizure" not in questions(ruling)[2:] and outcome(ruling)


@pytest.mark.rule("men-of-iron 4.3", "men-of-iron 15.6", "men-of-iron 4.3/fail")
@pytest.mark.parametrize(("die", "active"), [(2, "Wallace"), (3, None)])
def test_a_command_without_leader_seizes_with_the_new_ones_activation(die: int, active: str | None) -> None:
    given = between(*HOSTS[:3], s("PK5", 1910, command="Wallace"), ground=STANDARD, wallace={"lost": True})
    ruling = rule(given, "Bb\nWallace", die)
    assert rolls(ruling) == ["4.3"] and ruling.end.get("active") == active
    assert ruling.asked == (["leader-place"] if active else ["activate"])


@pytest.mark.rule("men-of-iron 16.0", "men-of-iron 13.2")
@pytest.mark.parametrize(
    ("english", "scots", "says"), [(25, 28, "The Scots flee"), (28, 25, "The English flee"), (27, 27, "Both")]
)
def test_both_armies_flee(english: int, scots: int, says: str) -> None:
    extra = {"english": {"extra": english - 1}, "scots": {"extra": scots}}
    retired = e("MM1", 1010, retired=True)
    given = position(retired, s("PK3", 1810), phase="end", ground=CROSS, sides=extra, activation={"how": "free"})
    ruling = rule(given, "", 9, 9)
    assert rolls(ruling) == ["16.0", "16.0"] and (outcome(ruling) or "").startswith(says)


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 11.4", "men-of-iron 12.5", "men-of-iron 15.4")
@pytest.mark.parametrize(("die", "lost"), [(6, False), (7, True)])
def test_a_schiltron_unhorses_the_leader_who_has_come_far(die: int, lost: bool) -> None:
    moved = {"mp": {"MM1": 1}, "moved": ["MM1"]}
    pikes = s("PK9", 1210, formation="schiltron")
    given = position(e("MM1", 1010), pikes, leaders=[edward(1010)], activation=moved, **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x PK9", 1, 0, die)
    assert rolls(ruling) == ["11.4", "10.3", "15.4"] and totals(ruling) == [0]
    assert (ruling.of("MM1")["type"], *stands(ruling, "MM1")) == ("UH", 1110, True)
    assert ruling.of("Edward")["lost"] is lost
    assert rolls(rule(given, "shock MM1 > 1110 x PK9", 2, 5)) == ["11.4", "10.3"], "2 + 3: the horses shy"


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 12.7", "men-of-iron 10.5", "men-of-iron 11.4")
def test_a_schiltron_that_stays_lets_nobody_press_on() -> None:
    given = position(e("MM1", 1010), e("MM2", 1410, "W"), s("PK9", 1210, formation="schiltron"), **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x PK9, MM2 > 1309 x PK9", 0, 1, 9)
    assert rolls(ruling) == ["11.4", "11.4", "10.3"] and totals(ruling) == [10], "both charge a front"
    assert stands(ruling, "PK9") == (1210, True) and ruling.of("PK9")["formation"] == "schiltron"
    assert (ruling.of("MM1")["hex"], ruling.of("MM2")["hex"]) == (1110, 1309)


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 9.3", "men-of-iron 15.4")
@pytest.mark.parametrize(("die", "lost"), [(7, False), (8, True)])
def test_arrows_destroy_a_schiltron_and_maybe_its_leader(die: int, lost: bool) -> None:
    pikes = s("PK9", 1210, formation="schiltron"), s("PK8", 1410)
    given = position(e("LB1", 1110), *pikes, leaders=[bruce(1210)], ground=LION)
    ruling = rule(given, "LB1 x PK9", 8, die)
    assert totals(ruling, "9.3") == [11] and rolls(ruling) == ["9.3", "15.4"] and ruling.of("PK9")["eliminated"]
    assert ruling.of("Bruce")["hex"] == (None if lost else 1410)


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 10.5", "men-of-iron 12.7")
@pytest.mark.parametrize("die", [5, 7])
def test_who_retires_on_the_very_hex_of_the_standard_leaves_it_to_nobody(die: int) -> None:
    ground = {"standards": [{"side": "scots", "id": "Lion", "hex": 1210}]}
    given = position(e("AX1", 1110), s("PK9", 1210, disordered=True), ground=ground, **SHOCK)
    ruling = rule(given, "shock AX1 x PK9", die)
    assert totals(ruling) == [die + 2] and questions(ruling) == ["shock"]
    assert ruling.of("PK9")["retired"] and ruling.of("PK9")["hex"] == 1210 and ruling.of("AX1")["hex"] == 1110


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 12.4", "men-of-iron 13.2")
def test_nobody_dices_for_a_retired_unit_that_is_ridden_through() -> None:
    given = position(e("MM1", 1010), e("LB1", 1110, retired=True), s("PK9", 1910), ground=CROSS)
    ruling = rule(given, "MM1 > 1110 1210", 0)
    assert unused(ruling) == [0] and ruling.left("MM1") == 3
    assert ruling.of("LB1")["retired"] and ruling.of("LB1")["hex"] == 1110


@pytest.mark.rule("men-of-iron 10.4(1)", "men-of-iron 10.4(2A)", "men-of-iron 10.5", "men-of-iron 10.3/multi")
def test_the_best_attacker_falls_into_disorder_and_the_other_follows_up() -> None:
    given = position(e("DM1", 1110), e("AX2", 1209, "SW"), s("PK8", 1210), s("PK7", 1211), **SHOCK)
    ruling = rule(given, "shock DM1 x PK8 PK7, AX2 x PK8\n1310 @W\n1210 @E", 5, 3)
    assert totals(ruling) == [10, 3], "two against two from two sides; one against two"
    assert stands(ruling, "DM1") == (1110, True) and stands(ruling, "AX2") == (1210, False)
    steady = rule(given, "shock DM1 x PK8 PK7, AX2 x PK8\n1310 @W\n1210 @E", 5, 4)
    assert steady.of("DM1")["hex"] == 1210 and steady.of("AX2")["hex"] == 1209, "the lower Shock DRM goes"


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 10.1", "men-of-iron 14.1")
def test_everybody_in_front_is_attacked_by_somebody() -> None:
    units = e("DM1", 1110), s("PK8", 1210), s("PK7", 1211)
    assert rule(position(*units, **SHOCK), "shock DM1 x PK8").refused == ["10.3"]
    ruling = rule(position(*units, e("AX2", 1311, "NW"), **SHOCK), "shock DM1 x PK8, AX2 x PK7\nDM1", 5, 2)
    assert ruling.refused == [] and totals(ruling) == [6, 6], "+3 from the rear of the second"
    wall = e("DM2", 1311, "NW", formation="shield-wall")
    assert rule(position(*units, wall, **SHOCK), "shock DM1 x PK8, DM2 x PK7").refused == ["14.1"]


@pytest.mark.rule("men-of-iron 11.4", "men-of-iron 10.4(4)", "men-of-iron 10.4(5)", "men-of-iron 10.3")
@pytest.mark.parametrize(("dice", "total"), [((4, 5), 7), ((5, 4), 9), ((4, 4), 9), ((5, 5), 6)])
def test_of_two_chargers_one_shies(dice: tuple[int, int], total: int) -> None:
    moved = {"mp": {"MM1": 1}, "moved": ["MM1"]}
    units = e("MM1", 1010), e("MM2", 1009), s("PK9", 1210)
    given = position(*units, leaders=[edward(1009)], activation=moved, **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x PK9, MM2 > 1109 x PK9", *dice, 5)
    assert rolls(ruling)[:3] == ["11.4", "11.4", "10.3"] and totals(ruling) == [total]
    assert ("charge" in next(t["text"] for t in ruling.told if t["type"] == "roll" and t["rule"] == "10.3")) is (
        dice != (5, 5)
    )


@pytest.mark.rule("men-of-iron 10.4(5)", "men-of-iron 15.4", "men-of-iron 15.3")
def test_a_strangers_leader_lends_nothing_and_may_fall() -> None:
    other = {"side": "english", "id": "Other", "hex": 1010}
    units = e("MM1", 1010, command="Other"), e("PK2", "0810"), s("AX9", 1210)
    given = position(*units, leaders=[edward(1010), {**other, "hex": "0810"}], **SHOCK)
    ruling = rule({**given, "active": "Other"}, "shock MM1 > 1110 x AX9", 1, 7)
    assert totals(ruling) == [4] and ruling.of("Edward")["lost"]
    given = position(*units, leaders=[edward(1010), other], **SHOCK)
    ruling = rule({**given, "active": "Other"}, "shock MM1 > 1110 x AX9", 0, 6, 7)
    assert totals(ruling) == [4] and rolls(ruling) == ["10.3", "15.4", "15.4"], "both are rolled for"
    assert sorted(ruling.of(x)["lost"] for x in ("Edward", "Other")) == [False, True]


@pytest.mark.rule("men-of-iron 6.2", "men-of-iron 11.2", "men-of-iron 10.4(4)")
def test_who_has_only_turned_charges_with_all_its_weight() -> None:
    ruling = rule(position(e("MM1", 1010, "NE"), s("AX9", 1210)), "MM1 @E\ndone\nshock MM1 > 1110 x AX9", 4)
    assert totals(ruling) == [7]


@pytest.mark.rule("men-of-iron 11.6/order", "men-of-iron 11.6/other", "men-of-iron 11.5")
@pytest.mark.parametrize("driven", [False, True])
def test_two_counter_charges_at_one_attacker_are_fought_one_after_the_other(driven: bool) -> None:
    given = position(e("DM1", 1110), s("MM8", 1210), s("MM9", 1211), **SHOCK)
    orders = "shock DM1 x MM8 MM9\nall stand\nMM8 DM1; MM9 DM1\n1210 @W\n"
    if driven:
        ruling = rule(given, orders + "1010 @E\n1110 @W", 5, 4, 9, 5)
        assert totals(ruling) == [9] and unused(ruling) == [5], "it attacks nobody more"
        assert stands(ruling, "MM8") == (1110, False) and ruling.of("MM9")["hex"] == 1211
    else:
        ruling = rule(given, orders + "1211 @W", 5, 4, 3, 5, 4, 7)
        assert rolls(ruling) == ["11.6", "11.4", "10.3"] * 2 and totals(ruling) == [3, 7], "no strength advantage"
        assert [stands(ruling, u)[1] for u in ("MM8", "MM9", "DM1")] == [True, False, True]


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 12.7", "men-of-iron 10.3")
def test_a_counter_charge_that_presses_on_rides_out_of_a_second_attack() -> None:
    units = e("DM1", 1110), e("AX2", 1211, "NE"), s("MM9", 1210)
    given = position(*units, leaders=[bruce(1210)], **SHOCK)
    ruling = rule(given, "shock DM1 x MM9, AX2 x MM9\nstand\nDM1\n1210 @W\n1111 @E", 5, 4, 9, 5)
    assert totals(ruling) == [10] and unused(ruling) == [5], "AX2 has nobody before it"
    assert stands(ruling, "MM9") == (1110, False) and ruling.of("Bruce")["hex"] == 1110
    assert stands(ruling, "DM1") == (1111, True)


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 9.2/active", "men-of-iron 7.1")
def test_every_shot_is_an_occasion_to_counter_charge_until_one_succeeds() -> None:
    archers = e("LB1", 1010), e("LB2", 1011)
    failed = rule(position(*archers, s("MM9", 1310)), "LB1 x MM9\nyes\nLB2 x MM9", 0, 6, 0)
    assert failed.asked == ["counter-charge"]
    orders = "LB1 x MM9\nyes\n1109 @W\nhold\nLB2 x MM9"
    done = rule(position(*archers, s("MM9", 1310)), orders, 0, 5, 2, 0)
    assert totals(done) == [8] and done.asked == ["orders"] and done.of("MM9")["hex"] == 1109
    assert rule(position(*archers, s("MM9", 1310)), "LB1 x MM9", 5).asked == ["orders"], "it is Disordered"
    held = e("LB1", 1010), e("LB2", 1311, "NE"), s("MM9", 1310)
    assert rule(position(*held), "LB1 x MM9", 0).asked == ["orders"], "in another's ZOC"
    assert rule(position(e("LB1", 1010), s("MM9", 1110)), "LB1 x MM9", 0).asked == ["counter-charge"]


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 5.1")
def test_a_leader_at_the_end_of_his_ride_is_carried_on() -> None:
    given = position(e("DM1", 1010), s("PK7", 2010), leaders=[edward(1018)])
    ruling = rule(given, "Edward > 1010\nDM1 > 1110 1210\nEdward > 1310")
    assert ruling.of("Edward")["hex"] == 1210 and ruling.refused == ["15.2"]


@pytest.mark.rule("men-of-iron 16.0", "men-of-iron 15.4", "men-of-iron 12.4")
def test_a_king_and_a_retired_unit_are_four_points() -> None:
    ground = {**LION, "sides": {"english": {}, "scots": {"flight_level": 13}}}
    units = e("AX1", 1110), s("PK9", 1210, disordered=True)
    given = position(*units, leaders=[bruce(1210, king=True)], ground=ground, **SHOCK)
    ruling = rule(given, "shock AX1 x PK9\nE", 4, 7, 9)
    assert rolls(ruling) == ["10.3", "15.4", "16.0"] and outcome(ruling)
    assert outcome(rule(given, "shock AX1 x PK9\nE", 4, 7, 8)) is None


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 9.4", "men-of-iron 9.4/hexside")
def test_woods_in_the_way_of_a_charge_and_beside_it() -> None:
    ground = {"terrain": {"1110": "woods"}}
    given = position(e("MM1", 1010), s("AX9", 1210), ground=ground, **SHOCK)
    assert rule(given, "shock MM1 > 1110 x AX9").refused == ["11.3"]
    assert totals(rule(given, "shock MM1 > 1109 x AX9", 4)) == [7], "it sees along the hexside"
    ground["terrain"]["1209"] = "woods"
    units = e("MM1", 1010), s("AX9", 1310), e("MM2", 1810), s("PK7", 2010)
    assert rule(position(*units, ground=ground, **SHOCK), "shock MM1 > 1109 1210 x AX9").refused[0] in ("11.3", "9.4")


@pytest.mark.rule("men-of-iron 5.2/ooc", "men-of-iron 11.5", "men-of-iron 11.3")
def test_out_of_command_horse_keeps_its_distance_but_rides_at_the_enemy_in_shock() -> None:
    given = position(e("MM2", 1109), e("MM3", 1509), s("MM9", 1210), s("AX8", 1709), leaders=[edward("0101")])
    ruling = rule(given, "MM2 > 1110\nMM3 > 1609\ndone\nshock MM3 > 1609 x AX8", 4)
    assert ruling.refused == ["5.2/ooc", "5.2/ooc"] and ruling.of("MM3")["hex"] == 1609
    assert totals(ruling) == [7]


@pytest.mark.rule("men-of-iron 4.1/pass", "men-of-iron 3.0")
def test_three_passes_each_end_the_battle() -> None:
    given = position(e("MM1", 1010), s("PK3", 1810), phase="free", chooser="english")
    del given["active"]
    assert outcome(rule(given, "\n".join(["pass"] * 5))) is None
    assert "draw" in (outcome(rule(given, "\n".join(["pass"] * 6))) or "")
    acted = "\n".join([*["pass"] * 5, "Scots", "done", *["pass"] * 2])
    assert outcome(rule(given, acted)) is None, "an activation breaks the row"


@pytest.mark.rule("men-of-iron 4.3", "men-of-iron 14.1", "men-of-iron FK-1")
def test_pikes_close_up_in_an_activation_by_seizure() -> None:
    sides = {"english": {}, "scots": {"formations": ["schiltron"]}}
    ruling = rule(between(*HOSTS, ground={**STANDARD, "sides": sides}), "Bb\nWallace\nform PK3\nPK3 > 1710", 0)
    assert ruling.refused in (["FK-1"], ["14.1"]) and ruling.of("PK3")["formation"] == "schiltron"


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 12.7", "men-of-iron 10.3/multi")
def test_two_defenders_have_one_hex_to_retreat_to() -> None:
    ring = [s(f"PK{n}", h) for n, h in ((5, 1209), (6, 1309), (7, 1212), (4, 1311))]
    given = position(e("MM1", 1010), s("AX9", 1210), s("AX8", 1211), *ring, **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x AX9 AX8\n1310 @W\n1211 @E", 9, 9, 1, 5)
    assert totals(ruling)[:2] == [11, 11] and stands(ruling, "AX9") == (1310, True)
    assert ruling.of("AX8")["eliminated"] and ruling.of("MM1")["hex"] == 1211
    assert totals(ruling)[2:] == [2, 4], "one against two: the axes that went (+1 horse, +1 Disordered) and pikes"


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 12.2")
def test_an_attacker_goes_back_through_its_archers() -> None:
    friends = e("LB2", 1010), e("PK3", 1011), e("PK4", 1111)
    given = position(e("DM1", 1110), *friends, s("DM9", 1210), ground=CROSS, **SHOCK)
    ruling = rule(given, "shock DM1 x DM9\n0910 @E", 0)
    assert stands(ruling, "DM1") == (910, True) and stands(ruling, "LB2") == (1010, True)
