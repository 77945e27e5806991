"""Positions of the campaign where two rules meet: events, money and the phases of a turn, by a reader of the book."""

from __future__ import annotations

from typing import Any

import pytest

from .kit import Ruling, rule
from .test_meeting_justinian import army, asks, campaign, offered, piece, questions, rolls, stand


def winner(ruling: Ruling) -> str | None:
    """Who has won, if the campaign is over."""
    return next((str(t["winner"]) for t in ruling.told if t["type"] == "outcome"), None)


# Events


@pytest.mark.rule("justinian 9.0-c1", "justinian 6.51", "justinian 7.14")
def test_nika_goes_before_forced_recruiting() -> None:
    """A Praesental army is weak, but first Orient comes to Europa, for nothing and for good."""
    given = campaign(
        {"praesental-1": army("bithynia", 6, "bessas"), "orient": army("syria-1", 12, "sittas")}, nika=True
    )
    it = rule(given, "no\npass\nactivate orient")
    assert it.end["gold"] == 30 and stand(it, "orient") == ("Europa", 12, set())
    assert it.refused == ["6.51"] and offered(it) == {"recruit", "fort"}


@pytest.mark.rule("justinian 5.32", "justinian 5.24", "justinian 8.25", "justinian 5.33")
@pytest.mark.parametrize("recruits", [5, 4])
def test_recruits_pay_and_restore_an_army(recruits: int) -> None:
    """Praesental armies first; 5 recruits pay an army and as many as it has restore it, 4 do neither."""
    given = campaign(
        {
            "orient": army("syria-1", 5, "sittas", unpaid=True, defeated=True),
            "praesental-1": army("bithynia", 8, "bessas"),
        },
        frontier={"syria-2": {"sp": 3, "unpaid": True}},
    )
    rest = 5 - recruits
    share = f"share praesental-1 2 orient {recruits}" + (f" frontier syria-2 {rest}" if rest else "")
    it = rule(given, f"recruit\nshare orient 7\n{share} fleet lycia 1\n{share} fleet europa 2", 7)
    assert stand(it, "orient") == ("Syria I", 5 + recruits, set() if recruits == 5 else {"defeated", "unpaid"})
    assert it.end["frontier"] == {"Syria II": {"sp": 3 + rest, "unpaid": True}}
    assert it.end["fleets"] == {"byzantine": {"Europa": 2}} and it.end["gold"] == 24
    assert it.refused == ["5.32", "5.33"]


@pytest.mark.rule("justinian 9.0-a", "justinian 5.25", "justinian 6.22")
def test_a_mutiny_before_the_lombards_stir() -> None:
    """An even die ends an unpaid garrison, an odd one leaves an unpaid fleet; no die for who is paid or an army."""
    given = campaign(
        {"orient": army("syria-1", 10, "sittas", unpaid=True)},
        frontier={"syria-2": {"sp": 3, "unpaid": True}, "arabia": 3},
        fleets={"byzantine": {"europa": {"sp": 2, "unpaid": True}}},
        phase="barbarian",
    )
    it = rule(given, "random", 5, 5, 1, 4, 5)
    assert len(rolls(it)) == 4, "which power, which event, two groups"
    assert it.end["frontier"] == {"Arabia": 3}
    assert it.end["fleets"] == {"byzantine": {"Europa": {"sp": 2, "unpaid": True}}}
    assert stand(it, "orient") == ("Syria I", 10, {"unpaid"}) and it.asked == ["bribe"]


@pytest.mark.rule("justinian 9.0-b", "justinian 10.1", "justinian 10.21", "justinian 3.41")
@pytest.mark.parametrize(("turn", "lazica", "won"), [(7, False, "byzantine"), (7, True, "barbarian"), (6, False, None)])
def test_a_second_plague(turn: int, lazica: bool, won: str | None) -> None:
    """From Turn 7 on it ends the game, won by Byzantium unless an enemy stands in Lazica; before, nothing happens."""
    armies = {"orient": army("syria-1", 11, "sittas"), **({"utigurs": army("lazica", 3)} if lazica else {})}
    it = rule(campaign(armies, plagues=1, turn=turn, phase="barbarian"), "random", 5, 5, 3)
    assert winner(it) == won and (it.asked == ["bribe"]) == (won is None)
    assert stand(it, "orient")[1] == 11


@pytest.mark.rule("justinian 9.0-d", "justinian 6.12", "justinian 6.33")
def test_disputes_cost_the_last_activation() -> None:
    """Byzantium loses its last activation: after the barbarian one, lost to Neutrality, the turn is over."""
    given = campaign({"totila": army("flaminia", 5)}, byzantine_done=4, phase="barbarian")
    it = rule(given, "random\n0", 5, 5, 6, 6)
    assert it.refused == [] and "byzantine-activation" not in questions(it)
    assert it.end["turn"] == 5 and it.end["byzantine_done"] == 0 and not it.end.get("lose_next")


@pytest.mark.rule("justinian 9.0-c3", "justinian 4.32", "justinian 3.4")
@pytest.mark.parametrize("ships", [True, False])
def test_byzantium_puts_sardinia_down(ships: bool) -> None:
    """5 SP of one army and a Fleet SP are sent; the survivors are a garrison, and without a ship the island revolts."""
    fleets = {"fleets": {"byzantine": {"europa": 1}}} if ships else {}
    given = campaign({"italy": army("sicilia", 10, "bessas")}, phase="barbarian", **fleets)
    it = rule(given, "random", 5, 5, 4, 6, 5)
    assert stand(it, "italy")[1] == 5 and it.end["frontier"] == {"Sardinia": 3}
    assert it.end.get("revolt", []) == ([] if ships else ["Sardinia"])
    assert it.end.get("fleets", {}) == ({"byzantine": {"Sardinia": 1}} if ships else {})
    assert it.asked == ["bribe"]


@pytest.mark.rule("justinian 9.0-c2", "justinian 7.18", "justinian 6.35")
def test_armenia_revolts_and_is_cleared_in_part() -> None:
    """Garrison and marker go where no army stands; an army clears one province, Persia can't claim another."""
    given = campaign(
        {"orient": army("armenia-1", 10, "sittas"), "perozes": army("box-persia", 10, recruited=4)},
        frontier={"armenia-2": 3, "armenia-1": 2},
        control={"armenia-4": "persia"},
        alliance={"lombards": "neutral"},
        phase="barbarian",
    )
    it = rule(given, "random", 5, 5, 4, 3)
    assert sorted(it.end["revolt"]) == ["Armenia II", "Armenia III", "Armenia IV"] and not it.end.get("control")
    assert it.end["frontier"] == {"Armenia I": 2} and it.asked == ["byzantine-activation"]
    orders = "random\nactivate orient\n> armenia-2 clear\nstop\nselect-persia\nperozes\n> armenia-4\nclaim"
    on = rule(given, orders, 5, 5, 4, 3, 4, 4)
    assert on.refused == ["7.18"] and sorted(on.end["revolt"]) == ["Armenia III", "Armenia IV"]


# Money


@pytest.mark.rule("justinian 5.13", "justinian 3.4", "justinian 6.51")
@pytest.mark.parametrize("defended", [False, True])
def test_huns_before_the_treasury(defended: bool) -> None:
    """Kotrigurs in an empty Constantinople take all G at once, and no army can be paid for; an army there saves it."""
    city = {"praesental-1": army("europa", 12, "bessas")} if defended else {}
    given = campaign(
        {"kotrigurs": army("haemimontus", 10), "thrace": army("moesia-2", 8, "sittas"), **city},
        alliance={"kotrigurs": "barbarian"},
        phase="barbarian",
    )
    orders = "random\n> europa\n" + ("praesental-1 no\n" if defended else "") + "stop\nactivate thrace"
    it = rule(given, orders, 8, 0, 4)
    if defended:
        assert it.refused == [] and it.end["gold"] == 28
    else:
        assert it.refused == ["6.51"] and it.end["gold"] == 0


@pytest.mark.rule("justinian 5.12", "justinian 6.34", "justinian 6.35", "justinian 5.21")
def test_who_goes_home_before_pay() -> None:
    """Allies outside Cities go, Persians far from home melt, fewer in a City; what is left of allies is paid for."""
    given = campaign(
        {
            "italy": army("picenum", 8, "bessas", allied={"lombards": 5}),
            "illyricum": army("dalmatia", 8, "sittas", allied={"lombards": 5}),
            "ghassanids": army("arabia", 6),
            "chosroes": army("syria-1", 20),
            "perozes": army("syria-2", 4),
        },
        detached={"euphratensis": {"persia": 3}},
        alliance={"ghassanids": "byzantine", "lombards": "byzantine"},
        phase="removal",
    )
    it = rule(given, "", 5, 9)
    if it.asked != ["maintenance"] or stand(it, "chosroes")[1] != 17:
        it = rule(given, "", 9, 5)
    assert it.asked == ["maintenance"] and "21 G" in str(it.told)
    assert piece(it, "italy").get("allied") in (None, {}) and piece(it, "illyricum")["allied"] == {"lombards": 5}
    assert stand(it, "ghassanids") == ("Box of the Ghassanid Arabs", 0, set())
    assert stand(it, "chosroes") == ("Syria I", 17, set()) and stand(it, "perozes")[:2] == ("Box of the Persians", 0)
    assert it.end["detached"] == {"Euphratensis": {"persia": 3}} and not it.end.get("alliance")


@pytest.mark.rule("justinian 5.11", "justinian 5.13", "justinian 9.0-b", "justinian 9.0-f")
def test_income_is_halved_twice_and_building_paid() -> None:
    """Constantinople is lost, the Plague has passed: income is halved twice, and buildings paid from it."""
    given = campaign(
        {"kotrigurs": army("europa", 10)}, gold=0, fallen=True, half_income=True, plagues=1, owed=10, phase="income"
    )
    it = rule(given)
    assert it.end["gold"] == 17 and it.end["owed"] == 0 and not it.end["half_income"]
    assert stand(it, "kotrigurs")[:2] == ("Europa", 10), "a City keeps them"


@pytest.mark.rule("justinian 5.21", "justinian 5.23", "justinian 5.24")
def test_what_twelve_gold_pay() -> None:
    """14 G are due: an army and a patrol are paid, the garrison stays unpaid."""
    given = campaign(
        {"orient": army("syria-1", 10, "sittas", unpaid=True)},
        frontier={"syria-2": {"sp": 4, "unpaid": True}},
        fleets={"byzantine": {"black-sea": 2}},
        gold=12,
        phase="maintenance",
    )
    it = rule(given, "pay all\npay all but frontier syria-2")
    assert len(it.refused) == 1 and it.refused[0].startswith("5.2")
    assert it.end["gold"] == 0 and stand(it, "orient") == ("Syria I", 10, set())
    assert it.end["frontier"] == {"Syria II": {"sp": 4, "unpaid": True}}
    assert it.end["fleets"] == {"byzantine": {"Black Sea": 2}}


@pytest.mark.rule("justinian 5.11", "justinian 3.4", "justinian 6.33")
def test_what_brings_no_income() -> None:
    """A garrison under an enemy marker, a revolt and Neutral Franks bring nothing; a province with an ally does."""
    given = campaign(
        {"franks": army("liguria", 5), "lombards": army("venetia-et-histria", 5)},
        frontier={"picenum": 3},
        control={"picenum": "ostrogoths"},
        revolt=["aegyptus-2"],
        alliance={"franks": "neutral", "lombards": "byzantine"},
        gold=0,
        phase="income",
    )
    it = rule(given)
    assert it.end["gold"] == 104


# Leaders and armies


@pytest.mark.rule("justinian 4.22", "justinian 8.25", "justinian 8.23")
def test_totila_takes_over_a_disorganized_army() -> None:
    """He takes Witigis's place with the marker on it: a new commander orders Byzantine armies only."""
    given = campaign({"witigis": army("flaminia", 12, disorganized=True)}, phase="leaders")
    it = rule(given)
    assert stand(it, "totila") == ("Flaminia", 12, {"disorganized"}) and piece(it, "witigis").get("where") == "gone"
    assert it.asked == ["new-leader-sp"], "Teias may take some of them"
    both = rule(given, "share totila 5")
    assert (stand(both, "totila")[1], stand(both, "teias")[:2]) == (7, ("Flaminia", 5))


@pytest.mark.rule("justinian 4.14", "justinian 8.25")
def test_a_beaten_commander_is_replaced() -> None:
    """Bessas lost last turn: he alone may be replaced, and his army is no longer Defeated under the new man."""
    given = campaign(
        {"italy": army("picenum", 8, "bessas", defeated=True), "orient": army("syria-1", 10, "sittas")}, phase="command"
    )
    given["changes"]["bessas"] = {"army": "italy", "lost": 3}
    asked = rule(given)
    assert [c["unit"] for t in asked.told if t["type"] == "decision" for c in t["choices"]] == ["bessas"]
    it = rule(given, "bessas replace", 4)
    assert stand(it, "italy") == ("Picenum", 8, set()) and piece(it, "italy")["leader"] not in ("bessas", "sittas")
    assert piece(it, "bessas").get("where", "cup") == "cup"


@pytest.mark.rule("justinian 6.52", "justinian 8.25", "justinian 7.12", "justinian 8.23")
def test_a_combined_force_is_as_its_largest_army() -> None:
    """Combined with a larger, Disorganized army Orient marches Disorganized, and stays so when it goes alone again."""
    given = campaign(
        {"orient": army("armenia-3", 10, "sittas"), "armenia": army("armenia-3", 20, "bessas", disorganized=True)}
    )
    orders = "activate orient\ncombine armenia\n> armenia-2"
    it = rule(given, orders, 4)
    assert it.refused == [] and "3 MP" in asks(it)
    assert stand(it, "armenia")[0] == "Armenia II"
    alone = rule(given, orders + "\nstop\npass\nactivate orient alone\n> armenia-3", 4, 4)
    assert alone.refused == [] and "4 MP" in asks(alone)
    assert stand(alone, "orient") == ("Armenia III", 10, {"disorganized"})
    assert stand(alone, "armenia") == ("Armenia II", 20, {"disorganized"})


@pytest.mark.rule("justinian 7.17", "justinian 6.23", "justinian 6.35")
def test_franks_give_their_men_and_raise_others() -> None:
    """All their SP go to Totila, who can't detach them, their leader to his box; activated again they recruit there."""
    given = campaign(
        {"franks": army("picenum", 10), "totila": army("picenum", 10)},
        alliance={"franks": "barbarian"},
        phase="barbarian",
    )
    it = rule(given, "random\ngive 10 totila\nnothing\nselect-ostrogoths\ntotila\ndetach 11", 3, 5, 4, 4)
    assert it.refused == ["7.17"] and piece(it, "totila")["allied"] == {"franks": 10}
    assert stand(it, "franks") == ("Box of the Franks", 0, set())
    again = rule(given, "random\ngive 10 totila\nnothing\nrandom", 3, 5, 4, 3, 5, 1, 1, 4)
    assert rolls(again) == ["6.22", "7.11", "6.22", "6.23", "7.11"] and stand(again, "franks")[1] == 12


@pytest.mark.rule("justinian 7.24", "justinian 7.31", "justinian 8.17")
def test_a_landing_is_met_in_vain() -> None:
    """Totila fails to intercept a landing in his City and is Disorganized; who landed attacks with -2 and -2."""
    given = campaign(
        {"illyricum": army("achaea", 18, "germanus"), "totila": army("sicilia", 10)},
        fleets={"byzantine": {"achaea": 2}},
    )
    orders = "fleet achaea\nsail 2 & illyricum > ionian-sea > sicilia\ntotila intercept"
    landed = rule(given, orders, 9)
    assert landed.asked == ["landing-attack"] and stand(landed, "totila") == ("Sicilia", 10, {"disorganized"})
    it = rule(given, orders + "\nall\ntotila stand", 9, 5, 5, 3, 2)
    # Attacker +1 +1 +1 -2 -2: 4 in 16-25. Totila +1 -1 -1: 4 in 7-15; he can't leave the island.
    assert stand(it, "totila") == ("Sicilia", 4, {"defeated", "disorganized"}) and stand(it, "illyricum") == (
        "Sicilia",
        16,
        set(),
    )
    assert it.asked == ["barbarian-activation"]


@pytest.mark.rule("justinian 8.21", "justinian 8.26", "justinian 7.12", "justinian 8.13")
def test_an_army_with_no_way_out_is_lost_with_its_commander() -> None:
    """Septem can be left over the strait alone, where the enemy came from and rules: the beaten army dies to a man."""
    given = campaign(
        {"tzazon": army("hispania", 15), "africa": army("septem", 6, "solomon")},
        control={"hispania": "vandals"},
        phase="barbarian",
    )
    it = rule(given, "select-vandals-only\ntzazon\n> septem\nafrica no\nx", 4, 6, 0, 5, 2)
    assert it.refused == [] and "retreat" not in questions(it)
    assert piece(it, "africa") == {"where": "aside"} and piece(it, "solomon")["where"] == "gone"
    assert stand(it, "tzazon") == ("Septem", 15, set()) and "3 MP" in asks(it)


@pytest.mark.rule("justinian 4.35", "justinian 6.23", "justinian 4.33")
def test_persians_recruit_to_their_limit() -> None:
    """45 Persian SP are about, Detached ones among them: of 47 recruits 35 come."""
    given = campaign({"chosroes": army("syria-1", 40)}, detached={"osrhoene": {"persia": 5}}, phase="barbarian")
    it = rule(given, "select-persia\nperozes", 9, 9, 9, 4)
    assert stand(it, "perozes")[1] == 35


@pytest.mark.rule("justinian 4.31", "justinian 5.32", "justinian 6.34", "justinian 5.34")
def test_byzantium_recruits_to_its_limit() -> None:
    """Of 150 SP 148 are there, allies in an army among them: of 7 recruits 2 come, and no army is raised."""
    armies: dict[str, Any] = {
        "orient": army("syria-1", 35, "sittas"),
        "armenia": army("armenia-1", 35, "bessas"),
        "italy": army("picenum", 30, "narses", allied={"lombards": 5}),
    }
    frontier = {"syria-2": 43}
    given = campaign(armies, frontier=frontier, alliance={"lombards": "byzantine"}, phase="recruit")
    it = rule(given, "share frontier syria-2 3\nshare frontier syria-2 2", 7)
    assert len(it.refused) == 1
    assert it.end["frontier"] == {"Syria II": 45} and "new-army" not in questions(it)
