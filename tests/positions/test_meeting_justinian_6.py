"""Positions of the campaign where two rules meet: the last corners, by a reader of the book."""

from __future__ import annotations

import pytest

from .kit import rule
from .test_meeting_justinian import army, asks, campaign, offered, piece, questions, rolls, stand


@pytest.mark.rule("justinian 8.13", "justinian 3.41")
def test_perozes_retreats_into_lazica() -> None:
    """A retreat before combat brings a barbarian army into Lazica: its people rise, then the attacker goes on."""
    given = campaign({"orient": army("armenia-2", 15, "sittas"), "perozes": army("armenia-1", 10)})
    it = rule(given, "activate orient\n> armenia-1\nperozes no\nx\nperozes lazica", 4, 3, 4, 5, 5, 2)
    assert it.refused == [] and stand(it, "perozes") == ("Lazica", 9, set())
    assert it.asked == ["march"] and "5 MP" in asks(it) and not it.end.get("frontier")


@pytest.mark.rule("justinian 6.45", "justinian 6.11")
def test_no_sixth_activation() -> None:
    """In a turn with a Combined Operation the fifth activation can't be declared as the first of two."""
    given = campaign({"totila": army("flaminia", 5)}, byzantine_done=4, combined=True)
    it = rule(given, "nothing & twice")
    assert it.refused in (["6.45"], ["6.11"]) and it.end["byzantine_done"] == 4


@pytest.mark.rule("justinian 7.16", "justinian 6.34", "justinian 5.12", "justinian 8.26")
def test_an_army_of_allies_alone() -> None:
    """All own SP may be left as a garrison, no ally; when the allies go home the army is gone, its MagMil free."""
    given = campaign(
        {"italy": army("picenum", 5, "bessas", allied={"lombards": 3})}, alliance={"lombards": "byzantine"}
    )
    it = rule(given, "activate italy\ndrop 6\ndrop 5", 4)
    assert it.refused == ["7.16"] and it.end["frontier"] == {"Picenum": 5}
    assert stand(it, "italy")[:2] == ("Picenum", 0) and piece(it, "italy")["allied"] == {"lombards": 3}
    left = campaign(
        {"italy": army("picenum", 0, "bessas", allied={"lombards": 3})},
        alliance={"lombards": "byzantine"},
        frontier={"picenum": 5},
        phase="removal",
    )
    gone = rule(left)
    assert piece(gone, "italy") == {"where": "aside"} and piece(gone, "bessas").get("where", "cup") == "cup"
    assert gone.end["frontier"] == {"Picenum": 5}


@pytest.mark.rule("justinian 9.0-f", "justinian 6.32", "justinian 6.51")
def test_justinian_builds_on_credit() -> None:
    """He has 4 G and owes 6: nobody is asked for a bribe, and no army can be paid for."""
    given = campaign({"orient": army("syria-1", 10, "sittas")}, gold=4, phase="barbarian")
    it = rule(given, "random\nactivate orient", 5, 5, 9, 6)
    assert "bribe" not in questions(it) and it.refused == ["6.51"]
    assert it.end["gold"] == 0 and it.end["owed"] == 6
    income = rule(campaign({}, gold=0, owed=200, phase="income"))
    assert income.end["gold"] == 0 and income.end["owed"] == 90


@pytest.mark.rule("justinian 9.0-c4", "justinian 6.34", "justinian 3.4")
def test_egypt_revolts_where_nobody_stands() -> None:
    """A garrison keeps its province quiet, an allied army too."""
    given = campaign(
        {"ghassanids": army("augustamnica-1", 4)},
        frontier={"aegyptus-1": 1},
        alliance={"ghassanids": "byzantine", "lombards": "neutral"},
        phase="barbarian",
    )
    it = rule(given, "random", 5, 5, 4, 8)
    assert sorted(it.end["revolt"]) == ["Aegyptus II", "Arcadia", "Augustamnica II", "Thebais I", "Thebais II"]


@pytest.mark.rule("justinian 5.32", "justinian 3.4")
def test_where_no_garrison_is_raised() -> None:
    """Neither in a province In Revolt, nor where enemies stand beside an army."""
    given = campaign(
        {"praesental-1": army("europa", 12, "sittas"), "kotrigurs": army("europa", 3)}, revolt=["aegyptus-1"]
    )
    orders = "recruit\nshare frontier aegyptus-1 3\nshare frontier europa 3\nshare frontier syria-2 3"
    it = rule(given, orders, 3)
    assert it.refused == ["5.32", "5.32"] and it.end["frontier"] == {"Syria II": 3}


@pytest.mark.rule("justinian 4.13", "justinian 7.22")
@pytest.mark.parametrize("seas", [["aegean-sea"], ["aegean-sea", "libyan-sea"]])
def test_a_magmil_sails_round_patrols(seas: list[str]) -> None:
    """One patrol he goes around by land and another sea; where every sea is patrolled Crete is out of reach."""
    fleets = {"vandals": {**dict.fromkeys(seas, 1), "creta": 1}}
    given = campaign({"sittas": {"at": "europa"}, "gelimer": army("zeugitania", 5)}, fleets=fleets)
    it = rule(given, "magmil sittas creta")
    if len(seas) == 1:
        assert it.refused == [] and piece(it, "sittas")["at"] == "Creta"
    else:
        assert it.refused == ["4.13"]


@pytest.mark.rule("justinian 6.43", "justinian 6.24", "justinian 6.27", "justinian 6.44")
def test_vandals_recruit_for_a_combined_operation() -> None:
    """A Combined Operation is a Select activation: recruits come, so 2 SP desert as Gelimer sets out with 1 MP more."""
    given = campaign({"gelimer": army("byzacena", 10)}, control={"zeugitania": "vandals"}, phase="barbarian")
    orders = "combined\ngelimer\nmoors\nyes\nshare detached vandals zeugitania 5\nmajor-first"
    it = rule(given, orders + "\n> numidia\nshare detached vandals zeugitania 2", 4, 3, 4)
    assert it.refused == [] and "6 MP" in asks(it)
    assert stand(it, "gelimer") == ("Numidia", 10, set()) and stand(it, "moors")[1] == 3
    assert it.end["detached"] == {"Zeugitania": {"vandals": 3}}


@pytest.mark.rule("justinian 6.24", "justinian 6.26")
def test_the_second_select_brings_no_recruits() -> None:
    """Only the first Select activation of the turn lets Vandals recruit, also if they didn't then."""
    given = campaign({"gelimer": army("zeugitania", 10)}, control={"zeugitania": "vandals"}, phase="barbarian")
    it = rule(given, "select-vandals-only\nnothing\nnothing\nselect-vandals", 4)
    assert "6.24" not in rolls(it) and it.asked == ["use-power"] and stand(it, "gelimer")[1] == 10


@pytest.mark.rule("justinian 6.24", "justinian 4.41", "justinian 3.4")
def test_goths_build_a_ship() -> None:
    """Of 7 recruits 3 become a Fleet SP, in any coastal province of theirs; the rest go to a City of theirs."""
    given = campaign(
        {"totila": army("samnium", 10)},
        control={"flaminia": "ostrogoths", "picenum": "ostrogoths"},
        phase="barbarian",
    )
    orders = "select-ostrogoths\nshare totila 4 fleet ostrogoths picenum 1"
    orders += "\nshare detached ostrogoths flaminia 4 fleet ostrogoths picenum 1"
    it = rule(given, orders, 7)
    assert len(it.refused) == 1 and stand(it, "totila")[1] == 10
    assert it.end["detached"] == {"Flaminia": {"ostrogoths": 4}}
    assert it.end["fleets"] == {"ostrogoths": {"Picenum": 1}}


@pytest.mark.rule("justinian 6.33", "justinian 7.12", "justinian 7.18")
def test_neutral_franks_are_in_the_way() -> None:
    """They are enemies enough to keep a marker from being removed, and to make leaving cost 1 MP more."""
    given = campaign(
        {"italy": army("picenum", 10, "sittas"), "franks": army("picenum", 5)},
        alliance={"franks": "neutral"},
        control={"picenum": "ostrogoths"},
    )
    it = rule(given, "activate italy\nclear\n> flaminia", 4)
    assert it.refused == ["7.18"] and "4 MP" in asks(it)


@pytest.mark.rule("justinian 6.34", "justinian 7.12")
def test_an_ally_makes_persians_pay_to_leave() -> None:
    """Byzantium's Arabs in the province Perozes leaves are enemy SP; a fleet in port is not."""
    given = campaign(
        {"perozes": army("phoenice", 10), "ghassanids": army("syria-2", 3)},
        alliance={"ghassanids": "byzantine"},
        fleets={"byzantine": {"phoenice": 1}},
        phase="barbarian",
    )
    it = rule(given, "select-persia\nperozes\n> syria-2\nghassanids no", 4)
    assert it.refused == [] and "5 MP" in asks(it)
    on = rule(given, "select-persia\nperozes\n> syria-2\nghassanids no\n> euphratensis", 4)
    assert on.refused == [] and "3 MP" in asks(on)


@pytest.mark.rule("justinian 8.14", "justinian 7.32", "justinian 8.21")
def test_a_retreat_into_a_city_is_intercepted() -> None:
    """Perozes retreats into Antioch, where Bessas intercepts him with -2 and beats him; Sittas marches on."""
    given = campaign(
        {
            "orient": army("theodorias", 15, "sittas"),
            "armenia": army("syria-1", 10, "bessas"),
            "perozes": army("syria-2", 8),
        },
        control={"euphratensis": "persia"},
    )
    orders = "activate orient\n> syria-2\nperozes no\nx\nperozes syria-1\narmenia intercept\nperozes euphratensis"
    it = rule(given, orders, 4, 2, 6, 4, 3, 3)
    assert it.refused == [] and stand(it, "perozes") == ("Euphratensis", 5, {"defeated"})
    assert stand(it, "armenia") == ("Syria I", 8, set()) and it.asked == ["march"] and "5 MP" in asks(it)


@pytest.mark.rule("justinian 7.33", "justinian 8.16")
def test_two_kings_intercept() -> None:
    """Totila and Teias both succeed: their owner names the commander of the attack they make together."""
    given = campaign(
        {
            "italy": army("flaminia", 20, "narses"),
            "totila": army("aemilia", 10),
            "teias": army("aemilia", 10, disorganized=False),
        }
    )
    it = rule(given, "activate italy\n> aemilia\ntotila intercept; teias intercept", 4, 1, 1)
    assert len(it.asked) == 1 and [t["side"] for t in it.told if t["type"] == "decision"] == ["barbarian"]
    assert offered(it) == {"totila", "teias"}


@pytest.mark.rule("justinian 8.13", "justinian 8.12", "justinian 8.15")
def test_one_of_two_armies_retreats() -> None:
    """Both are attacked and asked; Orient goes, Armenia stands and fights alone, for 1 MP."""
    given = campaign(
        {
            "orient": army("syria-2", 6, "sittas"),
            "armenia": army("syria-2", 8, "bessas"),
            "perozes": army("euphratensis", 20),
        },
        phase="barbarian",
    )
    orders = "select-persia\nperozes\n> syria-2\nnone\nx\norient phoenice; armenia stand\narmenia syria-1"
    it = rule(given, orders, 4, 3, 3, 4, 3)
    assert it.refused == [] and stand(it, "orient") == ("Phoenice", 6, set())
    assert stand(it, "armenia") == ("Syria I", 4, {"defeated"}) and stand(it, "perozes") == ("Syria II", 18, set())
    assert "4 MP" in asks(it)


# Set-up, and over the turn's end


def laid_out(**other: str) -> str:
    """A legal Byzantine set-up but for what is said."""
    parts = {
        "p1": "army praesental-1 europa 15",
        "p2": "army praesental-2 bithynia 10",
        "orient": "army orient mesopotamia 25",
        "thrace": "army thrace moesia-2 8",
        "illyricum": "army illyricum dalmatia 10",
        "frontier": "frontier armenia-4 32",
        "fleets": "fleet europa 2 fleet aegyptus-1 2",
    }
    return "setup byzantine " + " ".join({**parts, **other}.values())


@pytest.mark.rule("justinian 3.21", "justinian 3.22", "justinian 3.41", "justinian 3.23", "justinian 4.31")
@pytest.mark.parametrize(
    ("other", "cases"),
    [
        ({"p1": "army praesental-1 europa 9", "frontier": "frontier armenia-4 33"}, {"3.22"}),
        ({"frontier": "frontier lazica 32"}, {"3.41", "3.22"}),
        ({"frontier": "frontier liguria 32"}, {"3.22"}),
        ({"p2": "army praesental-2 thracia 10"}, {"3.21"}),
        ({"orient": "army orient armenia-3 25"}, {"3.21"}),
        ({"orient": "army orient mesopotamia 36", "frontier": "frontier armenia-4 21"}, {"3.22", "4.31"}),
        ({"frontier": "frontier armenia-4 33"}, {"3.22"}),
        ({"fleets": "fleet europa 2 fleet arcadia 2"}, {"3.23"}),
        ({"fleets": "fleet europa 1 fleet aegyptus-1 3"}, {"3.23"}),
    ],
)
def test_set_ups_that_are_refused(other: dict[str, str], cases: set[str]) -> None:
    """Everything is as it may be but for one thing."""
    it = rule({"scenario": "justinian/renovatio", "phase": "setup-byzantine"}, laid_out(**other))
    assert len(it.refused) == 1 and it.asked == ["set-up"]
    assert set(it.refused) <= cases


@pytest.mark.rule("justinian 3.21", "justinian 3.23", "justinian 3.24")
def test_the_praesental_armies_change_places() -> None:
    """Either may stand in Constantinople; all four Fleet SP may lie there; five MagMil are drawn."""
    orders = laid_out(p1="army praesental-1 bithynia 10", p2="army praesental-2 europa 15", fleets="fleet europa 4")
    it = rule({"scenario": "justinian/renovatio", "phase": "setup-byzantine"}, orders, 1, 2, 3, 4, 5)
    assert it.refused == [] and rolls(it) == ["3.24"] * 5
    assert stand(it, "praesental-2")[:2] == ("Europa", 15) and it.end["fleets"]["byzantine"] == {"Europa": 4}
    drawn = {piece(it, a)["leader"] for a in ("praesental-1", "praesental-2", "orient", "thrace", "illyricum")}
    assert len(drawn) == 5 and not drawn & {"belisarius", "narses"}


@pytest.mark.rule("justinian 3.31", "justinian 3.32", "justinian 4.33")
def test_goths_set_up_apart() -> None:
    """A ship lies in a coastal City of Italy; SP away from the king are Detached."""
    given = {"scenario": "justinian/renovatio", "phase": "setup-barbarian"}
    goths = "setup ostrogoths army athalaric flaminia 20 detached sicilia 10 fleet {} 1"
    vandals = " vandals army hilderic zeugitania 25 fleet zeugitania 3"
    no_city = rule(given, goths.format("picenum") + vandals)
    assert no_city.refused == ["3.31"]
    it = rule(given, goths.format("campania") + vandals)
    assert it.refused == [] and it.end["detached"] == {"Sicilia": {"ostrogoths": 10}}
    assert it.end["fleets"]["ostrogoths"] == {"Campania": 1} and stand(it, "athalaric")[:2] == ("Flaminia", 20)


@pytest.mark.rule("justinian 8.21", "justinian 4.14", "justinian 8.25", "justinian 5.12")
def test_a_loser_is_replaced_in_the_next_turn() -> None:
    """Bessas loses the last battle of a turn; next turn, after pay and recruits, he may go, and the army recovers."""
    given = campaign(
        {
            "orient": army("syria-2", 8, "bessas"),
            "perozes": army("syria-2", 20),
            "totila": army("flaminia", 5),
        },
        byzantine_done=4,
    )
    orders = "activate orient\nx\nperozes stand\norient phoenice\npay all\nshare nothing\nno"
    asked = rule(given, orders, 4, 0, 4, 0, 9, 0)
    assert asked.refused == [] and asked.asked == ["replace-losers"] and asked.end["turn"] == 5
    assert stand(asked, "orient") == ("Phoenice", 3, {"defeated"}) and stand(asked, "perozes")[1] == 11
    it = rule(given, orders + "\nbessas replace", 4, 0, 4, 0, 9, 0, 4)
    assert stand(it, "orient") == ("Phoenice", 3, set()) and piece(it, "orient")["leader"] != "bessas"


@pytest.mark.rule("justinian 6.52", "justinian 6.44", "justinian 5.12", "justinian 3.1")
def test_combined_forces_part_with_the_turn() -> None:
    """Franks in a City keep their SP but not their king, Byzantine armies their places but not their chief."""
    given = campaign(
        {
            "armenia": army("armenia-2", 10, "belisarius"),
            "orient": army("armenia-2", 5, "sittas", led_by="armenia"),
            "totila": army("flaminia", 10),
            "franks": army("flaminia", 6, led_by="totila"),
        },
        alliance={"franks": "barbarian"},
        phase="removal",
    )
    it = rule(given, "pay all\nshare nothing\nno", 0)
    assert it.refused == []
    for name, at, sp in (("orient", "Armenia II", 5), ("franks", "Flaminia", 6), ("totila", "Flaminia", 10)):
        assert stand(it, name)[:2] == (at, sp) and not piece(it, name).get("led_by")
    assert not it.end.get("alliance")


# Once more


@pytest.mark.rule("justinian 8.24", "justinian 8.22")
def test_defeat_is_overcome_first() -> None:
    """With both markers 4 MP take Defeated off all the same; 2 more the other, and the last 2 are enough to attack."""
    given = campaign(
        {"orient": army("syria-2", 20, "sittas", defeated=True, disorganized=True), "perozes": army("syria-2", 10)}
    )
    it = rule(given, "activate orient\nrestore\nrally", 9)
    assert it.refused == [] and "2 MP" in asks(it) and stand(it, "orient") == ("Syria II", 20, set())
    assert rule(given, "activate orient\nrestore\nrally\nx", 9).asked == ["retreat-before-combat"]


@pytest.mark.rule("justinian 6.51", "justinian 4.31", "justinian 5.32")
@pytest.mark.parametrize(("garrison", "refused"), [(110, []), (109, ["6.51"])])
def test_nobody_is_forced_to_recruit_what_has_no_room(garrison: int, refused: list[str]) -> None:
    """A Praesental army is weak, but Byzantium has its 150 SP: it may do something else; with 149 it may not."""
    given = campaign(
        {"praesental-1": army("bithynia", 6, "bessas"), "orient": army("syria-1", 34, "sittas")},
        frontier={"syria-2": garrison},
    )
    assert rule(given, "activate orient", 3).refused == refused


@pytest.mark.rule("justinian 4.1", "justinian 7.24")
def test_nobody_commands_the_landing() -> None:
    """An army without a MagMil isn't carried either."""
    given = campaign({"thrace": {"at": "europa", "sp": 8}}, fleets={"byzantine": {"europa": 1}})
    it = rule(given, "fleet europa\nsail 1 & thrace > black-sea > scythia")
    assert it.refused == ["4.1"] and stand(it, "thrace")[0] == "Europa"


@pytest.mark.rule("justinian 6.27", "justinian 7.33")
def test_vandals_who_intercept_lose_no_deserters() -> None:
    """They have recruited this turn: what they do of themselves costs 2 SP first, and not what they do in answer."""
    given = campaign(
        {"africa": army("byzacena", 20, "solomon"), "gelimer": army("numidia", 10)},
        control={"mauretania-sitifensis": "vandals"},
        vandal_recruits=True,
    )
    orders = "activate africa\n> numidia\ngelimer intercept\ngelimer mauretania-sitifensis"
    it = rule(given, orders, 4, 3, 4, 4, 2)
    # +1 (leader), +1 (20 to 10): 6 takes 5 of 10.
    assert stand(it, "gelimer") == ("Mauretania Sitifensis", 5, {"defeated"})


@pytest.mark.rule("justinian 6.41", "justinian 6.42", "justinian 6.21")
def test_when_a_combined_operation_is_offered() -> None:
    """From Turn 2, first of all, with both Select markers; none of these is left after it."""
    kings = {"totila": army("campania", 20)}
    assert "combined" in offered(rule(campaign(kings, phase="barbarian")))
    assert "combined" not in offered(rule(campaign(kings, phase="barbarian", turn=1)))
    used = campaign(kings, phase="barbarian", markers={"select": 1, "random": 3}, barbarian_done=1)
    assert "combined" not in offered(rule(used))
    later = campaign(kings, phase="barbarian", markers={"select": 2, "random": 2}, barbarian_done=1)
    assert "combined" not in offered(rule(later))
    orders = "combined\ntotila\nfranks\nno\nmajor-first\nstop\nstop\nnothing"
    it = rule(campaign(kings, phase="barbarian"), orders, 3, 4, 4, 4)
    assert it.refused == [] and offered(it) == {"random", "pass"}
    assert it.end["markers"] == {"select": 0, "random": 3}


@pytest.mark.rule("justinian 7.13", "justinian 7.12")
@pytest.mark.parametrize(
    ("at", "to", "refused", "left"),
    [
        ("macedonia", "praevalitana", ["7.13"], "6 MP"),
        ("macedonia", "dardania", [], "5 MP"),
        ("mauretania-caesariensis", "septem", ["7.13"], "6 MP"),
        ("hispania", "septem", [], "4 MP"),
    ],
)
def test_no_way_over_corners_and_water(at: str, to: str, refused: list[str], left: str) -> None:
    """A corner is no border, and Septem is reached over the strait alone."""
    it = rule(campaign({"africa": army(at, 10, "sittas")}), f"activate africa\n> {to}", 4)
    assert it.refused == refused and left in asks(it)


@pytest.mark.rule("justinian 7.21", "justinian 7.22", "justinian 7.23")
@pytest.mark.parametrize(
    ("start", "way", "refused"),
    [
        ("hispania", "western-mediterranean > sea-of-carthage > tyrrhenian-sea > sicilia", []),
        ("hispania", "western-mediterranean > sea-of-carthage > tyrrhenian-sea > ionian-sea", ["7.21"]),
        ("western-mediterranean", "sea-of-carthage > tyrrhenian-sea > sicilia", []),
        ("western-mediterranean", "sea-of-carthage > tyrrhenian-sea > ionian-sea", ["7.21"]),
    ],
)
def test_how_far_ships_go(start: str, way: str, refused: list[str]) -> None:
    """Two sea areas, and the first beside the port for nothing; a port for nothing too."""
    given = campaign({}, fleets={"byzantine": {start: 2}})
    it = rule(given, f"fleet {start}\nsail 2 > {way}")
    assert it.refused == refused
    if not refused:
        assert it.end["fleets"] == {"byzantine": {"Sicilia": 2}}


@pytest.mark.rule("justinian 5.22", "justinian 5.24", "justinian 5.31", "justinian 5.32")
def test_recruits_make_up_for_pay() -> None:
    """Nobody is paid; the five recruits that follow at once pay Orient, and those of the garrison nobody."""
    given = campaign({"orient": army("syria-1", 10, "sittas")}, frontier={"syria-2": 3}, phase="maintenance")
    it = rule(given, "pay nothing\nshare orient 5 frontier syria-2 2", 7)
    assert it.refused == [] and it.end["gold"] == 30
    assert stand(it, "orient") == ("Syria I", 15, set())
    assert it.end["frontier"] == {"Syria II": {"sp": 5, "unpaid": True}}
