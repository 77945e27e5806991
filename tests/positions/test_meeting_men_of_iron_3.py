"""Men of Iron where a battle's own rule meets another: Falkirk, Courtrai, Bannockburn, Crécy, Poitiers, Nájera."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_men_of_iron import choices, questions, rolls, stands, totals, unused


def battle(name: str, active: str, changes: dict[str, Any], **said: Any) -> dict[str, Any]:
    """A few pieces of a battle: those that are placed and those in ``also``."""
    only = [*changes, *said.pop("also", ())]
    return {"scenario": f"men-of-iron/{name}", "active": active, "changes": changes, "only": only, **said}


def at(hexagon: Any, facing: str | None = None, **state: Any) -> dict[str, Any]:
    return {"hex": hexagon, **({"facing": facing} if facing else {}), **state}


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron 9.2/active", "men-of-iron 11.5")
@pytest.mark.parametrize(("die", "stays"), [(6, True), (5, False)])
def test_comyns_horse_is_shot_at_for_the_first_time(die: int, stays: bool) -> None:
    also = ["CMM2", "Edward", "Comyn", "WPK1", "Wallace"]
    given = battle("falkirk", "Edward", {"ELB1": at(2110), "CMM1": at(2310, "W")}, also=also)
    ruling = rule(given, "ELB1 x CMM1" + ("\nno" if stays else ""), die, 0)
    assert rolls(ruling) == (["FK-3", "9.3"] if stays else ["FK-3"])
    assert ("counter-charge" in questions(ruling)) is stays
    assert ruling.of("CMM2")["departed"] is not stays and not ruling.of("CMM1")["eliminated"]


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron 4.3")
def test_comyn_seizes_the_battle_and_rides_away() -> None:
    only = ["CMM1", "Comyn", "Edward", "ELB1", "LMM1", "Lincoln", "WPK1", "Wallace"]
    given = {
        "scenario": "men-of-iron/falkirk",
        "phase": "continue",
        "chooser": "english",
        "last_command": "Edward",
        "only": only,
    }
    ruling = rule(given, "Lincoln\nComyn", 1, 5)
    assert rolls(ruling) == ["4.3", "FK-3"] and ruling.of("CMM1")["departed"]
    assert ruling.asked == ["continue"] and ruling.told[-2]["side"] == "scots", "who has seized goes on"
    assert "Comyn" not in choices(ruling)


@pytest.mark.rule("men-of-iron FK-4", "men-of-iron 16.0")
@pytest.mark.parametrize(("points", "marginal"), [(11, True), (10, False)])
def test_a_victory_that_cost_too_much(points: int, marginal: bool) -> None:
    sides = {"english": {"extra": points}, "scots": {"extra": 45}}
    given = {
        "scenario": "men-of-iron/falkirk",
        "phase": "end",
        "active": "Edward",
        "activation": {"how": "free"},
        "sides": sides,
    }
    (says,) = [t["text"] for t in rule(given, "", 9).told if t["type"] == "outcome"]
    assert ("marginal" in says) is marginal


@pytest.mark.rule("men-of-iron CO-2", "men-of-iron 9.2/reaction", "men-of-iron 5.1")
def test_slowly_into_the_ditch_before_crossbows() -> None:
    placed = {"NMM1": at(1404), "Nesle": at(1404), "GCB1": at(1204, "E")}
    ruling = rule(battle("courtrai", "Nesle", placed, also=["Guy"]), "NMM1 > 1304\nfire", 2)
    assert rolls(ruling) == ["9.3"] and totals(ruling, "9.3") == [3] and ruling.left("NMM1") == 0
    assert stands(ruling, "NMM1") == (1304, False) and ruling.of("Nesle")["hex"] == 1304


@pytest.mark.rule("men-of-iron CO-2", "men-of-iron 5.1", "men-of-iron 9.2/reaction")
@pytest.mark.parametrize(("shot", "die", "disordered"), [(3, 2, False), (3, 3, True), (4, 2, True)])
def test_in_haste_into_the_ditch_before_crossbows(shot: int, die: int, disordered: bool) -> None:
    placed = {"NMM1": at(1504), "Nesle": at(1504), "GCB1": at(1204, "E")}
    ruling = rule(battle("courtrai", "Nesle", placed, also=["Guy"]), "NMM1 > 1404 1304\nfire", shot, die)
    assert rolls(ruling)[0] == "9.3" and ruling.end["activation"]["mp"] == {"NMM1": 6}, "the shot comes first"
    assert stands(ruling, "NMM1") == (1304, disordered)


@pytest.mark.rule("men-of-iron CO-2", "men-of-iron 10.4(2B)")
def test_across_the_beek_into_the_ditch_and_out_of_it() -> None:
    into = {"NMM1": at(1405), "GPK1": at(1304, formation=None)}
    ruling = rule(battle("courtrai", "Nesle", into, also=["Nesle", "Guy"], phase="shock"), "shock NMM1 x GPK1", 6)
    assert totals(ruling) == [6], "+1 in the ditch, -1 across the beek"
    out = {"NMM1": at(1304), "GPK1": at(1204, formation=None)}
    ruling = rule(battle("courtrai", "Nesle", out, also=["Nesle", "Guy"], phase="shock"), "shock NMM1 x GPK1", 6)
    assert totals(ruling) == [5]


@pytest.mark.rule("men-of-iron CO-3", "men-of-iron 12.4", "men-of-iron 5.1", "men-of-iron 16.0")
def test_artois_rides_down_aumales_foot() -> None:
    placed = {"AMM1": at(1907), "Artois": at(1907), "UPK2": at(1807), "UCB2": at(1607)}
    also = ["Aumale", "GPK1", "Guy"]
    given = battle("courtrai", "Artois", placed, also=also, activation={"how": "free"}, sides={"french": {"extra": 10}})
    ruling = rule(given, "AMM1 > 1807 1707 1607 1506\n2411\ndone", 9)
    assert rolls(ruling) == [], "no dice for the foot, and 10 + 0 points can't reach 20"
    for code, hexagon in (("UPK2", 2511), ("UCB2", 2411)):
        foot = ruling.of(code)
        assert (foot["hex"], foot["retired"], foot["pointless"]) == (hexagon, True, True)
    assert stands(ruling, "AMM1") == (1506, False)


@pytest.mark.rule("men-of-iron BB-3", "men-of-iron 12.5", "men-of-iron 15.4")
@pytest.mark.parametrize("disordered", [False, True])
def test_the_leaders_horse_falls_into_the_pits(disordered: bool) -> None:
    placed = {"GMM1": at(1217, disordered=disordered), "Gloucester": at(1217)}
    ruling = rule(battle("bannockburn", "Gloucester", placed, also=["RPK1", "Robert"]), "GMM1 > 1218 1219", 4, 9)
    assert rolls(ruling) == ["BB-3"] and unused(ruling) == [9], "nobody fought: no die for the leader"
    assert (ruling.of("GMM1")["type"], *stands(ruling, "GMM1")) == ("UH" if disordered else "MM", 1218, True)
    assert ruling.of("Gloucester")["hex"] == 1218


@pytest.mark.rule("men-of-iron BB-1", "men-of-iron 7.2", "men-of-iron 12.2")
@pytest.mark.parametrize("disordered", [False, True])
def test_a_marching_schiltron_leaves_the_zone_of_horse(disordered: bool) -> None:
    placed = {"RPK1": at(1010, formation="schiltron", disordered=disordered), "GMM1": at(1110, "W")}
    ruling = rule(battle("bannockburn", "Robert", placed, also=["Robert", "Gloucester"]), "RPK1 > 0910")
    assert ruling.refused == (["5.1"] if disordered else [])
    assert ruling.of("RPK1")["hex"] == (1010 if disordered else 910)
    assert disordered or ruling.left("RPK1") == 0


@pytest.mark.rule("men-of-iron BB-1", "men-of-iron 10.2", "men-of-iron 10.1")
def test_a_schiltron_attacks_horse_only_before_it() -> None:
    placed = {"RPK1": at(1010, "E", formation="schiltron"), "GMM1": at(1110, "W"), "GMM2": at("0910", "E")}
    also = ["Robert", "Gloucester"]
    given = battle("bannockburn", "Robert", placed, also=also, phase="shock")
    assert rule(given, "shock RPK1 x GMM2").refused == ["10.1"]
    ruling = rule(given, "shock RPK1 x GMM1\nGMM1 1210 @W\nhold")
    assert stands(ruling, "GMM1") == (1210, True) and ruling.of("RPK1")["formation"] == "schiltron"


@pytest.mark.rule("men-of-iron BB-4", "men-of-iron 16.0", "men-of-iron 12.7")
def test_the_small_folk_come_as_the_fifteenth_point_is_made() -> None:
    placed = {"PLB1": at(1010, disordered=True), "RAX1": at("0910")}
    also = ["PLB2", "Pembroke", "Robert", "RPK1", "SPK1", "SPK2", "SPK3"]
    given = battle("bannockburn", "Robert", placed, also=also, phase="shock", sides={"english": {"extra": 13}})
    ruling = rule(given, "shock RAX1 x PLB1\nSPK1 0511; SPK2 0510; SPK3 stay", 9)
    assert totals(ruling) == [13] and ruling.of("PLB1")["eliminated"] and ruling.of("RAX1")["hex"] == 1010
    assert questions(ruling)[-1] == "small-folk"
    assert [ruling.of(u)["hex"] for u in ("SPK1", "SPK2", "SPK3")] == [511, 510, None]


@pytest.mark.rule("men-of-iron BB-4", "men-of-iron 16.0")
def test_the_small_folk_who_take_no_part() -> None:
    placed = {"PLB1": at(1010, disordered=True), "RAX1": at("0910")}
    also = ["PLB2", "Pembroke", "Robert", "RPK1"]
    given = battle("bannockburn", "Robert", placed, also=also, phase="shock", sides={"english": {"extra": 13}})
    ruling = rule(given, "shock RAX1 x PLB1\nSPK1 0511; SPK2 0510; SPK3 stay", 9)
    assert ruling.of("SPK1")["hex"] is None


@pytest.mark.rule("men-of-iron CR-1", "men-of-iron 9.2/cb", "men-of-iron 12.2")
def test_wet_and_disordered_crossbows_shoot_once_in_reaction() -> None:
    placed = {"DCB1": at(1709, "E", disordered=True), "EDM1": at(1808, "W"), "EDM2": at(1811, "W")}
    given = battle("crecy", "Edward", placed, also=["Doria", "Edward"], activation={"out_of_command": []})
    ruling = rule(given, "EDM1 > 1809\nfire\nEDM2 > 1810", 6)
    assert totals(ruling, "9.3") == [4], "+1 range, -2 wet, -1 Disordered"
    assert questions(ruling) == ["orders", "reaction-fire", "orders"]
    assert ruling.of("EDM1")["hex"] == 1809 and ruling.of("EDM2")["hex"] == 1810


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 11.5", "men-of-iron 15.4")
def test_a_bombard_hits_the_leaders_horse_and_nobody_rides_at_it() -> None:
    placed = {"AMM1": at(1707, "E"), "Alencon": at(1707)}
    given = battle("crecy", "Edward", placed, also=["EDM1", "Edward"])
    ruling = rule(given, "Bombard1 x AMM1\nBombard1 x AMM1\nreload Bombard1", 4)
    assert ruling.refused == ["CR-3", "CR-3"] and questions(ruling) == ["orders"]
    ruling = rule(given, "Bombard1 x AMM1\n1607 @E", 9, 7)
    assert rolls(ruling) == ["9.3", "15.4"] and stands(ruling, "AMM1") == (1607, True)
    assert ruling.of("Alencon")["hex"] == 1607


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 8.0", "men-of-iron 5.1")
def test_horse_rides_over_a_bombard_and_on() -> None:
    placed = {"AMM1": at(1707, "E"), "Alencon": at(1707)}
    ruling = rule(battle("crecy", "Alencon", placed, also=["EDM1", "Edward"]), "AMM1 > 1807 1907 2007")
    assert ruling.end["changes"]["Bombard1"]["removed"] and ruling.of("AMM1")["hex"] == 2007
    assert ruling.left("AMM1") == 2, "1 uphill on the way"


@pytest.mark.rule("men-of-iron PO-1", "men-of-iron PO-2", "men-of-iron 11.3", "men-of-iron 11.4")
@pytest.mark.parametrize("cleared", [False, True])
def test_a_charge_at_a_hedge_and_through_the_gap(cleared: bool) -> None:
    placed = {"AMM1": at(1006, "W"), "Audrehem": at(1006), "SDM1": at("0806", "E"), "AMM2": at(1407, "W")}
    placed |= {"SLB1": at(1307, "NW")}
    gaps = {"hedges_removed": [["0806", "0906"]] if cleared else []}
    given = battle("poitiers", "Audrehem", placed, also=["Salisbury"], phase="shock", **gaps)
    ruling = rule(given, "shock AMM1 > 0906 x SDM1", 0, 3)
    assert rolls(ruling) == (["11.4", "10.3"] if cleared else [])
    assert totals(ruling) == ([4] if cleared else []), "+2 Charge, +1 leader, -1 against dismounted, -1 Shock DRM"
    assert cleared or ruling.refused in (["PO-1"], ["11.3"])


@pytest.mark.rule("men-of-iron PO-1", "men-of-iron 9.3", "men-of-iron 11.5", "men-of-iron 11.6/other")
@pytest.mark.parametrize("cleared", [False, True])
def test_archers_behind_a_hedge_are_safe_from_a_counter_charge(cleared: bool) -> None:
    placed = {"SLB1": at("0806", "E"), "AMM1": at("0906", "W")}
    gaps = {"hedges_removed": [["0806", "0906"]] if cleared else []}
    given = battle("poitiers", "Salisbury", placed, also=["Salisbury", "Audrehem"], **gaps)
    ruling = rule(given, "SLB1 x AMM1", 0)
    assert totals(ruling, "9.3") == [2 if cleared else 1]
    assert ruling.asked == (["counter-charge"] if cleared else ["orders"])


@pytest.mark.rule("men-of-iron PO-2", "men-of-iron 13.1", "men-of-iron 10.1")
def test_clearing_a_hedge_takes_the_whole_activation() -> None:
    given = battle("poitiers", "Warwick", {"WDM2": at("0814", "E")}, also=["Warwick", "AMM1", "Audrehem"])
    ruling = rule(given, "clear WDM2 0913\nWDM2 > 0714\nWDM2 @NE\nclear WDM2 0914")
    assert len(ruling.refused) == 3 and ruling.end["hedges_removed"] == [["0814", "0913"]]
    assert ruling.of("WDM2")["facing"] == "E" and ruling.of("WDM2")["hex"] == 814
    given["changes"]["WDM2"]["disordered"] = True
    assert rule(given, "clear WDM2 0913").refused == ["PO-2"]


@pytest.mark.rule("men-of-iron PO-5", "men-of-iron 14.1", "men-of-iron 11.1")
def test_nobody_mounts_in_a_shield_wall_and_who_mounts_does_no_more() -> None:
    placed = {"PDM1": at("0609", formation="shield-wall"), "PDM2": at("0709", "E"), "AMM1": at("0909", "W")}
    given = battle("poitiers", "Prince", placed, also=["Prince", "Audrehem"])
    ruling = rule(given, "remount PDM1\nremount PDM2\nPDM2 > 0710\ndone")
    assert ruling.refused[0] == "PO-5" and len(ruling.refused) == 2
    assert (ruling.of("PDM1")["type"], ruling.of("PDM2")["type"], ruling.of("PDM2")["hex"]) == ("DM", "MM", 709)
    assert ruling.asked == ["activate"], "it doesn't charge either"


@pytest.mark.rule("men-of-iron PO-6", "men-of-iron 4.2", "men-of-iron 16.0")
def test_orleans_is_brought_up_and_goes_home() -> None:
    only = ["ODM1", "JDM1", "SDM1", "Orleans", "John", "Salisbury", "Dauphin", "DDM1"]
    state = {"phase": "continue", "chooser": "french", "last_command": "John", "only": only}
    given = {"scenario": "men-of-iron/poitiers", **state, "sides": {"french": {"extra": 30}}}
    ruling = rule(given, "Orleans\nno", 1, 3)
    assert rolls(ruling) == ["4.2", "PO-6"], "no points, and no flight check after Continuity"
    assert ruling.of("ODM1")["departed"] and ruling.asked == ["continue"]
    assert choices(ruling) == ["John", "Dauphin", "pass"]


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron 5.1", "men-of-iron PO-4")
def test_hobilars_dismount_within_their_march_and_dont_shoot() -> None:
    given = battle("poitiers", "Captal", {"CMH1": at("0510")}, also=["Captal", "AMM1", "Audrehem"])
    ruling = rule(given, "CMH1 change > 0610 0710 0810\nCMH1 change > 0610 0710\nCMH1 x AMM1")
    assert ruling.refused == ["5.1", "14.2"], "5 MP on foot, 3 of them gone"
    assert (ruling.of("CMH1")["type"], ruling.of("CMH1")["hex"], ruling.left("CMH1")) == ("DH", 710, 0)


@pytest.mark.rule("men-of-iron PO-4", "men-of-iron 9.2/return", "men-of-iron 9.2/cb")
def test_hobilars_with_crossbows_return_nothing_and_react_once() -> None:
    placed = {"CMH1": at("0910", type="DH"), "DCB1": at(1109, "W"), "DDM1": at(1110), "DDM2": at(1111)}
    given = battle("poitiers", "Dauphin", {**placed, "Dauphin": at(1110)}, also=["Captal"])
    ruling = rule(given, "DCB1 x CMH1\nDDM1 > 1010\nfire\nDDM2 > 1011", 0, 0)
    assert questions(ruling) == ["orders", "orders", "reaction-fire", "orders"]
    assert totals(ruling, "9.3") == [0, 1] and ruling.of("DDM2")["hex"] == 1011


LANCASTER = {"TGE1": at(1010, "E"), "Tello": at(1010), "LLB1": at(1110, "W")}
MAJORCA = {"TGE1": at(1010, "E"), "Tello": at(1010), "MMM1": at(1110, "W"), "Majorca": at(1110)}


@pytest.mark.rule("men-of-iron NA-1", "men-of-iron 9.2/return", "men-of-iron 9.2/active")
def test_a_genitor_shoots_is_shot_at_and_rides_off_without_javelins() -> None:
    given = battle("najera", "Tello", LANCASTER, also=["TMM1", "Lancaster"])
    ruling = rule(given, "TGE1 x LLB1 > 0910\nfire\n1210 @W\nTGE1 x LLB1", 9, 0, 8)
    assert rolls(ruling) == ["9.3", "9.3", "NA-1"] and totals(ruling, "9.3") == [9, 2]
    assert stands(ruling, "LLB1") == (1210, True) and ruling.of("TGE1")["no_missiles"]
    assert ruling.left("TGE1") == 7 and ruling.of("Tello")["hex"] == 910 and len(ruling.refused) == 1


@pytest.mark.rule("men-of-iron 9.2/return", "men-of-iron 12.4", "men-of-iron NA-1", "men-of-iron 9.2")
def test_a_genitor_driven_home_by_the_shot_it_provoked_rides_no_more() -> None:
    placed = {**LANCASTER, "TGE1": at(1010, "E", disordered=True)}
    given = battle("najera", "Tello", placed, also=["TMM1", "Lancaster"])
    ruling = rule(given, "TGE1 x LLB1 > 0910\nfire", 0, 4, 7)
    assert totals(ruling, "9.3") == [-1, 6] and ruling.of("TGE1")["retired"]
    assert ruling.of("TGE1")["hex"] == ruling.of("Tello")["hex"] == 511


@pytest.mark.rule("men-of-iron NA-2", "men-of-iron 9.2/reaction", "men-of-iron 6.2/reenter")
@pytest.mark.parametrize(("dice", "hexagon", "left"), [((0, 0), 911, 3), ((3,), 1010, 5)])
def test_a_genitor_rides_across_an_archers_front(dice: tuple[int, ...], hexagon: int, left: int) -> None:
    placed = {**LANCASTER, "TGE1": at(1009, "E"), "Tello": at(1009)}
    given = battle("najera", "Tello", placed, also=["TMM1", "Lancaster"])
    ruling = rule(given, "TGE1 > 1010 1011 0911\nfire" + "\nfire" * (len(dice) - 1), *dice)
    assert stands(ruling, "TGE1") == (hexagon, len(dice) == 1) and ruling.left("TGE1") == left
    assert unused(ruling) == [] and questions(ruling).count("reaction-fire") == len(dice)


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 11.5", "men-of-iron 11.6/other", "men-of-iron NA-3")
def test_horse_waits_for_the_genitor_to_stop_and_rides_after_it() -> None:
    given = battle("najera", "Tello", MAJORCA, also=["TMM1"])
    ruling = rule(given, "TGE1 x MMM1 > 0910 0810 0710\nyes\n0810 @W\nstand\nhold", 0, 5, 5, 3)
    assert rolls(ruling) == ["9.3", "NA-1", "11.6", "10.3"]
    assert totals(ruling) == [9], "+2 Charge, +1 the leader, +2 horse against genitors, +1 their Shock DRM"
    assert ruling.of("MMM1")["hex"] == ruling.of("Majorca")["hex"] == 810
    away = rule(given, "TGE1 x MMM1 > 0910 0810 0710\nyes\n0810 @W\n0610 @E", 0, 5, 5)
    assert away.of("MMM1")["hex"] == 1110 and away.of("TGE1")["hex"] == 610, "it has nobody to ride at"


@pytest.mark.rule("men-of-iron NA-3", "men-of-iron 11.3/lapse", "men-of-iron 10.2")
def test_a_genitor_is_gone_before_the_charge_comes() -> None:
    placed = {**MAJORCA, "MMM1": at(1210, "W"), "Majorca": at(1210)}
    given = battle("najera", "Majorca", placed, also=["TMM1"], phase="shock")
    ruling = rule(given, "shock MMM1 > 1110 x TGE1\n0910 @E", 9)
    assert stands(ruling, "TGE1") == (910, False) and unused(ruling) == [9], "too far for javelins"
    assert ruling.of("MMM1")["hex"] == 1210


@pytest.mark.rule("men-of-iron NA-3", "men-of-iron NA-1", "men-of-iron 10.2")
@pytest.mark.parametrize("answer", ["yes", "x MMM1", "TGE1 x MMM1", "fire", "TGE1 fire"])
def test_a_parting_shot_is_written_like_any_other(answer: str) -> None:
    given = battle("najera", "Majorca", MAJORCA, also=["TMM1"], phase="shock")
    ruling = rule(given, f"shock MMM1 x TGE1\n0910 @E\n{answer}", 4, 8)
    assert ruling.refused == []
    assert rolls(ruling) == ["9.3", "NA-1"] and ruling.of("TGE1")["no_missiles"]
    assert stands(ruling, "TGE1") == (910, False)


@pytest.mark.rule("men-of-iron NA-4", "men-of-iron 10.3", "men-of-iron 10.1")
def test_a_genitor_before_archers_and_men_at_arms() -> None:
    placed = {**LANCASTER, "LDM1": at(1109, "W")}
    given = battle("najera", "Tello", placed, also=["TMM1", "Lancaster"], phase="shock")
    ruling = rule(given, "shock TGE1 x LLB1 LDM1\nshock TGE1 x LLB1", 5)
    assert len(ruling.refused) == 1 and totals(ruling) == [7] and stands(ruling, "LLB1") == (1110, True)


@pytest.mark.rule("men-of-iron NA-5", "men-of-iron 12.4", "men-of-iron 16.0")
@pytest.mark.parametrize(("die", "leaves"), [(3, True), (4, False)])
def test_tello_looks_after_his_own_skin(die: int, leaves: bool) -> None:
    placed = {"TGE1": at(1210, "E", disordered=True), "LLB1": at(1310, "W"), "Lancaster": at(1310)}
    also = ["TMM1", "Tello"]
    given = battle("najera", "Lancaster", placed, also=also, activation={"how": "free"})
    ruling = rule(given, "LLB1 x TGE1\nhold\ndone", 4, die)
    assert totals(ruling, "9.3") == [6] and rolls(ruling) == ["9.3", "NA-5"]
    assert ruling.of("TMM1")["departed"] is leaves and ruling.of("TGE1")["departed"] is leaves
    assert ruling.end["sides"]["castilian"].get("extra", 0) == (2 if leaves else 0)


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron 10.3", "men-of-iron 10.5")
@pytest.mark.parametrize(("die", "stays"), [(6, True), (5, False)])
def test_comyns_horse_is_attacked_for_the_first_time(die: int, stays: bool) -> None:
    placed = {"EMM1": at(2310, "E"), "CMM1": at(2410, "E"), "CMM2": at(2412, "E"), "Edward": at(2310)}
    given = battle("falkirk", "Edward", placed, also=["Comyn", "WPK1", "Wallace"], phase="shock")
    ruling = rule(given, "shock EMM1 x CMM1", die, 2)
    assert rolls(ruling) == (["FK-3", "10.3"] if stays else ["FK-3"]), "from the rear: no counter-charge"
    assert ruling.of("EMM1")["hex"] == 2310 and ruling.of("CMM2")["departed"] is not stays


@pytest.mark.rule("men-of-iron BB-3", "men-of-iron 9.2/reaction", "men-of-iron 12.5")
@pytest.mark.parametrize(("die", "unhorsed"), [(2, False), (3, True)])
def test_archers_shoot_at_horse_in_the_pits(die: int, unhorsed: bool) -> None:
    placed = {"GMM1": at(1217), "Gloucester": at(1217), "RLB1": at(1118, "NE")}
    given = battle("bannockburn", "Gloucester", placed, also=["RPK1", "Robert"])
    ruling = rule(given, "GMM1 > 1218\nfire", die, 4)
    assert rolls(ruling) == ["9.3", "BB-3"], "the shot comes before anything else"
    assert (ruling.of("GMM1")["type"], *stands(ruling, "GMM1")) == ("UH" if unhorsed else "MM", 1218, True)


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron 6.2", "men-of-iron PO-4")
def test_hobilars_on_foot_turn_and_shoot() -> None:
    placed = {"CMH1": at("0910", "SE", type="DH"), "DDM1": at(1110, "W")}
    ruling = rule(battle("poitiers", "Captal", placed, also=["Captal", "Dauphin"]), "CMH1 @E\nCMH1 x DDM1", 4)
    assert ruling.refused == [] and totals(ruling, "9.3") == [4]


@pytest.mark.rule("men-of-iron NA-6", "men-of-iron 12.3")
def test_a_retreat_that_only_the_river_leaves_open() -> None:
    placed = {"EPK1": at("0410", "E", disordered=True), "EPK3": at("0409", "E")}
    placed |= {"LLB1": at("0510", "W"), "Lancaster": at("0510")}
    given = battle("najera", "Lancaster", placed, also=["EPK4", "Enrique"])
    ruling = rule(given, "LLB1 x EPK1", 2)
    assert ruling.of("EPK1")["eliminated"] and ruling.asked == ["orders"]


@pytest.mark.rule("men-of-iron NA-1", "men-of-iron 9.2/reaction", "men-of-iron 7.2")
def test_a_genitors_shot_in_reaction_may_be_its_last() -> None:
    placed = {"TGE1": at(1010, "E"), "Tello": at(1010), "LDM1": at(1210, "W"), "Lancaster": at(1210)}
    given = battle("najera", "Lancaster", placed, also=["TMM1"])
    ruling = rule(given, "LDM1 > 1110\nfire\nLDM1 > 1109", 2, 8)
    assert rolls(ruling) == ["9.3", "NA-1"] and ruling.of("TGE1")["no_missiles"]
    assert len(ruling.refused) == 1 and ruling.of("LDM1")["hex"] == 1110


@pytest.mark.rule("men-of-iron NA-3", "men-of-iron 12.3", "men-of-iron 10.2/advance")
def test_a_parting_shot_drives_the_attacker_off() -> None:
    placed = {**MAJORCA, "MMM1": at(1110, "W", disordered=True)}
    given = battle("najera", "Majorca", placed, also=["TMM1"], phase="shock")
    ruling = rule(given, "shock MMM1 x TGE1\n0910 @E\nyes\n1210 @W", 4, 5)
    assert rolls(ruling) == ["9.3", "NA-1"] and ruling.of("MMM1")["hex"] == ruling.of("Majorca")["hex"] == 1210
    assert "advance" not in questions(ruling) and ruling.asked == ["activate"]
    assert ruling.of("TGE1")["hex"] == 910


@pytest.mark.rule("men-of-iron CR-2", "men-of-iron CR-4", "men-of-iron 8.0/pass")
def test_alencon_rides_through_the_crossbows_in_the_mud() -> None:
    placed = {"AMM1": at(1207, "E"), "Alencon": at(1207), "DCB1": at(1307, "E")}
    given = battle("crecy", "Alencon", placed, also=["Doria", "HLB1", "Godfrey"])
    ruling = rule(given, "AMM1 > 1307 1407", 4)
    assert ruling.left("AMM1") == 1 and stands(ruling, "DCB1") == (1307, True)
    assert rule(given, "AMM1 > 1307 1407 1507").refused == ["5.1"]


@pytest.mark.rule("men-of-iron courtrai/sally", "men-of-iron 4.2", "men-of-iron 8.0")
def test_the_garrison_sallies_where_no_enemy_stands_and_only_for_free() -> None:
    only = ["AMM1", "AMM6", "AMM7", "NMM1", "GPK1", "Artois", "Nesle", "Guy", "JPK6"]
    given = {"scenario": "men-of-iron/courtrai", "options": {"sally": True}, "only": only}
    given["changes"] = {"JPK6": {"hex": "0304"}}
    free = {**given, "phase": "free", "chooser": "french"}
    ruling = rule(free, "sally\nAMM7 W")
    assert (ruling.of("AMM7")["hex"], ruling.of("AMM7")["facing"], ruling.of("AMM6")["hex"]) == (504, "W", None)
    later = {**given, "phase": "continue", "chooser": "french", "last_command": "Nesle"}
    assert len(rule(later, "sally").refused) == 1


@pytest.mark.rule("men-of-iron falkirk/historical", "men-of-iron 4.3", "men-of-iron 4.1")
def test_the_static_scots_seize_with_comyn_only() -> None:
    given = {"scenario": "men-of-iron/falkirk", "options": {"static-scots": True}}
    free = rule({**given, "phase": "free", "chooser": "scots"}, "Wallace\nComyn", 9)
    assert len(free.refused) == 1 and free.end["active"] == "Comyn"
    seized = {**given, "phase": "continue", "chooser": "english", "last_command": "Edward"}
    ruling = rule(seized, "Lincoln\nWallace\nComyn", 0, 9)
    assert len(ruling.refused) == 1 and rolls(ruling) == ["4.3", "FK-3"]
    assert ruling.end["active"] == "Comyn" and ruling.end["activation"]["how"] == "seizure"


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 9.2", "men-of-iron 9.3", "men-of-iron 7.1")
@pytest.mark.parametrize(("die", "asked"), [(0, ["counter-charge"]), (5, ["activate"])])
def test_two_genitors_shoot_and_horse_answers_the_one_whose_zone_it_is_in(die: int, asked: list[str]) -> None:
    placed = {**MAJORCA, "TGE2": at(1011, "SE")}
    given = battle("najera", "Tello", placed, also=["TMM1"])
    ruling = rule(given, "TGE1 x MMM1\nTGE2 x MMM1\ndone", 0, 5, die, 5)
    assert ruling.asked == asked, "unless the second shot has Disordered it"
    failed = rule(given, "TGE1 x MMM1\nTGE2 x MMM1\ndone\nyes", 0, 5, 0, 5, 6)
    assert failed.asked == ["activate"], "the first one's ZOC bars the way at the second"


@pytest.mark.rule("men-of-iron NA-3", "men-of-iron 10.2/advance", "men-of-iron NA-1")
def test_a_genitor_between_two_horsemen_shoots_at_one_and_is_gone() -> None:
    placed = {**MAJORCA, "MMM2": at(1109, "SW")}
    given = battle("najera", "Majorca", placed, also=["TMM1"], phase="shock")
    orders = "shock MMM1 x TGE1, MMM2 x TGE1\n0910 @E\n"
    ruling = rule(given, orders + "x MMM2\nMMM2 1010 @W", 5, 7)
    assert totals(ruling, "9.3") == [5] and stands(ruling, "MMM2") == (1010, True)
    assert stands(ruling, "TGE1") == (910, False) and rolls(ruling) == ["9.3", "NA-1"]
    assert rule(given, orders + "yes", 5, 7).refused == ["NA-3"], "which of two?"
