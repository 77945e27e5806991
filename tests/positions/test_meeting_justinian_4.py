"""Positions of the campaign where two rules meet in corners, by a reader of the book."""

from __future__ import annotations

from typing import Any

import pytest

from .kit import rule
from .test_meeting_justinian import army, asks, campaign, offered, piece, rolls, stand

# Battles


@pytest.mark.rule("justinian 8.12", "justinian 8.21", "justinian 4.32")
def test_the_army_alone_is_attacked() -> None:
    """Perozes attacks the army and not the garrison beside it: the army is beaten, the garrison stays."""
    given = campaign(
        {"orient": army("syria-2", 6, "sittas"), "perozes": army("euphratensis", 20)},
        frontier={"syria-2": 4},
        phase="barbarian",
    )
    orders = "select-persia\nperozes\n> syria-2\norient no\nx orient\norient stand\norient phoenice"
    it = rule(given, orders, 4, 3, 2, 3)
    assert it.refused == [] and it.end["frontier"] == {"Syria II": 4}
    assert stand(it, "orient") == ("Phoenice", 1, {"defeated"}) and stand(it, "perozes") == ("Syria II", 19, set())
    assert "4 MP" in asks(it)


@pytest.mark.rule("justinian 7.33", "justinian 8.25", "justinian 7.12", "justinian 8.21")
def test_who_beats_an_interceptor_marches_on() -> None:
    """Belisarius beats who intercepted him, is Disorganized by it, and goes on at 2 MP a province."""
    given = campaign(
        {"orient": army("syria-1", 20, "belisarius"), "perozes": army("syria-2", 8)}, control={"euphratensis": "persia"}
    )
    orders = "activate orient\n> syria-2\nperozes intercept\nperozes euphratensis\n> phoenice"
    it = rule(given, orders, 4, 3, 2, 3, 7)
    assert it.refused == [] and "3 MP" in asks(it)
    assert stand(it, "orient") == ("Phoenice", 19, {"disorganized"})
    assert stand(it, "perozes") == ("Euphratensis", 2, {"defeated"})


@pytest.mark.rule("justinian 6.27", "justinian 4.33", "justinian 8.11")
def test_gelimer_is_deserted_by_everybody() -> None:
    """His last 2 SP desert as he sets out: he rides on alone and attacks nobody."""
    given = campaign(
        {"gelimer": army("zeugitania", 2), "tzazon": army("sardinia", 5)},
        frontier={"numidia": 3},
        vandal_recruits=True,
        phase="barbarian",
    )
    it = rule(given, "select-vandals-only\ngelimer\n> numidia\nshare gelimer 2\nx", 4)
    assert stand(it, "gelimer")[:2] == ("Numidia", 0) and stand(it, "tzazon")[1] == 5
    assert it.refused == ["8.11"] and it.end["frontier"] == {"Numidia": 3}


@pytest.mark.rule("justinian 8.13", "justinian 8.26", "justinian 8.22", "justinian 8.23")
@pytest.mark.parametrize(("die", "left"), [(7, 0), (4, 5)])
def test_a_beaten_army_retreats_once_more(die: int, left: int) -> None:
    """Defeated and Disorganized it loses twice what the die is above Control; with nobody left its MagMil goes."""
    given = campaign(
        {
            "orient": army("syria-2", 5, "bessas", defeated=True, disorganized=True),
            "perozes": army("euphratensis", 10),
        },
        phase="barbarian",
    )
    it = rule(given, "select-persia\nperozes\n> syria-2\nx\norient phoenice", 4, die)
    assert it.refused == [] and "5 MP" in asks(it)
    if left:
        assert stand(it, "orient") == ("Phoenice", 5, {"defeated", "disorganized"})
    else:
        assert piece(it, "orient") == {"where": "aside"} and piece(it, "bessas").get("where", "cup") == "cup"


@pytest.mark.rule("justinian 8.27", "justinian 8.16", "justinian 8.26")
def test_an_army_pillages_itself_away() -> None:
    """Three times as many are not more than three times; the victors go home with the plunder, to the last man."""
    given = campaign({"orient": army("syria-2", 3, "dagisthaeus", unpaid=True)}, detached={"syria-2": {"persia": 1}})
    it = rule(given, "activate orient\nx", 4, 4, 0, 9, 4)
    assert not it.end.get("detached") and piece(it, "orient") == {"where": "aside"}
    assert piece(it, "dagisthaeus").get("where", "cup") == "cup" and it.asked == ["barbarian-activation"]


@pytest.mark.rule("justinian 8.13", "justinian 8.25", "justinian 7.19")
def test_perozes_retreats_to_his_box() -> None:
    """Before combat he may go home along the arrow, not where the enemy came from; a Persian keeps his marker there."""
    given = campaign({"orient": army("armenia-4", 15, "sittas"), "perozes": army("mesopotamia", 10)})
    asked = rule(given, "activate orient\n> mesopotamia\nperozes no\nx", 4)
    assert offered(asked) == {"stand", "osrhoene", "box-persia"}
    it = rule(given, "activate orient\n> mesopotamia\nperozes no\nx\nperozes box-persia", 4, 6)
    assert stand(it, "perozes") == ("Box of the Persians", 10, {"disorganized"}) and "5 MP" in asks(it)


@pytest.mark.rule("justinian 8.13", "justinian 5.42", "justinian 5.41")
def test_who_retreats_leaves_his_treasury() -> None:
    """Totila retreats before combat from a province without his marker: the treasury falls without a blow."""
    given = campaign(
        {"italy": army("picenum", 20, "narses"), "totila": army("flaminia", 10)}, treasuries={"ostrogoths": "flaminia"}
    )
    it = rule(given, "activate italy\n> flaminia\ntotila no\nx\ntotila aemilia\none", 4, 3, 4)
    assert it.refused == [] and stand(it, "totila") == ("Aemilia", 10, set())
    assert it.end["gold"] == 68 and not it.end.get("treasuries") and "5 MP" in asks(it)


@pytest.mark.rule("justinian 8.12", "justinian 8.13", "justinian 6.44")
def test_combined_barbarians_retreat_as_one() -> None:
    """Who attacks Totila attacks the Franks combined with him: both retreat on one die."""
    given = campaign(
        {
            "italy": army("flaminia", 20, "narses"),
            "totila": army("aemilia", 10),
            "franks": army("aemilia", 8, led_by="totila"),
        },
        alliance={"franks": "barbarian"},
        combined=True,
    )
    asked = rule(given, "activate italy\n> aemilia\ntotila no\nx totila", 4)
    assert asked.asked == ["retreat-before-combat"]
    it = rule(given, "activate italy\n> aemilia\ntotila no\nx totila\ntotila liguria", 4, 3)
    assert it.refused == [] and rolls(it) == ["7.11", "8.13"]
    assert stand(it, "totila") == ("Liguria", 10, set()) and stand(it, "franks") == ("Liguria", 8, set())


@pytest.mark.rule("justinian 7.33", "justinian 7.31")
def test_an_answer_with_a_slip_is_refused_whole() -> None:
    """Two may intercept; the answer misspells the second: nobody has said anything yet."""
    given = campaign(
        {"italy": army("flaminia", 20, "narses"), "totila": army("aemilia", 10), "franks": army("aemilia", 8)},
        alliance={"franks": "barbarian"},
    )
    first = rule(given, "activate italy\n> aemilia\nfrnks yes; totila no", 4)
    assert first.refused == ["7.31"] and first.asked == ["intercept"]
    it = rule(given, "activate italy\n> aemilia\ntotila no; frnks yes", 4)
    assert it.asked == ["intercept"] and it.refused == ["7.31"]


# Allies and boxes


@pytest.mark.rule("justinian 7.18", "justinian 6.52", "justinian 6.35")
def test_what_an_ally_may_not_do() -> None:
    """Lombards allied to Byzantium clear no marker, and combine with no Byzantine army; nor it with them."""
    given = campaign(
        {"lombards": army("picenum", 8), "italy": army("picenum", 10, "sittas")},
        control={"picenum": "ostrogoths"},
        alliance={"lombards": "byzantine"},
    )
    theirs = rule(given, "activate lombards\nclear\ncombine italy", 4)
    assert (
        theirs.refused[0] == "7.18" and len(theirs.refused) == 2 and theirs.end["control"] == {"Picenum": "ostrogoths"}
    )
    ours = rule(given, "activate italy\ncombine lombards", 4)
    assert ours.refused == ["6.52"] and "6 MP" in asks(ours)


@pytest.mark.rule("justinian 5.12", "justinian 7.17")
def test_persians_lose_their_arabs() -> None:
    """Allied SP go first; who had no others goes to his box without a die, Persians far from home are rolled for."""
    given = campaign(
        {
            "chosroes": army("syria-2", 3, allied={"lakhmids": 6}),
            "perozes": army("phoenice-libanensis", 0, allied={"lakhmids": 5}),
        },
        alliance={"lakhmids": "barbarian"},
        phase="removal",
    )
    it = rule(given, "", 2)
    assert rolls(it)[0] == "5.12" and rolls(it).count("5.12") == 1
    assert stand(it, "chosroes")[:2] == ("Syria II", 1) and not piece(it, "chosroes").get("allied")
    assert stand(it, "perozes")[:2] == ("Box of the Persians", 0) and not piece(it, "perozes").get("allied")


@pytest.mark.rule("justinian 7.19", "justinian 8.25", "justinian 7.12")
def test_disorganized_franks_go_home() -> None:
    """Home to their box along the arrow costs 2 MP, and takes their marker off."""
    given = campaign(
        {"franks": army("liguria", 10, disorganized=True)}, alliance={"franks": "barbarian"}, phase="barbarian"
    )
    it = rule(given, "random\n> box-franks", 3, 5, 4)
    assert it.refused == [] and stand(it, "franks") == ("Box of the Franks", 10, set())
    assert it.asked != ["march"] or "4 MP" in asks(it)


@pytest.mark.rule("justinian 6.22", "justinian 8.28")
def test_a_power_that_is_out_is_rolled_again() -> None:
    """12 names the Vandals, who are out: the dice are rolled once more."""
    given = campaign({"totila": army("flaminia", 5)}, out=["vandals"], phase="barbarian")
    it = rule(given, "random", 1, 2, 3, 5)
    assert it.asked == ["bribe"] and "Franks" in asks(it)


# Ships


@pytest.mark.rule("justinian 5.24", "justinian 7.22")
def test_unpaid_ships_join_paid_ones() -> None:
    """They are one group then, and nobody is paid without being paid: all of it is Not Paid."""
    given = campaign({}, fleets={"byzantine": {"europa": {"sp": 2, "unpaid": True}, "black-sea": 1}})
    it = rule(given, "fleet europa\nsail 2 > black-sea")
    assert it.refused == []
    assert it.end["fleets"] == {"byzantine": {"Black Sea": {"sp": 3, "unpaid": True}}}


@pytest.mark.rule("justinian 7.36", "justinian 7.34")
def test_who_turns_back_is_met_again() -> None:
    """A fleet let pass by one patrol turns back before the next: the first one may try once more."""
    given = campaign(
        {}, fleets={"byzantine": {"achaea": 2}, "vandals": {"ionian-sea": 1}, "ostrogoths": {"tyrrhenian-sea": 3}}
    )
    orders = (
        "fleet achaea\nsail 2 > ionian-sea > tyrrhenian-sea\nvandals-fleet no; ostrogoths-fleet-tyrrhenian-sea yes\nyes"
    )
    it = rule(given, orders, 2)
    assert it.refused == [] and it.asked == ["intercept-fleet"] and "Ionian" in asks(it)


@pytest.mark.rule("justinian 7.24", "justinian 6.52")
@pytest.mark.parametrize("ships", [2, 3])
def test_a_combined_force_boards_as_one(ships: int) -> None:
    """Two armies combined, 21 SP, need three Fleet SP, and land together."""
    given = campaign(
        {"italy": army("dalmatia", 12, "sittas"), "illyricum": army("dalmatia", 9, "bessas", led_by="italy")},
        fleets={"byzantine": {"dalmatia": ships}},
    )
    it = rule(given, f"fleet dalmatia\nsail {ships} & italy > adriatic-sea > picenum")
    assert it.refused == ([] if ships == 3 else ["7.24"])
    there = "Picenum" if ships == 3 else "Dalmatia"
    assert stand(it, "italy")[:2] == (there, 12) and stand(it, "illyricum")[:2] == (there, 9)


# Commanders, events, money


@pytest.mark.rule("justinian 4.13", "justinian 4.1", "justinian 7.11")
def test_two_commanders_change_places() -> None:
    """Sittas leaves Orient, which can't march then, and takes Armenia over from Bessas, who rides to Orient later."""
    given = campaign({"orient": army("syria-1", 10, "sittas"), "armenia": army("armenia-1", 10, "bessas")})
    it = rule(given, "magmil sittas armenia-1 command armenia\npass\nactivate orient\nactivate armenia", 4)
    assert it.refused == ["4.1"] and "6 MP" in asks(it) and piece(it, "armenia")["leader"] == "sittas"
    on = rule(given, "magmil sittas armenia-1 command armenia\npass\nmagmil bessas syria-1 command orient")
    assert on.refused == [] and piece(on, "orient")["leader"] == "bessas"


@pytest.mark.rule("justinian 9.0-c1", "justinian 7.14", "justinian 4.41")
@pytest.mark.parametrize("ships", [3, 2])
def test_who_holds_constantinople_against_the_mob(ships: int) -> None:
    """12 SP and 3 Fleet SP are enough; with one ship less an army is named for it, that which is there or another."""
    given = campaign(
        {"praesental-1": army("europa", 12, "bessas"), "orient": army("syria-1", 12, "sittas")},
        fleets={"byzantine": {"europa": ships}},
        alliance={"lombards": "neutral"},
        phase="barbarian",
    )
    it = rule(given, "random", 5, 5, 4, 1)
    if ships == 2:
        assert it.asked == ["nika"] and {"praesental-1", "orient"} <= offered(it)
        before = it.told[-1]["before"]
        again = rule(before["position"], "\n".join(before["orders"]), *before["dice"])
        assert again.asked == ["nika"], "the position before it leads there again"
    else:
        assert it.asked == ["byzantine-activation"]


@pytest.mark.rule("justinian 9.0-e", "justinian 8.25", "justinian 4.14")
def test_politics_leave_the_army_as_it_is() -> None:
    """Bessas rolls highest and goes back to the cup; under his successor the army is Disorganized still."""
    given = campaign(
        {"italy": army("picenum", 8, "bessas", disorganized=True), "orient": army("syria-1", 10, "sittas")},
        phase="barbarian",
    )
    it = rule(given, "random", 5, 5, 7, 3, 9, 4)
    assert stand(it, "italy") == ("Picenum", 8, {"disorganized"})
    assert piece(it, "italy")["leader"] not in ("bessas", "sittas") and piece(it, "orient")["leader"] == "sittas"
    assert piece(it, "bessas").get("where", "cup") == "cup" and it.asked == ["bribe"]


@pytest.mark.rule("justinian 9.0-b", "justinian 6.51", "justinian 7.22")
def test_the_first_plague() -> None:
    """Half of a City's SP and ships, rounded up, a third elsewhere, rounded down; not at sea, nor in boxes."""
    armies: dict[str, Any] = {
        "praesental-1": army("europa", 11, "bessas"),
        "orient": army("syria-2", 10, "sittas"),
        "chosroes": army("box-persia", 10, recruited=4),
        "totila": army("flaminia", 5),
    }
    given = campaign(
        armies,
        frontier={"europa": 2},
        fleets={"byzantine": {"europa": 3, "lycia": 2, "black-sea": 2}},
        alliance={"lombards": "neutral"},
        phase="barbarian",
    )
    it = rule(given, "random\nshare frontier europa 2 praesental-1 5\nnothing", 5, 5, 3)
    assert it.refused == ["6.51"], "and now Byzantium must recruit"
    assert not it.end.get("frontier") and stand(it, "praesental-1")[1] == 6 and stand(it, "orient")[1] == 7
    assert it.end["fleets"] == {"byzantine": {"Europa": 1, "Lycia": 2, "Black Sea": 2}}
    assert stand(it, "chosroes")[1] == 10 and stand(it, "totila")[1] == 2
    assert it.end["half_income"] is True and it.end["plagues"] == 1


@pytest.mark.rule("justinian 6.54", "justinian 6.51", "justinian 6.45")
def test_three_gold_and_one_activation() -> None:
    """An activation and a Fort cost 4 G; and nobody has two activations in a row without a Combined Operation."""
    given = campaign({"orient": army("syria-2", 10, "sittas")}, gold=3)
    it = rule(given, "recruit & twice\nactivate orient\nfort syria-2", 4)
    assert it.refused == ["6.45", "6.54"] and it.end["gold"] == 1 and not it.end.get("forts")


@pytest.mark.rule("justinian 4.22", "justinian 4.41", "justinian 8.23")
def test_gelimer_and_tzazon_arrive() -> None:
    """Gelimer takes Hilderic's army with its marker; Tzazon takes 5 SP of it to Sardinia, and a ship for them."""
    given = campaign(
        {"hilderic": army("zeugitania", 20, disorganized=True)},
        fleets={"vandals": {"zeugitania": 3}},
        turn=2,
        phase="leaders",
    )
    assert rule(given, "share gelimer 3").refused == ["4.22"]
    it = rule(given, "share gelimer 5")
    assert it.refused == []
    assert stand(it, "gelimer") == ("Zeugitania", 15, {"disorganized"}) and piece(it, "hilderic").get("where") == "gone"
    assert stand(it, "tzazon")[:2] == ("Sardinia", 5)
    assert it.end["fleets"] == {"vandals": {"Zeugitania": 2, "Sardinia": 1}}
