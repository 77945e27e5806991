"""Positions of the campaign written from the rules alone, expectations first: refusals, and rules that meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_justinian import army, asks, campaign, piece, rolls, stand

ORIENT = {"orient": army("syria-1", 15, "sittas")}
BOTH = {**ORIENT, "armenia": army("syria-1", 8, "bessas")}
BY = "activate orient\n"

NO: dict[str, tuple[dict[str, Any], str, tuple[int, ...], str]] = {
    "an army without a magister": (campaign({"orient": army("syria-1", 15)}), "activate orient", (), "4.1"),
    "with an empty purse": (campaign(ORIENT, gold=1), "activate orient", (), "6.51"),
    "not next to it": (campaign(ORIENT), BY + "> aegyptus-1", (6,), "7.13"),
    "the beaten attack": (
        campaign({"orient": army("syria-1", 15, "sittas", defeated=True), "perozes": army("syria-1", 5)}),
        BY + "x",
        (6,),
        "8.22",
    ),
    "nobody to attack": (campaign(ORIENT), BY + "x", (6,), "8.11"),
    "guards drop troops": (
        campaign({"praesental-1": army("europa", 20, "sittas")}),
        "activate praesental-1\ndrop 5",
        (6,),
        "7.16",
    ),
    "the last man dropped": (campaign(ORIENT), BY + "drop 15", (6,), "7.16"),
    "guards disband": (
        campaign({"praesental-1": army("europa", 20, "sittas")}),
        "activate praesental-1\ndisband",
        (),
        "6.53",
    ),
    "disband in Lazica": (campaign({"armenia": army("lazica", 12, "sittas")}), "activate armenia\ndisband", (), "6.53"),
    "frontier troops in Lazica": (
        campaign({"armenia": army("lazica", 12, "sittas")}),
        "activate armenia\ndrop 5",
        (6,),
        "3.41",
    ),
    "a fort in a city": (campaign(ORIENT), "nothing & fort syria-1", (), "6.54"),
    "a second fort": (campaign({}), "nothing & fort syria-2 & fort armenia-1", (), "6.54"),
    "a fort in the enemy's land": (
        campaign({}, control={"moesia-1": "ostrogoths"}),
        "nothing & fort moesia-1",
        (),
        "6.54",
    ),
    "too many for the guards": (
        campaign({"praesental-1": army("europa", 12, "sittas"), "thrace": army("europa", 10, "bessas")}),
        "activate thrace\ndeal praesental-1 10 thrace 12",
        (6,),
        "6.52",
    ),
    "more than an army holds": (
        campaign({"orient": army("syria-1", 30, "sittas"), "armenia": army("syria-1", 10, "bessas")}),
        BY + "deal orient 36 armenia 4",
        (6,),
        "4.31",
    ),
    "into a box": (campaign({"orient": army("mesopotamia", 15, "sittas")}), BY + "> persia", (6,), "7.19"),
    "by sea from no city": (
        campaign({"orient": army("theodorias", 15, "sittas")}, fleets={"byzantine": {"theodorias": 2}}),
        "fleet theodorias\nsail 2 & orient > the-levant > cyprus",
        (),
        "7.24",
    ),
    "a select marker too many": (
        campaign({"totila": army("flaminia", 20)}, phase="barbarian", markers={"select": 0, "random": 2}),
        "select-ostrogoths",
        (),
        "6.21",
    ),
    "a combined operation too late": (
        campaign({"totila": army("flaminia", 20)}, phase="barbarian", markers={"select": 1, "random": 3}),
        "combined",
        (),
        "6.42",
    ),
    "the Defeated detach": (
        campaign({"totila": army("flaminia", 20, defeated=True)}, phase="barbarian"),
        "select-ostrogoths-only\ntotila\ndetach 5",
        (6,),
        "7.17",
    ),
    "a marker where another's troops are": (
        campaign({"totila": army("flaminia", 20)}, detached={"flaminia": {"persia": 3}}, phase="barbarian"),
        "select-ostrogoths\ntotila\nclaim",
        (6,),
        "7.18",
    ),
}


@pytest.mark.rule("justinian 6.51", "justinian 7.16", "justinian 6.54", "justinian 7.24", "justinian 7.17")
@pytest.mark.parametrize("name", NO)
def test_refused_for_its_reason(name: str) -> None:
    given, orders, dice, case = NO[name]
    ruling = rule(given, orders, *dice)
    assert ruling.refused == [case], [
        (t.get("rule"), t.get("text")) for t in ruling.told if t["type"] in ("refusal", "decision")
    ]


@pytest.mark.rule("justinian 7.12", "justinian 8.24", "justinian 8.23")
@pytest.mark.parametrize(
    ("marks", "left"),
    [({}, 4), ({"disorganized": True}, 3), ({"defeated": True}, 3), ({"disorganized": True, "defeated": True}, 2)],
)
def test_what_a_worn_army_pays_for_a_province(marks: dict[str, bool], left: int) -> None:
    """One more for each of its markers; MP by the letter of who commands."""
    plain = rule(campaign({"orient": army("syria-1", 15, "sittas")}), BY + "> syria-2", 5)
    had = int(asks(plain).split(" MP")[0].split()[-1]) + 1
    it = rule(campaign({"orient": army("syria-1", 15, "sittas", **marks)}), BY + "> syria-2", 5)
    assert not it.refused and f"{had - 1 - len(marks)} MP" in asks(it), asks(it)


@pytest.mark.rule("justinian 5.22", "justinian 5.23", "justinian 5.24")
def test_an_army_on_half_pay_is_paid_by_new_men() -> None:
    """Five at one time make an unpaid army paid again; four don't."""
    for men, unpaid in ((5, set[str]()), (4, {"unpaid"})):
        given = campaign({"orient": army("syria-1", 15, "sittas", unpaid=True)})
        it = rule(given, f"recruit\nshare orient {men}" + ("" if men == 5 else " frontier syria-2 1"), 5)
        assert not it.refused and stand(it, "orient")[2] == unpaid and stand(it, "orient")[1] == 15 + men


@pytest.mark.rule("justinian 3.41", "justinian 6.25", "justinian 8.17")
@pytest.mark.parametrize("levy", [0, 4])
def test_the_levy_of_lazica_costs_who_comes_in_a_point(levy: int) -> None:
    given = campaign({"perozes": army("armenia-1", 20)}, phase="barbarian")
    it = rule(given, "select-persia\nperozes\n> lazica", 6, levy, *([4, 4, 0] if levy else []))
    assert not it.refused and f"{5 - bool(levy)} MP" in asks(it)
    assert stand(it, "perozes") == ("Lazica", 20 - bool(levy), set()) and rolls(it)[1] == "3.41"


@pytest.mark.rule("justinian 8.21", "justinian 8.12", "justinian 4.32")
def test_frontier_troops_who_win_check_nothing_and_the_beaten_go_back() -> None:
    given = campaign({"perozes": army("osrhoene", 6)}, frontier={"euphratensis": 20}, phase="barbarian")
    it = rule(given, "select-persia\nperozes\n> euphratensis\nx", 6, 0, 9)
    assert not it.refused and rolls(it) == ["7.11", "8.15", "8.15"], "nobody checks order"
    assert piece(it, "perozes")["where"] == "gone" and it.end["frontier"] == {"Euphratensis": 20}
    assert any("6 SP lost by Perozes" in str(t.get("text")) for t in it.told if t["type"] == "roll"), "all he has"


@pytest.mark.rule("justinian 6.33", "justinian 6.35", "justinian 6.51")
def test_a_neutral_power_obeys_nobody() -> None:
    given = campaign({"franks": army("dalmatia", 10)}, alliance={"franks": "neutral"})
    it = rule(given, "activate franks")
    assert len(it.refused) == 1 and it.asked == ["byzantine-activation"]


@pytest.mark.rule("justinian 6.53", "justinian 7.11", "justinian 6.54")
def test_what_needs_no_movement_is_refused_before_the_die() -> None:
    """Guards aren't disbanded; a Fort isn't built in a City. No die is rolled for either."""
    given = campaign({"praesental-1": army("europa", 20, "bessas"), **ORIENT})
    guards = rule(given, "activate praesental-1\ndisband")
    fort = rule(given, BY + "fort syria-1")
    assert (guards.refused, fort.refused) == (["6.53"], ["6.54"]) and not rolls(guards) and not rolls(fort)
    assert guards.asked == fort.asked == ["march"]


@pytest.mark.rule("justinian 6.51", "justinian 7.15")
def test_a_way_without_an_army_is_told_what_it_lacks() -> None:
    it = rule(campaign(ORIENT), "> syria-2")
    (said,) = [t["text"] for t in it.told if t["type"] == "refusal"]
    assert "nobody is named" in said and it.asked == ["byzantine-activation"]


@pytest.mark.rule("justinian 7.14", "justinian 6.52")
def test_each_army_of_a_force_that_has_moved_is_looked_at() -> None:
    """Armenia may not end in Syria; Orient may. Together they came there, and Armenia's men go home."""
    given = campaign({"orient": army("syria-1", 15, "sittas"), "armenia": army("syria-1", 8, "bessas")})
    it = rule(given, BY + "combine armenia\n> syria-2\nstop", 6)
    (warned,) = [t for t in it.told if t["type"] == "warning"]
    assert warned["rule"] == "7.14" and "may not end here: 8 SP" in warned["text"]
    assert stand(it, "orient")[:2] == ("Syria II", 15) and not piece(it, "armenia").get("at")
