"""Positions of the campaign where two rules meet, at sea and in the phases of a turn, by a reader of the book."""

from __future__ import annotations

from typing import Any

import pytest

from .kit import rule
from .test_meeting_justinian import army, asks, campaign, offered, piece, questions, rolls, stand

# At sea


@pytest.mark.rule("justinian 7.36", "justinian 8.35", "justinian 8.32")
def test_who_leaves_port_into_a_patrol_must_fight() -> None:
    """A fleet leaves port into a patrolled sea area: it can't refuse, beats the patrol and sails on."""
    given = campaign({}, fleets={"byzantine": {"achaea": 3}, "vandals": {"ionian-sea": 2}})
    it = rule(given, "fleet achaea\nsail 3 > ionian-sea > tyrrhenian-sea\nintercept", 4, 6, 3, 7)
    assert it.refused == [] and "refuse-battle" not in questions(it)
    assert it.end["fleets"] == {"byzantine": {"Tyrrhenian Sea": 2}}
    assert it.asked == ["barbarian-activation"] and it.end["gold"] == 28


@pytest.mark.rule("justinian 7.36", "justinian 7.24", "justinian 8.12", "justinian 7.14")
def test_a_fleet_turns_back_and_lands_its_army() -> None:
    """Intercepted in its second sea area a transport turns back and lands its army, which attacks a City at once."""
    given = campaign(
        {"illyricum": army("achaea", 18, "germanus")},
        fleets={"byzantine": {"achaea": 2}, "ostrogoths": {"tyrrhenian-sea": 3}},
        detached={"sicilia": {"ostrogoths": 4}},
        control={"sicilia": "ostrogoths"},
    )
    orders = "fleet achaea\nsail 2 & illyricum > ionian-sea > tyrrhenian-sea > campania\nintercept\nyes"
    back = rule(given, orders, 2)
    assert back.asked == ["end-voyage"] and "ionian-sea" not in offered(back), "it carries an army: no patrol"
    it = rule(given, orders + "\nsicilia\nall", 2, 5, 4, 2)
    assert it.refused == [] and rolls(it) == ["7.35", "8.15", "8.15", "8.21"]
    assert stand(it, "illyricum") == ("Sicilia", 17, set()) and not it.end.get("detached")
    assert it.asked == ["barbarian-activation"] and it.end["fleets"]["byzantine"] == {"Sicilia": 2}


@pytest.mark.rule("justinian 6.27", "justinian 7.24", "justinian 6.24")
@pytest.mark.parametrize("recruits", [True, False])
def test_vandals_desert_before_they_sail(recruits: bool) -> None:
    """Vandals who have recruited lose 2 SP before they are carried over the sea; without recruits nobody deserts."""
    given = campaign(
        {"gelimer": army("zeugitania", 17)},
        fleets={"vandals": {"zeugitania": 2}},
        control={"zeugitania": "vandals"},
        detached={"numidia": {"vandals": 3}},
        phase="barbarian",
    )
    sail = "fleet zeugitania\nsail 2 & gelimer > sea-of-carthage > sardinia"
    if recruits:
        it = rule(given, f"select-vandals\nshare gelimer 3\n{sail}\nshare detached vandals numidia 2", 2)
        assert it.refused == [] and stand(it, "gelimer") == ("Sardinia", 20, set())
        assert it.end["detached"] == {"Numidia": {"vandals": 1}}
    else:
        it = rule(given, f"select-vandals-only\n{sail}")
        assert it.refused == [] and stand(it, "gelimer") == ("Sardinia", 17, set())


@pytest.mark.rule("justinian 6.27", "justinian 7.24")
def test_desertion_makes_room_on_board() -> None:
    """21 Vandals are too many for two Fleet SP, but 2 of them desert before that move."""
    given = campaign(
        {"gelimer": army("zeugitania", 18)},
        fleets={"vandals": {"zeugitania": 2}},
        control={"zeugitania": "vandals"},
        phase="barbarian",
    )
    orders = "select-vandals\nshare gelimer 3\nfleet zeugitania\nsail 2 & gelimer > sea-of-carthage > sardinia"
    it = rule(given, orders, 2)
    assert it.refused == []
    assert stand(it, "gelimer") == ("Sardinia", 19, set())


@pytest.mark.rule("justinian 8.34", "justinian 8.33", "justinian 8.32")
def test_an_army_loses_its_ship_and_lands_where_the_fleet_flees() -> None:
    """Of 17 SP on two Fleet SP 7 go down with one; army and fleet flee to a port of that sea and attack nobody."""
    given = campaign(
        {"italy": army("sicilia", 17, "narses")},
        fleets={"byzantine": {"sicilia": 2}, "ostrogoths": {"tyrrhenian-sea": 4}},
        detached={"lucania-et-brutti": {"ostrogoths": 1}},
        frontier={"lucania-et-brutti": 1},
    )
    orders = "fleet sicilia\nsail 2 & italy > tyrrhenian-sea > liguria\nintercept\nlucania-et-brutti"
    it = rule(given, orders, 2, 8, 1, 3)
    assert it.refused == [] and "refuse-battle" not in questions(it)
    assert stand(it, "italy") == ("Lucania et Brutti", 10, set())
    assert it.end["fleets"]["byzantine"] == {"Lucania et Brutti": 1}
    assert it.asked == ["barbarian-activation"] and "landing-attack" not in questions(it)


@pytest.mark.rule("justinian 7.25", "justinian 8.32", "justinian 8.33", "justinian 8.34")
def test_a_draw_before_the_port_turns_the_landing_back() -> None:
    """A port is held by an enemy fleet: after a draw the attacker goes back with as many as its ships carry."""
    given = campaign(
        {"illyricum": army("sicilia", 12, "germanus"), "tzazon": army("sardinia", 3)},
        fleets={"byzantine": {"sicilia": 2}, "vandals": {"sardinia": 3}},
    )
    it = rule(given, "fleet sicilia\nsail 2 & illyricum > tyrrhenian-sea > sardinia", 4, 4)
    assert rolls(it) == ["8.32", "8.32"] and it.asked != ["landing-attack"]
    assert it.end["fleets"]["vandals"] == {"Sardinia": 2}
    on = rule(given, "fleet sicilia\nsail 2 & illyricum > tyrrhenian-sea > sardinia\nsicilia", 4, 4)
    assert on.refused == []
    assert stand(on, "illyricum") == ("Sicilia", 10, set()) and stand(on, "tzazon") == ("Sardinia", 3, set())
    assert on.end["fleets"]["byzantine"] == {"Sicilia": 1} and on.asked == ["barbarian-activation"]


@pytest.mark.rule("justinian 7.24", "justinian 2.1")
@pytest.mark.parametrize(
    ("name", "at", "sp", "way", "refused"),
    [
        ("italy", "picenum", 8, "adriatic-sea > flaminia", ["7.24"]),
        ("africa", "corsica", 11, "western-mediterranean > baleares", ["7.24"]),
        ("africa", "corsica", 10, "western-mediterranean > baleares", []),
    ],
)
def test_who_may_board(name: str, at: str, sp: int, way: str, refused: list[str]) -> None:
    """An army boards in a coastal City or on an island, whole, 10 SP to a Fleet SP."""
    given = campaign({name: army(at, sp, "sittas")}, fleets={"byzantine": {at: 1}})
    it = rule(given, f"fleet {at}\nsail 1 & {name} > {way}")
    assert it.refused == refused
    assert (stand(it, name)[0] == "Baleares") == (not refused)


@pytest.mark.rule("justinian 7.24", "justinian 7.14")
def test_a_praesental_army_lands_outside_its_limits() -> None:
    """The fleet stays where it has landed the army; the army is lost there, its commander back in the cup."""
    given = campaign({"praesental-1": army("europa", 10, "narses")}, fleets={"byzantine": {"europa": 1}})
    it = rule(given, "fleet europa\nsail 1 & praesental-1 > aegean-sea > ionian-sea > sicilia")
    assert piece(it, "praesental-1") == {"where": "aside"} and piece(it, "narses").get("where", "cup") == "cup"
    assert it.end["fleets"] == {"byzantine": {"Sicilia": 1}}


@pytest.mark.rule("justinian 8.21", "justinian 7.34", "justinian 7.36", "justinian 8.17")
def test_a_beaten_army_is_carried_off_through_a_patrol() -> None:
    """Beaten in Carthage Solomon takes to the ships: the patrol intercepts, he may not turn back, and gets through."""
    given = campaign(
        {"gelimer": army("byzacena", 25), "africa": army("zeugitania", 10, "solomon")},
        fleets={"vandals": {"sea-of-carthage": 1}, "byzantine": {"zeugitania": 1}},
        phase="barbarian",
    )
    orders = "select-vandals\ngelimer\n> zeugitania\nafrica no\nx\nafrica stand\nafrica sea-sicilia\nintercept"
    it = rule(given, orders, 4, 6, 3, 4, 5, 5, 2)
    assert it.refused == [] and "refuse-battle" not in questions(it)
    assert stand(it, "africa") == ("Sicilia", 6, {"defeated"}) and stand(it, "gelimer") == ("Zeugitania", 23, set())
    assert it.end["fleets"] == {"byzantine": {"Sicilia": 1}} and "4 MP" in asks(it)


# Allies, boxes, Lazica


@pytest.mark.rule("justinian 6.32", "justinian 6.23", "justinian 6.34", "justinian 4.31")
def test_a_poor_treasury_bribes_lombards_into_a_large_army() -> None:
    """With 5 G a bribe is 3 G at most; the Lombards won so join an army up to 35 SP, the rest are lost."""
    given = campaign({"italy": army("picenum", 30, "bessas")}, phase="barbarian", gold=5)
    asked = rule(given, "random", 6, 0)
    assert asked.asked == ["bribe"] and offered(asked) == {"0", "3"}
    it = rule(given, "random\n3\nitaly", 6, 0, 6, 4)
    assert it.refused == [] and it.end["gold"] == 2 and it.asked == ["byzantine-activation"]
    assert stand(it, "italy") == ("Picenum", 30, set()) and piece(it, "italy")["allied"] == {"lombards": 5}
    assert stand(it, "lombards") == ("Box of the Lombards", 0, set())


@pytest.mark.rule("justinian 6.33", "justinian 7.31", "justinian 8.21", "justinian 8.25")
def test_a_neutral_army_is_attacked() -> None:
    """Neutral Franks neither intercept nor retreat before combat; beaten they go to their box and lose their marker."""
    given = campaign(
        {"italy": army("aemilia", 20, "narses"), "franks": army("liguria", 10)}, alliance={"franks": "neutral"}
    )
    it = rule(given, "activate italy\n> liguria\nx\nfranks box-franks", 4, 4, 5, 3)
    assert not {"intercept", "retreat-before-combat"} & set(questions(it))
    assert stand(it, "italy") == ("Liguria", 17, set()) and "4 MP" in asks(it)
    assert stand(it, "franks") == ("Box of the Franks", 5, set())


@pytest.mark.rule("justinian 6.35", "justinian 6.26", "justinian 6.33")
def test_a_second_activation_in_the_turn_rolls_nothing() -> None:
    """The Franks stay Neutral and the activation is lost; the Lombards stay Byzantium's, without bribe or recruits."""
    given = campaign(
        {"lombards": army("box-lombards", 14, recruited=4)},
        alliance={"franks": "neutral", "lombards": "byzantine"},
        phase="barbarian",
    )
    lost = rule(given, "random", 3, 5)
    assert lost.asked == ["byzantine-activation"] and rolls(lost) == ["6.22"]
    again = rule(given, "random", 6, 0)
    assert again.asked == ["ally"] and rolls(again) == ["6.22"] and stand(again, "lombards")[1] == 14


@pytest.mark.rule("justinian 6.35", "justinian 5.42", "justinian 8.17")
def test_an_ally_takes_a_treasury_for_nobody() -> None:
    """Lombards allied to Byzantium, led out for 2 G, beat Totila beside his treasury: no +1 for them, and no gold."""
    given = campaign(
        {"lombards": army("aemilia", 14), "totila": army("flaminia", 3)},
        alliance={"lombards": "byzantine"},
        treasuries={"ostrogoths": "flaminia"},
        control={"flaminia": "ostrogoths", "picenum": "ostrogoths"},
    )
    it = rule(given, "activate lombards\n> flaminia\ntotila no\nx\ntotila stand\ntotila picenum", 4, 2, 0, 3)
    assert it.refused == []
    assert stand(it, "totila") == ("Picenum", 1, {"defeated"}) and stand(it, "lombards")[1] == 14
    assert it.end["gold"] == 28 and not it.end.get("treasuries")


@pytest.mark.rule("justinian 7.19", "justinian 6.23", "justinian 6.35")
def test_an_ally_attacks_a_box() -> None:
    """Byzantium's Lombards fall upon the Gepids at home: these recruit, side with the barbarians; no MP are left."""
    given = campaign({"lombards": army("box-lombards", 14, recruited=4)}, alliance={"lombards": "byzantine"})
    it = rule(given, "activate lombards\n> box-gepids", 4, 6, 5, 4, 2)
    assert rolls(it) == ["7.11", "6.23", "8.15", "8.15", "8.21"]
    assert stand(it, "lombards") == ("Box of the Gepids", 13, set()) and stand(it, "gepids")[:2] == (
        "Box of the Gepids",
        3,
    )
    assert it.end["alliance"] == {"lombards": "byzantine", "gepids": "barbarian"}
    assert it.asked == ["barbarian-activation"]


@pytest.mark.rule("justinian 3.41", "justinian 8.12", "justinian 4.32")
@pytest.mark.parametrize(
    ("said", "dice", "sp", "left"),
    [
        ({"fleets": {"byzantine": {"lazica": 1}}}, (4, 4, 6, 5, 3), 9, "4 MP"),
        ({"fleets": {"byzantine": {"lazica": 1}}}, (4, 0), 10, "5 MP"),
    ],
)
def test_lazica_rises_though_a_fleet_lies_there(
    said: dict[str, Any], dice: tuple[int, ...], sp: int, left: str
) -> None:
    """A Byzantine fleet is no army: the levy fights like a garrison in its City, and is gone after the battle."""
    given = campaign({"chosroes": army("box-persia", 10, recruited=4)}, phase="barbarian", **said)
    it = rule(given, "select-persia\nchosroes\n> lazica", *dice)
    assert it.refused == [] and stand(it, "chosroes") == ("Lazica", sp, set()) and left in asks(it)
    assert not it.end.get("frontier") and "retreat-before-combat" not in questions(it)


@pytest.mark.rule("justinian 3.41", "justinian 6.34", "justinian 7.17", "justinian 7.18")
def test_allies_in_lazica_spare_it_the_levy() -> None:
    """Where Utigurs allied to Byzantium stand nobody rises; Persia neither claims Lazica nor detaches SP there."""
    given = campaign(
        {"chosroes": army("box-persia", 10, recruited=4), "utigurs": army("lazica", 3)},
        phase="barbarian",
        alliance={"utigurs": "byzantine"},
    )
    it = rule(given, "select-persia\nchosroes\n> lazica\nutigurs no\nclaim\ndetach 3", 4)
    assert rolls(it) == ["7.11"] and it.refused == ["3.41", "3.41"] and "5 MP" in asks(it)


@pytest.mark.rule("justinian 6.44", "justinian 6.43", "justinian 6.45", "justinian 7.12")
def test_a_combined_operation_and_two_activations_in_answer() -> None:
    """Totila picks the Franks up, with 1 MP more; Byzantium answers with two activations in a row, once."""
    given = campaign({"totila": army("campania", 20), "italy": army("flaminia", 10, "bessas")}, phase="barbarian")
    orders = "combined\ntotila\nfranks\nno\ntogether\n> tuscia-et-umbria > liguria\ncombine franks\n> aemilia"
    came = rule(given, orders, 3, 4, 4)
    assert came.refused == [] and "3 MP" in asks(came)
    assert stand(came, "totila")[:2] == ("Aemilia", 20) and stand(came, "franks")[:2] == ("Aemilia", 17)
    twice = orders + "\nstop\nrecruit & twice\nshare italy 7"
    it = rule(given, twice, 3, 4, 4, 7)
    assert it.refused == [] and it.asked == ["byzantine-activation"] and stand(it, "italy")[1] == 17
    assert rule(given, twice + "\nnothing & twice", 3, 4, 4, 7).refused == ["6.45"]


# Several in one battle


@pytest.mark.rule("justinian 7.33", "justinian 7.32", "justinian 8.16")
def test_one_of_two_interceptors_fails() -> None:
    """Totila and Franks are asked before either rolls; the Franks fail, and Totila has to attack alone."""
    given = campaign(
        {"totila": army("aemilia", 10), "franks": army("aemilia", 15), "italy": army("flaminia", 20, "narses")},
        alliance={"franks": "barbarian"},
    )
    orders = "activate italy\n> aemilia\ntotila intercept; franks intercept\nitaly flaminia"
    it = rule(given, orders, 4, 6, 6, 9, 0, 6)
    assert it.refused == []
    assert stand(it, "franks") == ("Aemilia", 15, {"disorganized"}) and stand(it, "totila") == ("Aemilia", 7, set())
    assert stand(it, "italy") == ("Flaminia", 16, {"defeated"}) and it.asked == ["barbarian-activation"]


@pytest.mark.rule("justinian 8.12", "justinian 8.21", "justinian 4.32")
def test_the_garrison_bears_the_losses() -> None:
    """As many Frontier as Field SP count as the worse; their owner lets the doomed garrison bear all losses."""
    given = campaign(
        {"orient": army("syria-2", 4, "sittas"), "perozes": army("euphratensis", 20)},
        frontier={"syria-2": 4},
        phase="barbarian",
    )
    orders = "select-persia\nperozes\n> syria-2\norient no\nx\norient stand\nshare frontier syria-2 4\norient phoenice"
    it = rule(given, orders, 4, 3, 5, 5)
    assert it.refused == []
    assert stand(it, "orient") == ("Phoenice", 4, {"defeated"}) and stand(it, "perozes") == ("Syria II", 18, set())
    assert not it.end.get("frontier")


@pytest.mark.rule("justinian 4.13", "justinian 8.25", "justinian 4.1")
def test_a_magmil_rides_to_a_beaten_army() -> None:
    """A marker doesn't bar the way of a MagMil, enemy SP do; whom he comes to command so stays Defeated."""
    given = campaign(
        {
            "thrace": {"at": "moesia-2", "sp": 8, "defeated": True},
            "sittas": {"at": "europa"},
            "kotrigurs": army("haemimontus", 5),
        },
        control={"thracia": "ostrogoths"},
    )
    it = rule(given, "activate thrace\nmagmil sittas haemimontus\nmagmil sittas moesia-2 command thrace")
    assert it.refused == ["4.1", "4.13"] and it.asked == ["barbarian-activation"]
    assert stand(it, "thrace") == ("Moesia II", 8, {"defeated"}) and piece(it, "thrace")["leader"] == "sittas"
    assert it.end["gold"] == 30
