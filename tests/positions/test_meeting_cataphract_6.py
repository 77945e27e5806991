"""Positions of Cataphract in which two rules or more meet: double shots, passages, leaders carried on, the turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_cataphract import (
    NARSES,
    asks,
    dice_over,
    field,
    goth,
    leader,
    marker,
    points,
    roman,
)


@pytest.mark.rule("cataphract 11.4", "cataphract 8.23", "cataphract 8.17")
@pytest.mark.parametrize(("stayed", "dice", "hits"), [(True, (9, 6, 6), 2), (False, (9, 6), 1)])
def test_archers_on_their_own_ground_answer_twice(stayed: bool, dice: tuple[int, ...], hits: int) -> None:
    given = field(
        roman("LC1", 1010, missile="B"),
        goth("LI9", 1310, missile="C"),
        changes={} if stayed else {"LI9": {"start_hex": None}},
    )
    ruling = rule(given, "LC1 x LI9\nLI9 fire", *dice)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("LC1")["hits"], ruling.of("LC1")["supply"]) == (hits, "low")


@pytest.mark.rule("cataphract 6.63", "cataphract 6.65", "cataphract 10.14", "cataphract 10.21")
@pytest.mark.parametrize(("foot", "horse"), [(4, 0), (0, 5)])
def test_a_passage_breaks_one_of_two(foot: int, horse: int) -> None:
    """Each takes a hit as they meet; who breaks flees from that hex, and the other takes no second hit."""
    given = field(roman("HC1", 1010, hits=horse), roman("MI1", 1110, hits=foot))
    ruling = rule(given, "HC1 > 1110 1210\n1011\n0911")
    hc, mi = ruling.of("HC1"), ruling.of("MI1")
    assert not ruling.refused
    if foot:
        assert mi["routed"] and mi["hex"] == 911
        assert (hc["hex"], hc["hits"]) == (1210, 1)
    else:
        assert hc["routed"] and hc["hex"] == 911
        assert (mi["hex"], mi["hits"], mi["routed"]) == (1110, 1, False)


@pytest.mark.rule("cataphract 6.55", "cataphract 6.53", "cataphract 10.21", "cataphract 6.65")
def test_it_breaks_among_friends_as_it_withdraws() -> None:
    given = field(roman("MI1", 1010), goth("LC1", 1310, hits=4), goth("MI2", 1410))
    ruling = rule(given, "MI1 > 1110 1210\nLC1 > 1410 1510 1610 @W\n1510\n1610")
    assert not ruling.refused
    assert ruling.of("LC1")["routed"] and ruling.of("LC1")["hex"] == 1610
    assert ruling.of("MI2")["hits"] == 1 and ruling.of("MI1")["hex"] == 1210


@pytest.mark.rule("cataphract 10.24", "cataphract 6.65", "cataphract 12.11", "cataphract 10.21")
def test_the_broken_trample_the_broken() -> None:
    """No way but through a friend who has fled before: that is the end of him."""
    given = field(
        roman("MI1", 1010, hits=4),
        goth("LC8", "0909", "W"),
        roman("LI2", "0910", "W", routed=True),
        goth("LI1", 1310, missile="B"),
        active="Totila",
    )
    ruling = rule(given, "LI1 x MI1\n0810", 3)
    assert ruling.of("LI2")["eliminated"] and points(ruling, "roman") == 4
    assert ruling.of("MI1")["routed"] and ruling.of("MI1")["hex"] in (810, 811)


@pytest.mark.rule("cataphract 5.31", "cataphract 4.24", "cataphract 7.21")
@pytest.mark.parametrize("facing", ["W", "E"])
def test_no_momentum_in_the_press(facing: str) -> None:
    """Not even for the commander in chief."""
    given = field(roman("HC1", 1010), goth("MI1", 1110, facing), {**NARSES, "hex": 1010})
    ruling = rule(given, "done\nshock none")
    assert ("momentum" in asks(ruling)) == (facing == "E")
    assert ruling.of("Narses")["status"] == ("active" if facing == "E" else "finished")


@pytest.mark.rule("cataphract 5.26", "cataphract 4.23", "cataphract 9.21", "cataphract 5.31", "cataphract 9.13")
def test_a_subordinate_rides_in_with_the_charge() -> None:
    """Before the enemy he gives no more orders; when the enemy has fled he is out of the press again."""
    given = field(
        roman("HC1", 1010),
        roman("HC2", 1012),
        goth("LI9", 1210),
        leader("roman", "John", 1010, initiative=4),
        active="John",
    )
    ride = "HC1 > 1110 & John\nnone"
    assert rule(given, ride).asked == ["shock"]
    ruling = rule(given, f"{ride}\nshock HC1 x LI9\n1310\n1410\nno", 6, 8)
    assert not ruling.refused and ruling.of("LI9")["routed"]
    assert ruling.of("HC1")["hex"] == ruling.of("John")["hex"] == 1210
    assert "momentum" in asks(ruling)


@pytest.mark.rule("cataphract 8.15", "cataphract 7.11")
@pytest.mark.parametrize(("facing", "die", "hits"), [("W", 4, 0), ("W", 3, 1), ("E", 4, 1), ("E", 6, 0), ("N", 5, 1)])
def test_bows_against_mail_at_arms_length(facing: str, die: int, hits: int) -> None:
    """Three more from its Front, one from elsewhere."""
    given = field(roman("LC1", 1010, missile="C"), goth("HI1", 1110, {"N": "NE"}.get(facing, facing)))
    ruling = rule(given, "LC1 x HI1", die)
    assert not ruling.refused and ruling.of("HI1")["hits"] == hits


@pytest.mark.rule("cataphract 8.32", "cataphract 8.31", "cataphract 8.14", "cataphract 8.17")
@pytest.mark.parametrize(
    ("horse", "others", "ground", "refused"),
    [
        ({}, [goth("MI2", 1109)], {}, "8.32"),
        ({}, [], {"terrain": {"1211": "woods"}}, "8.32"),
        ({}, [goth("MI2", 1111, "NW")], {}, "8.32"),
        ({}, [roman("MI5", 1211)], {}, "8.32"),
        ({"supply": "no"}, [], {}, "8.17"),
        ({"missile": None}, [], {}, "8.31"),
        ({"routed": True}, [], {}, "10.26"),
    ],
)
def test_who_may_not_harass(
    horse: dict[str, Any], others: list[dict[str, Any]], ground: dict[str, Any], refused: str
) -> None:
    """Held by an enemy; woods, an enemy's ZOC or a friend on the way; no arrows, no missiles, no heart."""
    lc = roman("LC1", 1010, **{"missile": "C", **horse})
    ruling = rule(field(lc, goth("MI1", 1310), *others, ground=ground), "LC1 harass MI1 1110 1211")
    assert ruling.refused == [refused]
    assert "rolled" not in "".join(ruling.said)


@pytest.mark.rule("cataphract 5.42", "cataphract 5.44", "cataphract 5.32", "cataphract 5.12")
def test_momentum_trumped() -> None:
    given = field(
        goth("MI1", 1510),
        roman("HC1", 1010),
        leader("roman", "Bouzes", "0612", initiative=4),
        leader("goth", "Baduila", 2013, initiative=6),
        active="Totila",
        phase="momentum",
    )
    ruling = rule(given, "yes\ntrump Narses\nHC1 > 1110\ndone\nno", 5, 6)
    assert not ruling.refused
    assert ruling.of("Totila")["status"] == ruling.of("Narses")["status"] == "finished"
    assert ruling.of("Bouzes")["no_momentum"] and not ruling.of("Baduila")["no_momentum"]
    assert ruling.asked == ["activation"] and "Bouzes" in ruling.told[-2]["text"]


@pytest.mark.rule("cataphract 4.62", "cataphract 12.11", "cataphract 6.57")
@pytest.mark.parametrize(("answer", "taken"), [("stay", True), ("1311", False)])
def test_a_leader_by_the_wayside(answer: str, taken: bool) -> None:
    given = field(roman("HC1", 1010), leader("goth", "Baduila", 1211, initiative=3))
    ruling = rule(given, f"HC1 > 1110 1210 1309\n{answer}")
    assert ruling.of("Baduila")["eliminated"] == taken and points(ruling, "goth") == (15 if taken else 0)
    assert marker(ruling, "HC1") is None, "leaders are nobody to attack"
    if taken:
        assert ruling.of("HC1")["hex"] == 1309
    else:
        assert ruling.of("Baduila")["hex"] == 1311


@pytest.mark.rule("cataphract 7.31", "cataphract 8.21", "cataphract 9.16", "cataphract 8.17", "cataphract 9.13")
def test_light_horse_that_chose_to_charge_javelins() -> None:
    given = field(roman("LC1", 1010), goth("LI1", 1310, missile="J"))
    orders = "LC1 > 1110 1210 attack\nnone\nLI1 fire\ndone\nshock LC1 x LI1\n1110\n1010"
    ruling = rule(given, orders, 9, 5, 4, 4)
    assert not dice_over(ruling) and not ruling.refused
    assert "LC1 takes 6 hits: Shock (6 of TQ 5)" in ruling.said and ruling.of("LC1")["routed"]
    assert (ruling.of("LI1")["hits"], ruling.of("LI1")["supply"]) == (2, "no")


@pytest.mark.rule("cataphract 11.85", "cataphract 9.13", "cataphract 3.0E")
def test_the_champion_s_spirit_lasts_a_turn() -> None:
    orders = {"moved": ["HC1"], "markers": {"HC1": "must"}}
    given = field(roman("HC1", 1010), goth("MI1", 1110), phase="shock", orders=orders, tq_drm={"roman": -1})
    ruling = rule(given, "shock HC1 x MI1", 7, 5, 0)
    assert not ruling.refused and ruling.of("HC1")["hits"] == 3, "of the fight alone"
    over = rule(field(roman("HC1", 1010), phase="withdrawal", active=None, tq_drm={"roman": -1}))
    assert over.end["turn"] == 2 and not over.end.get("tq_drm")


@pytest.mark.rule("cataphract 3.0E", "cataphract 5.11", "cataphract 6.13", "cataphract 4.63")
def test_what_a_new_turn_wipes_away() -> None:
    john = leader("roman", "John", "0610", initiative=4, status="finished", no_momentum=True, no_shock=True)
    lc = roman("LC1", 1010, missile="C", moved=True, hits=2, supply="low")
    given = field(lc, john, phase="rout", active=None)
    near = goth("LI1", 1210, missile="B")
    ruling = rule(field(lc, near, john, phase="rout", active=None))
    assert rule(given).of("LC1")["supply"] == "full"
    horse, who = ruling.of("LC1"), ruling.of("John")
    assert (horse["moved"], horse["hits"], horse["supply"]) == (False, 2, "low")
    assert (who["status"], who["no_momentum"], who["no_shock"]) == ("inactive", False, False)


@pytest.mark.rule("cataphract 6.51", "cataphract 6.56", "cataphract 6.54")
def test_it_goes_as_he_sets_out_and_again_as_he_comes() -> None:
    given = field(roman("HC1", 1010), goth("LC1", 1210, missile="B"))
    ruling = rule(given, "HC1 > 1110\nLC1 1310 @W\nLC1 fire\nLC1 1410 @W", 2)
    assert not ruling.refused and not dice_over(ruling)
    assert asks(ruling).count("orderly-withdrawal") == 2
    assert (ruling.of("LC1")["hex"], ruling.of("HC1")["hits"], ruling.of("HC1")["hex"]) == (1410, 1, 1110)
    turned = rule(given, "HC1 @NE")
    assert not turned.refused and "orderly-withdrawal" not in asks(turned), "turning on the spot starts nothing"


@pytest.mark.rule("cataphract 6.54", "cataphract 6.52", "cataphract 6.51")
def test_foot_pays_each_time() -> None:
    given = field(roman("MI1", 1010), goth("LI1", 1310))
    ruling = rule(given, "MI1 > 1110 1210 1310\nLI1 1410 @W\nLI1 1510 @W\nLI1 1610 @W")
    assert not ruling.refused
    assert (ruling.of("LI1")["hex"], ruling.of("LI1")["hits"]) == (1610, 3)
    assert ruling.of("MI1")["hex"] == 1310 and ruling.left("MI1") == 1


@pytest.mark.rule("cataphract 4.62", "cataphract 7.31", "cataphract 6.57")
def test_a_leader_leaves_his_men() -> None:
    given = field(roman("HC1", 1010), goth("MI1", 1310), leader("goth", "Baduila", 1310, initiative=3))
    ruling = rule(given, "HC1 > 1110 1210\nBaduila 1510\nnone")
    assert not ruling.refused and ruling.of("Baduila")["hex"] == 1510
    assert ruling.of("MI1")["hex"] == 1310 and marker(ruling, "HC1") == "must"


@pytest.mark.rule("cataphract 6.44", "cataphract 6.42", "cataphract 6.43")
def test_a_column_on_the_march() -> None:
    """It swings by one hexside for nothing; farther it must turn first."""
    given = field(roman("MI1", 1010, "SIDE_SE", column=True))
    ruling = rule(given, "MI1 > 1109 1209")
    assert not ruling.refused and ruling.left("MI1") == 3
    assert (ruling.of("MI1")["hex"], ruling.of("MI1")["facing"]) == (1209, "SIDE_NE")
    assert rule(given, "MI1 @SIDE_NE > 1009").left("MI1") == 3


@pytest.mark.rule("cataphract 4.32", "cataphract 4.31", "cataphract 7.11")
def test_what_is_no_line() -> None:
    """Side by side or one behind the other, but not both; and no enemy in the gap between horse."""
    foot = field(roman("HI1", 1010), roman("HI2", 1011), roman("HI3", "0909"))
    assert rule(foot, "line HI1 HI2 HI3").refused == ["4.32"]
    for pair in ("HI1 HI2", "HI1 HI3"):
        assert not rule(foot, f"line {pair}").refused
    horse = roman("HC1", 1010), roman("HC2", 1012)
    assert not rule(field(*horse), "line HC1 HC2").refused
    assert rule(field(*horse, goth("LI1", 1011, "W")), "line HC1 HC2").refused == ["4.32"]


@pytest.mark.rule("cataphract 4.63", "cataphract 4.5", "cataphract 4.22")
def test_a_contingent_commander_comes_back() -> None:
    given = {
        "scenario": "cataphract/tricameron",
        "active": "Belisarius",
        "changes": {"Sunicas": {"eliminated": True, "hex": None}},
    }
    wrong = rule(given, "replace Sunicas Sunicas 5104")
    assert len(wrong.refused) == 1, "there stands nobody he commands"
    ruling = rule(given, "replace Sunicas Sunicas 5515")
    where = ruling.of("Sunicas")
    assert not ruling.refused
    assert (where["hex"], where["status"], where["eliminated"]) == (5515, "finished", False)


@pytest.mark.rule("cataphract 9.13", "cataphract 9.16", "cataphract 10.13", "cataphract 7.33")
def test_one_charges_and_one_joins_in() -> None:
    """Only who charges is checked, and the defender; but with one that moved the odds are rounded up for both."""
    given = field(
        roman("HC1", 1010),
        roman("HC2", 1011),
        goth("MI1", 1110),
        phase="shock",
        orders={"moved": ["HC1"], "markers": {"HC1": "must"}},
    )
    ruling = rule(given, "shock HC1 HC2 x MI1\nHC1", 6, 5, 0)
    assert not ruling.refused and not dice_over(ruling)
    assert {u: ruling.of(u)["hits"] for u in ("HC1", "HC2", "MI1")} == {"HC1": 2, "HC2": 1, "MI1": 2}


@pytest.mark.rule("cataphract 10.23", "cataphract 10.25", "cataphract 12.11")
def test_off_the_edge_of_the_field() -> None:
    given = field(
        roman("HC1", "0110", hits=5),
        leader("roman", "Bouzes", "0110", initiative=4),
        goth("LI1", "0410", missile="B"),
        active="Totila",
    )
    given["field"]["leaders"] = [
        {**who, "command_range": 30} if who["id"] == "Totila" else who for who in given["field"]["leaders"]
    ]
    ruling = rule(given, "LI1 x HC1\nBouzes stay", 3)
    assert not ruling.refused
    assert ruling.of("HC1")["eliminated"] and points(ruling, "roman") == 6
    assert not ruling.of("Bouzes")["eliminated"] and ruling.of("Bouzes")["hex"] == 110
