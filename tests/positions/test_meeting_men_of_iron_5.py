"""Men of Iron where rules meet: Schiltrons that attack, closed ground, bombards, Standards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_men_of_iron import CROSS, LION, bruce, e, position, rolls, s, stands, totals
from tests.positions.test_meeting_men_of_iron_3 import at, battle

SCHILTRON = {"RPK1": at(1010, "E", formation="schiltron"), "GMM1": at(1110, "W"), "Robert": at("0910")}


def bannockburn(orders: str, *dice: int) -> Ruling:
    given = battle("bannockburn", "Robert", SCHILTRON, also=["Gloucester", "RPK6", "GMM5"], phase="shock")
    return rule(given, orders, *dice)


@pytest.mark.rule("men-of-iron BB-1", "men-of-iron FK-1", "men-of-iron 12.3")
def test_a_schiltron_that_attacks_in_vain_stands() -> None:
    """0 in all: Disordered it is, and it ignores the retreat."""
    it = bannockburn("shock RPK1 x GMM1\nGMM1 stand\nno", 0)
    assert it.refused == [] and totals(it) == [0]
    assert stands(it, "RPK1") == (1010, True) and it.of("RPK1")["formation"] == "schiltron"
    (told,) = [t["text"] for t in it.told if t["type"] == "roll"]
    assert "attacker Disordered, no retreat in Schiltron" in told


@pytest.mark.rule("men-of-iron BB-1", "men-of-iron FK-1", "men-of-iron 11.4", "men-of-iron 11.6")
@pytest.mark.parametrize(("die", "column", "total"), [(1, "charge", 9), (2, "shock", 7)])
def test_horse_that_counter_charges_a_schiltron_may_be_reluctant(die: int, column: str, total: int) -> None:
    """5 less 1 succeeds; 3 is added to the roll of reluctance. Then 9, less 2 for the Schiltron, and 2 for a charge."""
    it = bannockburn("shock RPK1 x GMM1\nGMM1 stand\ncounter-charge\n1110-W", 5, die, 9)
    assert it.refused == [] and len(rolls(it)) == 3 and totals(it) == [total]
    assert stands(it, "RPK1") == (1010, True) and stands(it, "GMM1") == (1110, False)


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron 9.3", "men-of-iron T-MISSILE")
@pytest.mark.parametrize(("code", "said"), [("MM9", "Unhorsed"), ("MH9", "Retires"), ("GE9", "Retires")])
def test_light_horse_is_told_to_retire_where_knights_are_unhorsed(code: str, said: str) -> None:
    """Range 1: 2, through its flank 1; 7 comes to 10."""
    given = position(e("LB1", 1010), s(code, 1110, "NE"), s("PK9", 1810), ground=LION)
    it = rule(given, f"LB1 x {code}" + ("\nhold" if code == "GE9" else ""), 7)
    assert it.refused == [] and totals(it, "9.3") == [10]
    (told,) = [t["text"] for t in it.told if t["type"] == "roll" and t["rule"] == "9.3"]
    assert told.endswith(f"10: {said}")


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 12.4", "men-of-iron 9.3")
def test_a_schiltron_that_would_retire_is_told_as_lost() -> None:
    """Range 1: 2, Schiltron: 1; 9 comes to 12."""
    given = position(e("LB1", 1010), s("PK1", 1110, "W", formation="schiltron"), s("PK9", 1810), ground=LION)
    it = rule(given, "LB1 x PK1", 9)
    assert it.of("PK1")["eliminated"] and "12: eliminated" in it.said[0]


@pytest.mark.rule("men-of-iron CO-2", "men-of-iron CO-1", "men-of-iron 10.4(2B)", "men-of-iron 10.4(9)")
@pytest.mark.parametrize(("die", "mine", "theirs"), [(5, True, False), (6, False, False), (8, False, True)])
def test_pikes_attack_a_shield_wall_out_of_the_ditch(die: int, mine: bool, theirs: bool) -> None:
    """1 less for either."""
    placed = {"UPK1": at(1310, "W"), "GPK1": at(1210, "E", formation="shield-wall"), "Aumale": at(1410)}
    it = rule(battle("courtrai", "Aumale", placed, also=["Guy"], phase="shock"), "shock UPK1 x GPK1", die)
    assert it.refused == [] and totals(it) == [die - 2]
    assert stands(it, "UPK1") == (1310, mine) and stands(it, "GPK1") == (1210, theirs)


@pytest.mark.rule("men-of-iron CO-3", "men-of-iron 7.2", "men-of-iron 8.0/pass")
@pytest.mark.parametrize("held", [False, True])
def test_knights_ride_down_their_foot_unless_it_is_held(held: bool) -> None:
    """1 MP more; the foot is Retired at once. In an enemy ZOC they would have to stop on it."""
    placed: dict[str, Any] = {"AMM1": at(1610, "W"), "UCB1": at(1510, "W"), "Artois": at(1710), "Aumale": at(1810)}
    placed |= {"GCB1": at(1410 if held else 1208, "E")}
    it = rule(battle("courtrai", "Artois", placed, also=["Guy"]), "AMM1 > 1510 1511" if held else "AMM1 > 1510 1410")
    assert bool(it.refused) is held and it.of("UCB1")["retired"] is not held
    assert it.of("AMM1")["hex"] == (1610 if held else 1410)
    if not held:
        assert it.left("AMM1") == 3 and it.of("UCB1")["pointless"] and rolls(it) == []


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 9.4", "men-of-iron 12.3")
@pytest.mark.parametrize("between", [False, True])
def test_a_bombard_fires_once_and_over_nobody(between: bool) -> None:
    """Range 3: 1 less. 8 drives them back, and nobody rides against it."""
    placed = {"AMM1": at(1607, "E"), "Alencon": at(1407), "WDM1": at(1807 if between else 2005, "W"), "Wales": at(2007)}
    given = battle("crecy", "Edward", placed, also=["Edward", "Bombard1", "EDM1"])
    it = rule(given, "Bombard1 x AMM1\n1507 @E\nBombard1 x AMM1\nreload Bombard1", 9)
    if between:
        assert it.refused[0] == "9.4" and stands(it, "AMM1") == (1607, False)
        return
    assert it.refused == ["CR-3", "CR-3"] and totals(it, "9.3") == [8]
    assert stands(it, "AMM1") == (1507, True) and it.end["changes"]["Bombard1"]["fired"] is True


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 10.5", "men-of-iron 12.4")
def test_a_bombard_is_lost_to_who_follows_its_guard() -> None:
    """9, less 1 by the matrix: its guard, Disordered, Retires, and the knight who follows takes the bombard's hex."""
    placed = {"AMM1": at(1807, "E"), "Alencon": at(1407), "WDM1": at(1907, "W", disordered=True), "Wales": at(2107)}
    given = battle("crecy", "Alencon", placed, also=["Edward", "Bombard1", "EDM1"], phase="shock")
    it = rule(given, "shock AMM1 x WDM1\n1907-E", 9)
    assert it.refused == [] and totals(it) == [8]
    assert it.of("WDM1")["retired"] and it.of("AMM1")["hex"] == 1907
    assert it.end["changes"]["Bombard1"]["removed"] is True


@pytest.mark.rule("men-of-iron PO-1", "men-of-iron PO-2", "men-of-iron 11.3", "men-of-iron 11.4")
@pytest.mark.parametrize("cleared", [False, True])
def test_a_charge_through_a_gap_made_in_the_hedge(cleared: bool) -> None:
    """Against men-at-arms: 2 for the charge, 1 less for each of weapon and defender."""
    placed = {"AMM1": at(1005, "W"), "Audrehem": at(1305), "SDM1": at("0805", "E"), "Salisbury": at("0707")}
    more: dict[str, Any] = {"hedges_removed": [["0805", "0905"]]} if cleared else {}
    given = battle("poitiers", "Audrehem", placed, also=["SDM3", "AMM2"], phase="shock", **more)
    it = rule(given, "shock AMM1 > 0905 x SDM1", 4, 8)
    if not cleared:
        assert len(it.refused) == 1 and rolls(it) == [] and it.of("AMM1")["hex"] == 1005
        return
    assert it.refused == [] and totals(it) == [8]
    assert stands(it, "SDM1") == (805, True) and stands(it, "AMM1") == (905, False)


@pytest.mark.rule("men-of-iron PO-3", "men-of-iron 9.3", "men-of-iron 9.2/cb")
@pytest.mark.parametrize(("die", "hurt"), [(6, True), (5, False)])
def test_crossbows_shoot_at_the_wagons(die: int, hurt: bool) -> None:
    """Range 2: 0, and 1 less for the wagon."""
    placed = {"DCB1": at(1002, "W"), "Dauphin": at(1102), "SDM1": at("0802", "E"), "Salisbury": at("0707")}
    it = rule(battle("poitiers", "Dauphin", placed, also=["Wagon1", "SDM3"]), "DCB1 x SDM1", die)
    assert it.refused == [] and totals(it, "9.3") == [die - 1] and stands(it, "SDM1") == (802, hurt)


@pytest.mark.rule("men-of-iron NA-6", "men-of-iron 12.3", "men-of-iron 10.5")
@pytest.mark.parametrize("blocked", [False, True])
def test_pikes_driven_to_the_najerilla(blocked: bool) -> None:
    """8, and 1 by the matrix: a retreat, for which 0406 alone is left beside the river."""
    placed: dict[str, Any] = {"EPK1": at("0405", "E"), "LDM1": at("0504", "W"), "Lancaster": at("0604")}
    placed |= {"EPK2": at("0406", "E")} if blocked else {}
    also = ["Enrique", "EMM1", "LDM5", "Guesclin"]
    orders = "shock LDM1 x EPK1\n" + ("" if blocked else "0406 @E\n") + "0405 @W"
    it = rule(battle("najera", "Lancaster", placed, also=also, phase="shock"), orders, 8)
    assert it.refused == [] and totals(it) == [9]
    assert it.of("EPK1")["eliminated"] is blocked
    assert blocked or stands(it, "EPK1") == (406, True)
    assert it.of("LDM1")["hex"] == 405


@pytest.mark.rule("men-of-iron NA-3", "men-of-iron 12.7", "men-of-iron 12.4")
def test_a_genitor_withdraws_from_a_continued_attack() -> None:
    """8, and 1 for pikes that are Disordered: they Retire, and the knight rides on against the genitor behind them."""
    placed = {
        "MMM1": at(1110, "W"),
        "EPK1": at(1010, "E", disordered=True),
        "TGE1": at("0910", "E"),
        "Majorca": at(1210),
        "Tello": at("0710"),
    }
    given = battle("najera", "Majorca", placed, also=["Enrique", "TMM1", "MMM4"], phase="shock")
    it = rule(given, "shock MMM1 x EPK1\nTGE1 0810 @E\nhold\nno", 8)
    assert totals(it) == [9] and it.of("EPK1")["retired"]
    assert stands(it, "TGE1") == (810, False) and stands(it, "MMM1") == (1010, False)


@pytest.mark.rule("men-of-iron 13.2", "men-of-iron 13.1", "men-of-iron 12.4")
def test_a_standard_rallies_who_is_near_it_and_not_near_the_enemy() -> None:
    units = [e("PK1", "0510", retired=True, disordered=True), e("PK2", "0409", retired=True, disordered=True)]
    units += [e("PK3", "0612", retired=True, disordered=True), e("PK4", 1010), s("PK9", "0408", "E"), s("PK8", 1810)]
    given = position(*units, ground=CROSS, active=None, phase="free", chooser="english")
    it = rule(given, "Cross")
    assert it.refused == []
    assert [it.of(x)["retired"] for x in ("PK1", "PK2", "PK3")] == [False, True, True]
    assert it.of("PK1")["disordered"]


@pytest.mark.rule("men-of-iron 15.5", "men-of-iron 15.2", "men-of-iron 5.1")
def test_a_leader_who_is_ridden_over_goes_to_the_nearest_of_his_men() -> None:
    """Nobody stops for him."""
    given = position(e("MM1", 1010), s("PK9", 1810), s("PK8", 1407), leaders=[bruce(1110)])
    it = rule(given, "MM1 > 1110 1210")
    assert it.refused == [] and it.of("MM1")["hex"] == 1210 and it.left("MM1") == 4
    assert it.of("Bruce")["hex"] == 1407 and not it.of("Bruce")["lost"]


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron 4.1", "men-of-iron 3.3")
def test_static_scots_have_comyn_alone_to_activate() -> None:
    """And he rides away."""
    given = {
        "scenario": "men-of-iron/falkirk",
        "only": ["WPK1", "WPK2", "Wallace", "CMM1", "CMM2", "Comyn", "LMM1", "Lincoln"],
        "options": {"static-scots": True},
        "phase": "free",
        "chooser": "scots",
    }
    it = rule(given, "Wallace\nComyn", 5)
    assert it.refused == ["static-scots"] and rolls(it) == ["FK-3"]
    assert it.of("CMM1")["departed"] and it.of("CMM2")["departed"] and not it.of("CMM1")["eliminated"]
