"""Positions of the campaign where two rules meet: beaten in odd places, by a reader of the book."""

from __future__ import annotations

import pytest

from .kit import rule
from .test_meeting_justinian import army, asks, campaign, offered, piece, questions, rolls, stand
from .test_meeting_justinian_3 import winner


@pytest.mark.rule("justinian 6.44", "justinian 6.43")
def test_no_place_to_meet_the_franks() -> None:
    """A garrison stands in the only province their box leads to: Totila can't pick the Franks up there."""
    given = campaign({"totila": army("campania", 20)}, frontier={"liguria": 3}, phase="barbarian")
    it = rule(given, "combined\ntotila\nfranks\nno", 3, 4)
    assert "together" not in offered(it)


@pytest.mark.rule("justinian 7.14", "justinian 8.21")
def test_a_beaten_army_flees_out_of_its_limits() -> None:
    """In its own activation Thrace is beaten and retreats too far: it is lost, its MagMil is not."""
    given = campaign(
        {"thrace": army("dacia-mediterranea", 8, "bouzes"), "gepids": army("dardania", 12)},
        alliance={"gepids": "barbarian"},
    )
    orders = "activate thrace\n> dardania\ngepids no\nx\ngepids stand\nthrace praevalitana"
    it = rule(given, orders, 4, 1, 6, 2)
    assert it.refused == [] and stand(it, "gepids") == ("Dardania", 11, set())
    assert piece(it, "thrace") == {"where": "aside"} and piece(it, "bouzes").get("where", "cup") == "cup"


@pytest.mark.rule("justinian 5.42", "justinian 7.12", "justinian 6.35")
@pytest.mark.parametrize(("who", "gold"), [("italy", 38), ("lombards", 28)])
def test_an_unguarded_treasury_on_the_way(who: str, gold: int) -> None:
    """An army that comes to a treasury nobody guards takes it at once; an ally makes it vanish; both march on."""
    given = campaign(
        {who: army("picenum", 10, "narses" if who == "italy" else None), "totila": army("campania", 5)},
        treasuries={"ostrogoths": "flaminia"},
        alliance={"lombards": "byzantine"},
    )
    it = rule(given, f"activate {who}\n> flaminia" + ("\none" if who == "italy" else ""), 4, 0)
    assert it.refused == [] and it.end["gold"] == gold and not it.end.get("treasuries")
    assert it.asked == ["march"] and "5 MP" in asks(it)


@pytest.mark.rule("justinian 5.13", "justinian 7.12", "justinian 3.4")
def test_the_last_army_leaves_constantinople_to_huns() -> None:
    """Kotrigurs stand in Europa too: the army that leaves pays 2 MP and the Emperor all his gold."""
    given = campaign(
        {"praesental-1": army("europa", 12, "sittas"), "kotrigurs": army("europa", 10)},
        alliance={"kotrigurs": "barbarian"},
    )
    it = rule(given, "activate praesental-1\n> haemimontus", 4)
    assert it.refused == [] and "4 MP" in asks(it)
    assert it.end["gold"] == 0


@pytest.mark.rule("justinian 8.33", "justinian 8.34", "justinian 8.26", "justinian 8.28")
def test_a_fleet_without_a_port_takes_its_army_down() -> None:
    """Beaten at sea, without a friendly port there, the fleet is lost with Gelimer and all aboard; Vandals are left."""
    given = campaign(
        {"gelimer": army("sardinia", 15), "tzazon": army("zeugitania", 5)},
        fleets={"vandals": {"sardinia": 2}, "byzantine": {"tyrrhenian-sea": 3}},
        phase="barbarian",
    )
    orders = "select-vandals-only\nfleet sardinia\nsail 2 & gelimer > tyrrhenian-sea > sicilia\nintercept"
    it = rule(given, orders, 4, 9, 0, 3)
    assert it.refused == [] and piece(it, "gelimer").get("where") == "gone"
    assert it.end["fleets"] == {"byzantine": {"Tyrrhenian Sea": 3}}
    assert stand(it, "tzazon") == ("Zeugitania", 5, set()) and "vandals" not in it.end.get("out", [])
    assert it.asked == ["byzantine-activation"]


@pytest.mark.rule("justinian 7.25", "justinian 7.24", "justinian 8.32", "justinian 8.17")
def test_carthage_is_taken_from_the_sea() -> None:
    """The ships in port are beaten first, then the army lands and attacks a City that was its enemy's."""
    given = campaign(
        {"africa": army("sicilia", 20, "solomon"), "gelimer": army("zeugitania", 6)},
        fleets={"byzantine": {"sicilia": 3}, "vandals": {"zeugitania": 1}},
        control={"zeugitania": "vandals", "byzacena": "vandals"},
    )
    orders = "fleet sicilia\nsail 3 & africa > tyrrhenian-sea > sea-of-carthage > zeugitania"
    orders += "\ngelimer no\nall\ngelimer stand\ngelimer byzacena"
    it = rule(given, orders, 5, 5, 7, 5, 1, 3)
    assert it.refused == []
    assert it.end["fleets"] == {"byzantine": {"Zeugitania": 2}}
    assert stand(it, "africa") == ("Zeugitania", 20, set()) and stand(it, "gelimer") == ("Byzacena", 1, {"defeated"})
    assert it.asked == ["barbarian-activation"]


@pytest.mark.rule("justinian 5.34", "justinian 4.14", "justinian 3.4")
def test_where_a_new_army_may_stand() -> None:
    """Armenia is raised where Byzantium is in control, or in Europa; and gets a MagMil out of the cup."""
    given = campaign(
        {"perozes": army("armenia-4", 5)}, revolt=["armenia-2"], control={"armenia-3": "persia"}, phase="create"
    )
    asked = rule(given)
    assert {k for k in offered(asked) if k.startswith("armenia-")} == {"armenia-armenia-1", "armenia-europa"}
    it = rule(given, "armenia-armenia-1", 4)
    assert stand(it, "armenia") == ("Armenia I", 10, set()) and piece(it, "armenia")["leader"]


@pytest.mark.rule("justinian 10.1", "justinian 10.22", "justinian 6.12")
def test_the_last_activation_of_all() -> None:
    """Turn 10, fifth activation: Italy is not Byzantine, and the barbarians win."""
    given = campaign({"totila": army("flaminia", 5)}, turn=10, byzantine_done=4)
    it = rule(given, "nothing")
    assert winner(it) == "barbarian" and it.end["phase"] == "over"


@pytest.mark.rule("justinian 6.22", "justinian 4.33")
def test_goths_without_a_leader() -> None:
    """Detached SP are all the Ostrogoths have: the dice name them, and the activation is lost."""
    kings = {name: {"where": "gone"} for name in ("athalaric", "witigis", "totila", "teias")}
    given = campaign(kings, detached={"sicilia": {"ostrogoths": 6}}, phase="barbarian")
    it = rule(given, "random", 1, 8)
    assert it.asked == ["byzantine-activation"] and it.end["detached"] == {"Sicilia": {"ostrogoths": 6}}


@pytest.mark.rule("justinian 8.12", "justinian 8.21", "justinian 8.16")
def test_army_and_detached_men_flee_apart() -> None:
    """Totila and Detached Goths are beaten together: exactly twice as many is +1; they retreat different ways."""
    given = campaign(
        {"italy": army("aemilia", 20, "narses"), "totila": army("aemilia", 6)},
        detached={"aemilia": {"ostrogoths": 4}},
        control={"liguria": "ostrogoths", "flaminia": "ostrogoths"},
    )
    orders = "activate italy\nx\ntotila stand\nshare totila 4 detached ostrogoths aemilia 3"
    asked = rule(given, orders, 4, 4, 2)
    assert asked.asked == ["retreat"]
    units = [c["unit"] for t in asked.told if t["type"] == "decision" for c in t["choices"]]
    assert len(units) == 2 and offered(asked) == {"liguria", "flaminia"}
    it = rule(given, f"{orders}\n{units[0]} liguria; {units[1]} flaminia", 4, 4, 2, 3)
    assert it.refused == [] and stand(it, "totila") == ("Liguria", 2, {"defeated"})
    assert it.end["detached"] == {"Flaminia": {"ostrogoths": 1}} and stand(it, "italy") == ("Aemilia", 19, set())


@pytest.mark.rule("justinian 8.21", "justinian 8.26")
def test_who_is_wiped_out_is_beaten_whatever_he_killed() -> None:
    """Belisarius's one SP kills two and is lost: he is Defeated and gone for good, the winner checks his order."""
    given = campaign({"italy": army("aemilia", 1, "belisarius"), "totila": army("aemilia", 20)})
    it = rule(given, "activate italy\nx\ntotila stand", 4, 7, 0, 9)
    assert it.refused == [] and piece(it, "italy") == {"where": "aside"}
    assert piece(it, "belisarius")["where"] == "gone" and stand(it, "totila") == ("Aemilia", 18, {"disorganized"})


@pytest.mark.rule("justinian 7.33", "justinian 8.27", "justinian 5.24")
def test_an_unpaid_interceptor_pillages() -> None:
    """It is not its own side's activation, but it has won: it plunders and is paid."""
    given = campaign(
        {"orient": army("syria-2", 20, "sittas", unpaid=True), "perozes": army("phoenice-libanensis", 8)},
        control={"euphratensis": "persia"},
        phase="barbarian",
    )
    orders = "select-persia\nperozes\n> syria-2\norient intercept\nperozes euphratensis"
    it = rule(given, orders, 4, 3, 4, 1, 2, 8)
    assert it.refused == [] and stand(it, "orient") == ("Syria II", 16, set())
    assert stand(it, "perozes") == ("Euphratensis", 2, {"defeated"}) and it.asked == ["byzantine-activation"]


@pytest.mark.rule("justinian 6.52", "justinian 8.21", "justinian 8.26")
def test_one_of_two_combined_armies_is_destroyed() -> None:
    """Orient loses all its SP in the combined force: its MagMil is in the cup (a reading), Armenia flees."""
    given = campaign(
        {
            "armenia": army("armenia-2", 10, "belisarius"),
            "orient": army("armenia-2", 3, "sittas", led_by="armenia"),
            "perozes": army("armenia-3", 25),
        },
        phase="barbarian",
    )
    orders = "select-persia\nperozes\n> armenia-2\narmenia no\nx\narmenia stand"
    orders += "\nshare orient 3 armenia 5\narmenia helenopontus"
    it = rule(given, orders, 4, 9, 0, 3)
    assert it.refused == []
    assert piece(it, "orient") == {"where": "aside"} and piece(it, "sittas").get("where", "cup") == "cup"
    assert stand(it, "armenia") == ("Helenopontus", 5, {"defeated"}) and stand(it, "perozes")[1] == 24


@pytest.mark.rule("justinian 6.34", "justinian 6.35")
def test_an_ally_on_the_map_joins_an_army() -> None:
    """Selected again the Lombards may join an army where their box leads: Italy's, not Orient's; they leave the map."""
    given = campaign(
        {
            "lombards": army("venetia-et-histria", 14),
            "italy": army("picenum", 10, "sittas"),
            "orient": army("syria-1", 10, "bessas"),
        },
        alliance={"lombards": "byzantine"},
        phase="barbarian",
    )
    asked = rule(given, "random", 6, 0)
    assert offered(asked) == {"activate", "italy", "wait"} and "bribe" not in questions(asked)
    it = rule(given, "random\nitaly", 6, 0)
    assert piece(it, "italy")["allied"] == {"lombards": 14} and stand(it, "lombards")[:2] == ("Box of the Lombards", 0)
    assert rolls(it) == ["6.22"] and it.asked == ["byzantine-activation"]


@pytest.mark.rule("justinian 6.44", "justinian 6.35", "justinian 7.11")
def test_franks_split_off_again() -> None:
    """Combined with Totila they are named by the dice: they may stay, or march by themselves; no alliance roll."""
    given = campaign(
        {"totila": army("aemilia", 10), "franks": army("aemilia", 17, led_by="totila")},
        alliance={"franks": "barbarian"},
        combined=True,
        phase="barbarian",
    )
    asked = rule(given, "random", 3, 5)
    assert "bribe" not in questions(asked) and asked.asked != ["march"]
    it = rule(given, "random\nfranks\n> flaminia", 3, 5, 4)
    assert it.refused == [] and stand(it, "franks")[:2] == ("Flaminia", 17) and stand(it, "totila")[0] == "Aemilia"
    assert not piece(it, "franks").get("led_by")


@pytest.mark.rule("justinian 3.4", "justinian 7.32", "justinian 8.17")
def test_a_contested_city_helps_nobody() -> None:
    """Solomon stands in Carthage under the Vandals' marker: no -2 for his interception, none against the attacker."""
    given = campaign(
        {"gelimer": army("byzacena", 25), "africa": army("zeugitania", 10, "solomon")},
        control={"zeugitania": "vandals"},
        phase="barbarian",
    )
    orders = "select-vandals\ngelimer\n> zeugitania\nafrica intercept\nx\nafrica stand\nafrica numidia"
    it = rule(given, orders, 4, 7, 5, 3, 2)
    assert it.refused == [] and stand(it, "africa") == ("Numidia", 5, {"defeated", "disorganized"})
    assert stand(it, "gelimer") == ("Zeugitania", 23, set()) and "4 MP" in asks(it)


@pytest.mark.rule("justinian 8.21", "justinian 6.23", "justinian 8.22", "justinian 8.25")
def test_recruits_restore_no_persians() -> None:
    """Beaten into his box Perozes recruits many and is Defeated still: he marches slowly, attacks nobody."""
    given = campaign(
        {"orient": army("armenia-4", 20, "sittas"), "perozes": army("mesopotamia", 8)}, frontier={"armenia-1": 2}
    )
    orders = "activate orient\n> mesopotamia\nperozes no\nx\nperozes stand\nperozes box-persia\nstop"
    it = rule(given, orders, 4, 5, 2, 2)
    assert it.refused == [] and stand(it, "perozes") == ("Box of the Persians", 3, {"defeated"})
    on = rule(given, orders + "\nselect-persia\nperozes\n> armenia-1\nx", 4, 5, 2, 2, 1, 1, 1, 4)
    assert on.refused == ["8.22"] and "4 MP" in asks(on)
    assert stand(on, "perozes") == ("Armenia I", 26, {"defeated"})


@pytest.mark.rule("justinian 7.18", "justinian 7.22", "justinian 3.4")
@pytest.mark.parametrize("garrison", [True, False])
def test_a_marker_beside_ships(garrison: bool) -> None:
    """Byzantine ships in port don't keep Perozes from placing his marker, a garrison does."""
    there = {"frontier": {"theodorias": 1}} if garrison else {"fleets": {"byzantine": {"theodorias": 2}}}
    given = campaign({"perozes": army("theodorias", 10)}, phase="barbarian", **there)
    it = rule(given, "select-persia\nperozes\nclaim", 4)
    assert it.refused == (["7.18"] if garrison else [])
    assert it.end.get("control", {}) == ({} if garrison else {"Theodorias": "persia"})


@pytest.mark.rule("justinian 5.42", "justinian 7.31")
def test_franks_guard_no_gothic_treasury() -> None:
    """Where no Goths nor their marker are the treasury is taken, though Franks stand there."""
    given = campaign(
        {"italy": army("picenum", 20, "narses"), "franks": army("flaminia", 5), "totila": army("campania", 5)},
        treasuries={"ostrogoths": "flaminia"},
        alliance={"franks": "barbarian"},
    )
    it = rule(given, "activate italy\n> flaminia\nfranks no\none", 4, 4)
    if it.refused:
        it = rule(given, "activate italy\n> flaminia\none\nfranks no", 4, 4)
    assert it.refused == [] and it.end["gold"] == 68 and not it.end.get("treasuries")


@pytest.mark.rule("justinian 7.17", "justinian 4.33", "justinian 8.11", "justinian 4.32")
def test_totila_rides_alone_and_finds_men() -> None:
    """He leaves all his men, comes alone to a contested City, attacks nobody, picks men up there, attacks then."""
    given = campaign(
        {"totila": army("picenum", 10)},
        frontier={"flaminia": 3},
        detached={"flaminia": {"ostrogoths": 4}},
        phase="barbarian",
    )
    it = rule(given, "select-ostrogoths\ntotila\ndetach 10\n> flaminia\nx\npick 4\nx", 4, 5, 0, 2)
    assert it.refused == ["8.11"] and "2 MP" in asks(it)
    assert stand(it, "totila") == ("Flaminia", 4, set()) and not it.end.get("frontier")
    assert it.end["detached"] == {"Picenum": {"ostrogoths": 10}}


@pytest.mark.rule("justinian 6.34", "justinian 4.31", "justinian 6.32")
def test_few_lombards_find_room_among_150() -> None:
    """Byzantium has 147 SP: of 14 Lombards won with a bribe of 9 G three join Italy's army."""
    armies = {
        "orient": army("syria-1", 35, "sittas"),
        "armenia": army("armenia-1", 35, "bessas"),
        "italy": army("picenum", 30, "narses"),
    }
    given = campaign(armies, frontier={"syria-2": 47}, phase="barbarian")
    it = rule(given, "random\n9\nitaly", 6, 0, 4, 4)
    assert it.refused == [] and piece(it, "italy")["allied"] == {"lombards": 3} and it.end["gold"] == 21


@pytest.mark.rule("justinian 7.24", "justinian 8.22")
def test_a_beaten_army_lands_and_attacks_nobody() -> None:
    """Defeated it may be carried, but the attack of who lands isn't its."""
    given = campaign(
        {"illyricum": army("achaea", 18, "germanus", defeated=True), "totila": army("campania", 5)},
        fleets={"byzantine": {"achaea": 2}},
        detached={"sicilia": {"ostrogoths": 4}},
    )
    it = rule(given, "fleet achaea\nsail 2 & illyricum > ionian-sea > sicilia")
    assert it.refused == [] and it.asked == ["barbarian-activation"]
    assert stand(it, "illyricum") == ("Sicilia", 18, {"defeated"})


@pytest.mark.rule("justinian 7.12", "justinian 8.15", "justinian 8.16", "justinian 8.21")
def test_the_strait_is_forgotten_a_province_on() -> None:
    """Belisarius crosses the strait, marches on, attacks without the -2; whom he beats has nowhere to go."""
    given = campaign(
        {"praesental-1": army("europa", 15, "belisarius"), "kotrigurs": army("galatia-1", 5)},
        alliance={"kotrigurs": "barbarian"},
    )
    orders = "activate praesental-1\n> bithynia > galatia-1\nkotrigurs no\nx\nkotrigurs stand"
    it = rule(given, orders, 4, 0, 0, 1, 2)
    assert it.refused == [] and "2 MP" in asks(it)
    assert stand(it, "kotrigurs") == ("Galatia I", 1, {"defeated"}) and stand(it, "praesental-1")[1] == 15
