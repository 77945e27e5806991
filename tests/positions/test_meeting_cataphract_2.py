"""Positions of Cataphract in which two rules or more meet: Shock, rout, command, engines, the order of play."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_cataphract import WILD, asks, dice_over, field, goth, leader, points, roman


@pytest.mark.rule("cataphract 10.15", "cataphract 9.21", "cataphract 6.22", "cataphract 9.17")
@pytest.mark.parametrize("ground", ["open", "rough"])
def test_both_would_break(ground: str) -> None:
    """In the open the defender does, and the horse comes on; rough ground would cost it one more: there it breaks."""
    given = field(
        roman("HC1", 1010, hits=3),
        goth("LI1", 1110, hits=2),
        phase="shock",
        ground={"terrain": {"1110": ground}} if ground != "open" else {},
    )
    flight = "1211\n1311" if ground == "open" else "0910\n0810"
    ruling = rule(given, f"shock HC1 x LI1\n{flight}", 0)
    hc, li = ruling.of("HC1"), ruling.of("LI1")
    assert not ruling.refused
    if ground == "open":
        assert (hc["hex"], hc["hits"], hc["routed"]) == (1110, 5, False)
        assert li["routed"] and li["hex"] == 1311
    else:
        assert hc["routed"] and hc["hex"] == 810
        assert (li["hex"], li["hits"], li["routed"]) == (1110, 3, False)


@pytest.mark.rule("cataphract 10.21", "cataphract 10.24", "cataphract 6.65", "cataphract 10.14")
def test_a_broken_unit_breaks_the_one_behind_it() -> None:
    given = field(
        roman("MI1", 1010, hits=4),
        roman("LI2", "0909", hits=3),
        roman("HC3", "0910"),
        goth("LI1", 1310, missile="B"),
        active="Totila",
    )
    ruling = rule(given, "LI1 x MI1\n0909\n0809\n0708\n0810", 3, 0)
    mi, li = ruling.of("MI1"), ruling.of("LI2")
    assert not ruling.refused and not dice_over(ruling)
    assert mi["routed"] and li["routed"] and not mi["eliminated"] and not li["eliminated"]
    assert (mi["hex"], li["hex"]) == (810, 708)
    assert ruling.of("HC3")["hits"] == 0


@pytest.mark.rule("cataphract 10.24", "cataphract 6.65", "cataphract 10.23", "cataphract 12.11")
@pytest.mark.parametrize("crowded", [False, True])
def test_a_flight_that_ends_among_friends_goes_on(crowded: bool) -> None:
    """One hex more; where that is taken too, it is the end of it, and all it ran into suffer."""
    behind = [roman("HC5", "0709"), roman("HC6", "0710")] if crowded else []
    given = field(
        roman("MI1", 1010, hits=4),
        roman("LI2", "0810"),
        roman("LI3", "0811"),
        *behind,
        goth("LI1", 1310, missile="B"),
        active="Totila",
    )
    ruling = rule(given, "LI1 x MI1\n0910\n0810\n0709", 3, 0, *([0] if crowded else []))
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("LI2")["hits"] == 1
    if crowded:
        assert ruling.of("MI1")["eliminated"] and points(ruling, "roman") == 5
        assert ruling.of("HC5")["hits"] == 1
    else:
        assert ruling.of("MI1")["routed"] and ruling.of("MI1")["hex"] == 709


CHARGED = {"phase": "shock", "orders": {"moved": ["HC1"], "markers": {"HC1": "must"}}}


@pytest.mark.rule("cataphract 9.13", "cataphract 9.24", "cataphract 8.21", "cataphract 10.14", "cataphract 9.21")
def test_the_pursuer_runs_into_arrows() -> None:
    """No withdrawal before an advance; the cap on the hits of an advance is none on those of arrows."""
    given = field(roman("HC1", 1010, hits=5), goth("LI1", 1110), goth("LC2", 1210, missile="B"), **CHARGED)
    ruling = rule(given, "shock HC1 x LI1\n1310\nnone\nLC2 fire\n1010\n0910", 6, 8, 5)
    assert "orderly-withdrawal" not in asks(ruling) and not dice_over(ruling)
    assert ruling.of("LI1")["routed"]
    assert ruling.of("HC1")["routed"] and ruling.of("HC1")["hex"] == 910


@pytest.mark.rule("cataphract 9.14", "cataphract 9.16", "cataphract 11.2", "cataphract 12.11", "cataphract 9.17")
def test_a_king_falls_and_his_army_with_him() -> None:
    """His Charisma turns against his men; nobody is left to hold the army: it loses heart, and another unit."""
    totila = {"side": "goth", "id": "Totila", "hex": 1110, "initiative": 5}
    given = field(
        roman("HC1", 1010), goth("MI1", 1110, hits=5), goth("MI2", 2010, hits=5), totila, ground=WILD, phase="shock"
    )
    ruling = rule(given, "shock HC1 x MI1\n1211\n1311\n2109\n2210", 0, 9, 3, 1)
    assert not dice_over(ruling)
    assert ruling.of("Totila")["eliminated"] and points(ruling, "goth") == 25
    assert ruling.of("MI1")["routed"] and ruling.of("MI2")["routed"]
    assert ruling.end["sides"]["goth"]["bonus"] is False
    assert (ruling.of("HC1")["hits"], ruling.of("HC1")["hex"]) == (2, 1110)


@pytest.mark.rule("cataphract 9.14", "cataphract 9.16", "cataphract 9.17", "cataphract 5.31", "cataphract 9.21")
def test_a_wounded_commander_rides_on_and_has_done() -> None:
    """He lends what is left of his Charisma, goes with the advance, and tries no Momentum."""
    narses = {"side": "roman", "id": "Narses", "hex": 1010, "initiative": 6, "command_range": 14}
    given = field(roman("HC1", 1010), goth("MI1", 1110, "E"), narses, phase="shock")
    ruling = rule(given, "shock HC1 x MI1\n1211\n1311\nno", 0, 3, 0, 9)
    assert not dice_over(ruling) and "momentum" not in asks(ruling)
    assert ruling.of("MI1")["routed"]
    who = ruling.of("Narses")
    assert (who["wounded"], who["status"], who["hex"]) == (True, "finished", 1110)


@pytest.mark.rule("cataphract 9.12", "cataphract 9.13", "cataphract 7.33", "cataphract 9.16", "cataphract 9.17")
def test_a_second_enemy_is_left_to_the_horse_behind_him() -> None:
    """Who is attacked without a check makes none himself; all in a ZOC must be attacked by somebody."""
    given = field(roman("HC1", 1010), roman("LC2", 1211, "W"), goth("MI1", 1109), goth("MI2", 1110), **CHARGED)
    assert rule(given, "shock HC1 x MI1").refused == ["9.12"]
    ruling = rule(given, "shock HC1 x MI1 & LC2 x MI2", 5, 5, 0, 0, 5)
    assert not ruling.refused and not dice_over(ruling)
    hits = {u: ruling.of(u)["hits"] for u in ("HC1", "LC2", "MI1", "MI2")}
    assert hits == {"HC1": 3, "LC2": 3, "MI1": 2, "MI2": 3}


@pytest.mark.rule("cataphract 11.66", "cataphract 11.63", "cataphract 9.13", "cataphract 8.15")
def test_an_engine_and_its_guard() -> None:
    """It shoots twice; arrows at the crew hit the crew; the charge is the guard's affair."""
    given = field(
        roman("CH1", 1010, missile="X"),
        roman("MI1", 1010),
        goth("HC1", 1710),
        goth("LI1", 1211, missile="B"),
        active="Totila",
    )
    moves = "HC1 > 1610 1510 1410 1310 1210 1109\nCH1 x HC1\nx HC1\nnone\nLI1 x CH1\ndone"
    ruling = rule(given, f"{moves}\nshock HC1 x MI1", 9, 9, 3, 6, 5, 0)
    assert not ruling.refused and not dice_over(ruling)
    assert asks(ruling).count("artillery") == 2
    assert {u: ruling.of(u)["hits"] for u in ("HC1", "MI1", "CH1")} == {"HC1": 3, "MI1": 2, "CH1": 1}


@pytest.mark.rule("cataphract 11.66", "cataphract 11.65")
def test_an_engine_is_told_to_fire() -> None:
    """The words that answer every question of fire (notation.md)."""
    given = field(roman("CH1", 1010, missile="X"), goth("HC1", 1710), active="Totila")
    ruling = rule(given, "HC1 > 1610\nCH1 fire\nCH1 hold", 9)
    assert not ruling.refused
    assert not dice_over(ruling)


@pytest.mark.rule("cataphract 11.4", "cataphract 8.17", "cataphract 8.15")
def test_archers_empty_their_quivers() -> None:
    """Twice, at two targets, as long as they stand where they were set up: Low by the first, out by the second."""
    pieces = roman("LI1", 1010, missile="C"), goth("MI1", 1310), goth("MI2", 1311)
    ruling = rule(field(*pieces), "LI1 x MI1 x MI2", 9, 0)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("MI1")["hits"], ruling.of("MI2")["hits"], ruling.of("LI1")["supply"]) == (0, 2, "no")
    left = field(*pieces, changes={"LI1": {"start_hex": None}})
    assert rule(left, "LI1 x MI1 x MI2").refused == ["11.4"]


@pytest.mark.rule("cataphract 5.52", "cataphract 5.14", "cataphract 5.51")
def test_an_elite_phase_counts_among_three_in_a_row() -> None:
    narses = {"side": "roman", "id": "Narses", "hex": "0510", "initiative": 6, "command_range": 14, "elite": True}
    given = field(roman("HC1", 1010), narses, leader("roman", "John", "0810", initiative=3), phase="elite", active=None)
    ruling = rule(given, "John\nHC1 > 1110\ndone")
    assert "momentum" not in asks(ruling) and ruling.of("John")["status"] == "inactive"
    again = "John\nHC1 > 1110\ndone\nJohn\ndone\nyes\nno\ndone"
    ruling = rule(given, again, 0)
    assert asks(ruling).count("momentum") == 1
    assert ruling.of("John")["status"] == "finished"


@pytest.mark.rule("cataphract 5.41", "cataphract 5.42", "cataphract 5.44", "cataphract 5.45", "cataphract 5.31")
def test_a_trump_trumped() -> None:
    given = field(
        roman("HC1", 1010),
        leader("goth", "Baduila", 2013, initiative=3),
        leader("roman", "Bouzes", "0612", initiative=4),
        phase="select",
        active=None,
    )
    ruling = rule(given, "trump Totila\ntrump Narses\ndone", 5, 6)
    assert ruling.refused == ["5.45"] and ruling.end["active"] == "Narses"
    assert ruling.of("Totila")["status"] == "finished"
    for who in ("Baduila", "Bouzes"):
        assert (ruling.of(who)["status"], ruling.of(who)["no_momentum"]) == ("inactive", True)
    ruling = rule(given, "trump Totila\ntrump Narses\nHC1 > 1110\ndone\nno\nBaduila\nBaduila > 2014\ndone", 5, 6)
    assert asks(ruling).count("momentum") == 1 and ruling.of("Baduila")["status"] == "finished"


@pytest.mark.rule("cataphract 4.63", "cataphract 4.31", "cataphract 4.4")
def test_who_names_a_new_leader_gives_no_line_command() -> None:
    given = {
        "scenario": "cataphract/tricameron",
        "active": "Belisarius",
        "changes": {"John": {"eliminated": True, "hex": None}},
    }
    ruling = rule(given, "replace John ReplA 5112\nline THC1")
    assert ruling.refused == ["4.31"]
    new = ruling.of("ReplA")
    assert (new["hex"], new["status"], new["no_shock"]) == (5112, "finished", True)
    assert ruling.end["orders"]["orders_used"] == 1


@pytest.mark.rule("cataphract 10.31", "cataphract 10.32", "cataphract 10.33", "cataphract 9.11")
def test_engaged_units_are_held() -> None:
    given = field(
        roman("HC1", 1010, engaged=True),
        roman("LI2", 1012, missile="B"),
        goth("MI1", 1110, engaged=True),
        options={"10.3": True},
    )
    assert rule(given, "HC1 > 1109").refused == ["10.31"]
    assert rule(given, "LI2 x MI1").refused == ["10.31"]
    fights = rule(given, "done\nHC1 stay\nshock none")
    assert "HC1 will attack (No Check)." in fights.said, "there is no holding it back"
    away = rule(given, "done\nHC1 0910\nno")
    assert not away.refused, "it is the faster: it may draw off instead, and both are free (10.33)"
    assert (away.of("HC1")["hex"], away.of("HC1")["facing"]) == (910, "E")
    assert not away.of("HC1")["engaged"] and not away.of("MI1")["engaged"]


@pytest.mark.rule("cataphract 11.5", "cataphract 9.16", "cataphract 7.21", "cataphract 9.17")
@pytest.mark.parametrize("covered", [False, True])
def test_swords_find_an_open_flank(covered: bool) -> None:
    """The ZOC of a friend behind covers it as well as a friend in it."""
    horse = [roman("HC3", "0911")] if covered else []
    given = field(
        roman("MI1", 1010),
        roman("LI2", 1009),
        *horse,
        goth("MI9", 1110, sword=True),
        active="Totila",
        phase="shock",
    )
    ruling = rule(given, "shock MI9 x MI1", 0, *([] if covered else [5]))
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("MI1")["hits"] == (2 if covered else 3)
    assert ruling.of("MI9")["hits"] == 3


@pytest.mark.rule("cataphract 10.23", "cataphract 12.11", "cataphract 12.12", "cataphract 11.2")
@pytest.mark.parametrize(("roman_points", "winner"), [(100, "roman"), (101, None), (102, "goth")])
def test_a_flight_off_the_map_decides(roman_points: int, winner: str | None) -> None:
    """It counts its printed Troop Quality, whatever the spirit of its army; who is less over his level wins."""
    given = field(
        goth("MI1", 3010, "E", routed=True),
        phase="rout",
        active=None,
        ground=WILD,
        sides={"roman": {"rout_points": roman_points}, "goth": {"rout_points": 96}},
    )
    ruling = rule(given)
    assert points(ruling, "goth") == 101 and ruling.of("MI1")["eliminated"]
    assert ruling.end["phase"] == "over" and ruling.end.get("winner") == winner


@pytest.mark.rule("cataphract 9.16", "cataphract 7.21", "cataphract 9.17")
@pytest.mark.parametrize("watched", [False, True])
def test_who_is_watched_from_the_flank_has_no_advantage_behind(watched: bool) -> None:
    watch = [goth("MI5", 1210, "SW")] if watched else []
    given = field(roman("LC2", 1211, "W"), goth("MI2", 1110), *watch, phase="shock")
    ruling = rule(given, "shock LC2 x MI2", 0, *([] if watched else [5]))
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("LC2")["hits"] == 3
    assert ruling.of("MI2")["hits"] == (2 if watched else 3), "doubled to 4, and one off as it holds"


@pytest.mark.rule("cataphract 6.26", "cataphract 9.16", "cataphract 9.21", "cataphract 6.22")
def test_up_a_wooded_hill_one_row_counts_and_the_climb_is_capped() -> None:
    ground = {"terrain": {"1110": "woods"}, "levels": {"1110": 1}}
    given = field(roman("HC1", 1010, hits=2), goth("MI1", 1110, hits=3), phase="shock", ground=ground)
    ruling = rule(given, "shock HC1 x MI1\n1211\n1311\nno", 9)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("MI1")["routed"]
    hc = ruling.of("HC1")
    assert (hc["hex"], hc["hits"], hc["routed"]) == (1110, 5, False)


@pytest.mark.rule("cataphract 4.62", "cataphract 9.24", "cataphract 9.13")
@pytest.mark.parametrize("answer", ["1311", "stay"])
def test_an_advance_comes_upon_a_leader(answer: str) -> None:
    """In the Shock Segment too he may ride off."""
    given = field(roman("HC1", 1010), goth("LI1", 1110), leader("goth", "Baduila", 1211, initiative=3), **CHARGED)
    ruling = rule(given, f"shock HC1 x LI1\n1210\n1309\n{answer}", 6, 8)
    assert not ruling.refused and ruling.of("HC1")["hex"] == 1110
    assert ruling.of("Baduila")["eliminated"] == (answer == "stay")
    assert points(ruling, "goth") == (15 if answer == "stay" else 0)
    if answer != "stay":
        assert ruling.of("Baduila")["hex"] == 1311
